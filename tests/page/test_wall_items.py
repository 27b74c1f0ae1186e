"""Walls made piece by piece while they are drawn are those of the page made all at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.page.compose import compose
from mazeeditor.page.page import Page
from mazeeditor.page.poster import move_item, scale_item
from mazeeditor.page.scene import LongStrokes, Strokes
from mazeeditor.page.walls import wall_items
from mazeeditor.page.walls.grid_strokes import post_grid
from tests.kernels import compiled, interpreted
from tests.page.mazes import made

OUTLINES: list[tuple[str, dict[str, Any]]] = [
    ("rectangular", {}),
    ("hexagonal", {"outline": "rectangle"}),
    ("hexagonal", {"outline": "hexagon"}),
    ("triangular", {"outline": "rectangle"}),
    ("triangular", {"outline": "triangle"}),
]
PLAIN = Page(marks="none")


@pytest.fixture(autouse=True)
def _all_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall_items, "FROM", -1)


def with_walls(lattice: Lattice, share: float, seed: int) -> Maze:
    """Return a maze in which any inner wall is closed with the same probability."""
    maze = Maze(lattice)
    walls = maze.closed_walls()
    lower, _slots, upper, _backs = lattice.sides_of(walls)
    inner = walls[lattice.inside[lower] & lattice.inside[upper]]
    maze.write(inner, np.random.default_rng(seed).random(len(inner)) < share)
    return maze


def walls_on(maze: Maze, page: Page = PLAIN) -> tuple[LongStrokes, Strokes]:
    """Return the walls of a page, to be made piece by piece and made all at once."""
    long, whole = (compose(maze, page, once=once)[0].items[0] for once in (True, False))
    assert isinstance(long, LongStrokes)
    assert isinstance(whole, Strokes)
    return long, whole


def check_alike(maze: Maze) -> int:
    """Check that both are equal to the bit; return how many strokes are closed."""
    if post_grid(maze.lattice) is None:  # no post has all its walls
        assert maze.lattice.rows < 4 or maze.lattice.columns < 4
        return 0
    long, whole = walls_on(maze)
    same = long.whole()
    assert np.array_equal(same.points, whole.points)
    assert np.array_equal(same.starts, whole.starts)
    assert np.array_equal(same.closed, whole.closed)
    assert (same.width, same.colour, same.cap) == (whole.width, whole.colour, whole.cap)
    return int(np.count_nonzero(whole.closed))


@given(st.sampled_from(OUTLINES), st.integers(2, 9), st.integers(0, 10**6), st.floats(0, 1))
def test_any_size(outline: tuple[str, dict[str, Any]], rows: int, seed: int, share: float) -> None:
    shape, options = outline
    columns = 3 * rows if options.get("outline") == "triangle" else rows + seed % 5
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wall_items, "FROM", -1)
        check_alike(with_walls(build(shape, rows=rows, columns=columns, **options), share, seed))


@pytest.mark.parametrize("shape", ["rectangular", "hexagonal", "triangular"])
def test_compiled_and_interpreted_agree(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    maze = with_walls(build(shape, rows=30, columns=31), 0.4, 1)
    for way in (compiled, interpreted):
        with way(monkeypatch):
            check_alike(maze)


def test_small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strokes that need more room than a portion has get it."""
    monkeypatch.setattr(wall_items, "PORTION_STROKES", 3)
    monkeypatch.setattr(wall_items, "ROOM_AT_FIRST", 4)
    for shape in ("rectangular", "hexagonal", "triangular"):
        check_alike(with_walls(build(shape, rows=9, columns=11), 0.4, 5))


def test_a_maze_may_be_edited_before_it_is_drawn() -> None:
    maze = made(12, 12)
    long, whole = walls_on(maze)
    maze.toggle(np.array([maze.lattice.wall(maze.lattice.cell(5, 5), slot) for slot in range(4)]))
    assert np.array_equal(long.whole().points, whole.points)


def test_what_takes_points_gets_them() -> None:
    """A poster is cut from all lines at once."""
    long, whole = walls_on(made(9, 9))
    for one, other in (
        (move_item(long, 3.0, 4.0), move_item(whole, 3.0, 4.0)),
        (scale_item(long, 2.0), scale_item(whole, 2.0)),
    ):
        assert isinstance(one, Strokes)
        assert isinstance(other, Strokes)
        assert np.array_equal(one.points, other.points)
