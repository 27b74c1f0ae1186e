"""Which of its two ways each chain between junctions takes, so that all together are the shortest.

In a matching of least weight (J. Edmonds and E. L. Johnson, 1973) each chain has a node at either
end; the two are a pair where it takes the second way, and those that meet at a post pair among
themselves where not.

A line with free ends runs once along the path between them, where it would else run twice. Of each
connected part two more nodes are its ends. They are a pair where both ends are in the same tree;
else each takes a node of a junction, at most one of each: the line ends there, or where the tree
on it is deepest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.kernels.compiled import I32, U8
from mazeeditor.making.paths.dead_ends import Left, change_upwards, reach_of, take_off
from mazeeditor.maze.search.distinct import distinct
from mazeeditor.maze.search.joining import join_pairs
from mazeeditor.page.scene import Ids, Numbers
from mazeeditor.page.walls.wall_graph import STRAIGHT, graph_at

FINE = 1 << 20  # weights are whole numbers: a millionth of a cell


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
    return round(float(weight) * FINE)


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
