"""Reads a maze that is a map of tiles or blocks: the common part of the files of games.

Walls are as thick as a tile, cells lie between them, as ``maze/block_grid.py`` says.
Entrance and exits are marks at tiles. A gap in the outer wall without a mark is the entrance where
no mark is one, and an exit where none is; any other is closed. Warnings report both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.translation import _, ngettext
from mazeeditor.core.work import allowance
from mazeeditor.files import Project
from mazeeditor.maze.block_grid import (
    FLOOR,
    STEPS,
    Grid,
    cell_tiles,
    grid_size,
    posts_of,
)
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import MAX_ROWS, Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build

MAX_TILES = 16  # tiles across a passage
MOST_MARKS = 100_000
MOST_TILES = 80_000_000
SMALL_TILES, TILES_OF_A_BYTE = 12_000_000, 16  # of a small file, more of a larger one
BYTES_PER_TILE = 40  # bytes that a tile takes while its map is read
CELLS_AT_ONCE = 1 << 18  # cells whose tiles are looked up together
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Mark:
    """The entrance or an exit at a tile; ``side`` is "" where the map leaves it open."""

    start: bool
    row: int
    column: int
    side: str = ""


@dataclass(frozen=True, eq=False)
class TileMap:
    """The tiles of a map: ``shape`` of mazes, ``grid`` uint8[rows, columns] and its marks.

    ``passage`` is how many tiles a passage is wide, 0 where the map does not tell; walls have one.
    Even rows of hexagons are half a tile to the right. ``place`` names a tile to users, by row and
    column of ``grid``. Rows and columns at the edges of a map that is ``framed`` mean nothing where
    they hold no wall.
    """

    shape: str
    grid: Grid
    marks: Sequence[Mark] = ()
    passage: int = 0
    framed: bool = False
    warnings: list[str] = field(default_factory=list)
    place: str = _("column {column}, row {row}")


def check_tiles(rows: int, columns: int, size: int, layers: int = 1) -> None:
    """Raise ``MazeError`` for a map of a size that no maze has, before memory is taken.

    And for one of more tiles than a file of ``size`` bytes may have in all its layers.
    """
    if min(rows, columns) < 1:
        raise MazeError(_("it has no tiles."))
    if max(rows, columns) > MAX_ROWS * (MAX_TILES + 1) + 1 or rows * columns > MOST_TILES:
        text = _("it has {columns:,} × {rows:,} tiles, and no maze is that large.")
        raise MazeError(text.format(rows=rows, columns=columns))
    if rows * columns * layers > allowance(size, SMALL_TILES, TILES_OF_A_BYTE):
        text = _(
            "it has {columns:,} × {rows:,} tiles, in all layers {found:,}, too many for a file of "
            "{size:,} bytes: keep nothing but the maze."
        )
        found = rows * columns * layers
        raise MazeError(text.format(rows=rows, columns=columns, found=found, size=size))
    check_free(
        _("A map of {tiles:,} tiles").format(tiles=rows * columns), BYTES_PER_TILE * rows * columns
    )


def project_of(tiles: TileMap, job: Job) -> Project:
    """Return the project of a map; raises ``MazeError`` with the reason alone."""
    if not (tiles.grid == FLOOR).any():
        raise MazeError(_("it has no free tile on which one could walk."))
    found = _hexagons(tiles, job) if tiles.shape == "hexagonal" else _squares(tiles)
    lattice, grid, moved = found
    job.check()
    inside = lattice.inside.copy()
    for cells, at in _cell_tiles(lattice, job):
        inside[cells] = grid[at[:, 0], at[:, 1]] == FLOOR
    lattice = mask_lattice(lattice, inside, job)
    walls, gaps = _walls_of(lattice, grid, job)
    marks = [_move(mark, moved) for mark in tiles.marks]
    (entrance, exits), warnings = _openings(lattice, gaps, marks)
    recipe = Recipe().at(lattice)
    maze = Maze(lattice, walls, entrance, exits)
    if not lattice.whole:
        recipe = recipe.painted()
    return Project(maze, recipe, warnings=[*tiles.warnings, *warnings])


# Where cells are


@dataclass(frozen=True)
class _Shift:
    """Where a tile of the map is in the grid of the maze."""

    down: int
    right: int
    passage: int = 1


Found = tuple[Lattice, Grid, _Shift]


def _move(mark: Mark, shift: _Shift) -> tuple[Mark, int, int]:
    row, column = mark.row, mark.column
    narrow = _index(row, shift.passage), _index(column, shift.passage)
    return mark, narrow[0] + shift.down, narrow[1] + shift.right


def _index(place: int, passage: int) -> int:
    """Return the place of a tile once each passage is one tile wide."""
    line, within = divmod(place, passage + 1)
    return 2 * line + (within > 0)


def _squares(tiles: TileMap) -> Found:
    """Return the lattice of a map of squares, its tiles as of that and how they were moved."""
    grid, reason = tiles.grid, ""
    widths = [tiles.passage] if tiles.passage else range(MAX_TILES, 0, -1)
    for passage in widths:
        narrow = _narrow(grid, passage)
        if narrow is None:
            continue
        for down, right in ((0, 0), (1, 1), (1, 0), (0, 1))[: 4 if passage == 1 else 1]:
            padded = np.pad(narrow, ((down, 0), (right, 0)))
            padded = np.pad(padded, [(0, (size + 1) % 2) for size in padded.shape])
            misfit = _misfit(padded)
            if misfit is None:
                rows, columns = (size // 2 for size in padded.shape)
                if passage > 1 and not tiles.passage:
                    text = _("Passages {number} tiles wide were taken for one cell wide.")
                    tiles.warnings.append(text.format(number=passage))
                return _build("rectangular", rows, columns), padded, _Shift(down, right, passage)
            if not reason and passage == 1:
                row, column = misfit[0] - down, misfit[1] - right
                reason = tiles.place.format(row=row, column=column)
    text = _(
        "a maze needs walls one tile thick between passages that are all as wide, and {place} is "
        "free where walls meet."
    )
    if not reason:
        text = _("its walls are not one tile thick, between passages of {passage} tiles.")
    raise MazeError(text.format(place=reason, passage=tiles.passage))


def _narrow(grid: Grid, passage: int) -> Grid | None:
    """Return a grid with passages of one tile, None where it has none of that width."""
    if passage == 1:
        return grid
    if any(size % (passage + 1) != 1 or size == 1 for size in grid.shape):
        return None
    rows, columns = (np.flatnonzero(np.arange(size) % (passage + 1) < 2) for size in grid.shape)
    narrow = grid[rows[:, None], columns]
    wide = [np.where(np.arange(size) % 2, passage, 1) for size in narrow.shape]
    again = np.repeat(np.repeat(narrow, wide[0], axis=0), wide[1], axis=1)
    return narrow if np.array_equal(again == FLOOR, grid == FLOOR) else None


def _misfit(grid: Grid) -> tuple[int, int] | None:
    """Return the row and column of a free tile that is no part of a maze of squares, or None."""
    free = grid == FLOOR
    cells = np.pad(free[1::2, 1::2], 1)
    alone = np.zeros(grid.shape, np.bool_)
    alone[::2, 1::2] = free[::2, 1::2] & ~(cells[:-1, 1:-1] | cells[1:, 1:-1])
    alone[1::2, ::2] = free[1::2, ::2] & ~(cells[1:-1, :-1] | cells[1:-1, 1:])
    alone[::2, ::2] = free[::2, ::2] & (posts_of(grid) != FLOOR)
    return _first(alone)


def _first(places: Bools) -> tuple[int, int] | None:
    """Return row and column of the first true place, None where there is none."""
    row, column = divmod(int(places.argmax()), places.shape[1])
    return (row, column) if places[row, column] else None


def _hexagons(tiles: TileMap, job: Job) -> Found:
    """Return the lattice of a map of hexagons, its tiles as of that and how they were moved."""
    grid = tiles.grid
    if len(grid) < 3 or len(grid) % 2 == 0:
        raise MazeError(_("a maze of hexagons has a row of walls above and below each of cells."))
    rows, columns = len(grid) // 2, max(1, (grid.shape[1] - 1) // 2)
    lattice = _build("hexagonal", rows, columns)
    found, misfit = _fit(lattice, grid, job)
    if misfit is not None or not (found[1][_cells_in(lattice, job)] == FLOOR).all():
        with suppress(UsageError):  # a hexagon of so many rows needs more columns
            hexagon = _build("hexagonal", rows, columns, outline="hexagon")
            other, wrong = _fit(hexagon, grid, job)
            if wrong is None and (other[1][_cells_in(hexagon, job)] == FLOOR).all():
                return other
    if misfit is None:
        return found
    text = _(
        "a maze of hexagons has a tile for each cell and one for each wall between two, and "
        "{place} is free where neither can be."
    )
    place = tiles.place.format(row=misfit[0], column=misfit[1])
    raise MazeError(text.format(place=place))


def _cells_in(lattice: Lattice, job: Job) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    parts = [at.astype(np.int32) for _cells, at in _cell_tiles(lattice, job)]
    rows, columns = np.concatenate(parts).T
    return rows, columns


def _fit(lattice: Lattice, grid: Grid, job: Job) -> tuple[Found, tuple[int, int] | None]:
    """Return hexagons as those of a lattice, and a free tile that is no part of it, or None."""
    wide = max(grid_size(lattice)[1], grid.shape[1])
    padded = np.pad(grid, ((0, 0), (0, wide - grid.shape[1])))
    rows, columns = _cells_in(lattice, job)
    free = padded[rows, columns] == FLOOR
    alone = padded == FLOOR
    for down, right in ((0, 0), *STEPS["hexagonal"]):
        alone[rows[free] + down, columns[free] + right] = False
    return (lattice, padded, _Shift(0, 0)), _first(alone)


def _build(shape: str, rows: int, columns: int, **options: str) -> Lattice:
    if max(rows, columns) > MAX_ROWS:
        text = _("it has more than {longest:,} rows or columns of cells.")
        raise MazeError(text.format(longest=MAX_ROWS))
    return build(shape, rows=rows, columns=columns, **options)


# Walls and openings


def _cell_tiles(lattice: Lattice, job: Job) -> Iterator[tuple[Ids, Ids]]:
    """Yield inside cells int64[k] and the row and column of the tile of each, some at a time."""
    every = np.flatnonzero(lattice.inside)
    for start in range(0, len(every), CELLS_AT_ONCE):
        job.check()
        cells = every[start : start + CELLS_AT_ONCE]
        yield cells, cell_tiles(lattice, cells)


def _walls_of(lattice: Lattice, grid: Grid, job: Job) -> tuple[NDArray[np.uint8], list[Opening]]:
    """Return the walls uint8[n] with a closed border, and the gaps in that as they are read."""
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    gaps: list[tuple[int, int]] = []
    for cells, at in _cell_tiles(lattice, job):
        rows = lattice.rows_of(cells)
        for slot, (down, right) in enumerate(STEPS[lattice.shape]):
            free = grid[at[:, 0] + down, at[:, 1] + right] == FLOOR
            within = lattice.inside[cells + lattice.offsets[rows, slot]]
            walls[cells[free & within]] &= lattice.closed ^ (1 << slot)
            gaps += [(cell, slot) for cell in cells[free & ~within].tolist()]
    return walls, [Opening(*gap) for gap in sorted(gaps)]


def _openings(
    lattice: Lattice, gaps: list[Opening], marks: Sequence[tuple[Mark, int, int]]
) -> tuple[tuple[Opening | None, tuple[Opening, ...]], list[str]]:
    """Return entrance and exits, and what was not read as it stands."""
    starts: list[Opening] = []
    goals: list[Opening] = []
    lost = 0
    of_cell: dict[int, list[Opening]] = {}
    for gap in gaps:
        of_cell.setdefault(gap.cell, []).append(gap)
    firsts = cell_tiles(lattice, lattice.row_starts)[:, 1].tolist() if marks else []
    for mark, row, column in marks:
        meant = list(_meant(lattice, firsts, of_cell, mark, row, column))
        lost += not meant
        if mark.start:
            lost += bool(starts)
            starts = starts or meant[:1]
        else:
            goals += meant
    stray = dict.fromkeys(gap for gap in gaps if gap not in {*starts, *goals})
    left = list(stray)
    guessed: list[str] = []
    if not starts and left:
        starts.append(left.pop(0))
        text = _("No start is marked: the gap at {gap} was taken for the entrance.")
        guessed.append(text.format(gap=_gap_text(lattice, starts[0])))
    if not goals and left:
        goals, left = left, []
        text = ngettext(
            "No goal is marked: the gap at {gap} was taken for the exit.",
            "No goal is marked: {number:,} gaps were taken for exits, the first is at {gap}.",
            len(goals),
        )
        guessed.append(text.format(number=len(goals), gap=_gap_text(lattice, goals[0])))
    openings = starts[0] if starts else None, tuple(goals)
    return openings, [*guessed, *_warnings(lattice, left, lost)]


def _gap_text(lattice: Lattice, gap: Opening) -> str:
    row, column = lattice.place(gap.cell)
    side = lattice.side(gap.cell, gap.slot or 0)
    return _("the {side} of cell {row},{column}").format(side=side, row=row, column=column)


def _meant(
    lattice: Lattice,
    firsts: list[int],
    of_cell: dict[int, list[Opening]],
    mark: Mark,
    row: int,
    column: int,
) -> Iterator[Opening]:
    """Yield the openings that a mark at a tile stands for: gaps of its cell, or its middle."""
    cell = _cell_at(lattice, firsts, row, column)
    if cell is not None:
        outer = {lattice.side(cell, slot): slot for slot in lattice.outer_slots(cell)}
        if mark.side in outer:
            yield Opening(cell, outer[mark.side])
        elif mark.side or cell not in of_cell:
            yield Opening(cell)
        else:
            yield from of_cell[cell][:1] if mark.start else of_cell[cell]
        return
    for slot, (down, right) in enumerate(STEPS[lattice.shape]):
        beside = _cell_at(lattice, firsts, row - down, column - right)
        if beside is not None and Opening(beside, slot) in of_cell.get(beside, ()):
            yield Opening(beside, slot)
            return


def _cell_at(lattice: Lattice, firsts: list[int], row: int, column: int) -> int | None:
    """Return the inside cell whose tile is at a place, None where there is none.

    ``firsts`` are the columns of the first tiles of all rows of cells.
    """
    if row % 2 == 0 or not 0 < row < 2 * lattice.rows:
        return None
    start, length = (int(table[row // 2]) for table in (lattice.row_starts, lattice.row_lengths))
    along, between = divmod(column - firsts[row // 2], 2)
    if between or not 0 <= along < length or not lattice.inside[start + along]:
        return None
    return start + along


def _warnings(lattice: Lattice, closed: list[Opening], lost: int) -> Iterator[str]:
    if closed:
        yield ngettext(
            "The outer wall had a gap that is neither entrance nor exit, at {gap}: it was closed.",
            "The outer wall had {number:,} gaps that are neither entrance nor exit, the first at "
            "{gap}: they were closed.",
            len(closed),
        ).format(number=len(closed), gap=_gap_text(lattice, closed[0]))
    if lost:
        yield ngettext(
            "One start or goal is left out: it is in no cell, or there is another start.",
            "{number:,} starts and goals are left out: they are in no cell, or there is another "
            "start.",
            lost,
        ).format(number=lost)


def crop_slices(walls: Bools) -> tuple[slice, slice]:
    """Return the rows and columns that hold all that is true in bool[rows, columns]."""
    sides = []
    for axis in (1, 0):
        lines = np.flatnonzero(walls.any(axis=axis))
        sides.append(slice(int(lines[0]), int(lines[-1]) + 1))
    return sides[0], sides[1]
