"""The program without a display, as most tests of this folder use it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.app.scripted import Program, opened


@pytest.fixture
def program() -> Iterator[Program]:
    """The running program; no worker outlives it."""
    with opened() as program:
        yield program
