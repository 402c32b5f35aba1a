"""A suite of small changes of meaning, for asking whether guards and models notice them."""

from __future__ import annotations

from citeward.evaluation.flips.suite import KINDS, FlipPair, flips, twins
from citeward.evaluation.flips.twins import TWINS

__all__ = ["KINDS", "TWINS", "FlipPair", "flips", "twins"]
