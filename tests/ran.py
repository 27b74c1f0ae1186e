"""Counts the calls that run in the event loop, wherever they come from."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass
class Ran:
    """How many calls ran of functions written in Python, those of libraries too."""

    calls: int = 0


@contextmanager
def counted() -> Iterator[Ran]:
    """Count what runs in this thread within the block."""
    ran, before = Ran(), sys.getprofile()

    def note(_frame: FrameType, event: str, _value: object) -> None:
        ran.calls += event == "call"

    sys.setprofile(note)
    try:
        yield ran
    finally:
        sys.setprofile(before)
