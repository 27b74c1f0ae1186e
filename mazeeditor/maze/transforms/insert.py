"""Insert: adds a row or column of cells, through which the passages lead."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

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
    length,
    longer,
    table_of,
    upright,
    with_cells,
)
from mazeeditor.maze.walls import free_walls


def _lines(lattice: Lattice, line: Line = "row", at: int = 0) -> CarriedLines:
    return CarriedLines.one_more(lattice, line, at)


@transform("insert", _("Insert row or column"), order=21, shapes=("rectangular",), lines=_lines)
def insert(
    maze: Maze,
    job: Job,
    *,
    line: Annotated[Line, _("line that is inserted: a row or a column")] = "row",
    at: Annotated[
        int,
        Between(0, MAX_ROWS),
        Label(_("Number")),
        _("number that the new row or column gets, counted from 0"),
    ] = 0,
) -> Maze:
    """Insert a row or column of cells, which stay connected.

    Each new cell is open to the line before (the first one to the line after), and to both where
    there was a passage, so that a perfect maze stays perfect. Next to blank cells it is blank::

        |   | a |           |   | a |
        +   +---+     ->    +   +   +
        |   | b |           |   |   |   the new row
        +---+---+           +   +---+
                            |   | b |

    A lock stays with the wall between the new line and the line after it.
    """
    old_lattice = maze.lattice
    check_line(at, length(old_lattice, line), line)
    whole, copied_line = longer(old_lattice, line, 1), max(at - 1, 0)
    cells = cells_of(old_lattice)
    copied = cells.take(copied_line, axis(line))
    lattice = with_cells(whole, np.insert(cells, at, copied, axis=axis(line)), job)
    job.phase(1)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    old = upright(table_of(old_lattice, without_gaps(maze)), line)
    new = upright(table_of(lattice, walls), line)
    before, after = bits(line)
    new[:at], new[at + 1 :] = old[:at], old[at:]
    if at == 0:
        new[0, copied] ^= np.uint8(after)
        new[1, copied] ^= np.uint8(before)
    else:
        closed = old[at - 1] & np.uint8(after)  # at the end of the maze everywhere
        new[at - 1, copied] &= np.uint8(255 ^ after)
        new[at, copied] = np.uint8(lattice.closed ^ before ^ after) | closed[copied]

    result = Maze(lattice, walls)
    if maze.locks is not None:
        result.set_locks(_carried_locks(old_lattice, maze.locks, lattice, line, at))
    after_it = along(line, lambda place: place + (place >= at))
    return carry_openings(maze, result, after_it)


def _carried_locks(
    before: Lattice, locks: NDArray[np.uint8], lattice: Lattice, line: Line, at: int
) -> NDArray[np.uint8]:
    """Return the locks uint8[n] of a lattice with one line more than ``before``."""
    carried = np.zeros(lattice.size, np.uint8)
    old, new = upright(table_of(before, locks), line), upright(table_of(lattice, carried), line)
    towards_after = np.uint8(bits(line)[1])
    new[:at], new[at + 1 :] = old[:at], old[at:]
    if at > 0:
        new[at] = new[at - 1] & towards_after
        new[at - 1] &= ~towards_after
    return carried & free_walls(lattice)
