"""A picture of a maze as slow and plain as can be: one rectangle after another."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.palette import LIGHT
from mazeeditor.screen.pixel_colours import (
    BLANK,
    DOT,
    HEAD,
    LINE,
    POST,
    ROUTE,
    UNREACHED,
    WALL,
    Pixels,
    pixel_colours,
)
from mazeeditor.screen.raster.square_raster import LINE_FROM, POSTS_FROM, parts_of_block
from mazeeditor.screen.viewport import wall_width

SHADES = pixel_colours(LIGHT)
Box = tuple[int, int, int, int]


@dataclass
class Painted:
    """What cells are painted as, and the walls that the line of the route passes."""

    kinds: dict[int, int] = field(default_factory=dict)
    passed: set[int] = field(default_factory=set)

    def kind(self, cell: int) -> int:
        return self.kinds.get(cell, 0)

    def ways(self, maze: Maze) -> NDArray[np.uint8]:
        """Return uint8[k] for ``kinds``, as ``MazeView.paint`` wants it."""
        lattice = maze.lattice
        bits = [
            sum(1 << slot for slot in range(4) if lattice.wall(cell, slot) in self.passed)
            for cell in self.kinds
        ]
        return np.array(bits, np.uint8)


def found(maze: Maze, solution: Solution | None) -> Painted:
    """Return what a solver found as paint."""
    if solution is None:
        return Painted()
    lattice, route = maze.lattice, [int(cell) for cell in solution.route]
    kinds = {int(cell): int(solution.marks[cell]) for cell in lattice.inside_cells()}
    kinds |= dict.fromkeys(route, ROUTE)
    passed = {lattice.wall(a, lattice.slot_between(a, b)) for a, b in pairwise(route)}
    for end in (*([maze.entrance] if maze.entrance else []), *maze.exits):
        if end.slot is not None and route and end.cell in (route[0], route[-1]):
            passed.add(lattice.wall(end.cell, end.slot))
    return Painted(kinds, passed)


@st.composite
def paints(draw: st.DrawFn, maze: Maze) -> Painted:
    """Draw any paint of some cells; the line passes between cells of the route and the head."""
    cells = [int(cell) for cell in maze.lattice.inside_cells()]
    kinds = {cell: draw(st.integers(0, HEAD)) for cell in cells if draw(st.booleans())}
    on_route = [cell for cell, kind in kinds.items() if kind >= ROUTE]
    passed = set()
    for cell in on_route:
        for slot in range(4):
            other = maze.lattice.neighbour(cell, slot)
            if other in on_route or not maze.lattice.inside[other]:
                passed |= {maze.lattice.wall(cell, slot)} if draw(st.booleans()) else set()
    return Painted(kinds, passed)


class Naive:
    """Draws one rectangle after another, each found from the public questions to a maze."""

    def __init__(
        self, maze: Maze, painted: Painted | None, zoom: int, heat: dict[int, int] | None = None
    ) -> None:
        self.heat = heat
        self.maze, self.painted, self.zoom = maze, painted or Painted(), zoom
        self.wall = wall_width(zoom)
        lattice = maze.lattice
        size = [round(side * zoom) + self.wall for side in (lattice.columns, lattice.rows)]
        self.image = Image.new("L", (size[0], size[1]))  # kinds of pixels
        self.pen = ImageDraw.Draw(self.image)
        self.lined = (painted is not None or heat is not None) and zoom >= LINE_FROM

    def fill(self, kind: int, left: int, top: int, right: int, bottom: int) -> None:
        if right > left and bottom > top:
            self.pen.rectangle((left, top, right - 1, bottom - 1), fill=kind)

    def cell(self, cell: int) -> Box:
        """Return the px within the walls around a cell; the picture begins with a wall."""
        row, column = divmod(cell, self.maze.lattice.columns + 1)
        left, top = (column - 1) * self.zoom + self.wall, (row - 1) * self.zoom + self.wall
        return left, top, left + self.zoom - self.wall, top + self.zoom - self.wall

    def between(self, one: Box, other: Box) -> Box:
        """Return what lies between two neighbours."""
        if one[1] == other[1]:
            return min(one[2], other[2]), one[1], max(one[0], other[0]), one[3]
        return one[0], min(one[3], other[3]), one[2], max(one[1], other[1])

    def draw(self) -> Pixels:
        gaps = self.draw_cells()
        if self.lined:
            self.draw_line(gaps)
        self.draw_posts()
        self.draw_walls()
        kinds = np.asarray(self.image)
        return (SHADES.closeup_line if self.lined else SHADES.closeup)[kinds]

    def draw_cells(self) -> dict[int, int]:
        """Fill cells and gaps; return what each wall that might be a gap is filled with."""
        lattice, gaps = self.maze.lattice, {}
        for cell in range(lattice.size):
            self.fill(self.warm(self.painted.kind(cell), cell), *self.cell(cell))
        for wall in self.walls():
            cell, slot, other, _back = (int(each[0]) for each in lattice.sides_of(np.array([wall])))
            lesser = min(self.painted.kind(cell), self.painted.kind(other))
            if wall in self.painted.passed:
                lesser = max(lesser, ROUTE)
            elif lesser == ROUTE:
                lesser = 0
            gaps[wall] = lesser
            warm = self.warm(lesser, cell, other)
            self.fill(warm, *self.between(self.cell(cell), self.next_to(cell, slot)))
        for cell in range(lattice.size - lattice.columns - 2):  # a post like its least gap
            right, below = lattice.neighbour(cell, 1), lattice.neighbour(cell, 2)
            four = [(cell, 1), (cell, 2), (below, 1), (right, 2)]
            kinds = [gaps.get(lattice.wall(*gap), 0) for gap in four]
            around = (cell, right, below, lattice.neighbour(right, 2))
            post = self.post(*divmod(cell, lattice.columns + 1))
            self.fill(self.warm(min(kinds), *around), *post)
        if not lattice.whole:
            self.draw_blanks()
        return gaps

    def draw_blanks(self) -> None:
        """Fill what is blank, and gaps and posts where all cells around are."""
        lattice = self.maze.lattice
        blank = np.flatnonzero(~lattice.inside).tolist()
        outside = {*blank}
        for cell in blank:
            row, column = divmod(cell, lattice.columns + 1)
            self.fill(BLANK, *self.cell(cell))
            right, below = lattice.neighbour(cell, 1), lattice.neighbour(cell, 2)
            if right in outside:
                self.fill(BLANK, *self.between(self.cell(cell), self.next_to(cell, 1)))
            if below in outside:
                self.fill(BLANK, *self.between(self.cell(cell), self.next_to(cell, 2)))
            if {right, below, below + 1} <= outside:
                self.fill(BLANK, *self.post(row, column))

    def warm(self, kind: int, *cells: int) -> int:
        """Return what covers ``kind`` between cells: the nearest one's distance, or nothing."""
        if self.heat is None or kind >= ROUTE:
            return kind
        return min(self.heat.get(cell, 0) for cell in cells)

    def walls(self) -> list[int]:
        return [int(wall) for wall in Maze(self.maze.lattice).closed_walls()]

    def next_to(self, cell: int, slot: int) -> Box:
        """Return the px of the place beside a cell, be it outside."""
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[slot]
        left, top, right, bottom = self.cell(cell)
        step = self.zoom
        return left + dx * step, top + dy * step, right + dx * step, bottom + dy * step

    def post(self, row: int, column: int) -> Box:
        left, top = column * self.zoom, row * self.zoom
        return left, top, left + self.wall, top + self.wall

    def draw_line(self, gaps: dict[int, int]) -> None:
        lattice, kinds = self.maze.lattice, self.painted.kinds
        pad = int(np.count_nonzero(parts_of_block(self.zoom, lined=True) == 1))
        for cell in map(int, lattice.inside_cells()):
            if kinds.get(cell) == ROUTE:
                self.fill(LINE, *inset(self.cell(cell), pad))
            elif self.heat and self.heat[cell] == UNREACHED:
                self.fill(DOT, *inset(self.cell(cell), pad))
        for wall in self.painted.passed:
            cell, slot = divmod(wall, 4)
            one, other = inset(self.cell(cell), pad), inset(self.next_to(cell, slot), pad)
            self.fill(LINE, *self.between(one, other))
        for cell in (cell for cell, kind in kinds.items() if kind == HEAD):
            self.fill(HEAD, *self.cell(cell))
            self.fill(0, *inset(self.cell(cell), pad))
        for wall in (wall for wall, kind in gaps.items() if kind == HEAD):
            cell, slot = divmod(wall, lattice.degree)
            self.fill(HEAD, *self.between(self.cell(cell), self.next_to(cell, slot)))

    def draw_posts(self) -> None:
        lattice = self.maze.lattice
        if self.zoom < POSTS_FROM:
            return
        for cell in map(int, lattice.inside_cells()):
            row, column = lattice.place(cell)
            for down, across in ((0, 0), (0, 1), (1, 0), (1, 1)):
                self.fill(POST, *self.post(row + down, column + across))

    def draw_walls(self) -> None:
        geometry = self.maze.lattice.geometry
        for wall in self.maze.closed_walls():
            posts = geometry.post_positions(geometry.posts(np.array([wall])))[0]
            (x0, y0), (x1, y1) = (posts * self.zoom).astype(int)
            self.fill(WALL, x0, y0, x1 + self.wall, y1 + self.wall)


def inset(one: Box, pad: int) -> Box:
    return one[0] + pad, one[1] + pad, one[2] - pad, one[3] - pad
