"""A turn as JSON: what ``citeward verify`` reads, one object a line or one a file."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from citeward.checked import CheckedAnswer
from citeward.entailment import Support, default_support
from citeward.evaluation import Score, Scores, scores_of
from citeward.gate import Gate
from citeward.ledger import Ledger
from citeward.model import (
    DEFAULT_TENANT,
    Chunk,
    DocumentStatus,
    Evidence,
    Judgement,
    Locator,
    Principal,
    QuoteStatus,
    Verdict,
)
from citeward.policy import PRESETS, STRICT, Policy
from citeward.providers import ProviderAnswer, read
from citeward.rows.fields import Fields
from citeward.turn import Turn
from citeward.verify import Current, GroupAccess, Need, PageFetcher, Resolver, Web

__all__ = ["TurnRow", "check_turn", "describe", "read_chunks", "read_principal"]


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn that was read: ready to be checked, as often as one likes."""

    id: Any
    gate: Gate
    chunks: tuple[Chunk, ...]
    turn: Turn
    """What the model was given: all of the chunks, readable or not."""
    answer: str | ProviderAnswer
    surface: str | None
    support: Support | None
    """What judges support; None where the policy skips it."""

    @classmethod
    def read(
        cls,
        row: object,
        policies: Mapping[str, Policy] = PRESETS,
        default: Policy = STRICT,
        resolver: Resolver | None = None,
        *,
        support: Support | None = None,
        pages: PageFetcher | None = None,
        web: Web | None = None,
    ) -> TurnRow:
        """Reads a row.

        Args:
            row: the JSON object.
            policies: what the field ``policy`` may name.
            default: the policy where it names none.
            resolver: who is asked about references outside the chunks; nobody, where it is None.
            support: what judges support, unless the policy skips it; the embedded default where None.
            pages: looks pages up, where the policy lets them be; None: none is.
            web: which hosts are registered.

        Raises:
            RowError: a field is missing or of the wrong shape.
            LedgerError: the chunks cannot become a ledger.
        """
        fields = Fields(row)
        tenant = fields.text("tenant", DEFAULT_TENANT)
        principal = read_principal(fields.object("principal"), tenant)
        if "chunks" not in fields:
            raise fields.refuse("chunks", "missing", "List the passages the model was given; an empty list if none.")
        chunks = tuple(read_chunks(fields))
        ledger = Ledger.of(chunks, tenant)
        name = fields.text("policy", default.name)
        if name != default.name and name not in policies:
            raise fields.refuse("policy", f"{name!r} is unknown", f"Use one of: {', '.join(policies)}.")
        policy = default if name == default.name else policies[name]
        store, intent = _RowStore.read(fields), fields.optional("intent")
        judged = policy.for_intent(intent).requirements.support is Need.REQUIRE
        model = (support or default_support()) if judged else None
        return cls(
            id=fields.raw("id"),
            gate=Gate(
                GroupAccess(store.acls), store, policy, support=model, resolver=resolver, pages=pages, web=web or Web()
            ),
            chunks=chunks,
            turn=Turn(ledger, principal, intent, first_number=_first_number(fields)),
            answer=_answer(fields),
            surface=fields.optional("surface"),
            support=model,
        )

    def check(self) -> CheckedAnswer:
        """Checks the answer of this row."""
        return self.gate.check(self.answer, self.turn, surface=self.surface)

    def described(self) -> tuple[CheckedAnswer, dict[str, Any]]:
        """Checks the answer, and the row that comes out of it, its ``id`` left out.

        With ALCE's citation recall and precision, by the model that judged; null where support was skipped, and where
        the time that the gate gives the model for an answer did not suffice for them as well.
        """
        until = time.monotonic() + self.gate.slow_deadline_s
        checked = self.check()
        scores = Scores()
        if self.support is not None:
            scores = scores_of(checked.parsed, self.turn.ledger, self.support, until)
        return checked, describe(checked, scores)


