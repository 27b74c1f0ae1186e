"""Finish My Maze, and Generate where cells are selected or walls locked: what stays is shown."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from mazeeditor.app.commands import COMMANDS, command, idle
from mazeeditor.app.files.document_files import DISCARDED
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.shown_repair import RequestedRepair
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document

if TYPE_CHECKING:
    from mazeeditor.core.job import Job
    from mazeeditor.editing.edits import Edit
    from mazeeditor.maze.generators.common.completing import Completion
    from mazeeditor.maze.maze import Maze
    from mazeeditor.maze.recipe import Recipe
    from mazeeditor.maze.repairs import Repair


@command(
    "finish",
    _("Finish My Maze"),
    menu="maze",
    order=18,
    keys=("Mod+Shift+K",),
    enabled=idle,
)
def finish(document: Document, view: View, services: Services) -> None:
    """Show the walls and passages that would make the maze perfect; what is drawn stays."""
    from mazeeditor.editing.changes.generating_parts import added_walls, finishing

    recipe = view.drafted_recipe()
    if recipe is None:
        return
    done = partial(show_result, view, services)
    work = finishing(document, recipe, view.selection.cells, done)
    made: list[tuple[Edit, str, Completion]] = []

    def find(maze: Maze, _cells: object, job: Job) -> Repair:
        made[:] = [work.run(job)]
        return added_walls(maze, made[0][2].maze)

    def accept() -> None:
        if not work.deliver(made[0]):
            services.ui.show_status(DISCARDED)

    def warn() -> None:
        _edit, report, result = made[0]
        if not result.perfect:
            show_result(view, services, report, result)

    label = COMMANDS["finish"].label
    view.repair.preview(RequestedRepair("finish", label, find, accept=accept, found=warn))
    services.ui.focus_maze()


def has_limits(document: Document, view: View) -> bool:
    """Whether Generate must leave something as it is: cells are selected, or walls locked."""
    return view.selection.active or document.maze.locks is not None


def start_within_limits(document: Document, view: View, services: Services, recipe: Recipe) -> None:
    """Generate between the selected cells, or all, as far as walls are not locked; one step."""
    from mazeeditor.editing.changes.generating_parts import generating_part

    work = generating_part(
        document,
        recipe,
        view.selection.cells,
        lambda *result: show_result(view, services, *result),
    )
    services.start(_("Generating"), work)
    services.ui.focus_maze()


def show_result(view: View, services: Services, report: str, result: Completion) -> None:
    """Show a report, and the cells that keep a maze from being perfect until the next edit."""
    services.ui.show_status(report)
    if result.perfect:
        return
    from mazeeditor.app.shown.highlights import Highlight, tinted

    text = _("Sealed, or in a loop that stays: {number:,}")
    view.highlight.show(
        Highlight(
            "stays",
            "",
            "",
            lambda _facts: True,
            lambda maze, _job: tinted(maze, result.cells, text),
        )
    )
