"""The event loop as the workspace needs it; every Tk widget is a ``Timer``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Timer(Protocol):
    """Calls functions later, in the thread of the event loop."""

    def after(self, ms: int, callback: Callable[[], object], /) -> str:
        """Call ``callback`` once in ``ms`` milliseconds; returns what ``after_cancel`` takes."""

    def after_idle(self, callback: Callable[..., object], /, *args: Any) -> str:
        """Call ``callback(*args)`` once when all pending events are handled."""

    def after_cancel(self, identifier: str, /) -> None:
        """Do not make a call that was requested and has not been made yet."""
