r"""The line of a solution: through the middles of its cells and out of the gaps; round in rings.

::

      ___----___          from a cell to one farther out: round until below the middle of that
     |  .-->--. |         cell, then out. Where it goes on within the ring it never turns back
     |_/__||___\|         to the middle of a cell first
       |  ||

In rings places are kept as distance from the hub, the centre of all rings, and angle around it in
radians, x towards y, which is clockwise as seen. The line never runs under a word or a picture:
there it has gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import centres
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.page.curves import flatten
from mazeeditor.page.extent import gap_of
from mazeeditor.page.marks.free_ground import grow_box
from mazeeditor.page.marks.route_colours import colours_along
from mazeeditor.page.page import PENCILS, Page
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.scene import Box, Ids, Numbers, Points, Polygons, Strokes
from mazeeditor.page.wall_styles.plain_lines import HAIRLINE
from mazeeditor.page.walls.wall_items import cells_area

SHARE, WIDEST = 0.25, 2.0  # of a cell; mm
BETWEEN_TOKENS = 0.12  # of the narrowest passage: it is seen between the rings of two cells
LEFT = 0.6  # the share of what thick walls leave of the narrowest passage


def route_of(maze: Maze, solution: Solution, page: Page, layout: PageLayout) -> Strokes:
    """Return the route as one stroke, in mm; raises ``UsageError`` where a wall crosses it."""
    points, bulges = route_line(maze, solution)
    return Strokes(
        points * layout.scale.cell + np.array([layout.x, layout.y]),
        np.array([0, len(points)]),
        np.zeros(1, np.bool_),
        _width(page, layout),
        page.route_colour,
        "round",
        bulges,
    )


def route_line(maze: Maze, solution: Solution) -> tuple[Points, Numbers | None]:
    """Return the points of the route in cells, and its bulges where it runs in rings.

    Raises ``UsageError`` where a wall crosses it.
    """
    _check(maze, solution)
    route = solution.route
    gaps = [maze.entrance, next((exit_ for exit_ in maze.exits if exit_.cell == route[-1]), None)]
    ends = [_mouth(maze, gap) for gap in gaps]
    places = np.concatenate([ends[0], maze.lattice.geometry.centres(route), ends[1]])
    hub = hub_of(maze.lattice, int(route[0]))
    if hub is None:
        return places[_bends(places)], None
    route = solution.route
    back = 1 + np.flatnonzero(route[:-2] == route[2:]) + len(ends[0])
    return _rounds_about(hub, places, back)


def _rounds_about(hub: Points, places: Points, back: Ids) -> tuple[Points, Numbers]:
    """Return the line as ``round_about`` does, of a tour that turns back at places int64[k]."""
    bounds = [0, *back.tolist(), len(places) - 1]
    lines = [round_about(hub, places[one : other + 1]) for one, other in pairwise(bounds)]
    points = [line[:-1] for line, _bulges in lines[:-1]] + [lines[-1][0]]
    bulges = [bulge[:-1] for _line, bulge in lines[:-1]] + [lines[-1][1]]
    return np.concatenate(points), np.concatenate(bulges)


def _width(page: Page, layout: PageLayout) -> float:
    """Return how wide the line is in mm: paper is left on both sides of it."""
    if page.walls == "hairlines":
        return HAIRLINE
    free = layout.passage(page.walls)
    width = min(SHARE * layout.scale.cell, WIDEST, LEFT * free)
    return min(width, BETWEEN_TOKENS * free) if layout.tokens else width


def _mouth(maze: Maze, opening: Opening | None) -> Points:
    """Return the middle of the gap by which the route leaves the maze, in cells, if it does."""
    if opening is None or opening.slot is None:
        return np.zeros((0, 2))
    return gap_of(maze.lattice, opening)[0][None]


def _check(maze: Maze, solution: Solution) -> None:
    """Raise ``UsageError`` if the maze has changed and the route is invalid."""
    if not (solution.lattice.same(maze.lattice) and _leads_through(maze, solution.route)):
        raise UsageError(_("This route does not lead through this maze: solve the maze again."))


def _leads_through(maze: Maze, route: Ids) -> bool:
    """Whether a route runs from the entrance to an exit through passages alone."""
    if maze.entrance is None or maze.entrance.cell != route[0]:
        return False
    if all(opening.cell != route[-1] for opening in maze.exits):
        return False
    lattice, cells, next_cells = maze.lattice, route[:-1], route[1:]
    matches = lattice.offsets[lattice.rows_of(cells)] == (next_cells - cells)[:, None]
    walls = lattice.wall_ids(cells, matches.argmax(axis=1))
    return bool(matches.any(axis=1).all() and not maze.is_closed(walls).any())


def _bends(points: Points) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return bool[m]: which points are the first, the last or not on a straight line.

    A tour that turns back keeps the point where it does.
    """
    steps: Points = np.diff(points, axis=0)
    cross = steps[:-1, 0] * steps[1:, 1] - steps[:-1, 1] * steps[1:, 0]
    keep = np.ones(len(points), np.bool_)
    along = (steps[:-1] * steps[1:]).sum(axis=1)
    keep[1:-1] = (np.abs(cross) > 1e-9) | (along < 0)
    return keep


