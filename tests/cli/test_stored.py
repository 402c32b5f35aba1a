"""The commands over a database, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from citeward.access import GroupAccess
from citeward.cli.moments import moment
from citeward.errors import InputError
from citeward.model import Principal
from citeward.records import RecordBook
from citeward.storage import SUPPORT_VERDICTS, Database

from ..records.worlds import SPAN, ask, build
from .calling import Shell, call

POLICY = f"4. Refunds\n\n{SPAN}\n"


@pytest.fixture
def shell(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """An empty database with one registered source, in a folder with one document."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs" / "legal").mkdir(parents=True)
    (tmp_path / "docs" / "returns.md").write_text(POLICY, "utf-8")
    shell = Shell(url)
    shell.ok("source", "add", "hr-policies", "--tier", "A", "--host", "*.acme.example", "--authority", "HR")
    return shell


@pytest.fixture
def answered(shell: Shell) -> tuple[Shell, str, str]:
    """The same with one document, two people, and one answer: the shell, the answer's id, its citation's id."""
    ingest = ("ingest", "docs", "--source", "hr-policies", "--acl", "support", "--version", "42")
    shell.ok(*ingest, "--url-base", "https://policies.acme.example")
    for name, group in (("sam", "support"), ("lea", "legal")):
        shell.ok("principal", "set", name, "--group", group)
    kept = shell.ok("verify", "--keep", "--jsonl", "-", stdin=json.dumps(turn())).json
    assert kept["action"] == "deliver", kept["citations"]
    return shell, kept["answer_id"], kept["citations"][0]["id"]


def turn(**changes: Any) -> dict[str, Any]:
    """A turn over the policy. Its groups and its ACL are its own word."""
    chunk = {"id": "returns.md", "version": "42", "text": SPAN, "trust": 3, "acl": ["support"]}
    row = {"id": "t", "principal": {"id": "sam", "groups": []}, "chunks": [chunk], "answer": f"{SPAN} [S1]"}
    return row | changes


