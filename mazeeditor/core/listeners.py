"""Notifies the parts of the program that subscribed: documents, jobs and drafts use the same class.

>>> changed: Listeners[[str]] = Listeners()
>>> unsubscribe = changed.subscribe(print)
>>> changed.notify("a wall")
a wall
>>> unsubscribe()
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")
OnError = Callable[[Exception], object]


class Listeners(Generic[P]):
    """Functions that are called when something happened.

    Those of a lower place come first, those of one place in the order in which they subscribed.
    A listener that raises does not stop the others. Once they have all been called, its error is
    handed to ``on_error``; without ``on_error`` the first error is raised then.
    """

    def __init__(self, on_error: OnError | None = None) -> None:
        self.on_error = on_error
        self._listeners: list[Callable[P, object]] = []
        self._places: list[int] = []  # of the listeners, ascending

    def __len__(self) -> int:
        return len(self._listeners)

    def subscribe(self, listener: Callable[P, object], place: int = 0) -> Callable[[], None]:
        """Call ``listener`` on each notification; returns a function that ends that."""
        at = bisect_right(self._places, place)
        self._listeners.insert(at, listener)
        self._places.insert(at, place)

        def unsubscribe() -> None:
            if listener in self._listeners:
                at = self._listeners.index(listener)
                del self._listeners[at], self._places[at]

        return unsubscribe

    def clear(self) -> None:
        """End all subscriptions."""
        self._listeners.clear()
        self._places.clear()

    def notify(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call every listener that is subscribed at this moment and has not unsubscribed since."""
        errors: list[Exception] = []
        for listener in tuple(self._listeners):
            if listener not in self._listeners:
                continue
            try:
                listener(*args, **kwargs)
            except Exception as error:
                errors.append(error)
        if errors and self.on_error is None:
            raise errors[0]
        if self.on_error:
            for raised in errors:
                self.on_error(raised)
