r"""Which walls a pen draws one after the other: the ends at each post in pairs.

Straight on where that goes, or on along the circle; the others with as little of a bend as can be,
so that no corner has more of a point than it must, and what is left over ends within a corner::

       |             \ | /
     --+--            \|/    the outer two are a pair, the middle one is left over
       |               +
"""

from __future__ import annotations

from mazeeditor.compiled import F64, I32, I64, U8, kernel
from mazeeditor.drawing.graph import goes_on, leaving


@kernel
def pair(ends: I32, first: I64, at: I32, x: F64, y: F64, bulges: F64, mate: I32) -> int:
    """Pair the ends at each post; return how many ends are left over, one at a post at the most."""
    loose = 0
    for post in range(len(x)):
        low, high = first[post], first[post + 1]
        for i in range(low, high):
            one = at[i]
            j = i + 1
            while mate[one] < 0 and j < high:
                other = at[j]
                if mate[other] < 0 and goes_on(ends, x, y, bulges, one, other):
                    mate[one] = other
                    mate[other] = one
                j += 1
        loose += _pair_bent(ends, at, x, y, bulges, mate, low, high)
    return loose


@kernel
def _pair_bent(
    ends: I32, at: I32, x: F64, y: F64, bulges: F64, mate: I32, low: int, high: int
) -> int:
    """Pair the ends of a post that are left, always the two that bend least; 1 if one is over."""
    left = 0
    for i in range(low, high):
        if mate[at[i]] < 0:
            left += 1
    while left > 1:
        one, other, least = -1, -1, 2.0
        for i in range(low, high):
            for j in range(i + 1, high):
                if mate[at[i]] < 0 and mate[at[j]] < 0:
                    bend = _bend(ends, x, y, bulges, at[i], at[j])
                    if bend < least - 1e-9:
                        one, other, least = at[i], at[j], bend
        mate[one] = other
        mate[other] = one
        left -= 2
    return left


@kernel
def _bend(ends: I32, x: F64, y: F64, bulges: F64, one: int, other: int) -> float:
    """Return how sharp the way from one end on to another is: -1 straight on to 1 right back."""
    ux, uy, _ = leaving(ends, x, y, bulges, one)
    vx, vy, _ = leaving(ends, x, y, bulges, other)
    return ux * vx + uy * vy


@kernel
def find_trail(trail: I32, wall: int) -> int:
    """Return the wall that stands for the trail of ``wall`` (union-find, path halving)."""
    while trail[wall] != wall:
        trail[wall] = trail[trail[wall]]
        wall = trail[wall]
    return wall


@kernel
def join(mate: I32, trail: I32, is_open: U8) -> int:
    """Join paired walls to trails, and mark those that have ends."""
    for end in range(len(mate)):
        if mate[end] >= 0:
            trail[find_trail(trail, end >> 1)] = find_trail(trail, mate[end] >> 1)
    for end in range(len(mate)):
        if mate[end] < 0:
            is_open[find_trail(trail, end >> 1)] = 1
    return len(mate)


@kernel
def _bends_more(ends: I32, x: F64, y: F64, bulges: F64, a: int, b: int, c: int, d: int) -> bool:
    """Whether the pairs a-c and d-b are sharper than a-d and c-b; b may be -1, the end of all."""
    straight, crossed = _bend(ends, x, y, bulges, a, c), _bend(ends, x, y, bulges, a, d)
    if b >= 0:
        straight = max(straight, _bend(ends, x, y, bulges, d, b))
        crossed = max(crossed, _bend(ends, x, y, bulges, c, b))
    return crossed < straight - 1e-9


@kernel
def splice(
    ends: I32,
    first: I64,
    at: I32,
    x: F64,
    y: F64,
    bulges: F64,
    mate: I32,
    trail: I32,
    is_open: U8,
) -> int:
    """Lead at each post one trail through all closed ones that pass there.

    With a-b a pair of the trail and c-d one of the closed trail, a-c and d-b lead through both, and
    so do a-d and c-b: the way that bends less.
    """
    spliced = 0
    for post in range(len(first) - 1):
        low, high = first[post], first[post + 1]
        if low == high:
            continue
        one = at[low]
        for i in range(low, high):
            if is_open[find_trail(trail, at[i] >> 1)]:
                one = at[i]
                break
        home = find_trail(trail, one >> 1)
        for i in range(low, high):
            third = at[i]
            guest = find_trail(trail, third >> 1)
            if guest != home and not is_open[guest]:
                second, fourth = mate[one], mate[third]
                if _bends_more(ends, x, y, bulges, one, second, third, fourth):
                    third, fourth = fourth, third
                mate[one] = third
                mate[third] = one
                mate[fourth] = second
                if second >= 0:
                    mate[second] = fourth
                trail[guest] = home
                spliced += 1
    return spliced
