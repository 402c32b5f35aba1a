"""The names a host is compared with, prepared once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .domains import split_domain
from .edits import deletions
from .skeleton import coarse_skeleton, plain_letters, skeleton
from .syntax import host_syntax
from .unsafe import UnsafeUrl

LONG_LABEL = 5
"""Letters from which on a label is distinctive enough to be recognised inside or near another one. Below it, one edit
leads from one honest name to the next (doi/dol, bbc/abc): short names need an exact allowlist."""


@dataclass(frozen=True, slots=True)
class Brand:
    """One registrable domain that others may imitate."""

    domain: str
    label: str
    """The registrable label, decoded to Unicode."""
    suffix: str
    plain: str = field(init=False)
    skeleton: str = field(init=False)
    coarse: str = field(init=False)
    glued: str = field(init=False)
    """The skeleton of the domain without dots and hyphens: `naturecom`."""
    long: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plain", plain_letters(self.label))
        object.__setattr__(self, "skeleton", skeleton(self.label))
        object.__setattr__(self, "coarse", coarse_skeleton(self.label))
        object.__setattr__(self, "glued", joined(self.label, self.suffix))
        object.__setattr__(self, "long", len(self.label.replace("-", "")) >= LONG_LABEL)


def joined(*parts: str) -> str:
    """The skeleton of labels written together, dots and hyphens dropped."""
    return skeleton("".join(parts).replace(".", "").replace("-", ""))


def decoded(label: str) -> str:
    """An A-label as Unicode; anything else as it is."""
    if not label.startswith("xn--"):
        return label
    import idna

    try:
        return idna.ulabel(label)
    except (idna.IDNAError, UnicodeError):
        return label


class BrandIndex:
    """Hash tables over the brands, so that judging one host does not walk through all of them."""

    def __init__(self, brands: Iterable[str], aliases: Mapping[str, Iterable[str]]) -> None:
        """`brands` are domains or hosts in any spelling `host_syntax` reads; `aliases` maps a brand to further
        domains of the same owner, which are as good as the brand itself. Raises UnsafeUrl for an unreadable name."""
        self.owned: set[str] = set()
        self.brands: list[Brand] = []
        for name in brands:
            self._add(host_syntax(name))
        for name, others in aliases.items():
            if _registrable(host_syntax(name)) in self.owned:
                self.owned.update([_registrable(host_syntax(other)) for other in others])
        self.by_skeleton = _group((brand.skeleton, brand) for brand in self.brands)
        self.by_coarse = _group((brand.coarse, brand) for brand in self.brands)
        self.by_joined = _group((joined(brand.label), brand) for brand in self.brands)
        self.by_glued = _group((brand.glued, brand) for brand in self.brands)
        self.by_deletion = _group(
            (part, brand)
            for brand in self.brands
            if brand.long
            for form in (brand.plain, brand.skeleton)
            for part in deletions(form)
        )
        self.by_word = _group(
            (form, brand)
            for brand in self.brands
            if brand.long
            for form in (brand.plain.replace("-", ""), joined(brand.label))
        )
        self.word_lengths = sorted({len(word) for word in self.by_word})

    def owns(self, host: str) -> bool:
        """Whether a canonical host is a brand, one of its aliases, or a name below one."""
        return _registrable(host) in self.owned

    def _add(self, host: str) -> None:
        domain = _registrable(host)
        if domain in self.owned:
            return
        self.owned.add(domain)
        parts = split_domain(domain)
        if parts.registrable is not None:  # an address or a local name is only ever compared exactly
            self.brands.append(Brand(domain, decoded(parts.label), parts.suffix))


def readable(domain: str) -> str | None:
    """The canonical ASCII form of a domain in any spelling, None when it has none."""
    try:
        return host_syntax(domain)
    except UnsafeUrl:
        return None


def _registrable(host: str) -> str:
    return split_domain(host).registrable or host


def _group(pairs: Iterable[tuple[str, Brand]]) -> dict[str, list[Brand]]:
    table: dict[str, list[Brand]] = {}
    for key, brand in pairs:
        known = table.setdefault(key, [])
        if brand not in known:
            known.append(brand)
    return table
