"""Wall follower and Pledge: a hand on the wall, for those who see and remember nothing else.

Both walk with one hand on the wall. In a cell they look at the ways in turn, beginning beside the
way they came by; with the left hand clockwise (a lattice's slots stand clockwise around a cell)::

          1             left hand on the wall: first left (1), then
          |             ahead (2), right (3), and back at last (4)
    4 --- o --- 2
          |             each turn counts, in half slots: -2, 0, +2, +4
          3
"""

from __future__ import annotations

from typing import Annotated, Literal

from mazeeditor.compiled import DEGREE, I64, TICK, U8, InSlots, InTable, InU8, InU16, kernel
from mazeeditor.job import Job
from mazeeditor.maze import search
from mazeeditor.maze.links import row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import GOAL, NEW, NONE, START
from mazeeditor.solvers import Found, ends_of, solver
from mazeeditor.words import _

Hand = Literal["left", "right"]

REGULAR = ("rectangular", "hexagonal", "triangular")  # shapes whose cells have equal sides
FOLLOW, PLEDGE = 0, 1  # what the turns count
NEVER = 1 << 62
FIRST_LOOK = 64  # steps until the first place is noted to see whether the walk comes by again


@solver("wall-follower", _("Wall follower"), order=11, sure=False)
def wall_follower(
    maze: Maze, job: Job, *, hand: Annotated[Hand, _("the hand that is on the wall")] = "left"
) -> Found:
    """Keep one hand on the wall and walk.

    Finds a route in every perfect maze, and wherever entrance and exit are in the outer wall, with
    loops too: each wall is followed once around. It finds none where no exit touches the wall at
    which it began: then it comes back to where it began, the same way ahead, and says that it
    walks in a circle. An entrance in the middle is left by the first way from the one side
    (with squares: the left), so it may follow a wall that stands alone. It remembers nothing but
    where it began; the route is what it walked without the detours, not always a shortest one.
    """
    return _walk_out(maze, job, hand, FOLLOW)


@solver(
    "pledge",
    _("Pledge"),
    order=12,
    sure=False,
    shapes=REGULAR,
    elsewhere=_("Pledge counts turns, which do not add up in {shape} mazes."),
)
def pledge(
    maze: Maze, job: Job, *, hand: Annotated[Hand, _("the hand that is on the wall")] = "left"
) -> Found:
    """Keep one hand on the wall, count the turns, and let go where they cancel out.

    A wall follower that never turns so far towards its hand that its turns, counted from the
    start, get negative: where they cancel out it walks straight on, away from the wall that it
    followed. So it gets free of every wall that stands alone, and comes to an exit in the outer
    wall wherever there is a way, from any cell and with loops. An exit in the middle may be
    missed: then it walks in a circle at last, and says so: either the same place, way and turns
    come again, or a whole round of a wall made the turns more and they cancel out no more. Turns
    are true where cells are squares, hexagons or regular triangles. J. Pledge, told by
    H. Abelson and A. diSessa, "Turtle Geometry", 1980.
    """
    return _walk_out(maze, job, hand, PLEDGE)


def _walk_out(maze: Maze, job: Job, hand: Hand, counting: int) -> Found:
    lattice = maze.lattice
    start, goals = ends_of(maze)
    way = search.fresh(lattice, goals)
    goal = start if way[start] == GOAL else NONE
    way[start] = START
    job.phase(2 * lattice.cells)
    if goal == NONE:
        assert maze.entrance
        gap = maze.entrance.slot
        back = lattice.degree // 2 if gap is None else gap
        turn = 1 if hand == "left" else lattice.degree - 1
        walk = _walk[lattice.degree]
        walls = search.without_gaps(maze)
        goal = walk(walls, way, *lattice.tables, start, back, turn, counting, job.signal)
        job.check()
    route = search.route_to(lattice, way, goal, job)
    return Found(route, search.reached(way), "" if goal != NONE else _why(counting))


def _why(counting: int) -> str:
    if counting == PLEDGE:
        return _("It walks in a circle: no exit is in the outer wall, or no way leads there.")
    return _("It walks in a circle: no exit touches the wall that it follows.")


@kernel
def _walk(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    start: int,
    back: int,
    turn: int,
    counting: int,
    signal: I64,
) -> int:
    """Return the goal that the walk comes to, or ``NONE`` where it goes on in a circle.

    ``total`` are the turns, in half slots; the wall follower does not count, so it stays what it
    is. A way passed over because of the count sets ``free``: until then the walk is a wall
    follower's, which leads back to each place, and more turns only mean that none is passed over
    the next time either. The place that the walk is compared to is noted anew after 64, 128, 256
    steps and so on (R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980), so
    nothing is stored.
    """
    if walls[start] == (1 << DEGREE) - 1:
        return NONE
    cell = start
    total = DEGREE * (1 - counting)
    noted_cell = NONE
    noted_slot = 0
    noted_total = 0
    free = False
    note_at = 0
    steps = 0
    while True:
        change = _first_way(walls[cell], back, turn, -total)
        if total < DEGREE and change != _first_way(walls[cell], back, turn, -DEGREE):
            free = True
        slot = (back + turn * ((change + DEGREE) // 2)) % DEGREE
        total += change * counting
        again = total == noted_total or (total > noted_total and not free)
        if again and cell == noted_cell and slot == noted_slot:
            return NONE
        if steps == note_at:
            noted_cell = cell
            noted_slot = slot
            noted_total = total
            free = False
            note_at = max(2 * steps, FIRST_LOOK) if counting == PLEDGE else NEVER
        row = row_of(which, cell)
        back = int(opposite[row, slot])
        cell += offsets[row, slot]
        if way[cell] >= NEW:
            found = way[cell] == GOAL
            way[cell] = back
            if found:
                return cell
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                return NONE


@kernel
def _first_way(wall: int, back: int, turn: int, least: int) -> int:
    """Return by how much the first open way turns, of those that turn by ``least`` or more."""
    slot = back
    change = -DEGREE
    while True:
        slot += turn
        if slot >= DEGREE:
            slot -= DEGREE
        change += 2
        if change >= least and wall >> slot & 1 == 0:
            return change
