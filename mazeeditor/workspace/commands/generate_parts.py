"""Finish My Maze, and Generate where cells are selected or walls locked: what stays is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.translation import _
from mazeeditor.workspace.commands import command, idle
from mazeeditor.workspace.workspace import Workspace

if TYPE_CHECKING:
    from mazeeditor.generators.completing import Completion
    from mazeeditor.recipe import Recipe


@command(
    "finish",
    _("Finish My Maze"),
    menu="maze",
    order=18,
    keys=("Mod+Shift+K",),
    enabled=idle,
)
def finish(workspace: Workspace) -> None:
    """Let the generator add walls or passages until the maze is perfect; what is drawn stays."""
    from mazeeditor.editing.generating_parts import finishing

    recipe = workspace.drafted_recipe()
    if recipe is None:
        return
    cells = workspace.selection.cells
    work = finishing(
        workspace.document, recipe, cells, lambda *result: show_result(workspace, *result)
    )
    workspace.start(_("Finishing"), work)
    workspace.ui.focus_maze()


def has_limits(workspace: Workspace) -> bool:
    """Whether Generate must leave something as it is: cells are selected, or walls locked."""
    return workspace.selection.active or workspace.document.maze.locks is not None


def start_within_limits(workspace: Workspace, recipe: Recipe) -> None:
    """Generate between the selected cells, or all, as far as walls are not locked; one step."""
    from mazeeditor.editing.generating_parts import generating_part

    work = generating_part(
        workspace.document,
        recipe,
        workspace.selection.cells,
        lambda *result: show_result(workspace, *result),
    )
    workspace.start(_("Generating"), work)
    workspace.ui.focus_maze()


def show_result(workspace: Workspace, report: str, result: Completion) -> None:
    """Show a report, and the cells that keep a maze from being perfect until the next edit."""
    workspace.ui.show_status(report)
    if result.perfect:
        return
    from mazeeditor.workspace.highlights import Highlight, tinted

    text = _("Sealed, or in a loop that stays: {number:,}")
    workspace.highlight.show(
        Highlight(
            "stays",
            "",
            "",
            lambda _facts: True,
            lambda maze, _job: tinted(maze, result.cells, text),
        )
    )
