"""One browser for all tests of this folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from .reader import Reader


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser. Without one these tests are skipped, but not in CI, where they must run."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        reason = "no chromium on the PATH: install Debian's package `chromium` to run the browser tests"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return Path(found)


@pytest.fixture(scope="session")
def reader(chromium: Path) -> Iterator[Reader]:
    found = Reader(chromium)
    yield found
    found.close()
