"""Changing the whole maze beside the window, as one step that undo brings back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit, ReplaceMaze, ToggleWalls
from mazeeditor.editing.masking import MASK, PIECES, painted
from mazeeditor.editing.work import Work
from mazeeditor.job import Job
from mazeeditor.maze.maze import Maze


def transforming(document: Document, name: str, **options: Any) -> Work[Edit | None]:
    """Change the maze as a transform does; nothing is done where nothing is to change.

    The recipe stays: it says how the maze was generated, whatever was changed since but its
    outline. Raises ``UsageError``, by ``run``.
    """
    maze, recipe = document.maze.copy(), dict(document.recipe)

    def run(job: Job) -> Edit | None:
        from mazeeditor.transforms import TRANSFORMS, transformed  # only this needs them

        return step(
            TRANSFORMS[name].label, maze, transformed(name, maze, job=job, **options), recipe
        )

    return changing(document, run)


def changing(
    document: Document,
    run: Callable[[Job], Edit | None],
    done: Callable[[Edit | None], None] = lambda _edit: None,
) -> Work[Edit | None]:
    """Make the step that ``run`` finds for the maze as it is now; ``done`` hears of it, or of None.

    What is edited meanwhile would be lost in the result, so that is not delivered then.
    """
    revision = document.revision

    def deliver(edit: Edit | None) -> bool:
        if document.revision != revision:
            return False
        if edit:
            document.apply(edit)
        done(edit)
        return True

    return Work(run, deliver)


def step(name: str, before: Maze, after: Maze, recipe: Mapping[str, Any]) -> Edit | None:
    """Return the edit that makes ``after`` of ``before``, the smaller of two; None for none.

    A few walls toggled leave a route shown where it is; all else is another maze. An outline that
    changed is one painted by hand from then on.
    """
    if before.lattice is not after.lattice:
        return ReplaceMaze(name, after, recipe_after(recipe, before, after))
    if (before.entrance, before.exits) != (after.entrance, after.exits):
        return ReplaceMaze(name, after, recipe)
    cells = np.flatnonzero(before.walls != after.walls).astype(np.int64)
    if not len(cells):
        return None
    if cells.nbytes > after.walls.nbytes:
        return ReplaceMaze(name, after, recipe)
    changed = before.walls[cells] ^ after.walls[cells]
    lattice = after.lattice
    ids = [
        lattice.wall_ids(here, np.full(len(here), slot, np.int64))
        for slot in range(lattice.degree)
        for here in [cells[changed >> np.uint8(slot) & 1 != 0]]
    ]
    return ToggleWalls(np.unique(np.concatenate(ids)), name)


def recipe_after(recipe: Mapping[str, Any], before: Maze, after: Maze) -> Mapping[str, Any]:
    """Return what a recipe is once a maze was changed: an outline that changed was painted."""
    if before.lattice is after.lattice:
        return recipe
    if not after.lattice.whole:
        return painted(recipe)
    return {key: value for key, value in recipe.items() if key not in (MASK, PIECES)}
