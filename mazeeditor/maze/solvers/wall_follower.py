"""Wall follower and Pledge: walk with one hand on the wall, without a map of the maze.

In a cell both test the sides in turn, beginning next to the passage they came by; with the left
hand clockwise (the slots of a lattice are in clockwise order around a cell)::

          1             left hand on the wall: first left (1), then
          |             ahead (2), right (3), and back at last (4)
    4 --- o --- 2
          |             each turn counts, in half slots: -2, 0, +2, +4
          3
"""

from __future__ import annotations

from typing import Annotated, Literal

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I64, TICK, U8, InU8, kernel
from mazeeditor.core.translation import _
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search import search
from mazeeditor.maze.search.search import GOAL, NEW, NOT_FOUND, START
from mazeeditor.maze.solvers import SearchResult, ends_of, solver

Hand = Literal["left", "right"]

REGULAR = ("rectangular", "hexagonal", "triangular")  # shapes whose cells have equal sides
FOLLOW, PLEDGE = 0, 1  # the weight of a turn in the total
NO_STEP = 1 << 62
FIRST_CHECK = 64  # steps until a first position is saved, to detect that the walk repeats


@solver(
    "wall-follower",
    _("Wall follower"),
    order=11,
    sure=False,
    code=_(
        "Begin at the entrance, with one hand on the wall\n"
        "Until it is at an exit:\n"
        "    Turn to the first passage, beginning at the hand\n"
        "    If it stands and turns as before, stop: it walks in a circle\n"
        "    Go through the passage\n"
        "    In a new cell, note the passage"
    ),
)
def wall_follower(
    maze: Maze, job: Job, *, hand: Annotated[Hand, _("hand that is kept on the wall")] = "left"
) -> SearchResult:
    """Keep one hand on the wall and walk.

    Finds a route in every perfect maze, and wherever entrance and exit are in the outer wall, with
    loops too: each wall is followed once around. It finds none where no exit touches the wall at
    which it began: then it returns to its start, about to walk in the same direction, and reports
    a circle. An entrance in the middle is left by the first passage from one side (with squares:
    the left), so it may follow a detached wall. It stores nothing but where it began; the route is
    its walk without the detours, not always a shortest one.
    """
    return _walk_out(maze, job, hand, FOLLOW)


@solver(
    "pledge",
    _("Pledge"),
    order=12,
    sure=False,
    shapes=REGULAR,
    elsewhere=_("Pledge counts turns, which do not add up in {shape} mazes."),
    code=_(
        "Begin at the entrance, with one hand on the wall\n"
        "Until it is at an exit:\n"
        "    Turn to the first passage, beginning at the hand, but never to a sum below 0\n"
        "    If it stands and turns as before, stop: it walks in a circle\n"
        "    Go through the passage\n"
        "    In a new cell, note the passage"
    ),
)
def pledge(
    maze: Maze, job: Job, *, hand: Annotated[Hand, _("hand that is kept on the wall")] = "left"
) -> SearchResult:
    """Keep one hand on the wall, count the turns, and let go where they cancel out.

    A wall follower that never turns so far towards its hand that its turns, counted from the
    start, become negative: where they cancel out it walks straight on, away from the wall that it
    followed. So it leaves every detached wall, and reaches an exit in the outer wall wherever
    there is a route, from any cell and with loops. An exit in the middle may be missed: then it
    ends in a circle and reports that: either the same cell, direction and turns repeat, or a whole
    round of a wall increased the turns and they never cancel out again. Turns add up only where
    cells are squares, hexagons or regular triangles. J. Pledge, in H. Abelson and A. diSessa,
    "Turtle Geometry", 1980.
    """
    return _walk_out(maze, job, hand, PLEDGE)


def _walk_out(maze: Maze, job: Job, hand: Hand, counting: int) -> SearchResult:
    lattice = maze.lattice
    start, goals = ends_of(maze)
    parents = search.fresh(lattice, goals)
    goal = start if parents[start] == GOAL else NOT_FOUND
    parents[start] = START  # line 1
    job.phase(2 * lattice.cells)
    if goal == NOT_FOUND:
        assert maze.entrance
        gap = maze.entrance.slot
        back = lattice.degree // 2 if gap is None else gap
        turn = 1 if hand == "left" else lattice.degree - 1
        walk = _walk[lattice.degree]
        walls = search.without_gaps(maze)
        goal = walk(walls, parents, lattice.tables, start, back, turn, counting, job.signal)
        job.check()
    route = search.route_to(lattice, parents, goal, job)
    return SearchResult(
        route, search.mark_reached(parents), "" if goal != NOT_FOUND else _why(counting)
    )


def _why(counting: int) -> str:
    if counting == PLEDGE:
        return _("It walks in a circle: no exit is in the outer wall, or no route leads there.")
    return _("It walks in a circle: no exit touches the wall that it follows.")


# The kernel compares its position with one that it saves anew after 64, 128, 256 steps and so on
# (R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980), so it needs no list.
# ``total`` are the turns, in half slots; the wall follower's have no weight, so its total never
# changes. A passage skipped because of the total sets ``free``: until then the walk is that of a
# wall follower, which leads back to each position, and a larger total only means that nothing is
# skipped in the next round either.


@kernel
def _walk(
    walls: InU8,
    parents: U8,
    tables: Tables,
    start: int,
    back: int,
    turn: int,
    counting: int,
    signal: I64,
) -> int:
    """Return the goal that the walk comes to, or ``NOT_FOUND`` where it repeats (see above)."""
    offsets, opposite = tables.offsets, tables.opposite
    if walls[start] == (1 << DEGREE) - 1:
        return NOT_FOUND
    cell = start  # line 1
    total = DEGREE * (1 - counting)
    saved_cell = NOT_FOUND
    saved_slot = 0
    saved_total = 0
    free = False
    save_at = 0
    steps = 0
    while True:  # line 2
        change = _first_turn(walls[cell], back, turn, -total)  # line 3
        if total < DEGREE and change != _first_turn(walls[cell], back, turn, -DEGREE):
            free = True
        slot = (back + turn * ((change + DEGREE) // 2)) % DEGREE
        total += change * counting
        again = total == saved_total or (total > saved_total and not free)
        if again and cell == saved_cell and slot == saved_slot:  # line 4
            return NOT_FOUND
        if steps == save_at:
            saved_cell = cell
            saved_slot = slot
            saved_total = total
            free = False
            save_at = max(2 * steps, FIRST_CHECK) if counting == PLEDGE else NO_STEP
        # line 5
        row = row_of(tables, cell)
        back = int(opposite[row, slot])
        cell += offsets[row, slot]
        if parents[cell] >= NEW:  # line 6
            is_goal = parents[cell] == GOAL
            parents[cell] = back
            if is_goal:
                return cell
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps
            if signal[1] != 0:
                return NOT_FOUND


@kernel
def _first_turn(wall: int, back: int, turn: int, least: int) -> int:
    """Return the turn to the first passage, of those that need a turn of ``least`` or more."""
    slot = back
    change = -DEGREE
    while True:
        slot += turn
        if slot >= DEGREE:
            slot -= DEGREE
        change += 2
        if change >= least and wall >> slot & 1 == 0:
            return change
