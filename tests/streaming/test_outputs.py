"""What leaves the process: server-sent events, Vercel UI message parts, a terminal."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.policy import PERMISSIVE
from citeward.streaming import Mode, TailChanged, Terminal, sse, ui_parts, ui_stream
from tests.strategies import LAW, answers, cuts, pieces_of
from tests.streaming.screen import Screen, played, render_gate, render_turn
from tests.world import FORUM, gate, seen

ANSWER = "Items may be returned within 30 days [S1].\n\nFree for life [S9].\n\nLabels are free [S2]."
ESCAPES = re.compile(r"\x1b\[\d+A\x1b\[J")


def screen_of(answer: str = ANSWER, mode: Mode = Mode.HOLD) -> Screen:
    return played(gate().stream(seen(), mode=mode), answer)


class TestServerSentEvents:
    def test_each_is_a_name_and_one_line_of_data(self) -> None:
        for event in screen_of(mode=Mode.PLAIN_FIRST).events:
            assert re.fullmatch(r"event: [a-z]+\ndata: [ -~]+\n\n", sse(event))

    def test_line_ends_of_every_kind_stay_inside_the_data(self) -> None:
        wire = sse(TailChanged("a\r\nb\u2028c\n\ndata: x", append=True))
        assert wire.count("\n") == 3
        assert json.loads(wire.split("data: ", 1)[1])["text"] == "a\r\nb\u2028c\n\ndata: x"

    def test_nothing_of_what_was_not_granted_is_for_the_reader(self) -> None:
        wire = "".join(map(sse, screen_of("Secret [S9].\n\nLabels are free [S2].").events))
        assert "fabricated" not in wire
        assert "S9" not in wire
        assert "reason" not in wire

    def test_a_withdrawal_carries_the_notice_alone(self) -> None:
        events = screen_of("Labels are free [S2].\n\nFrom June 14 days [S4].").events
        wire = [sse(event) for event in events]
        assert [line.split("\n")[0] for line in wire][-2:] == ["event: withdrawn", "event: end"]
        assert "unauthorised" not in "".join(wire)
        assert "S4" not in "".join(wire)


class TestVercel:
    def test_a_block_is_a_data_part_and_its_upgrade_takes_its_place(self) -> None:
        events = screen_of(mode=Mode.PLAIN_FIRST).events
        parts = [part for event in events for part in ui_parts(event) if part["type"] == "data-citeward-block"]
        assert [part["id"] for part in parts if part["id"] == "block-0"] == ["block-0", "block-0"]

    def test_sources_come_at_the_end_and_an_unvetted_one_without_its_address(self) -> None:
        answer = "Refunds take two weeks [S3].\n\nLabels are free [S2]."
        end = played(gate(policy=PERMISSIVE).stream(seen()), answer).events[-1]
        parts = ui_parts(end)
        assert [part["type"] for part in parts] == ["source-document", "source-url", "data-citeward-end"]
        assert FORUM.url not in json.dumps(parts[:2])

    def test_the_tail_is_not_kept_in_the_message(self) -> None:
        [part] = ui_parts(TailChanged("Items ", append=True))
        assert part["transient"] is True

    def test_the_stream_is_one_line_of_json_a_part(self) -> None:
        wire = ui_stream(part for event in screen_of().events for part in ui_parts(event))
        for line in wire.strip().split("\n\n"):
            assert line.startswith("data: ")
            assert json.loads(line.removeprefix("data: "))["type"]


def visible(written: list[str], width: int) -> str:
    """What stands on a terminal: cursor up and erase are obeyed, rows wrap at the width."""
    rows: list[str] = [""]
    for chunk in written:
        for part in re.split(r"(\x1b\[\d+A\x1b\[J)", chunk):
            if (up := re.fullmatch(r"\x1b\[(\d+)A\x1b\[J", part)) is not None:
                assert rows[-1] == "", "the cursor is at the margin when it moves up"
                assert len(rows) > int(up.group(1))
                rows = [*rows[: len(rows) - 1 - int(up.group(1))], ""]
                continue
            for char in part:
                if char == "\n":
                    rows.append("")
                elif len(rows[-1]) == width:
                    rows.append(char)
                else:
                    rows[-1] += char
    return "\n".join(rows)


class TestTerminal:
    def test_it_ends_with_the_plain_text_of_the_answer(self) -> None:
        screen = screen_of(mode=Mode.PLAIN_FIRST)
        for width in (0, 20, 200):
            terminal = Terminal(width)
            shown = visible([terminal.write(event) for event in screen.events], width or 10_000)
            wanted = visible([gate().check(ANSWER, seen()).text], width or 10_000)
            assert shown == wanted

    def test_a_pipe_gets_no_escape_and_only_what_was_judged(self) -> None:
        terminal = Terminal()
        written = [terminal.write(event) for event in screen_of(mode=Mode.PLAIN_FIRST).events]
        assert "\x1b" not in "".join(written)
        assert "Free for life" not in "".join(written)

    def test_a_withdrawal_wipes_the_screen(self) -> None:
        screen = screen_of("Labels are free [S2].\n\nFrom June 14 days [S4].", Mode.PLAIN_FIRST)
        terminal = Terminal(40)
        shown = visible([terminal.write(event) for event in screen.events], 40)
        assert shown == "\u27e6This answer cannot be shown.\u27e7\n"

    @pytest.mark.parametrize(
        "attack",
        [
            "\x1b[2J",
            "\x1b]8;;https://evil.test\x07x\x1b]8;;\x07",
            "\x9b31m",
            "\x07",
            "a\rb",
            "\x08\x08",
            "\x1b]0;t\x07",
        ],
    )
    def test_nothing_the_model_writes_drives_the_terminal(self, attack: str) -> None:
        screen = played(
            gate().stream(seen(), mode=Mode.PLAIN_FIRST), f"Labels {attack} are free [S2].\n\nEnd {attack} here. "
        )
        terminal = Terminal(60)
        written = "".join(terminal.write(event) for event in screen.events)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", ESCAPES.sub("", written))

    @LAW
    @given(st.data())
    def test_any_answer_in_any_mode(self, data: st.DataObject) -> None:
        answer = data.draw(answers(16))
        mode = data.draw(st.sampled_from(list(Mode)))
        guard = render_gate(policy=PERMISSIVE)
        stream = guard.stream(render_turn(), mode=mode)
        screen = played(stream, pieces_of(answer, data.draw(cuts(answer))))
        terminal = Terminal(50)
        written = "".join(terminal.write(event) for event in screen.events)
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", ESCAPES.sub("", written))
        assert ESCAPES.sub("", Terminal().write(screen.events[-1])) == screen.end.text  # type: ignore[union-attr]
