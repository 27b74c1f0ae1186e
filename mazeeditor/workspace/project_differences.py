"""Says in words how a document differs from what a file holds now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeeditor.editing.edits import alike
from mazeeditor.job import Job
from mazeeditor.maze.bits import COUNT
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.translation import _, count

if TYPE_CHECKING:
    from mazeeditor.files import Project

AT_ONCE = 1 << 20  # cells between two checks for Cancel


def differences(mine: Project, other: Project, job: Job) -> list[str]:
    """Return a sentence for each difference, or one that there is none; raises ``CancelledError``.

    ``mine`` is the document, ``other`` the file.
    """
    here, there = mine.maze, other.maze
    if alike(here.lattice, there.lattice):
        sentences = _cells(here, there, job)
    else:
        sentences = [
            _("The maze here is {size}, the one in the file {other}.").format(
                size=_size(here.lattice), other=_size(there.lattice)
            )
        ]
    sentences += _openings(here, there)
    if names := _keys(mine.page, other.page):
        sentences.append(_("The page differs: {names}.").format(names=", ".join(names)))
    if names := _keys(mine.recipe.to_json(), other.recipe.to_json()):
        names_text = ", ".join(names)
        sentences.append(_("The way it is generated differs: {names}.").format(names=names_text))
    return sentences or [_("Walls, openings, page and recipe are the same.")]


def _size(lattice: Lattice) -> str:
    """Return shape and size: ``rectangular, rows 12, columns 16``."""
    sizes = [f"{name} {value}" for name, value in dict(lattice.parameters).items()]
    return ", ".join([lattice.shape, *sizes])


def _cells(here: Maze, there: Maze, job: Job) -> list[str]:
    """Return sentences about the walls and the outline of two mazes of one size."""
    walls = cells = 0
    for first in range(0, len(here.walls), AT_ONCE):
        job.check()
        part = slice(first, first + AT_ONCE)
        walls += int(COUNT[here.walls[part] ^ there.walls[part]].sum())
        cells += int(np.count_nonzero(here.lattice.inside[part] != there.lattice.inside[part]))
    sentences = []
    if walls:  # each is stored on both of its sides
        number = count(walls // 2, _("wall differs"), _("walls differ"))
        sentences.append(f"{number}.")
    if cells:
        number = count(cells, _("cell"), _("cells"))
        sentences.append(_("The outline differs in {cells}.").format(cells=number))
    return sentences


def _openings(here: Maze, there: Maze) -> list[str]:
    sentences = []
    if _places(here, here.openings[:1] if here.entrance else ()) != _places(
        there, there.openings[:1] if there.entrance else ()
    ):
        sentences.append(_("The entrance is elsewhere."))
    if _places(here, here.exits) != _places(there, there.exits):
        sentences.append(_("The exits are elsewhere."))
    return sentences


def _places(maze: Maze, openings: Iterable[Any]) -> list[tuple[object, ...]]:
    """Return where openings are, to be compared between mazes of any size."""
    return [(*maze.lattice.place(opening.cell), opening.slot) for opening in openings]


def _keys(mine: Any, other: Any) -> list[str]:
    """Return the keys whose values differ."""
    missing = object()
    keys = sorted({*mine, *other})
    return [key for key in keys if mine.get(key, missing) != other.get(key, missing)]
