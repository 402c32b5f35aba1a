"""What must hold for a proposal to be granted: the part of a policy that the judge reads."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from citeward.model import Tier

__all__ = ["Lookups", "Need", "Requirements"]


class Need(StrEnum):
    """Whether a stage that nothing is configured for may be passed over, visibly, or fails."""

    SKIP = "skip"
    REQUIRE = "require"


class Lookups(StrEnum):
    """Which URLs may be looked up when an answer is checked, the narrowest first. Each includes the ones before it."""

    NONE = "none"
    """None: a URL causes neither a name lookup nor a request."""
    REPORTED = "reported"
    """Those that the provider or the retriever reported."""
    REGISTERED = "registered"
    """Those of registered hosts as well, whoever wrote them."""
    ANY = "any"
    """Those of any host. Whoever steers the model then chooses what is asked of the network: for single intents."""

    def narrower(self, other: Lookups) -> Lookups:
        """The narrower of two."""
        order = tuple(Lookups)
        return min(self, other, key=order.index)

    def includes(self, other: Lookups) -> bool:
        """Whether everything that ``other`` allows is allowed."""
        return self.narrower(other) is other


@dataclass(frozen=True, slots=True)
class Requirements:
    """The bar. Raising any of these can only make the outcome stricter."""

    min_tier: Tier = Tier.C
    external_tier: Tier = Tier.C
    """What a reference outside the ledger counts as once its registry has confirmed it."""
    support: Need = Need.REQUIRE
    external: Need = Need.REQUIRE
    supported_from: float | None = None
    """Probability a claim must reach besides the model's own threshold; None: the model's own."""
    unsupported_below: float | None = None
    """Probability under which it counts as unsupported even where the model calls it uncertain. Neither is granted."""
    allowed_hosts: tuple[str, ...] = ()
    """Hosts a cited URL may have (``example.com``, ``*.example.com``); empty: any."""
    further_allowlists: tuple[tuple[str, ...], ...] = ()
    """Allowlists of other policies that have to be met as well."""
    denied_hosts: tuple[str, ...] = ()
    brands: tuple[str, ...] = ()
    """Your own domains, for telling imitations of them."""
    principal_max_age: timedelta = timedelta(minutes=5)
    """Groups resolved longer ago decide nothing: a membership that ended must end here too."""
    lookups: Lookups = Lookups.NONE
    """Which URLs of an answer may be looked up, and so be cited. What is not looked up is taken out."""
