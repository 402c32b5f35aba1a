"""Models somebody brings: looked at, fetched from a hub of theirs, kept under a name. No code of theirs is run."""

from __future__ import annotations

from citeward.entailment.models.describe import ModelFacts, describe_model
from citeward.entailment.models.hub import Hub, HubModel
from citeward.entailment.models.shelf import MODELS, add_model, find_model, list_models

__all__ = ["MODELS", "Hub", "HubModel", "ModelFacts", "add_model", "describe_model", "find_model", "list_models"]
