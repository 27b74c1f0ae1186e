r"""The shortest line without a lift along all passages: which of them it runs through twice.

A line can be drawn without a lift where an even number of lines meets everywhere but at its ends
(Euler). Lines drawn twice must therefore change whether that number is even at all *odd* posts, and
nowhere else; the shortest such lines are wanted (M. Guan, 1960, the Chinese postman)::

    o---o---o             a dead end is always odd: its line is drawn twice if an odd number of
        |                 odd posts hangs on it. So trees are done leaf by leaf, exactly
        o

What is left are loops: chains of lines between *junctions*. Each chain has two ways to be drawn,
either of which doubles the lines that the other does not. A matching of least weight chooses
(J. Edmonds and E. L. Johnson, 1973): each chain has a node at either end; the two are a pair where
it takes the second way, and the nodes that meet at a post pair among themselves where not.

A line that may begin and end anywhere runs once along the path between its ends, where it would
else run twice. In a tree that is the longest path; all other lines of it are drawn twice::

            o  a post of a loop, or the last one of a tree
           / \
          o   o     the longest path in a tree leads up from one of its ends to a post, and from
         / \   \    there down to the other
        o   o   o

Where there are loops, two more nodes of each connected part are its ends. They are a pair where
both ends are in the same tree; else each takes a node of a junction, at most one of each: the line
ends there, or where the tree on it is deepest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, U8, kernel
from mazeeditor.core.processes.workers import run_apart
from mazeeditor.maze.search.joining import join_pairs, lowest_cells
from mazeeditor.page.scene import Ids, Numbers
from mazeeditor.page.walls.wall_graph import STRAIGHT, WallGraph, graph_at

# posts where loops meet: half a second, which grows with the cube of their number
EXACT_POSTS = 1_000
MATCHED_AT_ONCE = 250  # up to here the matching holds Python's lock for 25 ms
WEIGHT_UNITS = 1 << 20  # weights are whole numbers: a millionth of a cell


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
    shortest. Above ``EXACT_POSTS`` it may not be the shortest. Raises ``CancelledError``.
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
    return DoubledLines(twice.view(np.bool_), junctions, junctions <= EXACT_POSTS)


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
    count = _trace_chains(graph.ends, graph.first, graph.at, lengths, left, chains)
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
    if count > EXACT_POSTS:
        return ways_along_tree(junctions)
    return (
        run_apart(job, matched_ways, junctions)
        if count > MATCHED_AT_ONCE
        else matched_ways(junctions)
    )


@kernel
def _trace_chains(ends: I32, first: I64, at: I32, lengths: F64, left: Left, chains: _Chains) -> int:
    """Trace all chains; return how many. Only posts where chains end stay odd."""
    count = 0
    for stopping in (1, 0):  # what is left after the first round are loops without such posts
        for post in range(len(left.degree)):
            if left.degree[post] < 2 or chains.stops[post] < stopping:
                continue
            for i in range(first[post], first[post + 1]):
                line = at[i] >> 1
                if left.kept[line] and chains.of[line] < 0:
                    _trace_chain(ends, first, at, lengths, left, chains, at[i], count)
                    count += 1
    return count


@kernel
def _trace_chain(
    ends: I32,
    first: I64,
    at: I32,
    lengths: F64,
    left: Left,
    chains: _Chains,
    start: int,
    chain: int,
) -> int:
    """Trace a chain that leaves a post from an end, to the next post where chains end."""
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


class Left(NamedTuple):
    """What is not decided: ``kept`` uint8[w] lines, ``degree`` int32[p], ``odd`` uint8[p] posts."""

    kept: U8
    degree: I32
    odd: U8


class Reach(NamedTuple):
    """The best path from each post down its tree, and the best between two posts of that.

    ``height`` float64[p] is what the one to ``tip`` int32[p] is worth, ``best`` float64[p] the one
    from ``one`` to ``other`` int32[p], which are the same post where that is 0. ``up`` int32[p] is
    the end of the line by which a post was taken off, -1 for those that stayed.
    """

    height: F64
    tip: I32
    best: F64
    one: I32
    other: I32
    up: I32


def take_off(graph: WallGraph, left: Left, twice: U8) -> I32:
    """Take off dead ends until only loops are left; mark ``twice`` uint8[w] where posts are odd.

    Return int32[k], the ends of lines at the posts that were taken off, in this order.
    """
    taken = np.zeros(len(twice), np.int32)
    return taken[: _take_off(graph.ends, graph.first, graph.at, left, twice, taken)]


def reach_of(graph: WallGraph, taken: I32, worth: Numbers, of_ends: Numbers) -> Reach:
    """Return the best paths in what was ``taken`` off.

    ``worth`` float64[w] is that of lines, which may be negative, ``of_ends`` float64[p] what it
    adds that a path ends at a post, at least 0.
    """
    posts = np.arange(len(of_ends), dtype=np.int32)
    up = np.full(len(posts), -1, np.int32)
    up[graph.ends[taken]] = taken
    none = np.zeros(len(posts))
    reach = Reach(of_ends.copy(), posts.copy(), none, posts.copy(), posts.copy(), up)
    _reach(graph.ends, taken, worth, reach)
    return reach


def change_upwards(graph: WallGraph, reach: Reach, posts: Ids, changed: U8) -> None:
    """Flip ``changed`` uint8[w] of the lines from each of ``posts`` int64[k] as far up as it goes.

    For two posts of a tree those are flipped twice that are not between them.
    """
    _change_upwards(graph.ends, reach.up, posts.astype(np.int32), changed)


@kernel
def _take_off(ends: I32, first: I64, at: I32, left: Left, twice: U8, taken: I32) -> int:
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
            taken[count] = at[i]
            count += 1
            post = other
    return count


@kernel
def _reach(ends: I32, taken: I32, worth: F64, reach: Reach) -> None:
    height, best = reach.height, reach.best
    for i in range(len(taken)):
        post, above = ends[taken[i]], ends[taken[i] ^ 1]
        branch = height[post] + worth[taken[i] >> 1]
        if best[post] > best[above]:
            best[above] = best[post]
            reach.one[above] = reach.one[post]
            reach.other[above] = reach.other[post]
        if height[above] + branch > best[above]:
            best[above] = height[above] + branch
            reach.one[above] = reach.tip[above]
            reach.other[above] = reach.tip[post]
        if branch > height[above]:
            height[above] = branch
            reach.tip[above] = reach.tip[post]


@kernel
def _change_upwards(ends: I32, up: I32, posts: I32, changed: U8) -> None:
    for i in range(len(posts)):
        post = posts[i]
        while up[post] >= 0:
            changed[up[post] >> 1] ^= 1
            post = ends[up[post] ^ 1]


class FreeEnds(NamedTuple):
    """What a line saves that ends at or below a post, float64[p], and the part int32[p] of each.

    ``within`` float64[p] is what it saves with both ends in one tree, by the number of the part.
    """

    saved: Numbers
    part: I32
    within: Numbers


class Ways(NamedTuple):
    """Which chains take the second way, bool[c]; posts int64[k] that lines end at or below."""

    second: NDArray[np.bool_]
    ended: Ids


class Junctions(NamedTuple):
    """Chains, the posts int32[c, 2] that they join, what the second way adds float64[c].

    At posts that are ``odd`` uint8[p] an odd number of chains takes it. Of lines with free ends
    ``free`` is where they may be, and two more posts of each part are then odd, or none.
    """

    pairs: I32
    less: Numbers
    odd: U8
    free: FreeEnds | None


def matched_ways(junctions: Junctions) -> Ways:
    """Return the ways of least weight, by matching."""
    import rustworkx  # here: few lines need it

    pairs, less, odd, free = junctions
    nodes_at: dict[int, list[int]] = {}
    for chain, (one, other) in enumerate(pairs.tolist()):
        nodes_at.setdefault(one, []).append(2 * chain)
        nodes_at.setdefault(other, []).append(2 * chain + 1)
    lines = [(2 * chain, 2 * chain + 1, -_whole(weight)) for chain, weight in enumerate(less)]
    count = 2 * len(pairs)
    spare: dict[int, int] = {}  # a node of each post that no chain needs, and that post
    for post, nodes in nodes_at.items():
        uneven = len(nodes) % 2 != odd[post]
        # one node takes the place of what must be left over; of two a free end may take the second
        for _node in range(1 if uneven else 2 if free else 0):
            nodes.append(count)
            count += 1
        if free:
            spare[nodes[-1]] = post
        lines += [(one, other, 0) for one, other in combinations(nodes, 2)]
    ends = count
    if free:
        parts = dict.fromkeys(free.part[list(nodes_at)].tolist())
        lines += _of_free_ends(free, spare, {part: ends + 2 * i for i, part in enumerate(parts)})
        count += 2 * len(parts)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(lines)
    second = np.zeros(len(pairs), np.bool_)
    ended = []
    # of two chains between the same posts each has nodes of its own, so no pair occurs twice
    for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int):
        one, other = sorted(pair)
        if one ^ 1 == other and other < 2 * len(pairs):
            second[one // 2] = True
        if one < ends <= other:
            ended.append(spare[one])
    return Ways(second, np.array(ended, np.int64))


def _of_free_ends(
    free: FreeEnds, spare: dict[int, int], nodes: dict[int, int]
) -> Iterator[tuple[int, int, int]]:
    """Yield what joins the two free ends of each part: with each other, and with spare nodes.

    ``nodes`` are the first of the two by parts, and ``spare`` the posts of spare nodes.
    """
    for part, node in nodes.items():
        yield node, node + 1, _whole(free.within[part])
    for other, post in spare.items():
        node, saved = nodes[int(free.part[post])], _whole(free.saved[post])
        yield other, node, saved
        yield other, node + 1, saved


def _whole(weight: float) -> int:
    return round(float(weight) * WEIGHT_UNITS)


def ways_along_tree(junctions: Junctions) -> Ways:
    """Return ways that differ from the shorter ones along a tree of the smallest changes only."""
    pairs, less, odd, free = junctions
    second = less < 0
    turned = np.bincount(pairs[second].ravel(), minlength=len(odd))
    parity = odd ^ (turned & 1).astype(np.uint8)
    order = np.argsort(np.abs(less), kind="stable")
    joined = join_pairs(pairs[order], np.arange(len(odd), dtype=np.int32))
    chosen = np.sort(order[joined])
    places = np.zeros(len(odd))
    tree = graph_at(pairs[chosen].ravel(), places, places, STRAIGHT)
    changed = np.zeros(len(chosen), np.uint8)
    degree = np.diff(tree.first).astype(np.int32)
    taken = take_off(tree, Left(np.ones(len(chosen), np.uint8), degree, parity), changed)
    second[chosen] ^= changed.view(np.bool_)
    if free is None:
        return Ways(second, np.zeros(0, np.int64))
    # what it saves to take the other way along the tree from one free end to the other
    saved = np.where(second[chosen], less[chosen], -less[chosen])
    reach = reach_of(tree, taken, saved, free.saved)
    roots = distinct(pairs.ravel())
    roots = roots[reach.up[roots] < 0]
    roots = roots[reach.best[roots] > free.within[free.part[roots]]]
    ended = np.concatenate([reach.one[roots], reach.other[roots]]).astype(np.int64)
    changed[:] = 0
    change_upwards(tree, reach, ended, changed)
    second[chosen] ^= changed.view(np.bool_)
    return Ways(second, ended)
