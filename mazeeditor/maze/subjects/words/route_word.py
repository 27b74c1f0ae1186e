"""The subject *word in the route*: the only route of a maze writes a word in one line."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Label
from mazeeditor.core.translation import _, count
from mazeeditor.maze.completing import Growth, around_route
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze, full_grid, locks_of
from mazeeditor.maze.search.search import shortest_route
from mazeeditor.maze.shapes import build
from mazeeditor.maze.subjects import FIRST_COLOUR, PENCIL, Drawing, SubjectState, subject
from mazeeditor.maze.subjects.picturesque.passages import grid_of
from mazeeditor.maze.subjects.words.lines import places_in, size_for
from mazeeditor.maze.walls import free_walls


def _look(maze: Maze, job: Job, *, route_word: str) -> SubjectState:
    """Return how many cells of the word the shortest route leaves out, and which."""
    word = _route(maze.lattice, route_word)
    if not len(word):
        lost = _("The maze no longer has the size of its word: generate it again.")
        return SubjectState(lost, {"cells": 0, "covered": 0}, word)
    missing = np.setdiff1d(word, _shortest(maze, job))
    lost = ""
    if len(missing):
        cells = count(len(missing), "cell", "cells")
        lost = _("The route leaves out {cells} of its word.").format(cells=cells)
    figures = {"cells": len(word), "covered": len(word) - len(missing)}
    return SubjectState(lost, figures, missing)


def _drawing(maze: Maze, job: Job, *, route_word: str) -> Drawing:  # noqa: ARG001 - all get it
    return Drawing(grid_of(_shortest(maze, job), maze.lattice) * np.uint8(FIRST_COLOUR), (PENCIL,))


def _mend(maze: Maze, job: Job, *, route_word: str) -> Maze:
    """Return a maze whose route is the word again; other walls change only where they must.

    Raises ``UsageError`` where the maze has another size, and ``CancelledError``.
    """
    word = _route(maze.lattice, route_word)
    if not len(word):
        raise UsageError(_("The maze no longer has the size of its word: generate it again."))
    own = _locks(maze.lattice, word)
    others = locks_of(maze) & ~own  # of the user
    for kept in (others, np.zeros_like(others)):
        free = free_walls(maze.lattice, locked=kept)
        result = around_route(maze, word, None, free, job, keep=True)
        if result.perfect:
            break
    result.maze.set_locks(kept | own)
    return result.maze


@subject(
    "route-word",
    _("Word in the route"),
    order=10,
    look=_look,
    mend=_mend,
    drawing=_drawing,
    is_read=True,
)
def route_word_maze(
    lattice: Lattice,
    growth: Growth,
    job: Job,
    *,
    route_word: Annotated[
        str,
        Label(_("Text")),
        _("word or words that the route writes in one line; \\n begins a new line"),
    ] = "",
) -> Maze:
    """A word: the only route writes it in one line, from the left to the right."""
    rows, columns = size_for(route_word, lattice.rows, lattice.columns)
    lacking = []
    if rows > lattice.rows:
        lacking.append(count(rows, _("row"), _("rows")))
    if columns > lattice.columns:
        lacking.append(count(columns, _("column"), _("columns")))
    if lacking:
        lattice = build("rectangular", rows=rows, columns=columns)
        text = _("The word needs {size}: the maze has as many.")
        job.note = text.format(size=_(" and ").join(lacking))
    word = _route(lattice, route_word)
    free = free_walls(lattice, job=job)
    maze = around_route(full_grid(lattice), word, growth, free, job).maze
    maze.set_locks(_locks(lattice, word))
    return maze


def _route(lattice: Lattice, text: str) -> Ids:
    """Return the cells int64[k] of a text in order, none where it has no room."""
    if not lattice.whole or lattice.shape != "rectangular":
        return np.empty(0, np.int64)
    places = np.array(places_in(text, lattice.rows, lattice.columns), np.int64).reshape(-1, 2)
    return lattice.row_starts[places[:, 0]] + places[:, 1]


def _locks(lattice: Lattice, word: Ids) -> NDArray[np.uint8]:
    """Return the locks uint8[n] of the passages of a word, which is nowhere beside itself."""
    cells = np.zeros(lattice.size, np.bool_)
    cells[word] = True
    return free_walls(lattice, cells)


def _shortest(maze: Maze, job: Job) -> Ids:
    if maze.entrance is None or not maze.exits:
        return np.empty(0, np.int64)
    goals = [opening.cell for opening in maze.exits]
    job.phase(maze.lattice.cells)
    return shortest_route(maze.lattice, maze.walls, maze.entrance.cell, goals, job)
