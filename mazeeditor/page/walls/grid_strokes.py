r"""The fewest strokes of the walls of a large maze, in a byte or two for each post.

They are those of ``pen_strokes``, in the same order and direction. Nothing but both ends of each
stroke is kept: what lies between is followed again when it is drawn.

The posts of squares, hexagons and triangles lie in rows that repeat after ``period`` posts. So an
end of a wall is a post and one of its slots, the number ``post * ROOM + slot``, and what is around
it needs no list. The pen is one more slot: the end that is one with it begins a stroke. Which slots
are one is the code of a post, a byte::

      |          slots: 0 up, 1 left, 2 right, 3 down, and 4, the pen
    --+--        0 and 3 are one, 1 and 2 are one: two strokes cross
      |
      +--        2 and 3 are one: a stroke bends
      |
    --+--        1 and 2 are one, 3 and 4 are one: a stroke begins
      |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, U8, InI32, InU8, kernel
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.walls import closed_blocks
from mazeeditor.page.walls.pen_strokes import Ends, pair
from mazeeditor.page.walls.wall_graph import STRAIGHT, graph_at

POST_STRIDE = 8  # for the slots of a post in tables and in the number of an end: six and the pen
MASKS = 64  # which of six slots have walls
LINED_UP = 1e-9  # of the cosine between two walls that are one line


class PostGrid(NamedTuple):
    """The pattern, for kernels.

    Post ``p`` lies at ``x[place]``, ``y[row * lines + line[place]]`` in cells, with ``row, place =
    divmod(p - origin, period)``; its kind is ``p & (kinds - 1)``. Tables have ``POST_STRIDE``
    entries a row: the wall at slot ``s`` of a post of kind ``k`` leads to the post ``offset[k, s]``
    farther on, whose slot ``back[k, s]`` it is. Slots are in the order of the ids of their walls;
    ``straight[k, s, t]`` is 1 where two are one line, ``cosine[k, s, t]`` how much they bend, from
    -1, not at all. ``partner[code, s]`` is the slot that is one with another, itself where there is
    no wall; ``code[k, mask]`` the code of a post with the walls of a mask, ``degree`` the pen.
    """

    degree: int
    kinds: int
    origin: int
    period: int
    lines: int
    x: F64
    line: I32
    y: F64
    offset: I32
    back: U8
    straight: U8
    cosine: F64
    partner: U8
    code: U8

    def ends(self, tips: NDArray[np.int32]) -> Ends:
        """Return the ends of strokes at posts ``tips``."""
        return Ends(self.origin, self.period, self.lines, self.x, self.line, self.y, tips)


class _Star(NamedTuple):
    """The posts around one that has all its walls, in the order of the ids of these."""

    post: int
    others: Ids


def post_grid(lattice: Lattice) -> tuple[PostGrid, int] | None:
    """Return the pattern of the posts of a lattice, and one more than the number of the last post.

    None where there is no pattern, or no post with all its walls.
    """
    pattern = lattice.geometry.post_pattern
    stars = _stars(lattice) if pattern else None
    if pattern is None or stars is None:
        return None
    posts = _last_post(lattice, pattern.period) + 1
    partner = _partners(len(stars[0].others))
    straight, cosine = _angles(lattice, stars)
    grid = PostGrid(
        len(stars[0].others),
        len(stars),
        pattern.origin,
        pattern.period,
        *_positions(lattice, pattern.origin, pattern.period, posts),
        *_neighbours(stars),
        straight,
        cosine,
        partner.ravel(),
        _codes(lattice, stars, partner),
    )
    return grid, posts


def _last_post(lattice: Lattice, period: int) -> int:
    """Return the highest post of the walls of the last rows that have any cells."""
    last = lattice.size - 1 - int(lattice.inside[::-1].argmax())
    first = max(0, last - 4 * period)
    cells = first + np.flatnonzero(lattice.inside[first : last + 1]).astype(np.int64)
    return int(lattice.geometry.posts(lattice.walls_of(cells)[1]).max())


def _stars(lattice: Lattice) -> list[_Star] | None:
    """Return a post of each kind that has all its walls; None where there is none."""
    pattern = lattice.geometry.post_pattern
    assert pattern is not None
    stars: dict[int, _Star] = {}
    for posts in _windows(lattice, pattern.period):
        ends, others = posts.ravel(), posts[:, ::-1].ravel()
        order = np.argsort(ends, kind="stable")  # the walls of a post stay in the order of ids
        names, first, count = np.unique(ends[order], return_index=True, return_counts=True)
        for kind in range(pattern.kinds):
            full = np.flatnonzero((count == pattern.degree) & (names % pattern.kinds == kind))
            if len(full):
                begin = int(first[full[0]])
                around = others[order[begin : begin + pattern.degree]]
                stars.setdefault(kind, _Star(int(names[full[0]]), around))
        if len(stars) == pattern.kinds:
            chosen = [stars[kind] for kind in range(pattern.kinds)]
            apart = all(len(distinct(star.others)) == pattern.degree for star in chosen)
            return chosen if apart else None
    return None


def _windows(lattice: Lattice, period: int) -> Iterator[Ids]:
    """Yield the posts int64[k, 2] of the walls of some rows of cells, in the order of their ids."""
    step = 4 * period
    for start in range(0, lattice.size, step):
        cells = start + np.flatnonzero(lattice.inside[start : start + 2 * step]).astype(np.int64)
        yield lattice.geometry.posts(distinct(lattice.walls_of(cells)[1]))


def _positions(
    lattice: Lattice, origin: int, period: int, posts: int
) -> tuple[int, NDArray[np.float64], NDArray[np.int32], NDArray[np.float64]]:
    """Return lines, x, line and y of ``PostGrid``."""
    places = lattice.geometry.post_positions
    row = places(origin + np.arange(period, dtype=np.int64))
    _heights, sample, line = np.unique(row[:, 1], return_index=True, return_inverse=True)
    rows = np.arange((posts - origin) // period + 1, dtype=np.int64)
    y = places(origin + rows[:, None] * period + sample[None])[..., 1]
    return len(sample), row[:, 0].copy(), line.ravel().astype(np.int32), y.ravel().copy()


def _neighbours(stars: list[_Star]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return offset and back of ``PostGrid``."""
    offset = np.zeros((len(stars), POST_STRIDE), np.int32)
    back = np.zeros((len(stars), POST_STRIDE), np.uint8)
    for kind, star in enumerate(stars):
        offset[kind, : len(star.others)] = star.others - star.post
    for kind, star in enumerate(stars):
        for slot, other in enumerate(star.others.tolist()):
            home = offset[other % len(stars), : len(star.others)] == star.post - other
            back[kind, slot] = int(np.flatnonzero(home)[0])
    return offset.ravel(), back.ravel()


