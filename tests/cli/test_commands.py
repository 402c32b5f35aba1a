"""The command line, run as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from citeward import __version__
from tests.world import EXAMPLES, ROOT, example

LAPTOP = EXAMPLES / "turns" / "laptop_policy.json"


def citeward(*arguments: str | Path, stdin: str = "", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "citeward", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=cwd, timeout=120, check=False)


class TestVerify:
    def test_one_turn_prints_a_report_and_a_block_is_status_1(self) -> None:
        done = citeward("verify", LAPTOP)
        assert done.returncode == 1
        assert "unauthorised" in done.stdout
        assert "This answer cannot be shown." in done.stdout

    @pytest.mark.parametrize("kind", ["html", "markdown", "text", "json"])
    def test_formats(self, kind: str, tmp_path: Path) -> None:
        turn = example("turns/laptop_policy.json") | {"principal": {"id": "sam", "groups": ["staff", "security"]}}
        file = tmp_path / "turn.json"
        file.write_text(json.dumps(turn), encoding="utf-8")
        done = citeward("verify", file, "--format", kind)
        assert done.returncode == 0, done.stderr
        expected = {"html": "<p>", "markdown": "](<https://", "text": "\u27e61\u27e7", "json": '"action": "deliver"'}
        assert expected[kind] in done.stdout

    def test_rows_come_out_in_order_and_a_bad_one_does_not_stop_the_others(self) -> None:
        good = json.dumps(example("turns/laptop_policy.json"))
        done = citeward("verify", "--jsonl", "-", stdin=f'{good}\n{{"id": "bad"}}\nnot json\n\n{good}\n')
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        assert [row["id"] for row in rows] == ["laptop-policy", "bad", None, "laptop-policy"]
        assert rows[1]["error"]["type"] == "RowError"
        assert rows[1]["error"]["message"].startswith("principal: missing")
        assert rows[2]["error"]["message"].startswith("line 3: not JSON")
        assert done.returncode == 1
        assert done.stderr == ""

    def test_a_blocked_row_is_a_verdict_and_no_error(self) -> None:
        done = citeward("verify", "--jsonl", "-", stdin=json.dumps(example("turns/laptop_policy.json")))
        assert json.loads(done.stdout)["action"] == "block"
        assert done.returncode == 0

    def test_a_policy_comes_from_the_configuration(self, tmp_path: Path) -> None:
        (tmp_path / "citeward.toml").write_text('policy = "own"\n[policies.own]\nmin_tier = 3\n', encoding="utf-8")
        row = example("turns/laptop_policy.json") | {"answer": "Use the tool [S2]."}
        done = citeward("verify", "--jsonl", "-", stdin=json.dumps(row), cwd=tmp_path)
        assert json.loads(done.stdout)["citations"][0]["verdict"] == "untrusted_source"


def test_rows_may_come_through_a_pipe_with_a_byte_order_mark_and_bad_bytes_among_them(tmp_path: Path) -> None:
    good = json.dumps(example("turns/laptop_policy.json")).encode()
    file = tmp_path / "rows"
    file.write_bytes(b"\xef\xbb\xbf" + good + b"\n\xff\xfe\n" + good + b"\n")
    piped = subprocess.run(
        [sys.executable, "-c", "from citeward.cli import main; main()", "verify", "--jsonl", "/dev/stdin"],
        input=file.read_bytes(), capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    for out in (piped.stdout.decode(), citeward("verify", "--jsonl", file).stdout):
        rows = [json.loads(line) for line in out.splitlines()]
        assert [row["id"] for row in rows] == ["laptop-policy", None, "laptop-policy"]
        assert "not JSON in UTF-8" in rows[1]["error"]["message"]


class TestErrors:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("verify", "no-such-file.json"), "no-such-file.json"),
            (("verify", "README.md"), "not JSON"),
            (("verify",), "a turn file"),
            (("verify", LAPTOP, "--jsonl", "-"), "either a turn file or --jsonl"),
            (("quote", LAPTOP, "words", "--jsonl", "-"), "--jsonl FILE"),
            (("verify", LAPTOP, "--config", "no.toml"), "no.toml"),
            (("why", "README.md"), "not JSON"),
            (("lookalike", "a.example", "--brands", "no-such-list"), "no-such-list"),
        ],
    )
    def test_an_error_is_one_line_and_never_a_traceback(self, arguments: tuple[str, ...], message: str) -> None:
        done = citeward(*arguments)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr

    def test_an_unknown_key_in_the_configuration_stops_everything(self, tmp_path: Path) -> None:
        (tmp_path / "citeward.toml").write_text("polcy = 'strict'\n", encoding="utf-8")
        done = citeward("verify", LAPTOP, cwd=tmp_path)
        assert done.returncode == 2
        assert "polcy: unknown key" in done.stderr


def test_why_names_stage_evidence_and_remedy() -> None:
    done = citeward("why", LAPTOP)
    assert done.returncode == 0
    for words in ("decided by", "access: not_permitted", "remedy", "purge the cache", "S4 = draft-exceptions"):
        assert words in done.stdout
    assert "draft-exceptions version 2\n" in done.stdout, "no tier of a source whose trust was not judged"
    assert "not for circulation" not in done.stdout, "why never prints text this principal may not read"


def test_render_reads_rows() -> None:
    ledger = {"S1": {"title": "T", "url": "https://a.example/", "text": "x"}}
    row = {"id": "r", "input": "Granted [S1].", "ledger": ledger}
    done = citeward("render", "--jsonl", "-", stdin=json.dumps(row))
    assert 'data-sid="S1"' in json.loads(done.stdout)["html"]


def test_quote_says_where_and_what_is_nearest(tmp_path: Path) -> None:
    file = tmp_path / "policy.txt"
    file.write_text("Items may be returned within 30 days of delivery.", encoding="utf-8")
    found = citeward("quote", file, "returned within 30 days")
    assert (found.returncode, found.stdout.splitlines()[0]) == (0, "verified")
    missing = citeward("quote", file, "returned within 14 days of delivery")
    assert missing.returncode == 1
    assert missing.stdout.startswith("unverified")


def test_url_judges_without_sending_anything() -> None:
    rows = [
        {"id": 1, "url": "https://example.com/", "resolves_to": ["93.184.216.34"]},
        {"id": 2, "url": "https://example.com/", "resolves_to": ["127.0.0.1"]},
        {"id": 3, "url": "https://example.com/", "resolves_to": "93.184.216.34"},
    ]
    done = citeward("url", "--jsonl", "-", stdin="\n".join(map(json.dumps, rows)))
    out = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row.get("decision") for row in out] == ["allow", "block", None]
    assert out[2]["error"]["message"].startswith("resolves_to: is a string")


def test_lookalike_tells_an_imitation() -> None:
    assert citeward("lookalike", "acme-portal.com", "--brand", "acme-portal.com").returncode == 0
    done = citeward("lookalike", "acme-p0rtal.com", "--brand", "acme-portal.com")
    assert done.returncode == 1
    assert done.stdout.startswith("block")


def test_the_demo_runs_and_leaves_a_page() -> None:
    done = subprocess.run(
        [sys.executable, "examples/demo.py"], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    page = (ROOT / "out" / "demo.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count('class="cw-page"') == 6
    assert "securlty" not in page


def test_extract_is_told_an_encoding_it_cannot_know(tmp_path: Path) -> None:
    file = tmp_path / "menu.txt"
    file.write_bytes("crème".encode("windows-1252"))
    assert "media_type=" in citeward("extract", file).stderr
    assert citeward("extract", file, "--media-type", "text/plain; charset=windows-1252").stdout == "crème\n"


def test_extract_shows_the_visible_text_with_its_pages(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<!doctype html><title>T</title><p>Shown.</p><p hidden>Not shown.</p>", encoding="utf-8")
    done = citeward("extract", file)
    assert done.returncode == 0, done.stderr
    assert "Shown." in done.stdout
    assert "Not shown." not in done.stdout
    about = json.loads(citeward("extract", file, "--json").stdout)
    assert about["media_type"] == "text/html"
    assert "Shown." in about["text"]


def test_quote_names_the_page_of_a_pdf(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    file = tmp_path / "policy.pdf"
    canvas = Canvas(str(file))
    canvas.drawString(72, 700, "Items may be returned within 30 days of delivery.")
    canvas.showPage()
    canvas.drawString(72, 700, "Opened software cannot be returned.")
    canvas.showPage()
    canvas.save()
    done = citeward("quote", file, "Opened software cannot be returned")
    assert done.returncode == 0, done.stderr
    assert "page 2" in done.stdout


def test_parse_reads_a_providers_reply() -> None:
    turn = example("payloads/anthropic_messages.json")
    row = {key: turn[key] for key in ("id", "provider", "payload", "request")}
    done = citeward("parse", "--jsonl", "-", stdin=json.dumps(row))
    out = json.loads(done.stdout)
    assert out["answer"].startswith("Yes. Items may be returned")
    assert [citation["source"]["index"] for citation in out["citations"]] == [0, 1, 0]


def test_the_version_is_printed() -> None:
    done = citeward("--version")
    assert (done.returncode, done.stdout) == (0, f"citeward {__version__}\n")
