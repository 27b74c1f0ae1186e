"""Counts what runs in the event loop, wherever it is called from."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import mazeeditor

PACKAGE = f"{Path(mazeeditor.__file__).parent}/"


class Ran:
    """The files and functions of the program that have run, each once, and how many calls ran."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()
        self.calls = 0  # of functions written in Python, those of libraries too

    @property
    def files(self) -> set[str]:
        return {file for file, _function in self.functions}

    def note(self, frame: FrameType, event: str, _value: Any) -> None:
        code = frame.f_code
        self.calls += event == "call"
        if event == "call" and code.co_filename.startswith(PACKAGE):
            self.functions.add(
                (code.co_filename.removeprefix(PACKAGE), getattr(code, "co_qualname", code.co_name))
            )


@contextmanager
def counted() -> Iterator[Ran]:
    """Count what runs in this thread within the block."""
    ran, before = Ran(), sys.getprofile()
    sys.setprofile(ran.note)
    try:
        yield ran
    finally:
        sys.setprofile(before)
