"""Runs the gate over the example turns and replies, prints a report and writes one page to open in a browser."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.rule import Rule

from citeward import CheckedAnswer
from citeward.cli.report import print_report
from citeward.render import page
from citeward.rows import TurnRow

HERE = Path(__file__).parent
PAGE = HERE.parent / "out" / "demo.html"

CASES = (
    ("Ana may not read the draft: the answer is blocked", "turns/laptop_policy.json", {}),
    (
        "Somebody who may read the draft gets the answer, without the link",
        "turns/laptop_policy.json",
        {"principal": {"id": "sam", "groups": ["staff", "security"]}},
    ),
    ("Quotations from long documents", "turns/founding_documents.json", {}),
    ("A reply of Anthropic's Messages API", "payloads/anthropic_messages.json", {}),
    ("A reply of OpenAI's Responses API", "payloads/openai_responses.json", {}),
)


def regenerate(console: Console) -> CheckedAnswer:
    """The blocked question again, the way an application runs it: a fresh context without the draft."""
    row = TurnRow.read(json.loads((HERE / "turns/laptop_policy.json").read_text(encoding="utf-8")))
    prompts: list[str] = []

    def model(prompt: str) -> str:
        prompts.append(prompt)
        first = "Contractor laptops must use full-disk encryption [S1]. Use the self-service tool in the FAQ [S2]."
        return first + (" Exceptions require CISO approval [S4]." if "CISO" in prompt else "")

    checked = row.gate.run(model, row.turn.principal, row.chunks)
    seen = "is" if "CISO" in prompts[-1] else "is not"
    console.print(f"The draft {seen} in the prompt; {len(checked.incidents)} incident was raised all the same.")
    return checked


def main() -> None:
    """Prints one report per case and writes the page."""
    console = Console()
    answers = []
    for title, file, changes in CASES:
        console.print(Rule(title))
        turn = json.loads((HERE / file).read_text(encoding="utf-8")) | changes
        checked = TurnRow.read(turn).check()
        print_report(checked, console)
        answers.append((title, checked.html))
    console.print(Rule("The same question with the access check before the prompt"))
    checked = regenerate(console)
    print_report(checked, console)
    answers.append(("Asked with the access check before the prompt", checked.html))
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page("citeward: what the reader sees", answers), encoding="utf-8")
    console.print(f"\nOpen {PAGE.relative_to(HERE.parent)} in a browser to see what each reader gets.")


if __name__ == "__main__":
    main()