def check_turn(
    row: object,
    policies: Mapping[str, Policy] = PRESETS,
    default: Policy = STRICT,
    resolver: Resolver | None = None,
    *,
    support: Support | None = None,
    pages: PageFetcher | None = None,
    web: Web | None = None,
) -> dict[str, Any]:
    """One row of ``citeward verify``: a turn in, verdicts and the rendered answer out. See :meth:`TurnRow.read`.

    Raises:
        InputError: the row cannot be judged; the message names the field and the remedy.
    """
    turn = TurnRow.read(row, policies, default, resolver, support=support, pages=pages, web=web)
    return {"id": turn.id, **turn.described()[1]}


def _first_number(fields: Fields) -> int | None:
    """Numbers count in the chunks as they are listed."""
    return _NUMBERED[fields.one_of("markers", tuple(_NUMBERED), "handles")]


def _answer(fields: Fields) -> str | ProviderAnswer:
    if "provider" not in fields:
        return fields.text("answer")
    if "payload" not in fields:
        raise fields.refuse("payload", "missing", "Give the provider's reply as it came.")
    return read(
        fields.text("provider"), fields.raw("payload"), api=fields.optional("api"), request=fields.raw("request")
    )


def read_principal(fields: Fields, tenant: str) -> Principal:
    """The principal of a row. No groups: a member of none."""
    return Principal(fields.text("id"), fields.groups("groups") or frozenset(), tenant, as_of=fields.moment("as_of"))


def read_chunks(fields: Fields) -> list[Chunk]:
    """The chunks of a row. One without a handle is ``S`` and its place in the list, counted from 1."""
    chunks = []
    for number, item in enumerate(fields.objects("chunks", required=True), start=1):
        trust = item.integer("trust", 0)
        if trust not in (0, 1, 2, 3):
            raise item.refuse("trust", f"{trust} is not a tier", "Use 0, 1, 2 or 3.")
        place = item.optional_object("locator")
        chunks.append(
            Chunk(
                id=item.text("id"),
                text=item.characters("text"),
                version=item.text("version", ""),
                title=item.characters("title", ""),
                url=item.optional("url"),
                acl=item.groups("acl"),
                trust=trust,
                source=item.text("source", ""),
                connector=item.text("connector", ""),
                locator=None if place is None else Locator(place.integer("start"), place.integer("end")),
                retrieved_at=item.moment("retrieved_at"),
                link_acl=item.groups("link_acl"),
                cache_key=item.optional("cache_key"),
                handle=item.optional("handle") or f"S{number}",
            )
        )
    return chunks


_NUMBERED = {"handles": None, "numeric": 1, "numeric0": 0}


class _RowStore:
    """What a row says of its documents now. The row is its own store: what it does not name is unchanged."""

    def __init__(self, entries: Mapping[str, list[Current | None]], acls: Mapping[str, frozenset[str] | None]) -> None:
        self._entries = entries
        self.acls = acls

    @classmethod
    def read(cls, fields: Fields) -> _RowStore:
        entries: dict[str, list[Current | None]] = {}
        acls: dict[str, frozenset[str] | None] = {}
        for item in fields.objects("current"):
            document = item.text("id")
            if "acl" in item.data:
                acls[document] = _narrower(acls.get(document, _ANYBODY), item.groups("acl"))
            status = item.text("status", DocumentStatus.ACTIVE.value)
            if item.flag("missing"):
                entries.setdefault(document, []).append(None)
            else:
                superseded = "superseded_by" in item and status == DocumentStatus.ACTIVE
                current = Current(
                    DocumentStatus.SUPERSEDED if superseded else status,
                    item.optional("version"),
                    item.characters("text") if "text" in item else None,
                    item.optional("sha256"),
                )
                entries.setdefault(document, []).append(current)
        return cls(entries, acls)

    async def current(self, tenant: str, evidence: Sequence[Evidence]) -> Sequence[Current | None]:
        return [self._one(item) for item in evidence]

    def _one(self, evidence: Evidence) -> Current | None:
        entries = self._entries.get(evidence.id)
        if entries is None:
            return Current(version=evidence.version, text=evidence.text)
        if None in entries:
            return None
        known = [entry for entry in entries if entry is not None]
        # Several chunks of one document may each have an entry: the one that reads the same is this chunk's, unless
        # one of them says that the document as a whole is no longer active.
        inactive = [entry for entry in known if entry.status != DocumentStatus.ACTIVE]
        same = [entry for entry in known if entry.text == evidence.text or entry.sha256 == evidence.sha256]
        found = (inactive or same or known)[0]
        if found.text is None and found.sha256 is None and found.version is None:
            return replace(found, version=evidence.version)
        return found


