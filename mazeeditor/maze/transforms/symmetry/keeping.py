"""Changes that keep a symmetry: Finish, repairs, sparse mazes, loops and tweaks, orbit by orbit.

Walls that are images of each other change together, and only where all of them may. What was
symmetric stays so. Only where a perfect maze cannot be symmetric, some walls break it, as few as
when a maze is generated with it (see ``symmetric_maze.py``).

- *Perfect*, *Finish*: orbits are opened one after the other where each of their walls joins two
  areas; first those on an axis, last those between images of each other. What is separate then is
  joined by single walls. An orbit of which some walls are open and some closed, as where one half
  is drawn, becomes what is rarer in the maze: that was drawn.
- *Unsealed*: orbits are opened, whole, until all is joined.
- *Solvable*: the fewest walls are opened, and their images.
- *One route*: the passages that a repair closes are closed with their images. Where that cuts the
  route, passages between cells of routes are kept as a forest of orbits, and as many of the others
  are opened again as leave one route.
- *Sparse*, *loops*: cells and dead ends of one part, and their images.
- *Tweak*: one part is tweaked by itself, which changes nothing of how it is connected, and copied.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64
from mazeeditor.core.translation import _
from mazeeditor.maze.braid import Ends, braid_walls
from mazeeditor.maze.completing import Completion, Growth, grown_tree, unjoined_cells
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.random import seeded, shuffle
from mazeeditor.maze.repairs import Repair, RepairError, difference, find_repair
from mazeeditor.maze.search.blocks import on_route
from mazeeditor.maze.search.joining import join_areas
from mazeeditor.maze.search.search import shortest_route
from mazeeditor.maze.transforms.symmetry.group import (
    SymmetryGroup,
    checked_symmetry,
    group_of,
    label_of,
    why_not,
)
from mazeeditor.maze.transforms.symmetry.wall_orbits import (
    ALL_JOIN,
    ANY_JOINS,
    MOST_JOIN,
    Bits,
    Chosen,
    WallOrbits,
    every,
    some,
    with_walls,
    without_openings,
)
from mazeeditor.maze.walls import free_walls, inner_walls, inner_walls_by_slot

TRIED_FORESTS = 6  # forests of orbits that are tried for one route
CHECKS = 40  # mazes that are looked at for passages that may be opened again


def symmetry_group(lattice: Lattice, symmetry: str) -> SymmetryGroup:
    """Return a symmetry of a lattice; raises ``UsageError`` where it does not have it."""
    group = group_of(lattice, checked_symmetry(symmetry))
    if group is None:
        raise UsageError(why_not(lattice, symmetry) + ".")
    return group


def finish_symmetric(
    maze: Maze, growth: Growth | None, symmetry: str, free: Bits, job: Job, seed: int | None = None
) -> Completion:
    """Return ``maze`` made perfect, with as much of it kept as can be, and symmetric.

    But for the fewest walls. Only walls whose bits ``free`` uint8[n] has change. The texture of
    what is added is that of ``growth``, at random with ``seed`` where it is None. Raises
    ``UsageError``, ``MazeError`` and ``CancelledError``.
    """
    return finished_in(symmetry_group(maze.lattice, symmetry), maze, growth, free, job, seed)


def finished_in(
    group: SymmetryGroup,
    maze: Maze,
    growth: Growth | None,
    free: Bits,
    job: Job,
    seed: int | None = None,
) -> Completion:
    """Return what ``finish_symmetric`` does, for a symmetry of the lattice of the maze."""
    orbits = WallOrbits.of(group, job)
    if growth is None:
        tree, random = np.zeros(maze.lattice.size, np.uint8), seeded(seed)
    else:
        within = free_walls(maze.lattice, orbits.domain, ~free, job)
        tree, random = grown_tree(growth, maze.lattice, within, job)
    return _make_perfect(maze, orbits, tree, random, free, job)


def _make_perfect(
    maze: Maze, orbits: WallOrbits, tree: Bits, random: I64, free: Bits, job: Job
) -> Completion:
    lattice, before = maze.lattice, without_openings(maze)
    closed, may = orbits.having(before), orbits.having(free)
    change = every(may)
    forced = ~change & (some(~may & closed) ^ some(~may & ~closed))
    kept_closed = some(~may & closed)
    walls = before.copy()
    orbits.write(walls, forced & kept_closed, job, closed=True)
    orbits.write(walls, forced & ~kept_closed, job, closed=False)
    orbits.write(walls, change, job, closed=True)
    is_open = _drawn_open(maze, closed, before, job)
    areas = np.arange(lattice.size, dtype=np.int32)
    stay = inner_walls_by_slot(lattice, ~walls, job)
    job.phase(len(stay), 0.1)
    joined = join_areas(lattice, areas, stay, job)
    surplus = stay[~joined].astype(np.int64)
    in_tree = ~some(orbits.having(tree))
    first = change & orbits.roots
    opened = np.zeros(orbits.walls.shape, np.bool_)
    for group in (first, change & ~first & ~orbits.across, change & ~first & orbits.across):
        for state in (is_open, ~is_open):
            for texture in (in_tree, ~in_tree):
                order = _shuffle(group & state & texture, random, job)
                opened |= orbits.join(areas, order, ALL_JOIN, job)
    whole = some(opened)
    rest = np.zeros_like(opened)
    for share in (MOST_JOIN, ANY_JOINS):
        order = _shuffle(change & ~whole, random, job)
        rest |= orbits.join(areas, order, share, job)
    orbits.write(walls, whole, job, closed=False)
    singles = distinct(orbits.walls[rest])
    result = with_walls(maze, walls)
    result.write(singles, False)
    return Completion(result, unjoined_cells(lattice, areas, job), surplus)


def _drawn_open(maze: Maze, closed: Chosen, walls: Bits, job: Job) -> Chosen:
    """Return bool[k]: which orbits are open; of a mixed one what is rarer in the maze counts."""
    lattice = maze.lattice
    standing = len(inner_walls(lattice, walls, job))
    passages = len(inner_walls(lattice, ~walls, job))
    if passages < standing:
        return ~every(closed)
    return ~some(closed)


def _shuffle(chosen: Chosen, random: I64, job: Job) -> Ids:
    """Return the numbers int64[j] of orbits in random order."""
    ids = np.flatnonzero(chosen).astype(np.int32)
    shuffle(ids, random, job)
    return ids.astype(np.int64)


def find_symmetric_repair(
    maze: Maze,
    goal: str,
    symmetry: str,
    free: Bits | None = None,
    job: Job | None = None,
    **options: Any,
) -> Repair:
    """Return changes with which ``maze`` reaches a goal and keeps a symmetry; it stays as it is.

    As ``find_repair``, but that they may be more than the fewest, whose number is not known.
    Raises ``UsageError``, also where the lattice does not have the symmetry, and ``RepairError``,
    also where the goal and the symmetry exclude each other.
    """
    job = job or Job()
    group = symmetry_group(maze.lattice, symmetry)
    with job.part(0.2):
        orbits = WallOrbits.of(group, job)
    if free is None:
        free = free_walls(maze.lattice, locked=maze.locks, job=job)
    change = every(orbits.having(free))
    may = orbits.bits_of(change, job)
    with job.part(0.3):
        alone = find_repair(maze, goal, may, job, **options)
    find = _FINDERS.get(goal)
    if find is None:
        raise UsageError(_("This goal cannot be reached with a symmetry."))
    after = find(maze, orbits, change, alone, job, options)
    return difference(maze, after, job)


def _with_images(orbits: WallOrbits, walls: Ids) -> Chosen:
    """Return bool[k]: the orbits of some walls int64[j]."""
    marks = np.zeros(orbits.lattice.size * orbits.lattice.degree, np.bool_)
    marks[walls] = True
    return some(marks[orbits.walls])


def _open(maze: Maze, orbits: WallOrbits, walls: Ids, job: Job) -> Maze:
    """Return ``maze`` with walls int64[j] and their images open."""
    result = without_openings(maze)
    orbits.write(result, _with_images(orbits, walls), job, closed=False)
    return with_walls(maze, result)


def _solvable(
    maze: Maze, orbits: WallOrbits, _change: Chosen, alone: Repair, job: Job, _options: Any
) -> Maze:
    return _open(maze, orbits, alone.opened, job)


def _unseal(
    maze: Maze, orbits: WallOrbits, change: Chosen, alone: Repair, job: Job, options: Any
) -> Maze:
    if not len(alone):
        return maze
    walls, random = without_openings(maze), seeded(options.get("seed"))
    closed = change & some(orbits.having(walls))
    areas = np.arange(maze.lattice.size, dtype=np.int32)
    present = inner_walls_by_slot(maze.lattice, ~walls, job)
    job.phase(len(present), 0.1)
    join_areas(maze.lattice, areas, present, job)
    opened = np.zeros(orbits.number, np.bool_)
    for share in (ALL_JOIN, MOST_JOIN, ANY_JOINS):
        order = _shuffle(closed & ~opened, random, job)
        opened |= some(orbits.join(areas, order, share, job))
    orbits.write(walls, opened, job, closed=False)
    return with_walls(maze, walls)


def _perfect(
    maze: Maze, orbits: WallOrbits, change: Chosen, _alone: Repair, job: Job, options: Any
) -> Maze:
    tree, random = np.zeros(maze.lattice.size, np.uint8), seeded(options.get("seed"))
    may = orbits.bits_of(change, job)
    done = _make_perfect(maze, orbits, tree, random, may, job)
    left = options.get("loops", 0) - len(done.surplus)
    return (
        done.maze if left <= 0 else _with_loops(maze, done.maze, orbits, change, left, random, job)
    )


def _with_loops(
    before: Maze, after: Maze, orbits: WallOrbits, change: Chosen, left: int, random: I64, job: Job
) -> Maze:
    """Return a perfect maze with so many loops: walls that were open first, orbit by orbit."""
    walls = without_openings(after)
    closed = orbits.having(walls)
    was_open = ~some(orbits.having(without_openings(before)))
    sizes = orbits.sizes(closed)
    opened = np.zeros(orbits.number, np.bool_)
    for size in range(len(orbits.walls), 0, -1):
        for state in (was_open, ~was_open):
            order = _shuffle(change & state & (sizes == size), random, job)[: left // size]
            opened[order] = True
            left -= size * len(order)
    if left:
        text = _(
            "Walls that are images of each other change together: {loops:,} loops are "
            "possible, but not {asked:,}."
        )
        asked = int(sizes[opened].sum()) + left
        text = text.format(loops=asked - left, asked=asked)
        raise RepairError(text, np.zeros(before.lattice.size, np.bool_))
    orbits.write(walls, opened, job, closed=False)
    return with_walls(after, walls)


def _one_route(
    maze: Maze, orbits: WallOrbits, change: Chosen, alone: Repair, job: Job, _options: Any
) -> Maze:
    if not len(alone):
        return maze
    whole = _open(maze, orbits, alone.opened, job)
    walls = without_openings(whole)
    closed = walls.copy()
    orbits.write(closed, _with_images(orbits, alone.closed), job, closed=True)
    result = with_walls(maze, closed)
    if _has_one_route(result, job):
        return result
    return _one_route_of_forest(whole, orbits, change, alone, job)


def _has_one_route(maze: Maze, job: Job) -> bool:
    with job.part(0.02):
        return facts(maze, job).routes == "one"


def _one_route_of_forest(
    maze: Maze, orbits: WallOrbits, change: Chosen, alone: Repair, job: Job
) -> Maze:
    """Keep passages between cells of routes as a forest of orbits; raises ``RepairError``."""
    lattice, walls = maze.lattice, without_openings(maze)
    assert maze.entrance
    ends = maze.entrance.cell, sorted({opening.cell for opening in maze.exits})
    cells = on_route(lattice, walls, *ends, job)
    between = some(orbits.having(free_walls(lattice, cells, job=job)))
    is_open = ~some(orbits.having(walls))
    doubtful = change & between & is_open
    route = shortest_route(lattice, alone.applied(maze).walls, ends[0], set(ends[1]), job)
    slots = lattice.slots_between(route[:-1], route[1:])
    along = _with_images(orbits, lattice.wall_ids(route[:-1], slots))
    fixed = walls.copy()
    orbits.write(fixed, doubtful, job, closed=True)
    present = inner_walls_by_slot(lattice, ~fixed & free_walls(lattice, cells, job=job), job)
    for number in range(TRIED_FORESTS):
        random = seeded(number)
        areas = np.arange(lattice.size, dtype=np.int32)
        job.phase(len(present), 0.02)
        join_areas(lattice, areas, present, job)
        kept = np.zeros(orbits.number, np.bool_)
        across = orbits.across if number % 2 == 0 else np.zeros_like(orbits.across)
        for group in (orbits.roots, along & ~across, ~along & ~across, across):
            order = _shuffle(doubtful & group & ~kept, random, job)
            kept |= some(orbits.join(areas, order, ALL_JOIN, job))
        result = fixed.copy()
        orbits.write(result, kept, job, closed=False)
        if _has_one_route(with_walls(maze, result), job):
            closed = np.flatnonzero(doubtful & ~kept)
            return _reopen(maze, orbits, result, closed, job)
    text = _(
        "A route and its images make a loop, so no single route was found with the symmetry "
        "{name}: choose Edit, Symmetry, None for that."
    )
    raise RepairError(text.format(name=label_of(orbits.group.name)), cells)


def _reopen(maze: Maze, orbits: WallOrbits, walls: Bits, closed: Ids, job: Job) -> Maze:
    """Open orbits int64[j] again where one route is left: all, else halves of them."""
    queue, checks = [closed], CHECKS
    while queue and checks:
        part = queue.pop(0)
        if not len(part):
            continue
        checks -= 1
        trial, chosen = walls.copy(), np.zeros(orbits.number, np.bool_)
        chosen[part] = True
        orbits.write(trial, chosen, job, closed=False)
        if _has_one_route(with_walls(maze, trial), job):
            walls = trial
        elif len(part) > 1:
            queue += [part[: len(part) // 2], part[len(part) // 2 :]]
    return with_walls(maze, walls)


_FINDERS: dict[str, Callable[[Maze, WallOrbits, Chosen, Repair, Job, Any], Maze]] = {
    "solvable": _solvable,
    "unsealed": _unseal,
    "perfect": _perfect,
    "one-route": _one_route,
}


def changed_alike(
    maze: Maze, symmetry: str, job: Job, change: Callable[[Maze, WallOrbits, Bits], Maze]
) -> Maze:
    """Return what ``change`` makes of a maze, of one part or of all alike.

    It gets the maze with every wall locked of which an image is, the orbits, and the bits of the
    walls that may change. What it breaks of the symmetry is as before.
    """
    orbits = WallOrbits.of(symmetry_group(maze.lattice, symmetry), job)
    free = free_walls(maze.lattice, locked=maze.locks, job=job)
    may = orbits.bits_of(every(orbits.having(free)), job)
    given = maze.copy()
    if maze.locks is not None:
        given.set_locks(free_walls(maze.lattice, job=job) & ~may)
    after = orbits.evened(maze, change(given, orbits, may), job)
    after.set_locks(maze.locks)
    return after


def braid_part(
    maze: Maze, symmetry: str, random: I64, job: Job, *, share: float, ends: Ends
) -> Maze:
    """Return ``maze`` with a share of the dead ends of one part opened, and their images."""

    def change(given: Maze, orbits: WallOrbits, may: Bits) -> Maze:
        own = may.copy()
        own[~orbits.domain] = 0
        walls = without_openings(given)
        before = walls.copy()
        braid_walls(given.lattice, walls, random, job, share=share, ends=ends, free=own)
        opened = inner_walls(given.lattice, before & ~walls, job).astype(np.int64)
        return _open(given, orbits, opened, job)

    return changed_alike(maze, symmetry, job, change)


def tweaked_alike(
    maze: Maze,
    symmetry: str,
    free: Bits,
    job: Job,
    tweak: Callable[[Maze, Bits], Maze],
) -> Maze:
    """Return ``maze`` with one part as ``tweak`` makes it of a maze and its free walls, and copies.

    Walls between parts, on an axis, and of which an image is not as they are, stay: so the parts
    are connected as before. Entrance and exit of the part are the ends of the longest stretch of
    the route in it, or in an image of it.
    """
    orbits = WallOrbits.of(symmetry_group(maze.lattice, symmetry), job)
    lattice, walls = maze.lattice, without_openings(maze)
    change = every(orbits.having(free))
    closed = orbits.having(walls)
    mixed = some(closed) & ~every(closed)
    change &= ~mixed & ~orbits.roots  # roots join a part to its images
    may = orbits.bits_of(change, job)
    part = mask_lattice(lattice, orbits.domain, job)
    inner = free_walls(lattice, orbits.domain, job=job)
    apart = walls.copy()
    orbits.write(apart, mixed, job, closed=True)
    given = Maze(part, np.where(orbits.domain, apart | (lattice.closed & ~inner), lattice.closed))
    given.set_openings(*_stretch(maze, orbits, walls, job))
    after = tweak(given, may & inner)
    differ = inner_walls(lattice, (without_openings(given) ^ without_openings(after)) & inner, job)
    ids = differ.astype(np.int64)
    now_closed = after.is_closed(ids)
    result = walls.copy()
    orbits.write(result, _with_images(orbits, ids[now_closed]), job, closed=True)
    orbits.write(result, _with_images(orbits, ids[~now_closed]), job, closed=False)
    return with_walls(maze, result)


def _stretch(maze: Maze, orbits: WallOrbits, walls: Bits, job: Job) -> tuple[Any, Any]:
    """Return the openings of the part: the ends of the longest stretch of the route within one."""
    if not (maze.entrance and maze.exits):
        return None, ()
    exits = {opening.cell for opening in maze.exits}
    job.phase(maze.lattice.cells, 0.02)
    route = shortest_route(maze.lattice, walls, maze.entrance.cell, exits, job)
    best: Ids = route[:0]
    for image in (route, *orbits.group.images(route)):
        within = orbits.domain[image]
        edges = np.flatnonzero(np.diff(np.concatenate([[0], within, [0]])))
        for start, stop in edges.reshape(-1, 2).tolist():
            if stop - start > len(best):
                best = image[start:stop]
    if len(best) < 2:
        return None, ()
    return Opening(int(best[0])), (Opening(int(best[-1])),)
