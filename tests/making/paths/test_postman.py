"""One line whose ends may be anywhere: no shorter one is found by trying all, or by a matching."""

from __future__ import annotations

from itertools import product
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.making.paths import postman
from mazeeditor.page.walls.wall_graph import STRAIGHT, graph_at
from tests.breadth import stress
from tests.making.areas import lines_of
from tests.making.designs import SIZES, design_of, maze_of
from tests.making.jobs.test_path import (
    CLOSE,
    apart_at_most,
    made,
    noded,
)

Line = tuple[int, int, int]  # two posts, and how long


def twice_of(lines: list[Line], ends: list[int] | None = None) -> set[int]:
    """Return which lines are drawn twice."""
    pairs = np.array([line[:2] for line in lines], np.int32)
    places = np.zeros(int(pairs.max()) + 1)
    graph = graph_at(pairs.ravel(), places, places, STRAIGHT)
    lengths = np.array([line[2] for line in lines], np.float64)
    chosen = None if ends is None else np.array(ends, np.int64)
    doubled = postman.doubled_lines(graph, lengths, chosen, Job())
    assert doubled.shortest == (doubled.junctions <= postman.EXACT_POSTS)
    return set(np.flatnonzero(doubled.twice).tolist())


def parts_of(lines: list[Line]) -> list[set[int]]:
    graph = networkx.MultiGraph([line[:2] for line in lines])
    return [set(part) for part in networkx.connected_components(graph)]


def is_drawn_at_once(lines: list[Line], twice: set[int]) -> bool:
    """Whether each connected part is one line: no more than two odd posts (Euler)."""
    graph = networkx.MultiGraph([line[:2] for line in lines])
    graph.add_edges_from(lines[i][:2] for i in twice)
    odd = {post for post, degree in graph.degree if degree % 2}
    return all(len(odd & part) <= 2 for part in parts_of(lines))


def least_again(lines: list[Line]) -> int:
    """Return the least that is drawn twice, by trying all."""
    return min(
        sum(lines[i][2] for i in twice)
        for choice in product([False, True], repeat=len(lines))
        for twice in [{i for i, again in enumerate(choice) if again}]
        if is_drawn_at_once(lines, twice)
    )


few_lines = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 9)).filter(
        lambda line: line[0] != line[1]
    ),
    min_size=1,
    max_size=9,
)


@pytest.mark.slow
@settings(max_examples=1000 if stress() else 20, deadline=None)
@given(lines=few_lines)
def test_no_choice_of_lines_is_shorter(lines: list[Line]) -> None:
    twice = twice_of(lines)
    assert is_drawn_at_once(lines, twice)
    assert sum(lines[i][2] for i in twice) == least_again(lines)


def test_ends_are_where_they_save_most() -> None:
    cases: list[tuple[list[Line], int]] = [
        ([(0, 1, 5)], 0),
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1)], 0),  # a loop needs no ends
        ([(0, 1, 1), (0, 2, 2), (0, 3, 4)], 1),  # a star: without its two longest arms
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 2), (0, 4, 3)], 0),  # both ends at one post
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 2), (0, 4, 3), (0, 5, 4)], 2),
        ([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 9), (1, 4, 9), (2, 5, 5)], 5 + 1),
        ([(0, 1, 1), (0, 1, 1), (2, 3, 1), (2, 4, 2), (2, 5, 3)], 1),  # two parts
    ]
    for lines, again in cases:
        twice = twice_of(lines)
        assert is_drawn_at_once(lines, twice), lines
        assert sum(lines[i][2] for i in twice) == again == least_again(lines), lines


@pytest.mark.parametrize("shape", SIZES)
def test_beyond_the_limit_the_line_is_whole_and_says_what_it_is(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    maze = maze_of(shape, 2, 0.5)
    options: dict[str, Any] = {"job": "path", "continuous": True}
    design = design_of(maze, **options, ends="anywhere")
    shortest = made(design)[1].length
    monkeypatch.setattr(postman, "EXACT_POSTS", 1)
    product, paths = made(design)
    (line,) = lines_of(paths)
    passages = noded(lines_of(made(design_of(maze, job="path"))[1]))
    assert apart_at_most(line, passages) < CLOSE
    assert apart_at_most(passages, line) < CLOSE
    assert paths.length >= shortest - CLOSE
    assert paths.length < made(design_of(maze, **options))[1].length
    assert "may not be the shortest" in product.warnings[0]


def test_a_maze_of_one_loop_needs_no_ends() -> None:
    maze = mazeeditor.generate(rows=2, columns=2, seed=1, braid=1.0)
    maze.set_openings(None, ())
    product, paths = made(design_of(maze, job="path", continuous=True, ends="anywhere"))
    assert product.details["twice"] == 0.0
    assert bool(paths.closed[0])
