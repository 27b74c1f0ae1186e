"""Temporary files as killed processes leave them, of any age.

The system sets the time at which a file got its name, so it is the clock that is changed: the
program lives ``LATER`` seconds from now, and files without ``aged`` are as old as that.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mazeeditor.core.disk import staging
from mazeeditor.core.disk.staging import FOREIGN_S, SETTLED_S, Group

LATER = 20 * FOREIGN_S


@contextmanager
def later() -> Iterator[None]:
    """Let the program live in the future."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(staging, "time", lambda: time.time() + LATER)
        yield


def aged(file: Path, age: float) -> None:
    """Let a file be ``age`` seconds old in the future."""
    os.utime(file, (time.time() + LATER - age,) * 2)


def left(folder: Path, name: str = "a.maze", age: float = SETTLED_S + 5) -> Path:
    """Return a file as a killed process leaves it."""
    file = Group().name_for(folder / name)
    file.write_bytes(b"x")
    aged(file, age)
    return file
