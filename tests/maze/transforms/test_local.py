"""Transforms that change walls where they stand change no locked one, and only chosen cells."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.editing.document import Document
from mazeeditor.editing.work import transforming
from mazeeditor.maze.maze import locked_walls, with_locks
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from mazeeditor.maze.walls import free_walls
from tests.breadth import stress
from tests.lattices import LATTICES, random_passages

LOCAL = [entry.name for entry in TRANSFORMS if entry.local]
SEEDS = range(200 if stress() else 4)


def options(name: str, seed: int) -> dict[str, Any]:
    given: dict[str, Any] = {"share": 1.0} if name == "braid" else {}
    seeded = any(option.name == "seed" for option in TRANSFORMS[name].options)
    return {**given, "seed": seed} if seeded else given


def test_those_are_local() -> None:
    assert {"braid", "sparse", "perfect", "finish"} <= set(LOCAL)


@pytest.mark.parametrize("name", LOCAL)
def test_locked_walls_stay(name: str) -> None:
    for shape in SHAPES.names():
        for seed in SEEDS:
            random = Random(seed)
            maze, _graph = random_passages(LATTICES[shape](random), random)
            chosen = np.array([random.random() < 0.2 for _cell in range(maze.lattice.size)])
            maze.set_locks(with_locks(maze, chosen, locked=True))
            try:
                after = apply_transform(name, maze, **options(name, seed))
            except MazeError:  # the locks stand against it
                continue
            walls = locked_walls(maze)
            assert (after.is_closed(walls) == maze.is_closed(walls)).all(), (shape, seed)


@pytest.mark.parametrize("name", LOCAL)
def test_only_walls_between_chosen_cells_change(name: str) -> None:
    for shape in SHAPES.names():
        for seed in SEEDS:
            random = Random(seed)
            maze, _graph = random_passages(LATTICES[shape](random), random)
            document, before = Document(maze), maze.walls.copy()
            chosen = np.array([random.random() < 0.7 for _cell in range(maze.lattice.size)])
            work = transforming(document, name, chosen, **options(name, seed))
            try:
                work.deliver(work.run(Job()))
            except MazeError:
                continue
            free = free_walls(maze.lattice, chosen)
            assert not ((before ^ document.maze.walls) & ~free).any(), (shape, seed)
            assert document.maze.locks is None, (shape, seed)
            document.undo()
            assert (document.maze.walls == before).all(), (shape, seed)