class TestIngest:
    def test_an_unchanged_file_makes_no_version_and_an_edit_makes_one(self, shell: Shell) -> None:
        ingest = ("ingest", "docs", "--source", "hr-policies", "--acl", "support", "--json")
        assert shell.ok(*ingest).json == {"id": "returns.md", "version": "1", "new": True, "warnings": []}
        assert shell.ok(*ingest).json["new"] is False
        Path("docs/returns.md").write_text(POLICY.replace("30", "14"), "utf-8")
        assert shell.ok(*ingest).json == {"id": "returns.md", "version": "2", "new": True, "warnings": []}

    def test_documents_that_nobody_can_read_are_said(self, shell: Shell) -> None:
        ingest = ("ingest", "docs", "--source", "hr-policies", "--json")
        assert "1 of these documents can be read by nobody" in " ".join(shell.ok(*ingest).err.split())
        assert "nobody" not in shell.ok(*ingest, "--acl", "support").err
        assert "nobody" not in shell.ok(*ingest).err

    def test_a_file_that_fails_stops_none_of_the_others(self, shell: Shell) -> None:
        Path("docs/a-broken.pdf").write_bytes(b"%PDF-1.7 nothing else")
        Path("docs/legal/terms.txt").write_text("Terms apply.", "utf-8")
        done = shell("ingest", "docs", "--source", "hr-policies", "--acl", "support", "--json")
        assert done.status == 1
        broken, terms, returns = done.lines
        assert (broken["id"], set(broken["error"])) == ("a-broken.pdf", {"type", "message"})
        assert (terms["id"], returns["id"]) == ("legal/terms.txt", "returns.md")
        table = shell("ingest", "docs", "--source", "hr-policies")
        assert table.status == 1
        assert "0 new version, 2 unchanged, 1 failed" in table.out

    @pytest.mark.parametrize("at", [0, 1, 2])
    def test_a_path_that_is_not_there_costs_its_row_and_none_of_the_others(self, shell: Shell, at: int) -> None:
        Path("docs/legal/terms.txt").write_text("Terms apply.", "utf-8")
        paths = ["docs/returns.md", "docs/legal"]
        paths.insert(at, "docs/nothing.md")
        done = shell("ingest", *paths, "--source", "hr-policies", "--acl", "support", "--json")
        assert done.status == 1
        lines = {line["id"]: line for line in done.lines}
        assert lines["docs/nothing.md"]["error"]["type"] == "InputError"
        assert "there is no docs/nothing.md" in lines["docs/nothing.md"]["error"]["message"]
        assert (lines["returns.md"]["new"], lines["terms.txt"]["new"]) == (True, True)
        assert "nobody" not in done.err
        table = shell("ingest", *paths, "--source", "hr-policies")
        assert (table.status, "0 new version, 2 unchanged, 1 failed" in table.out) == (1, True)
        assert "there is no docs/nothing.md" in " ".join(table.out.split())

    def test_where_no_path_of_several_is_there_each_has_its_row(self, shell: Shell) -> None:
        done = shell("ingest", "a.md", "b.md", "a.md", "--source", "hr-policies", "--json")
        assert (done.status, [line["id"] for line in done.lines]) == (1, ["a.md", "b.md"])
        assert shell("ingest", "docs/returns.md", "a.md", "--source", "hr-policies", "--title", "T").status == 2

    @pytest.mark.parametrize("more", [(), ("--json",), ("--url-base", "https://policies.acme.example")])
    def test_a_file_whose_name_is_no_text_is_said_and_stops_none_of_the_others(
        self, shell: Shell, more: tuple[str, ...]
    ) -> None:
        for name in (b"docs/a\xff.txt", b"docs/a\x1b[2J.txt", b"docs/web:page.txt"):
            Path(os.fsdecode(name)).write_text("Somebody's words.", "utf-8")
        done = shell("ingest", "docs", "--source", "hr-policies", *more)
        assert done.status == 1
        assert "\x1b" not in done.out
        assert done.out.encode(), "it can be written wherever it goes"
        stored = shell.ok("ingest", "docs/returns.md", "--source", "hr-policies", "--json").json
        assert stored["new"] is False, "it was stored beside the others"

    def test_a_url_outside_the_sources_hosts_is_left_out_and_said(self, shell: Shell) -> None:
        ingest = ("ingest", "docs", "--source", "hr-policies", "--url-base")
        assert shell.ok(*ingest, "https://evil.example/p", "--json").json["warnings"] == ["url_refused"]
        assert shell.ok(*ingest, "https://policies.acme.example/p", "--json").json["warnings"] == []
        (listed,) = shell.ok("document", "list", "--json").lines
        assert listed["url"] == "https://policies.acme.example/p/returns.md"

    def test_title_version_and_prefix_of_one_file(self, shell: Shell) -> None:
        one = ("ingest", "docs/returns.md", "--source", "hr-policies", "--prefix", "shop/")
        assert shell.ok(*one, "--title", "Returns policy", "--version", "42", "--json").json["version"] == "42"
        (listed,) = shell.ok("document", "list", "--json").lines
        assert (listed["id"], listed["title"], listed["tier"]) == ("shop/returns.md", "Returns policy", 3)
        Path("docs/second.md").write_text("More.", "utf-8")
        done = shell("ingest", "docs", "--source", "hr-policies", "--title", "T")
        assert (done.status, "--title: is given for 2 files" in done.err) == (2, True)

    def test_what_is_not_registered_or_not_there_is_said_before_anything_is_stored(self, shell: Shell) -> None:
        done = shell("ingest", "docs", "--source", "nowhere")
        assert done.status == 2
        assert "citeward source add nowhere" in " ".join(done.err.split())
        assert "there is no nothing.md" in shell("ingest", "nothing.md", "--source", "hr-policies").err
        assert "reserved word" in shell("ingest", "docs", "--source", "hr-policies", "--acl", "everyone:").err
        assert shell.ok("document", "list", "--json").lines == []

    def test_what_is_no_file_is_said_and_not_waited_for(self, shell: Shell) -> None:
        os.mkfifo("docs/pipe")
        done = shell("ingest", "docs/pipe", "--source", "hr-policies")
        assert (done.status, "docs/pipe is neither a file nor a folder" in done.err) == (2, True)

    def test_a_document_stays_with_its_source(self, shell: Shell) -> None:
        shell.ok("ingest", "docs", "--source", "hr-policies")
        shell.ok("source", "add", "drive", "--tier", "1")
        done = shell("ingest", "docs", "--source", "drive", "--json")
        assert (done.status, done.json["error"]["type"]) == (1, "InputError")
        assert "belongs to source 'hr-policies'" in done.json["error"]["message"]

    def test_a_document_that_calls_itself_authoritative_is_what_it_came_through(self, shell: Shell) -> None:
        shell.ok("source", "add", "shared-drive", "--tier", "C")
        Path("docs/copy.md").write_text("# HR Policy v3\n\nLeave is 60 days.", "utf-8")
        shell.ok("ingest", "docs/copy.md", "--source", "shared-drive", "--public")
        (listed,) = shell.ok("document", "list", "--source", "shared-drive", "--json").lines
        assert (listed["title"], listed["tier"]) == ("HR Policy v3", 1)


