"""Strokes draw each wall once, are as few as possible, and are drawn with little travel."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.maze.maze import Maze
from mazeeditor.page.walls.pen_strokes import Chains, chains_of, in_order
from mazeeditor.page.walls.wall_graph import WallGraph, graph_of
from tests.kernels import compiled, interpreted
from tests.page.mazes import Wall, fewest_strokes, made, mazes, triangles, walls_of

MIDDLE = 2 * 5 + 2  # of a net of triangles, five posts in a row
Pen = list[list[tuple[float, float]]]


def drawn(chains: Chains, graph: WallGraph) -> Pen:
    """Return the places that each stroke visits, back to the first where it is closed."""
    strokes = []
    for number, closed in enumerate(chains.closed):
        posts = chains.posts[chains.starts[number] : chains.starts[number + 1]].tolist()
        posts += posts[:1] * bool(closed)
        strokes.append([(float(graph.x[post]), float(graph.y[post])) for post in posts])
    return strokes


def unit_walls(strokes: Pen) -> Counter[Wall]:
    """Return how often each unit of wall is drawn."""
    result: Counter[Wall] = Counter()
    for stroke in strokes:
        for (ax, ay), (bx, by) in pairwise(stroke):
            length = round(abs(bx - ax) + abs(by - ay))
            dx, dy = (bx - ax) / length, (by - ay) / length
            assert sorted((abs(dx), abs(dy))) == [0, 1]
            for step in range(length):
                x, y = ax + dx * step, ay + dy * step
                ends = sorted([(int(x), int(y)), (int(x + dx), int(y + dy))])
                result[ends[0] + ends[1]] += 1
    return result


def strokes_of(maze: Maze) -> Pen:
    graph = graph_of(maze)
    return drawn(in_order(chains_of(graph), graph), graph)


@given(mazes())
def test_each_wall_once_in_the_fewest_strokes(maze: Maze) -> None:
    strokes = strokes_of(maze)
    assert unit_walls(strokes) == Counter(walls_of(maze))
    assert len(strokes) == fewest_strokes(walls_of(maze))


@given(mazes())
def test_a_stroke_has_no_points_on_its_straight_lines(maze: Maze) -> None:
    for stroke in strokes_of(maze):
        points = stroke + stroke[1:2] * (stroke[0] == stroke[-1] and len(stroke) > 2)
        for a, b, c in zip(points[:-2], points[1:-1], points[2:], strict=True):
            straight = (a[0] == b[0] == c[0]) or (a[1] == b[1] == c[1])
            assert not straight or (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0


def _star(others: list[int]) -> WallGraph:
    """Return the walls between the middle post of a net of triangles and some around it."""
    star = triangles(0, 1.0)
    pairs = star.ends.reshape(-1, 2)
    keep = (pairs == MIDDLE).any(axis=1) & np.isin(pairs, others).any(axis=1)
    ends = pairs[keep].ravel()
    at = np.argsort(ends, kind="stable").astype(np.int32)
    first = np.searchsorted(ends[at], np.arange(len(star.x) + 1)).astype(np.int64)
    return WallGraph(ends, first, at, star.x, star.y)


def test_strokes_bend_as_little_as_they_can() -> None:
    """Of three walls 60 degrees apart the outer two are one stroke, the one between another."""
    for around in ([13, 17, 16], [17, 16, 11], [16, 11, 7], [8, 13, 17]):
        graph = _star(around)
        chains = chains_of(graph)
        (bent,) = (
            chains.posts[a:b].tolist() for a, b in pairwise(chains.starts.tolist()) if b - a == 3
        )
        assert {bent[0], bent[2]} == {around[0], around[2]}


def test_strokes_go_straight_on_where_walls_cross() -> None:
    """A star of six walls is three straight strokes, whatever order its walls come in."""
    star, middle = _star([7, 8, 11, 13, 16, 17]), MIDDLE
    chains = chains_of(star)
    assert len(chains.closed) == 3
    assert len(chains.posts) == 6
    for stroke in drawn(chains, star):
        assert np.mean(stroke, axis=0) == pytest.approx([star.x[middle], star.y[middle]])


def _random_graph(seed: int, posts: int, walls: int) -> WallGraph:
    """Return walls between random posts in no pattern at all, as no shape has them."""
    random = np.random.default_rng(seed)
    pairs = {tuple(sorted(random.choice(posts, 2, replace=False).tolist())) for _ in range(walls)}
    ends = np.array(sorted(pairs), np.int32).ravel()
    at = np.argsort(ends, kind="stable").astype(np.int32)
    first = np.searchsorted(ends[at], np.arange(posts + 1)).astype(np.int64)
    return WallGraph(ends, first, at, *random.random((2, posts)))


@given(st.integers(0, 10**6), st.integers(2, 30), st.integers(1, 90))
def test_of_any_graph(seed: int, posts: int, walls: int) -> None:
    graph = _random_graph(seed, posts, walls)
    strokes = drawn(in_order(chains_of(graph), graph), graph)
    place = {(float(graph.x[post]), float(graph.y[post])): post for post in range(posts)}
    lines = [sorted((place[a], place[b])) for stroke in strokes for a, b in pairwise(stroke)]
    assert sorted(lines) == sorted(graph.ends.reshape(-1, 2).tolist())
    network = nx.Graph(graph.ends.reshape(-1, 2).tolist())
    pieces = (network.subgraph(piece) for piece in nx.connected_components(network))
    odd = [sum(d % 2 for _, d in piece.degree()) for piece in pieces]
    assert len(strokes) == sum(max(1, each // 2) for each in odd)


def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    maze = made(25, 30, braid=0.5)
    results = []
    for way in (compiled, interpreted):
        with way(monkeypatch):
            graph = graph_of(maze)
            results.append(drawn(in_order(chains_of(graph), graph), graph))
    assert results[0] == results[1]


def test_the_pen_travels_little_between_strokes() -> None:
    maze = made(60, 60)
    graph = graph_of(maze)
    plain, ordered = chains_of(graph), in_order(chains_of(graph), graph)
    assert _travel(drawn(ordered, graph)) < 0.3 * _travel(drawn(plain, graph))
    assert _travel(drawn(ordered, graph)) < 2.5 * len(ordered.closed)


def _travel(strokes: Pen) -> float:
    ways = pairwise(strokes)
    return sum(float(np.hypot(b[0][0] - a[-1][0], b[0][1] - a[-1][1])) for a, b in ways)
