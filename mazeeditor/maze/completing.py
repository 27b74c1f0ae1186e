r"""A perfect maze around walls that must stay: in a part of a maze, in half a maze, around a route.

A generator makes a spanning tree of the cells that have a free wall. The passages that must stay
are joined first; then the free walls that the tree opens, in random order, are opened where they
join two areas, and then any other ones. So the texture is that of the generator, as far as what
stays allows::

    o==o  o     == stays      the tree opens a, b and c; a joins nothing new, as == does already,
    |     b     |  stays      so it is closed, and d, in no tree, is opened only if b is locked
    o-a-o-d-c

What stays may seal cells, or contain loops: the result names them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import check_all
from mazeeditor.core.translation import _
from mazeeditor.maze.generators import GENERATORS, Generator
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import part_of, pieces_in, pieces_of
from mazeeditor.maze.random import seeded, shuffle
from mazeeditor.maze.search.joining import join_areas, write_walls
from mazeeditor.maze.walls import inner_walls_by_slot, set_bits

Walls = NDArray[np.uint8]
BYTES_PER_CELL = 48  # bytes a cell besides those of the generator
NO_CELLS: Ids = np.empty(0, np.int64)


@dataclass(frozen=True)
class Growth:
    """What completes a maze: a generator with its options and a seed."""

    generator: str
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Completion:
    """A maze that was completed, and what the walls that stay have kept from being perfect.

    ``sealed`` int64[k] are the cells that no free wall could join with the rest, lowest first.
    ``surplus`` int64[k] are passages that stay and close a loop, one for each loop.
    """

    maze: Maze
    sealed: Ids
    surplus: Ids

    @property
    def perfect(self) -> bool:
        """Whether exactly one path leads from any cell to any other."""
        return not len(self.sealed) and not len(self.surplus)

    @cached_property
    def cells(self) -> NDArray[np.bool_]:
        """The cells bool[n] that are sealed, or on both sides of a passage that closes a loop."""
        lower, _slots, upper, _backs = self.maze.lattice.sides_of(self.surplus)
        result = np.zeros(self.maze.lattice.size, np.bool_)
        result[np.concatenate([self.sealed, lower, upper])] = True
        return result


def complete(
    maze: Maze, growth: Growth, free: Walls, job: Job | None = None, *, keep: bool = False
) -> Completion:
    """Return ``maze`` with its ``free`` walls uint8[n] set anew, so that it is perfect.

    With ``keep`` as much as can be stays as it is: passages are closed only where there are loops,
    one for each, and walls opened only where there are several components, one less than these.
    Raises ``UsageError``, ``MazeError`` where memory is short, and ``CancelledError``.
    """
    job = job or Job()
    walls = _without_openings(maze)
    tree, random = grown_tree(growth, maze.lattice, free, job)
    classes = _classes(walls, free, tree, keep=keep)
    walls |= free
    result = _settle(_Task(maze.lattice, walls, free, classes), random, job)
    return _with_maze(result, maze, walls, maze.entrance, maze.exits)


def around_route(
    maze: Maze,
    route: Ids,
    growth: Growth | None,
    free: Walls,
    job: Job | None = None,
    *,
    keep: bool = False,
    last: Walls | None = None,
) -> Completion:
    """Return a perfect maze in which ``route`` int64[k] is the only way from its start to its end.

    Entrance and exit are at its ends. ``free`` uint8[n] are the walls that may change; those that
    the route crosses must be free or open. ``keep`` is as in ``complete``, whose errors it raises.
    Of ``last`` uint8[n] a wall is opened only where no other one joins two areas.
    Without a growth the walls have no texture, which is faster.
    """
    job, lattice = job or Job(), maze.lattice
    slots = check_route(lattice, route)
    walls = _without_openings(maze)
    cells = route[:-1]
    check_unlocked(lattice, walls, free, route)
    if growth:
        tree, random = grown_tree(growth, lattice, free, job)
    else:
        tree, random = np.full(lattice.size, lattice.closed, np.uint8), seeded(0)
    free = free.copy()
    first = np.zeros(lattice.size, np.uint8)
    sides = lattice.sides_of(lattice.wall_ids(cells, slots))
    set_bits(free, sides, False)
    set_bits(first, sides)
    classes = _classes(walls, free, tree, keep=keep)
    if last is not None:
        classes = [*(bits & ~last for bits in classes), free & last]
    walls |= free
    walls &= ~first
    task = _Task(lattice, walls, free, classes, first)
    result = _settle(task, random, job)
    return _with_maze(result, maze, walls, *route_openings(maze, route))


def check_unlocked(lattice: Lattice, walls: Walls, free: Walls, route: Ids) -> None:
    """Raise ``UsageError`` where a route crosses a closed wall that is not ``free`` uint8[n]."""
    cells, slots = route[:-1], lattice.slots_between(route[:-1], route[1:])
    stuck = np.flatnonzero((walls[cells] & ~free[cells]) >> slots & 1)
    if len(stuck):
        place = "{},{}".format(*lattice.place(int(cells[stuck[0]])))
        text = _("The route crosses a locked wall after cell {place}: unlock it, or go around it.")
        raise UsageError(text.format(place=place))


def _without_openings(maze: Maze) -> Walls:
    """Return a copy of the walls uint8[n] with every outer wall closed, on both sides."""
    copy = maze.copy()
    copy.set_openings(None, ())
    return copy.walls.copy()


def _with_maze(
    result: Completion,
    before: Maze,
    walls: Walls,
    entrance: Opening | None,
    exits: tuple[Opening, ...],
) -> Completion:
    maze = Maze(before.lattice, walls, entrance, exits)
    maze.set_locks(before.locks)
    return replace(result, maze=maze)


def _classes(walls: Walls, free: Walls, tree: Walls, *, keep: bool) -> list[Walls]:
    """Return free walls as classes of bits: first those that the tree opens, then the others.

    With ``keep``, those of the walls that are open now come before all that are closed.
    """
    classes = [free & ~tree, free & tree]
    return [bits & state for state in (~walls, walls) for bits in classes] if keep else classes


def grown_tree(growth: Growth, lattice: Lattice, free: Walls, job: Job) -> tuple[Walls, I64]:
    """Return the walls of a generator's spanning tree where walls are free, and random numbers."""
    entry = GENERATORS[growth.generator]
    if reason := entry.why_not(lattice.shape, whole=lattice.whole):
        raise UsageError(reason)
    options = check_all(entry.options, growth.options)
    random = seeded(growth.seed)
    what = _("{name} with {cells:,} cells").format(name=entry.label, cells=lattice.cells)
    check_free(what, lattice.size * (BYTES_PER_CELL + entry.memory))
    walls: Walls = np.full(lattice.size, lattice.closed, np.uint8)
    with job.part(0.5):
        for part, its_walls, share in _parts(entry, lattice, free, walls, job):
            with job.part(share):
                job.provisional_phase(part.cells)
                entry.run(part, its_walls, random, job, **options)
            job.check()
    return walls, random


