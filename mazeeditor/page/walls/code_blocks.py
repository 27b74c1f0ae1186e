r"""A code in the walls of a maze as a camera reads it: walls across as blocks, upright ones dotted.

A wall across is a block as high as a cell, half of it above its line and half below. So the middle
of a cell lies on the edge of a block, and a way from cell to cell may lead through a corner::

    #####.....      a passage: the corners are cut; without one they meet
    ####/.....
    .../######      A cell between two blocks is filled, unless it is a way through: a slit
    ...#######

Readers find a code by the squares in its corners and take modules at their middles: what is small
and not there, as cut corners and dots between modules, does not matter to them. Full lines there
do, to some, and so do higher slits across the squares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from mazeeditor.maze.codes.code_area import CodePlace, Grid, cells_at, find_code
from mazeeditor.maze.codes.qr_code import Bools
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes.rectangular import BOTTOM, RIGHT
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Ids, Points, Polygons, Strokes

SLIT, CORNER = 0.14, 0.22  # cells: the height of a slit; how far a corner is cut on both sides
MEET = 0.02  # the same where a wall stands between two corners: less than half of that wall
DOT, APART = 0.05, 0.2  # cells: how long the dots of upright walls are, and from dot to dot
LINE_CELLS = 0.07  # cells: how wide
UNIT = 100  # corners of blocks are whole numbers of that part of a cell, so edges can be compared
HALF, CUT, TOUCH = UNIT // 2, round(CORNER * UNIT), round(MEET * UNIT)
LOW = round(SLIT * UNIT / 2)  # half of a slit
STOPS = (0, TOUCH, LOW, CUT)  # from a corner: where edges side by side may differ
Point = tuple[int, int]


def code_on(maze: Maze, page: Page) -> CodePlace | None:
    """Return where a page draws the walls of a maze as a code, None where it does not.

    Lasers follow the walls of a code as all others.
    """
    return None if page.walls == "hairlines" else find_code(maze)


def without_code(maze: Maze, place: CodePlace) -> Maze:
    """Return a maze without the walls that ``code_items`` draws."""
    rows, columns = place.cells
    cells = cells_at(maze.lattice, rows, columns)
    across = cells[:-1].ravel() * maze.lattice.degree + BOTTOM
    upright = cells[:, :-1].ravel() * maze.lattice.degree + RIGHT
    result = maze.copy()
    result.write(np.concatenate([across, upright]), False)
    return result


def code_items(maze: Maze, place: CodePlace) -> tuple[Polygons | Strokes, ...]:
    """Return the walls in the place of a code, in cells, as wall styles do; widths are in cells."""
    rows, columns = place.cells
    grid = Grid.of(maze, rows, columns)
    dark, upright = grid.across, grid.upright
    items: list[Polygons | Strokes] = []
    rings = _rings(dark, upright)
    if rings:
        points = np.concatenate(rings) / UNIT + np.array([columns.start, rows.start + 1])
        starts = np.cumsum([0, *map(len, rings)])
        items.append(Polygons(points, starts, "", LINE_CELLS))
    dots = _dots(upright)
    if len(dots):
        points = dots + np.array([columns.start + 1, rows.start])
        starts = np.arange(0, len(points) + 1, 2)
        closed = np.zeros(len(starts) - 1, np.bool_)
        items.append(Strokes(points, starts, closed, LINE_CELLS, "", "butt"))
    return tuple(items)


def _dots(upright: Bools) -> Points:
    """Return float64[2 k, 2], the ends of the dots of upright walls, column by column."""
    column, row = np.nonzero(upright.T)
    middles = row[:, None] + (np.arange(round(1 / APART)) + 0.5) * APART
    ends = np.stack([middles - DOT / 2, middles + DOT / 2], axis=-1).reshape(len(row), -1)
    x = np.broadcast_to(column[:, None], ends.shape).astype(np.float64)
    return np.stack([x, ends], axis=-1).reshape(-1, 2)


def _ways(between: Bools, closed: Bools) -> Bools:
    """Return which of the cells ``between`` two blocks are ways through from side to side.

    ``closed`` are the upright walls between the cells of each row.
    """
    left, right = np.zeros((2, *between.shape), np.bool_)
    columns = between.shape[1]
    for column in range(1, columns):
        left[:, column] = (~between | left)[:, column - 1] & ~closed[:, column - 1]
        back = columns - 1 - column
        right[:, back] = (~between | right)[:, back + 1] & ~closed[:, back]
    result: Bools = between & left & right
    return result


def _rings(dark: Bools, upright: Bools) -> list[Ids]:
    """Return the outlines int64[m, 2] of blocks in parts of a cell, holes run against the others.

    ``upright`` are the walls between the cells of each row, of which there is one more than of
    modules. The middle of the first block is at y = 0, its left edge at x = 0.
    """
    after: dict[Point, list[Point]] = defaultdict(list)
    seams: set[tuple[Point, Point]] = set()
    for corners in _blocks(dark, upright):
        for edge in zip(corners, [*corners[1:], corners[0]], strict=True):
            if edge[::-1] in seams:  # two blocks side by side: nothing is seen of it
                seams.remove(edge[::-1])
            else:
                seams.add(edge)
    for one, other in seams:
        after[one].append(other)
    rings = []
    for start in sorted(after):
        while after[start]:
            ring, at = [start], after[start].pop()
            while at != start:
                ring.append(at)
                at = after[at].pop()
            rings.append(_bends(np.array(ring, np.int64)))
    return rings


def _bends(ring: Ids) -> Ids:
    """Return the corners of a ring without the points between them."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    return ring[before[:, 0] * after[:, 1] != before[:, 1] * after[:, 0]]


