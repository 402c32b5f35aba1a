"""Is this host dressed up as one of ours?

Rule A blocks: the registrable label looks like a brand's, is one typing slip away from it under the same suffix, or
spells the brand's whole domain in one label. Rule B warns: the brand's label under another suffix, inside a longer
label, or as a subdomain of a stranger; honest country domains and fan sites look exactly so. Aliases are
configuration.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from .aliases import SHIPPED_ALIASES
from .brands import Brand, BrandIndex, decoded, joined, readable
from .domains import DomainParts, registrable_domain, split_domain
from .edits import deletions, within_one_edit
from .skeleton import coarse_skeleton, plain_letters, skeleton


class LookalikeVerdict(StrEnum):
    """What to do with a host."""

    OK = "ok"
    WARN = "warn"
    BLOCK = "block"


class LookalikeReason(StrEnum):
    """What the host has to do with the brand."""

    UNRELATED = "unrelated"
    OWN = "own"
    """The brand itself, an alias, or a name below one."""
    HOMOGLYPH = "homoglyph"
    TYPO = "typo"
    HYPHENATED = "hyphenated"
    GLUED_SUFFIX = "glued_suffix"
    """The brand's whole domain as one label: `nature-com.example`."""
    OTHER_SUFFIX = "other_suffix"
    BRAND_WORD = "brand_word"
    BRAND_SUBDOMAIN = "brand_subdomain"
    SPLIT_BRAND = "split_brand"
    """The brand's domain with a dot moved in: `natu.re.com`."""
    UNREADABLE = "unreadable"
    """No valid host: nothing can be said for it."""


@dataclass(frozen=True, slots=True)
class Lookalike:
    """The finding on one host: the gravest over all brands."""

    verdict: LookalikeVerdict
    brand: str | None
    """The registrable domain of the brand concerned, canonical ASCII."""
    reason: LookalikeReason


NEAR_POSITIONS = 2
"""Characters that may be merely alike (`u`/`v`, `5`/`s`) before a label stops reading as the brand."""

MIN_GLUED = 6
"""Letters a brand's domain must have to be recognised as one word: `doiorg` is no accident, `xcom` is."""

MIN_GLUED_SUFFIX = 3
"""Characters its suffix must have: with a country code the whole is often a plain word (`telegra.ph`, `youtu.be`)."""

_UNRELATED = Lookalike(LookalikeVerdict.OK, None, LookalikeReason.UNRELATED)
_UNREADABLE = Lookalike(LookalikeVerdict.BLOCK, None, LookalikeReason.UNREADABLE)


