"""Lets the program raise at any line: a test runs an action once for each line that it executes.

for error in planted(PLACES):          # a folder of the package, or a file
thing = make()
with error:                        # raises at the next line each time, none at the end
thing.act()
check(thing)
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from types import FrameType, TracebackType
from typing import Any

from tests.breadth import stress

# What takes back cannot take itself back, and a stroke is handed over between two lines.
GUARDS = {"restored_on_error", "_restored_on_error", "take_back", "_end", "finish"}


class PlantedError(BaseException):
    """Raised where a test wants it; no ``except Exception`` catches it."""


class ErrorAt:
    """Raises at the ``number``-th line executed in files whose paths contain one of ``places``."""

    def __init__(self, number: int, places: Sequence[str]) -> None:
        self.number, self._places = number, places
        self.lines = 0  # executed so far
        self.raised = ""  # where

    def __enter__(self) -> ErrorAt:
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _at: TracebackType | None,
    ) -> bool:
        sys.settrace(self._before)
        return isinstance(error, PlantedError)

    def _call(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        code = frame.f_code
        file = code.co_filename.replace(os.sep, "/")
        mine = any(place in file for place in self._places)
        return self._line if mine and code.co_name not in GUARDS else None

    def _line(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line" and not self.raised:
            self.lines += 1
            if self.lines == self.number:
                self.raised = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                raise PlantedError(self.raised)
        return self._line


def planted(places: Sequence[str]) -> Iterator[ErrorAt]:
    """Yield an error for the first line, for the next, ... until one is not reached any more.

    The next is the third one after it, so that all lines that loops execute get their turn, and
    under ``--stress`` the very next.
    """
    step = 1 if stress() else 3
    number, error = 1 - step, None
    while error is None or error.raised:
        number += step
        error = ErrorAt(number, places)
        yield error
