"""An event loop without a display, whose time a test sets."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from typing import Any

from tests.stacks import stacks


class ManualTimer:
    """A ``Timer`` that calls what is due in ``advance``, in the order of time and of request."""

    def __init__(self) -> None:
        self.now = 0  # ms
        self._numbers = count(1)
        self._calls: dict[str, tuple[int, Callable[[], object]]] = {}

    def after(self, ms: int, callback: Callable[[], object]) -> str:
        identifier = f"after#{next(self._numbers)}"
        self._calls[identifier] = self.now + ms, callback
        return identifier

    def after_idle(self, callback: Callable[..., object], *args: Any) -> str:
        return self.after(0, lambda: callback(*args))

    def after_cancel(self, identifier: str) -> None:
        self._calls.pop(identifier, None)

    @property
    def idle(self) -> bool:
        """Whether no call is due now."""
        return all(at > self.now for at, _call in self._calls.values())

    def advance(self, ms: int = 0) -> None:
        """Let ``ms`` milliseconds pass: make the calls that come due, and those that these cause.

        An error in a call is raised; the calls after it are made by the next ``advance``.
        """
        end = self.now + ms
        while due := [(at, name) for name, (at, _call) in self._calls.items() if at <= end]:
            at, name = min(due, key=lambda each: each[0])
            self.now = max(self.now, at)
            self._calls.pop(name)[1]()
        self.now = end

    def advance_until(self, condition: Callable[[], bool], seconds: float = 60.0) -> None:
        """Let time pass until a condition holds that depends on worker threads."""
        latest = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > latest:
                raise AssertionError(
                    f"waited {seconds} s in vain, while others were at\n{stacks()}"
                )
            self.advance(1)
            time.sleep(0.001)
