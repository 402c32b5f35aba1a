"""Fixtures over `fetch_world`."""

from __future__ import annotations

import pytest
import trustme

from .fetch_world import World


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def world(authority: trustme.CA) -> World:
    return World(authority)