class Watchlist:
    """Brands and registered hosts, prepared once and asked often; a question costs the same for ten brands and ten
    thousand.

    Read-only after construction and safe to share between threads.
    """

    def __init__(self, brands: Iterable[str], aliases: Mapping[str, Iterable[str]] = SHIPPED_ALIASES) -> None:
        """Raises UnsafeUrl for a brand or alias that is no valid host."""
        self._index = BrandIndex(brands, aliases)

    def judge(self, domain: str) -> Lookalike:
        """The finding on a domain or host in any spelling. An invalid one is blocked as unreadable. Never raises."""
        host = readable(domain)
        if host is None:
            return _UNREADABLE
        if self._index.owns(host):
            return Lookalike(LookalikeVerdict.OK, registrable_domain(host) or host, LookalikeReason.OWN)
        parts = _cut(host)
        if parts is None:
            return _UNRELATED
        label = decoded(parts.label)
        for verdict, findings in (
            (LookalikeVerdict.BLOCK, self._rule_a(label, parts.suffix)),
            (LookalikeVerdict.WARN, self._rule_b(label, parts.suffix, parts.subdomain)),
        ):
            for brand, reason in findings:
                return Lookalike(verdict, brand.domain, reason)
        return _UNRELATED

    def _rule_a(self, label: str, suffix: str) -> Iterator[tuple[Brand, LookalikeReason]]:
        bones, plain = skeleton(label), plain_letters(label)
        for brand in self._index.by_skeleton.get(bones, ()):
            if _is_homoglyph(label, plain, suffix, brand):
                yield brand, LookalikeReason.HOMOGLYPH
        for brand in self._index.by_coarse.get(coarse_skeleton(label), ()):
            differing = sum(a != b for a, b in zip(bones, brand.skeleton, strict=True))
            allowed = NEAR_POSITIONS if brand.long else int(not label.isascii())
            if suffix == brand.suffix and 0 < differing <= allowed:
                yield brand, LookalikeReason.HOMOGLYPH
        for brand in self._index.by_joined.get(joined(label), ()):
            if suffix == brand.suffix and "-" in label and label != brand.label:
                yield brand, LookalikeReason.HYPHENATED
        for brand in self._index.by_glued.get(joined(label), ()):
            if len(brand.glued) >= MIN_GLUED and len(brand.suffix) >= MIN_GLUED_SUFFIX:
                yield brand, LookalikeReason.GLUED_SUFFIX
        for form in (plain, bones):
            for part in deletions(form):
                for brand in self._index.by_deletion.get(part, ()):
                    near = within_one_edit(plain, brand.plain) or within_one_edit(bones, brand.skeleton)
                    if suffix == brand.suffix and near:
                        yield brand, LookalikeReason.TYPO

    def _rule_b(self, label: str, suffix: str, subdomain: str) -> Iterator[tuple[Brand, LookalikeReason]]:
        for brand in self._index.by_skeleton.get(skeleton(label), ()):
            if label == brand.label:
                yield brand, LookalikeReason.OTHER_SUFFIX
            elif brand.long or suffix == brand.suffix:
                yield brand, LookalikeReason.HOMOGLYPH
        for brand in self._within(label):
            yield brand, LookalikeReason.BRAND_WORD
        below = [decoded(part) for part in subdomain.split(".") if part]
        for brand in self._index.by_glued.get(joined(*below, label, suffix), ()):
            yield brand, LookalikeReason.SPLIT_BRAND
        for i, name in enumerate(below):
            for brand in self._index.by_skeleton.get(skeleton(name), ()):
                following = [*below[i + 1 :], label, *suffix.split(".")]
                if brand.long or following[: brand.suffix.count(".") + 1] == brand.suffix.split("."):
                    yield brand, LookalikeReason.BRAND_SUBDOMAIN
            for brand in self._within(name):
                if brand.long:
                    yield brand, LookalikeReason.BRAND_SUBDOMAIN

    def _within(self, label: str) -> Iterator[Brand]:
        """Brands that stand in a longer label: as a word between hyphens, or anywhere if they are long. Bounded by
        63^2."""
        for word in label.split("-") if "-" in label else ():
            yield from self._index.by_skeleton.get(skeleton(word), ())
        for text in (plain_letters(label).replace("-", ""), joined(label)):
            for length in self._index.word_lengths:
                for start in range(len(text) - length + 1):
                    yield from self._index.by_word.get(text[start : start + length], ())


def lookalike(domain: str, brands: Iterable[str], aliases: Mapping[str, Iterable[str]] = SHIPPED_ALIASES) -> Lookalike:
    """The finding on one domain against a few brands. Build a `Watchlist` to ask more than once. Raises UnsafeUrl for
    a brand that is no valid host."""
    return Watchlist(brands, aliases).judge(domain)


def _cut(host: str) -> DomainParts | None:
    """Label and suffix of a host; the last label stands in for a suffix the Public Suffix List does not know."""
    parts = split_domain(host)
    if parts.registrable is not None:
        return parts
    if parts.suffix or not parts.subdomain:
        return None
    subdomain, _, label = parts.subdomain.rpartition(".")
    return DomainParts(subdomain, label, parts.label)


def _is_homoglyph(label: str, plain: str, suffix: str, brand: Brand) -> bool:
    if label == brand.label:
        return False
    if suffix == brand.suffix:
        # Among short ASCII names, dol and doi are two words; a digit or a foreign letter in place of a letter is no
        # accident.
        return brand.long or not label.isascii() or _digits(plain) > _digits(brand.plain)
    # Under another suffix only what no honest word of another language would hold: a foreign letter, a digit. A mark
    # alone (äpple.se) or a pair of letters (modern, modem) is left to rule B.
    foreign = not label.isascii() and _without_marks(label) != brand.label
    return brand.long and (foreign or _digits(plain) > _digits(brand.plain))


def _digits(text: str) -> int:
    return sum(c.isdigit() for c in text)


def _without_marks(label: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", label) if not unicodedata.combining(c))
