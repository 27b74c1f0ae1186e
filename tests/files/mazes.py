"""Mazes of every kind for hypothesis, and how two of them are compared."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from mazeeditor.core.errors import MazeError
from mazeeditor.files import Project, read
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build


def possible_openings(lattice: Lattice) -> list[Opening]:
    cells = lattice.inside_cells().tolist()
    middles = [Opening(cell) for cell in cells]
    return middles + [Opening(cell, slot) for cell in cells for slot in lattice.outer_slots(cell)]


def inner_walls(lattice: Lattice) -> list[int]:
    cells, slots = lattice.inside_cells().tolist(), range(lattice.degree)
    walls = {lattice.wall(cell, slot) for cell in cells for slot in slots}
    return sorted(wall for wall in walls if lattice.is_inner(wall))


@st.composite
def random_openings(
    draw: st.DrawFn, lattice: Lattice
) -> tuple[Opening | None, tuple[Opening, ...]]:
    places = st.sampled_from(possible_openings(lattice))
    entrance = draw(st.none() | places)
    return entrance, tuple(draw(st.lists(places, unique=True, max_size=6)))


@st.composite
def random_mazes(draw: st.DrawFn, most: int = 5) -> Maze:
    """Any walls; openings in the middle, in the border, several in one cell or at one gap."""
    lattice = build(
        "rectangular", rows=draw(st.integers(1, most)), columns=draw(st.integers(1, most))
    )
    maze = Maze(lattice, None, *draw(random_openings(lattice)))
    walls = inner_walls(lattice)
    opened = draw(st.lists(st.booleans(), min_size=len(walls), max_size=len(walls)))
    maze.toggle(
        np.array([wall for wall, open_ in zip(walls, opened, strict=True) if open_], np.int64)
    )
    return maze


def read_or_refuse(path: Path) -> Project | None:
    """Return the result of ``read``, ``None`` where it raises one line with the file name."""
    refusal = None
    try:
        return read(path)
    except MazeError as error:
        refusal = str(error)
    assert refusal.startswith(f"Cannot read {path}: ")
    assert refusal.isprintable()
    return None


def assert_same(one: Maze, other: Maze, *, order: bool = True) -> None:
    """Fail unless both have the same walls and openings; ``order`` is that of the exits."""
    one.check()
    assert one.lattice.same(other.lattice)
    assert one.walls.tobytes() == other.walls.tobytes()
    assert one.entrance == other.entrance
    assert set(one.exits) == set(other.exits)
    assert not order or one.exits == other.exits
