"""A switch of a whole process, such as an option of a library, turned by several threads at once.

Where each would put back what it found, one could put back what another had set, for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from threading import Lock


class SharedContext:
    """A context that the first thread enters and the last one leaves; none waits for another."""

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
