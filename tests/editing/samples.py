"""What the tests of editing share: small mazes, their walls, and what can be seen of a document."""

from __future__ import annotations

from dataclasses import replace
from inspect import isabstract
from typing import Any

import numpy as np

from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit, SetPage, ToggleWalls
from mazeeditor.editing.history import Step
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze, locked_walls
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page

Seen = tuple[frozenset[int], frozenset[int], Opening | None, tuple[Opening, ...], Page, object, int]


def kinds_of_edits() -> set[type[Edit]]:
    """Return every kind of step that a maze has."""
    result, rest = set(), list[Any](Step.__subclasses__())
    while rest:
        kind = rest.pop()
        rest += kind.__subclasses__()
        if not isabstract(kind) and kind.__module__.startswith("mazeeditor.editing."):
            result.add(kind)
    return result


def box(rows: int = 3, columns: int = 4) -> Maze:
    """Return a maze with every wall closed and the default openings."""
    lattice = build("rectangular", rows=rows, columns=columns)
    return Maze(lattice, None, lattice.first, (lattice.last,))


def field(rows: int = 8, columns: int = 8) -> Maze:
    """Return a maze without walls inside."""
    maze = box(rows, columns)
    maze.toggle(ids(*inner_walls(maze.lattice)))
    return maze


def ids(*walls: int) -> Ids:
    """Return wall ids int64[k]."""
    return np.array(walls, np.int64)


def inner_walls(lattice: Lattice) -> list[int]:
    """Return every wall between inside cells, found one by one."""
    pairs = [(int(cell), slot) for cell in lattice.inside_cells() for slot in range(lattice.degree)]
    beyond = [(pair, lattice.neighbour(*pair)) for pair in pairs]
    return sorted({lattice.wall(*pair) for pair, other in beyond if lattice.inside[other]})


def closed(maze: Maze) -> frozenset[int]:
    """Return every closed wall of a maze, the outer ones included."""
    return frozenset(maze.closed_walls().tolist())


def seen(document: Document) -> Seen:
    """Return all that undo must bring back."""
    maze = document.maze
    size = maze.lattice.size
    gaps = maze.entrance, maze.exits
    locks = frozenset(locked_walls(maze).tolist())
    inside = maze.lattice.inside.tobytes()
    rest = document.recipe, document.underlay, document.tabs, inside
    return closed(maze), locks, *gaps, document.page, rest, size


def wall_of(document: Document) -> ToggleWalls:
    """Return the step that toggles the first wall."""
    return ToggleWalls.of(document.maze, ids(inner_walls(document.maze.lattice)[0]))


def turn(document: Document, **changes: Any) -> None:
    """Change fields of the page, as the Page panel does."""
    document.apply(SetPage(document.page, replace(document.page, **changes)))
