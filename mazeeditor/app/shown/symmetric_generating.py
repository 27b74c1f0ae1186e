"""Generate with a symmetry: the walls that break it are shown, and named in a message."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.parts.view import View
    from mazeeditor.app.shown.highlights import Highlighted
    from mazeeditor.core.job import Job
    from mazeeditor.editing.document import Document
    from mazeeditor.maze.geometry import Ids
    from mazeeditor.maze.maze import Maze
    from mazeeditor.maze.recipe import Recipe


def start_symmetric(document: Document, view: View, services: Services, recipe: Recipe) -> None:
    """Generate a maze with the chosen symmetry, as one step.

    Raises ``UsageError`` where cells are selected or walls locked.
    """
    from mazeeditor.editing.work import Work, generating
    from mazeeditor.maze.transforms.symmetry.group import group_of
    from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_walls, report_of

    name = view.symmetry.name
    if view.selection.active or document.maze.locks is not None:
        raise UsageError(
            _(
                "Only a whole maze is generated with a symmetry: select no cells and unlock all "
                "walls, or choose Edit, Symmetry, None."
            )
        )
    work = generating(document, replace(recipe, symmetry=name), view.draft.masks.show_outline)
    walls: Ids = np.empty(0, np.int64)

    def run(job: Job) -> object:
        nonlocal walls
        with job.part(0.8):
            result = work.run(job)
        maze = result[0].maze
        group = group_of(maze.lattice, name or "")
        walls = breaking_walls(maze, group, job) if group else walls
        return result

    def show() -> None:
        if len(walls):
            text = report_of(document.maze, walls)
            services.ui.show_status(text)
            show_breaking(view, walls, text)

    services.start(_("Generating"), Work(run, work.deliver), show)
    services.ui.focus_maze()


def show_breaking(view: View, walls: Ids, text: str) -> None:
    """Mark walls int64[k] that break the symmetry, until Escape or the next edit."""
    from mazeeditor.app.shown.highlights import MOST_RINGS, Highlight, Highlighted

    def find(maze: Maze, _job: Job) -> Highlighted:
        from mazeeditor.maze.solution import Solution
        from mazeeditor.screen.pixel_colours import TINTED

        lattice = maze.lattice
        lower, _slots, upper, _backs = lattice.sides_of(walls)
        cells = distinct(np.concatenate([lower, upper]))
        marks = np.zeros(lattice.size, np.uint8)
        marks[cells] = TINTED
        solution = Solution(lattice, "", np.empty(0, np.int64), marks)
        few = lower if len(lower) <= MOST_RINGS else lower[:0]
        return Highlighted("symmetry", solution, ((TINTED, text),), few, ((walls, "wall_hover"),))

    label = _("What breaks the symmetry")
    view.highlight.show(Highlight("symmetry", label, "", lambda _facts: True, find))
