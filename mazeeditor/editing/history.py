"""Undo and redo as far back as a budget of bytes allows, and whether there is anything to save.

::

    steps   [ dropped ]  a   b   c | d   e        the bar is ``done``: a, b, c are done,
                                   ^              d and e were undone
    states            s0  s1  s2  s3  s4  s5      a state is named by the step that led to it
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import count
from typing import Generic, TypeVar

C = TypeVar("C")
R = TypeVar("R")
BUDGET_BYTES = 256 * 2**20  # bytes
# bytes of a step besides what it holds: its objects and its place in the history
OVERHEAD_BYTES = 512
NO_STATE = -1  # the number of no state


class Step(ABC, Generic[C, R]):
    """One step of a history; it is its own inverse.

    ``name`` is what menus call it, the same whether it is undone or redone: "Erase 12 walls".
    ``size`` are the bytes that keeping it costs now.
    """

    name: str
    size: int = OVERHEAD_BYTES

    @abstractmethod
    def swap(self, content: C) -> R:
        """Do it, or undo what was done; returns what changed."""

    def merge(self, later: Step[C, R]) -> bool:  # noqa: ARG002 - most steps stay alone
        """Take in the step done just after this one, where both are one to the user."""
        return False

    @property
    def void(self) -> bool:
        """Whether all that was done has been taken back by merging."""
        return False


class EditOperation(Enum):
    """What was done to a document; the values are those of files."""

    DO = "do"
    MERGE = "merge"
    MERGE_AWAY = "merge away"
    TOGGLE = "toggle"
    END = "end"
    CANCEL = "cancel"
    UNDO = "undo"
    REDO = "redo"
    OTHER = "other"


@dataclass
class _Done(Generic[C, R]):
    edit: Step[C, R]
    state: int  # the number of the state that the step leads to; no two states share one
    size: int


class History(Generic[C, R]):
    """The steps done and undone of one content.

    A state of the content has a number that no other state ever gets, so the content is saved
    exactly while its ``state`` is the saved one, whatever was undone, merged or dropped since.
    """

    def __init__(self, budget: int = BUDGET_BYTES) -> None:
        """Keep at most ``budget`` bytes, and always the step just done or undone."""
        self.budget = budget
        self.size = 0  # bytes of all steps
        self._steps: list[_Done[C, R]] = []
        self._done = 0
        self._numbers = count(1)
        self._base = 0  # the state before the first step that is left
        self.saved = 0  # the state that was saved last
        self._mergeable = False
        self.dropped = 0  # the number of steps that the budget has removed from the past

    @property
    def state(self) -> int:
        return self._steps[self._done - 1].state if self._done else self._base

    def can_undo_to(self, state: object) -> bool:
        """Whether steps have led from ``state`` to the present one, so that undo leads back."""
        return state in self._states[: self._done + 1]

    @property
    def dirty(self) -> bool:
        """Whether the present state differs from the saved one."""
        return self.state != self.saved

    @property
    def undo_name(self) -> str:
        """The name of the step that undo would take back, "" where there is none."""
        return self.next_undo.name if self.next_undo else ""

    @property
    def redo_name(self) -> str:
        """The name of the step that redo would do again, "" where there is none."""
        return self.next_redo.name if self.next_redo else ""

    @property
    def next_undo(self) -> Step[C, R] | None:
        """The step that undo would take back."""
        return self._steps[self._done - 1].edit if self.can_undo else None

    @property
    def next_redo(self) -> Step[C, R] | None:
        return self._steps[self._done].edit if self.can_redo else None

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self._done > 0

    @property
    def can_redo(self) -> bool:
        return self._done < len(self._steps)

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def done(self) -> tuple[Step[C, R], ...]:
        """The steps that ``undo`` can take back, the oldest first."""
        return tuple(step.edit for step in self._steps[: self._done])

    @property
    def undone(self) -> tuple[Step[C, R], ...]:
        """The steps that ``redo`` can do again, the next one first."""
        return tuple(step.edit for step in self._steps[self._done :])

    @property
    def _states(self) -> list[int]:
        """The states before the first step and after each."""
        return [self._base, *(step.state for step in self._steps)]

    @property
    def saved_after(self) -> int | None:
        """How many of the steps lead to the saved state; ``None`` where none do."""
        states = self._states
        return states.index(self.saved) if self.saved in states else None

    def restore(
        self, done: Iterable[Step[C, R]], undone: Iterable[Step[C, R]], saved_after: int | None
    ) -> None:
        """Fill an empty history with steps, as these properties return them."""
        for edit in done:
            self.push_apart(edit)
        position = self._done
        for edit in undone:
            self.push_apart(edit)
        self._done = position
        states = dict(enumerate(self._states))
        self.saved = NO_STATE if saved_after is None else states.get(saved_after, NO_STATE)

    def push(self, edit: Step[C, R]) -> EditOperation:
        """Keep a step that was just done; steps undone before are removed.

        Returns whether that is a step more, or was merged into the one before.
        """
        if self.can_redo:
            self._cut(self._done, len(self._steps))
        if self._merge(edit):
            return EditOperation.MERGE if self._mergeable else EditOperation.MERGE_AWAY
        self._steps.append(_Done(edit, next(self._numbers), edit.size))
        self.size += edit.size
        self._done += 1
        self._mergeable = True
        self._trim(self._steps[-1])
        return EditOperation.DO

    def push_apart(self, edit: Step[C, R]) -> None:
        """Keep a step that was just done; neither it nor the next one is merged."""
        self._mergeable = False
        self.push(edit)
        self._mergeable = False

    def push_merged(self, *, away: bool) -> None:
        """Note that what was just done is part of the last step, or took it back (``away``).

        The step keeps what it holds, which is what was before both.
        """
        self._cut(self._done, len(self._steps))
        if self._done:
            self._steps[-1].state = next(self._numbers)
        if self._done and away:
            self._done -= 1
            self._cut(self._done, len(self._steps))
        self._mergeable = False

    def push_undone(self, edit: Step[C, R]) -> None:
        """Keep a step that was just taken back, where no steps before it are known."""
        if self._done:
            raise ValueError("other steps came after this one")
        self._steps.insert(0, _Done(edit, self._base, edit.size))
        self._base = min(self._base, NO_STATE) - 1  # before all others, and none of them
        self.size += edit.size
        self._mergeable = False
        self._trim(self._steps[0])

    def _merge(self, edit: Step[C, R]) -> bool:
        """Merge into the step before, unless its state was saved or has been returned to."""
        if not (self._mergeable and self._done and self.dirty):
            return False
        last = self._steps[-1]
        if not last.edit.merge(edit):
            return False
        last.state = next(self._numbers)
        self._weigh(last)
        if last.edit.void:
            self._done -= 1
            self._cut(self._done, len(self._steps))
            self._mergeable = False
        return True

    def undo(self, content: C) -> R:
        """Take back the last step; raises ``IndexError`` where there is none."""
        if not self.can_undo:
            raise IndexError("there is no step to take back")
        return self._swap(self._steps[self._done - 1], content, -1)

    def redo(self, content: C) -> R:
        """Do again what was undone last; raises ``IndexError`` where there is nothing."""
        if not self.can_redo:
            raise IndexError("no step was taken back")
        return self._swap(self._steps[self._done], content, 1)

    def _swap(self, step: _Done[C, R], content: C, direction: int) -> R:
        change = step.edit.swap(content)
        self._done += direction
        self._mergeable = False
        self._weigh(step)
        self._trim(step)
        return change

    @contextmanager
    def restored_on_error(self, edit: Step[C, R] | None) -> Iterator[None]:
        """Leave the history as it was where a block that uses ``edit`` raises anything.

        Edits change by that too: ``edit`` itself, and the steps before and after this moment.
        """
        before, steps = vars(self).copy(), self._steps.copy()
        changing: list[object] = [edit] if edit else []
        for step in steps[max(0, self._done - 1) : self._done + 1]:  # the last one, and the next
            changing += step, step.edit
        fields = [(item, vars(item).copy()) for item in changing]
        try:
            yield
        except BaseException:
            vars(self).update(before, _steps=steps)
            for item, values in fields:
                vars(item).clear()
                vars(item).update(values)
            raise

    def check(self) -> None:
        """Raise ``RuntimeError`` where the history contradicts itself."""
        states = self._states
        if not 0 <= self._done <= len(self._steps):
            raise RuntimeError(f"{self._done} of {len(self._steps)} steps are done")
        if states != sorted(set(states)):
            raise RuntimeError(f"the states are not in order: {states[-5:]}")
        if self.size != sum(step.size for step in self._steps):
            raise RuntimeError(f"the steps are not of {self.size} bytes together")

    def save(self, state: int) -> None:
        """Remember that ``state`` is what the file holds."""
        self.saved = state

    def forget_saved(self) -> None:
        """Let no state count as saved: the file holds none of them any more."""
        self.saved = NO_STATE

    def _weigh(self, step: _Done[C, R]) -> None:
        """Count a step anew: it may hold another maze than before."""
        self.size += step.edit.size - step.size
        step.size = step.edit.size

    def _trim(self, kept: _Done[C, R]) -> None:
        """Drop the oldest steps, then those undone longest ago, until the rest fits."""
        while self.size > self.budget and self._steps[0] is not kept:
            self._base = self._steps[0].state
            self._cut(0, 1)
            self._done -= 1
            self.dropped += 1
        while self.size > self.budget and self._steps[-1] is not kept:
            self._cut(len(self._steps) - 1, len(self._steps))

    def _cut(self, first: int, stop: int) -> None:
        self.size -= sum(step.size for step in self._steps[first:stop])
        del self._steps[first:stop]
