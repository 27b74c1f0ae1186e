"""Facts counted again after a few walls have changed: from the forest of the last count.

::

    before  S - o - x - o - G      x is cut off with all that hangs on it, and is looked at alone;
            |       |              where a passage of another part leads to it, it hangs on that
            o - o   o - o          from now on. What closes a loop is added to the chords.

What is not looked at again is most of the maze: a wall that is opened in a maze of a million cells
costs a fifth of a whole count, one that is closed as much as the part that it seals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I64, TICK, U8, InU8, kernel
from mazeeditor.maze.facts.facts import Facts, Forest, count_ends, count_whole, routing
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import Tables, row_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.search import (
    NOT_FOUND,
    START,
    breadth_first,
    fresh,
    mark_reached,
    reached_from,
    sealed_cells,
    without_gaps,
)

FEW_WALLS = 200  # changed since the last count
FEW_CHORDS = 16  # each is followed back to the entrance
MAX_CELLS = 20_000_000  # cells of a maze whose last count is kept: it takes three bytes a cell


@dataclass(frozen=True, eq=False)
class Counted:
    """The facts of ``maze``, a copy that nobody changes, and what the next count begins from.

    ``sealed`` are its sealed cells bool[n], and ``behind`` those of them to which exits lead that
    cannot be reached; each is None where there are none.
    """

    maze: Maze
    facts: Facts
    sealed: NDArray[np.bool_] | None
    forest: Forest | None = None
    behind: NDArray[np.bool_] | None = None


def count_again(maze: Maze, job: Job, before: Counted | None = None) -> Counted:
    """Return the facts and sealed cells of ``maze``, the same as ``facts_and_sealed``.

    ``before`` is what was counted last: where few walls have changed since, that is faster. The
    maze is kept in the result. Raises ``CancelledError``.
    """
    found = _from_forest(maze, job, before) if before and before.forest else None
    if found:
        return found
    counted, unreached, forest = count_whole(maze, job)
    if counted.sealed and unreached is None:
        unreached = sealed_cells(maze, job)
    small = maze.lattice.size <= MAX_CELLS and maze.entrance and len(maze.exits) == 1
    behind = None
    if unreached is not None and maze.entrance and len(maze.exits) > 1:
        apart = [each.cell for each in maze.exits if unreached[each.cell]]
        behind = reached_from(maze, apart, job) if apart else None
    return Counted(maze, counted, unreached, forest if small else None, behind)


class _Changed(NamedTuple):
    """A wall that has changed: its id, the slot of each of its cells, and whether it is closed."""

    wall: int
    lower: int
    slot: int
    upper: int
    back: int
    closed: bool


def _from_forest(maze: Maze, job: Job, before: Counted) -> Counted | None:
    """Return what is counted from the last forest; None where that would not be exact, or slow."""
    lattice, last = maze.lattice, before.maze
    same = last.lattice is lattice and (last.entrance, last.exits) == (maze.entrance, maze.exits)
    if not (same and before.forest and maze.entrance):
        return None
    walls = without_gaps(maze)
    changed = _changed_walls(lattice, before.forest.walls, walls)
    if changed is None:
        return None
    start, sealed = maze.entrance.cell, before.sealed
    parents = before.forest.parents.copy()
    chords = dict.fromkeys(before.forest.chords.tolist())
    cut: list[int] = []  # the first cells of the parts that are cut off
    for each in changed:
        if not each.closed:
            chords[each.wall] = None
        elif each.wall in chords:
            del chords[each.wall]
        else:
            cell = each.lower if parents[each.lower] == each.slot else each.upper
            parents[cell] = START
            cut.append(cell)
    if len(chords) > FEW_CHORDS or len(cut) > FEW_CHORDS:
        return None
    opened: list[int] = []  # sealed cells at a wall that was opened
    if sealed is not None:
        ends = [(each.lower, each.upper) for each in changed if not each.closed]
        opened = [cell for pair in ends for cell in pair if sealed[cell]]
        if opened and any(sealed[cell] for cell in cut):
            return None
    parts = before.facts.components + len(cut)
    if parts > 1:
        parts -= _join(lattice, parents, chords, start, job)
    unreached = _unreached_cells(before, walls, parents, (opened, cut), start, job)
    ends_of_passages, dead_ends = count_ends(lattice, walls, job)
    left = np.array(list(chords), np.int64)
    exit_cell = maze.exits[0].cell
    lost = unreached is not None and bool(unreached[exit_cell])
    found = routing(maze, walls, parents, [NOT_FOUND if lost else exit_cell], job, chords=left)
    if found.lengths is None:  # more than are counted: only a search tells the shortest
        return None
    counted = Facts(
        cells=lattice.cells,
        passages=ends_of_passages // 2,
        components=parts,
        loops=len(left),
        dead_ends=dead_ends,
        sealed=0 if unreached is None else int(np.count_nonzero(unreached)),
        solvable=not lost,
        routes=found.routes,
        shortest=None if lost else found.lengths[0],
        exits=1,
        exits_reachable=0 if lost else 1,
        one_each=bool(found.one_each) and not lost,
        route_count=len(found.lengths),
        route_lengths=found.lengths,
    )
    return Counted(maze, counted, unreached, Forest(walls, parents, left))


def _changed_walls(
    lattice: Lattice, before: NDArray[np.uint8], walls: NDArray[np.uint8]
) -> list[_Changed] | None:
    """Return the walls that differ, None for more than a few."""
    cells = np.flatnonzero(before != walls)
    if len(cells) > 2 * FEW_WALLS:
        return None
    bits = before[cells] ^ walls[cells]
    ids: list[Ids] = [np.empty(0, np.int64)]
    for slot in range(lattice.degree):
        some = cells[bits >> np.uint8(slot) & 1 != 0]
        ids.append(lattice.wall_ids(some, np.full(len(some), slot, np.int64)))
    changed = distinct(np.concatenate(ids))
    lower, slots, upper, backs = lattice.sides_of(changed)
    closed = walls[lower] >> slots.astype(np.uint8) & 1
    columns = (each.tolist() for each in (changed, lower, slots, upper, backs, closed != 0))
    return [_Changed(*each) for each in zip(*columns, strict=True)]


def _join(
    lattice: Lattice, parents: NDArray[np.uint8], chords: dict[int, None], start: int, job: Job
) -> int:
    """Let trees hang on each other where a chord joins them; return how many were joined.

    Such a chord is none any longer. The tree with the entrance, ``start``, keeps its root.
    """
    tables, joined = lattice.tables, 0
    walls = np.array(list(chords), np.int64)
    sides = (each.tolist() for each in (walls, *lattice.sides_of(walls)))
    for wall, lower, slot, upper, back in zip(*sides, strict=True):
        roots = [_root(parents, cell, tables, job.signal) for cell in (lower, upper)]
        job.check()
        if roots[0] != roots[1]:
            cell, towards = (upper, back) if roots[0] == start else (lower, slot)
            _turn(parents, cell, tables, job.signal)
            job.check()
            parents[cell] = towards
            del chords[wall]
            joined += 1
    return joined


def _unreached_cells(
    before: Counted,
    walls: NDArray[np.uint8],
    parents: NDArray[np.uint8],
    changed: tuple[list[int], list[int]],
    start: int,
    job: Job,
) -> NDArray[np.bool_] | None:
    """Return which cells bool[n] cannot be reached now, None where there are none.

    ``changed`` are sealed cells at walls that were opened, and the first ones of parts cut off.
    """
    opened, cut = changed
    lattice, forest = before.maze.lattice, before.forest
    assert forest
    tables = lattice.tables
    freed = [cell for cell in opened if _root(parents, cell, tables, job.signal) == start]
    lost = [cell for cell in cut if _root(parents, cell, tables, job.signal) != start]
    job.check()
    if not freed and not lost:
        return before.sealed
    result = np.zeros(lattice.size, np.bool_) if before.sealed is None else before.sealed.copy()
    for cells, passages, seals in ((freed, forest.walls, False), (lost, walls, True)):
        for cell in cells:
            if result[cell] != seals:
                part = fresh(lattice)
                job.phase(lattice.cells, 0.2)
                breadth_first(lattice, passages, part, cell, job, whole=True)
                result[mark_reached(part).view(np.bool_)] = seals
    return result if result.any() else None


@kernel
def _root(parents: InU8, start: int, tables: Tables, signal: I64) -> int:
    """Return the start of the component of a cell."""
    offsets = tables.offsets
    cell = start
    steps = 0
    while parents[cell] != START:
        cell += int(offsets[row_of(tables, cell), parents[cell]])
        steps += 1
        if steps & TICK == 0 and signal[1] != 0:
            break
    return cell


@kernel
def _turn(parents: U8, start: int, tables: Tables, signal: I64) -> None:
    """Make a cell the start of its component: turn the way that leads back from it."""
    offsets, opposite = tables.offsets, tables.opposite
    cell = start
    towards = START
    steps = 0
    while True:
        back = int(parents[cell])
        parents[cell] = towards
        if back == START or (steps & TICK == 0 and signal[1] != 0):
            return
        row = row_of(tables, cell)
        towards = int(opposite[row, back])
        cell += int(offsets[row, back])
        steps += 1
