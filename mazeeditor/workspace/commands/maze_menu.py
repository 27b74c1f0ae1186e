"""The Maze menu: generate, and the openings."""

from __future__ import annotations

from mazeeditor.editing.edits import SetOpenings
from mazeeditor.editing.entrances import to_opposite_ends, to_the_middle
from mazeeditor.errors import UsageError
from mazeeditor.translation import _
from mazeeditor.workspace.commands import command, idle
from mazeeditor.workspace.workspace import Workspace


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
def generate(workspace: Workspace) -> None:
    """Generate a maze with the settings of the Generate section."""
    start_generating(workspace)


@command(
    "new-seed",
    _("Generate with a New Seed"),
    menu="maze",
    order=12,
    keys=("Mod+Shift+G",),
    icon="dice",
    enabled=idle,
)
def new_seed(workspace: Workspace) -> None:
    """Make another maze of the same kind."""
    start_generating(workspace, fresh=True)


def start_generating(workspace: Workspace, *, fresh: bool = False) -> None:
    """Make the maze of the draft, as one step; ``fresh`` draws a new seed in any case."""
    from mazeeditor.editing.work import generating

    try:
        recipe = workspace.draft.recipe(fresh=fresh)
    except UsageError:  # the field shows what is invalid
        workspace.ui.show_section("generate")
        return
    work = generating(workspace.document, recipe, workspace.draft.masks.show_outline)
    workspace.start(_("Generating"), work)
    workspace.ui.focus_maze()


def _has_both_ends(workspace: Workspace) -> bool:
    maze = workspace.document.maze
    return bool(maze.entrance and maze.exits)


@command("corners", _("Openings at Opposite Ends"), menu="maze", order=21)
def corners(workspace: Workspace) -> None:
    """Put the entrance at the first cell of the border and the exit at the last, or across."""
    workspace.document.apply(to_opposite_ends(workspace.document.maze))


@command("middle", _("Openings from Border to Middle"), menu="maze", order=22)
def middle(workspace: Workspace) -> None:
    """Put the entrance at the border and the exit in the middle."""
    workspace.document.apply(to_the_middle(workspace.document.maze))


@command(
    "swap",
    _("Swap Entrance and Exit"),
    menu="maze",
    order=23,
    enabled=lambda workspace: bool(
        workspace.document.maze.entrance and workspace.document.maze.exits
    ),
)
def swap(workspace: Workspace) -> None:
    """Make the entrance the first exit, and that the entrance."""
    maze = workspace.document.maze
    if maze.entrance:
        exits = (maze.entrance, *maze.exits[1:])
        workspace.document.apply(SetOpenings(maze, maze.exits[0], exits))
