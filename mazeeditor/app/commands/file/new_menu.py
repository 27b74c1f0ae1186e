"""The first group of the File menu: mazes to begin with, none of which asks for anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mazeeditor.app.commands import command, idle
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks.cutting import Cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes.grids import empty_grid, full_grid
from mazeeditor.page.page import Page

Make = Callable[[Lattice, Job], Maze]


OTHERS = _("New From")


@command("new", _("New"), menu="file", order=1, keys=("Mod+N",), icon="new", bar=11, enabled=idle)
def new(workspace: Workspace) -> None:
    """Begin with a new maze, as large as the last new one and with its page."""
    workspace.gate.leave(
        lambda: begin(workspace, workspace.new_maze.recipe, workspace.new_maze.page)
    )


@command(
    "new-from-this",
    _("New from This One"),
    menu="file",
    order=2,
    group=OTHERS,
    keys=("Mod+Alt+N",),
    enabled=idle,
)
def new_from_this(workspace: Workspace) -> None:
    """Begin with a new maze that has the settings, outline and page of this one."""

    def begin_again() -> None:
        recipe = workspace.drafted_recipe()
        if recipe is not None:
            begin(workspace, recipe, workspace.document.page)

    workspace.gate.leave(begin_again)


@command(
    "new-empty",
    _("New Empty Grid"),
    menu="file",
    order=3,
    group=OTHERS,
    keys=("Mod+Alt+E",),
    enabled=idle,
)
def new_empty(workspace: Workspace) -> None:
    """Begin with a grid that has no walls inside: draw them with the Wall tool."""
    _leave_for_grid(workspace, empty_grid)


@command(
    "new-full",
    _("New Full Grid"),
    menu="file",
    order=4,
    group=OTHERS,
    keys=("Mod+Alt+F",),
    enabled=idle,
)
def new_full(workspace: Workspace) -> None:
    """Begin with a grid that has all walls: erase what is to be a passage."""
    _leave_for_grid(workspace, full_grid)


def _leave_for_grid(workspace: Workspace, make: Make) -> None:
    new_maze = workspace.new_maze
    workspace.gate.leave(
        lambda: begin(
            workspace, replace(new_maze.recipe, seed=None, braid=None), new_maze.page, make
        )
    )


def begin(workspace: Workspace, recipe: Recipe, page: Page, make: Make | None = None) -> None:
    """Make a maze in the background, with which a document begins."""
    from mazeeditor.editing.work import beginning

    document, outline = workspace.document, workspace.draft.masks.show_outline
    work = beginning(document, recipe, page, outline, make)

    def deliver(result: tuple[Maze, Recipe, Cut]) -> None:
        work.deliver(result)
        workspace.new_maze.begun()

    workspace.gate.start(_("Preparing the grid") if make else _("Generating"), work.run, deliver)