_ANYBODY: frozenset[str] = frozenset()


def _narrower(one: frozenset[str] | None, two: frozenset[str] | None) -> frozenset[str] | None:
    """Who may read a document that was named twice: who both entries allow. An ACL that is null allows nobody."""
    if one is _ANYBODY:
        return two
    return None if one is None or two is None else one & two


def describe(checked: CheckedAnswer, scores: Scores | None = None) -> dict[str, Any]:
    """A checked answer as JSON; its fields are in docs/rows.md."""
    measured = scores or Scores()
    return {
        "answer": checked.answer,
        "action": checked.action.value,
        "citations": [_citation(checked, index) for index in range(len(checked.judgements))],
        "uncited": [_uncited(checked, index) for index in checked.decisions.uncited],
        "counts": dict(checked.counts),
        "unread": checked.unread,
        "incidents": [
            {"kind": item.kind.value, "handle": item.handle, "cache_key": item.cache_key} for item in checked.incidents
        ],
        "alce": _score(measured.alce),
        "strict": _score(measured.strict),
        "rendered": {"html": checked.html, "markdown": checked.markdown, "text": checked.text},
    }


def _uncited(checked: CheckedAnswer, index: int) -> dict[str, Any]:
    """A claim that cites nothing. One that stays as it is has the action ``keep``, a marked one ``uncited``."""
    claim = checked.parsed.claims[index]
    return {
        "claim": claim.text,
        "start": claim.start,
        "end": claim.end,
        "action": checked.decisions.claims[index].value,
    }


def _score(score: Score | None) -> dict[str, float | None]:
    recall, precision = (None, None) if score is None else (round(score.recall, 6), round(score.precision, 6))
    return {"citation_recall": recall, "citation_precision": precision}


def _support(judgement: Judgement) -> dict[str, Any] | None:
    """What the support stage looked at, where it ran. It runs only for what this reader may see."""
    note = judgement.support
    if not note.claim:
        return None
    return {
        "claim": note.claim,
        "reason": note.reason,
        "guard": note.guard or None,
        "together": list(note.together),
    }


def _citation(checked: CheckedAnswer, index: int) -> dict[str, Any]:
    judgement = checked.judgements[index]
    proposal = judgement.proposal
    claim = checked.parsed.claims[proposal.claim]
    return {
        "id": checked.records[index].id,
        "reference": proposal.reference,
        "kind": proposal.kind.value,
        "handle": proposal.handle,
        "claim": claim.text,
        "start": proposal.start,
        "end": proposal.end,
        "verdict": judgement.verdict.value,
        "reason": judgement.reason,
        "checks": {stage.value: check.value for stage, check in judgement.checks.items()},
        "quote": _quote(judgement.quotes) if judgement.verdict is not Verdict.UNAUTHORISED else None,
        "score": judgement.score,
        "support": _support(judgement),
        "action": checked.decisions.citations[index].value,
    }


def _quote(findings: Sequence[Any]) -> dict[str, Any] | None:
    """All quoted passages of one citation together: as good as the worst of them."""
    if not findings:
        return None
    worst = max((finding.status for finding in findings), key=list(QuoteStatus).index)
    return {"status": worst.value, "excerpts": [excerpt for finding in findings for excerpt in finding.excerpts]}
