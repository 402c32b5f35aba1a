"""``citeward reference`` and ``citeward resolve``, over registries on loopback."""

from __future__ import annotations

import asyncio
import io
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result
from rich.console import Console
from typer.testing import CliRunner

from citeward.cli import app, resolve
from citeward.cli.findings import print_audit
from citeward.config import ReferenceSettings, Settings
from citeward.fetch import Fetcher, FetchPolicy
from citeward.hosts import HostPolicy
from citeward.references import Audited, Entry, Finding, References, ReferenceVerdict
from tests.references.loopback import Loopback, Says
from tests.references.payloads import crossref, retraction

from .calling import call
from .test_commands import citeward

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "vectors"
DOI = "10.5555/tide.1"
GOOD = f"Brandt A, Halim N, Ferreira T (2019). Tidal mixing in a narrow estuary. J Coast Meas. doi:{DOI}"
CLAIMED = {"title": "Tidal mixing in a narrow estuary", "authors": "Brandt A, Halim N, Ferreira T", "year": 2019}


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    """Registries served by a thread; the command asks them over the safe fetch, as it would ask the real ones."""
    found = Loopback()
    found.knows("crossref", f"/works/{DOI}", crossref())
    ready, done = threading.Event(), threading.Event()

    async def serve() -> None:
        async with found.serving():
            ready.set()
            await asyncio.to_thread(done.wait)

    def open_references(settings: Settings, *, search: bool, patient: bool = False) -> References:
        return found.references(search=search, deadline_seconds=None if patient else 4.0)

    def open_fetcher(settings: Settings) -> Fetcher:
        return Fetcher(FetchPolicy(hosts=HostPolicy.of(allow=None)), resolver=found, dialler=found)

    monkeypatch.setattr(resolve, "open_references", open_references)
    monkeypatch.setattr(resolve, "open_fetcher", open_fetcher)
    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    ready.wait(5)
    yield found
    done.set()
    thread.join(5)


def run(*arguments: str | Path, stdin: str = "") -> Result:
    return CliRunner().invoke(app, ["resolve", *map(str, arguments)], input=stdin)


class TestReference:
    def test_rows_are_compared_in_order_and_a_bad_one_does_not_stop_the_others(self) -> None:
        rows = [
            {"id": 1, "claimed": CLAIMED, "record": crossref()},
            {"id": 2, "claimed": CLAIMED, "record": "<html>Sign in</html>"},
            {"id": 3, "claimed": CLAIMED, "record": crossref(title="Something else")},
            {"id": 4, "claimed": {**CLAIMED, "year": 2011}, "record": crossref()},
            [],
        ]
        done = citeward("reference", "--jsonl", "-", stdin="\n".join(map(json.dumps, rows)))
        out = [json.loads(line) for line in done.stdout.splitlines()]
        assert [row["id"] for row in out] == [1, 2, 3, 4, None]
        assert [row.get("verdict") for row in out] == ["match", None, "mismatch", "partial", None]
        assert out[1]["error"]["type"] == "RowError"
        assert out[1]["error"]["message"].startswith("record: is no answer of a registry")
        assert done.returncode == 1
        assert done.stderr == ""

    def test_a_mismatch_is_a_verdict_and_no_error(self) -> None:
        row = {"id": 1, "claimed": CLAIMED, "record": crossref(title="Something else")}
        assert citeward("reference", "--jsonl", "-", stdin=json.dumps(row)).returncode == 0

    @pytest.mark.skipif(not SHARED.is_dir(), reason="recorded registry replies are not beside the checkout")
    def test_the_recorded_pairs_come_out_as_expected(self) -> None:
        pairs = [json.loads(line) for line in (SHARED / "reference_pairs.jsonl").read_text("utf-8").splitlines()]
        rows = [
            {**pair, "record": (SHARED / "registry" / pair["fixture"]).read_text(encoding="utf-8")} for pair in pairs
        ]
        done = citeward("reference", "--jsonl", "-", stdin="\n".join(map(json.dumps, rows)))
        found = {row["id"]: row["verdict"] for row in map(json.loads, done.stdout.splitlines())}
        assert found == {pair["id"]: pair["expect"] for pair in pairs}


