"""Chains tell the blocks of a maze apart: which cells no single cell holds together.

Blocks come from chains (J. M. Schmidt, "A simple test on 2-vertex- and 2-edge-connectivity",
2013): a depth-first search leaves passages that lead back to an earlier cell. In the order of the
search, each such passage begins a chain at its upper cell, which goes on from its lower one
towards the start until it comes to a cell of a chain. Where that is its upper cell again, the
chain is a new block that hangs on it; elsewhere it belongs to the block that it came to.
"""

from __future__ import annotations

from mazeeditor.compiled import DEGREE, I64, TICK, U8, InI64, InSlots, InTable, InU8, InU16, kernel
from mazeeditor.maze.bits import NTH
from mazeeditor.maze.links import row_of
from mazeeditor.maze.search import START

# The bits of a ``way`` byte beside BACK, the slot towards the root or START:
BACK = 15
TOP = 16  # the cell from which its block hangs on the cell before
ENTERED = 32
CHAINED = 64  # a chain came by
NEEDED = 128  # behind it, seen from the root, is something to keep


@kernel
def chain_all(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    roots: InI64,
    loops: bool,
    signal: I64,
) -> None:
    """Enter every cell in the order of the search, follow its chains, tell up what is needed."""
    shut = (1 << DEGREE) - 1
    for index in range(len(roots)):
        way[roots[index]] |= ENTERED | CHAINED
    unseen = 0  # cells passed since the last look at the signal
    for index in range(len(roots)):
        unseen += _follow_chains(walls, way, offsets, opposite, which, roots[index], loops, signal)
    for index in range(len(roots)):
        cell = roots[index]
        ways = walls[cell] ^ shut
        while ways != 0 or way[cell] & BACK != START:
            unseen += 1
            if unseen > TICK:
                unseen = 0
                if signal[1] != 0:
                    return
            row = row_of(which, cell)
            if ways != 0:
                slot = int(NTH[ways * 8])
                ways &= ways - 1
                other = cell + offsets[row, slot]
                if way[other] & (BACK | ENTERED) == opposite[row, slot]:
                    cell = other
                    way[cell] |= ENTERED
                    if way[cell] & CHAINED == 0:
                        way[cell] |= CHAINED | TOP
                    passed = _follow_chains(
                        walls, way, offsets, opposite, which, cell, loops, signal
                    )
                    unseen += passed
                    ways = walls[cell] ^ shut
                    signal[0] += 1
            else:
                needed = way[cell] & NEEDED
                back = way[cell] & BACK
                cell += offsets[row, back]
                way[cell] |= needed
                ways = (walls[cell] ^ shut) & (254 << int(opposite[row, back]))


@kernel
def _follow_chains(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    upper: int,
    loops: bool,
    signal: I64,
) -> int:
    """Follow the chains that begin at a cell just entered; return how many cells they have."""
    row = row_of(which, upper)
    length = 0
    for slot in range(DEGREE):
        if walls[upper] >> slot & 1 == 0:
            cell = upper + offsets[row, slot]
            seen = int(way[cell])
            if seen & ENTERED != 0 or seen & BACK == opposite[row, slot]:
                continue
            before = cell
            while way[cell] & CHAINED == 0:
                way[cell] |= CHAINED
                before = cell
                cell += offsets[row_of(which, cell), way[cell] & BACK]
                length += 1
                if length & TICK == 0 and signal[1] != 0:
                    return length
            if cell == upper or way[cell] & BACK == START:
                way[before] |= TOP
            elif loops:
                way[cell] |= NEEDED
    return length


@kernel
def keep_all(
    walls: InU8,
    way: U8,
    offsets: InTable,
    opposite: InSlots,
    which: InU16,
    roots: InI64,
    signal: I64,
) -> None:
    """Walk again into every block that is needed; its cells are no longer ``ENTERED``."""
    shut = (1 << DEGREE) - 1
    steps = 0
    for index in range(len(roots)):
        cell = roots[index]
        way[cell] ^= ENTERED
        ways = walls[cell] ^ shut
        while ways != 0 or way[cell] & BACK != START:
            steps += 1
            if steps & TICK == 0:
                signal[0] = steps >> 2  # a cell has two ways, and each is looked at from both sides
                if signal[1] != 0:
                    return
            row = row_of(which, cell)
            if ways != 0:
                slot = int(NTH[ways * 8])
                ways &= ways - 1
                other = cell + offsets[row, slot]
                seen = int(way[other])
                wanted = seen & TOP == 0 or seen & NEEDED != 0
                if wanted and seen & (BACK | ENTERED) == ENTERED | opposite[row, slot]:
                    cell = other
                    way[cell] ^= ENTERED
                    ways = walls[cell] ^ shut
            else:
                back = way[cell] & BACK
                cell += offsets[row, back]
                ways = (walls[cell] ^ shut) & (254 << int(opposite[row, back]))
