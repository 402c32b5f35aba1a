"""The operations by name and class (see ``generator`` for what a class means)."""

from __future__ import annotations

from training.synthetic import clauses, dates, meaning, numbers, units
from training.synthetic.edits import Operation

SAME: dict[str, Operation] = {
    "number words": numbers.same_number,
    "percent sign": units.same_percent,
    "date form": dates.same_date,
    "unit conversion": units.same_unit,
    "synonym": meaning.same_synonym,
    "contraction": meaning.same_contraction,
    "word order": clauses.same_order,
    "voice": clauses.same_voice,
}
WEAKER: dict[str, Operation] = {
    "clause dropped": clauses.drop_clause,
    "rounding": numbers.weaken_bound,
    "quantifier weakened": meaning.weaken_strength,
}
STRONGER: dict[str, Operation] = {
    "condition": clauses.drop_condition,
    "quantifier": meaning.strengthen,
    "modality": meaning.strengthen_modal,
    "detail": clauses.add_detail,
}
CHANGE: dict[str, Operation] = {
    "number": numbers.change_number,
    "ordinal": numbers.change_ordinal,
    "percentage": units.change_percent,
    "currency": units.change_money,
    "unit": units.change_unit,
    "conversion": units.change_conversion,
    "bound": numbers.change_bound,
    "year": dates.change_year,
    "date": dates.change_date,
    "name": meaning.change_name,
    "role": meaning.change_role,
    "negation": meaning.negate,
    "modal": meaning.change_modal,
    "comparison": meaning.change_comparison,
    "antonym": meaning.change_antonym,
    "swap": meaning.swap_names,
    "voice swap": clauses.swap_voice,
    "predicate": clauses.swap_predicate,
    "subject": clauses.swap_subject,
}
# a change of these may coincide with the truth when both sides change, or with a conversion: never doubled
NOT_DOUBLED = {"conversion", "bound", "predicate", "subject", "voice swap"}
RARE = {"subject": 0.5, "predicate": 0.7, "antonym": 0.8}
