"""What ends a command from outside: Ctrl+C, a closed terminal, the end of the session."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from mazeeditor.core.processes.end_signals import END_SIGNALS

GRACE = 5.0  # s in which an interrupted command may remove its files; then a signal ends it at once


class TerminatedError(KeyboardInterrupt):
    """A signal has asked the command to end, with this exit status."""

    def __init__(self, status: int) -> None:
        super().__init__()
        self.status = status


@contextmanager
def raised_once() -> Iterator[None]:
    """Let the first of these signals raise ``TerminatedError``, and ignore more for a while.

    Once interrupted, the process goes on to ignore them, as it is about to end. In threads other
    than the main one this does nothing: Python has no handlers of signals there.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    first: list[float] = []

    def end(number: int, _frame: FrameType | None) -> None:
        if not first:
            first.append(monotonic())
            raise TerminatedError(128 + number)
        if monotonic() > first[0] + GRACE:
            os._exit(128 + number)

    before = [(number, signal.signal(number, end)) for number in END_SIGNALS]
    try:
        yield
    finally:
        if not first:
            for number, handler in before:
                signal.signal(number, handler)


def ignore() -> None:
    """Ignore these signals while Python ends, where they would print a traceback."""
    for number in END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