TOLERANCE_CELLS = 1e-6  # cells


def hub_of(lattice: Lattice, cell: int) -> Points | None:
    """Return the centre of the rings in cells, if ``cell`` has curved walls."""
    _, walls = lattice.walls_of(np.array([cell]))
    bulges = lattice.geometry.bulges(walls)
    arcs = np.flatnonzero(bulges)[:1]
    if not len(arcs):
        return None
    ends = lattice.geometry.post_positions(lattice.geometry.posts(walls[arcs]))
    hub: Points = centres(ends, bulges[arcs])[0]
    return hub


def round_about(hub: Points, places: Points) -> tuple[Points, Numbers]:
    """Return the points and bulges of the line through ``places`` float64[k, 2], k > 0.

    They are the middles of cells, and at the ends perhaps of outer walls; each is next to the one
    before, farther in, or farther out.
    """
    away = places - hub
    distance, angle = np.hypot(away[:, 0], away[:, 1]), np.arctan2(away[:, 1], away[:, 0])
    # as if seen from the cell before
    for middle in np.flatnonzero(distance < TOLERANCE_CELLS).tolist():
        angle[middle] = angle[max(middle - 1, 0)]
    rings, turns = _corners(distance, angle)
    return _draw(hub, *_without_idle(rings, turns))


def _corners(distance: Numbers, angle: Numbers) -> tuple[Numbers, Numbers]:
    """Return distance and angle where the line begins, changes its ring, and ends."""
    before, after = distance[:-1], distance[1:]
    level = np.abs(after - before) < TOLERANCE_CELLS
    # the line in or out lies over the middle of the outer of the two
    across = np.where(after > before, angle[1:], angle[:-1])
    first_turn = np.where(level, 0.0, wrap_angles(across - angle[:-1]))
    last_turn = np.where(level, wrap_angles(np.diff(angle)), wrap_angles(angle[1:] - across))
    total = angle[0] + np.concatenate([[0.0], np.cumsum(first_turn + last_turn)])
    change = np.flatnonzero(~level)
    turns = (total[:-1] + first_turn)[change]
    rings = np.stack([before[change], after[change]], axis=-1).ravel()
    return (
        np.concatenate([distance[:1], rings, distance[-1:]]),
        np.concatenate([total[:1], np.repeat(turns, 2), total[-1:]]),
    )


def wrap_angles(angles: Numbers) -> Numbers:
    result: Numbers = (angles + np.pi) % (2 * np.pi) - np.pi
    return result


def _without_idle(rings: Numbers, turns: Numbers) -> tuple[Numbers, Numbers]:
    """Return the corners without those that repeat, and those on a straight line in or out."""
    moved = np.hypot(np.diff(rings), np.diff(turns) * rings[1:]) > TOLERANCE_CELLS
    keep = np.concatenate([[True], moved])
    rings, turns = rings[keep], turns[keep]
    steps = np.sign(np.diff(rings)) * (np.abs(np.diff(rings)) > TOLERANCE_CELLS)
    keep = np.ones(len(rings), np.bool_)
    keep[1:-1] = (steps[:-1] != steps[1:]) | (steps[1:] == 0)
    return rings[keep], turns[keep]


def _draw(hub: Points, rings: Numbers, turns: Numbers) -> tuple[Points, Numbers]:
    """Return the points in cells, and the bulges; no arc is more than half a circle."""
    level = np.abs(np.diff(rings)) < TOLERANCE_CELLS
    sweeps = np.append(np.where(level, np.diff(turns), 0.0), 0.0)
    pieces = np.maximum(np.ceil(np.abs(sweeps) / np.pi - TOLERANCE_CELLS), 1).astype(np.int64)
    corner = np.repeat(np.arange(len(rings)), pieces)
    step = np.arange(len(corner)) - (np.cumsum(pieces) - pieces)[corner]
    sweep = (sweeps / pieces)[corner]
    angle = turns[corner] + step * sweep
    points = hub + rings[corner, None] * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return points, -np.tan(sweep / 4)


ARC_ERROR_MM = 0.002  # mm: the largest error of flatten arcs
MIN_PIECE_WIDTHS = 1.0  # widths of a line: shorter pieces are left out
LINE_GAP_MM = 0.15  # mm at the least between a line and what it does not cross