class TestAnswers:
    def test_an_answer_is_kept_and_shown_to_each_viewer_as_it_is_now(self, answered: tuple[Shell, str, str]) -> None:
        shell, answer, citation = answered
        sam = shell.ok("show", answer, "--principal", "sam", "--json").json
        assert sam["citations"] == [{"id": citation, "state": "current", "reason": "unchanged"}]
        assert sam["viewer"]["json"]["citations"][0]["claim"] == SPAN
        assert sam["viewer"]["html"] == shell.ok("show", answer, "--principal", "sam", "--html").out
        Path("docs/returns.md").write_text(POLICY.replace("30", "14"), "utf-8")
        shell.ok("ingest", "docs/returns.md", "--source", "hr-policies", "--version", "43")
        changed = shell.ok("show", answer, "--principal", "sam", "--json").json
        assert changed["citations"][0]["state"] == "source_changed"
        assert changed["viewer"]["json"]["citations"][0]["current"]["version"] == "43"
        assert "returns.md version 43" in " ".join(shell.ok("show", answer, "--principal", "sam").out.split())

    def test_an_answer_is_for_its_asker_and_a_group_named_here_counts_for_documents_only(
        self, answered: tuple[Shell, str, str]
    ) -> None:
        shell, answer, citation = answered
        assert shell.ok("show", answer, "--principal", "lea", "--group", "support", "--json").json["citations"] == []
        found = shell.ok("show", citation, "--principal", "lea", "--group", "support", "--json").json
        assert found == {"citations": [{"id": citation, "state": "unavailable", "reason": "no_longer_permitted"}]}

    def test_an_answer_is_shared_and_each_of_its_readers_is_judged_for_what_it_cites(
        self, answered: tuple[Shell, str, str]
    ) -> None:
        shell, answer, _ = answered

        def seen_by(viewer: str) -> list[str]:
            found = shell.ok("show", answer, "--principal", viewer, "--json").json["citations"]
            return [each["state"] for each in found]

        alone = " ".join(shell.ok("show", answer, "--principal", "lea").out.split())
        assert "lea may not open it; it may be opened by principal:sam" in alone
        assert shell.ok("share", answer, "--acl", "legal").out == f"{answer} may be opened by legal, principal:sam\n"
        assert (seen_by("lea"), seen_by("sam")) == (["unavailable"], ["current"])
        shell.ok("document", "acl", "returns.md", "--acl", "support", "--acl", "legal")
        assert (seen_by("lea"), seen_by("sam")) == (["current"], ["current"])
        shared = shell.ok("share", answer, "--public", "--deny", "legal", "--json").json
        assert shared == {"id": answer, "audience": {"allow": ["everyone:", "principal:sam"], "deny": ["legal"]}}
        assert shell.ok("show", answer, "--json").json["audience"] == shared["audience"]
        assert "may be opened by everybody, principal:sam except legal" in " ".join(
            shell.ok("show", answer).out.split()
        )
        assert (seen_by("lea"), seen_by("sam"), seen_by("eve")) == ([], ["current"], ["unavailable"])
        assert shell.ok("share", answer, "--nobody").out == f"{answer} may be opened by principal:sam\n"
        assert seen_by("eve") == []

    @pytest.mark.parametrize(
        ("group", "printed"),
        [("a, b", "'a, b'"), ("everybody", "'everybody'"), ("nobody", "'nobody'"), ("a\u202eb", "'a\\u202eb'")],
    )
    def test_a_group_cannot_be_called_so_that_it_reads_as_something_else(
        self, answered: tuple[Shell, str, str], group: str, printed: str
    ) -> None:
        shell, answer, _ = answered
        assert f" {printed}" in shell.ok("share", answer, "--acl", group).out

    def test_what_cannot_be_shared_is_said(self, answered: tuple[Shell, str, str]) -> None:
        shell, answer, _ = answered
        assert "not stored" in shell("share", "nothing", "--public").err
        assert (shell("share", answer).status, shell("share", answer, "--public", "--nobody").status) == (2, 2)
        shell.ok("erase", "--answer", answer, "--reason", "request 7", "--yes")
        assert "was erased" in shell("share", answer, "--public").err
        assert "erased" in shell.ok("show", answer, "--principal", "sam").out

    def test_an_operator_sees_what_was_recorded(self, answered: tuple[Shell, str, str]) -> None:
        shell, answer, citation = answered
        whole = shell.ok("show", answer, "--json").json
        assert (whole["principal"], whole["action"], whole["policy"]) == ("sam", "deliver", "strict")
        (record,) = whole["records"]
        assert record == shell.ok("show", citation, "--json").json
        assert (record["document"], record["version"], record["verdict"], record["tier"]) == (
            "returns.md", "42", "ok", 3,
        )  # fmt: skip
        assert POLICY[record["roots"][0]["start"] : record["roots"][0]["end"]] == SPAN
        assert citation in shell.ok("show", answer).out
        assert "membership" in shell.ok("show", citation).out

    def test_foreign_names_do_nothing_to_a_terminal(self, shell: Shell) -> None:
        said = {"model": "m\x1b[2J[/bold]", "role": "assistant", "content": [{"type": "text", "text": "Hello."}]}
        row = turn(provider="anthropic", payload=said, principal={"id": "[/red] eve", "groups": []})
        del row["answer"]
        kept = shell.ok("verify", "--keep", "--jsonl", "-", stdin=json.dumps(row)).json
        done = shell.ok("show", kept["answer_id"])
        assert "\x1b" not in done.out
        shown = " ".join(done.out.split())
        assert "[/red] eve" in shown
        assert "[/bold]" in shown

    def test_what_is_not_there_and_what_says_nothing_is_an_error(self, answered: tuple[Shell, str, str]) -> None:
        shell, answer, citation = answered
        assert (shell("show", "nothing").status, shell("show", answer, "--html").status) == (2, 2)
        assert "is one record" in shell("show", citation, "--principal", "sam", "--html").err

    def test_the_database_has_the_last_word_on_groups_access_and_text(self, answered: tuple[Shell, str, str]) -> None:
        shell, _, _ = answered
        forged = turn()["chunks"][0] | {"text": SPAN.replace("30", "90")}
        rows = [
            turn(principal={"id": "eve", "groups": ["support"]}),
            turn(chunks=[forged], answer="Refunds are accepted within 90 days [S1]."),
            turn(),
            {"id": "bad"},
        ]
        done = shell("verify", "--jsonl", "-", stdin="\n".join(map(json.dumps, rows)))
        eve, forged_row, sam, bad = done.lines
        assert (eve["action"], eve["citations"][0]["verdict"]) == ("block", "unauthorised")
        assert forged_row["citations"][0]["verdict"] == "changed_since_retrieval"
        assert sam["action"] == "deliver"
        assert "answer_id" not in sam, "nothing is kept unless --keep says so"
        assert (done.status, bad["error"]["type"]) == (1, "RowError")

    def test_one_turn_is_kept_from_a_file(self, answered: tuple[Shell, str, str]) -> None:
        shell, _, _ = answered
        Path("turn.json").write_text(json.dumps(turn()), "utf-8")
        said = shell.ok("verify", "turn.json", "--keep").out
        answer = said.rpartition("kept as answer ")[2].strip()
        assert shell.ok("show", answer, "--json").json["id"] == answer
        assert "answer_id" in json.loads(shell.ok("verify", "turn.json", "--keep", "--format", "json").out)

    @pytest.mark.parametrize(("keep", "kept"), [("true", 1), ("false", 0)])
    def test_verdicts_of_support_are_kept_where_the_configuration_says_so(
        self, answered: tuple[Shell, str, str], keep: str, kept: int
    ) -> None:
        shell, _, _ = answered
        Path("citeward.toml").write_text(f"[support]\nkeep_verdicts = {keep}\n", "utf-8")
        assert shell.ok("verify", "--jsonl", "-", stdin=json.dumps(turn())).json["action"] == "deliver"

        async def rows() -> int:
            async with await Database.open(shell.url) as database, database.read() as connection:
                return len((await connection.execute(select(SUPPORT_VERDICTS))).all())

        assert asyncio.run(rows()) == kept


