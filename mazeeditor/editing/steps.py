"""Every change of the maze or its page is a step that can be undone; a drag is one of them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from mazeeditor.editing.change import Change
from mazeeditor.editing.content import Content
from mazeeditor.editing.edits import Edit
from mazeeditor.editing.history import History
from mazeeditor.editing.stroke import Stroke


class Steps(ABC):
    """A content and its history, and the stroke that is not a step yet."""

    def __init__(self, content: Content, budget: int) -> None:
        """Begin with ``content``; at most ``budget`` bytes go into the history."""
        self._budget = budget
        self._restart(content)

    def _restart(self, content: Content) -> None:
        """Go on with another content, whose history begins here."""
        self._content = content
        self._stroke: Stroke | None = None
        self.history = History(self._budget)

    @abstractmethod
    def _tell(self, change: Change) -> None:
        """Hear what changed, a false ``Change`` for nothing."""

    def apply(self, edit: Edit) -> None:
        """Do ``edit`` as one step; what changes nothing leaves none. Raises what the edit does."""
        self.settle()
        change = edit.swap(self._content)
        if change:
            self.history.push(edit)
        self._tell(change)

    def undo(self) -> None:
        """Take back the last step, or the stroke that is running."""
        self.settle()
        self._tell(self.history.undo(self._content))

    def redo(self) -> None:
        """Do again what was undone last."""
        self.settle()
        self._tell(self.history.redo(self._content))

    @property
    def undo_name(self) -> str:
        """The name of the step that ``undo`` takes back, "" where there is none."""
        return self._running.name if self._running else self.history.undo_name

    @property
    def redo_name(self) -> str:
        """The name of the step that ``redo`` does again, "" where there is none."""
        return "" if self._running else self.history.redo_name

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._running) or self.history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to do again."""
        return not self._running and self.history.can_redo

    def begin(self) -> Stroke:
        """Begin a stroke: walls change at once and are one step in the end."""
        self.settle()
        self._stroke = Stroke(self._content, self._tell, self._end)
        return self._stroke

    def settle(self) -> None:
        """Make the running stroke a step of its own, if there is one."""
        if self._stroke:
            self._stroke.finish()

    def _end(self, stroke: Stroke) -> None:
        self._stroke = None
        if not stroke.void:
            self.history.push(stroke.edit)

    @property
    def _running(self) -> Stroke | None:
        """The stroke that has changed something and is no step yet."""
        return self._stroke if self._stroke and not self._stroke.void else None

    @property
    def dirty(self) -> bool:
        """Whether there is anything to save."""
        return bool(self._running) or self.history.dirty