def _blocks(dark: Bools, upright: Bools) -> Iterator[list[Point]]:
    """Yield the outline of each block, with points where edges of neighbours may differ."""
    padded = np.pad(dark, 1)  # light around
    between = padded[:-1] & padded[1:]  # of each row of cells, with a column more on both sides
    closed = np.pad(upright, ((0, 0), (1, 1)), constant_values=True)
    ways = _ways(between, closed)
    cuts = _cuts(padded, closed, between, ways)
    slits = np.where(ways, LOW, 0)
    for row, column in np.argwhere(dark).tolist():
        x, y = column * UNIT, row * UNIT
        high = HALF - int(slits[row, column + 1])
        low = HALF - int(slits[row + 1, column + 1])

        def cut(down: int, right: int, row: int = row, column: int = column) -> int:
            edge = slits[row + down, column + 1]
            return 0 if edge else int(cuts[row + down, column + right])

        top = [(x + cut(0, 0), y - high), (x + UNIT - cut(0, 1), y - high)]
        end = [(x + UNIT - cut(1, 1), y + low), (x + cut(1, 0), y + low)]
        right = _side(y, high - cut(0, 1), low - cut(1, 1))
        left = _side(y, high - cut(0, 0), low - cut(1, 0))
        corners = [*top, *((x + UNIT, at) for at in right), *end, *((x, at) for at in left[::-1])]
        yield [point for at, point in enumerate(corners) if point != corners[at - 1]]


def _side(middle: int, up: int, down: int) -> list[int]:
    """Return the points of a side of a block, from the top, where it reaches so far up and down."""
    stops = [HALF - stop for stop in STOPS]
    places = {-up, down, *(-stop for stop in stops if stop < up)}
    places |= {stop for stop in stops if stop < down}
    return [middle + at for at in sorted(places)]


def _cuts(padded: Bools, closed: Bools, between: Bools, ways: Bools) -> Ids:
    """Return how much is cut off the corners of blocks that meet at a point, in parts of a cell.

    Points are those in the middle of each upright wall, [row of cells, column of walls].
    """
    top, low = padded[:-1], padded[1:]
    tops, lows = top[:, :-1] | top[:, 1:], low[:, :-1] | low[:, 1:]
    seen = ~between | ways
    passage = ~closed & seen[:, :-1] & seen[:, 1:] & tops & lows
    corners = (
        (top[:, :-1] != top[:, 1:]) & (top[:, :-1] != low[:, :-1]) & (low[:, :-1] != low[:, 1:])
    )
    return np.where(passage, CUT, np.where(corners & closed, TOUCH, 0))
