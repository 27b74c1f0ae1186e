r"""Fake exits: gaps in the border that look like the exit, and lead into parts cut off from it.

::

    +--+--+--+--+
    S     |     F      a tree is made first; then the branch in which a fake exit F is to be is cut
    +--+  |  +--+      off by one wall, so that it is a maze of its own, which only F leads into
    |     +--+  |
    +--+--+--+G-+
"""

from __future__ import annotations

from math import log2
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, InU8, kernel
from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _, count
from mazeeditor.maze.completing import Growth, grown_tree
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import below, seeded
from mazeeditor.maze.search.search import (
    NEW,
    START,
    breadth_first,
    fresh,
    length_to,
    reached_from,
    route_to,
    without_gaps,
)
from mazeeditor.maze.subjects import SubjectState, subject
from mazeeditor.maze.subjects.border import (
    ALL_SHAPES,
    Border,
    border_of,
    clear_of_openings,
    far_place,
)
from mazeeditor.maze.walls import free_walls

MAX_EXITS = 20
CUT_OFF = 0.4  # of the cells, about, by all fake exits
MIN_CELLS = 3  # cells that are cut off by one
SHARING = 1.5  # how bad it is that another one leads there: as one third of a share
NEAREST_WALLS = 60  # walls around a place that are looked at


def _look(maze: Maze, job: Job, *, fake_exits: int) -> SubjectState:
    """Return which fake exits can be reached, and how many cells the others alone lead to."""
    if maze.entrance is None or not maze.exits:  # the verdict says so
        return SubjectState("", {"exits": 0, "behind": 0}, np.empty(0, np.int64))
    inner = reached_from(maze, [maze.entrance.cell], job)
    apart = [each.cell for each in maze.exits if not inner[each.cell]]
    behind = np.count_nonzero(reached_from(maze, apart, job))
    figures = {"exits": len(apart), "behind": int(behind)}
    reached = np.array([each.cell for each in maze.exits[1:] if inner[each.cell]], np.int64)
    missing, lost = fake_exits - len(apart) - len(reached), ""
    if len(apart) < fake_exits and len(reached):
        exits = count(len(reached), "fake exit", "fake exits")
        lost = _("{exits} can be reached from the entrance.").format(exits=exits)
    elif missing > 0:
        exits = count(missing, "fake exit", "fake exits")
        lost = _("The maze has lost {exits}.").format(exits=exits)
    return SubjectState(lost, figures, reached)


def _mend(maze: Maze, job: Job, *, fake_exits: int) -> Maze:
    """Return a maze in which no fake exit can be reached, and that has all of them again.

    Raises ``UsageError`` where it has no room for them, and ``CancelledError``.
    """
    if maze.entrance is None or not maze.exits:
        raise UsageError(_("Fake exits need an entrance and an exit."))
    result = maze.copy()
    share = _share(maze.lattice, fake_exits)
    for fake in maze.exits[1:]:
        while _cut_off(result, fake.cell, share, job):
            pass
    border = border_of(maze.lattice)
    random = seeded(0)
    while len(result.exits) - 1 < fake_exits:
        place = far_place(border, result, random)
        _add_fake(result, border, place, share, job)
    return result


def _fakes(*, fake_exits: int) -> int:
    return fake_exits


