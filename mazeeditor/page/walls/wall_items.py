"""The walls of a maze on its page, and the area below them in the colour of the background.

Walls are drawn in their style, in one colour or in many by distance. Those of a large maze are
plain lines, made piece by piece each time that they are drawn, from the bytes of the maze: as
strokes in millimetres, 25,000,000 walls would take 1.5 GB. Files with strokes take them in the
order of the pen, pictures as those of some rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINT
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.photo.tones import tones_of
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.search.distances import UNREACHED, Sweep
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.walls import border_cells, closed_blocks, count_closed
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import PageLayout, frame_of
from mazeeditor.page.print_warnings import MIN_LINE_PT, thinnest_of
from mazeeditor.page.scene import Ids, LongStrokes, Numbers, Points, Polygons, Strokes
from mazeeditor.page.wall_styles import WALL_STYLES, Bools, Item, Pen, Shading, WallStyle
from mazeeditor.page.walls.code_blocks import code_items, code_on, without_code
from mazeeditor.page.walls.grid_strokes import (
    POST_STRIDE,
    GridStrokes,
    PostGrid,
    grid_strokes,
    post_grid,
    trace,
)
from mazeeditor.page.walls.pen_strokes import chains_of, join, nearest_order
from mazeeditor.page.walls.wall_graph import STRAIGHT, WallGraph, graph_at, graph_of, part_of

BYTES_PER_COLOURED_WALL = 140  # bytes a closed wall, for its distance and its part of the graph
BYTES_PER_CELL = 20  # bytes a cell, while distances are measured
# bytes for the places of posts in their rows, and for rows looked at together
COPIED_BYTES = 4_000_000
FROM = 1 << 18  # walls: fewer are drawn all at once, which takes less than 0.1 GB
MAX_CELLS = 1.5  # cells: no post lies as far above or below the middle of its cell
PORTION_STROKES = 1 << 15  # strokes of a portion
ROOM_AT_FIRST = 1 << 18  # posts of a portion, more where they do not suffice


def composing_bytes(maze: Maze, page: Page, *, once: bool = False) -> int:
    """Return how many bytes composing a page takes, at most; ``once`` as for ``compose``."""
    if once and is_long(maze, page):
        return maze.lattice.size + COPIED_BYTES
    each = WALL_STYLES[page.walls].memory
    if len(page.wall_colours) == 1:
        return each * count_closed(maze.lattice, maze.walls)
    walls = (each + BYTES_PER_COLOURED_WALL) * count_closed(maze.lattice, maze.walls)
    return walls + BYTES_PER_CELL * maze.lattice.size


def wall_items(
    maze: Maze, page: Page, layout: PageLayout, job: Job, *, once: bool = False
) -> tuple[Item | LongStrokes, ...]:
    """Return the closed walls, an item for each colour and thickness; raises ``CancelledError``.

    Where they are to be drawn ``once``, those of a large maze are made while they are drawn. A code
    in the walls is drawn as a camera reads it.
    """
    place = code_on(maze, page)
    if place:
        rest = _style_items(without_code(maze, place), page, layout, job, once=once)
        code = code_items(maze, place)
        return *rest, *(in_cells(item, layout, page.wall_colour) for item in code)
    return _style_items(maze, page, layout, job, once=once)


def _style_items(
    maze: Maze, page: Page, layout: PageLayout, job: Job, *, once: bool
) -> tuple[Item | LongStrokes, ...]:
    job.phase(1, 0.4)
    lines = _long_lines(maze, page, layout) if once and is_long(maze, page) else None
    if lines:
        return (lines,)
    graph = graph_of(maze)
    style, pen = WALL_STYLES[page.walls], layout.pen(page.walls)
    colours = page.wall_colours
    if not len(graph.ends):
        return ()
    if len(colours) > 1:
        graph = replace(graph, steps=_steps(maze, graph, len(colours), job))
    parts: Iterable[tuple[int, Item]]
    if style.toned and page.tone:
        geometry = maze.lattice.geometry
        least = thinnest_of(style, layout.scale.wall) / layout.scale.wall
        shading = Shading(tones_of(page.tone), geometry.width, geometry.height, least)
        parts = style.toned(graph, shading, pen, job)
    elif len(colours) == 1:
        parts = [(0, style.run(graph, pen, job))]
    elif style.coloured:
        parts = style.coloured(graph, pen, job)
    else:
        parts = _parts(style, graph, pen, job)
    if style.fit:
        parts = style.fit(list(parts), layout.extent.box, pen)
    return tuple(on_page(item, layout, colours[step]) for step, item in parts)


def is_long(maze: Maze, page: Page) -> bool:
    """Whether walls that are drawn once are made piece by piece."""
    lattice = maze.lattice
    if not WALL_STYLES[page.walls].plain or len(page.wall_colours) > 1:
        return False
    return lattice.geometry.post_pattern is not None and count_closed(lattice, maze.walls) > FROM


def _long_lines(maze: Maze, page: Page, layout: PageLayout) -> MazeLines | None:
    """Return the walls as plain lines; None where no post has all its walls."""
    grid = post_grid(maze.lattice)
    if grid is None:
        return None
    count, cap = count_closed(maze.lattice, maze.walls), layout.pen(page.walls).cap
    walls = maze.walls.copy()  # it may be edited before the page is drawn
    line = layout.scale.wall, page.wall_colour, cap, count
    return MazeLines(*line, maze.lattice, walls, *grid, layout)


def on_page(item: Item, layout: PageLayout, colour: str) -> Item:
    """Return an item, given in cells and thicknesses of the wall, in mm and in its place."""
    return _at(item, layout, layout.scale.wall, colour)


def in_cells(item: Item, layout: PageLayout, colour: str) -> Item:
    """Return an item, given in cells, its widths too, in mm and in its place."""
    return _at(item, layout, layout.scale.cell, colour)


def _at(item: Item, layout: PageLayout, wall: float, colour: str) -> Item:
    points = place_points(item.points, layout)
    if isinstance(item, Strokes):
        return replace(item, points=points, width=item.width * wall, colour=colour)
    return replace(item, points=points, thinnest=item.thinnest * wall, colour=colour)


def place_points(points: Points, layout: PageLayout) -> Points:
    """Return points given in cells in mm, in place."""
    points *= layout.scale.cell
    points += (layout.x, layout.y)
    return points


def _parts(style: WallStyle, graph: WallGraph, pen: Pen, job: Job) -> Iterator[tuple[int, Item]]:
    """Yield the colours with their walls, near ones last: they lie over those farther away."""
    for step in distinct(graph.steps)[::-1].tolist():
        walls = np.flatnonzero(graph.steps == step)
        with job.part(len(walls) / len(graph.steps)):
            yield step, style.run(part_of(graph, walls), pen, job)


def _steps(maze: Maze, graph: WallGraph, count: int, job: Job) -> NDArray[np.uint8]:
    """Return uint8[w], which of ``count`` steps from near to far each closed wall is.

    Walls in a row, up to where others meet them, are one step: bends are not cut in two.
    """
    distance = _distances(maze, job)
    if distance is None:
        return np.zeros(len(graph.ends) // 2, np.uint8)
    row = _rows(graph)
    reached = distance != UNREACHED
    total = np.bincount(row, np.where(reached, distance, 0), len(row))
    parts = np.bincount(row, reached, len(row))
    mean = np.divide(total, parts, out=np.full(len(row), np.inf), where=parts > 0)[row]
    farthest = max(float(distance.max()), 1.0)
    return np.minimum(mean / farthest * count, count - 1).astype(np.uint8)


def _distances(maze: Maze, job: Job) -> Ids | None:
    """Return int64[w], how far the nearer cell next to each closed wall is; ``UNREACHED`` for none.

    From the entrance, else from the exits; None where there is neither.
    """
    starts = {maze.entrance.cell} if maze.entrance else {exit_.cell for exit_ in maze.exits}
    if not starts:
        return None
    sweep = Sweep(maze.lattice, without_gaps(maze))
    sweep.run(sorted(starts), job)
    lattice, walls = maze.lattice, maze.closed_walls()
    cells = walls // lattice.degree
    near = sweep.distance[cells].astype(np.int64)
    for slot in range(lattice.degree):
        here = np.flatnonzero(walls % lattice.degree == slot)
        others, _backs = lattice.beyond(cells[here], slot)
        beyond = sweep.distance[others].astype(np.int64)
        one, other = near[here], beyond
        both = np.minimum(one, other)
        near[here] = np.where(one == UNREACHED, other, np.where(other == UNREACHED, one, both))
    return near


def _rows(graph: WallGraph) -> Ids:
    """Return int64[w], a number for each wall that those in a row with it share."""
    walls = len(graph.ends) // 2
    mate = np.full(len(graph.ends), -1, np.int32)
    twos = graph.first[:-1][np.diff(graph.first) == 2]
    one, other = graph.at[twos], graph.at[twos + 1]
    mate[one], mate[other] = other, one
    trail = np.arange(walls, dtype=np.int32)
    join(mate, trail, np.zeros(walls, np.uint8))
    while True:  # each wall then has the one that stands for all of them
        ahead = trail[trail]
        if (ahead == trail).all():
            return trail.astype(np.int64)
        trail = ahead


@dataclass(frozen=True, eq=False)
class MazeLines(LongStrokes):
    """Walls of ``lattice`` on a page; ``walls`` are those of ``Maze``.

    ``posts`` is one more than the number of the last post of ``grid``.
    """

    lattice: Lattice
    walls: NDArray[np.uint8]
    grid: PostGrid
    posts: int
    layout: PageLayout

    def portions(self, job: Job, share: float) -> Iterator[Strokes]:
        """Yield the fewest strokes, in the order of the pen, some at a time."""
        with job.part(share):
            with job.part(0.4):
                strokes = grid_strokes(self.grid, self.posts, self.lattice, self.walls, job)
            job.phase(len(strokes.heads), 0.2)
            tips = np.concatenate([strokes.heads, strokes.tails])
            tips //= POST_STRIDE
            order, turned = nearest_order(self.grid.ends(tips), job)
            job.phase(len(order))
            posts = np.empty(ROOM_AT_FIRST, np.int32)
            for first in range(0, len(order), PORTION_STROKES):
                job.step(first)
                some = slice(first, first + PORTION_STROKES)
                ends, modes, closed = _ends(strokes, order[some], turned[some])
                posts, starts = _trace(strokes, ends, modes, posts)
                yield self._drawn(posts[: starts[-1]], starts, closed)

    def _drawn(self, posts: NDArray[np.int32], starts: Ids, closed: NDArray[np.bool_]) -> Strokes:
        points = self.lattice.geometry.post_positions(posts.astype(np.int64))
        points = place_points(points, self.layout)
        return Strokes(points, starts, closed, self.width, self.colour, self.cap)

    def between(self, top: float, bottom: float) -> Strokes:
        """Return strokes that contain all walls between two heights in mm, cut off beyond them."""
        above, cell = self.layout.y, self.layout.scale.cell
        first, stop = self._cells((top - above) / cell, (bottom - above) / cell)
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
        begin = int(np.searchsorted(middle, top - MAX_CELLS)) - 2
        end = int(np.searchsorted(middle, bottom + MAX_CELLS))
        return (
            int(lattice.row_starts[begin]) if begin >= 0 else 0,
            int(lattice.row_starts[end]) if end < lattice.rows else lattice.size,
        )


def _ends(
    strokes: GridStrokes, order: NDArray[np.int32], turned: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.bool_]]:
    """Return where some strokes begin, how ``trace`` follows them, and which are closed."""
    closed = order >= strokes.closed
    ends = np.where(turned == 0, strokes.heads[order], strokes.tails[order])
    return ends, (closed & (turned > 0)).astype(np.uint8), closed


def _trace(
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


# The area below the walls

# Its rings lead along the outer walls and across their gaps, with cells always on the same side, so
# holes run against the rings around them. Where two rings touch it does not matter which of them
# goes on as which: the same lines run in the same directions.
# of a wall: how far the colour goes on below the outer walls, whatever their style
BELOW_WALLS = 0.25
TOLERANCE_CELLS = 1e-9  # cells


def area_items(
    maze: Maze, page: Page, layout: PageLayout, job: Job
) -> tuple[Polygons | Strokes, ...]:
    """Return the area of a maze in the colour of its background, nothing where it has none."""
    colour = page.ground_colour
    if colour is None:
        return ()
    job.phase(1, 0.1)
    style, pen = WALL_STYLES[page.walls], layout.pen(page.walls)
    scale = layout.scale
    half = scale.wall / 2
    # a print shop measures lines
    below = max(BELOW_WALLS * scale.wall, min(half, MIN_LINE_PT * POINT / 2))
    beyond = half + frame_of(scale.cell) if page.reversed else below
    ring, in_bends = _rings(maze)
    ring = style.path(ring, in_bends, pen)
    if style.fit:
        ((_step, ring),) = style.fit([(0, ring)], layout.extent.box, pen)
    points = place_points(ring.points.copy(), layout)
    edge = (2 * beyond, colour, pen.cap, ring.bulges)
    return (
        Polygons(points, ring.starts, colour, bulges=ring.bulges),
        Strokes(points, ring.starts, ring.closed, *edge),
    )


def cells_area(
    lattice: Lattice, cells: Ids, colour: str, layout: PageLayout, job: Job | None = None
) -> Polygons:
    """Return the area of some cells int64[k], at least one, as a whole."""
    inside = np.zeros(lattice.size, np.bool_)
    inside[cells] = True
    ring, _in_bends = _rings(Maze(mask_lattice(lattice, inside, job)))
    points = place_points(ring.points.copy(), layout)
    return Polygons(points, ring.starts, colour, bulges=ring.bulges)


def _rings(maze: Maze) -> tuple[Strokes, Bools]:
    """Return the rings in cells, and bool[m] where they bend with the only two walls there."""
    walls, posts, bulges = _sides(maze)
    after = _link(posts)
    order, starts = _follow(after)
    positions = maze.lattice.geometry.post_positions(posts[order, 0])
    inner = _at_bends(maze, walls)[posts[order, 0]]
    bulges = bulges[order]
    keep = _bending(positions, bulges, starts)
    starts = np.concatenate([[0], np.cumsum(keep)])[starts]
    closed = np.ones(len(starts) - 1, np.bool_)
    curves = bulges[keep] if bulges.any() else None
    return Strokes(positions[keep], starts, closed, 1.0, "", bulges=curves), inner[keep]


def _sides(maze: Maze) -> tuple[Ids, Ids, Numbers]:
    """Return the outer walls and gaps int64[k], their posts int64[k, 2] in order, and bulges.

    Seen along each side from the first post, its cell is on the left, y up.
    """
    lattice, geometry = maze.lattice, maze.lattice.geometry
    cells = [border_cells(lattice, slot) for slot in range(lattice.degree)]
    slots = np.repeat(np.arange(lattice.degree), list(map(len, cells)))
    inside = np.concatenate(cells)
    walls = lattice.wall_ids(inside, slots)
    posts, bulges = geometry.posts(walls), geometry.bulges(walls)
    ends = geometry.post_positions(posts)
    along, aside = ends[:, 1] - ends[:, 0], geometry.centres(inside) - middles(ends, bulges)
    turned = along[:, 0] * aside[:, 1] - along[:, 1] * aside[:, 0] > 0
    posts = np.where(turned[:, None], posts[:, ::-1], posts)
    return walls, posts, np.where(turned, -bulges, bulges)


def _link(posts: Ids) -> Ids:
    """Return int64[k], a side that begins where each side ends."""
    after = np.empty(len(posts), np.int64)
    after[np.argsort(posts[:, 1], kind="stable")] = np.argsort(posts[:, 0], kind="stable")
    return after


def _follow(after: Ids) -> tuple[Ids, Ids]:
    """Return the sides ring by ring, int64[k], and where the rings begin, int64[r + 1]."""
    left, order, starts = [True] * len(after), [], [0]
    onward = after.tolist()
    for side in range(len(onward)):
        while left[side]:
            left[side] = False
            order.append(side)
            side = onward[side]
        if len(order) > starts[-1]:
            starts.append(len(order))
    return np.array(order, np.int64), np.array(starts, np.int64)


def _at_bends(maze: Maze, sides: Ids) -> Bools:
    """Return bool[p], posts where just two closed walls meet and both are outer walls."""
    geometry = maze.lattice.geometry
    posts = geometry.posts(maze.closed_walls()).ravel()
    outer = geometry.posts(sides[maze.is_closed(sides)]).ravel()
    count = int(max(posts.max(initial=-1), geometry.posts(sides).max(initial=-1))) + 1
    result: Bools = (np.bincount(posts, minlength=count) == 2) & (
        np.bincount(outer, minlength=count) == 2
    )
    return result


def _bending(points: Points, bulges: Numbers, starts: Ids) -> Bools:
    """Return bool[k], which points of rings are not in the middle of a straight line."""
    index = np.arange(len(points))
    before, after = index - 1, index + 1
    before[starts[:-1]], after[starts[1:] - 1] = starts[1:] - 1, starts[:-1]
    one, other = points - points[before], points[after] - points
    cross = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    straight = (np.abs(cross) < TOLERANCE_CELLS) & (bulges == 0) & (bulges[before] == 0)
    return ~straight
