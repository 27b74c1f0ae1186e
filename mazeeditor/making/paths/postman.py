r"""The shortest line without a lift along all passages: which of them it runs through twice.

A line can be drawn without a lift where an even number of lines meets everywhere but at its ends
(Euler). Lines drawn twice must therefore change whether that number is even at all *odd* posts, and
nowhere else; the shortest such lines are wanted (M. Guan, 1960, the Chinese postman)::

    o---o---o             a dead end is always odd: its line is drawn twice if an odd number of
        |                 odd posts hangs on it. So trees are done leaf by leaf, exactly
        o

What is left are loops. Their chains of posts where two lines meet have two ways to be drawn, each
the other's opposite; ``chain_ways.py`` decides which of the two each chain takes.

A line that may begin and end anywhere runs once along the path between its ends, where it would
else run twice. In a tree that is the longest path; all other lines of it are drawn twice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, U8, kernel
from mazeeditor.core.processes.workers import run_apart
from mazeeditor.making.paths.chain_ways import (
    FreeEnds,
    Junctions,
    Ways,
    matched_ways,
    ways_along_tree,
)
from mazeeditor.making.paths.dead_ends import Left, Reach, change_upwards, reach_of, take_off
from mazeeditor.maze.search.joining import join_pairs, lowest_cells
from mazeeditor.page.scene import Ids, Numbers
from mazeeditor.page.walls.wall_graph import WallGraph

EXACT = 1_000  # posts where loops meet: half a second, which grows with the cube of their number
AT_ONCE = 250  # up to here the matching holds Python's lock for 25 ms


class DoubledLines(NamedTuple):
    """Which lines are drawn twice, bool[w]; at how many junctions on loops that was decided.

    ``shortest`` is whether no others are shorter.
    """

    twice: NDArray[np.bool_]
    junctions: int
    shortest: bool


class _Chains(NamedTuple):
    """Chains of lines between junctions on loops; arrays of a length above their number.

    ``first`` and ``last`` int32 are their posts, ``less`` float64 how much longer their second way
    is. Line ``i`` belongs to chain ``of[i]`` int32[w], and ``twice`` uint8[w] is whether it is
    drawn twice on the first way. ``stops`` uint8[p] is whether chains end at a post.
    """

    first: I32
    last: I32
    less: F64
    of: I32
    twice: U8
    stops: U8


def doubled_lines(graph: WallGraph, lengths: Numbers, ends: Ids | None, job: Job) -> DoubledLines:
    """Return which lines to draw twice so that each connected part is one line, the shortest.

    ``lengths`` float64[w]. The line begins at one of the posts ``ends`` int64[0 or 2] and ends at
    the other, or where it begins; where ``ends`` is None, each line has those that make it the
    shortest. Above ``EXACT`` it may not be the shortest. Raises ``CancelledError``.
    """
    degree = np.diff(graph.first).astype(np.int32)
    odd = (degree & 1).astype(np.uint8)
    if ends is not None:
        odd[ends] ^= 1
    twice = np.zeros(len(lengths), np.uint8)
    left = Left(np.ones(len(lengths), np.uint8), degree, odd)
    taken = take_off(graph, left, twice)
    job.check()
    stops = left.degree > 2
    if ends is not None:
        _decide(graph, lengths, left, stops, None, twice, job)
    else:
        reach = reach_of(graph, taken, lengths, np.zeros(len(degree)))
        stops |= (left.degree == 2) & (reach.height > 0)
        part, top = _parts(graph, reach)
        free = FreeEnds(reach.height, part, reach.best[top])
        ended = _decide(graph, lengths, left, stops, free, twice, job)
        in_tree = part == np.arange(len(part))  # each part once
        in_tree[part[ended]] = False
        within = top[in_tree]
        tips = np.concatenate([reach.tip[ended], reach.one[within], reach.other[within]])
        change_upwards(graph, reach, tips, twice)
    junctions = int(np.count_nonzero(stops))
    return DoubledLines(twice.view(np.bool_), junctions, junctions <= EXACT)


def _parts(graph: WallGraph, reach: Reach) -> tuple[I32, Ids]:
    """Return int32[p], the connected part of each post, and int64[p], where its best tree is.

    The number of a part is that of its lowest post.
    """
    part = np.arange(len(graph.x), dtype=np.int32)
    join_pairs(graph.ends.reshape(-1, 2), part)
    part = lowest_cells(part)
    roots = np.flatnonzero(reach.up < 0)
    roots = roots[np.argsort(reach.best[roots], kind="stable")]
    top = np.zeros(len(part), np.int64)
    top[part[roots]] = roots  # the last of a part stays
    return part, top


def _decide(
    graph: WallGraph,
    lengths: Numbers,
    left: Left,
    stops: NDArray[np.bool_],
    free: FreeEnds | None,
    twice: U8,
    job: Job,
) -> Ids:
    """Write into ``twice`` which lines of loops are; return the posts that lines end at or below.

    Chains lead between ``stops`` bool[p].
    """
    chains = _Chains(
        np.zeros(len(lengths), np.int32),
        np.zeros(len(lengths), np.int32),
        np.zeros(len(lengths)),
        np.full(len(lengths), -1, np.int32),
        np.zeros(len(lengths), np.uint8),
        stops.astype(np.uint8),
    )
    count = _follow(graph.ends, graph.first, graph.at, lengths, left, chains)
    first, last, less = chains.first[:count], chains.last[:count], chains.less[:count]
    second = (first == last) & (less < 0)
    apart = np.flatnonzero(first != last)
    pairs = np.stack([first[apart], last[apart]], axis=1)
    ways = _ways(Junctions(pairs, less[apart], left.odd, free), int(stops.sum()), job)
    job.check()
    second[apart] = ways.second
    on_loops = chains.of >= 0
    twice[on_loops] = chains.twice[on_loops] ^ second[chains.of[on_loops]]
    return ways.ended


def _ways(junctions: Junctions, count: int, job: Job) -> Ways:
    if not len(junctions.pairs):
        return Ways(np.zeros(0, np.bool_), np.zeros(0, np.int64))
    if count > EXACT:
        return ways_along_tree(junctions)
    return run_apart(job, matched_ways, junctions) if count > AT_ONCE else matched_ways(junctions)


@kernel
def _follow(ends: I32, first: I64, at: I32, lengths: F64, left: Left, chains: _Chains) -> int:
    """Follow all chains; return how many. Only posts where chains end stay odd."""
    count = 0
    for stopping in (1, 0):  # what is left after the first round are loops without such posts
        for post in range(len(left.degree)):
            if left.degree[post] < 2 or chains.stops[post] < stopping:
                continue
            for i in range(first[post], first[post + 1]):
                line = at[i] >> 1
                if left.kept[line] and chains.of[line] < 0:
                    _chain(ends, first, at, lengths, left, chains, at[i], count)
                    count += 1
    return count


@kernel
def _chain(
    ends: I32,
    first: I64,
    at: I32,
    lengths: F64,
    left: Left,
    chains: _Chains,
    start: int,
    chain: int,
) -> int:
    """Follow a chain that leaves a post from an end, to the next post where chains end."""
    end, twice, less = start, 0, 0.0
    while True:
        line, post = end >> 1, ends[end ^ 1]
        chains.of[line] = chain
        chains.twice[line] = twice
        less += -lengths[line] if twice else lengths[line]
        if chains.stops[post] or post == ends[start]:
            break
        twice ^= left.odd[post]
        left.odd[post] = 0
        i = first[post]
        while not left.kept[at[i] >> 1] or chains.of[at[i] >> 1] >= 0:
            i += 1
        end = at[i]
    left.odd[post] ^= twice
    chains.first[chain] = ends[start]
    chains.last[chain] = post
    chains.less[chain] = less
    return chain
