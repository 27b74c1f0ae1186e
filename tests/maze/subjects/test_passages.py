"""Paths and borders of pictures in a route, as networkx finds them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.maze.subjects.picturesque.ends import _flood
from mazeeditor.maze.subjects.picturesque.passages import Passages, path_through

ROWS, COLUMNS = 6, 7


def test_a_path_leads_through_passages_and_is_the_shortest() -> None:
    random = np.random.default_rng(1)
    for _turn in range(10):
        right, down = (random.random((ROWS, COLUMNS)) < 0.6 for _grid in range(2))
        right[:, -1] = down[-1] = False
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(ROWS * COLUMNS))
        graph.add_edges_from((at, at + 1) for at in np.flatnonzero(right).tolist())
        graph.add_edges_from((at, at + COLUMNS) for at in np.flatnonzero(down).tolist())
        start, goal = map(int, random.integers(0, ROWS * COLUMNS, 2))
        path = path_through(Passages(right, down), start, goal, Job())
        if not nx.has_path(graph, start, goal):
            assert path == []
            continue
        assert (path[0], path[-1]) == (start, goal)
        assert all(graph.has_edge(*step) for step in pairwise(path))
        assert len(path) == nx.shortest_path_length(graph, start, goal) + 1


def test_ground_belongs_to_the_place_of_the_border_that_is_nearest() -> None:
    random = np.random.default_rng(2)
    grid: Any = nx.grid_2d_graph(ROWS, COLUMNS)
    for _turn in range(10):
        covered = random.random((ROWS, COLUMNS)) < 0.3
        border = np.flatnonzero(~covered.ravel())[::5].astype(np.int32)
        owner = np.where(covered, -2, -1).astype(np.int32).ravel()
        owner[border] = border
        queue = np.zeros(ROWS * COLUMNS, np.int32)
        queue[: len(border)] = border
        _flood(owner, queue, len(border), ROWS, COLUMNS, Job().signal)
        ground = grid.subgraph(zip(*np.nonzero(~covered), strict=True))
        away = dict(nx.all_pairs_shortest_path_length(ground))
        for at, of in enumerate(owner.tolist()):
            here = divmod(at, COLUMNS)
            if covered[here]:
                assert of == -2
                continue
            known = [away[here].get(divmod(place, COLUMNS)) for place in border.tolist()]
            reached = [length for length in known if length is not None]
            assert of == -1 if not reached else away[here][divmod(of, COLUMNS)] == min(reached)
