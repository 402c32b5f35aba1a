"""The contractor laptop question, from the first draft of this project's purpose to the reader's screen."""

from __future__ import annotations

from citeward import AnswerAction, Verdict
from citeward.model import IncidentKind
from citeward.render import html
from citeward.rows import TurnRow, check_turn
from tests.render.pages import Page
from tests.world import SURE, example, verdicts

TURN = "turns/laptop_policy.json"
KEY = "answers:contractor-laptops:9f2c"


def test_a_model_that_saw_the_draft_is_blocked_and_the_incident_names_the_cache_entry() -> None:
    checked = TurnRow.read(example(TURN), support=SURE).check()
    assert [verdict for _, verdict in verdicts(checked)] == [
        Verdict.OK,
        Verdict.UNAUTHORISED,
        Verdict.OK,
        Verdict.MODEL_URL_STRIPPED,
        Verdict.FABRICATED,
    ]
    assert checked.action is AnswerAction.BLOCK
    assert [(i.kind, i.handle, i.cache_key) for i in checked.incidents] == [
        (IncidentKind.UNAUTHORISED_CITATION, "S4", KEY)
    ]


def test_a_blocked_reader_learns_nothing_of_the_hidden_source() -> None:
    checked = TurnRow.read(example(TURN), support=SURE).check()
    for shown in (checked.html, checked.markdown, checked.text):
        for secret in ("draft", "DRAFT", "exceptions", "CISO", "Exceptions", "S4", "securlty", "encryption"):
            assert secret not in shown


def test_with_the_access_check_before_the_prompt_the_draft_never_reaches_the_model() -> None:
    row = TurnRow.read(example(TURN), support=SURE)
    turn = row.gate.open(row.turn.principal, row.chunks)
    assert "CISO" not in turn.prompt
    assert "S4" not in turn.prompt
    assert [(i.kind, i.handle, i.cache_key) for i in turn.incidents] == [(IncidentKind.UNAUTHORISED_CHUNK, "S4", KEY)]


def test_regeneration_starts_from_a_fresh_context_without_the_draft() -> None:
    row = TurnRow.read(example(TURN), support=SURE)
    prompts: list[str] = []

    def model(prompt: str) -> str:
        prompts.append(prompt)
        return str(example(TURN)["answer"]) if "CISO" in prompt else "Laptops must use full-disk encryption [S1]."

    checked = row.gate.run(model, row.turn.principal, row.chunks)
    assert checked.action is AnswerAction.DELIVER
    assert all("CISO" not in prompt for prompt in prompts)
    assert KEY in {incident.cache_key for incident in checked.incidents}


def test_somebody_who_may_read_the_draft_gets_the_answer_without_the_link() -> None:
    turn = example(TURN) | {"principal": {"id": "sam", "groups": ["staff", "security"]}}
    answer = check_turn(turn, support=SURE)
    assert answer["action"] == "deliver"
    assert answer["counts"] == {"ok": 3, "fabricated": 1, "model_url_stripped": 1}
    assert "the policy portal" in answer["rendered"]["html"]
    assert "securlty-portal" not in str(answer["rendered"])
    assert "or see the policy portal (not supported by a source)" in Page(answer["rendered"]["html"]).body


def test_display_numbers_are_dense() -> None:
    turn = example(TURN) | {"principal": {"id": "sam", "groups": ["staff", "security"]}}
    shown = TurnRow.read(turn, support=SURE).check().shown
    assert [source.number for source in shown.sources] == [1, 2, 3]
    assert html(shown).count("data-sid=") == 3
