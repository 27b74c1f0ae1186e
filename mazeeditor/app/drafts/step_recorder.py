"""Undo and redo of what is changed through fields: a book, a sheet, what a machine is to make.

::

    change  x x x    x x            x
    moment      |      |            |        once the event that made them is handled
    step        s      s (the same field, soon after: the step goes on)    s

A step holds a whole state to go to, and for snapshots a patch in each direction, as JSON values::

    state   a <--- back --- b <--- back --- c          done:   c is the state as it is now
    state                   b --- forth --> c          undone: b is
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from mazeeditor.app.jobs import Timer
from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.history import OVERHEAD, History, Step

S = TypeVar("S")
Json = dict[str, Any]
MOMENT = 1  # ms: all changes of one event are one step
GOES_ON = 1.0  # s in which another change of the same field belongs to the step before
BUDGET = 32 * 2**20  # bytes
MOST_BYTES = 1 << 18  # of all steps in a snapshot together, about: at most 512


class Recorded(Protocol[S]):
    """A draft whose changes are steps; ``changed`` is notified of each."""

    @property
    def changed(self) -> Listeners[[]]:
        """Who is notified."""

    def state(self) -> S:
        """Return all values, as a copy."""

    def restore(self, state: S) -> None:
        """Take over the values of a state."""

    def differences(self, before: S, now: S) -> Sequence[str]:
        """Return the names of what differs, the most important one first."""

    def label_of(self, name: str) -> str:
        """Return what users call something that may differ."""

    def patch(self, before: S, now: S) -> Json:
        """Return the values of ``before`` that are others in ``now``."""

    def patched(self, state: S, patch: Json) -> S:
        """Return a state with the values of a patch; raises anything where these are invalid."""


class DraftStep(Step[Recorded[S], None]):
    """Put one state of a draft in the place of another one."""

    def __init__(
        self, name: str, field: str, other: S, back: Json, forth: Json, goes_on: float = GOES_ON
    ) -> None:
        """Prepare to go to the state ``other``, in which only ``field`` differs, "" for more.

        Another change of the field within ``goes_on`` seconds belongs to this step.
        """
        self.name, self.field, self.goes_on = name, field, goes_on
        self.other, self.back, self.forth = other, back, forth
        self.size = OVERHEAD + _length(back)
        self.recorded_size = self.size + _length(forth)  # characters of its record, about
        self.time = monotonic()

    def swap(self, draft: Recorded[S]) -> None:
        """Exchange the states."""
        now = draft.state()
        draft.restore(self.other)
        self.other = now

    def merge(self, later: Step[Recorded[S], None]) -> bool:
        """Take in another change of the same field that came soon."""
        if not isinstance(later, DraftStep) or not self.field or later.field != self.field:
            return False
        if later.time - self.time >= self.goes_on:
            return False
        self.back = {**later.back, **self.back}
        self.forth = {**self.forth, **later.forth}
        self.size = OVERHEAD + _length(self.back)
        self.recorded_size = self.size + _length(self.forth)
        self.time = later.time
        return True

    @property
    def void(self) -> bool:
        """Whether all values are what they were."""
        return self.back == self.forth

    def to_json(self) -> Json:
        """Return the record for a snapshot."""
        return {"name": self.name, "field": self.field, "back": self.back, "forth": self.forth}

    @classmethod
    def from_json(cls, record: Json, other: S) -> DraftStep[S]:
        """Return the step of a record; raises anything where it is invalid."""
        back, forth = dict(record["back"]), dict(record["forth"])
        return cls(str(record["name"]), str(record["field"]), other, back, forth)


def _length(value: Any) -> int:
    """Return how many characters a JSON value holds, about: pictures are long texts."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(len(key) + _length(held) for key, held in value.items())
    return sum(map(_length, value)) if isinstance(value, list) else 8


