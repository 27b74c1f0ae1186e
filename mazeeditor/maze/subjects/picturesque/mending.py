"""Finds again the route that a maze had before walls were changed, by the walls that are left.

Two circuits of a cover were merged where two walls between them are open and the passages beside
these closed; the path crosses where one of the two walls alone is open. So the path is the one with
the fewest walls that say otherwise (E. W. Dijkstra, 1959), and the circuits are merged first where
most walls say so.
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import seeded
from mazeeditor.maze.subjects.picturesque import exact, filled
from mazeeditor.maze.subjects.picturesque.ends import End, end_at, pairs_of_ends
from mazeeditor.maze.subjects.picturesque.exact import Pass, exact_route
from mazeeditor.maze.subjects.picturesque.passages import (
    STEPS,
    Pairs,
    Passages,
    neighbours,
    path_through,
)
from mazeeditor.maze.subjects.picturesque.source import Grid

CHECK_MASK = 0xFFF  # steps between two checks of Cancel, less one


def mended_route(maze: Maze, cover: Grid, scale: int, job: Job) -> Ids:
    """Return the cells int64[k] of a route through a cover, like that which the maze had.

    ``scale`` is how many cells a pixel has across, 1 where the route fills nearly all. Raises
    ``UsageError`` where there is none.
    """
    cells = maze.lattice.inside_cells()
    if scale == 1:
        return cells[_fill(maze, cover, job)]
    double = cover.repeat(scale // 2, axis=0).repeat(scale // 2, axis=1)
    return cells[_exact(maze, double, job)]


def _exact(maze: Maze, cover: Grid, job: Job) -> list[int]:
    passages = Passages.of(maze)
    pairs = _most_agreed(passages, neighbours(cover))
    route = _like_before(maze, cover, passages, pairs, job)
    random = seeded(0)
    for ends, _share in pairs_of_ends(cover, random, job):
        if route:
            break
        for lane in (exact.LEFT_LANE, exact.RIGHT_LANE):
            route = route or exact_route(cover, ends, pairs, lane, job)
    if not route:
        raise UsageError(_("No route covers every pixel any more: generate the maze again."))
    drawn = Passages.none(*passages.right.shape)
    exact.draw(drawn, cover, route.merged, [route.passes])
    exact.draw_lines(drawn, route)
    columns = passages.right.shape[1]
    first, last = (line[0][0] * columns + line[0][1] for line in exact.lines_of(route))
    return path_through(drawn, first, last, job)


def _like_before(
    maze: Maze, cover: Grid, passages: Passages, pairs: Pairs, job: Job
) -> exact.Route | None:
    """Return the route between the openings of a maze, None where these are at none."""
    ends = _ends(maze, cover, 2)
    if ends is None:
        return None
    for lane in (exact.LEFT_LANE, exact.RIGHT_LANE):
        entry = _first_pass(ends[0], lane)
        if _in_line(maze, entry.entered, maze.entrance):
            path = _path(maze, cover, passages, ends, lane, job)
            return exact_route(cover, ends, pairs, lane, job, path) if path else None
    return None


def _ends(maze: Maze, cover: Grid, scale: int) -> tuple[End, End] | None:
    """Return the ends to which the openings of a maze lead, None where they lead to none."""
    ends = []
    for opening in (maze.entrance, maze.exit):
        if opening is None or opening.slot is None:
            return None
        row, column = maze.lattice.place(opening.cell)
        at = (column if opening.slot in (0, 2) else row) // scale
        end = end_at(cover, opening.slot, at)
        if end is None:
            return None
        ends.append(end)
    return ends[0], ends[1]


def _first_pass(end: End, lane: int) -> Pass:
    came = (end.side + 2) % 4
    return Pass(end.row, end.column, came, came, lane, lane)


def _in_line(maze: Maze, cell: exact.Cell, opening: Opening | None) -> bool:
    """Whether a cell lies straight ahead of an opening."""
    if opening is None or opening.slot is None:
        return False
    row, column = maze.lattice.place(opening.cell)
    return cell[1] == column if opening.slot in (0, 2) else cell[0] == row


def _most_agreed(passages: Passages, pairs: Pairs) -> Pairs:
    """Return pairs of pixels by how many walls say that their circuits are merged."""
    columns = passages.right.shape[1] // 2
    one, two = pairs.T
    beside = two - one == 1
    agreed = np.zeros(len(pairs), np.int64)
    rows, places = np.divmod(one[beside], columns)
    for shift in range(2):
        agreed[beside] += passages.right[2 * rows + shift, 2 * places + 1]
        agreed[beside] += ~passages.down[2 * rows, 2 * places + 1 + shift]
    rows, places = np.divmod(one[~beside], columns)
    for shift in range(2):
        agreed[~beside] += passages.down[2 * rows + 1, 2 * places + shift]
        agreed[~beside] += ~passages.right[2 * rows + 1 + shift, 2 * places]
    return np.ascontiguousarray(pairs[np.argsort(-agreed, kind="stable")])


def _path(
    maze: Maze, cover: Grid, passages: Passages, ends: tuple[End, End], lane: int, job: Job
) -> list[int]:
    """Return the path of pixels, from a lane on, with the fewest walls against it; [] for none."""
    rows, columns = cover.shape
    first = (ends[0].row, ends[0].column, (ends[0].side + 2) % 4, lane)
    costs = {first: 0}
    came_from: dict[tuple[int, int, int, int], tuple[int, int, int, int]] = {}
    heap = [(0, first)]
    steps = 0
    while heap:
        cost, state = heappop(heap)
        if cost > costs[state]:
            continue
        steps += 1
        if steps & CHECK_MASK == 0:
            job.check()
        row, column, came, at = state
        if row < 0:  # out
            return _places(came_from, state, columns)
        for goes in range(4):
            if goes == (came + 2) % 4:
                continue
            step = STEPS[goes]
            beyond = row + step[0], column + step[1]
            here = Pass(row, column, came, goes, at, at ^ ((goes - came) & 1))
            if (row, column, goes) == (ends[1].row, ends[1].column, ends[1].side):
                against = 0 if _in_line(maze, here.left, maze.exit) else 1
                following = (-1, -1, goes, here.lane_out)
            elif 0 <= beyond[0] < rows and 0 <= beyond[1] < columns and cover[beyond]:
                following = (*beyond, goes, here.lane_out)
                against = _against(passages, here, following)
            else:
                continue
            against += int(passages.is_open(here.entered, here.left))
            if cost + against < costs.get(following, 1 << 60):
                costs[following] = cost + against
                came_from[following] = state
                heappush(heap, (cost + against, following))
    return []


def _against(passages: Passages, here: Pass, following: tuple[int, int, int, int]) -> int:
    """Return how many walls say that the path does not cross to the pixel that follows."""
    row, column, came, lane = following
    after = Pass(row, column, came, came, lane, lane)
    other = Pass(row, column, came, came, 1 - lane, 1 - lane)
    beside = here._replace(lane_out=1 - lane)
    crossed = passages.is_open(here.left, after.entered)
    doubled = passages.is_open(beside.left, other.entered)
    return int(not crossed) + int(doubled)


def _places(
    came_from: dict[tuple[int, int, int, int], tuple[int, int, int, int]],
    state: tuple[int, int, int, int],
    columns: int,
) -> list[int]:
    """Return the path to a state, [] where it crosses itself."""
    path = []
    while state in came_from:
        state = came_from[state]
        path.append(state[0] * columns + state[1])
    return path[::-1] if len({*path}) == len(path) else []


def _fill(maze: Maze, cover: Grid, job: Job) -> list[int]:
    """Return a route that fills nearly all of a cover, along the passages that there are."""
    random = seeded(0)
    others = next(pairs_of_ends(cover, random, job), None)
    ends = _ends(maze, cover, 1) or (others and others[0])
    if ends is None:
        raise UsageError(_("No route covers the picture any more: generate the maze again."))
    columns = cover.shape[1]
    ordered = _likely_first(maze, cover)
    first, last = (end.row * columns + end.column for end in ends)
    into, out = ([row * columns + column for row, column in end.line] for end in ends)
    path = [*into, *filled.tree_path(cover, ordered, first, last, job), *out[::-1]]
    nothing = np.zeros_like(cover)
    _passages, after = filled.filled_routes(cover, path, nothing, random, job, wander=False)
    return filled.cells_along(after, path[0])


def _likely_first(maze: Maze, cover: Grid) -> Pairs:
    """Return the pairs of neighbours in a cover, first those that the route is likely to pass.

    Passages that are locked come first, then others; of each those whose cells have few passages,
    as a wall that was put into the route leaves, and one that was taken away does not.
    """
    passages, pairs = Passages.of(maze), neighbours(cover)
    one, two = pairs.T
    beside = two - one == 1
    is_open = np.where(beside, passages.right.ravel()[one], passages.down.ravel()[one])
    count = np.bincount(pairs[is_open].ravel(), minlength=cover.size)
    locked = is_open & maze.is_locked(_walls(maze, pairs))
    likely = 20 * is_open + 10 * locked - count[one] - count[two]
    return np.ascontiguousarray(pairs[np.argsort(-likely, kind="stable")])


def _walls(maze: Maze, pairs: Pairs) -> Ids:
    """Return the ids int64[k] of the walls between pairs of cells."""
    cells = maze.lattice.inside_cells()
    one, two = cells[pairs[:, 0]], cells[pairs[:, 1]]
    return maze.lattice.wall_ids(one, maze.lattice.slots_between(one, two))
