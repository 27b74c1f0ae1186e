"""Delete: a row or column less; what it parted meets."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from mazeeditor.errors import UsageError
from mazeeditor.job import Job
from mazeeditor.maze.lattice import LONGEST
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import without_gaps
from mazeeditor.options import Between
from mazeeditor.transforms import transform
from mazeeditor.transforms.carrying import Spot, carry
from mazeeditor.transforms.lines import Line, axis, bits, check_place, length, longer, spot, upright
from mazeeditor.transforms.squares import cells_of, shut, sized, table_of, with_cells
from mazeeditor.words import _


@transform("delete", _("Delete Row or Column"), order=22, shapes=("rectangular",))
def delete(
    maze: Maze,
    job: Job,
    *,
    line: Annotated[Line, _("what is deleted")] = "row",
    at: Annotated[int, Between(0, LONGEST - 1), _("its number, from 0")] = 0,
) -> Maze:
    """Delete a row or column of cells and join what is on both sides of it.

    A passage is left where one led straight across. Parts that only the deleted cells connected
    fall apart; Perfect joins them again with the fewest walls opened. Blank cells stay blank.
    """
    old_lattice = maze.lattice
    lines = length(old_lattice, line)
    if lines == 1:
        raise UsageError(_("The last row or column of a maze cannot be deleted."))
    check_place(at, lines - 1, line)
    whole = sized(*longer(old_lattice, line, -1))
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
    shut(table_of(lattice, walls))

    def move(row: int, column: int, slot: int | None) -> Spot:
        place, other = (row, column) if line == "row" else (column, row)
        return spot(line, place - 0.5 * (place == at) - (place > at), other, slot)

    return carry(maze, Maze(lattice, walls), move)
