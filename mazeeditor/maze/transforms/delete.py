"""Delete: removes a row or column and joins the cells on both sides of it."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import MAX_ROWS, Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.transforms import transform
from mazeeditor.maze.transforms.rows_and_columns import (
    CarriedLines,
    Line,
    along,
    axis,
    bits,
    carry_openings,
    cells_of,
    check_line,
    close_edges,
    length,
    longer,
    table_of,
    upright,
    with_cells,
)
from mazeeditor.maze.walls import free_walls


def _lines(lattice: Lattice, line: Line = "row", at: int = 0) -> CarriedLines:
    return CarriedLines.one_less(lattice, line, at)


@transform("delete", _("Delete row or column"), order=22, shapes=("rectangular",), lines=_lines)
def delete(
    maze: Maze,
    job: Job,
    *,
    line: Annotated[Line, _("line that is deleted: a row or a column")] = "row",
    at: Annotated[
        int,
        Between(0, MAX_ROWS - 1),
        Label(_("Number")),
        _("number of the row or column, counted from 0"),
    ] = 0,
) -> Maze:
    """Delete a row or column of cells and join what is on both sides of it.

    A passage is left where one led straight across. Parts that only the deleted cells connected
    are separate then; Perfect joins them with the fewest walls opened. Blank cells stay blank.
    Of two walls that become one, a lock stays where its wall is as that one.
    """
    old_lattice = maze.lattice
    lines = length(old_lattice, line)
    if lines == 1:
        raise UsageError(_("The last row or column of a maze cannot be deleted."))
    check_line(at, lines - 1, line)
    whole = longer(old_lattice, line, -1)
    cells = np.delete(cells_of(old_lattice), at, axis=axis(line))
    lattice = with_cells(whole, cells, job)
    job.phase(1)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    old = upright(table_of(old_lattice, without_gaps(maze)), line)
    new = upright(table_of(lattice, walls), line)
    before, after = bits(line)
    new[:at], new[at:] = old[:at], old[at + 1 :]
    if 0 < at < lines - 1:
        closed = ((old[at - 1] | old[at]) & after) != 0
        new[at - 1] |= np.where(closed, np.uint8(after), np.uint8(0))
        new[at] |= np.where(closed, np.uint8(before), np.uint8(0))
    close_edges(table_of(lattice, walls))

    result = Maze(lattice, walls)
    if maze.locks is not None:
        result.set_locks(_carried_locks(maze, maze.locks, result, line, at))
    without_it = along(line, lambda place: place - 0.5 * (place == at) - (place > at))
    return carry_openings(maze, result, without_it)


def _carried_locks(
    maze: Maze, locks: NDArray[np.uint8], after_it: Maze, line: Line, at: int
) -> NDArray[np.uint8]:
    """Return the locks uint8[n] of a maze with one line less than ``maze``."""
    lattice = after_it.lattice
    carried = np.zeros(lattice.size, np.uint8)
    old, new = (
        upright(table_of(maze.lattice, locks), line),
        upright(table_of(lattice, carried), line),
    )
    new[:at], new[at:] = old[:at], old[at + 1 :]
    if 0 < at < len(new):
        before, after = (np.uint8(bit) for bit in bits(line))
        was = upright(table_of(maze.lattice, maze.walls), line)
        joined = upright(table_of(lattice, after_it.walls), line)[at - 1]
        same = [old[side] & ~(was[side] ^ joined) & after for side in (at - 1, at)]
        kept = (same[0] | same[1]) != 0
        new[at - 1] = np.where(kept, new[at - 1] | after, new[at - 1] & ~after)
        new[at] = np.where(kept, new[at] | before, new[at] & ~before)
    return carried & free_walls(lattice)
