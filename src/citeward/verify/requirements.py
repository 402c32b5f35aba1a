"""What must hold for a proposal to be granted: the part of a policy that the judge reads."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from citeward.model import Tier

__all__ = ["Need", "Requirements"]


class Need(StrEnum):
    """Whether a stage that nothing is configured for may be passed over, visibly, or fails."""

    SKIP = "skip"
    REQUIRE = "require"


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
