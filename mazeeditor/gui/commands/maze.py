"""The Maze menu: generate, and the openings."""

from __future__ import annotations

from mazeeditor.editing.edits import SetOpenings
from mazeeditor.editing.openings import to_opposite_ends, to_the_middle
from mazeeditor.gui.commands import command, idle
from mazeeditor.gui.window import Window
from mazeeditor.words import _


@command(
    "generate",
    _("Generate"),
    menu="maze",
    order=11,
    keys=("Mod+G",),
    icon="generate",
    bar=31,
    named=True,
    primary=True,
    enabled=idle,
)
def generate(window: Window) -> None:
    """Make a maze as the Generate section has it."""
    window.generate.run()


@command(
    "new-seed",
    _("Generate with a New Seed"),
    menu="maze",
    order=12,
    keys=("Mod+Shift+G",),
    icon="dice",
    enabled=idle,
)
def new_seed(window: Window) -> None:
    """Make another maze of the same kind."""
    window.generate.run(fresh=True)


@command("corners", _("Openings at Opposite Ends"), menu="maze", order=21)
def corners(window: Window) -> None:
    """Put the entrance at the first cell of the border and the exit at the last, or across."""
    window.document.apply(to_opposite_ends(window.document.maze))


@command("middle", _("Openings from Border to Middle"), menu="maze", order=22)
def middle(window: Window) -> None:
    """Put the entrance at the border and the exit in the middle."""
    window.document.apply(to_the_middle(window.document.maze))


@command(
    "swap",
    _("Swap Entrance and Exit"),
    menu="maze",
    order=23,
    enabled=lambda window: bool(window.document.maze.entrance and window.document.maze.exits),
)
def swap(window: Window) -> None:
    """Make the entrance the first exit, and that the entrance."""
    maze = window.document.maze
    if maze.entrance:
        exits = (maze.entrance, *maze.exits[1:])
        window.document.apply(SetOpenings(maze, maze.exits[0], exits))
