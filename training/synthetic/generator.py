"""Draws synthetic pairs: every kind in balance, the same rewrites on both labels, and no tell-tale in the claim alone.

Classes of operations (see ``edits``):

SAME     keeps the meaning: a supported claim stays supported; applied at random on either side before anything else.
WEAKER   evidence E says more than weak(E): (E, weak(E)) is supported, (weak(E), E) is not.
CHANGE   (E, change(E)) and (change(E), E) are not supported; (change(E), change(E)) is.
STRONGER (E, strong(E)) is not supported; (strong(E), E) is.

Because a changed sentence stands as claim under both labels, the wording of the claim alone says nothing.
"""

from __future__ import annotations

import random
import re
from collections import Counter

from citeward.entailment.lexical import content, sentence_spans
from training.data import Pair
from training.synthetic import dates, meaning, numbers
from training.synthetic.edits import Context, Edit, Operation, Span, apply, old_spans
from training.synthetic.kinds import CHANGE, NOT_DOUBLED, RARE, SAME, STRONGER, WEAKER
from training.synthetic.statements import SLOT, STATEMENTS
from training.synthetic.statements import fill as fill_statement
from training.synthetic.statements import values as slot_values

__all__ = ["Generator"]


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [text[start:end] for start, end in sentence_spans(text)]


def usable(sentence: str) -> bool:
    """A whole declarative sentence of ordinary length that stands on its own well enough to be a claim."""
    return (
        35 <= len(sentence) <= 240
        and sentence[0].isupper()
        and sentence.endswith(".")
        and sentence.count(" ") >= 5
        and "|" not in sentence
        and not re.match(r"(?:However|But|And|So|Then|Also|Or|Yet|See|Table|Title)\b", sentence)
    )


