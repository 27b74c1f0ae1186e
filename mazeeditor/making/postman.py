r"""The shortest line without a lift along all passages: which of them it runs through twice.

A line can be drawn without a lift where an even number of lines meets everywhere but at its ends
(Euler). Lines drawn twice must therefore change whether that number is even at all *odd* posts, and
nowhere else; the shortest such lines are wanted (M. Guan, 1960, the Chinese postman)::

    o---o---o             a dead end is always odd: its line is drawn twice if an odd number of
        |                 odd posts hangs on it. So trees are done leaf by leaf, exactly
        o

What is left are loops. Their chains of posts where two lines meet have two ways to be drawn, each
the other's opposite, and which of the two each chain takes is a matching of least weight (J.
Edmonds and E. L. Johnson, 1973). In it each chain has a node at either end; the two are a pair
where it takes the second way, and those that meet at a post pair among themselves where not.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.compiled import F64, I32, I64, U8, kernel
from mazeeditor.drawing.scene import Ids, Numbers
from mazeeditor.drawing.wall_graph import STRAIGHT, WallGraph, graph_at
from mazeeditor.job import Job
from mazeeditor.making.own_process import run_apart
from mazeeditor.maze.joining import join_pairs

EXACT = 1_000  # posts where loops meet: half a second, which grows with the cube of their number
AT_ONCE = 250  # up to here the matching holds Python's lock for 25 ms
FINE = 1 << 20  # weights are whole numbers: a millionth of a cell


class DoubledLines(NamedTuple):
    """Which lines are drawn twice, bool[w]; how many posts of loops there are, at most ``EXACT``.

    ``shortest`` is whether no others are shorter.
    """

    twice: NDArray[np.bool_]
    junctions: int
    shortest: bool


class _Left(NamedTuple):
    """What is not decided: ``kept`` uint8[w] lines, ``degree`` int32[p], ``odd`` uint8[p] posts."""

    kept: U8
    degree: I32
    odd: U8


class _Chains(NamedTuple):
    """Chains of lines between posts where loops meet; arrays of a length above their number.

    ``first`` and ``last`` int32 are their posts, ``less`` float64 how much longer their second way
    is. Line ``i`` belongs to chain ``of[i]`` int32[w], and ``twice`` uint8[w] is whether it is
    drawn twice on the first way.
    """

    first: I32
    last: I32
    less: F64
    of: I32
    twice: U8


def doubled_lines(graph: WallGraph, lengths: Numbers, ends: Ids, job: Job) -> DoubledLines:
    """Return which lines to draw twice so that each connected part is one line, the shortest.

    ``lengths`` float64[w]. The line begins at one of the posts ``ends`` int64[0 or 2] and ends at
    the other, or where it begins. Above ``EXACT`` it may not be the shortest. Raises
    ``CancelledError``.
    """
    degree = np.diff(graph.first).astype(np.int32)
    odd = (degree & 1).astype(np.uint8)
    odd[ends] ^= 1
    twice = np.zeros(len(lengths), np.uint8)
    left = _Left(np.ones(len(lengths), np.uint8), degree, odd)
    _peel(graph.ends, graph.first, graph.at, left, twice)
    job.check()
    if not left.kept.any():
        return DoubledLines(twice.view(np.bool_), 0, shortest=True)
    chains = _Chains(
        np.zeros(len(lengths), np.int32),
        np.zeros(len(lengths), np.int32),
        np.zeros(len(lengths)),
        np.full(len(lengths), -1, np.int32),
        np.zeros(len(lengths), np.uint8),
    )
    count = _follow(graph.ends, graph.first, graph.at, lengths, left, chains)
    first, last, less = chains.first[:count], chains.last[:count], chains.less[:count]
    junctions = int(np.count_nonzero(left.degree > 2))
    exact = junctions <= EXACT
    second = (first == last) & (less < 0)
    apart = np.flatnonzero(first != last)
    known = np.stack([first[apart], last[apart]], axis=1), less[apart], odd
    if not exact:
        second[apart] = _along_tree(*known)
    elif junctions > AT_ONCE:
        second[apart] = run_apart(job, _matched, *known)
    else:
        second[apart] = _matched(*known)
    job.check()
    on_loops = chains.of >= 0
    twice[on_loops] = chains.twice[on_loops] ^ second[chains.of[on_loops]]
    return DoubledLines(twice.view(np.bool_), junctions, exact)


def _matched(pairs: NDArray[np.int32], less: Numbers, odd: U8) -> NDArray[np.bool_]:
    """Return bool[c], which chains take the second way: the least weight by matching."""
    import rustworkx  # here: few lines need it

    nodes_at: dict[int, list[int]] = {}
    for chain, (one, other) in enumerate(pairs.tolist()):
        nodes_at.setdefault(one, []).append(2 * chain)
        nodes_at.setdefault(other, []).append(2 * chain + 1)
    weights = np.round(less * FINE).astype(np.int64)
    lines = [(2 * chain, 2 * chain + 1, -weight) for chain, weight in enumerate(weights.tolist())]
    count = 2 * len(pairs)
    for post, nodes in nodes_at.items():
        if len(nodes) % 2 != odd[post]:  # one more takes the place of what must be left over
            nodes.append(count)
            count += 1
        lines += [(one, other, 0) for one, other in combinations(nodes, 2)]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(lines)
    second = np.zeros(len(pairs), np.bool_)
    # of two chains between the same posts each has nodes of its own, so no pair occurs twice
    for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int):
        one, other = sorted(pair)
        if one ^ 1 == other and other < 2 * len(pairs):
            second[one // 2] = True
    return second


def _along_tree(pairs: NDArray[np.int32], less: Numbers, odd: U8) -> NDArray[np.bool_]:
    """Return bool[c] as ``_matched``, of ways that change along a tree of the shortest changes."""
    second = less < 0
    turned = np.bincount(pairs[second].ravel(), minlength=len(odd))
    parity = odd ^ (turned & 1).astype(np.uint8)
    change = np.abs(less)
    order = np.argsort(change, kind="stable")
    joined = join_pairs(pairs[order], np.arange(len(odd), dtype=np.int32))
    chosen = np.sort(order[joined])
    places = np.zeros(len(odd))
    tree = graph_at(pairs[chosen].ravel(), places, places, STRAIGHT)
    changed = np.zeros(len(chosen), np.uint8)
    left = _Left(np.ones(len(chosen), np.uint8), np.diff(tree.first).astype(np.int32), parity)
    _peel(tree.ends, tree.first, tree.at, left, changed)
    second[chosen] ^= changed.view(np.bool_)
    return second


@kernel
def _peel(ends: I32, first: I64, at: I32, left: _Left, twice: U8) -> int:
    """Take off dead ends until only loops are left; mark what is drawn twice; return how many."""
    count = 0
    for start in range(len(left.degree)):
        post = start
        while left.degree[post] == 1:
            i = first[post]
            while not left.kept[at[i] >> 1]:
                i += 1
            line, other = at[i] >> 1, ends[at[i] ^ 1]
            left.kept[line] = 0
            left.degree[post] = 0
            left.degree[other] -= 1
            if left.odd[post]:
                twice[line] = 1
                left.odd[post] = 0
                left.odd[other] ^= 1
                count += 1
            post = other
    return count


@kernel
def _follow(ends: I32, first: I64, at: I32, lengths: F64, left: _Left, chains: _Chains) -> int:
    """Follow all chains; return how many. Only posts where chains end stay odd."""
    count = 0
    for least in (3, 2):  # what is left after the first round are loops without such posts
        for post in range(len(left.degree)):
            if left.degree[post] < least:
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
    left: _Left,
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
        if left.degree[post] != 2 or post == ends[start]:
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
