"""Finds walls in the bytes of a maze or of its locks, and checks that the bytes are consistent."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, NOWHERE, UNUSED

BLOCK_CELLS = 1 << 15  # cells that are looked at together: they stay in the processor's cache
Cells = slice | Ids
Sides = tuple[Ids, Ids, Ids, Ids]  # of walls: cells, slots, the cells beyond, the slots back


def inner_walls(
    lattice: Lattice,
    bits: NDArray[np.uint8],
    job: Job,
    *,
    cells: NDArray[np.bool_] | None = None,
    together: int | None = None,
) -> NDArray[np.int32]:
    """Return the ids int32[k] of the walls whose lower cell has their bit, lowest first.

    Of ``bits`` uint8[n] those between two ``cells`` bool[n] count (without: between inside cells);
    so many cells are looked at ``together`` (without: ``BLOCK_CELLS``). Raises ``CancelledError``.
    """
    together = together or BLOCK_CELLS
    cells = lattice.inside if cells is None else cells
    slots = [slot for slot in range(lattice.degree) if (lattice.offsets[:, slot] > 0).any()]
    ids = [np.empty(0, np.int32)]
    for start in range(0, lattice.size, together):
        job.check()
        block = slice(start, start + together)
        chosen, selected = bits[block] * cells[block], [np.empty(0, np.int32)]
        for slot in slots:
            own = np.flatnonzero(chosen >> np.uint8(slot) & 1) + start
            others, _backs = lattice.beyond(own, slot)
            own = own[(others > own) & cells[others]]
            selected.append((own * lattice.degree + slot).astype(np.int32))
        ids.append(np.sort(np.concatenate(selected)))
    return np.concatenate(ids)


def inner_walls_by_slot(lattice: Lattice, bits: NDArray[np.uint8], job: Job) -> NDArray[np.int32]:
    """Return the walls of ``inner_walls``, but those of the first slot first.

    Where walls are shuffled, their order before decides what a seed means.
    """
    ids = inner_walls(lattice, bits, job)
    slots = (ids % lattice.degree).astype(np.uint8)
    return np.concatenate([ids[slots == slot] for slot in range(lattice.degree)])


def count_walls(bits: NDArray[np.uint8]) -> int:
    """Return how many walls have their bits in ``bits`` uint8[n], each on both of its sides."""
    return int(COUNT[bits].sum(dtype=np.int64)) // 2


def set_bits(
    bits: NDArray[np.uint8], sides: Sides, values: NDArray[np.bool_] | bool = True
) -> None:
    """Set or clear the bits of walls in ``bits`` uint8[n], on both of their sides.

    ``values`` bool[k] or one for all. For very many walls ``write_walls`` is ten times as fast.
    """
    for cells, slots in (sides[:2], sides[2:]):
        bit = np.left_shift(1, slots).astype(np.uint8)
        is_set = np.broadcast_to(values, cells.shape)
        # ufunc.at because several walls of one cell may be written at once
        np.bitwise_or.at(bits, cells[is_set], bit[is_set])
        np.bitwise_and.at(bits, cells[~is_set], ~bit[~is_set])


def select_walls(lattice: Lattice, walls: NDArray[np.uint8], *, closed: bool) -> Ids:
    """Return the ids int64[k] of all closed (or open) walls with an inside cell on a side."""
    block, slots = slice(0, lattice.size), range(lattice.degree)
    selected = np.concatenate([_select(lattice, walls, slot, closed, block) for slot in slots])
    selected.sort()
    return selected


def closed_blocks(
    lattice: Lattice, walls: NDArray[np.uint8], first: int = 0, stop: int | None = None
) -> Iterator[tuple[int, Ids]]:
    """Yield a cell, and the ids int64[k] of the closed walls whose lower cell is in its block.

    They are those of ``select_walls``, lowest first, of the cells from ``first`` up to ``stop``.
    """
    stop = lattice.size if stop is None else stop
    for start in range(first, stop, BLOCK_CELLS):
        block = slice(start, min(start + BLOCK_CELLS, stop))
        slots = range(lattice.degree)
        selected = np.concatenate([_select(lattice, walls, slot, True, block) for slot in slots])
        selected.sort()
        yield start, selected


def count_closed(lattice: Lattice, walls: NDArray[np.uint8]) -> int:
    """Return about how many closed walls cells inside have: few bytes and little time."""
    used = np.packbits(lattice.opposite != UNUSED, axis=1, bitorder="little")[:, 0]
    sides = 0
    for start in range(0, lattice.size, BLOCK_CELLS):
        cells = start + np.flatnonzero(lattice.inside[start : start + BLOCK_CELLS])
        sides += int(COUNT[walls[cells] & used[lattice.rows_of(cells)]].sum())
    return sides // 2 + 1


def _select(
    lattice: Lattice, walls: NDArray[np.uint8], slot: int, closed: bool, block: slice
) -> Ids:
    """Return the selected walls whose lower cell, in a block of cells, has them at ``slot``."""
    cells = np.flatnonzero((walls[block] >> np.uint8(slot) & 1) == closed).astype(np.int64)
    cells += block.start
    neighbours, _backs = lattice.beyond(cells, slot)
    lower = (neighbours > cells) & (neighbours < lattice.size)
    cells, neighbours = cells[lower], neighbours[lower]
    real = lattice.inside[cells] | lattice.inside[neighbours]
    return cells[real] * lattice.degree + slot


def border_cells(lattice: Lattice, slot: int) -> Ids:
    """Return the inside cells whose neighbour through ``slot`` is outside.

    Where cells have few different neighbours this compares slices, ten times as fast as looking
    each neighbour up: it is called after each change of the outline.
    """
    inside, step = lattice.inside, len(lattice.which)
    if step > 2:
        cells = lattice.inside_cells()
        neighbours, _backs = lattice.beyond(cells, slot)
        return cells[~inside[neighbours] & (neighbours != NOWHERE)]
    parts = []
    for row in range(step):
        offset = int(lattice.offsets[row, slot])
        first = -(-(max(0, -offset) - row) // step) * step + row  # the first cell of the row there
        end = max(first, lattice.size - max(0, offset))
        rim = inside[first:end:step] & ~inside[first + offset : end + offset : step]
        parts.append(first + step * np.flatnonzero(rim).astype(np.int64))
    return np.concatenate(parts)


def check_walls(lattice: Lattice, walls: NDArray[np.uint8], gaps: set[int]) -> None:
    """Raise ``MazeError``, naming a place, where ``walls`` uint8[n] contradict themselves.

    Each wall must be the same on both of its sides, and the outer wall open at ``gaps`` alone.
    """
    for start in range(0, lattice.size, BLOCK_CELLS):
        for slot in range(lattice.degree):
            # where all cells are alike, one side of a wall represents both
            if len(lattice.which) > 1 or lattice.offsets[0, slot] > 0:
                _check_block(lattice, walls, gaps, start, slot)


def _check_block(
    lattice: Lattice, walls: NDArray[np.uint8], gaps: set[int], start: int, slot: int
) -> None:
    cells, neighbours, backs = _pairs(lattice, start, slot)
    sides, back_sides = walls[cells] >> np.uint8(slot), walls[neighbours] >> backs
    rim = ~(sides & back_sides) & 1 & ~(lattice.inside[cells] & lattice.inside[neighbours])
    for place in np.flatnonzero(rim):
        cell = _number(cells, int(place))
        if lattice.wall(cell, slot) not in gaps:
            reason = _("The {side} wall of cell {row},{column} has a gap that is not an opening.")
            raise MazeError(_at(lattice, reason, cell, slot))
    if ((sides ^ back_sides) & 1).any():
        first = int(np.flatnonzero((sides ^ back_sides) & 1)[0])
        reason = _("The {side} wall of cell {row},{column} is closed on one of its sides only.")
        raise MazeError(_at(lattice, reason, _number(cells, first), slot))


def _at(lattice: Lattice, message: str, cell: int, slot: int) -> str:
    """Return the message about a wall, filled in for its inside cell."""
    if not lattice.inside[cell]:
        cell, slot = lattice.neighbour(cell, slot), lattice.back(cell, slot)
    row, column = lattice.place(cell)
    return message.format(side=lattice.side(cell, slot), row=row, column=column)


def _pairs(lattice: Lattice, start: int, slot: int) -> tuple[Cells, Cells, NDArray[np.uint8]]:
    """Return the cells of a block, their neighbours through ``slot`` and the slots back.

    Where one offset serves all cells they are slices, which take no memory and no time.
    """
    stop = min(start + BLOCK_CELLS, lattice.size)
    if len(lattice.which) == 1:
        offset = int(lattice.offsets[0, slot])
        first, end = max(start, -offset), min(stop, lattice.size - offset)
        end = max(first, end)
        return slice(first, end), slice(first + offset, end + offset), lattice.opposite[0, slot]
    cells = np.arange(start, stop, dtype=np.int64)
    neighbours, backs = lattice.beyond(cells, slot)
    real = (neighbours >= 0) & (neighbours < lattice.size)
    return cells[real], neighbours[real], backs[real]


def _number(cells: Cells, place: int) -> int:
    return cells.start + place if isinstance(cells, slice) else int(cells[place])


def free_walls(
    lattice: Lattice,
    cells: NDArray[np.bool_] | None = None,
    locked: NDArray[np.uint8] | None = None,
    job: Job | None = None,
) -> NDArray[np.uint8]:
    """Return uint8[n]: bit ``slot`` of a cell is set where that wall may change.

    Like the walls of a maze it stands on both sides. Both cells of a free wall are inside and in
    ``cells`` bool[n] (without: all), and ``locked`` uint8[n], with the same bits, has it not.
    Raises ``CancelledError``.
    """
    chosen = lattice.inside if cells is None else lattice.inside & cells
    free = np.zeros(lattice.size, np.uint8)
    for start in range(0, lattice.size, BLOCK_CELLS):
        if job:
            job.check()
        some = start + np.flatnonzero(chosen[start : start + BLOCK_CELLS])
        for slot in range(lattice.degree):
            others, _backs = lattice.beyond(some, slot)
            free[some[chosen[others]]] |= np.uint8(1 << slot)
    return free if locked is None else free & ~locked


def check_locks(lattice: Lattice, locks: NDArray[np.uint8]) -> None:
    """Raise ``MazeError`` where ``locks`` uint8[n] are not those of inner walls, on both sides."""
    stray = locks & ~free_walls(lattice)
    for slot in range(lattice.degree):
        cells = np.flatnonzero(locks >> np.uint8(slot) & 1 != 0)
        others, backs = lattice.beyond(cells, slot)
        stray[cells[locks[others] >> backs & 1 == 0]] |= np.uint8(1 << slot)
    if stray.any():
        row, column = lattice.place(int(stray.argmax()))
        raise MazeError(
            _("cell {row},{column} has a lock without a wall.").format(row=row, column=column)
        )