def _parts(
    entry: Generator, lattice: Lattice, free: Walls, walls: Walls, job: Job
) -> Iterator[tuple[Lattice, Walls, float]]:
    """Yield each piece of the cells with a free wall, its walls and its share of the cells.

    A generator that goes row by row gets the whole lattice.
    """
    chosen = lattice.inside & (free != 0)
    if lattice.whole and (entry.shapes or np.count_nonzero(chosen) == lattice.cells):
        yield lattice, walls, 1.0
        return
    some = replace(lattice, inside=chosen)
    for cells in pieces_of(some, job).cells(job):
        part = part_of(some, cells)
        yield part, walls[part.low : part.low + part.size], len(cells) / some.cells


@dataclass(frozen=True, eq=False)
class _Task:
    """Free walls, all closed in ``walls``, as classes of bits that are opened one after the other.

    ``first`` uint8[n] are passages that are joined before all others that stay.
    """

    lattice: Lattice
    walls: Walls
    free: Walls
    classes: list[Walls]
    first: Walls | None = None


def _settle(task: _Task, random: I64, job: Job) -> Completion:
    """Open free walls of ``walls`` in place until all is joined that can be; the maze is missing.

    Raises ``CancelledError``.
    """
    lattice, walls = task.lattice, task.walls
    areas = np.arange(lattice.size, dtype=np.int32)
    pieces = 1 if lattice.whole else pieces_of(lattice, job).count
    left = lattice.cells - pieces  # passages to come
    stay = ~walls & ~task.free
    first = np.zeros_like(stay) if task.first is None else task.first
    surplus = NO_CELLS
    for bits in (first, stay & ~first):
        ids = _ids(lattice, bits, job)
        joined = join_areas(lattice, areas, ids, job)
        left -= int(np.count_nonzero(joined))
        surplus = ids[~joined].astype(np.int64)  # a route that is first contains no loop
    for bits in task.classes:
        if left > 0:
            ids = _ids(lattice, bits, job)
            shuffle(ids, random, job)
            opened = ids[join_areas(lattice, areas, ids, job)]
            write_walls(lattice, walls, opened, job, closed=False)
            left -= len(opened)
    sealed = unjoined_cells(lattice, areas, job) if left else NO_CELLS
    return Completion(Maze(lattice), sealed, surplus)


