"""Threads: all start here and end with the process; and a switch that several of them share.

In the window results come back by ``Background`` and ``Latest``; a command waits for its own.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from threading import Lock, Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

R = TypeVar("R")


def start_thread(work: Callable[[], object]) -> Thread:
    """Run work that nobody waits for; its error goes to ``threading.excepthook``.

    A thread never holds up the end of the process. Raises ``RuntimeError`` where the system allows
    no more of them.
    """
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def in_thread(work: Callable[[], R]) -> Future[R]:
    """Run work whose result, or error, is waited for; raises what ``start_thread`` does."""
    from concurrent.futures import Future  # here: the window starts without it

    result: Future[R] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    start_thread(run)
    return result


class SharedContext:
    """A context that the first thread enters and the last one leaves; none waits for another.

    It is for what a whole process has once, such as an option of a library: where each thread put
    back what it found, one could put back what another had set, for ever.
    """

    def __init__(self, context: Callable[[], AbstractContextManager[object]]) -> None:
        self._context = context
        self._entered = ExitStack()
        self._lock = Lock()
        self._inside = 0

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._entered.enter_context(self._context())
            self._inside += 1

    def __exit__(self, *_error: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._entered.close()
