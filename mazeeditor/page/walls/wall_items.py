"""The walls of a maze on its page: drawn in their style, in one colour or in many by distance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import FAR, Sweep
from mazeeditor.maze.search.distinct import distinct
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.maze.walls import count_closed
from mazeeditor.page.page import Page
from mazeeditor.page.page_colours import wall_colours
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.scene import Ids, LongStrokes, Points, Strokes
from mazeeditor.page.wall_styles import WALL_STYLES, Item, Pen, WallStyle
from mazeeditor.page.walls.maze_lines import FROM, MazeLines, maze_lines
from mazeeditor.page.walls.pen_strokes import join
from mazeeditor.page.walls.wall_graph import WallGraph, graph_of, part_of

COLOURED = 140  # bytes a closed wall, for its distance and its part of the graph
CELLS = 20  # bytes a cell, while distances are measured
COPIED = 4_000_000  # bytes for the places of posts in their rows, and for rows looked at together


def composing_bytes(maze: Maze, page: Page, *, once: bool = False) -> int:
    """Return how many bytes composing a page takes, at most; ``once`` as for ``compose``."""
    if once and is_long(maze, page):
        return maze.lattice.size + COPIED
    each = WALL_STYLES[page.walls].memory
    if len(wall_colours(page)) == 1:
        return each * count_closed(maze.lattice, maze.walls)
    walls = (each + COLOURED) * count_closed(maze.lattice, maze.walls)
    return walls + CELLS * maze.lattice.size


def wall_items(
    maze: Maze, page: Page, layout: PageLayout, job: Job, *, once: bool = False
) -> tuple[Item | LongStrokes, ...]:
    """Return the closed walls, an item for each colour; raises ``CancelledError``.

    Where they are to be drawn ``once``, those of a large maze are made while they are drawn.
    """
    job.phase(1, 0.4)
    lines = _long_lines(maze, page, layout) if once and is_long(maze, page) else None
    if lines:
        return (lines,)
    graph = graph_of(maze)
    style, pen = WALL_STYLES[page.walls], layout.pen(page.walls)
    colours = wall_colours(page)
    if not len(graph.ends):
        return ()
    if len(colours) == 1:
        return (on_page(style.run(graph, pen, job), layout, colours[0]),)
    graph = replace(graph, steps=_steps(maze, graph, len(colours), job))
    parts = style.coloured(graph, pen, job) if style.coloured else _parts(style, graph, pen, job)
    return tuple(on_page(item, layout, colours[step]) for step, item in parts)


def is_long(maze: Maze, page: Page) -> bool:
    """Whether walls that are drawn once are made piece by piece."""
    lattice = maze.lattice
    if not WALL_STYLES[page.walls].plain or len(wall_colours(page)) > 1:
        return False
    return lattice.geometry.post_pattern is not None and count_closed(lattice, maze.walls) > FROM


def _long_lines(maze: Maze, page: Page, layout: PageLayout) -> MazeLines | None:
    scale, cap = layout.scale, layout.pen(page.walls).cap
    place = scale.cell, layout.x, layout.y
    return maze_lines(maze, place, scale.wall, wall_colours(page)[0], cap)


def on_page(item: Item, layout: PageLayout, colour: str) -> Item:
    """Return an item, given in cells and thicknesses of the wall, in mm and in its place."""
    points = placed(item.points, layout)
    wall = layout.scale.wall
    if isinstance(item, Strokes):
        return replace(item, points=points, width=item.width * wall, colour=colour)
    return replace(item, points=points, thinnest=item.thinnest * wall, colour=colour)


def placed(points: Points, layout: PageLayout) -> Points:
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
    reached = distance != FAR
    total = np.bincount(row, np.where(reached, distance, 0), len(row))
    parts = np.bincount(row, reached, len(row))
    mean = np.divide(total, parts, out=np.full(len(row), np.inf), where=parts > 0)[row]
    farthest = max(float(distance.max()), 1.0)
    return np.minimum(mean / farthest * count, count - 1).astype(np.uint8)


def _distances(maze: Maze, job: Job) -> Ids | None:
    """Return int64[w], how far the nearer cell beside each closed wall is; ``FAR`` for none.

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
        near[here] = np.where(one == FAR, other, np.where(other == FAR, one, both))
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
