"""Undo and redo of what is chosen for a job: a book, a sheet, what a machine is to make.

::

    change  x x x    x x            x
    moment      |      |            |        once the event that made them is handled
    step        s      s (the same field, soon after: the step goes on)    s

A step holds a patch that leads to the other value, and one that leads back, as JSON values::

    value a <--- patch --- value b           {"fields": {"title": ["Mazes"], "note": []}}
            --- inverse -->                  a value in brackets, or nothing where there is none
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from mazeeditor.app.drafts.state import State
from mazeeditor.app.jobs import Timer
from mazeeditor.core.listeners import Listeners
from mazeeditor.editing.history import OVERHEAD_BYTES, History, Step

Json = Mapping[str, Any]
Keys = tuple[str, ...]  # keys, from the outermost object on
MOMENT_MS = 1  # ms: all changes of one event are one step
SAME_STEP_S = 1.0  # s in which another change of the same field belongs to the step before
BUDGET_BYTES = 32 * 2**20  # bytes
MOST_BYTES = 1 << 18  # of all steps in a snapshot together, about: at most 512
MISSING = object()


class Value(Protocol):
    """A value whose changes can be undone."""

    def to_json(self) -> Json:
        """Return all of it as JSON values; parts that stay as they are, are the same objects."""


V = TypeVar("V", bound=Value)


def patch_between(now: Json, other: Json) -> dict[str, Any]:
    """Return the patch that makes ``other`` of ``now``, of what differs only."""
    patch: dict[str, Any] = {}
    for key in dict.fromkeys((*now, *other)):
        mine, its = now.get(key, MISSING), other.get(key, MISSING)
        if mine is its:
            continue
        if isinstance(mine, Mapping) and isinstance(its, Mapping):
            if inner := patch_between(mine, its):
                patch[key] = inner
        elif mine != its:
            patch[key] = [] if its is MISSING else [its]
    return patch


def apply_patch(values: Json, patch: Json) -> dict[str, Any]:
    """Return values with a patch; raises anything where it is none of them."""
    result = dict(values)
    for key, part in patch.items():
        if isinstance(part, Mapping):
            result[key] = apply_patch(result.get(key, {}), part)
        elif part:
            (result[key],) = part
        else:
            result.pop(key, None)
    return result


def keys_in(patch: Json) -> Iterator[Keys]:
    for key, part in patch.items():
        if isinstance(part, Mapping):
            yield from ((key, *keys) for keys in keys_in(part))
        else:
            yield (key,)


class ChoiceStep(Step["Steps[Any]", None]):
    """Changes a value by a patch; ``inverse`` takes that back."""

    def __init__(self, name: str, field: str, patch: Json, inverse: Json, goes_on: float) -> None:
        """Prepare to change what ``field`` names alone, "" if it is more.

        Another change of the field within ``goes_on`` seconds belongs to this step.
        """
        self.name, self.field, self.goes_on = name, field, goes_on
        self.patch, self.inverse = patch, inverse
        self.time = monotonic()
        self._weigh()

    def _weigh(self) -> None:
        self.size = OVERHEAD_BYTES + _length(self.patch)
        self.recorded_size = self.size + _length(self.inverse)  # characters of its record, about

    def swap(self, content: Steps[Any]) -> None:
        """Change the value, and exchange the patches."""
        content.apply(self.patch)
        self.patch, self.inverse = self.inverse, self.patch

    def merge(self, later: Step[Steps[Any], None]) -> bool:
        """Take in another change of the same field that came soon."""
        if not isinstance(later, ChoiceStep) or not self.field or later.field != self.field:
            return False
        if later.time - self.time >= self.goes_on:
            return False
        self.inverse, self.time = later.inverse, later.time
        self._weigh()
        return True

    @property
    def void(self) -> bool:
        return self.patch == self.inverse

    def to_json(self) -> Json:
        """Return the record for a snapshot."""
        known = {"name": self.name, "field": self.field}
        return {**known, "patch": self.patch, "inverse": self.inverse}

    @classmethod
    def from_json(cls, record: Json) -> ChoiceStep:
        """Return the step of a record; raises anything where it is invalid."""
        texts = str(record["name"]), str(record["field"])
        return cls(*texts, dict(record["patch"]), dict(record["inverse"]), SAME_STEP_S)


def _length(value: Any) -> int:
    """Return how many characters a JSON value holds, about: pictures are long texts."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(len(key) + _length(held) for key, held in value.items())
    return sum(map(_length, value)) if isinstance(value, list) else 8


