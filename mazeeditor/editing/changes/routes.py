"""A route while it is drawn, each cell a neighbour of the one before; and the maze around it.

The pen comes from point to point in straight lines. Where it goes back over the end of the route,
that gets shorter; where it meets the route elsewhere it is blocked until it is back at the end::

    1  2  3  4           the pen came from 6 up to 3: it is blocked there, and whatever it does
          X--5           next changes nothing until it is at 6 again, next to it, or on 5
       7--6
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.changes.cell_areas import points_of
from mazeeditor.editing.changes.drawn_walls import DrawnWalls, Walls, count_lost
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import ChangeMaze, Edit, ToggleWalls
from mazeeditor.editing.work import Work, changing
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, RecipePart
from mazeeditor.maze.search.search import (
    GOAL,
    NEW,
    OUTSIDE_STATE,
    breadth_first,
    fresh,
    route_to,
    shortest_route,
    without_gaps,
)
from mazeeditor.maze.walls import free_walls

if TYPE_CHECKING:
    from mazeeditor.maze.transforms.symmetry.group import SymmetryGroup
from numpy.typing import NDArray

from mazeeditor.maze.completing import Growth, check_route, check_unlocked, route_openings
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.transforms.symmetry.group import NO_WALL, SymmetryGroup
from mazeeditor.maze.transforms.symmetry.keeping import finished_in
from mazeeditor.maze.walls import set_bits

CROSSING = _("The route cannot cross itself: go back to its end.")
ENCLOSED = _("No cells are left that lead from the end of the route to here: go back to its end.")
SECOND = _("Locked passages make a second route: unlock them, or lead the route elsewhere.")
SAMPLE_CELLS = 1 / 8  # cells between the points of the pen that are looked at


class RouteLine:
    """The ``cells`` of a route from the first to the last, which the pen leads on.

    ``blocked`` is why the pen cannot get on, "" while it can.
    """

    def __init__(self, maze: Maze, cells: Iterable[int]) -> None:
        """Begin with some cells, one at least, which are a route so far."""
        self.lattice = maze.lattice
        self.cells = list(cells)
        self._places = {cell: place for place, cell in enumerate(self.cells)}
        self._barred = None if maze.locks is None else maze.locks & maze.walls
        self._free = fresh(self.lattice)  # what a search begins with: the route counts as outside
        self._free[self.cells] = OUTSIDE_STATE
        self.blocked = ""

    def copy(self) -> RouteLine:
        """Return a line of its own with the same cells."""
        other = RouteLine.__new__(RouteLine)
        vars(other).update(vars(self))
        other.cells, other._places = self.cells.copy(), self._places.copy()
        other._free = self._free.copy()
        return other

    @property
    def end(self) -> int:
        return self.cells[-1]

    @property
    def route(self) -> Ids:
        """The cells int64[k]."""
        return np.array(self.cells, np.int64)

    def contains(self, cell: int) -> bool:
        return cell in self._places

    def lead(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Lead the pen straight from one point to another, in cells."""
        for cell in cells_on(self.lattice, points_of((x0, y0, x1, y1), SAMPLE_CELLS)):
            self.step(cell)

    def lead_to_cell(self, cell: int) -> None:
        """Lead the pen straight from the end to the middle of a cell."""
        ends = self.lattice.geometry.centres(np.array([self.end, cell], np.int64))
        self.blocked = ""
        self.lead(*ends.ravel().tolist())

    def step(self, cell: int) -> None:
        """Lead the pen into a cell."""
        if cell == self.end:
            self.blocked = ""
        elif cell in self._places:
            back = self._places[cell] == len(self.cells) - 2
            if back:
                self.shorten(len(self.cells) - 1)
            self.blocked = "" if back else CROSSING
        elif self._beside(cell):
            self._append(cell)
            self.blocked = ""
        elif not self.blocked:
            self._go_around(cell)

    def shorten(self, length: int) -> None:
        """Remove the cells after the first ``length``, one at least."""
        for cell in self.cells[max(1, length) :]:
            del self._places[cell]
            self._free[cell] = NEW
        del self.cells[max(1, length) :]

    def _append(self, cell: int) -> None:
        self._places[cell] = len(self.cells)
        self._free[cell] = OUTSIDE_STATE
        self.cells.append(cell)

    def _beside(self, cell: int) -> bool:
        lattice, end = self.lattice, self.end
        barred = 0 if self._barred is None else int(self._barred[end])
        slots = [slot for slot in range(lattice.degree) if not barred >> slot & 1]
        return any(lattice.neighbour(end, slot) == cell for slot in slots)

    def _go_around(self, cell: int) -> None:
        """Go on to a cell that is no neighbour: across a corner, or around a hole of the maze."""
        lattice, parents = self.lattice, self._free.copy()
        walls = np.zeros(lattice.size, np.uint8) if self._barred is None else self._barred
        parents[cell] = GOAL
        goal, _cells = breadth_first(lattice, walls, parents, self.end, Job())
        path = route_to(lattice, parents, goal, Job())
        self.blocked = "" if len(path) else ENCLOSED
        for between in path[1:].tolist():
            self._append(between)


