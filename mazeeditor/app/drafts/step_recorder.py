"""Undo and redo of what is changed through fields: a book, a sheet, what a machine is to make.

::

    change  x x x    x x            x
    moment      |      |            |        once the event that made them is handled
    step        s      s (the same field, soon after: the step goes on)    s
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from mazeeditor.app.ui import Timer
from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.history import OVERHEAD, History, Step

S = TypeVar("S")
MOMENT = 1  # ms: all changes of one event are one step
GOES_ON = 1.0  # s in which another change of the same field belongs to the step before
BUDGET = 32 * 2**20  # bytes


class Recorded(Protocol[S]):
    """A draft whose changes are steps; ``changed`` is notified of each."""

    @property
    def changed(self) -> Listeners[[]]:
        """Who is notified."""

    def state(self) -> S:
        """Return all values, as a copy."""

    def restore(self, state: S) -> None:
        """Take over the values of a state."""

    def differences(self, before: S, now: S) -> Mapping[str, Any]:
        """Return what differs by name, the first one as the most important: values ``before``."""

    def label_of(self, name: str) -> str:
        """Return what users call something that may differ."""


class DraftStep(Step[Recorded[S], None]):
    """Put one state of a draft in the place of another one."""

    def __init__(self, name: str, before: S, now: S, changed: Mapping[str, Any]) -> None:
        """Keep the state ``before`` that was left by a change of ``changed``, as drafts name it."""
        self.name, self.changed = name, tuple(changed)
        self.size = OVERHEAD + _length(changed)
        self.time = monotonic()
        self.other, self._shown = before, now

    def swap(self, draft: Recorded[S]) -> None:
        """Exchange the states."""
        now = draft.state()
        draft.restore(self.other)
        self.other = now

    def merge(self, later: Step[Recorded[S], None]) -> bool:
        """Take in another change of the same field that came soon."""
        if not isinstance(later, DraftStep) or len(self.changed) != 1:
            return False
        if later.changed != self.changed or later.time - self.time >= GOES_ON:
            return False
        self._shown, self.time = later._shown, later.time
        return True

    @property
    def void(self) -> bool:
        """Whether all values are what they were."""
        return bool(self._shown == self.other)


def _length(value: Any) -> int:
    """Return how many characters a value holds: pictures are long texts."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(map(_length, value.values()))
    if isinstance(value, tuple | list):
        return sum(map(_length, value))
    return sum(map(_length, vars(value).values())) if hasattr(value, "__dict__") else 0


class StepRecorder(Generic[S]):
    """Makes steps of the changes of a draft; ``changed`` is notified of each step.

    ``follow`` makes them by itself, at the end of each event.
    """

    def __init__(self, draft: Recorded[S]) -> None:
        self.history: History[Recorded[S], None] = History(BUDGET)
        self.changed: Listeners[[]] = Listeners()
        self._draft = draft
        self._timer: Timer | None = None
        self._due: str | None = None
        self._end: Callable[[], None] | None = None
        self.begin()

    def begin(self) -> None:
        """Count what has changed until now as no step: the draft is filled."""
        self._now = self._draft.state()

    def follow(self, timer: Timer) -> None:
        """Make steps from now on, until ``close``."""
        self.begin()
        self._timer = timer
        self._end = self._draft.changed.subscribe(self._note)

    def close(self) -> None:
        """Follow the draft no longer."""
        self._stop()
        if self._end:
            self._end()

    def _stop(self) -> None:
        if self._due is not None and self._timer:
            self._timer.after_cancel(self._due)
            self._due = None

    def _note(self) -> None:
        if self._due is None and self._timer:
            self._due = self._timer.after(MOMENT, self.record)

    @property
    def pending(self) -> bool:
        """Whether something has changed that is no step yet."""
        return bool(self._draft.differences(self._now, self._draft.state()))

    def record(self) -> None:
        """Make a step of what has changed since the last one, if anything."""
        self._stop()
        before, now = self._now, self._draft.state()
        if changed := self._draft.differences(before, now):
            self._now = now
            name = self._draft.label_of(next(iter(changed)))
            self.history.push(DraftStep(name, before, now, changed))
            self.changed.notify()

    # Undo and redo

    @property
    def undo_name(self) -> str:
        """The name of the step that would be undone, "" where there is none."""
        return self.history.undo_name

    @property
    def redo_name(self) -> str:
        """The name of the step that would be done again, "" where there is none."""
        return self.history.redo_name

    def undo(self) -> str:
        """Take back the last step; return its name, "" where there was none."""
        self.record()
        name = self.history.undo_name
        if name:
            self.history.undo(self._draft)
            self._went()
        return name

    def redo(self) -> str:
        """Do the step again that was undone last; return its name, "" where there was none."""
        self.record()
        name = self.history.redo_name
        if name:
            self.history.redo(self._draft)
            self._went()
        return name

    def _went(self) -> None:
        self._now = self._draft.state()
        self.changed.notify()
