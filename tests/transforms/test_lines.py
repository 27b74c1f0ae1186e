"""Inserting, deleting and resizing keep what stays, and carry the openings along."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.options import options_of
from mazeeditor.shapes import build
from mazeeditor.shapes.rectangular import LEFT, RIGHT, TOP
from mazeeditor.transforms import transformed
from mazeeditor.transforms.resize import resize
from tests.graphs import graph_of
from tests.oracle import open_field
from tests.transforms.samples import openings, picture, places, some_maze

ANCHORS = next(each.choices for each in options_of(resize) if each.name == "anchor")
seeds = st.integers(0, 10**9)


def some_line(maze: Maze, random: Random, more: int) -> dict[str, Any]:
    line = random.choice(["row", "column"])
    return {"line": line, "at": random.randint(0, getattr(maze.lattice, line + "s") - 1 + more)}


@settings(max_examples=150, deadline=None)
@given(seed=seeds)
def test_insert_then_delete_is_nothing(seed: int) -> None:
    maze = some_maze(seed)
    line = some_line(maze, Random(seed), 1)
    between = transformed("insert", maze, **line)
    assert picture(transformed("delete", between, **line)) == picture(maze)


@settings(max_examples=80, deadline=None)
@given(seed=seeds)
def test_insert_keeps_parts_and_loops(seed: int) -> None:
    maze = some_maze(seed)
    after = transformed("insert", maze, **some_line(maze, Random(seed), 1))
    one, other = graph_of(maze), graph_of(after)
    assert nx.number_connected_components(one) == nx.number_connected_components(other)
    assert len(one.edges) - len(one) == len(other.edges) - len(other)


@settings(max_examples=80, deadline=None)
@given(seed=seeds)
def test_delete_keeps_the_rest_and_joins_what_met(seed: int) -> None:
    maze, random = some_maze(seed), Random(seed)
    line = some_line(maze, random, 0)
    axis, at = ["row", "column"].index(line["line"]), line["at"]
    if (maze.lattice.rows, maze.lattice.columns)[axis] == 1:
        return
    graph = nx.Graph([tuple(each) for each in places(maze)])
    wanted = set()
    for each in map(tuple, places(maze)):
        lines = [place[axis] for place in each]
        if at not in lines:
            wanted.add(frozenset(_without(place, axis, at) for place in each))
    for other in range((maze.lattice.columns, maze.lattice.rows)[axis]):
        way = [(at + d, other) if axis == 0 else (other, at + d) for d in (-1, 0, 1)]
        if all(each in graph for each in way) and nx.is_path(graph, way):
            wanted.add(frozenset(_without(place, axis, at) for place in (way[0], way[2])))
    assert places(transformed("delete", maze, **line)) == wanted


def _without(place: tuple[int, int], axis: int, at: int) -> tuple[int, int]:
    moved = list(place)
    moved[axis] -= moved[axis] > at
    return moved[0], moved[1]


@pytest.mark.parametrize("anchor", ANCHORS)
@settings(max_examples=40, deadline=None)
@given(seed=seeds, more=st.tuples(st.integers(0, 6), st.integers(0, 6)))
def test_resize_up_then_down_is_nothing(anchor: str, seed: int, more: tuple[int, int]) -> None:
    maze = some_maze(seed)
    size: dict[str, Any] = {"rows": maze.lattice.rows, "columns": maze.lattice.columns}
    larger: dict[str, Any] = {"rows": size["rows"] + more[0], "columns": size["columns"] + more[1]}
    up = transformed("resize", maze, **larger, anchor=anchor)
    down = transformed("resize", up, **size, anchor=anchor)
    assert places(down) == places(maze)
    middles = [each for each in openings(maze) if each.slot is None]
    assert [each for each in openings(down) if each.slot is None] == middles


@settings(max_examples=60, deadline=None)
@given(seed=seeds, more=st.tuples(st.integers(0, 6), st.integers(0, 6)))
def test_a_maze_grows_without_new_parts_or_loops(seed: int, more: tuple[int, int]) -> None:
    maze, random = some_maze(seed), Random(seed)
    rows, columns = maze.lattice.rows + more[0], maze.lattice.columns + more[1]
    anchor = random.choice(ANCHORS)
    after = transformed("resize", maze, rows=rows, columns=columns, anchor=anchor)
    one, other = graph_of(maze), graph_of(after)
    parts = nx.number_connected_components
    loops = len(one.edges) - len(one) + parts(one)
    assert len(other.edges) - len(other) + parts(other) == loops
    assert parts(other) <= parts(one)
    if parts(one) == 1:
        assert parts(other) == 1


@pytest.mark.parametrize("anchor", ANCHORS)
def test_the_anchor_says_where_the_old_maze_stands(anchor: str) -> None:
    maze = open_field(2, 3)
    after = transformed("resize", maze, rows=4, columns=7, anchor=anchor)
    row = 0 if "top" in anchor else 2 if "bottom" in anchor else 1
    column = 0 if "left" in anchor else 4 if "right" in anchor else 2
    square = {frozenset(each) for each in places(after) if _all_within(each, row, column)}
    assert square == {
        frozenset((y + row, x + column) for y, x in each) for each in map(tuple, places(maze))
    }


def _all_within(pair: frozenset[tuple[int, int]], row: int, column: int) -> bool:
    inner = set(product(range(row, row + 2), range(column, column + 3)))
    return pair <= inner


def at(maze: Maze, row: int, column: int, slot: int | None = None) -> Opening:
    return Opening(maze.lattice.cell(row, column), slot)


def test_a_gap_stays_in_its_side() -> None:
    maze = open_field(4, 4)
    maze.set_openings(at(maze, 2, 0, LEFT), (at(maze, 3, 3, RIGHT), at(maze, 0, 1, TOP)))
    wide = transformed("insert", maze, line="column", at=0)
    assert openings(wide) == [at(wide, 2, 0, LEFT), at(wide, 3, 4, RIGHT), at(wide, 0, 2, TOP)]
    less = transformed("delete", maze, line="column", at=1)
    assert openings(less) == [at(less, 2, 0, LEFT), at(less, 3, 2, RIGHT), at(less, 0, 1, TOP)]
    cut = transformed("resize", maze, rows=2, columns=2)
    assert openings(cut) == [at(cut, 1, 0, LEFT), at(cut, 1, 1, RIGHT), at(cut, 0, 1, TOP)]


def test_who_stays_comes_before_who_moves() -> None:
    maze = open_field(1, 4)
    maze.set_openings(at(maze, 0, 3, TOP), (at(maze, 0, 2, TOP),))
    less = transformed("delete", maze, line="column", at=3)
    assert openings(less) == [at(less, 0, 1, TOP), at(less, 0, 2, TOP)]


def test_what_finds_no_place_is_dropped() -> None:
    maze = open_field(1, 3)
    maze.set_openings(at(maze, 0, 0), (at(maze, 0, 1), at(maze, 0, 2)))
    cut = transformed("resize", maze, columns=2)
    assert openings(cut) == [at(cut, 0, 0), at(cut, 0, 1)]
    one = transformed("resize", maze, columns=1)
    assert openings(one) == [at(one, 0, 0)]


def test_the_last_line_stays() -> None:
    from mazeeditor.errors import UsageError

    maze = Maze(build("rectangular", rows=1, columns=3))
    with pytest.raises(UsageError, match="last row or column"):
        transformed("delete", maze)
