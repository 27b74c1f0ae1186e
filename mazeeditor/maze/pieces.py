r"""A lattice of which only some cells are left, and the connected pieces that are left of it.

An area is a set of connected cells that grows as others are united with it (union-find); when no
two neighbours are in different areas, each area is a piece::

    o o . . o        pieces 0 and 1, numbered by their first cells; cells that only touch at a
    o . . o o        corner are in different pieces
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, InBool, InI32, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.links import MOST_ROWS, UNUSED, Tables, row_of
from mazeeditor.maze.order import by_size


@kernel
def find(areas: I32, cell: int) -> int:
    """Return the representative of the area of ``cell`` (union-find with path halving)."""
    while areas[cell] != cell:
        areas[cell] = areas[areas[cell]]
        cell = int(areas[cell])
    return cell


@kernel
def count_borders(to: InI32, tables: Tables, signal: I64) -> int:
    """Return how many walls separate areas; ``to`` int32[n] is the area of each cell."""
    offsets, inside = tables.offsets, tables.inside
    count = 0
    for cell in range(len(inside)):
        if cell & TICK == 0 and signal[1] != 0:
            return 0
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step > 0 and inside[cell + step] and to[cell] != to[cell + step]:
                    count += 1
    return count


NO_PIECE = -1  # the piece of what is outside
FEW_PIECES = 16  # pieces for which a pass over all cells per piece costs little


@dataclass(frozen=True, eq=False)
class Pieces:
    """``numbers`` int32[n] is the piece of each cell, -1 outside; there are ``count``."""

    numbers: NDArray[np.int32]
    count: int

    @cached_property
    def sizes(self) -> Ids:
        """The cells of each piece, int64[count]."""
        inside = self.numbers[self.numbers != NO_PIECE]
        return np.bincount(inside, minlength=self.count).astype(np.int64)

    def cells(self, job: Job) -> Iterator[Ids]:
        """Yield the cells int64[k] of each piece, lowest first; raises ``CancelledError``."""
        cells = np.flatnonzero(self.numbers != NO_PIECE)
        order = cells[by_size(self.numbers[cells], job)].astype(np.int64)
        start = 0
        for size in self.sizes.tolist():
            yield order[start : start + size]
            start += size

    def largest(self) -> NDArray[np.bool_]:
        """Return bool[n]: the cells of the largest piece, of several as large the first."""
        result: NDArray[np.bool_] = self.numbers == int(self.sizes.argmax())
        return result


def pieces_of(lattice: Lattice, job: Job | None = None) -> Pieces:
    """Return the pieces of a lattice, numbered by their first cells; raises ``CancelledError``."""
    job = job or Job()
    if lattice.whole:
        return Pieces(lattice.inside.astype(np.int32) - 1, 1)
    areas = np.arange(lattice.size, dtype=np.int32)
    job.phase(lattice.size)
    _unite[lattice.degree](areas, lattice.tables, job.signal)
    job.check()
    return pieces_in(lattice, areas, job)


def pieces_in(lattice: Lattice, areas: I32, job: Job) -> Pieces:
    """Return ``areas`` int32[n], whose representatives are their first cells, numbered by these.

    Raises ``CancelledError``.
    """
    numbers = np.full(lattice.size, NO_PIECE, np.int32)
    count = _number(numbers, areas, lattice.inside, job.signal)
    job.check()
    return Pieces(numbers, count)


@kernel
def _unite(areas: I32, tables: Tables, signal: I64) -> None:
    """Let each cell lead to the first of its piece."""
    offsets, inside = tables.offsets, tables.inside
    for cell in range(len(inside)):
        if cell & TICK == 0:
            signal[0] = cell
            if signal[1] != 0:
                return
        if inside[cell]:
            row = row_of(tables, cell)
            for slot in range(DEGREE):
                step = offsets[row, slot]
                if step < 0 and inside[cell + step]:
                    one = find(areas, cell)
                    other = find(areas, cell + step)
                    areas[max(one, other)] = min(one, other)


@kernel
def _number(numbers: I32, areas: I32, inside: InBool, signal: I64) -> int:
    """Number the pieces by their first cells; return how many there are."""
    count = 0
    for cell in range(len(inside)):
        if cell & TICK == 0 and signal[1] != 0:
            return 0
        if inside[cell]:
            first = find(areas, cell)
            if first == cell:
                numbers[cell] = count
                count += 1
            else:
                numbers[cell] = numbers[first]
    return count


@dataclass(frozen=True, eq=False)
class Part(Lattice):
    """One piece of ``of``, whose cell ``low`` is cell 0 here: a lattice on part of the arrays.

    An algorithm for a lattice in one piece runs on each of many without work for all cells.
    Its geometry is that of the whole: it has no places of its own.
    """

    of: Lattice
    low: int


def parts_of(lattice: Lattice, pieces: Pieces, job: Job) -> Iterator[Part]:
    """Yield a lattice for each piece of two cells or more.

    Where there are few pieces the arrays keep their length: so a film can show the work. Raises
    ``CancelledError``.
    """
    for cells in pieces.cells(job):
        if len(cells) > 1:
            yield (
                part_of(lattice, cells) if pieces.count > FEW_PIECES else _full_part(lattice, cells)
            )


def _full_part(lattice: Lattice, cells: Ids) -> Part:
    values = {field.name: getattr(lattice, field.name) for field in fields(Lattice)}
    values["inside"] = np.zeros(lattice.size, np.bool_)
    values["inside"][cells] = True
    return Part(**values, of=lattice, low=0)


def part_of(lattice: Lattice, cells: Ids) -> Part:
    """Return the part of a lattice around ``cells`` int64[k], one piece of it, lowest first."""
    which, rows = lattice.which, len(lattice.which)
    offsets, opposite = lattice.offsets, lattice.opposite
    if rows > 2:
        near = cells[:, None] + offsets[which[cells]]
        near = near[opposite[which[cells]] != UNUSED]
        low, high = int(min(near.min(), cells[0])) - 1, int(max(near.max(), cells[-1])) + 1
        if high - low > MOST_ROWS:
            return _full_part(lattice, cells)
        offsets, opposite = offsets[which[low:high]], opposite[which[low:high]]
        which = np.arange(high - low, dtype=np.uint16)
        to_first = -which.astype(np.int32)[:, None]
        offsets = np.where(opposite == UNUSED, to_first, offsets)
    else:
        low = int(cells[0] + min(0, offsets.min())) // rows * rows
        high = int(cells[-1] + max(0, offsets.max())) + 1
    inside = np.zeros(high - low, np.bool_)
    inside[cells - low] = True
    values = {field.name: getattr(lattice, field.name) for field in fields(Lattice)}
    values |= {"offsets": offsets, "opposite": opposite, "which": which, "inside": inside}
    values["row_starts"] = lattice.row_starts - low
    return Part(**values, of=lattice, low=low)


CELLS_AT_ONCE = 1 << 16  # cells that are searched at a time for an outer wall


def mask_lattice(lattice: Lattice, inside: NDArray[np.bool_], job: Job | None = None) -> Lattice:
    """Return the lattice of which only the cells in ``inside`` bool[n] are left.

    Its openings are those of the lattice where these cells are left and connected; else the first
    and the last cell at the outline of the largest piece. Raises ``UsageError`` where no cell is
    left, and ``CancelledError``.
    """
    kept = lattice.inside & inside
    if not kept.any():
        raise UsageError(_("The mask leaves no cell: change it, or make the maze larger."))
    if np.array_equal(kept, lattice.inside):
        return lattice
    geometry = lattice.geometry.masked(kept)
    result = replace(lattice, inside=kept, geometry=geometry)
    pieces = pieces_of(result, job)
    piece = int(pieces.sizes.argmax())
    cells = np.flatnonzero(pieces.numbers == piece).astype(np.int64)

    def fits(opening: Opening) -> bool:
        return int(pieces.numbers[opening.cell]) == piece

    first = lattice.first if fits(lattice.first) else _gap(result, cells, -1)
    last = lattice.last if fits(lattice.last) else _gap(result, cells[::-1], 1, first)
    return replace(result, first=first, last=last)


def _gap(lattice: Lattice, cells: Ids, side: int, taken: Opening | None = None) -> Opening:
    """Return a gap in the outline of the first of ``cells`` that has one, leftmost for -1."""
    for start in range(0, len(cells), CELLS_AT_ONCE):
        some = cells[start : start + CELLS_AT_ONCE]
        rows = lattice.rows_of(some)
        neighbours = some[:, None] + lattice.offsets[rows]
        gaps = (lattice.opposite[rows] != UNUSED) & ~lattice.inside[neighbours]
        for at in np.flatnonzero(gaps.any(axis=1)):
            cell = int(some[at])
            gaps_here = [Opening(cell, slot) for slot in lattice.outer_slots(cell)]
            free = [gap for gap in gaps_here if gap != taken]
            if free:
                return max(free, key=lambda gap: side * _right(lattice, gap))
    return Opening(int(cells[0]))


def _right(lattice: Lattice, gap: Opening) -> float:
    """Return how far to the right a gap faces, -1 to 1."""
    return lattice.geometry.outward(gap.cell, gap.slot or 0)[0]
