"""The fewest strokes of the walls of a large maze, in a byte or two for each post.

They are those of ``pen_strokes``, in the same order and direction. Nothing but both ends of each
stroke is kept: what lies between is followed again when it is drawn. An end is the number
``post * ROOM + slot``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, U8, InI32, InU8, kernel
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.walls import closed_blocks
from mazeeditor.page.walls.post_grid import MASKS, ROOM, PostGrid

NEAR = 16  # posts whose ends share an entry of the list of labels


@dataclass(frozen=True, eq=False)
class GridStrokes:
    """Strokes of the walls of a grid: the ends int32[k] where they begin and where they end.

    ``codes`` uint8[p] are those of the posts. Those from ``closed`` on lead back to their head.
    """

    grid: PostGrid
    codes: NDArray[np.uint8]
    heads: NDArray[np.int32]
    tails: NDArray[np.int32]
    closed: int


def grid_strokes(
    grid: PostGrid, posts: int, lattice: Lattice, walls: NDArray[np.uint8], job: Job
) -> GridStrokes:
    """Return the fewest strokes that draw each closed wall once, in linear time.

    ``posts`` is one more than the number of the last post; raises ``CancelledError``.
    """
    codes, seen = np.zeros(posts, np.uint8), np.zeros(posts, np.uint8)
    job.phase(lattice.size, 0.4)
    for block in _posts(lattice, walls, job):
        _mark(grid, block, codes)
    loose = _encode(grid, codes)
    count, circuits = loose // 2, 0
    heads, tails = np.empty(count, np.int32), np.empty(count, np.int32)
    job.phase(lattice.size, 0.6)
    _begin_all(grid, lattice, walls, codes, seen, heads, tails, job)
    left = _count_left(grid, codes, seen, np.zeros(posts // NEAR + 1, np.int32))
    if left:
        circuits = _splice_all(grid, codes, seen, left)
        seen[:] = 0
        heads = np.empty(count + circuits, np.int32)
        tails = np.empty(count + circuits, np.int32)
        job.phase(lattice.size)
        used = _begin_all(grid, lattice, walls, codes, seen, heads, tails, job)
        job.phase(lattice.size)
        for block in _posts(lattice, walls, job) if circuits else ():
            used = _close(grid, codes, seen, block, heads, tails, used)
    return GridStrokes(grid, codes, heads, tails, count)


def _posts(lattice: Lattice, walls: NDArray[np.uint8], job: Job) -> Iterator[NDArray[np.int32]]:
    """Yield the posts int32[2w] of all closed walls, some at a time, in the order of their ids."""
    for cell, some in closed_blocks(lattice, walls):
        job.step(cell)
        yield lattice.geometry.posts(some).astype(np.int32).ravel()


def _begin_all(
    grid: PostGrid,
    lattice: Lattice,
    walls: NDArray[np.uint8],
    codes: U8,
    seen: U8,
    heads: I32,
    tails: I32,
    job: Job,
) -> int:
    """Write the ends of all strokes that have any; return how many there are."""
    used = 0
    for block in _posts(lattice, walls, job):
        used = _begin(grid, codes, seen, block, heads, tails, used)
    return used


def _splice_all(grid: PostGrid, codes: U8, seen: U8, left: int) -> int:
    """Lead strokes through the closed ones that they touch; return how many of these are left."""
    base, labels = np.zeros(len(codes) // NEAR + 1, np.int32), np.zeros(left, np.int32)
    _count_left(grid, codes, seen, base)
    trails = _label(grid, codes, seen, base, labels)
    home = np.arange(trails + 1, dtype=np.int32)
    _splice(grid, codes, seen, base, labels, home)
    return int(np.count_nonzero(home[1:] == np.arange(1, trails + 1)))


@kernel
def _slot_towards(grid: PostGrid, post: int, other: int) -> int:
    """Return the slot of a post whose wall leads to another."""
    row = (post & (grid.kinds - 1)) * ROOM
    offset = grid.offset
    slot = 0
    while offset[row + slot] != other - post:
        slot += 1
    return slot


@kernel
def _mark(grid: PostGrid, posts: InI32, masks: U8) -> int:
    """Set the bit of each wall in the masks of both of its posts."""
    back = grid.back
    for end in range(0, len(posts), 2):
        post, other = posts[end], posts[end + 1]
        slot = _slot_towards(grid, post, other)
        masks[post] |= 1 << slot
        masks[other] |= 1 << back[(post & (grid.kinds - 1)) * ROOM + slot]
    return len(posts)


@kernel
def _encode(grid: PostGrid, codes: U8) -> int:
    """Put the code of each mask in its place; return how many posts have an end that is loose."""
    code, partner, pen = grid.code, grid.partner, grid.degree
    loose = 0
    for post in range(len(codes)):
        codes[post] = code[(post & (grid.kinds - 1)) * MASKS + codes[post]]
        loose += 1 if partner[codes[post] * ROOM + pen] != pen else 0
    return loose


@kernel
def _follow(grid: PostGrid, codes: InU8, seen: U8, start: int) -> int:
    """Mark the walls of the stroke that leaves from an end as seen; return its last end.

    A closed stroke ends where it begins.
    """
    offset, back, partner = grid.offset, grid.back, grid.partner
    post, slot = start // ROOM, start % ROOM
    while True:
        row = (post & (grid.kinds - 1)) * ROOM + slot
        seen[post] |= 1 << slot
        post += offset[row]
        slot = back[row]
        seen[post] |= 1 << slot
        onward = partner[codes[post] * ROOM + slot]
        if onward == grid.degree:
            return post * ROOM + slot
        slot = onward
        if post * ROOM + slot == start:
            return start


@kernel
def _begin(
    grid: PostGrid, codes: InU8, seen: U8, posts: InI32, heads: I32, tails: I32, used: int
) -> int:
    """Write the ends of strokes that begin at the ends of some walls; return the new ``used``."""
    partner, pen = grid.partner, grid.degree
    for end in range(len(posts)):
        post = posts[end]
        slot = partner[codes[post] * ROOM + pen]
        if (
            slot == pen
            or seen[post] >> slot & 1
            or slot != _slot_towards(grid, post, posts[end ^ 1])
        ):
            continue
        heads[used] = post * ROOM + slot
        tails[used] = _follow(grid, codes, seen, post * ROOM + slot)
        used += 1
    return used


@kernel
def _close(
    grid: PostGrid, codes: InU8, seen: U8, posts: InI32, heads: I32, tails: I32, used: int
) -> int:
    """Write the ends of closed strokes, each beginning at a bend, through walls not yet seen."""
    offset, back, partner = grid.offset, grid.back, grid.partner
    for wall in range(len(posts) // 2):
        first = posts[2 * wall]
        slot = _slot_towards(grid, first, posts[2 * wall + 1])
        if seen[first] >> slot & 1:
            continue
        start = first * ROOM + slot
        post = first
        while True:
            kind = post & (grid.kinds - 1)
            before = partner[codes[post] * ROOM + slot]
            if not grid.straight[(kind * ROOM + before) * ROOM + slot]:
                break
            row = kind * ROOM + slot
            post += offset[row]
            slot = partner[codes[post] * ROOM + back[row]]
            if post * ROOM + slot == start:
                break
        heads[used] = post * ROOM + slot
        tails[used] = _follow(grid, codes, seen, post * ROOM + slot)
        used += 1
    return used


@kernel
def _count_left(grid: PostGrid, codes: InU8, seen: InU8, base: I32) -> int:
    """Count the ends not seen; write how many come before every ``NEAR``th post."""
    partner = grid.partner
    left = 0
    for post in range(len(codes)):
        if post % NEAR == 0:
            base[post // NEAR] = left
        for slot in range(grid.degree):
            if partner[codes[post] * ROOM + slot] != slot and not seen[post] >> slot & 1:
                left += 1
    return left


@kernel
def _place(grid: PostGrid, codes: InU8, seen: InU8, base: InI32, post: int, slot: int) -> int:
    """Return the number of an end not seen among all these, -1 for one that was seen."""
    if seen[post] >> slot & 1:
        return -1
    partner = grid.partner
    place = base[post // NEAR]
    for near in range(post // NEAR * NEAR, post + 1):
        for other in range(grid.degree if near < post else slot):
            if partner[codes[near] * ROOM + other] != other and not seen[near] >> other & 1:
                place += 1
    return place


@kernel
def _label(grid: PostGrid, codes: InU8, seen: InU8, base: InI32, labels: I32) -> int:
    """Give all ends of each closed stroke its number, from 1 on; return how many there are."""
    offset, back, partner = grid.offset, grid.back, grid.partner
    trails = 0
    for first in range(len(codes)):
        for begin in range(grid.degree):
            if partner[codes[first] * ROOM + begin] == begin:
                continue
            place = _place(grid, codes, seen, base, first, begin)
            if place < 0 or labels[place]:
                continue
            trails += 1
            post, slot = first, begin
            while True:
                labels[_place(grid, codes, seen, base, post, slot)] = trails
                row = (post & (grid.kinds - 1)) * ROOM + slot
                post += offset[row]
                slot = back[row]
                labels[_place(grid, codes, seen, base, post, slot)] = trails
                slot = partner[codes[post] * ROOM + slot]
                if post == first and slot == begin:
                    break
    return trails


@kernel
def _home_of(home: I32, trail: int) -> int:
    """Return the stroke that a closed one has become a part of, 0 for one with ends."""
    while home[trail] != trail:
        home[trail] = home[home[trail]]
        trail = home[trail]
    return trail


@kernel
def _bends_more(grid: PostGrid, kind: int, a: int, b: int, c: int, d: int) -> bool:
    """Whether a and c, d and b are sharper than a and d, c and b; b may be the pen."""
    cosine, row = grid.cosine, kind * ROOM
    straight, crossed = cosine[(row + a) * ROOM + c], cosine[(row + a) * ROOM + d]
    if b != grid.degree:
        straight = max(straight, cosine[(row + d) * ROOM + b])
        crossed = max(crossed, cosine[(row + c) * ROOM + b])
    return crossed < straight - 1e-9


@kernel
def _code_with(grid: PostGrid, code: int, a: int, c: int, d: int, b: int) -> int:
    """Return the code like another in which a and c, d and b are one."""
    partner = grid.partner
    for other in range(len(partner) // ROOM):
        alike = True
        for slot in range(ROOM):
            expected = int(partner[code * ROOM + slot])
            if slot == a:
                expected = c
            elif slot == c:
                expected = a
            elif slot == d:
                expected = b
            elif slot == b:
                expected = d
            alike = alike and partner[other * ROOM + slot] == expected
        if alike:
            return other
    return -1


@kernel
def _splice(grid: PostGrid, codes: U8, seen: InU8, base: InI32, labels: InI32, home: I32) -> int:
    """Lead at each post one stroke through all closed ones that pass there."""
    partner, pen = grid.partner, grid.degree
    spliced = 0
    for post in range(len(codes)):
        kind, one, here = post & (grid.kinds - 1), -1, -1
        for slot in range(pen):
            if here != 0 and partner[codes[post] * ROOM + slot] != slot:
                place = _place(grid, codes, seen, base, post, slot)
                trail = 0 if place < 0 else _home_of(home, labels[place])
                if one < 0 or trail == 0:
                    one, here = slot, trail
        for slot in range(pen if one >= 0 else 0):
            place = _place(grid, codes, seen, base, post, slot)
            if place < 0 or partner[codes[post] * ROOM + slot] == slot:
                continue
            guest = _home_of(home, labels[place])
            if guest == here or guest == 0:
                continue
            second = partner[codes[post] * ROOM + one]
            third, fourth = slot, partner[codes[post] * ROOM + slot]
            if _bends_more(grid, kind, one, second, third, fourth):
                third, fourth = fourth, third
            codes[post] = _code_with(grid, codes[post], one, third, fourth, second)
            home[guest] = here
            spliced += 1
    return spliced


@kernel
def _bends(grid: PostGrid, codes: InU8, start: int, skip: int, posts: I32, used: int) -> int:
    """Write the posts where the stroke from an end begins, bends and ends, without ``skip``.

    Return the new ``used``, -1 where there is no room for all.
    """
    offset, back, partner, straight = grid.offset, grid.back, grid.partner, grid.straight
    post, slot = start // ROOM, start % ROOM
    if not skip:
        posts[used] = post
        used += 1
    while True:
        row = (post & (grid.kinds - 1)) * ROOM + slot
        post += offset[row]
        arrived = back[row]
        slot = partner[codes[post] * ROOM + arrived]
        if post * ROOM + slot == start:
            return used
        if (
            slot == grid.degree
            or not straight[((post & (grid.kinds - 1)) * ROOM + arrived) * ROOM + slot]
        ):
            if used >= len(posts) - 1:
                return -1
            posts[used] = post
            used += 1
        if slot == grid.degree:
            return used


@kernel
def trace(
    grid: PostGrid,
    codes: InU8,
    ends: InI32,
    modes: InU8,
    posts: I32,
    starts: I64,
) -> int:
    """Write the posts of strokes that begin at ``ends``, as many as ``posts`` has room for.

    ``modes`` is 0 where a stroke is followed from its end, and 1 where a closed one is followed
    against its direction: that one comes to its head last. Return how many are written.
    """
    used = 0
    for stroke in range(len(ends)):
        end, turned = ends[stroke], modes[stroke]
        if used >= len(posts) - 2:
            return stroke
        if turned:
            post = end // ROOM
            end = post * ROOM + grid.partner[codes[post] * ROOM + end % ROOM]
        after = _bends(grid, codes, end, turned, posts, used)
        if after < 0:
            return stroke
        used = after
        if turned:
            posts[used] = end // ROOM
            used += 1
        starts[stroke + 1] = used
    return len(ends)
