"""Threads beside the one that asks for them: all start here, and end with the process.

In the window results come back by ``Background`` and ``Latest``; a command waits for its own.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
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
