"""Mazes of every shape as designs for machines, small enough for areas of shapely."""

from __future__ import annotations

from typing import Any

import mazeeditor
from mazeeditor.making.design import Design
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.presets.materials import Material
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page

SIZES: dict[str, dict[str, Any]] = {
    "rectangular": {"rows": 7, "columns": 9},
    "hexagonal": {"rows": 6, "columns": 7},
    "triangular": {"rows": 7, "columns": 9},
    "polar": {"rings": 5},
}
SMALL: dict[str, dict[str, Any]] = {
    "rectangular": {"rows": 4, "columns": 5},
    "hexagonal": {"rows": 4, "columns": 4},
    "triangular": {"rows": 4, "columns": 6},
    "polar": {"rings": 3},
}
PLYWOOD = Material("plywood", "Plywood", thickness=3.0, kerf=0.2, least=1.5, safe=3.0)


def maze_of(shape: str, seed: int = 1, braid: float = 0.0, **options: Any) -> Maze:
    """Return a maze of a shape, loops included where ``braid`` is more than 0."""
    return mazeeditor.generate(
        "prim", shape=shape, seed=seed, braid=braid, **SIZES[shape], **options
    )


def small_maze(shape: str = "rectangular", seed: int = 1, braid: float = 0.0) -> Maze:
    """Return a maze of few cells, for jobs with many parts."""
    return mazeeditor.generate("prim", shape=shape, seed=seed, braid=braid, **SMALL[shape])


def design_of(maze: Maze, wall: float = 2.0, marks: str = "none", **options: Any) -> Design:
    """Return the design of a maze with cells of 8 mm."""
    page = Page(page="fit", cell=8.0, wall=wall, marks=marks)
    return Design.of(maze, page, MakeOptions(**options), PLYWOOD)
