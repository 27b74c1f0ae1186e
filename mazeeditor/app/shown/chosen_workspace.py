"""Which workspace of a window is shown, and what Undo takes back there."""

from __future__ import annotations

from typing import Protocol

from mazeeditor.core.listeners import Listeners

DRAW, PAGE, SHEETS, MAKE, TEACH = "draw", "page", "sheets", "make", "teach"
BOOK = "book"  # a view of Sheets


class Undoable(Protocol):
    """What has steps that are undone and redone; a name is "" where there is no step."""

    @property
    def undo_name(self) -> str:
        """What the step is called that ``undo`` takes back."""

    @property
    def redo_name(self) -> str:
        """What the step is called that ``redo`` does again."""

    def undo(self) -> str:
        """Take back the last step; return what it is called, "" where there was none."""

    def redo(self) -> str:
        """Do the step again that was undone last; return what it is called, "" for none."""


class ChosenWorkspace:
    """The workspace of a window, by ``name``; ``changed`` is notified of another one.

    ``views`` are what workspaces show in the place of their usual view, by their names;
    ``changed`` is notified of another one too. ``steps`` are those of what is typed in the
    workspace, None where Undo takes back the steps of the document; ``hides_maze`` is whether
    something is in the place of the maze.
    """

    def __init__(self) -> None:
        self.name = DRAW
        self.hides_maze = False
        self.steps: Undoable | None = None
        self.views: dict[str, str] = {}
        self.changed: Listeners[[]] = Listeners()

    @property
    def view(self) -> str:
        """What is shown in the place of the usual view of the workspace, "" where that is."""
        return self.views.get(self.name, "")

    def show(self, name: str, view: str | None = None) -> None:
        """Show a workspace: with a view, the usual one for "", or as it was left for None."""
        shown = self.views.get(name, "") if view is None else view
        if (name, shown) != (self.name, self.view):
            self.name, self.views[name] = name, shown
            self.hides_maze = name in (SHEETS, MAKE) or bool(shown)
            self.changed.notify()

    def show_maze(self) -> None:
        self.show(self.name, "")