@subject(
    "fake-exits",
    _("Fake exits"),
    order=50,
    look=_look,
    mend=_mend,
    fakes=_fakes,
    masked=True,
    shapes=ALL_SHAPES,
)
def fake_exits_maze(
    lattice: Lattice,
    growth: Growth,
    job: Job,
    *,
    fake_exits: Annotated[
        int,
        Label(_("How many")),
        Between(1, MAX_EXITS),
        _("number of gaps in the border that look like the exit, but cannot be reached"),
    ] = 3,
) -> Maze:
    """More gaps in the border than one: the entrance leads to a single one of them."""
    walls, random = grown_tree(growth, lattice, free_walls(lattice, job=job), job)
    maze, border = Maze(lattice, walls, lattice.first), border_of(lattice)
    if len(border.walls) <= fake_exits:
        raise _no_room(0)
    places = []
    for _number in range(fake_exits + 1):
        places.append(far_place(border, maze, random))
        maze.set_openings(maze.entrance, (*maze.exits, border.opening(places[-1], lattice)))
    parents = _Tree.of(maze, job).parents
    cells = (border.walls[places] // lattice.degree).tolist()
    lengths = [length_to(lattice, parents, cell, job) for cell in cells]
    order = sorted(range(len(places)), key=lambda number: -lengths[number])
    true = order[below(random, max(1, len(order) // 2))]  # of those far away
    maze.set_openings(maze.entrance, (border.opening(places[true], lattice),))
    share = _share(lattice, fake_exits)
    for number, place in enumerate(places):
        if number != true:
            _add_fake(maze, border, place, share, job)
    return maze


def _share(lattice: Lattice, fakes: int) -> float:
    """Return how many cells one fake exit is to cut off, about."""
    return max(CUT_OFF * lattice.cells / fakes, MIN_CELLS)


class _Tree(NamedTuple):
    """Ways back to the entrance, as of a search, the route, and the cells behind each cell."""

    parents: NDArray[np.uint8]
    on_route: NDArray[np.bool_]
    sizes: I32

    @classmethod
    def of(cls, maze: Maze, job: Job) -> _Tree:
        lattice, walls = maze.lattice, without_gaps(maze)
        assert maze.entrance
        assert maze.exit
        parents = fresh(lattice)
        breadth_first(lattice, walls, parents, maze.entrance.cell, job, whole=True)
        on_route = np.zeros(lattice.size, np.bool_)
        if parents[maze.exit.cell] <= START:
            on_route[route_to(lattice, parents, maze.exit.cell, job)] = True
        sizes = np.ones(lattice.size, np.int32)
        _count_behind(parents, lattice.tables, np.zeros(lattice.size, np.int32), sizes, job.signal)
        job.check()
        return cls(parents, on_route, sizes)

    def best_cut(self, lattice: Lattice, cell: int, share: float) -> tuple[float, int]:
        """Return how far a cut above a cell is from its share, and the cell below the cut.

        -1 where nothing leads to it from the entrance, infinity where it is on the route.
        """
        if self.parents[cell] >= NEW:
            return SHARING, -1
        best = float("inf"), -1
        while not self.on_route[cell] and self.parents[cell] != START:
            size = int(self.sizes[cell])
            if size >= MIN_CELLS:
                best = min(best, (abs(log2(size / share)), cell))
                if size > share:
                    break
            cell = lattice.neighbour(cell, int(self.parents[cell]))
        return best


@kernel
def _count_behind(parents: InU8, tables: Tables, waiting: I32, sizes: I32, signal: I64) -> None:
    """Add to the size of each cell those of all whose way back leads over it."""
    offsets = tables.offsets
    for cell in range(len(parents)):
        if parents[cell] < START:
            waiting[cell + offsets[row_of(tables, cell), parents[cell]]] += 1
    for first in range(len(parents)):
        if first & TICK == 0 and signal[1] != 0:
            return
        cell = first
        while parents[cell] < START and waiting[cell] == 0:
            waiting[cell] = -1
            ahead = cell + int(offsets[row_of(tables, cell), parents[cell]])
            sizes[ahead] += sizes[cell]
            waiting[ahead] -= 1
            cell = ahead


def _cut_off(maze: Maze, cell: int, share: float, job: Job) -> bool:
    """Close a passage between the entrance and a cell; False where there is none.

    Raises ``UsageError`` where the route to the exit leads through the cell.
    """
    tree = _Tree.of(maze, job)
    _cost, below_cut = tree.best_cut(maze.lattice, cell, share)
    if below_cut < 0:
        if tree.parents[cell] < NEW:
            text = _("The route leads past a fake exit, or close to it: move that, or remove it.")
            raise UsageError(text)
        return False
    _close_above(maze, tree, below_cut)
    return True


def _close_above(maze: Maze, tree: _Tree, cell: int) -> None:
    maze.write(np.array([maze.lattice.wall(cell, int(tree.parents[cell]))]), closed=True)


def _add_fake(maze: Maze, border: Border, place: int, share: float, job: Job) -> None:
    """Add a fake exit near a place of the border; raises ``UsageError`` where no branch is."""
    lattice, tree = maze.lattice, _Tree.of(maze, job)
    away = np.hypot(*(border.at - border.at[place]).T)
    used = {each.cell for each in maze.openings}
    apart = max(lattice.geometry.width, lattice.geometry.height) / (len(used) + 1)
    close = 2 * (1 - clear_of_openings(border.at, maze) / apart).clip(0, 1)  # to another opening
    costs = away / apart + close
    near = np.argsort(costs, kind="stable")
    best, chosen, looked = float("inf"), (-1, -1), 0
    for number in near.tolist():
        cell = int(border.walls[number]) // lattice.degree
        if cell in used:
            continue
        cost, below_cut = tree.best_cut(lattice, cell, share)
        if cost + costs[number] < best:
            best, chosen = cost + costs[number], (number, below_cut)
        looked += 1
        if looked >= NEAREST_WALLS and best < float("inf"):
            break
    number, below_cut = chosen
    if number < 0:
        raise _no_room(len(maze.exits) - 1)
    if below_cut >= 0:
        _close_above(maze, tree, below_cut)
    maze.set_openings(maze.entrance, (*maze.exits, border.opening(number, lattice)))


def _no_room(number: int) -> UsageError:
    exits = count(number, "fake exit", "fake exits")
    text = _("This maze has room for {exits} only: ask for fewer, or make it larger.")
    return UsageError(text.format(exits=exits))