class TestOne:
    def test_a_match_says_what_the_registry_has(self, world: Loopback) -> None:
        done = run(GOOD)
        assert done.exit_code == 0
        for words in ("match  same_work", "crossref", "Tidal mixing in a narrow estuary", "Ada Brandt", "2019", DOI):
            assert words in done.output

    def test_a_bare_identifier_in_any_notation(self, world: Loopback) -> None:
        for text in (DOI, f"https://doi.org/{DOI}", f"doi:{DOI.upper()}"):
            assert run(text).output.startswith("match  identifier_only")

    @pytest.mark.parametrize(
        ("text", "verdict"),
        [
            (GOOD.replace("narrow", "wide"), "mismatch"),
            (GOOD.replace("2019", "2011"), "partial"),
            ("10.5555/none", "not_found"),
            ("Brandt A. Tidal mixing. 2019.", "unknown"),
        ],
    )
    def test_whatever_is_no_match_is_status_1(self, world: Loopback, text: str, verdict: str) -> None:
        done = run(text)
        assert done.output.startswith(verdict)
        assert done.exit_code == 1

    def test_a_retraction_comes_with_its_notice(self, world: Loopback) -> None:
        world.knows("crossref", f"/works/{DOI}", crossref(**{"updated-by": [retraction()]}))
        done = run(DOI)
        assert "retracted  retraction" in done.output
        assert "10.5555/notice.1" in done.output
        assert json.loads(run(DOI, "--json").output)["retraction"]["notice"] == "10.5555/notice.1"

    def test_json_has_the_record(self, world: Loopback) -> None:
        found = json.loads(run(GOOD, "--json").output)
        assert (found["verdict"], found["registry"]) == ("match", "crossref")
        assert found["record"]["authors"] == ["Ada Brandt", "Noor Halim", "Tomás Ferreira"]

    def test_what_a_registry_sends_cannot_write_to_the_terminal(self, world: Loopback) -> None:
        world.knows("crossref", f"/works/{DOI}", crossref(title="Tides\x1b[2J\x07 [bold]and[/bold]\r\nmore"))
        output = run(DOI).output
        assert "\x1b" not in output
        assert "\x07" not in output
        assert "[bold]and[/bold] more" in output

    def test_a_search_has_to_be_asked_for(self, world: Loopback) -> None:
        work = crossref()["message"]
        world.knows("crossref", "/works", {"status": "ok", "message-type": "work-list", "message": {"items": [work]}})
        prose = GOOD.partition(" doi:")[0]
        assert "no_identifier" in run(prose).output
        assert not world.asked
        assert run(prose, "--search").output.startswith("match  found_by_search")

    def test_the_url_of_a_page_is_looked_at(self, world: Loopback) -> None:
        page = "<!doctype html><title>Tides</title><p>High water.</p>"
        world.known["www.example.com", "/tides"] = Says(page, 200, {"Content-Type": "text/html"})
        done = run("http://www.example.com/tides")
        assert done.exit_code == 0
        for words in ("reachable  status_200", "http://www.example.com/tides", "Tides", "text/html", "addresses"):
            assert words in done.output
        refused = run("http://169.254.169.254/latest", "--json")
        assert (refused.exit_code, json.loads(refused.output)["reason"]) == (1, "address")


BIB = f"""
@article{{good, title={{Tidal mixing in a narrow estuary}}, author={{Brandt, A. and others}}, year=2019, doi={{{DOI}}}}}
@article{{wrong, title={{Other words entirely}}, author={{Brandt, Ada and others}}, year=2019, doi={{{DOI}}}}}
@article{{broken, title = {{Never closed, author = {{X}}
@book{{prose, title={{A book of tides and storms}}, author={{Lund, Bo}}, year=2001}}
"""
PEOPLE = [{"family": "Brandt"}, {"family": "Halim"}, {"family": "Ferreira"}]
CSL = json.dumps([{**CLAIMED, "id": "good", "DOI": DOI, "author": PEOPLE}])
MARKDOWN = f"# References\n\n1. {GOOD}\n2. Doe J. Invented words. 2020. doi:10.5555/none\n"