@pytest.mark.parametrize("missing", ["sqlalchemy", "alembic", "aiosqlite"])
@pytest.mark.parametrize(
    "command", [("document", "list"), ("verify", "--jsonl", "-"), ("verify", "--keep", "--jsonl", "-")]
)
def test_a_missing_extra_is_named(
    command: tuple[str, ...], missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)  # as an interpreter without it finds it
    (tmp_path / "a.db").touch()
    done = call(*command, "--database", f"sqlite:///{tmp_path}/a.db", stdin=json.dumps(turn()))
    assert done.status == 2
    assert f"needs {missing}, which is not installed" in " ".join(done.err.split())
    assert 'pip install "citeward[storage]"' in " ".join(done.err.split())


class TestOutOfUse:
    @pytest.mark.parametrize(
        ("act", "reason"),
        [("retire", "retired"), ("retract", "retracted"), ("remove", "source_removed"), ("poison", "poisoned")],
    )
    def test_a_document_is_unavailable_at_once_and_the_answers_that_used_it_are_listed(
        self, answered: tuple[Shell, str, str], act: str, reason: str
    ) -> None:
        shell, answer, citation = answered
        done = shell.ok("document", act, "returns.md", "--json").json
        assert (done["answers"], done["documents"]) == ([answer], [])
        (state,) = shell.ok("show", answer, "--principal", "sam", "--json").json["citations"]
        assert state == {"id": citation, "state": "unavailable", "reason": reason}
        assert answer in shell.ok("document", "reinstate", "returns.md").out
        (state,) = shell.ok("show", answer, "--principal", "sam", "--json").json["citations"]
        assert state["state"] == "current"

    @pytest.mark.parametrize(("act", "reason"), [("retire", "retired"), ("poison", "poisoned")])
    def test_a_source_takes_all_of_its_documents_with_it(
        self, answered: tuple[Shell, str, str], act: str, reason: str
    ) -> None:
        shell, answer, citation = answered
        assert answer in shell.ok("source", act, "hr-policies").out
        (state,) = shell.ok("show", answer, "--principal", "sam", "--json").json["citations"]
        assert state == {"id": citation, "state": "unavailable", "reason": reason}
        (listed,) = shell.ok("source", "list", "--json").lines
        assert (listed["status"], listed["hosts"]) == (reason, ["*.acme.example"])
        assert shell.ok("source", "reinstate", "hr-policies", "--json").json["answers"] == [answer]
        assert shell.ok("show", answer, "--principal", "sam", "--json").json["citations"][0]["state"] == "current"

    def test_a_successor_is_named_to_who_may_read_it(self, answered: tuple[Shell, str, str]) -> None:
        shell, answer, _ = answered
        Path("docs/returns-2.md").write_text("Ask the desk.", "utf-8")
        shell.ok("ingest", "docs/returns-2.md", "--source", "hr-policies", "--acl", "legal")
        shell.ok("document", "supersede", "returns.md", "--by", "returns-2.md")

        def successor() -> Any:
            shown = shell.ok("show", answer, "--principal", "sam", "--json").json["viewer"]["json"]
            return shown["citations"][0]["current"]

        assert successor() is None
        shell.ok("document", "acl", "returns-2.md", "--acl", "support")
        assert successor()["version"] == "1"

    def test_an_access_list_is_changed_for_everything_that_was_ever_cited(
        self, answered: tuple[Shell, str, str]
    ) -> None:
        shell, answer, _ = answered

        def state() -> str:
            return str(shell.ok("show", answer, "--principal", "sam", "--json").json["citations"][0]["state"])

        for options, expected in (
            (("--nobody",), "unavailable"),
            (("--public",), "current"),
            (("--public", "--deny", "support"), "unavailable"),
            (("--acl", "outer"), "unavailable"),
        ):
            shell.ok("document", "acl", "returns.md", *options)
            assert state() == expected
        shell.ok("principal", "nest", "support", "--within", "outer")
        assert state() == "current"
        assert shell("document", "acl", "returns.md").status == 2
        assert shell("document", "acl", "returns.md", "--acl", "a", "--public").status == 2
        assert shell.ok("principal", "show", "sam", "--json").json == {"id": "sam", "groups": ["support"]}

    def test_who_may_read_what_is_listed(self, shell: Shell) -> None:
        Path("docs/legal/terms.txt").write_text("Terms apply.", "utf-8")
        shell.ok("ingest", "docs", "--source", "hr-policies")
        shell.ok("document", "acl", "returns.md", "--acl", "support", "--deny", "interns")
        shell.ok("document", "acl", "returns.md", "--link", "--public")
        terms, returns = shell.ok("document", "list", "--json").lines
        assert (terms["acl"], terms["link_acl"]) == ({"allow": [], "deny": []}, None)
        assert (returns["acl"], returns["link_acl"]) == (
            {"allow": ["support"], "deny": ["interns"]}, {"allow": ["everyone:"], "deny": []},
        )  # fmt: skip
        listed = shell.ok("document", "list").out
        assert "support except interns" in listed
        assert "nobody" in listed

    def test_what_is_not_there_cannot_change(self, shell: Shell) -> None:
        for command in (("document", "retire", "x"), ("source", "poison", "x"), ("document", "acl", "x", "--public")):
            done = shell(*command)
            assert done.status == 2
            assert "not stored" in done.err or "not registered" in done.err
        assert "is not a tier" in shell("source", "add", "s", "--tier", "best").err


