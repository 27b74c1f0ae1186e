"""The walls of a large maze as plain lines, made piece by piece each time that they are drawn.

Nothing is kept but the bytes of the maze: as strokes in millimetres, 25,000,000 walls would take
1.5 GB. Files with strokes take them in the order of the pen, pictures as those of some rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import closed_blocks, count_closed
from mazeeditor.page.scene import Cap, Ids, LongStrokes, Points, Strokes
from mazeeditor.page.walls.grid_strokes import GridStrokes, grid_strokes, trace
from mazeeditor.page.walls.pen_strokes import chains_of
from mazeeditor.page.walls.post_grid import ROOM, PostGrid, post_grid
from mazeeditor.page.walls.stroke_order import Places, nearest_order
from mazeeditor.page.walls.wall_graph import STRAIGHT, graph_at

FROM = 1 << 18  # walls: fewer are drawn all at once, which takes less than 0.1 GB
FARTHEST = 1.5  # cells: no post lies as far above or below the middle of its cell
PORTION = 1 << 15  # strokes of a portion
ROOM_AT_FIRST = 1 << 18  # posts of a portion, more where they do not suffice


@dataclass(frozen=True, eq=False)
class MazeLines(LongStrokes):
    """Walls of ``lattice`` on a page; ``cell`` is a cell and ``left`` and ``top`` its place in mm.

    ``walls`` are those of ``Maze``, ``posts`` one more than the number of the last post of
    ``grid``.
    """

    lattice: Lattice
    walls: NDArray[np.uint8]
    grid: PostGrid
    posts: int
    cell: float
    left: float
    top: float

    def portions(self, job: Job, share: float) -> Iterator[Strokes]:
        """Yield the fewest strokes, in the order of the pen, some at a time."""
        with job.part(share):
            with job.part(0.4):
                strokes = grid_strokes(self.grid, self.posts, self.lattice, self.walls, job)
            job.phase(len(strokes.heads), 0.2)
            order, turned = self._order(strokes, job)
            job.phase(len(order))
            posts = np.empty(ROOM_AT_FIRST, np.int32)
            for first in range(0, len(order), PORTION):
                job.step(first)
                some = slice(first, first + PORTION)
                ends, modes, closed = _ends(strokes, order[some], turned[some])
                posts, starts = _traced(strokes, ends, modes, posts)
                yield self._drawn(posts[: starts[-1]], starts, closed)

    def _order(self, strokes: GridStrokes, job: Job) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        if len(strokes.heads) < 2:  # there is nothing to choose
            count = len(strokes.heads)
            return np.zeros(count, np.int32), np.zeros(count, np.uint8)
        grid = self.grid
        places = Places(grid.origin, grid.period, grid.lines, grid.x, grid.line, grid.y)
        tips = np.concatenate([strokes.heads, strokes.tails])
        tips //= ROOM
        return nearest_order(tips, places, job)

    def _drawn(self, posts: NDArray[np.int32], starts: Ids, closed: NDArray[np.bool_]) -> Strokes:
        points = self.lattice.geometry.post_positions(posts.astype(np.int64))
        return Strokes(self._placed(points), starts, closed, self.width, self.colour, self.cap)

    def _placed(self, points: Points) -> Points:
        points *= self.cell
        points += (self.left, self.top)
        return points

    def between(self, top: float, bottom: float) -> Strokes:
        """Return strokes that contain all walls between two heights in mm, cut off beyond them."""
        first, stop = self._cells((top - self.top) / self.cell, (bottom - self.top) / self.cell)
        geometry = self.lattice.geometry
        some = [ids for _cell, ids in closed_blocks(self.lattice, self.walls, first, stop)]
        ends = geometry.posts(np.concatenate([np.zeros(0, np.int64), *some])).ravel()
        low, high = int(ends.min(initial=self.posts)), int(ends.max(initial=-1))
        places = geometry.post_positions(np.arange(low, high + 1, dtype=np.int64))
        x, y = np.ascontiguousarray(places.reshape(-1, 2).T)
        graph = graph_at((ends - low).astype(np.int32), x, y, STRAIGHT)
        chains = chains_of(graph)
        return self._drawn(chains.posts + np.int32(low), chains.starts, chains.closed)

    def _cells(self, top: float, bottom: float) -> tuple[int, int]:
        """Return the first cell of the rows between two heights in cells, and where they end.

        Walls are named by their lower cell, which may be outside, in the row above.
        """
        lattice = self.lattice
        middle = lattice.geometry.centres(lattice.row_starts)[:, 1]
        begin = int(np.searchsorted(middle, top - FARTHEST)) - 2
        end = int(np.searchsorted(middle, bottom + FARTHEST))
        return (
            int(lattice.row_starts[begin]) if begin >= 0 else 0,
            int(lattice.row_starts[end]) if end < lattice.rows else lattice.size,
        )


def maze_lines(
    maze: Maze, place: tuple[float, float, float], width: float, colour: str, cap: Cap
) -> MazeLines | None:
    """Return the walls as plain lines, ``width`` mm wide; ``place`` is cell, left and top in mm.

    None where no post has all its walls, or posts do not repeat.
    """
    grid = post_grid(maze.lattice)
    if grid is None:
        return None
    count = count_closed(maze.lattice, maze.walls)
    walls = maze.walls.copy()  # it may be edited before the page is drawn
    return MazeLines(width, colour, cap, count, maze.lattice, walls, *grid, *place)


def _ends(
    strokes: GridStrokes, order: NDArray[np.int32], turned: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.bool_]]:
    """Return where some strokes begin, how ``trace`` follows them, and which are closed."""
    closed = order >= strokes.closed
    ends = np.where(turned == 0, strokes.heads[order], strokes.tails[order])
    return ends, (closed & (turned > 0)).astype(np.uint8), closed


def _traced(
    strokes: GridStrokes,
    ends: NDArray[np.int32],
    modes: NDArray[np.uint8],
    posts: NDArray[np.int32],
) -> tuple[NDArray[np.int32], Ids]:
    """Return the posts int32[m] of some strokes and their starts int64[k + 1].

    ``posts`` is returned where they have room there, else a longer array.
    """
    starts = np.zeros(len(ends) + 1, np.int64)
    while trace(strokes.grid, strokes.codes, ends, modes, posts, starts) < len(ends):
        posts = np.empty(2 * len(posts), np.int32)
    return posts, starts
