"""``citeward why``: for each citation the stage that decided, the evidence, and what would help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from citeward.cli.batch import read_json
from citeward.cli.lookups import outside
from citeward.cli.report import safe
from citeward.config import load
from citeward.entailment import support_from
from citeward.model import Check, Judgement, Stage, Verdict
from citeward.rows import TurnRow

__all__ = ["command"]

_REMEDIES = {
    Verdict.OK: "nothing to do",
    Verdict.FABRICATED: "the ledger of this turn has no such source; ask again, or check what the prompt lists",
    Verdict.UNAUTHORISED: "this principal may not read it; purge the cache that served it and regenerate without it",
    Verdict.RETRACTED: "the document is gone or withdrawn; re-index and ask again",
    Verdict.CHANGED_SINCE_RETRIEVAL: "the document changed after retrieval; retrieve again and ask again",
    Verdict.UNTRUSTED_SOURCE: "register the source with a higher tier, or use a policy that shows unvetted sources",
    Verdict.LOOKALIKE_HOST: "the host imitates one of yours; report it, and list your own domains as brands",
    Verdict.UNSAFE_URL: "the URL has no single safe reading; mend it at ingest",
    Verdict.UNRESOLVABLE: "no registry knows this reference, or there is no such page",
    Verdict.REFERENCE_MISMATCH: "the identifier belongs to something else; correct title, authors or identifier",
    Verdict.QUOTE_UNVERIFIED: "the cited text does not say these words; quote it exactly or drop the quotation marks",
    Verdict.UNSUPPORTED: "the cited passage does not carry the claim; cite another, or say less",
    Verdict.UNCONFIRMED: "a check could not be made; mend the store, engine, model or registry, and check again",
    Verdict.MODEL_URL_STRIPPED: "links come from the ledger only; cite a source by its handle instead",
}


def command(
    turn: Annotated[Path, typer.Argument(help="A turn as JSON; - reads standard input.")],
    config: Annotated[Path | None, typer.Option(help="A citeward.toml; ./citeward.toml if it exists.")] = None,
) -> None:
    """Explain every verdict: the stage that decided, the evidence, the remedy. For operators, not for readers."""
    settings = load(config)
    support = support_from(settings.support)
    with outside(settings) as asked:
        row = TurnRow.read(read_json(turn), settings.policies, settings.policy, support=support, **asked._asdict())
        checked = row.check()
    console = Console()
    if not checked.judgements:
        console.print("The answer makes no reference.")
    for judgement in checked.judgements:
        _explain(judgement, checked.parsed.claims[judgement.proposal.claim].text, console)


def _explain(judgement: Judgement, claim: str, console: Console) -> None:
    proposal, evidence = judgement.proposal, judgement.evidence
    good = judgement.verdict is Verdict.OK
    console.print(
        Text.assemble(
            safe(proposal.reference or proposal.handle or "", 70),
            "  ",
            (judgement.verdict.value, "green" if good else "red"),
            f"  at offsets {proposal.start}..{proposal.end}",
        )
    )
    lines = [("claim", safe(claim, 160)), ("decided by", Text(f"{judgement.stage.value}: {judgement.reason}"))]
    if evidence is not None:
        version = f" version {evidence.version}" if evidence.version else ""
        judged = judgement.checks[Stage.TRUST] in (Check.PASSED, Check.FAILED)
        tier = f", tier {judgement.tier.name}" if judged else ""
        lines.append(("evidence", safe(f"{evidence.handle} = {evidence.id}{version}{tier}", 160)))
        if judgement.span is not None and judgement.verdict is not Verdict.UNAUTHORISED:
            base = evidence.locator.start if judgement.span.in_document and evidence.locator else 0
            lines.append(("span", safe(evidence.text[judgement.span.start - base : judgement.span.end - base], 240)))
    note = judgement.support
    if note.claim:
        lines.append(("judged for", safe(note.claim, 240)))
        score = "" if judgement.score is None else f" ({judgement.score:.3f})"
        lines.append(("support", safe(note.reason + score, 240)))
    if note.together:
        lines.append(("together", safe(", ".join(note.together), 160)))
    for quote in judgement.quotes:
        lines.append(("quote", safe(f"{quote.status.value} {quote.reason}: {quote.quote}", 240)))
    lines.append(("remedy", Text(_REMEDIES[judgement.verdict])))
    for label, text in lines:
        console.print(Text(f"  {label:<11}", "dim"), text)
