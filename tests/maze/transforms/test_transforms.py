"""Every transform makes a sound maze, leaves the one before, and does the same interpreted."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from tests.breadth import repeats, stress
from tests.kernels import compiled, interpreted
from tests.lattices import LATTICES, random_passages
from tests.maze.transforms.samples import openings, picture, some_maze, some_options
from tests.oracle import open_field

NAMES = TRANSFORMS.names()
WALLS_ALONE = [
    transform.name for transform in TRANSFORMS if not transform.shapes and not transform.refusal
]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=1000 if stress() else 12, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_any_maze_stays_sound(name: str, seed: int) -> None:
    random, maze = Random(seed), some_maze(seed)
    before = picture(maze)
    options = some_options(name, maze, random)
    if options is None:
        return
    after = apply_transform(name, maze, **options)
    after.check()
    assert picture(maze) == before, "the maze before is unchanged"
    assert not np.shares_memory(after.walls, maze.walls)
    assert bool(after.entrance) == bool(maze.entrance)
    result = openings(after)
    assert len(result) <= len(openings(maze))
    assert len(result) == len(set(result)) or len(set(openings(maze))) < len(openings(maze))


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", NAMES)
def test_small_mazes(name: str) -> None:
    for size in [(1, 1), (1, 7), (7, 1), (2, 2)]:
        for seed in range(20):
            maze = open_field(*size)
            maze.set_openings(maze.lattice.first, (maze.lattice.last,))
            options = some_options(name, maze, Random(seed))
            if options is not None:
                apply_transform(name, maze, **options).check()


@pytest.mark.sample(3)
@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_interpreted_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def run() -> list[object]:
        result: list[object] = []
        for seed in repeats(4, 60):
            maze = some_maze(seed, 30)
            options = some_options(name, maze, Random(seed))
            result += [] if options is None else [picture(apply_transform(name, maze, **options))]
        return result

    with interpreted(monkeypatch):
        expected = run()
    with compiled(monkeypatch):
        assert run() == expected


@pytest.mark.each_value_once
@pytest.mark.parametrize("name", WALLS_ALONE)
@pytest.mark.parametrize("kind", LATTICES)
def test_other_shapes(name: str, kind: str) -> None:
    for seed in range(12):
        random = Random(seed)
        maze, _graph = random_passages(LATTICES[kind](random), random)
        options = some_options(name, maze, random)
        if options is not None:
            apply_transform(name, maze, **options).check()


def test_other_shapes_are_refused_where_they_make_no_sense() -> None:
    maze = Maze(build("hexagonal", rows=4, columns=4))
    with pytest.raises(UsageError, match="Resize cannot be done to hexagonal mazes"):
        apply_transform("resize", maze)
    with pytest.raises(UsageError, match=r"Turned by 90 degrees, the cells .*here: 180\.$"):
        apply_transform("rotate", maze)
    with pytest.raises(UsageError, match=r"upside down, the cells would not fit the grid"):
        apply_transform("flip", maze, direction="vertical")
    with pytest.raises(UsageError, match=r"diagonal, the cells would not fit the grid"):
        apply_transform("transpose", maze)
    with pytest.raises(
        UsageError, match=r"not rings: there is no step to .*; possible here: 180\."
    ):
        apply_transform("rotate", maze, by="one-step")
    with pytest.raises(UsageError, match=r"One step of this maze is 60 degrees; possible"):
        apply_transform("rotate", Maze(build("polar", rings=4)), by="one-step")


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("resize", {"rows": 0}, "Rows must be"),
    ("resize", {"rows": 10_001}, "Rows must be"),
    ("insert", {"at": 4}, "Rows can be chosen from 0 to 3 here, not 4"),
    ("insert", {"line": "column", "at": 6}, "Columns can be chosen from 0 to 5 here"),
    ("delete", {"at": 3}, "Rows can be chosen from 0 to 2 here, not 3"),
    ("braid", {"share": 1.5}, "Share must be"),
    ("rotate", {"by": "45"}, "By must be one of 60, 90, 120"),
    ("flip", {"at": 3}, "no option 'at'"),
    ("flop", {}, "Did you mean flip"),
]


def test_what_cannot_be_is_refused() -> None:
    for name, options, words in REFUSED:
        with pytest.raises(UsageError, match=words):
            apply_transform(name, open_field(3, 5), **options)


def test_too_large_a_maze_is_refused_before_memory_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from mazeeditor.maze import shapes

    with pytest.raises(UsageError, match="Rows must be a whole number from 1 to 10,000"):
        apply_transform("insert", open_field(10_000, 1))
    monkeypatch.setattr(shapes, "MAX_CELLS", 20)
    maze = open_field(4, 5)
    larger: list[tuple[str, dict[str, Any]]] = [("insert", {}), ("resize", {"rows": 5})]
    for name, options in larger:
        with pytest.raises(UsageError, match="too many"):
            apply_transform(name, maze, **options)