def cells_on(lattice: Lattice, points: Points) -> list[int]:
    """Return the inside cells under points float64[k, 2], in order.

    At a corner between the points, the cell nearer to them of the two next to it is added.
    """
    under = lattice.geometry.all_under(points[:, 0], points[:, 1])
    under = under[(under != NOWHERE) & lattice.inside[under]]
    cells = under[np.diff(under, prepend=-1) != 0]
    apart = np.ones(max(0, len(cells) - 1), np.bool_)
    for slot in range(lattice.degree):
        apart &= lattice.beyond(cells[:-1], slot)[0] != cells[1:]
    result, begin = [], 0
    for place in np.flatnonzero(apart).tolist():
        cell, other = cells[place : place + 2].tolist()
        result += [*cells[begin : place + 1].tolist(), *_between(lattice, cell, other, points)]
        begin = place + 1
    return result + cells[begin:].tolist()


def _between(lattice: Lattice, cell: int, other: int, points: Points) -> list[int]:
    """Return the cell next to both of two that only touch at a corner; none where there is none."""
    slots = range(lattice.degree)
    around, beyond = ({lattice.neighbour(one, slot) for slot in slots} for one in (cell, other))
    both = [one for one in sorted(around & beyond) if one != NOWHERE and lattice.inside[one]]
    if not both:
        return []
    middles = lattice.geometry.centres(np.array(both, np.int64))
    away = np.hypot(*(middles[:, None] - points[None]).transpose(2, 0, 1)).min(axis=1)
    return [both[int(away.argmin())]]


def around(
    maze: Maze,
    route: Ids,
    recipe: Recipe,
    job: Job,
    *,
    keep: bool,
    group: SymmetryGroup | None = None,
    drawn: Walls | None = None,
) -> Maze:
    """Return a maze around ``route`` int64[k], made by the generator of a recipe with a seed.

    With ``keep`` the maze stays as far as can be: so a route gets longer or shorter by few changes.
    Of ``drawn``, closed walls as bits uint8[n], only those are opened that have to go. Raises what
    ``around_route`` does, and ``UsageError`` where locked passages, or the images of the route
    under a symmetry, make a second route.
    """
    from mazeeditor.maze.completing import around_route
    from mazeeditor.maze.facts.facts import facts

    free = free_walls(maze.lattice, locked=maze.locks, job=job)
    growth = None if keep else recipe.growth()
    if group:
        return around_symmetric(maze, route, growth, group, free, job, drawn)
    result = around_route(maze, route, growth, free, job, keep=keep, last=drawn)
    if len(result.surplus) and facts(result.maze, job).routes != "one":
        raise UsageError(SECOND)
    return result.maze


def routing(
    document: Document,
    find: Callable[[Maze, Job], Ids],
    recipe: Recipe,
    *,
    group: SymmetryGroup | None = None,
    keeps_drawn: bool = True,
    look: Callable[[Maze, int, Job], object] | None = None,
) -> Work[Edit | None]:
    """Make the maze of the document one around the route int64[k] found in it; see ``around``.

    Walls drawn by hand stay where they can, if it ``keeps_drawn``. ``look`` is called by the worker
    with the maze that was made, and how many of these walls had to go.
    """
    before, by_hand = document.recipe, DrawnWalls.of(document)

    def run(maze: Maze, job: Job) -> Edit | None:
        route = find(maze, job)
        drawn = by_hand.bits(maze, job) if keeps_drawn else None
        after = around(maze, route, recipe, job, keep=False, group=group, drawn=drawn)
        if look:
            look(after, 0 if drawn is None else count_lost(drawn, after), job)
        part = RecipePart.of(recipe, maze.lattice, maze.lattice.inside, len(route))
        of = before.with_part(part, maze.lattice)
        return ChangeMaze(_step_name(len(route), keep=False), maze, after, of)

    return changing(document, run)