class Steps(Generic[V]):
    """Makes steps of the changes of a state; ``changed`` is notified of each step.

    ``read`` returns the value of what ``to_json`` returned; what is the same in another value need
    not be read. ``only_valid`` returns what is valid of a value that came from a file. ``label``
    returns what users call what stands at some keys.

    After ``start`` steps are made at the end of each event. Each change of what the outermost key
    ``apart`` has is a step of its own, however soon it comes; of all else, changes of one field
    that come within ``goes_on`` seconds are one. What the key ``aside`` has makes no step, but each
    step brings it back.
    """

    def __init__(
        self,
        state: State[V],
        read: Callable[[Json, V], V],
        label: Callable[[Keys], str],
        apart: str = "",
        aside: str = "",
        only_valid: Callable[[V], V] = lambda value: value,
    ) -> None:
        self._state, self._read, self._label, self._only_valid = state, read, label, only_valid
        self._apart, self._aside, self.goes_on = apart, aside, SAME_STEP_S
        self.history: History[Steps[V], None] = History(BUDGET_BYTES)
        self.changed: Listeners[[]] = Listeners()
        self._timer: Timer | None = None
        self._due: str | None = None
        self._end: Callable[[], None] | None = None
        self.begin()

    def begin(self) -> None:
        """Count what has changed until now as no step."""
        self._now = self._state.value

    def rebase(self, value: V) -> None:
        """Let a value take the place of the one there is, without a step: it came from elsewhere.

        The steps that there are lead away from it.
        """
        self.record()
        self._state.set(value)
        self.begin()

    def forget(self) -> None:
        """Keep no step: what they changed belongs to something else."""
        self.record()
        self.history = History(BUDGET_BYTES)
        self.changed.notify()

    def start(self, timer: Timer) -> None:
        """Make steps from now on, until ``close``."""
        self.record()
        self._timer = timer
        self._end = self._state.changed.subscribe(self._note)

    def close(self) -> None:
        """Make a step of what has changed, and no further ones."""
        self.record()
        self._timer = None
        if self._end:
            self._end()

    def _note(self) -> None:
        if self._due is None and self._timer:
            self._due = self._timer.after(MOMENT_MS, self.record)

    def _patches(self) -> tuple[Json, Json, list[Keys]]:
        """Return the patch back, the one that leads here, and the places that make a step."""
        if self._state.value is self._now:
            return {}, {}, []
        before, now = self._now.to_json(), self._state.value.to_json()
        patch, inverse = patch_between(now, before), patch_between(before, now)
        at = [keys for keys in keys_in(patch) if keys[0] != self._aside]
        if self._aside:
            patch[self._aside] = [before[self._aside]]
            inverse[self._aside] = [now[self._aside]]
        return patch, inverse, at

    @property
    def pending(self) -> bool:
        """Whether something has changed that is no step yet."""
        return bool(self._patches()[2])

    def record(self) -> None:
        """Make a step of what has changed since the last one, if anything."""
        if self._due is not None and self._timer:
            with suppress(Exception):  # the widget may be destroyed by now
                self._timer.after_cancel(self._due)
            self._due = None
        patch, inverse, at = self._patches()
        if not at:
            return
        self.begin()
        first = at[0]
        field = "/".join(first) if len(at) == 1 and first[0] != self._apart else ""
        self.history.push(ChoiceStep(self._label(first), field, patch, inverse, self.goes_on))
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

    def _go(self, name: str, go: Callable[[Steps[V]], None]) -> str:
        if name:
            go(self)
            self.begin()
            self.changed.notify()
        return name

    def apply(self, patch: Json) -> None:
        value = self._state.value
        self._state.set(self._read(apply_patch(value.to_json(), patch), value))

    # Snapshots

    def to_json(self) -> Json:
        """Return the steps next to the value as it is, as many as are small."""
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
        """Take over the steps of a record over the value as it is, none where one is invalid.

        They replace those that are there. Without a known value that was saved, none counts as
        saved.
        """
        self.begin()
        if len(self.history) or self.history.can_redo:
            self.history = History(BUDGET_BYTES)
        self.history.forget_saved()
        with suppress(Exception):  # whatever such a record raises, the value itself is whole
            done = [ChoiceStep.from_json(step) for step in record["done"]]
            undone = [ChoiceStep.from_json(step) for step in record["undone"]]
            self._try(reversed(done))
            self._try(undone)
            saved, dropped = record["saved_after"], int(record["dropped"])
            self.history.restore(done, undone, None if saved is None else int(saved))
            self.history.dropped += dropped

    def _try(self, steps: Iterable[ChoiceStep]) -> None:
        """Go from the value as it is through steps; raises anything where one is invalid."""
        value = self._state.value
        for step in steps:
            values = apply_patch(value.to_json(), step.patch)
            value = self._only_valid(self._read(values, value))
            if patch_between(value.to_json(), values):
                raise ValueError("a step leads to an invalid value")


def _records(steps: Iterable[Step[Any, Any]]) -> list[Json]:
    """Return the records of steps, up to the first that is too large."""
    records: list[Json] = []
    left = MOST_BYTES
    for step in steps:
        assert isinstance(step, ChoiceStep)
        left -= step.recorded_size
        if left < 0:
            break
        records.append(step.to_json())
    return records
