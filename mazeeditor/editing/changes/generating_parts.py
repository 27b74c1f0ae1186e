"""Generates within a selection, or around locked walls: one step, which holds only what differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ChangeMaze, Edit
from mazeeditor.editing.work import Work, differing_walls, finding
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, RecipePart, outline_of
from mazeeditor.maze.walls import free_walls

if TYPE_CHECKING:
    from mazeeditor.maze.completing import Completion

Cells = NDArray[np.bool_]
Generated = tuple[Edit, str, "Completion"]  # the step, a report for users, and the result


def generating_part(
    document: Document,
    recipe: Recipe,
    cells: Cells | None,
    done: Callable[[str, Completion], None],
) -> Work[Generated]:
    """Generate anew the walls between ``cells`` bool[n] (None: all) that are not locked.

    ``done`` gets a report and the result. Raises ``UsageError``, by ``run``, where the recipe is
    for another shape, size or outline: then neither a selection nor locks could stay.
    """
    before = document.recipe

    def find(maze: Maze, job: Job) -> Generated:
        _check_outline(maze, recipe.kept(), cells, job)
        result = _complete(maze, recipe, cells, job)
        inside = maze.lattice.inside if cells is None else cells
        part = RecipePart.of(recipe, maze.lattice, inside)
        name = _("Generate maze") if cells is None else _("Generate in selection")
        of = before.with_part(part, maze.lattice)
        changed = len(differing_walls(maze, result.maze))
        text = ngettext("{number:,} wall changed.", "{number:,} walls changed.", changed)
        report = f"{text.format(number=changed)} {what_stays(result, cells, maze)}".strip()
        if recipe.braid:
            report = " ".join(filter(None, [report, _("No loops are added next to what stays.")]))
        return ChangeMaze(name, maze, result.maze, of), report, result

    return _changing(document, find, done)


def _complete(maze: Maze, recipe: Recipe, cells: Cells | None, job: Job) -> Completion:
    from mazeeditor.maze.completing import complete

    free = free_walls(maze.lattice, cells, maze.locks, job)
    return complete(maze, recipe.growth(), free, job, keep=False)


def _check_outline(maze: Maze, recipe: Recipe, cells: Cells | None, job: Job) -> None:
    if not outline_of(recipe, maze.lattice, job).lattice.same(maze.lattice):
        raise UsageError(
            _("Locked walls keep shape, size and outline as they are: unlock all to change these.")
            if cells is None
            else _(
                "Generate changes the selected cells only, and neither shape nor size: select none "
                "to change these."
            )
        )


def _changing(
    document: Document,
    find: Callable[[Maze, Job], Generated],
    done: Callable[[str, Completion], None],
) -> Work[Generated]:
    """Do the step that is found, where it changes any wall."""

    def then(result: Generated) -> None:
        edit, report, completion = result
        if not np.array_equal(document.maze.walls, completion.maze.walls):
            document.apply(edit)
        done(report, completion)

    return finding(document, find, then)


def what_stays(result: Completion, cells: Cells | None, maze: Maze) -> str:
    """Return why a maze is not perfect though it was completed, "" where it is."""
    sealed, loops = len(result.sealed), len(result.surplus)
    texts = []
    if sealed and cells is None:
        text = ngettext(
            "The locked walls seal {number:,} cell.",
            "The locked walls seal {number:,} cells.",
            sealed,
        )
        texts.append(text.format(number=sealed))
    elif sealed:
        text = ngettext(
            "Walls that are locked or not selected seal {number:,} cell.",
            "Walls that are locked or not selected seal {number:,} cells.",
            sealed,
        )
        if maze.locks is None:
            text = ngettext(
                "Walls outside the selection seal {number:,} cell.",
                "Walls outside the selection seal {number:,} cells.",
                sealed,
            )
        texts.append(text.format(number=sealed))
    if loops:
        text = ngettext(
            "Passages that stay make {number:,} loop.",
            "Passages that stay make {number:,} loops.",
            loops,
        )
        texts.append(text.format(number=loops))
    return " ".join(texts)
