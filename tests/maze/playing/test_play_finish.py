"""The finish of a walk: a shortest route, and a digest that tells mazes apart."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.playing.walk import Walk, digest_of, finish_of
from tests.maze.playing.samples import drawn, knowing, maze


@pytest.mark.slow
def test_the_route_is_a_shortest_one() -> None:
    for seed in range(40):
        playable, graph = drawn(Random(seed))
        walk = knowing(Walk(playable))
        route = finish_of(walk, playable, Job()).route.tolist()
        if walk.shortest is None:
            assert route == [], seed
            continue
        assert len(route) == walk.shortest + 1, seed
        assert (route[0], route[-1] in walk.goals) == (walk.start, True), seed
        assert all(graph.has_edge(*pair) for pair in pairwise(route)) or walk.shortest == 0, seed
        assert nx.has_path(graph, walk.start, route[-1]), seed


def test_walls_and_openings_make_another_maze() -> None:
    one = maze()
    digests = {digest_of(one)}
    assert digest_of(maze()) in digests
    cells = [Opening(one.lattice.cell(*place)) for place in ((0, 0), (1, 1), (2, 3))]
    wall = np.array([one.lattice.wall(cells[0].cell, one.lattice.sides.index("right"))])
    changes: tuple[tuple[Opening | None, tuple[Opening, ...]], ...] = (
        (cells[0], (cells[1],)),
        (cells[1], (cells[0],)),
        (cells[0], ()),
        (None, (cells[0], cells[1])),
        (cells[0], (cells[1], cells[2])),
    )
    for entrance, exits in changes:
        one.set_openings(entrance, exits)
        digests.add(digest_of(one))
    assert len(digests) == 6
    one.write(wall, ~one.is_closed(wall))
    digests.add(digest_of(one))
    assert len(digests) == 7