class Generator:
    """An endless source of ``Pair``; deterministic for given rows and seed."""

    def __init__(self, rows: list[Pair], seed: int) -> None:
        self.random = random.Random(seed)
        self.pool: list[tuple[str, list[str]]] = []
        seen = set[str]()
        pictures = {"snli_dev", "neg_nli", "infotabs", "tabfact_pairs", "help_mono", "scone", "folio"}
        for row in rows:
            if row.source in seen or row.origin in pictures:
                continue
            seen.add(row.source)
            good = [sentence for sentence in sentences(row.source) if usable(sentence)]
            if good:
                self.pool.append((row.source, good))
        self.real = [
            row
            for row in rows
            if row.supported
            and 25 <= len(row.claim) <= 240
            and row.origin not in ("pubmedqa_yesno", "strategyqa_facts", "xquad_claims", "folio", "scone")
        ]
        self.names = sorted(
            {m.group() for _, good in self.pool for s in good for m in meaning.names(s) if len(m.group()) < 40}
        )
        self.counts: Counter[str] = Counter()

    def draw(self) -> Pair:
        """One pair; a draw that no operation fits is drawn again."""
        supported = self.random.random() < 0.5
        while True:
            way = self.random.random()
            pair = (
                self.statement(supported)
                if way < 0.2
                else self.sentence(supported)
                if way < 0.68
                else self.around(supported)
            )
            if pair is not None:
                return pair

    def context(self, passage: str, others: list[str]) -> Context:
        return Context(self.random, passage, self.random.sample(self.names, min(200, len(self.names))), others)

    def same(self, text: str, context: Context, most: int) -> str:
        """Up to ``most`` rewrites that keep the meaning."""
        kinds = list(SAME)
        self.random.shuffle(kinds)
        done = 0
        for kind in kinds:
            if done == most:
                break
            edits = SAME[kind](text, context)
            if edits:
                text = apply(text, edits)[0]
                done += 1
                self.counts["same: " + kind] += 1
        return text

    def choose(
        self, text: str, context: Context, kinds: dict[str, Operation], label: str
    ) -> tuple[str, list[Edit]] | None:
        """The applicable operation that was used least so far among the kinds, by a random draft of them."""
        order = sorted(
            kinds, key=lambda kind: (self.counts[f"{label}: {kind}"] / RARE.get(kind, 1.0)) + self.random.random() * 3
        )
        for kind in order[:9] if self.random.random() < 0.7 else self.random.sample(order, len(order)):
            edits = kinds[kind](text, context)
            if edits and apply(text, edits)[0].strip() != text.strip():
                self.counts[f"{label}: {kind}"] += 1
                return kind, edits
        return None

    def pair(self, source: str, claim: str, supported: bool, spans: tuple[Span, ...] | None) -> Pair:
        claim = claim.strip()
        return Pair(source, claim, supported, spans, "synthetic")

    def trimmed(self, source: str, sentence: str) -> str:
        """The passage, or a window around the sentence, or the sentence alone: evidence of every length."""
        way = self.random.random()
        if way < 0.15:
            return sentence
        if way < 0.4:
            at = source.find(sentence)
            start = max(0, source.rfind(". ", 0, max(0, at - self.random.randint(0, 250))) + 2)
            end = source.find(". ", min(len(source), at + len(sentence) + self.random.randint(0, 250)))
            return source[min(start, at) : end + 1 if end > 0 else len(source)]
        return source

    def sentence(self, supported: bool) -> Pair | None:
        """The claim is a sentence of the passage, rewritten; or it is changed on one side or on both."""
        rng = self.random
        source, good = rng.choice(self.pool)
        sentence = rng.choice(good)
        source = self.trimmed(source, sentence)
        context = self.context(source, good + rng.choice(self.pool)[1])
        way = rng.random()
        if not supported and way < 0.1:  # the sentence is missing
            rest = source.replace(sentence, " ").strip()
            if len(rest) < 60:
                rest = rng.choice(self.pool)[0]
            self.counts["missing sentence"] += 1
            claim = self.same(sentence, context, 1).strip()
            return self.pair(rest, claim, False, ((0, len(claim)),) if rng.random() < 0.3 else None)
        if way < 0.25 and len(good) > 1:  # two facts in one claim
            other = rng.choice([s for s in good if s != sentence])
            other_said = other[:-1] if other.endswith(".") else other
            edits: list[Edit] = []
            changed = sentence
            spans: tuple[Span, ...] = ()
            if not supported:
                chosen = self.choose(sentence, context, CHANGE | STRONGER, "half")
                if chosen is None:
                    return None
                edits = chosen[1]
                changed, spans = apply(sentence, edits)
            first = rng.random() < 0.5
            body = changed[:-1] if changed.endswith(".") else changed
            if len(body) + len(other_said) > 300:
                return None
            joint = ", and " if rng.random() < 0.5 else ". "
            claim = f"{body}{joint}{other_said}." if first else f"{other_said}{joint}{body}."
            shift = 0 if first else len(other_said) + len(joint)
            context_source = source if other in source else f"{source} {other}"
            return self.pair(context_source, claim, supported, tuple((a + shift, b + shift) for a, b in spans))
        claim_side, evidence_side = sentence, sentence
        spans = ()
        if supported:
            kind = rng.choices(("same", "weaker", "stronger evidence", "both"), (0.3, 0.3, 0.15, 0.25))[0]
            if kind == "weaker":
                chosen = self.choose(sentence, context, WEAKER, "weaker claim")
                if chosen:
                    claim_side = apply(sentence, chosen[1])[0]
            elif kind == "stronger evidence":
                chosen = self.choose(sentence, context, STRONGER, "stronger evidence")
                if chosen:
                    evidence_side = apply(sentence, chosen[1])[0]
            elif kind == "both":
                chosen = self.choose(
                    sentence, context, {k: v for k, v in (CHANGE | STRONGER).items() if k not in NOT_DOUBLED}, "both"
                )
                if chosen:
                    claim_side = evidence_side = apply(sentence, chosen[1])[0]
            claim_side = self.same(claim_side, context, rng.choice((0, 1, 1, 2)))
            if rng.random() < 0.25:
                chosen = self.choose(claim_side, context, WEAKER, "weaker claim")
                if chosen:
                    claim_side = apply(claim_side, chosen[1])[0]
        else:
            claim_side = self.same(sentence, context, rng.choice((0, 0, 1, 1)))
            kind = rng.choices(("claim", "evidence", "weak evidence"), (0.6, 0.22, 0.18))[0]
            if kind == "claim":
                chosen = self.choose(claim_side, context, CHANGE | STRONGER, "claim")
                if chosen is None:
                    return None
                claim_side, spans = apply(claim_side, chosen[1])
                if chosen[0] in ("condition",):
                    spans = ()
            else:
                claim_side = sentence
                table = {k: v for k, v in CHANGE.items() if k not in NOT_DOUBLED} if kind == "evidence" else WEAKER
                chosen = self.choose(sentence, context, table, kind)
                if chosen is None:
                    return None
                evidence_side = apply(sentence, chosen[1])[0]
                spans = old_spans(chosen[1])
        return self.finish(source, sentence, evidence_side, claim_side, supported, spans)

    def finish(
        self, source: str, sentence: str, evidence: str, claim: str, supported: bool, spans: tuple[Span, ...]
    ) -> Pair | None:
        """Put the evidence back into its passage; drop the full stop of the claim now and then."""
        if evidence != sentence:
            if sentence not in source:
                return None
            source = source.replace(sentence, evidence)
        if not supported and claim in source:
            return None
        if claim.endswith(".") and self.random.random() < 0.1:
            claim = claim[:-1]
        lead = len(claim) - len(claim.lstrip())
        known = tuple((a - lead, b - lead) for a, b in spans)
        return self.pair(source, claim, supported, known if supported or known else None)

    def around(self, supported: bool) -> Pair | None:
        """A real supported pair, claim in people's own words, whose claim or passage or both are changed."""
        rng = self.random
        row = rng.choice(self.real)
        context = self.context(row.source, [])
        if supported:
            return (
                self.pair(row.source, self.same(row.claim, context, 1), True, ())
                if rng.random() < 0.7
                else self.both(row, context)
            )
        claim = self.same(row.claim, context, 1)
        if rng.random() < 0.15:
            return self.without(row, claim)
        chosen = self.choose(
            claim,
            context,
            {k: v for k, v in (CHANGE | {"detail": STRONGER["detail"]}).items() if k not in ("predicate", "subject")},
            "real claim",
        )
        if chosen is None:
            return None
        changed, spans = apply(claim, chosen[1])
        return self.pair(row.source, changed, False, spans or None)

    def both(self, row: Pair, context: Context) -> Pair | None:
        """A name or number of both sides is replaced on both: still supported, though the claim looks odd."""
        for operation in self.random.sample((meaning.change_name, numbers.change_number, dates.change_year), 3):
            edits = operation(row.claim, context)
            if edits and len(edits) == 1:
                old, new = row.claim[edits[0].start : edits[0].end], edits[0].new
                word = re.compile(rf"\b{re.escape(old)}\b")
                if len(old) > 1 and word.search(row.source) and not re.search(rf"\b{re.escape(new)}\b", row.source):
                    source = new.join(word.split(row.source))
                    return self.pair(source, apply(row.claim, edits)[0], True, ())
        return None

    def without(self, row: Pair, claim: str) -> Pair | None:
        """The sentences that carry most words of the claim are taken out of the passage."""
        parts = sentences(row.source)
        if len(parts) < 3:
            return None
        wanted = set(content(claim))
        overlap = [len(wanted & set(content(part))) for part in parts]
        limit = max(1, max(overlap) // 2)
        rest = [part for part, size in zip(parts, overlap, strict=True) if size <= limit]
        if not rest or max(overlap) < 3 or len(rest) == len(parts):
            return None
        self.counts["evidence removed"] += 1
        return self.pair(" ".join(rest), claim, False, None)

    def statement(self, supported: bool) -> Pair | None:
        """A statement of our own, in another wording, with one slot changed, or a claim that only sounds alike."""
        rng = self.random
        entry = rng.choice(STATEMENTS)
        slots = slot_values(rng)
        form = rng.choice(entry.forms)
        evidence = fill_statement(form, slots)[0]
        if rng.random() < 0.75:  # with company: other statements or sentences of a passage
            company = [
                fill_statement(rng.choice(other.forms), slot_values(rng))[0]
                for other in rng.sample(STATEMENTS, rng.randint(0, 2))
                if other is not entry
            ]
            company += rng.choice(self.pool)[1][: rng.randint(0, 3)]
            at = rng.randint(0, len(company))
            source = " ".join([*company[:at], evidence, *company[at:]])
        else:
            source = evidence
        context = self.context(source, [])
        self.counts[f"statement {supported}"] += 1
        if supported:
            pick = rng.choice(entry.weaker) if entry.weaker and rng.random() < 0.4 else rng.choice(entry.forms)
            return self.pair(
                source, self.same(fill_statement(pick, slots)[0], context, rng.choice((0, 1, 1))), True, ()
            )
        way = rng.random()
        if entry.wrong and way < 0.4:
            return self.pair(source, fill_statement(rng.choice(entry.wrong), slots)[0], False, None)
        if way < 0.75:
            pick = rng.choice(entry.forms)
            shared = [name for name in SLOT.findall(pick) if name in SLOT.findall(form)]
            name = rng.choice(shared)
            fresh = slot_values(rng)[name]
            if fresh == slots[name]:
                return None
            claim, spans = fill_statement(pick, {**slots, name: fresh}, name)
            return self.pair(source, claim, False, spans)
        claim = fill_statement(rng.choice(entry.forms), slots)[0]
        chosen = self.choose(
            claim,
            context,
            {k: v for k, v in (CHANGE | STRONGER).items() if k not in ("predicate", "subject", "antonym")},
            "statement claim",
        )
        if chosen is None:
            return None
        changed, spans = apply(claim, chosen[1])
        return self.pair(source, changed, False, spans or None)