class StepRecorder(Generic[S]):
    """Makes steps of the changes of a draft; ``changed`` is notified of each step.

    After ``start`` it does so by itself, at the end of each event. Each change of what is ``apart``
    is a step of its own, however soon it comes; of all else, changes of one field that come within
    ``goes_on`` seconds are one.
    """

    def __init__(self, draft: Recorded[S], apart: str = "") -> None:
        self._apart, self.goes_on = apart, GOES_ON
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

    def forget(self) -> None:
        """Keep no step: what they changed belongs to something else."""
        self.record()
        self.history = History(BUDGET)
        self.changed.notify()

    def start(self, timer: Timer) -> None:
        """Make steps from now on, until ``close``."""
        self.record()
        self._timer = timer
        self._end = self._draft.changed.subscribe(self._note)

    def close(self) -> None:
        """Make a step of what has changed, and no further ones."""
        self.record()
        self._timer = None
        if self._end:
            self._end()

    def _note(self) -> None:
        if self._due is None and self._timer:
            self._due = self._timer.after(MOMENT, self.record)

    @property
    def pending(self) -> bool:
        """Whether something has changed that is no step yet."""
        return bool(self._draft.differences(self._now, self._draft.state()))

    def record(self) -> None:
        """Make a step of what has changed since the last one, if anything."""
        if self._due is not None and self._timer:
            with suppress(Exception):  # the widget may be destroyed by now
                self._timer.after_cancel(self._due)
            self._due = None
        draft, before, now = self._draft, self._now, self._draft.state()
        if changed := draft.differences(before, now):
            self._now = now
            back, forth = draft.patch(before, now), draft.patch(now, before)
            field = changed[0] if len(changed) == 1 and changed[0] != self._apart else ""
            name = draft.label_of(changed[0])
            self.history.push(DraftStep(name, field, before, back, forth, self.goes_on))
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
        return self._go(self.history.undo_name, self.history.undo)

    def redo(self) -> str:
        """Do the step again that was undone last; return its name, "" where there was none."""
        self.record()
        return self._go(self.history.redo_name, self.history.redo)

    def _go(self, name: str, go: Callable[[Recorded[S]], None]) -> str:
        if name:
            go(self._draft)
            self._now = self._draft.state()
            self.changed.notify()
        return name

    # Snapshots

    def to_json(self) -> Json:
        """Return the steps next to the state as it is, as many as are small."""
        self.record()
        history = self.history
        done, undone = _records(reversed(history.done)), _records(history.undone)
        dropped, saved = len(history.done) - len(done), history.saved_after
        return {
            "done": done[::-1],
            "undone": undone,
            "dropped": history.dropped + dropped,
            "saved_after": None if saved is None or saved < dropped else saved - dropped,
        }

    def restore(self, record: Any) -> None:
        """Take over the steps of a record over the draft as it is, none where one is invalid.

        They replace those that are there.

        Without a known state that was saved, none counts as saved.
        """
        self.begin()
        if len(self.history) or self.history.can_redo:
            self.history = History(BUDGET)
        self.history.forget_saved()
        with suppress(Exception):  # whatever such a record raises, the draft itself is whole
            done = self._steps(record["done"][::-1], "back")[::-1]
            undone = self._steps(record["undone"], "forth")
            saved, dropped = record["saved_after"], int(record["dropped"])
            self.history.restore(done, undone, None if saved is None else int(saved))
            self.history.dropped += dropped

    def _steps(self, records: list[Json], direction: str) -> list[DraftStep[S]]:
        """Return the steps that lead away from the state as it is, the next one first."""
        state, steps = self._now, []
        for record in records:
            state = self._draft.patched(state, record[direction])
            steps.append(DraftStep.from_json(record, state))
        return steps


def _records(steps: Iterable[Step[Any, Any]]) -> list[Json]:
    """Return the records of steps, up to the first that is too large."""
    records: list[Json] = []
    left = MOST_BYTES
    for step in steps:
        assert isinstance(step, DraftStep)
        left -= step.recorded_size
        if left < 0:
            break
        records.append(step.to_json())
    return records
