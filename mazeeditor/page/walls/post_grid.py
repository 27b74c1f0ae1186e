r"""Posts in a pattern that repeats: a byte for each post says which walls meet there, and how.

The posts of squares, hexagons and triangles lie in rows that repeat after ``period`` posts. So an
end of a wall is a post and one of its slots, and what is around it needs no list. The pen is one
more slot: the end that is one with it begins a stroke. Which slots are one is the code of a post::

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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.kernels.compiled import F64, I32, U8
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.page.walls.pen_strokes import pair
from mazeeditor.page.walls.wall_graph import STRAIGHT, graph_at

ROOM = 8  # for the slots of a post in tables and in the number of an end: six and the pen
MASKS = 64  # which of six slots have walls
LINED_UP = 1e-9  # of the cosine between two walls that are one line


class PostGrid(NamedTuple):
    """The pattern, for kernels.

    Post ``p`` lies at ``x[place]``, ``y[row * lines + line[place]]`` in cells, with ``row, place =
    divmod(p - origin, period)``; its kind is ``p & (kinds - 1)``. Tables have ``ROOM`` entries a
    row: the wall at slot ``s`` of a post of kind ``k`` leads to the post ``offset[k, s]`` farther
    on, whose slot ``back[k, s]`` it is. Slots are in the order of the ids of their walls;
    ``straight[k, s, t]`` is 1 where two are one line, ``cosine[k, s, t]`` how much they bend, from
    -1, not at all. ``partner[code, s]`` is the slot that is one with another, itself where there
    is no wall; ``code[k, mask]`` the code of a post with the walls of a mask, ``degree`` the pen.
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
    straight, cosine = _bends(lattice, stars)
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
    offset = np.zeros((len(stars), ROOM), np.int32)
    back = np.zeros((len(stars), ROOM), np.uint8)
    for kind, star in enumerate(stars):
        offset[kind, : len(star.others)] = star.others - star.post
    for kind, star in enumerate(stars):
        for slot, other in enumerate(star.others.tolist()):
            home = offset[other % len(stars), : len(star.others)] == star.post - other
            back[kind, slot] = int(np.flatnonzero(home)[0])
    return offset.ravel(), back.ravel()


def _bends(lattice: Lattice, stars: list[_Star]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return straight and cosine of ``PostGrid``."""
    cosine = np.zeros((len(stars), ROOM, ROOM))
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
    partner = np.tile(np.arange(ROOM, dtype=np.uint8), (len(ways), 1))
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
            codes[kind, mask] = number[tuple(_paired(ahead, slots, degree))]
    return codes.ravel()


def _paired(ahead: Points, slots: list[int], pen: int) -> list[int]:
    """Return the partner of each slot where walls are in some of them."""
    ends = np.zeros(2 * len(slots), np.int32)  # post 0 is in the middle
    ends[1::2] = np.arange(len(slots)) + 1
    x, y = np.concatenate([np.zeros((1, 2)), ahead[slots]]).T.copy()
    graph = graph_at(ends, x, y, STRAIGHT)
    mate = np.full(len(ends), -1, np.int32)
    pair(graph.lines, graph.first, graph.at, mate)
    result = list(range(ROOM))
    for index, slot in enumerate(slots):
        end = int(mate[2 * index])
        other = pen if end < 0 else slots[end // 2]
        result[slot], result[other] = other, slot
    return result