class TestBibliography:
    def test_bibtex_is_audited_with_a_table_and_its_sum_at_the_end(self, world: Loopback, tmp_path: Path) -> None:
        pytest.importorskip("pybtex")
        file = tmp_path / "refs.bib"
        file.write_text(BIB, encoding="utf-8")
        done = run("--bib", file)
        assert done.exit_code == 1
        for words in ("good", "wrong", "broken", "prose", "mismatch", "not BibTeX", "no_identifier"):
            assert words in done.output
        assert done.output.rstrip().endswith("4 references: 1 match, 1 mismatch, 2 unknown")

    def test_csl_json_that_matches_is_status_0(self, world: Loopback) -> None:
        done = run("--bib", "-", "--json", stdin=CSL)
        assert done.exit_code == 0
        found = json.loads(done.output)
        assert found["counts"] == {"match": 1}
        assert found["entries"][0]["key"] == "good"

    def test_a_list_in_markdown(self, world: Loopback) -> None:
        done = run("--bib", "-", "--json", stdin=MARKDOWN)
        assert done.exit_code == 1
        found = json.loads(done.output)["entries"]
        assert [(e["key"], e["line"], e["verdict"]) for e in found] == [("1", 3, "match"), ("2", 4, "not_found")]

    def test_a_person_who_waits_sees_progress_on_standard_error(
        self, world: Loopback, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        listed = json.dumps([{"id": str(n), "title": f"Work {n}", "DOI": f"10.5555/{n}"} for n in range(4)])
        assert run("--bib", "-", "--json", stdin=listed).stderr == ""
        monkeypatch.setattr(Console, "is_terminal", True)
        watched = run("--bib", "-", "--json", stdin=listed)
        assert "references" in watched.stderr
        assert json.loads(watched.stdout)["counts"] == {"not_found": 4}

    def test_an_empty_bibliography_has_nothing_wrong(self, world: Loopback) -> None:
        done = run("--bib", "-", stdin="[]")
        assert (done.exit_code, done.output.splitlines()[-1]) == (0, "0 references: none")


class TestRows:
    def test_come_out_in_order_whatever_they_ask(self, world: Loopback) -> None:
        rows = [
            {"id": "a", "reference": GOOD},
            {"id": "b"},
            {"id": "c", "claimed": CLAIMED, "identifier": DOI},
            {"id": "d", "claimed": {**CLAIMED, "doi": "10.5555/none"}},
            {"id": "e", "claimed": CLAIMED, "identifier": "shelf 7"},
            {"id": "f", "reference": "http://www.example.com/tides"},
            {"id": "g", "claimed": CLAIMED},
        ]
        done = run("--jsonl", "-", stdin="\n".join(map(json.dumps, rows)) + "\nnot json\n")
        out = [json.loads(line) for line in done.output.splitlines()]
        assert [row["id"] for row in out] == [*"abcdefg", None]
        verdicts = [row.get("verdict") or row["error"]["message"].partition(":")[0] for row in out]
        assert verdicts == [
            "match", "reference", "match", "not_found", "identifier", "unknown", "unknown", "line 8"
        ]  # fmt: skip
        assert done.exit_code == 1
        assert all(asked.host != "www.example.com" for asked in world.asked), "no page is looked at unasked"

    def test_plain_urls_are_looked_at_when_asked(self, world: Loopback) -> None:
        world.known["www.example.com", "/tides"] = Says("x")
        row = {"id": 1, "reference": "http://www.example.com/tides"}
        done = run("--jsonl", "-", "--urls", stdin=json.dumps(row))
        assert json.loads(done.output)["verdict"] == "reachable"
        assert done.exit_code == 0

    def test_a_mismatch_is_a_verdict_and_no_error(self, world: Loopback) -> None:
        assert run("--jsonl", "-", stdin=json.dumps({"id": 1, "reference": "10.5555/none"})).exit_code == 0


class TestVerify:
    ROW = {  # noqa: RUF012
        "id": 1,
        "principal": {"id": "ana", "groups": ["staff"]},
        "chunks": [],
        "answer": f"Mixing was measured (doi:{DOI}). It was cold (doi:10.5555/none).",
    }

    @pytest.mark.parametrize(
        ("config", "verdicts"),
        [
            ("", ["unconfirmed", "unconfirmed"]),
            ("[references]\nlookup = false\n", ["unconfirmed", "unconfirmed"]),
            ("[references]\nlookup = true\n", ["ok", "unresolvable"]),
        ],
    )
    def test_registries_are_asked_only_where_the_configuration_says_so(
        self, world: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, config: str, verdicts: list[str]
    ) -> None:
        monkeypatch.setattr(ReferenceSettings, "open", lambda self, **_: world.references())
        file = tmp_path / "citeward.toml"
        file.write_text(config, encoding="utf-8")
        done = CliRunner().invoke(app, ["verify", "--jsonl", "-", "--config", str(file)], input=json.dumps(self.ROW))
        assert [citation["verdict"] for citation in json.loads(done.output)["citations"]] == verdicts
        assert bool(world.asked) is ("true" in config)


class TestErrors:
    @pytest.mark.parametrize(
        "arguments",
        [(), (DOI, "--bib", "refs.bib"), ("--bib", "a", "--jsonl", "b"), (DOI, "--urls"), (DOI, "--notation", "csl")],
    )
    def test_what_cannot_be_meant_is_a_usage_error(self, arguments: tuple[str, ...]) -> None:
        assert run(*arguments).exit_code == 2

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("--bib", "no-such.bib"), "no-such.bib"),
            (("--bib", "README.md", "--notation", "endnote"), "notation: 'endnote' is unknown"),
            (("--bib", "README.md", "--notation", "csl"), "is not JSON"),
        ],
    )
    def test_an_error_is_one_line_and_never_a_traceback(self, arguments: tuple[str, ...], message: str) -> None:
        done = citeward("resolve", *arguments)
        assert done.returncode == 2
        assert message in done.stderr
        assert "Traceback" not in done.stderr

    def test_a_key_that_is_missing_is_named(self, tmp_path: Path) -> None:
        config = '[references.openalex]\nkey_variable = "NO_SUCH_VARIABLE_HERE"\n'
        (tmp_path / "citeward.toml").write_text(config, encoding="utf-8")
        done = citeward("resolve", "A book. 2001.", cwd=tmp_path)
        assert done.returncode == 2
        assert "references.openalex.key_variable: names a variable that is not set" in done.stderr

    @pytest.mark.parametrize("arguments", [(DOI,), ("--bib", "-"), ("--jsonl", "-")])
    def test_a_missing_extra_is_named_before_anything_is_asked(
        self, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "httpcore2", None)  # as an interpreter without it finds it
        done = call("resolve", *arguments, stdin="{}")
        assert done.status == 2
        assert 'references need httpcore2; pip install "citeward[references]"' in " ".join(done.err.split())

    @pytest.mark.parametrize("reason", ["fetch_unresolved", "fetch_network"])
    def test_where_no_registry_can_be_reached_the_report_says_what_to_do(self, reason: str) -> None:
        finding = Finding(ReferenceVerdict.UNKNOWN, reason)
        console = Console(record=True, width=120, file=io.StringIO())
        print_audit([Audited(Entry("tide", None), finding)] * 2, console)
        said = console.export_text()
        assert said.count("see that there is a network") == 1, "once for the whole bibliography"
        assert "2 references: 2 unknown" in said

    def test_prose_costs_no_request_and_no_network(self) -> None:
        done = citeward("resolve", "A book. 2001.")
        assert done.returncode == 1
        assert done.stdout.startswith("unknown  no_identifier\n  remedy")
        assert "--search" in done.stdout
