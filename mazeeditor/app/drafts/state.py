"""What a person has chosen for one job: one immutable value, and who is notified of another one.

::

    form --- edit ---> Part --- put ---> State.value --- changed ---> forms, pages, Steps
                                              ^                                      |
                                              +---------------- undo ----------------+

A value is never changed: another one takes its place. What follows from it is derived by those who
use it, and not kept beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from mazeeditor.core.listeners import Listeners

V = TypeVar("V")
P = TypeVar("P")


@dataclass(frozen=True)
class Part(Generic[P]):
    """A part of a state: ``get`` returns it, ``put`` puts another one in its place.

    ``changed`` is notified of each change of the state, also where this part stays as it is.
    """

    get: Callable[[], P]
    put: Callable[[P], None]
    changed: Listeners[[]]

    def field(self, name: str) -> Part[Any]:
        """Return what a field of this part, which is a dataclass, holds."""

        def put(value: object) -> None:
            whole: Any = self.get()
            self.put(replace(whole, **{name: value}))

        return Part(lambda: getattr(self.get(), name), put, self.changed)


class State(Generic[V]):
    """The ``value`` as it is now; ``changed`` is notified of another one."""

    def __init__(self, value: V) -> None:
        self._value = value
        self.changed: Listeners[[]] = Listeners()

    @property
    def value(self) -> V:
        return self._value

    def set(self, value: V) -> None:
        """Let another value take the place of the one there is."""
        if value is not self._value and value != self._value:
            self._value = value
            self.changed.notify()

    def part(self, get: Callable[[V], P], put: Callable[[V, P], V]) -> Part[P]:
        """Return a part; ``put`` returns a value with another one."""

        def set_part(part: P) -> None:
            self.set(put(self._value, part))

        return Part(lambda: get(self._value), set_part, self.changed)

    @property
    def whole(self) -> Part[V]:
        return Part(lambda: self._value, self.set, self.changed)
