"""Mazes of micromouse contests and their simulators, to read and to write.

::

    .num   0 0 0 1 1 1    a line a cell: x and y, counted from the bottom left, then 1 for a wall
           0 1 1 0 0 1    in the north, east, south and west; of the simulator mms
    .maz   0e 0a 09 ...   256 bytes, one a cell of 16 x 16: columns from the left, each from the
                          bottom; the walls are bits 1, 2, 4, 8; what the contests keep
    .map   +---+---+      text with + for posts, read as any other text, written with a closed
           | S   G |      border, as mms wants it
           +---+---+

None holds openings but the text: a mouse begins in the bottom left and goes to the middle.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import BOM, Data, Project, importer
from mazeeditor.files.plain_text import text_chunks, why_no_text
from mazeeditor.maze.lattice import MAX_ROWS, Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

SIDE = 16  # cells along a side of a .maz file
MAX_CELLS = 250_000  # cells of a .num file: a contest has 256 or 1,024
MAX_NUM_BYTES = 32 * MAX_CELLS  # bytes: a line has about 20
_FIRST = re.compile(rb"(?:\xef\xbb\xbf)?\s*\d+[ \t]+\d+(?:[ \t]+[01]){4}[ \t]*(?:\r?\n|\Z)")
_LINE = re.compile(rb"\s*(\d{1,9})\s+(\d{1,9})\s+([01])\s+([01])\s+([01])\s+([01])\s*")
NAMES = {TOP: _("north"), RIGHT: _("east"), BOTTOM: _("south"), LEFT: _("west")}
Grid = NDArray[np.uint8]  # uint8[rows, columns] from the top, bit ``slot`` for each wall


# .num


def looks_like_num(head: bytes) -> bool:
    """Return whether the first line is a cell of a .num file."""
    return _FIRST.match(head) is not None


@importer(
    "num",
    _("Micromouse cells"),
    suffixes=(".num",),
    sniff=looks_like_num,
    largest=MAX_NUM_BYTES,
    order=4,
)
def parse_num(data: Data, job: Job) -> Project:
    """Return the maze in a list of cells; raises ``MazeError`` with a reason."""
    found: dict[tuple[int, int], int] = {}
    lines = bytes(data).removeprefix(BOM).splitlines()
    job.phase(len(lines))
    for number, line in enumerate(lines, 1):
        job.step(number)
        if not line.strip():
            continue
        place, walls = _cell_of(line, number)
        if place in found:
            text = _("line {line} has cell {x} {y} a second time.")
            raise MazeError(text.format(line=number, x=place[0], y=place[1]))
        if len(found) == MAX_CELLS:
            raise MazeError(_("it has more than {most:,} cells.").format(most=MAX_CELLS))
        found[place] = walls
    if not found:
        raise MazeError(_("it is blank."))
    columns, rows = (max(place[axis] for place in found) + 1 for axis in (0, 1))
    _check_complete(found, columns, rows)
    grid = np.zeros((rows, columns), np.uint8)
    places = np.array(list(found), np.int64)
    grid[rows - 1 - places[:, 1], places[:, 0]] = list(found.values())
    return _project_of(grid)


def _cell_of(line: bytes, number: int) -> tuple[tuple[int, int], int]:
    """Return x and y of a line, and its walls; raises ``MazeError``."""
    match = _LINE.fullmatch(line)
    if match is None:
        text = _('line {line} is not "X Y N E S W", two whole numbers and four of 0 or 1.')
        raise MazeError(text.format(line=number))
    x, y, *walls = map(int, match.groups())
    if max(x, y) >= MAX_ROWS:
        text = _("line {line} has a cell beyond {most:,} rows or columns.")
        raise MazeError(text.format(line=number, most=MAX_ROWS))
    return (x, y), sum(wall << slot for slot, wall in enumerate(walls))


def _check_complete(found: dict[tuple[int, int], int], columns: int, rows: int) -> None:
    """Raise ``MazeError`` that names a missing cell, unless the cells fill a rectangle."""
    if len(found) == rows * columns:
        return
    every = ((x, y) for x in range(columns) for y in range(rows))
    x, y = next(place for place in every if place not in found)
    text = _("there is no line for cell {x} {y} of {columns} × {rows} cells.")
    raise MazeError(text.format(x=x, y=y, columns=columns, rows=rows))


def num_chunks(maze: Maze, job: Job) -> Iterator[bytes]:
    """Yield the lines of a maze, a column at a time.

    Raises ``UsageError`` for one that is no whole rectangle, and ``CancelledError``.
    """
    grid = _grid_of(maze)
    _note_openings(maze)
    job.phase(grid.shape[1])
    for x, column in enumerate(grid[::-1].T.tolist()):
        job.step(x)
        lines = (
            f"{x} {y} {' '.join(str(walls >> slot & 1) for slot in range(4))}\n"
            for y, walls in enumerate(column)
        )
        yield "".join(lines).encode()


# .maz


def looks_like_maz(head: bytes) -> bool:
    """Return whether 256 bytes agree about each wall, with a closed border."""
    return len(head) == SIDE * SIDE and not _contradiction(_grid_of_bytes(head))


@importer(
    "maz",
    _("Micromouse 16 × 16"),
    suffixes=(".maz",),
    sniff=looks_like_maz,
    largest=1 << 16,
    order=5,
    binary=True,
)
def parse_maz(data: Data, job: Job) -> Project:
    """Return the maze in 256 bytes; raises ``MazeError`` with a reason."""
    job.check()
    if len(data) != SIDE * SIDE:
        text = _("it has {found:,} bytes where {needed} are needed, one for each of 16 × 16 cells.")
        raise MazeError(text.format(found=len(data), needed=SIDE * SIDE))
    return _project_of(_grid_of_bytes(bytes(data)))


def _grid_of_bytes(data: bytes) -> Grid:
    """Return the walls in 256 bytes; mice keep notes in the upper bits of each."""
    columns = np.frombuffer(data, np.uint8).reshape(SIDE, SIDE) & 15
    return np.ascontiguousarray(columns.T[::-1])


def maz_of(maze: Maze) -> bytes:
    """Return the 256 bytes of a maze; raises ``UsageError`` unless it has 16 x 16 cells."""
    grid = _grid_of(maze)
    if grid.shape != (SIDE, SIDE):
        text = _(
            "A .maz file has 16 × 16 cells, and this maze has {rows} × {columns}: write it to a "
            ".num or .map file."
        )
        raise UsageError(text.format(rows=grid.shape[0], columns=grid.shape[1]))
    _note_openings(maze)
    return np.ascontiguousarray(grid[::-1].T).tobytes()


# .map


def map_chunks(maze: Maze, job: Job) -> Iterator[bytes]:
    """Yield a maze as text with + for posts and a closed border; raises as ``text_chunks`` does.

    Entrance and exits are letters in their cells.
    """
    if reason := why_no_text(maze.lattice):
        raise UsageError(reason)
    entrance = maze.entrance and Opening(maze.entrance.cell)
    exits = tuple(Opening(exit_.cell) for exit_ in maze.exits)
    closed = Maze(maze.lattice, without_gaps(maze), entrance, exits)
    return text_chunks(closed, posts="+", job=job)


# What they have in common


def _grid_of(maze: Maze) -> Grid:
    """Return the walls of a maze with a closed border; raises ``UsageError`` for other shapes."""
    lattice = maze.lattice
    if reason := why_no_text(lattice):
        raise UsageError(reason)
    places = lattice.row_starts[:, None] + np.arange(lattice.columns)
    grid: Grid = without_gaps(maze)[places]
    return grid


def _project_of(grid: Grid) -> Project:
    """Return a project whose maze has these walls; raises ``MazeError`` with a reason."""
    if reason := _contradiction(grid):
        raise MazeError(reason)
    rows, columns = grid.shape
    lattice = build("rectangular", rows=rows, columns=columns)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    walls[lattice.row_starts[:, None] + np.arange(columns)] = grid
    return Project(Maze(lattice, walls, *contest_openings(lattice)))


def contest_openings(lattice: Lattice) -> tuple[Opening, tuple[Opening, ...]]:
    """Return where a mouse begins and where it goes: bottom left, and the cells in the middle."""
    middles = [sorted({(side - 1) // 2, side // 2}) for side in (lattice.rows, lattice.columns)]
    goals = tuple(Opening(lattice.cell(row, column)) for row in middles[0] for column in middles[1])
    return Opening(lattice.cell(lattice.rows - 1, 0)), goals


def _contradiction(grid: Grid) -> str:
    """Return what two cells say of one wall, or that the border is open; "" where all is well."""
    border = ((TOP, grid[0]), (BOTTOM, grid[-1]), (LEFT, grid[:, 0]), (RIGHT, grid[:, -1]))
    last = grid.shape[0] - 1
    for slot, cells in border:
        for at in np.flatnonzero(cells >> slot & 1 == 0)[:1].tolist():
            row, column = {TOP: (0, at), BOTTOM: (last, at), LEFT: (at, 0)}.get(
                slot, (at, grid.shape[1] - 1)
            )
            text = _("cell {x} {y} has no wall in the {side}, and the border has to be closed.")
            return text.format(x=column, y=last - row, side=NAMES[slot])
    pairs = (
        (grid[:, :-1], RIGHT, grid[:, 1:], LEFT, (0, 1)),
        (grid[1:], TOP, grid[:-1], BOTTOM, (-1, 0)),
    )
    for one, slot, other, back, (down, aside) in pairs:
        for row, column in np.argwhere((one >> slot ^ other >> back) & 1)[:1].tolist():
            row += slot == TOP  # the lower of the two
            text = _(
                "cells {x} {y} and {other_x} {other_y} disagree about the wall between them: one "
                "has it, the other has not."
            )
            return text.format(
                x=column, y=last - row, other_x=column + aside, other_y=last - row - down
            )
    return ""


def _note_openings(maze: Maze) -> None:
    """Log a warning where a maze has other openings than a mouse uses."""
    entrance, goals = contest_openings(maze.lattice)
    has = maze.entrance and maze.entrance.cell, {exit_.cell for exit_ in maze.exits}
    if maze.openings and has != (entrance.cell, {goal.cell for goal in goals}):
        text = _(
            "Files of micromouse have no openings: a mouse begins at the bottom left and goes to "
            "the middle. Entrance and exits of this maze are left out."
        )
        logging.getLogger(__name__).warning("%s", text)
