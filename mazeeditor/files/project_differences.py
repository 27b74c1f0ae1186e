"""Describes how a document differs from what a file holds now."""

from __future__ import annotations

from typing import Any

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, count
from mazeeditor.files import Project
from mazeeditor.maze.facts.differences import size_of
from mazeeditor.maze.lattice import alike
from mazeeditor.maze.links import COUNT
from mazeeditor.maze.maze import Maze

CELLS_AT_ONCE = 1 << 20  # cells between two checks for Cancel


def differences(mine: Project, other: Project, job: Job) -> list[str]:
    """Return a sentence for each difference, or one for none; raises ``CancelledError``.

    ``mine`` is the document, ``other`` the file.
    """
    maze, other_maze = mine.maze, other.maze
    if alike(maze.lattice, other_maze.lattice):
        sentences = _cells(maze, other_maze, job)
    else:
        sentences = [
            _("The maze here is {size}, the one in the file {other}.").format(
                size=size_of(maze.lattice), other=size_of(other_maze.lattice)
            )
        ]
    sentences += _openings(maze, other_maze)
    if names := _keys(mine.page, other.page):
        sentences.append(_("The page differs: {names}.").format(names=", ".join(names)))
    if names := _keys(mine.recipe.to_json(), other.recipe.to_json()):
        names_text = ", ".join(names)
        sentences.append(_("The way it is generated differs: {names}.").format(names=names_text))
    return sentences or [_("Walls, openings, page and recipe are the same.")]


def _cells(mine: Maze, other: Maze, job: Job) -> list[str]:
    """Return sentences about the walls and the outline of two mazes of one size."""
    walls = cells = 0
    for first in range(0, len(mine.walls), CELLS_AT_ONCE):
        job.check()
        part = slice(first, first + CELLS_AT_ONCE)
        walls += int(COUNT[mine.walls[part] ^ other.walls[part]].sum())
        cells += int(np.count_nonzero(mine.lattice.inside[part] != other.lattice.inside[part]))
    sentences = []
    if walls:  # each is stored on both of its sides
        number = count(walls // 2, _("wall differs"), _("walls differ"))
        sentences.append(f"{number}.")
    if cells:
        number = count(cells, _("cell"), _("cells"))
        sentences.append(_("The outline differs in {cells}.").format(cells=number))
    return sentences


def _openings(mine: Maze, other: Maze) -> list[str]:
    (entrance, exits), (other_entrance, other_exits) = _places(mine), _places(other)
    sentences = [_("The entrance is elsewhere.")] if entrance != other_entrance else []
    return sentences + ([_("The exits are elsewhere.")] if exits != other_exits else [])


def _places(maze: Maze) -> tuple[object, object]:
    """Return where entrance and exits are, to be compared between mazes of any size."""
    entrance, *exits = [
        opening and (*maze.lattice.place(opening.cell), opening.slot)
        for opening in (maze.entrance, *maze.exits)
    ]
    return entrance, exits


def _keys(mine: Any, other: Any) -> list[str]:
    missing = object()
    keys = sorted({*mine, *other})
    return [key for key in keys if mine.get(key, missing) != other.get(key, missing)]
