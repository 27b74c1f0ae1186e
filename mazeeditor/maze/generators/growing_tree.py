"""Growing tree: between the backtracker's corridors and Prim's short branches, mixed as chosen."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import DEGREE, I32, I64, TICK, U8, kernel
from mazeeditor.core.numbers import is_whole
from mazeeditor.core.options import Advanced, Label, Written
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.generators import Start, generator, start_cell
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import COUNT, NTH, Tables, row_of
from mazeeditor.maze.random import below

OUTSIDE, NEW, SEEN = range(3)  # values of ``state`` for a cell
GONE = -1  # in the list of active cells: one that had no new neighbour left
PICKS = ("newest", "random", "oldest")
PARTS = 1000  # the largest part of a mix


def read_pick(text: str) -> str:
    """Return ``newest``, ``random``, ``oldest`` or a mix ``newest:3,random:1``.

    Raises ``UsageError``.
    """
    parts = dict.fromkeys(PICKS, 0)
    for part in text.lower().split(","):
        name, colon, number = (field.strip() for field in part.partition(":"))
        good = name in PICKS and not parts[name] and (not colon or is_whole(number))
        parts[name] = int(number or 1) if good else 0
        if not 1 <= parts[name] <= PARTS:
            raise UsageError(
                _(
                    "Pick must be newest, random, oldest or a mix like newest:3,random:1 "
                    "(parts from 1 to {most:,}), not {text}."
                ).format(most=PARTS, text=quote_value(text))
            )
    chosen = [name for name in PICKS if parts[name]]
    if len(chosen) == 1:
        return chosen[0]
    return ",".join(f"{name}:{parts[name]}" for name in chosen)


class Shares(NamedTuple):
    """The parts of a mix."""

    newest: int
    anyone: int
    oldest: int


def shares(pick: str) -> Shares:
    """Return the parts in a mix that ``read_pick`` has read."""
    parts = dict.fromkeys(PICKS, 0)
    for part in pick.split(","):
        name, _colon, number = part.partition(":")
        parts[name] = int(number or 1)
    return Shares(*parts.values())


Pick = Annotated[
    str,
    Advanced(),
    Label(_("Goes on from")),
    Written(read_pick, (*PICKS, "newest:1,random:1", "newest:9,random:1", "newest:1,oldest:1")),
    _("cell to go on from: newest, random, oldest, or a mix such as newest:3,random:1"),
]


@generator(
    "growing-tree",
    _("Growing tree"),
    order=7,
    texture=_("between winding and branching, as mixed"),
    code=_(
        "Begin a list with one cell\n"
        "Until the list is empty:\n"
        "    Choose the newest, the oldest or a random cell of the list\n"
        "    If a neighbour is new:\n"
        "        Open the wall to a random one of these, and add it to the list\n"
        "    Else remove the cell from the list"
    ),
)
def growing_tree(
    lattice: Lattice,
    walls: NDArray[np.uint8],
    random: I64,
    job: Job,
    *,
    pick: Pick = "newest:1,random:1",
    start: Start = "random",
) -> None:
    """Go on from the newest, the oldest or a random cell that may have new neighbours, as mixed.

    W. Pugh (2011), J. Buck, "Mazes for Programmers" (2015), chapter 12. The newest alone is the
    backtracker, random ones are much like Prim, the oldest alone gives long spokes.
    """
    state = lattice.inside.astype(np.uint8)  # OUTSIDE or NEW
    active = np.empty(lattice.cells, np.int32)
    active[0] = start_cell(lattice, start, random)
    _grow[lattice.degree](walls, state, active, lattice.tables, shares(pick), random, job.signal)


@kernel
def _grow(
    walls: U8, state: U8, active: I32, tables: Tables, mix: Shares, random: I64, signal: I64
) -> None:
    """Keep the active cells by age in ``active[first:end]``; each enters it only once."""
    offsets, opposite = tables.offsets, tables.opposite
    first, end, living, steps = 0, 1, 1, 0
    state[active[0]] = SEEN  # line 1
    while living > 0:  # line 2
        steps += 1
        if steps & TICK == 0:
            signal[0] = steps // 2  # each cell is entered once and left once
            if signal[1] != 0:
                return
        while active[first] == GONE:
            first += 1
        while active[end - 1] == GONE:
            end -= 1
        if 2 * living < end - first:
            end = _close_ranks(active, first, end, signal)
        # line 3
        kind = _kind(mix, random)
        place = end - 1 if kind == 0 else first
        if kind == 1:
            place = _living(active, first, end, random)
        cell = int(active[place])
        row = row_of(tables, cell)
        new = 0  # line 4
        for slot in range(DEGREE):
            if state[cell + offsets[row, slot]] == NEW:
                new |= 1 << slot
        if new == 0:  # line 6
            active[place] = GONE
            living -= 1
            continue
        # line 5
        slot = int(NTH[new * 8 + below(random, int(COUNT[new]))])
        other = cell + offsets[row, slot]
        walls[cell] &= 255 ^ (1 << slot)
        walls[other] &= 255 ^ (1 << opposite[row, slot])
        state[other] = SEEN
        active[end] = other
        end += 1
        living += 1


@kernel
def _kind(mix: Shares, random: I64) -> int:
    """Return 0 for the newest, 1 for a random one, 2 for the oldest; draw only where it matters."""
    newest, anyone, oldest = mix.newest, mix.anyone, mix.oldest
    if anyone + oldest == 0:
        return 0
    if newest + oldest == 0:
        return 1
    if newest + anyone == 0:
        return 2
    drawn = below(random, newest + anyone + oldest)
    if drawn < newest:
        return 0
    return 1 if drawn < newest + anyone else 2


@kernel
def _living(active: I32, first: int, end: int, random: I64) -> int:
    """Return the place of a random active cell, which takes two draws at most on average."""
    place = first + below(random, end - first)
    while active[place] == GONE:
        place = first + below(random, end - first)
    return place


@kernel
def _close_ranks(active: I32, first: int, end: int, signal: I64) -> int:
    """Move the active cells together, in their order; return the new end."""
    place = first
    for old in range(first, end):
        if old & TICK == 0 and signal[1] != 0:
            return end
        if active[old] != GONE:
            active[place] = active[old]
            place += 1
    return place
