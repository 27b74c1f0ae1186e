"""Finish: what is drawn of a maze stays, and a generator adds the rest until it is perfect."""

from __future__ import annotations

from typing import Annotated

from mazeeditor.core.job import Job
from mazeeditor.core.options import OneOf
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import new_seed
from mazeeditor.maze.transforms import Kept, Seed, transform
from mazeeditor.maze.walls import free_walls


def _names() -> list[str]:
    from mazeeditor.maze.generators import GENERATORS  # only this transform needs them

    return GENERATORS.names()


def why_not(
    lattice: Lattice,
    generator: str,
    symmetry: str | None = None,  # noqa: ARG001
    seed: int | None = None,  # noqa: ARG001
) -> str:
    """Return why a generator cannot finish mazes on a lattice, "" where it can."""
    from mazeeditor.maze.generators import GENERATORS

    return GENERATORS[generator].why_not(lattice.shape, whole=lattice.whole)


@transform("finish", _("Finish"), order=4, refusal=why_not, memory=100, local=True)
def finish(
    maze: Maze,
    job: Job,
    *,
    generator: Annotated[
        str, OneOf(_names), _("generator whose texture the added walls and passages have")
    ] = "backtracker",
    symmetry: Kept = None,
    seed: Seed = None,
) -> Maze:
    """Add walls or passages until the maze is perfect; what is drawn stays.

    Passages are drawn where components are separate: walls between them are opened. Walls are
    drawn where there are loops: passages in them are closed. A maze with both gets the fewest
    changes: as many passages are closed as there are loops, and one wall less is opened than there
    are components. Which ones, a spanning tree of the generator decides. Locked walls stay in any
    case, even where they seal cells or locked passages make loops.
    """
    from mazeeditor.maze.completing import Growth, complete

    growth = Growth(generator, new_seed() if seed is None else seed)
    free = free_walls(maze.lattice, locked=maze.locks, job=job)
    if symmetry is not None:
        from mazeeditor.maze.transforms.symmetry.keeping import finish_symmetric

        return finish_symmetric(maze, growth, symmetry, free, job).maze
    return complete(maze, growth, free, job, keep=True).maze