def _angles(lattice: Lattice, stars: list[_Star]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return straight and cosine of ``PostGrid``."""
    cosine = np.zeros((len(stars), POST_STRIDE, POST_STRIDE))
    for kind, star in enumerate(stars):
        ahead = _directions(lattice, star)
        ahead /= np.hypot(ahead[:, 0], ahead[:, 1])[:, None]
        cosine[kind, : len(ahead), : len(ahead)] = ahead @ ahead.T
    return (cosine < LINED_UP - 1).astype(np.uint8).ravel(), cosine.ravel()


def _directions(lattice: Lattice, star: _Star) -> Points:
    places = lattice.geometry.post_positions
    return places(star.others) - places(np.array([star.post]))


def _partners(degree: int) -> NDArray[np.uint8]:
    """Return uint8[codes, ROOM]: all ways in which slots and pen can be one with each other."""
    ways: list[list[int]] = [[]]
    for slot in range(degree + 1):
        ways = [way for before in ways for way in _with_slot(before, slot)]
    partner = np.tile(np.arange(POST_STRIDE, dtype=np.uint8), (len(ways), 1))
    partner[:, : degree + 1] = ways
    return partner


def _with_slot(before: list[int], slot: int) -> Iterator[list[int]]:
    """Yield the ways with one more slot: alone, or one with each that was alone."""
    yield [*before, slot]
    for other in range(slot):
        if before[other] == other:
            yield [*before[:other], slot, *before[other + 1 :], other]


def _codes(lattice: Lattice, stars: list[_Star], partner: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the code of ``PostGrid`` for each kind and mask: walls are paired as in any graph."""
    degree = len(stars[0].others)
    number = {way: code for code, way in enumerate(map(tuple, partner.tolist()))}
    codes = np.zeros((len(stars), MASKS), np.uint8)
    for kind, star in enumerate(stars):
        ahead = _directions(lattice, star)
        for mask in range(1 << degree):
            slots = [slot for slot in range(degree) if mask >> slot & 1]
            codes[kind, mask] = number[tuple(_pair(ahead, slots, degree))]
    return codes.ravel()


def _pair(ahead: Points, slots: list[int], pen: int) -> list[int]:
    """Return the partner of each slot where walls are in some of them."""
    ends = np.zeros(2 * len(slots), np.int32)  # post 0 is in the middle
    ends[1::2] = np.arange(len(slots)) + 1
    x, y = np.concatenate([np.zeros((1, 2)), ahead[slots]]).T.copy()
    graph = graph_at(ends, x, y, STRAIGHT)
    mate = np.full(len(ends), -1, np.int32)
    pair(graph.lines, graph.first, graph.at, mate)
    result = list(range(POST_STRIDE))
    for index, slot in enumerate(slots):
        end = int(mate[2 * index])
        other = pen if end < 0 else slots[end // 2]
        result[slot], result[other] = other, slot
    return result


POSTS_PER_ENTRY = 16  # posts whose ends share an entry of the list of labels


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
    left = _count_left(grid, codes, seen, np.zeros(posts // POSTS_PER_ENTRY + 1, np.int32))
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
    base, labels = np.zeros(len(codes) // POSTS_PER_ENTRY + 1, np.int32), np.zeros(left, np.int32)
    _count_left(grid, codes, seen, base)
    trails = _label(grid, codes, seen, base, labels)
    home = np.arange(trails + 1, dtype=np.int32)
    _splice(grid, codes, seen, base, labels, home)
    return int(np.count_nonzero(home[1:] == np.arange(1, trails + 1)))


@kernel
def _slot_towards(grid: PostGrid, post: int, other: int) -> int:
    """Return the slot of a post whose wall leads to another."""
    row = (post & (grid.kinds - 1)) * POST_STRIDE
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
        masks[other] |= 1 << back[(post & (grid.kinds - 1)) * POST_STRIDE + slot]
    return len(posts)


@kernel
def _encode(grid: PostGrid, codes: U8) -> int:
    """Put the code of each mask in its place; return how many posts have an end that is loose."""
    code, partner, pen = grid.code, grid.partner, grid.degree
    loose = 0
    for post in range(len(codes)):
        codes[post] = code[(post & (grid.kinds - 1)) * MASKS + codes[post]]
        loose += 1 if partner[codes[post] * POST_STRIDE + pen] != pen else 0
    return loose


@kernel
def _follow(grid: PostGrid, codes: InU8, seen: U8, start: int) -> int:
    """Mark the walls of the stroke that leaves from an end as seen; return its last end.

    A closed stroke ends where it begins.
    """
    offset, back, partner = grid.offset, grid.back, grid.partner
    post, slot = start // POST_STRIDE, start % POST_STRIDE
    while True:
        row = (post & (grid.kinds - 1)) * POST_STRIDE + slot
        seen[post] |= 1 << slot
        post += offset[row]
        slot = back[row]
        seen[post] |= 1 << slot
        onward = partner[codes[post] * POST_STRIDE + slot]
        if onward == grid.degree:
            return post * POST_STRIDE + slot
        slot = onward
        if post * POST_STRIDE + slot == start:
            return start


@kernel
def _begin(
    grid: PostGrid, codes: InU8, seen: U8, posts: InI32, heads: I32, tails: I32, used: int
) -> int:
    """Write the ends of strokes that begin at the ends of some walls; return the new ``used``."""
    partner, pen = grid.partner, grid.degree
    for end in range(len(posts)):
        post = posts[end]
        slot = partner[codes[post] * POST_STRIDE + pen]
        if (
            slot == pen
            or seen[post] >> slot & 1
            or slot != _slot_towards(grid, post, posts[end ^ 1])
        ):
            continue
        heads[used] = post * POST_STRIDE + slot
        tails[used] = _follow(grid, codes, seen, post * POST_STRIDE + slot)
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
        start = first * POST_STRIDE + slot
        post = first
        while True:
            kind = post & (grid.kinds - 1)
            before = partner[codes[post] * POST_STRIDE + slot]
            if not grid.straight[(kind * POST_STRIDE + before) * POST_STRIDE + slot]:
                break
            row = kind * POST_STRIDE + slot
            post += offset[row]
            slot = partner[codes[post] * POST_STRIDE + back[row]]
            if post * POST_STRIDE + slot == start:
                break
        heads[used] = post * POST_STRIDE + slot
        tails[used] = _follow(grid, codes, seen, post * POST_STRIDE + slot)
        used += 1
    return used


@kernel
def _count_left(grid: PostGrid, codes: InU8, seen: InU8, base: I32) -> int:
    """Count the ends not seen; write how many come before every ``POSTS_PER_ENTRY``th post."""
    partner = grid.partner
    left = 0
    for post in range(len(codes)):
        if post % POSTS_PER_ENTRY == 0:
            base[post // POSTS_PER_ENTRY] = left
        for slot in range(grid.degree):
            if partner[codes[post] * POST_STRIDE + slot] != slot and not seen[post] >> slot & 1:
                left += 1
    return left


@kernel
def _place(grid: PostGrid, codes: InU8, seen: InU8, base: InI32, post: int, slot: int) -> int:
    """Return the number of an end not seen among all these, -1 for one that was seen."""
    if seen[post] >> slot & 1:
        return -1
    partner = grid.partner
    place = base[post // POSTS_PER_ENTRY]
    for near in range(post // POSTS_PER_ENTRY * POSTS_PER_ENTRY, post + 1):
        for other in range(grid.degree if near < post else slot):
            if partner[codes[near] * POST_STRIDE + other] != other and not seen[near] >> other & 1:
                place += 1
    return place


@kernel
def _label(grid: PostGrid, codes: InU8, seen: InU8, base: InI32, labels: I32) -> int:
    """Give all ends of each closed stroke its number, from 1 on; return how many there are."""
    offset, back, partner = grid.offset, grid.back, grid.partner
    trails = 0
    for first in range(len(codes)):
        for begin in range(grid.degree):
            if partner[codes[first] * POST_STRIDE + begin] == begin:
                continue
            place = _place(grid, codes, seen, base, first, begin)
            if place < 0 or labels[place]:
                continue
            trails += 1
            post, slot = first, begin
            while True:
                labels[_place(grid, codes, seen, base, post, slot)] = trails
                row = (post & (grid.kinds - 1)) * POST_STRIDE + slot
                post += offset[row]
                slot = back[row]
                labels[_place(grid, codes, seen, base, post, slot)] = trails
                slot = partner[codes[post] * POST_STRIDE + slot]
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
    cosine, row = grid.cosine, kind * POST_STRIDE
    straight, crossed = cosine[(row + a) * POST_STRIDE + c], cosine[(row + a) * POST_STRIDE + d]
    if b != grid.degree:
        straight = max(straight, cosine[(row + d) * POST_STRIDE + b])
        crossed = max(crossed, cosine[(row + c) * POST_STRIDE + b])
    return crossed < straight - 1e-9


@kernel
def _code_with(grid: PostGrid, code: int, a: int, c: int, d: int, b: int) -> int:
    """Return the code like another in which a and c, d and b are one."""
    partner = grid.partner
    for other in range(len(partner) // POST_STRIDE):
        alike = True
        for slot in range(POST_STRIDE):
            expected = int(partner[code * POST_STRIDE + slot])
            if slot == a:
                expected = c
            elif slot == c:
                expected = a
            elif slot == d:
                expected = b
            elif slot == b:
                expected = d
            alike = alike and partner[other * POST_STRIDE + slot] == expected
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
            if here != 0 and partner[codes[post] * POST_STRIDE + slot] != slot:
                place = _place(grid, codes, seen, base, post, slot)
                trail = 0 if place < 0 else _home_of(home, labels[place])
                if one < 0 or trail == 0:
                    one, here = slot, trail
        for slot in range(pen if one >= 0 else 0):
            place = _place(grid, codes, seen, base, post, slot)
            if place < 0 or partner[codes[post] * POST_STRIDE + slot] == slot:
                continue
            guest = _home_of(home, labels[place])
            if guest == here or guest == 0:
                continue
            second = partner[codes[post] * POST_STRIDE + one]
            third, fourth = slot, partner[codes[post] * POST_STRIDE + slot]
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
    post, slot = start // POST_STRIDE, start % POST_STRIDE
    if not skip:
        posts[used] = post
        used += 1
    while True:
        row = (post & (grid.kinds - 1)) * POST_STRIDE + slot
        post += offset[row]
        arrived = back[row]
        slot = partner[codes[post] * POST_STRIDE + arrived]
        if post * POST_STRIDE + slot == start:
            return used
        if (
            slot == grid.degree
            or not straight[
                ((post & (grid.kinds - 1)) * POST_STRIDE + arrived) * POST_STRIDE + slot
            ]
        ):
            if used >= len(posts) - 1:
                return -1
            posts[used] = post
            used += 1
        if slot == grid.degree:
            return used


@kernel
def trace(grid: PostGrid, codes: InU8, ends: InI32, modes: InU8, posts: I32, starts: I64) -> int:
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
            post = end // POST_STRIDE
            end = post * POST_STRIDE + grid.partner[codes[post] * POST_STRIDE + end % POST_STRIDE]
        after = _bends(grid, codes, end, turned, posts, used)
        if after < 0:
            return stroke
        used = after
        if turned:
            posts[used] = end // POST_STRIDE
            used += 1
        starts[stroke + 1] = used
    return len(ends)
