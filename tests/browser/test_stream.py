"""A streamed answer in a real browser: the example's page and script, server-sent events over real loopback HTTP."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from citeward.policy import PERMISSIVE, STRICT, Policy
from citeward.streaming import Mode, StreamEvent
from tests.streaming.screen import normal
from tests.world import EXAMPLES, gate, seen

pytestmark = pytest.mark.browser

ANSWER = (
    "Items may be returned within 30 days [S1]. Read [the guide](https://evil.example/guide) or "
    "![logo](https://evil.example/logo.png) first. Labels are free [S2].\n\n- Free for life [S9].\n- Labels are free "
    "within the EU [S2].\n\nSee https://evil.example/?q=secret and <img src=https://evil.example/i onerror=alert(1)>."
    "\n\nSmith et al. (2023) agree. Ask us."
)
UNSEEN = "Items may be returned within 30 days [S1].\n\nLabels are free [S2].\n\nFrom June 14 days [S4]. Ask us."
_ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage", "--no-first-run"]
_ELSEWHERE = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
_WATCH = """() => addEventListener('DOMContentLoaded', () => {
  window.seen = [];
  const note = () => {
    const answer = document.getElementById('answer');
    const unchecked = [...answer.querySelectorAll('.unchecked a')].length;
    const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    const kinds = [...new Set([...answer.querySelectorAll('*')].map((element) => element.localName))];
    window.seen.push({ html: answer.innerHTML, text: answer.textContent, links, kinds, unchecked,
                       tail: document.getElementById('tail').textContent });
  };
  new MutationObserver(note).observe(document.querySelector('main'),
                                     { subtree: true, childList: true, characterData: true });
})"""


@dataclass(frozen=True, slots=True)
class Watched:
    """What stood on the page after every change, what it asked for, and how it ended."""

    seen: list[dict[str, Any]]
    requests: list[str]
    errors: list[str]
    action: str

    @property
    def last(self) -> dict[str, Any]:
        return self.seen[-1]


def page_of(events: Iterable[StreamEvent], chromium: Path) -> Watched:
    """The page while it is told these events, each once the one before has arrived."""
    spec = importlib.util.spec_from_file_location("serve_example", EXAMPLES / "serve.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    server = module.serve(lambda question: iter(events))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        # In a thread of its own: Playwright keeps an event loop running in the thread it is started in.
        with ThreadPoolExecutor(max_workers=1) as apart:
            return apart.submit(_watch, f"http://127.0.0.1:{server.server_port}/?question=x", chromium).result()
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _watch(address: str, chromium: Path) -> Watched:
    requests: list[str] = []
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium), args=[*_ARGUMENTS, _ELSEWHERE])
        page = browser.new_page()
        page.on("request", lambda request: requests.append(request.url.removeprefix(address.partition("?")[0])))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(dialog.message))
        page.add_init_script(f"({_WATCH})()")
        page.goto(address)
        page.wait_for_function("() => document.documentElement.dataset.action")
        found = page.evaluate("() => ({ seen: window.seen, action: document.documentElement.dataset.action })")
        browser.close()
    return Watched(found["seen"], requests, errors, found["action"])


def told(answer: str, mode: Mode, policy: Policy = PERMISSIVE) -> Iterator[StreamEvent]:
    """The stream of an answer that is fed by character."""
    stream = gate(policy=policy).stream(seen(), mode=mode)
    for char in answer:
        yield from stream.feed(char)
    yield from stream.finish()


@pytest.fixture(scope="module", params=list(Mode))
def watched(request: pytest.FixtureRequest, chromium: Path) -> tuple[Mode, Watched]:
    return request.param, page_of(told(ANSWER, request.param), chromium)


def test_the_page_ends_as_the_whole_answer(watched: tuple[Mode, Watched]) -> None:
    batch = gate(policy=PERMISSIVE).check(ANSWER, seen())
    _, page = watched
    assert page.action == batch.action.value
    assert page.last["tail"] == ""
    for word in ("30 days", "within the EU", "Smith et al. (2023)", "Sources of the cited sentences only"):
        assert word in page.last["text"]
    assert page.last["text"].count("link removed") == normal(batch.html).count("link removed")


def test_no_link_is_there_before_it_is_granted_and_none_but_ours_ever(watched: tuple[Mode, Watched]) -> None:
    _, page = watched
    known = {"https://policies.acme.example/returns", "https://help.acme.example/shipping"}
    assert any(each["links"] for each in page.seen)
    for each in page.seen:
        assert each["unchecked"] == 0
        assert all(link.startswith("#cw-") or link in known for link in each["links"])
        assert not {"img", "script", "iframe", "form", "style"} & set(each["kinds"])
        assert not any(part in each["tail"] for part in ("[", "]", "http", "evil.example/", "<img"))


def test_what_stands_there_is_only_added_to(watched: tuple[Mode, Watched]) -> None:
    mode, page = watched
    if mode is Mode.HOLD:
        for earlier, later in pairwise(page.seen):
            assert later["text"].startswith(earlier["text"])


def test_it_asks_for_its_own_files_and_nothing_else(watched: tuple[Mode, Watched]) -> None:
    _, page = watched
    assert sorted(page.requests) == ["?question=x", "events?question=x", "reader.js", "style.css"]
    assert page.errors == []


@pytest.mark.parametrize("mode", list(Mode))
def test_a_withdrawal_removes_every_block(mode: Mode, chromium: Path) -> None:
    page = page_of(told(UNSEEN, mode, STRICT), chromium)
    assert any("30 days" in each["text"] for each in page.seen)
    assert page.action == "block"
    assert page.last["text"] == "This answer cannot be shown.\n"
    assert page.last["tail"] == ""
    assert page.last["links"] == []
