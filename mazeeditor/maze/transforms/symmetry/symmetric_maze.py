r"""A perfect maze that is symmetric, but for the fewest walls.

A generator makes the maze of a fundamental domain: one cell of each orbit. Its images under the
group are copies, and the whole must be one tree. How many walls have to break the symmetry? Those
of an orbit of which fewer are open than closed, or fewer closed than open, are counted.

A symmetric forest comes first. The motions that bring one of its trees onto itself keep a cell of
it, or turn a passage around. A cell that any motion but the identity keeps is *fixed*; fixed cells
that are joined by walls of which the motion keeps both sides are a *root*.

- There are roots: all other orbits are attached to them by a spanning tree of the orbits, in which
  all roots count as one vertex. There is one tree for each root.
- There are none, but a wall whose sides some motion exchanges, as on the axis between an even
  number of columns: opened, it joins the two copies on its sides.
- There are neither, as where four quarters meet at a post: there are as many trees as motions.

::

    odd columns, left-right      even columns           quarters around a post
    o   o   o   o                o   o | o   o          o   o   o   o
    :   : F :   :   the middle   : one of the :         : four trees,  :  three passages of one
    o   o F o   o   column is    o   o = o   o          o   o + o   o     orbit join them, and
    :   : F :   :   one root     : walls = opens :      :              :  the fourth is closed
    o   o   o   o                o   o | o   o          o   o   o   o

One tree is symmetric. Several are joined by orbits of walls, of which as many open as join trees;
those orbits come first of which fewer must stay closed. That these are the fewest:

- A turn without a fixed cell or an exchanged wall keeps no tree, so one wall breaks it at least.
  The copies are a ring around the middle: an orbit with one wall closed joins them all.
- A mirror with ``a`` roots: let ``d`` walls differ from a symmetric graph. Of that graph, which has
  components and independent loops, together ``1 + d`` at most, the mirror keeps a part of Euler
  characteristic ``a`` at least. By Lefschetz's theorem that is not more than ``1 + d``: so ``d`` is
  ``a - 1`` at least. Each join of two trees costs one, of two images one of which is open.
- Two mirrors: the same bound holds for each of them, and one wall where nothing is in the middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64
from mazeeditor.core.memory import check_free
from mazeeditor.core.translation import _, ngettext
from mazeeditor.maze.braid import braid_walls
from mazeeditor.maze.completing import Growth, grown_tree
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import shuffle
from mazeeditor.maze.search.joining import join_areas, join_pairs, lowest_cells, write_walls
from mazeeditor.maze.transforms.symmetry.group import (
    NO_WALL,
    SymmetryGroup,
    group_of,
    walls_between,
    why_not,
)
from mazeeditor.maze.walls import free_walls, inner_walls, inner_walls_by_slot

Walls = NDArray[np.uint8]
Cells = NDArray[np.bool_]
BYTES_PER_CELL = 90  # bytes a cell


@dataclass(frozen=True, eq=False)
class CellOrbits:
    """The orbits of the cells of a lattice.

    ``tables`` as in ``SymmetryGroup``; ``lowest`` int32[n] is the lowest cell of the orbit of each,
    ``fixed`` bool[n] whether a motion but the identity keeps it, ``roots`` uint8[n] the walls of
    which a motion keeps both sides.
    """

    group: SymmetryGroup
    tables: list[NDArray[np.int32]]
    lowest: NDArray[np.int32]
    fixed: Cells
    roots: Walls

    @classmethod
    def of(cls, group: SymmetryGroup, job: Job) -> CellOrbits:
        """Return the orbits of a group; raises ``CancelledError``."""
        lattice, tables = group.lattice, group.tables(job)
        cells = np.arange(lattice.size, dtype=np.int32)
        lowest, images = cells.copy(), cells
        fixed, roots = np.zeros(lattice.size, np.bool_), np.zeros(lattice.size, np.uint8)
        for step in group.steps:
            job.check()
            images = tables[step][images]
            np.minimum(lowest, images, out=lowest)
            kept = lattice.inside & (images == cells)
            if kept.any():
                fixed |= kept
                roots |= free_walls(lattice, kept, job=job)
        return cls(group, tables, lowest, fixed, roots)

    @property
    def domain(self) -> Cells:
        """The fundamental domain bool[n]: the lowest cell of each orbit."""
        lattice = self.group.lattice
        return lattice.inside & (self.lowest == np.arange(lattice.size))

    def with_images(self, walls: Ids) -> Ids:
        """Return ``walls`` int64[k] with all their images, each once, lowest first."""
        lattice = self.group.lattice
        chosen = np.zeros(lattice.size * lattice.degree, np.bool_)  # a sort cannot be cancelled
        for some in (walls, *self.images(walls)):
            chosen[some] = True
        return np.flatnonzero(chosen)

    def images(self, walls: Ids) -> list[Ids]:
        """Return the images int64[k] of inner walls under each motion but the identity."""
        lattice = self.group.lattice
        lower, _slots, upper, _backs = lattice.sides_of(walls)
        result = []
        for step in self.group.steps:
            lower, upper = (self.tables[step][cells].astype(np.int64) for cells in (lower, upper))
            result.append(walls_between(lattice, lower, upper))
        return result


def symmetric_maze(
    lattice: Lattice, growth: Growth, symmetry: str, braid: float = 0.0, job: Job | None = None
) -> Maze:
    """Return a perfect maze with a symmetry, but for the fewest passages, and default openings.

    ``braid`` opens that share of its dead ends, alike in all copies. Raises ``UsageError`` where
    the lattice does not have the symmetry, ``MazeError`` where memory is short, and
    ``CancelledError``.
    """
    job = job or Job()
    check_free(_("A symmetric maze"), lattice.size * BYTES_PER_CELL)
    group = group_of(lattice, symmetry)
    if group is None:
        raise UsageError(why_not(lattice, symmetry) + ".")
    orbits = CellOrbits.of(group, job)
    with job.part(0.5):
        tree, random = grown_tree(growth, lattice, free_walls(lattice, orbits.domain, job=job), job)
    walls, trees = _attach(orbits, tree, random, job)
    maze = Maze(lattice)
    closed = ~walls & free_walls(lattice, job=job)
    maze.write(orbits.with_images(_wall_ids(lattice, closed, job)), False)
    maze.write(_wall_ids(lattice, orbits.roots, job), False)
    maze.write(_exchange(orbits, trees, random, job), False)
    maze.write(_joining(orbits, maze, random, job), False)
    if braid:
        maze.write(_braid(orbits, maze, braid, random, job), False)
    maze.set_openings(lattice.first, (lattice.last,))
    return maze


def breaking_walls(maze: Maze, group: SymmetryGroup, job: Job | None = None) -> Ids:
    """Return the fewest walls int64[k] that would have to change for a symmetry, lowest first.

    Of an orbit of which half is open, the passages. Raises ``CancelledError``.
    """
    job = job or Job()
    orbits = CellOrbits.of(group, job)
    walls = _wall_ids(maze.lattice, free_walls(maze.lattice, job=job), job)
    is_open = ~maze.is_closed(walls)
    passages = is_open.astype(np.int64)
    for images in orbits.images(walls):
        passages += (images != NO_WALL) & ~maze.is_closed(images.clip(0))
    few = 2 * passages <= group.order
    breaks = (few == is_open) & (passages != 0) & (passages != group.order)
    return np.sort(walls[breaks])


def breaking_report(
    maze: Maze, symmetry: SymmetryGroup | str | None, job: Job | None = None
) -> str:
    """Return a message on the walls that break a symmetry of the cells, "" where none does.

    Raises ``CancelledError``.
    """
    group = group_of(maze.lattice, symmetry) if isinstance(symmetry, str) else symmetry
    walls = breaking_walls(maze, group, job) if group else np.empty(0, np.int64)
    return report_of(maze, walls) if len(walls) else ""


def report_of(maze: Maze, walls: Ids) -> str:
    """Return a message on ``walls`` int64[k] that break a symmetry, the first of them by name."""
    lower, _slots, upper, _backs = maze.lattice.sides_of(walls[:1])
    places = ["{},{}".format(*maze.lattice.place(int(cells[0]))) for cells in (lower, upper)]
    text = ngettext(
        "One wall breaks the symmetry, as a perfect maze needs it: between {one} and {other}",
        "{number:,} walls break the symmetry, the first between {one} and {other}",
        len(walls),
    )
    return text.format(number=len(walls), one=places[0], other=places[1])


def _wall_ids(lattice: Lattice, bits: Walls, job: Job) -> Ids:
    return inner_walls(lattice, bits, job).astype(np.int64)


def _attach(orbits: CellOrbits, tree: Walls, random: I64, job: Job) -> tuple[Walls, I32]:
    """Return walls uint8[n] with the passages that attach all orbits to the roots, or each other.

    Those that the generator has opened in the domain come first, then others in it, then those
    that lead out of it. And int32[n]: equal for cells of the same tree of orbits, all those with a
    root counting as one.
    """
    lattice, domain = orbits.group.lattice, orbits.domain
    areas = orbits.lowest.copy()
    fixed = orbits.lowest[orbits.fixed]
    areas[fixed] = fixed.min(initial=lattice.size)
    walls = np.full(lattice.size, lattice.closed, np.uint8)
    within, every = free_walls(lattice, domain, job=job), free_walls(lattice, job=job)
    every[~domain] = 0
    leaving = leaving_walls(lattice, every & ~within)
    for ids in (
        inner_walls_by_slot(lattice, within & ~tree, job),
        inner_walls_by_slot(lattice, within & tree, job),
        leaving,
    ):
        opened = _joining_walls(lattice, areas, ids, random, job)
        write_walls(lattice, walls, opened, job, closed=False)
    return walls, lowest_cells(areas)


def _joining_walls(lattice: Lattice, areas: I32, ids: I32, random: I64, job: Job) -> I32:
    """Go through walls int32[k] in random order; return those that join two areas."""
    job.phase(len(ids), 0.1)
    shuffle(ids, random, job)
    return ids[join_areas(lattice, areas, ids, job)]


def leaving_walls(lattice: Lattice, bits: Walls) -> I32:
    """Return the ids int32[k] of walls of which one side, lower or upper, has a bit."""
    return distinct(sides_of_walls(lattice, bits)).astype(np.int32)


def sides_of_walls(lattice: Lattice, bits: Walls) -> Ids:
    """Return the ids int64[k] of walls once for each side, lower or upper, that has a bit."""
    cells = np.flatnonzero(bits)
    return np.concatenate(
        [
            lattice.wall_ids(some, np.full(len(some), slot, np.int64))
            for slot in range(lattice.degree)
            for some in [cells[bits[cells] >> np.uint8(slot) & 1 != 0]]
        ]
    )


def _exchange(orbits: CellOrbits, trees: I32, random: I64, job: Job) -> Ids:
    """Return walls int64[k] that join copies of the trees without a root: an orbit for each.

    It is one whose sides are exchanged by as many motions as possible; none where there is no such
    wall.
    """
    lattice = orbits.group.lattice
    ids = inner_walls_by_slot(lattice, free_walls(lattice, job=job), job)
    shuffle(ids, random, job)
    walls = ids.astype(np.int64)
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    times, one, other = np.zeros(len(walls), np.int64), lower, upper
    for step in orbits.group.steps:
        job.check()
        one, other = (orbits.tables[step][cells].astype(np.int64) for cells in (one, other))
        times += (one == upper) & (other == lower)
    rooted = set(trees[orbits.fixed].tolist())
    chosen: dict[int, tuple[int, int]] = {}  # by tree: how many motions, and which wall
    for place in np.flatnonzero(times).tolist():
        tree = int(trees[lower[place]])
        if tree not in rooted and times[place] > chosen.get(tree, (0, 0))[0]:
            chosen[tree] = int(times[place]), int(walls[place])
    return orbits.with_images(np.array([wall for _times, wall in chosen.values()], np.int64))


def _joining(orbits: CellOrbits, maze: Maze, random: I64, job: Job) -> Ids:
    """Return walls int64[k] that join all components of a maze, in each piece of the lattice.

    They break the symmetry by as few walls as possible: orbits of which all but a few are needed
    come first.
    """
    trees = _components(maze, random, job)
    candidates = _between_trees(maze, trees, random, job)
    images = np.stack([candidates, *orbits.images(candidates)])
    lower, _slots, upper, _backs = maze.lattice.sides_of(images)
    numbers, ends = np.unique(trees[np.stack([lower, upper])], return_inverse=True)
    ends = ends.reshape(2, *images.shape)
    areas = np.arange(len(numbers), dtype=np.int32)
    opened: list[int] = []
    for cheap in (True, False):
        for place in range(len(candidates)):
            walls, firsts = np.unique(images[:, place], return_index=True)
            job.check()
            after = areas.copy()
            joins = join_pairs(ends[:, firsts, place].T.astype(np.int32), after)
            number = np.count_nonzero(joins)
            if number and (not cheap or 2 * number > len(walls)):
                areas = after
                opened += walls[joins].tolist()
    return np.array(opened, np.int64)


def _components(maze: Maze, random: I64, job: Job) -> I32:
    """Return int32[n]: the lowest cell of the component of each cell."""
    areas = np.arange(maze.lattice.size, dtype=np.int32)
    _joining_walls(
        maze.lattice, areas, inner_walls_by_slot(maze.lattice, ~maze.walls, job), random, job
    )
    return lowest_cells(areas)


def _between_trees(maze: Maze, trees: I32, random: I64, job: Job) -> Ids:
    """Return one wall, at random, between any two trees that have any, int64[k] in random order."""
    ids = inner_walls_by_slot(maze.lattice, maze.walls, job)
    shuffle(ids, random, job)
    lower, _slots, upper, _backs = maze.lattice.sides_of(ids.astype(np.int64))
    one, other = (trees[cells].astype(np.int64) for cells in (lower, upper))
    apart = one != other
    pairs = np.minimum(one, other) * maze.lattice.size + np.maximum(one, other)
    _pairs, firsts = np.unique(pairs[apart], return_index=True)
    return ids[apart][np.sort(firsts)].astype(np.int64)


def _braid(orbits: CellOrbits, maze: Maze, share: float, random: I64, job: Job) -> Ids:
    """Return walls int64[k] that open a share of the dead ends: those of the domain, and images."""
    lattice, walls = maze.lattice, maze.walls.copy()
    braid_walls(lattice, walls, random, job, share=share)
    opened = _wall_ids(lattice, maze.walls & ~walls, job)
    return orbits.with_images(opened[orbits.domain[opened // lattice.degree]])
