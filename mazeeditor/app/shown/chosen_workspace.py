"""Which workspace of a window is shown, and what Undo takes back there."""

from __future__ import annotations

from typing import Protocol

from mazeeditor.core.listeners import Listeners

DRAW, PAGE = "draw", "page"


class Undoable(Protocol):
    """What has steps that are undone and redone; a name is "" where there is no step."""

    @property
    def undo_name(self) -> str:
        """What the step is called that ``undo`` takes back."""

    @property
    def redo_name(self) -> str:
        """What the step is called that ``redo`` does again."""

    def undo(self) -> object:
        """Take back the last step."""

    def redo(self) -> object:
        """Do the step again that was undone last."""


class ChosenWorkspace:
    """The workspace of a window, by ``name``; ``changed`` is notified of another one.

    ``steps`` are those of what is typed in the workspace, None where Undo takes back the steps of
    the document.
    """

    def __init__(self) -> None:
        self.name = DRAW
        self.steps: Undoable | None = None
        self.changed: Listeners[[]] = Listeners()

    def show(self, name: str) -> None:
        """Show a workspace."""
        if name != self.name:
            self.name = name
            self.changed.notify()