def with_gaps(line: Strokes, boxes: Sequence[Box]) -> Strokes | None:
    """Return open strokes that cover none of ``boxes``, ``None`` where nothing is left of them.

    Where none is touched it is the same line, with its arcs. Below, places along lines are numbers:
    3.25 is a quarter of the way from point 3 to point 4.
    """
    space = line.width / 2 + LINE_GAP_MM
    flat = flatten(line, ARC_ERROR_MM)
    covered = _merge([_within(flat, grow_box(box, space, space)) for box in boxes])
    if not len(covered):
        return line
    parts = [part for first, last in _left(flat, covered) for part in _piece(flat, first, last)]
    if not parts:
        return None
    starts = np.cumsum([0, *map(len, parts)])
    closed = np.zeros(len(parts), np.bool_)
    return replace(line, points=np.concatenate(parts), starts=starts, closed=closed, bulges=None)


def _within(line: Strokes, box: Box) -> Numbers:
    """Return float64[k, 2], from where to where pieces of a line of straight pieces are in a box.

    Between two sides of the box a piece is there for an interval; the box is where both overlap.
    """
    before, after = line.points[:-1], line.points[1:]
    step = after - before
    low, high = np.array(box[:2]), np.array(box[2:])
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (low - before) / step, (high - before) / step
    flat = step == 0
    outside = flat & ((before <= low) | (before >= high))
    enters = np.where(flat, 0.0, np.minimum(one, other)).max(axis=1).clip(0, 1)
    leaves = np.where(flat, 1.0, np.maximum(one, other)).min(axis=1).clip(0, 1)
    inside = (enters < leaves) & ~outside.any(axis=1)
    inside[line.starts[1:-1] - 1] = False  # from stroke to stroke there is no line
    at = np.flatnonzero(inside)
    single = line.starts[:-1][np.diff(line.starts) == 1]
    alone = single[((line.points[single] > low) & (line.points[single] < high)).all(axis=1)]
    ranges = np.stack([at + enters[at], at + leaves[at]], axis=-1)
    return np.concatenate([ranges, np.stack([alone, alone], axis=-1).astype(np.float64)])


def _merge(parts: Sequence[Numbers]) -> Numbers:
    """Return ranges in their order, those that overlap or touch as one."""
    ranges = np.concatenate([np.zeros((0, 2)), *parts])
    result: list[list[float]] = []
    for first, last in ranges[np.argsort(ranges[:, 0], kind="stable")].tolist():
        if result and first <= result[-1][1]:
            result[-1][1] = max(result[-1][1], last)
        else:
            result.append([first, last])
    return np.array(result).reshape(-1, 2)


def _left(line: Strokes, covered: Numbers) -> Iterator[tuple[float, float]]:
    bounds = zip(line.starts[:-1].tolist(), line.starts[1:].tolist(), strict=True)
    for begin, end in bounds:
        place = float(begin)
        here = covered[(covered[:, 1] >= begin) & (covered[:, 0] <= end - 1)]
        for first, last in here.tolist():
            if place < first:
                yield place, first
            place = max(place, last)
        if place < end - 1 or not len(here):
            yield place, float(end - 1)


def _piece(line: Strokes, first: float, last: float) -> Iterator[Points]:
    """Yield the piece of a stroke between two places, unless little more than a dot is left."""
    whole = first in line.starts and last + 1 in line.starts
    indices = np.arange(len(line.points))
    ends = [
        [np.interp(at, indices, line.points[:, axis]) for axis in (0, 1)] for at in (first, last)
    ]
    between = line.points[int(np.floor(first)) + 1 : int(np.ceil(last))]
    piece: Points = np.concatenate([ends[:1], between, ends[1:]])
    if whole or np.hypot(*np.diff(piece, axis=0).T).sum() >= MIN_PIECE_WIDTHS * line.width:
        yield piece


def is_filled(page: Page) -> bool:
    """Whether a page shows the cells of a route, and not a line; lasers fill nothing."""
    return (page.solution_fill or page.along == PENCILS) and page.walls != "hairlines"


def filled_route(
    maze: Maze, solution: Solution, page: Page, layout: PageLayout, covered: Sequence[Box]
) -> tuple[Polygons, ...]:
    """Return an area for each colour, without the cells whose middles are ``covered`` by marks."""
    route = solution.route
    numbers = np.zeros(len(route), np.int64)
    colours: tuple[str, ...] = (page.route_colour,)
    if page.along == PENCILS:
        found, colours = colours_along(maze.lattice, route.tolist(), page.pencils)
        numbers = np.array(found, np.int64)
    middles = maze.lattice.geometry.centres(route) * layout.scale.cell + (layout.x, layout.y)
    seen = np.ones(len(route), np.bool_)
    for left, top, right, bottom in covered:
        x, y = middles.T
        seen &= ~((x > left) & (x < right) & (y > top) & (y < bottom))
    parts = ((colour, route[seen & (numbers == number)]) for number, colour in enumerate(colours))
    return tuple(
        cells_area(maze.lattice, cells, colour, layout) for colour, cells in parts if len(cells)
    )
