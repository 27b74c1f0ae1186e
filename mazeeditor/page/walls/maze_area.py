r"""The area of a maze: a colour below its walls, which goes on below them, or beyond if reversed.

Its rings lead along the outer walls and across their gaps, with cells always on the same side, so
holes run against the rings around them. Where two rings touch it does not matter which of them
goes on as which: the same lines run in the same directions.
"""

from __future__ import annotations

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINT
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import beside_outside
from mazeeditor.page.page import Page
from mazeeditor.page.page_colours import ground_colour
from mazeeditor.page.page_layout import PageLayout, frame_of
from mazeeditor.page.print_quality import THINNEST
from mazeeditor.page.scene import Ids, Numbers, Points, Polygons, Strokes
from mazeeditor.page.wall_styles import WALL_STYLES, Bools
from mazeeditor.page.walls.wall_items import placed

BELOW = 0.25  # of a wall: how far the colour goes on below the outer walls, whatever their style
SAME = 1e-9  # cells


def area_items(
    maze: Maze, page: Page, layout: PageLayout, job: Job
) -> tuple[Polygons | Strokes, ...]:
    """Return the area of a maze in the colour of its background, nothing where it has none."""
    colour = ground_colour(page)
    if colour is None:
        return ()
    job.phase(1, 0.1)
    style, pen = WALL_STYLES[page.walls], layout.pen(page.walls)
    scale = layout.scale
    half = scale.wall / 2
    below = max(BELOW * scale.wall, min(half, THINNEST * POINT / 2))  # a print shop measures lines
    beyond = half + frame_of(scale.cell) if page.reversed else below
    ring, in_bends = _rings(maze)
    ring = style.path(ring, in_bends, pen)
    points = placed(ring.points.copy(), layout)
    edge = (2 * beyond, colour, pen.cap, ring.bulges)
    return (
        Polygons(points, ring.starts, colour, bulges=ring.bulges),
        Strokes(points, ring.starts, ring.closed, *edge),
    )


def _rings(maze: Maze) -> tuple[Strokes, Bools]:
    """Return the rings in cells, and bool[m] where they bend with the only two walls there."""
    walls, posts, bulges = _sides(maze)
    after = _linked(posts)
    order, starts = _followed(after)
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
    cells = [beside_outside(lattice, slot) for slot in range(lattice.degree)]
    slots = np.repeat(np.arange(lattice.degree), list(map(len, cells)))
    inside = np.concatenate(cells)
    walls = lattice.wall_ids(inside, slots)
    posts, bulges = geometry.posts(walls), geometry.bulges(walls)
    ends = geometry.post_positions(posts)
    along, aside = ends[:, 1] - ends[:, 0], geometry.centres(inside) - middles(ends, bulges)
    turned = along[:, 0] * aside[:, 1] - along[:, 1] * aside[:, 0] > 0
    posts = np.where(turned[:, None], posts[:, ::-1], posts)
    return walls, posts, np.where(turned, -bulges, bulges)


def _linked(posts: Ids) -> Ids:
    """Return int64[k], a side that begins where each side ends."""
    after = np.empty(len(posts), np.int64)
    after[np.argsort(posts[:, 1], kind="stable")] = np.argsort(posts[:, 0], kind="stable")
    return after


def _followed(after: Ids) -> tuple[Ids, Ids]:
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
    straight = (np.abs(cross) < SAME) & (bulges == 0) & (bulges[before] == 0)
    return ~straight