def led_over(walls: Ids, cells: int) -> ToggleWalls:
    """Return the step that toggles ``walls`` int64[k], after which the route has ``cells``."""
    return ToggleWalls(walls, _step_name(cells, keep=True), by_hand=False)


def reroute(document: Document, after: Maze, cells: int) -> ChangeMaze:
    """Return the step to a maze ``after`` the end of the route has moved, which has ``cells``."""
    return ChangeMaze(_step_name(cells, keep=True), document.maze, after, document.recipe)


def lost_note(lost: int) -> str:
    """Return a message on walls drawn by hand that a route has removed, "" for none."""
    text = ngettext(
        "{number:,} of your walls was in the way.",
        "{number:,} of your walls were in the way.",
        lost,
    )
    return text.format(number=lost) if lost else ""


def _step_name(cells: int, *, keep: bool) -> str:
    if keep:
        text = ngettext(
            "Lead route over {number:,} cell", "Lead route over {number:,} cells", cells
        )
    else:
        text = ngettext("Draw route of {number:,} cell", "Draw route of {number:,} cells", cells)
    return text.format(number=cells)


def present_route(maze: Maze) -> Ids:
    """Return the cells int64[k] of a shortest route from the entrance to the only exit.

    Empty where there is none, or another exit.
    """
    exits = [opening.cell for opening in maze.exits]
    if maze.entrance is None or len(exits) != 1:
        exits = []
    start = maze.entrance.cell if maze.entrance and exits else 0
    return shortest_route(maze.lattice, without_gaps(maze), start, exits, Job())


DOUBLED = _(
    "With its images under the symmetry this would not be the only route: draw it elsewhere, or "
    "choose no symmetry."
)


def around_symmetric(
    maze: Maze,
    route: Ids,
    growth: Growth | None,
    group: SymmetryGroup,
    free: NDArray[np.uint8],
    job: Job,
    drawn: NDArray[np.uint8] | None = None,
) -> Maze:
    """Return a maze around ``route`` int64[k] that is symmetric but for the fewest walls.

    Without a growth the maze stays as far as can be. ``free`` uint8[n] are the walls that may
    change; those ``drawn`` uint8[n] stay unless the route or one of its images crosses one, or they
    seal cells. Raises ``UsageError`` where the route crosses others, or its images make a second
    route.
    """
    lattice, before = maze.lattice, maze.copy()
    slots = check_route(lattice, route)
    check_unlocked(lattice, maze.walls, free, route)
    before.set_openings(None, ())
    walls, fixed = before.walls.copy(), free.copy()
    if growth:
        walls |= free
    crossed = lattice.wall_ids(route[:-1], slots)
    sides = lattice.sides_of(crossed)
    set_bits(walls, sides, False)
    set_bits(fixed, sides, False)
    begun = Maze(lattice, walls)
    begun.set_locks(maze.locks)
    begun.set_openings(*route_openings(maze, route))
    kept = fixed if drawn is None else fixed & ~_uncross(group, drawn, crossed)
    completion = finished_in(group, begun, growth, kept, job, seed=0)
    if len(completion.sealed) and drawn is not None:
        completion = finished_in(group, begun, growth, fixed, job, seed=0)
    result = completion.maze
    if facts(result, job).routes != "one":
        raise UsageError(DOUBLED)
    return result


def _uncross(group: SymmetryGroup, drawn: NDArray[np.uint8], crossed: Ids) -> NDArray[np.uint8]:
    """Return ``drawn`` uint8[n] without walls int64[k] and their images."""
    result = drawn.copy()
    for walls in (crossed, *group.wall_images(crossed)):
        set_bits(result, group.lattice.sides_of(walls[walls != NO_WALL]), False)
    return result
