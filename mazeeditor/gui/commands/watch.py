"""Watching algorithms at work: how mazes are made, in the Maze menu, and how they are solved."""

from __future__ import annotations

from mazeeditor.gui.commands import command
from mazeeditor.gui.window import Window
from mazeeditor.words import _


@command(
    "watch-generating",
    _("Watch Generating"),
    menu="maze",
    order=13,
    keys=("Shift+F7",),
    icon="film",
)
def watch_generating(window: Window) -> None:
    """See how the maze of the Generate section, with its seed, is made."""
    from mazeeditor.gui.watching.entrances import generating

    generating(window)


@command(
    "watch-solving",
    _("Watch Solving"),
    menu="solve",
    order=31,
    keys=("F7",),
    icon="film",
)
def watch_solving(window: Window) -> None:
    """See how the chosen solver finds its way."""
    from mazeeditor.gui.watching.entrances import solving

    solving(window)


@command(
    "watch-solvers",
    _("Watch Solvers Side by Side…"),
    menu="solve",
    order=32,
    keys=("Shift+F6",),
    icon="film",
)
def watch_solvers(window: Window) -> None:
    """See several solvers at work in this maze at the same time."""
    from mazeeditor.gui.watching.entrances import side_by_side

    side_by_side(window)
