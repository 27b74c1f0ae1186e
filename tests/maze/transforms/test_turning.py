"""Flip, rotate and transpose move every cell, wall and opening by the geometry, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms import apply_transform
from mazeeditor.maze.transforms.symmetry import motions as symmetry
from tests.breadth import examples
from tests.maze.transforms.samples import picture, places, some_maze
from tests.oracle import open_field

TURNS = [
    ("flip", {"direction": "horizontal"}, lambda x, y, w, _h: (w - x, y)),
    ("flip", {"direction": "vertical"}, lambda x, y, _w, h: (x, h - y)),
    ("rotate", {"by": "90"}, lambda x, y, _w, h: (h - y, x)),
    ("rotate", {"by": "180"}, lambda x, y, w, h: (w - x, h - y)),
    ("rotate", {"by": "270"}, lambda x, y, w, _h: (y, w - x)),
    ("transpose", {}, lambda x, y, _w, _h: (y, x)),
]
Turn = Callable[[float, float, float, float], tuple[float, float]]


def gaps(maze: Maze) -> list[tuple[float, ...]]:
    """Return a point for each opening: the middle of its gap, or of its cell."""
    geometry, result = maze.lattice.geometry, []
    for each in ([maze.entrance] if maze.entrance else []) + list(maze.exits):
        points: Points = geometry.centres(np.array([each.cell]))
        if each.slot is not None:
            ids = np.array([maze.lattice.wall(each.cell, each.slot)])
            points = geometry.post_positions(geometry.posts(ids)[0])
        result.append(tuple(points.mean(axis=0)))
    return result


@pytest.mark.sample(3)
@pytest.mark.parametrize(("name", "options", "turn"), TURNS)
@examples(15)
@given(seed=st.integers(0, 10**9))
def test_everything_lies_where_the_geometry_places_it(
    name: str, options: dict[str, Any], turn: Turn, seed: int
) -> None:
    maze = some_maze(seed)
    after = apply_transform(name, maze, **options)
    width, height = maze.lattice.columns, maze.lattice.rows

    def moved(row: int, column: int) -> tuple[int, int]:
        x, y = turn(column + 0.5, row + 0.5, width, height)
        return int(y), int(x)

    assert places(after) == {frozenset(moved(*end) for end in place) for place in places(maze)}
    assert gaps(after) == [turn(x, y, width, height) for x, y in gaps(maze)]


@pytest.mark.slow
@examples(20)
@given(seed=st.integers(0, 10**9))
def test_back_again(seed: int) -> None:
    maze = some_maze(seed)
    turns: list[tuple[str, dict[str, Any], int]] = [
        ("flip", {"direction": "horizontal"}, 2),
        ("flip", {"direction": "vertical"}, 2),
        ("rotate", {"by": "90"}, 4),
        ("rotate", {"by": "180"}, 2),
        ("transpose", {}, 2),
    ]
    for name, options, times in turns:
        after = maze
        for _time in range(times):
            after = apply_transform(name, after, **options)
        assert picture(after) == picture(maze)
    there = apply_transform("rotate", maze, by="90")
    assert picture(apply_transform("rotate", there, by="270")) == picture(maze)


def test_a_large_maze_is_turned_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    maze = some_maze(5, 60)
    whole = picture(apply_transform("rotate", maze))
    monkeypatch.setattr(symmetry, "BLOCK_CELLS", 40)
    job = Job()
    assert picture(apply_transform("rotate", maze, job=job)) == whole


def test_the_lattice_is_shared_where_the_size_stays() -> None:
    maze = open_field(4, 6)
    assert apply_transform("rotate", maze, by="180").lattice is maze.lattice
    assert apply_transform("rotate", maze).lattice is not maze.lattice