class TestQuestions:
    def test_who_cited_it(self, answered: tuple[Shell, str, str]) -> None:
        shell, answer, _ = answered
        for named in (
            ("--source", "hr-policies"),
            ("--document", "returns.md"),
            ("--document", "returns.md", "--version", "42"),
        ):
            assert shell.ok("cited", *named, "--json").json["answers"] == [answer]
        assert shell.ok("cited", "--document", "returns.md", "--version", "41", "--json").json["answers"] == []
        assert shell.ok("cited", "--source", "hr-policies", "--since", "1h", "--json").json["answers"] == [answer]
        late = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
        assert shell.ok("cited", "--source", "hr-policies", "--since", late, "--json").json["answers"] == []
        assert "asked by" in shell.ok("cited", "--source", "hr-policies").out
        assert shell("cited").status == 2
        assert shell("cited", "--source", "a", "--document", "b").status == 2

    def test_how_displays_fared(self, url: str) -> None:
        asyncio.run(_displayed(url))
        env = {**os.environ, "CITEWARD_DATABASE": url}
        done = subprocess.run(
            [sys.executable, "-m", "citeward", "states", "--json", "--since", "7d"],
            capture_output=True, text=True, env=env, timeout=120, check=False,
        )  # fmt: skip
        assert [json.loads(line) for line in done.stdout.splitlines()] == [
            {"state": "current", "reason": "unchanged", "citations": 3, "share": 0.75},
            {"state": "unavailable", "reason": "no_longer_permitted", "citations": 1, "share": 0.25},
        ]

    def test_an_operator_who_looks_is_no_display(self, answered: tuple[Shell, str, str]) -> None:
        shell, answer, _ = answered
        shell.ok("show", answer, "--principal", "sam")
        assert shell.ok("states", "--json").lines == []
        assert "nothing was displayed" in shell.ok("states").out


