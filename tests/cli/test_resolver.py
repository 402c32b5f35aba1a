"""``citeward resolver`` as it is run: a process of its own, asked over HTTP."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.world import ROOT, example

TOKEN = "0123456789abcdef0123456789abcdef"
URL = "https://example.org/tides"


@contextmanager
def running(folder: Path, *options: str, configuration: str = "") -> Iterator[str]:
    """The command, until the block ends; yields its address."""
    (folder / "citeward.toml").write_text(configuration, encoding="utf-8")
    command = [sys.executable, "-m", "citeward", "resolver", "--port", "0", *options]
    process = subprocess.Popen(
        command, cwd=folder, env=os.environ | {"CITEWARD_RESOLVER_TOKEN": TOKEN}, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        for line in process.stderr:
            found = re.search(r"listening at (http://[\d.:]+)", line)
            if found:
                yield found[1]
                break
        else:
            pytest.fail("it did not start")
    finally:
        process.send_signal(signal.SIGTERM)
        rest = process.communicate(timeout=30)[1]
        assert process.returncode == 0, rest
        assert "Traceback" not in rest
        assert URL not in rest


def post(address: str, path: str, message: object, token: str = TOKEN) -> tuple[int, dict[str, object]]:
    request = urllib.request.Request(
        address + path,
        json.dumps(message).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=30) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_it_answers_who_bears_the_token_and_fetches_what_it_may(tmp_path: Path) -> None:
    with running(tmp_path, "--no-references", "--log-requests") as address:
        question = {"tenant": "default", "url": URL}
        assert post(address, "/v1/fetch", question, "wrong")[0] == 401
        status, answer = post(address, "/v1/fetch", question)
        assert (status, answer["refused"]["reason"]) == (200, "host_not_allowed")
        status, answer = post(address, "/v1/fetch", question | {"url": "http://127.0.0.1/"})
        assert answer["refused"]["reason"] in ("local_name", "address")
        assert post(address, "/v1/references", {"tenant": "t", "cites": ["10.1000/182"]})[0] == 501


def test_a_gate_of_the_command_line_asks_it(tmp_path: Path) -> None:
    """The gate's own configuration names the resolver; what the resolver may not visit is nobody's evidence."""
    with running(tmp_path, "--no-references") as address:
        gate = tmp_path / "gate"
        gate.mkdir()
        (gate / "citeward.toml").write_text(
            f'policy = "web"\n[policies.web]\npreset = "balanced"\n[policies.web.intents.research]\nlookups = "any"\n'
            f'[lookups]\nresolver = "{address}"\n',
            encoding="utf-8",
        )
        turn = example("turns/laptop_policy.json") | {
            "answer": f"Tides ({URL}).",
            "intent": "research",
            "policy": "web",
        }
        del turn["id"]
        done = subprocess.run(
            [sys.executable, "-m", "citeward", "verify", "--jsonl", "-"],
            input=json.dumps(turn),
            capture_output=True,
            text=True,
            cwd=gate,
            env=os.environ | {"CITEWARD_RESOLVER_TOKEN": TOKEN},
            timeout=60,
            check=False,
        )
    (citation,) = json.loads(done.stdout)["citations"]
    assert (citation["verdict"], citation["reason"]) == ("untrusted_source", "host_not_allowed")


@pytest.mark.parametrize(
    ("token", "configuration", "message"),
    [
        (None, "", "CITEWARD_RESOLVER_TOKEN: is not set"),
        ("short", "", "CITEWARD_RESOLVER_TOKEN: is no token"),
        (TOKEN, "[lookups]\nresolver = 'https://r.internal'", "names another resolver"),
    ],
)
def test_what_is_missing_is_one_line(tmp_path: Path, token: str | None, configuration: str, message: str) -> None:
    (tmp_path / "citeward.toml").write_text(configuration, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CITEWARD_")}
    if token is not None:
        environment["CITEWARD_RESOLVER_TOKEN"] = token
    done = subprocess.run(
        [sys.executable, "-m", "citeward", "resolver", "--port", "0"],
        capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_without_a_lookups_table_rows_reach_for_nothing() -> None:
    turn = example("turns/laptop_policy.json") | {"answer": f"Tides ({URL})."}
    done = subprocess.run(
        [sys.executable, "-m", "citeward", "verify", "--jsonl", "-"],
        input=json.dumps(turn), capture_output=True, text=True, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    (citation,) = json.loads(done.stdout)["citations"]
    assert citation["verdict"] == "model_url_stripped"
