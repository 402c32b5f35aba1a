"""A reader's browser: real Chromium showing one answer after another, with everything it tries to do written down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Dialog, Page, Route, sync_playwright

__all__ = ["ORIGIN", "Audit", "Reader"]

ORIGIN = "http://reader.test/"
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    # Whatever escapes interception finds no host.
    "--host-resolver-rules=MAP * ~NOTFOUND",
]
_BEGIN, _END = "<!doctype html><html lang=en><head><title>t</title></head><body>", "</body></html>"
_HOOKS = """() => {
  window.acts = [];
  const note = (what) => (...args) => { window.acts.push(what + ' ' + String(args[0]).slice(0, 80)); return null; };
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'fetch']) window[name] = note(name);
  navigator.sendBeacon = note('sendBeacon');
}"""
_STIR = """() => {
  for (const element of [...document.querySelectorAll('*')].slice(0, 500)) {
    if (element.localName === 'details') element.open = true;
    for (const name of ['mouseover', 'pointerenter', 'focus', 'animationstart', 'toggle'])
      element.dispatchEvent(new Event(name, { bubbles: true }));
  }
}"""
_AUDIT = """() => {
  const answer = document.getElementById('answer');
  const found = { names: [], active: [], links: [], ids: [], sids: {}, code: [] };
  for (const element of document.body.querySelectorAll('*')) {
    if (element.id === 'answer' || element.id === 'after') continue;
    found.names.push(element.localName);
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || ['style', 'src', 'srcset', 'srcdoc', 'action', 'formaction', 'ping', 'background',
          'poster', 'data', 'xlink:href'].includes(name)) found.active.push(element.localName + '@' + name);
      if (name === 'href') found.links.push(new URL(value, document.baseURI).href);
      if (name === 'id' || name === 'name') found.ids.push(value);
      if (name === 'data-sid') found.sids[value] = (found.sids[value] || 0) + 1;
    }
    if (element.localName === 'code') found.code.push(element.textContent);
  }
  const next = answer && answer.nextElementSibling;
  const small = found.names.length < 3000;  // what needs a layout is not asked of a page that takes seconds to lay out
  return { ...found, acts: window.acts || ['the page was replaced'], content: answer ? answer.textContent : '',
           text: answer && small ? answer.innerText : '', whole: Boolean(next && next.id === 'after'),
           visible: Boolean(answer && (!small || answer.getClientRects().length)) };
}"""


@dataclass(frozen=True, slots=True)
class Audit:
    """What one answer did and what its reader got."""

    requests: list[str]
    """Every request but the page itself."""
    dialogs: list[str]
    acts: list[str]
    """Calls of anything a script could be noticed by."""
    names: list[str]
    """Elements of the answer."""
    active: list[str]
    """Attributes that load or run something."""
    links: list[str]
    ids: list[str]
    sids: dict[str, int]
    code: list[str]
    text: str
    content: str
    whole: bool
    """What stands behind the answer still stands behind it."""
    visible: bool


_T = TypeVar("_T")


class Reader:
    """One page, used again for every answer.

    The browser lives in a thread of its own: Playwright keeps an event loop running in the thread it was started in,
    and inside a running loop the synchronous half of citeward refuses to work.
    """

    def __init__(self, executable: Path) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="browser")
        self._requests: list[str] = []
        self._dialogs: list[str] = []
        self._thread.submit(self._start, executable).result()

    def do(self, act: Callable[[Page], _T]) -> _T:
        """Does something with the page and returns what came of it."""
        return self._thread.submit(act, self._page).result()

    @property
    def requests(self) -> list[str]:
        """What was requested since the last answer was shown."""
        return list(self._requests)

    def show(self, *answers: str) -> None:
        """Shows answers below one another, in a page of nothing else."""
        self.do(lambda page: self._show(page, answers))

    def read(self, html: str) -> Audit:
        """Shows an answer, moves over everything in it, and tells what happened."""

        def act(page: Page) -> dict[str, Any]:
            self._show(page, (html,))
            page.evaluate(_STIR)
            return dict(page.evaluate(_AUDIT))

        found = self.do(act)
        return Audit(requests=list(self._requests), dialogs=list(self._dialogs), **found)

    def tree(self) -> list[dict[str, str]]:
        """The accessibility tree, as assistive technology gets it: roles and names."""

        def act(page: Page) -> list[dict[str, Any]]:
            session = page.context.new_cdp_session(page)
            nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
            session.detach()
            return nodes

        return [
            {"role": node["role"]["value"], "name": node.get("name", {}).get("value", "")}
            for node in self.do(act)
            if not node.get("ignored") and "role" in node
        ]

    def close(self) -> None:
        """Ends the browser."""
        self._thread.submit(self._stop).result()
        self._thread.shutdown()

    # -- in the browser's thread ------------------------------------------------------------------------------------

    def _start(self, executable: Path) -> None:
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(executable_path=str(executable), args=_ARGUMENTS)
        context = self._browser.new_context(service_workers="block")
        self._page = context.new_page()
        context.route("**/*", self._answer)
        self._page.on("dialog", self._dismiss)
        self._page.goto(ORIGIN)

    def _stop(self) -> None:
        self._browser.close()
        self._playwright.stop()

    def _show(self, page: Page, answers: Sequence[str]) -> None:
        if page.url != ORIGIN:
            page.goto(ORIGIN)
        page.evaluate(_HOOKS)
        self._requests.clear()
        self._dialogs.clear()
        mains = "".join(f"<main id=answer{n or ''}>{html}</main>" for n, html in enumerate(answers))
        page.set_content(f"{_BEGIN}{mains}<p id=after>.</p>{_END}", wait_until="load")

    def _answer(self, route: Route) -> None:
        request = route.request
        if request.url == ORIGIN and request.is_navigation_request() and request.frame == self._page.main_frame:
            route.fulfill(status=200, content_type="text/html", body=_BEGIN + _END)
            return
        self._requests.append(f"{request.resource_type} {request.url}")
        route.abort()

    def _dismiss(self, dialog: Dialog) -> None:
        self._dialogs.append(dialog.message)
        dialog.dismiss()