async def _displayed(url: str) -> None:
    """An answer that an application showed four times."""
    async with await Database.open(url) as database:
        world = await build(database)
        await ask(world, "a", f"{SPAN} [S1]", "policy")
        book = RecordBook(database, GroupAccess(database), counts=True)
        for viewer in ("sam", "sam", "sam", "eve"):
            await book.show("a", Principal(viewer))


class TestErase:
    def test_an_answer_its_asker_and_a_document_go_and_the_log_stays_whole(
        self, answered: tuple[Shell, str, str]
    ) -> None:
        shell, answer, _ = answered
        again = shell.ok("verify", "--keep", "--jsonl", "-", stdin=json.dumps(turn())).json["answer_id"]
        erase = ("erase", "--reason", "request 7", "--yes", "--json")
        assert shell.ok(*erase, "--answer", answer).json["erased"] == {"answers": 1, "versions": 0}
        assert shell.ok("show", answer, "--json").json["principal"] is None
        assert shell.ok("show", answer, "--principal", "sam", "--json").json["citations"] == []
        assert shell.ok(*erase, "--principal", "sam").json["erased"] == {"answers": 1, "versions": 0}
        assert shell.ok("show", again, "--json").json["principal"] is None
        assert shell.ok(*erase, "--document", "returns.md").json["erased"] == {"answers": 0, "versions": 1}
        verified = shell.ok("log", "verify", "--json").json
        assert verified["ok"] and verified["erased"] > 3  # words around citations, and changes of access, too

    def test_check_says_where_words_still_stand(self, answered: tuple[Shell, str, str]) -> None:
        shell, _, _ = answered
        found = shell("erase", "--check", "-", "--json", stdin="within 30 days")
        assert (found.status, found.json["clean"], set(found.json["rows"])) == (1, False, {"payloads"})
        assert "STILL THERE" in shell("erase", "--check", "within 30 days").out
        nowhere = shell.ok("erase", "--check", "words that nobody ever wrote")
        assert "found nowhere" in nowhere.out
        assert shell("erase", "--check", " ", "--document", "d").status == 2

    def test_nothing_goes_without_a_reason_and_a_yes(self, answered: tuple[Shell, str, str]) -> None:
        shell, answer, _ = answered
        assert shell("erase", "--answer", answer, "--yes").status == 2
        assert shell("erase", "--yes", "--reason", "r").status == 2
        assert shell("erase", "--answer", answer, "--document", "returns.md", "--reason", "r", "--yes").status == 2
        assert shell("erase", "--answer", answer, "--reason", "r", stdin="n\n").status == 1
        assert shell("erase", "--answer", "nothing", "--reason", "r", "--yes").status == 2
        assert shell.ok("show", answer, "--json").json["principal"] == "sam"
        asked = shell.ok("erase", "--answer", answer, "--reason", "r", stdin="y\n")
        assert "erased the texts of 1" in asked.out

    def test_retention_erases_what_its_rules_say(self, answered: tuple[Shell, str, str]) -> None:
        shell, answer, _ = answered
        Path("docs/returns.md").write_text(POLICY.replace("30", "14"), "utf-8")
        shell.ok("ingest", "docs/returns.md", "--source", "hr-policies")
        erase = ("erase", "--retention", "--yes", "--json")
        assert "nothing is configured" in shell(*erase).err
        rules = "[retention]\nanswers_days = 1\n[retention.sources.hr-policies]\nversions_days = 0\n"
        Path("citeward.toml").write_text(rules, "utf-8")
        assert shell.ok(*erase).json["erased"] == {"answers": 0, "versions": 1}
        assert shell.ok("show", answer, "--json").json["principal"] == "sam"
        Path("citeward.toml").write_text(rules.replace("= 1", "= 0"), "utf-8")
        assert shell.ok(*erase).json["erased"] == {"answers": 1, "versions": 0}
        assert shell.ok("log", "verify", "--json").json["erased"] == 3  # words around citations too