def _ids(lattice: Lattice, bits: Walls, job: Job) -> I32:
    """Return the walls int32[k] that have bits; begin the phase in which they join areas."""
    ids = inner_walls_by_slot(lattice, bits, job)
    job.phase(len(ids), 0.1)
    return ids


def unjoined_cells(lattice: Lattice, areas: I32, job: Job) -> Ids:
    """Return the cells int64[k] outside the largest area of each piece of the lattice."""
    components, pieces = pieces_in(lattice, areas, job), pieces_of(lattice, job)
    cells = lattice.inside_cells()
    of, within = components.numbers[cells], pieces.numbers[cells]
    sizes = components.sizes
    piece_of = np.zeros(components.count, np.int64)
    piece_of[of] = within
    order = np.lexsort((np.arange(len(sizes)), -sizes, piece_of))
    first = np.diff(piece_of[order], prepend=-1) != 0
    main = np.zeros(components.count, np.bool_)
    main[order[first]] = True
    return cells[~main[of]]


Openings = tuple[Opening, tuple[Opening, ...]]


def route_of(lattice: Lattice, places: Iterable[tuple[int, int]]) -> Ids:
    """Return the cells int64[k] at some (row, column), in order; raises ``UsageError``."""
    try:
        pairs = [(int(row), int(column)) for row, column in places]
    except (TypeError, ValueError):
        raise UsageError(_("A route is a list of (row, column).")) from None
    route = np.array([lattice.cell(row, column) for row, column in pairs], np.int64)
    check_route(lattice, route)
    return route


def check_route(lattice: Lattice, route: Ids) -> Ids:
    """Return the slots int64[k - 1] through which a route leads; raises ``UsageError``.

    A route has two cells or more, each a neighbour of the one before, and visits none twice.
    """
    if len(route) < 2:
        raise UsageError(_("A route needs two cells or more."))
    slots = lattice.slots_between(route[:-1], route[1:])
    apart = np.flatnonzero(slots < 0)
    if len(apart):
        step = int(apart[0])
        message = _("The route jumps from cell {one} to {other}, which is not its neighbour.")
        one, other = (_name_generator(lattice, int(cell)) for cell in route[step : step + 2])
        raise UsageError(message.format(one=one, other=other))
    last = np.zeros(lattice.size, np.int64)  # a sort could not be cancelled
    last[route] = np.arange(len(route))
    if (last[route] != np.arange(len(route))).any():
        order = np.argsort(route, kind="stable")
        again = order[1:][np.diff(route[order]) == 0]
        message = _("The route crosses itself in cell {place}: it may visit each cell once.")
        raise UsageError(message.format(place=_name_generator(lattice, int(route[again.min()]))))
    return slots


def _name_generator(lattice: Lattice, cell: int) -> str:
    return "{},{}".format(*lattice.place(cell))


def route_openings(maze: Maze, route: Ids) -> Openings:
    """Return the entrance and the exits of a maze with a route, at its ends.

    An end at the border gets a gap: the one there is, else the one straight ahead. An end in the
    middle is an opening itself.
    """
    lattice, first, last = maze.lattice, int(route[0]), int(route[-1])
    entrance = maze.entrance
    if entrance is None or entrance.cell != first:
        entrance = _opening(lattice, first, int(route[1]))
    kept = [opening for opening in maze.exits if opening.cell == last]
    return entrance, tuple(kept[:1] or [_opening(lattice, last, int(route[-2]))])


def _opening(lattice: Lattice, cell: int, before: int) -> Opening:
    """Return the opening of an end of a route which comes from the cell ``before``."""
    slots = lattice.outer_slots(cell)
    if not slots:
        return Opening(cell)
    back = lattice.geometry.outward(cell, lattice.slot_between(cell, before))

    def turned(slot: int) -> float:
        x, y = lattice.geometry.outward(cell, slot)
        return round(x * back[0] + y * back[1], 6)

    return Opening(cell, min(slots, key=turned))
