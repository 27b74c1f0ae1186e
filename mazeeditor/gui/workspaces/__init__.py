"""The workspaces of a window, one for each job; each file registers one.

::

    | commands      Draw  Page  Sheets  Make  Teach      buttons |
    +------------------------------------------------------------+
    | top                                                        |   Draw
    +--------+----------------------------------+----------------+
    | left   | the maze, or its page            | panel          |   Draw, Page, Teach
    +--------+----------------------------------+----------------+
    | left   | middle                                            |   Teach, with a film or table
    +--------+---------------------------------------------------+
    | whole                                                      |   Sheets, Make
    +------------------------------------------------------------+

All show the same document. A workspace is built when it is first shown, then hidden and kept.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from tkinter import ttk

from mazeeditor.app.shown.chosen_workspace import Undoable
from mazeeditor.app.toolbox import HAND, Toolbox
from mazeeditor.core.registry import Entry, Registry
from mazeeditor.gui.context import Context, Zoomed
from mazeeditor.gui.widgets.waiting_keys import take_keyboard


class WorkspaceContent:
    """What a workspace shows: by default the maze and the panel, with nothing around them.

    ``top`` stands above both, ``left`` on the left of the maze; ``whole`` takes the place of all.
    ``steps`` are what Undo takes back while it is shown, None for those of the document. ``title``
    is what the title of the window names, "" where that is the maze.
    """

    top: tk.Widget | None = None
    left: tk.Widget | None = None
    whole: ttk.Frame | None = None
    steps: Undoable | None = None
    title = ""

    def __init__(self, context: Context) -> None:
        self.context = context

    @property
    def middle(self) -> ttk.Frame | None:
        """What is in the place of the maze and the panel now, None where these are shown."""
        return None

    def press(self, chord: str) -> bool:  # noqa: ARG002
        """Do what a key does here and nowhere else; returns whether it does anything."""
        return False

    def enter(self) -> None:
        """Follow what has changed while it was hidden: it is shown now."""

    def leave(self) -> None:
        """Keep what is typed: it is hidden now."""

    @property
    def settled(self) -> bool:
        """Whether all that it shows is drawn, and of what there is now."""
        return self.context.maze_view.painted

    @property
    def zoomed(self) -> Zoomed | None:
        """What the commands for zoom act on; None where nothing is zoomed."""
        return None if self.whole or self.middle else self.context.maze_view

    def focus_field(self, option: str) -> None:
        """Give the keyboard to the field of an option that stands in it."""

    def focus(self) -> None:
        """Give the keyboard to the maze, or to what is in its place."""
        take_keyboard(self.context.maze_view.canvas)


class HandOnly:
    """Takes the mode that changes nothing while a workspace is shown, unless another is chosen."""

    def __init__(self, toolbox: Toolbox) -> None:
        self._toolbox = toolbox
        self._before = ""  # the mode to go back to

    def take(self) -> None:
        """Take it: the workspace is shown now."""
        self._before = self._toolbox.mode.name
        self._toolbox.choose(HAND)

    def give_back(self) -> None:
        """Take the mode again that was in use."""
        if self._toolbox.mode.name == HAND:
            self._toolbox.choose(self._before)


@dataclass(frozen=True)
class Actions:
    """What one does in a workspace, or in one of its views.

    ``buttons`` are the commands at the right of the command bar, the last of them is the main
    action. ``instead`` are commands that have the keys of others, by the names of these. ``manual``
    is the topic of the view in the manual, "" for that of the workspace.
    """

    buttons: tuple[str, ...]
    instead: Mapping[str, str] = field(default_factory=dict)
    manual: str = ""


@dataclass(frozen=True, kw_only=True)
class Workspace(Entry[Callable[..., WorkspaceContent]]):
    """A registered workspace: ``run`` makes its content, of parts of the window.

    ``keys`` are chords that show it, the first is shown. ``tabs`` are those of the panel beside
    the maze, empty where the maze is not shown. ``buttons`` and ``instead`` are its ``Actions``,
    ``views`` those of its views that have others.
    """

    keys: tuple[str, ...]
    buttons: tuple[str, ...]
    tabs: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    views: Mapping[str, Actions] = field(default_factory=dict)

    def actions(self, view: str) -> Actions:
        return self.views.get(view) or Actions(self.buttons, self.instead)

    def topic(self, view: str) -> str:
        return self.actions(view).manual or self.manual


WORKSPACES: Registry[Workspace] = Registry("workspace", __name__)
workspace = WORKSPACES.decorator(Workspace)