class TestLog:
    def test_a_head_that_was_published_is_found_again(self, answered: tuple[Shell, str, str]) -> None:
        shell, _, _ = answered
        Path("head.json").write_text(shell.ok("log", "head").out, "utf-8")
        shell.ok("document", "retire", "returns.md")
        public = call("log", "key", "key.jwk").out
        Path("public.jwk").write_text(public, "utf-8")
        assert Path("key.jwk").stat().st_mode & 0o077 == 0
        assert call("log", "key", "key.jwk").status == 2
        Path("signed.json").write_text(shell.ok("log", "head", "--key", "key.jwk").out, "utf-8")
        assert shell.ok("log", "verify", "--head", "signed.json", "--key", "public.jwk", "--json").json["ok"]
        assert shell("log", "verify", "--head", "signed.json").status == 2
        assert shell("log", "verify", "--head", "head.json", "--key", "public.jwk").status == 2
        done = shell.ok("log", "verify", "--head", "head.json")
        assert done.out.startswith("whole: ")
        assert shell("log", "verify", "--head", "head.json", "--tenant", "acme").status == 2
        Path("head.json").write_text('{"seq": 99, "hash": "ff"}', "utf-8")
        cut = shell("log", "verify", "--head", "head.json", "--json")
        assert (cut.status, cut.json["ok"], cut.json["problems"][0]["kind"]) == (1, False, "cut_off")
        Path("head.json").write_text("not json", "utf-8")
        assert shell("log", "verify", "--head", "head.json").status == 2

    def test_an_altered_row_is_named(self, answered: tuple[Shell, str, str]) -> None:
        shell, _, _ = answered
        if not shell.url.startswith("sqlite"):
            pytest.skip("altered through another program's connection, which here is SQLite's")
        other = sqlite3.connect(shell.url.removeprefix("sqlite:///"))
        other.execute("DROP TRIGGER verdicts_no_update")
        other.execute("UPDATE verdicts SET verdict = 'fabricated'")
        other.commit()
        other.close()
        done = shell("log", "verify")
        assert done.status == 1
        assert "NOT WHOLE" in done.out and "altered_rows" in done.out


class TestTenants:
    def test_one_tenants_world_is_not_anothers(self, answered: tuple[Shell, str, str]) -> None:
        shell, answer, _ = answered
        other = ("--tenant", "acme")
        assert shell("show", answer, *other).status == 2
        assert shell.ok("source", "list", "--json", *other).lines == []
        assert shell("ingest", "docs", "--source", "hr-policies", *other).status == 2
        shell.ok("source", "add", "hr-policies", "--tier", "D", *other)
        assert [line["tier"] for line in shell.ok("source", "list", "--json").lines] == [3]


class TestWhere:
    def test_the_configuration_and_the_environment_name_the_database(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("citeward.toml").write_text('[database]\nurl = "sqlite:///from-file.db"\n', "utf-8")
        assert call("source", "add", "s", "--tier", "B").status == 0
        monkeypatch.setenv("CITEWARD_DATABASE", "sqlite:///from-env.db")
        assert call("source", "add", "s", "--tier", "B").status == 0
        assert {path.name for path in tmp_path.glob("*.db")} == {"from-file.db", "from-env.db"}

    def test_a_question_to_a_database_that_is_not_there_makes_none(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for command in (("source", "list"), ("log", "verify"), ("cited", "--source", "s"), ("verify", "x", "--keep")):
            done = call(*command)
            assert done.status == 2
            assert "there is no file citeward.db" in done.err
        assert list(tmp_path.iterdir()) == []

    def test_another_kind_of_database_and_one_that_is_down(self) -> None:
        assert "is no URL of SQLite or PostgreSQL" in " ".join(
            call("source", "list", "--database", "mysql://h/d").err.split()
        )
        down = call("source", "list", "--database", "postgresql://u:hush@127.0.0.1:1/x")
        assert (down.status, "cannot be opened" in down.err, "hush" in down.err) == (2, True, False)

    def test_without_the_extra_the_command_to_install_it_is_printed(self, tmp_path: Path) -> None:
        hidden = tmp_path / "hide.py"
        hidden.write_text(
            "import sys\n"
            "sys.modules['sqlalchemy'] = None\n"
            "from citeward.cli import main\n"
            "sys.argv = ['citeward', *sys.argv[1:]]\n"
            "main()\n",
            "utf-8",
        )
        for command in (["source", "list", "--database", "sqlite://"], ["replay", "-"]):
            done = subprocess.run(
                [sys.executable, str(hidden), *command], capture_output=True, text=True, timeout=120, check=False
            )
            assert done.returncode == 2
            assert 'pip install "citeward[storage]"' in " ".join(done.stderr.split())
            assert "Traceback" not in done.stderr


NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7d", NOW - timedelta(days=7)),
        ("12h", NOW - timedelta(hours=12)),
        ("30m", NOW - timedelta(minutes=30)),
        ("2026-01-31", datetime(2026, 1, 31, tzinfo=UTC)),
        ("2026-01-31T12:00:00Z", datetime(2026, 1, 31, 12, tzinfo=UTC)),
        ("2026-01-31T12:00:00+02:00", datetime(2026, 1, 31, 10, tzinfo=UTC)),
    ],
)
def test_moments_as_people_write_them(text: str, expected: datetime) -> None:
    assert moment(text, "--since", NOW) == expected


@pytest.mark.parametrize("text", ["yesterday", "", "7", "d", "7w", "9" * 9 + "d", "2026-13-01"])
def test_what_is_no_moment_is_said(text: str) -> None:
    with pytest.raises(InputError, match="--since"):
        moment(text, "--since", NOW)
