"""Walls made piece by piece while they are drawn are those of the page made all at once."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import masked
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from mazeeditor.page.poster import moved, scaled
from mazeeditor.page.raster import filling
from mazeeditor.page.raster.raster import draw_at, draw_bits
from mazeeditor.page.scene import LongStrokes, Scene, Strokes
from mazeeditor.page.walls import wall_items
from mazeeditor.page.walls.grid_strokes import post_grid
from mazeeditor.page.walls.wall_items import MazeLines
from tests.breadth import stress
from tests.kernels import compiled, interpreted
from tests.page.mazes import made

OUTLINES: list[tuple[str, dict[str, Any]]] = [
    ("rectangular", {}),
    ("hexagonal", {"outline": "rectangle"}),
    ("hexagonal", {"outline": "hexagon"}),
    ("triangular", {"outline": "rectangle"}),
    ("triangular", {"outline": "triangle"}),
]
SHARES = [0.0, 0.05, 0.3, 0.6, 1.0]  # of the inner walls that are closed: with rings and islands
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


@pytest.mark.slow
@pytest.mark.parametrize("mask", [None, "ring", "heart"])
def test_any_walls(mask: str | None) -> None:
    for shape, options in OUTLINES:
        check_any_walls(shape, options, mask)


def check_any_walls(shape: str, options: dict[str, Any], mask: str | None) -> None:
    rows = 12 if mask else 7
    columns = 3 * rows if options.get("outline") == "triangle" else rows + 4
    lattice = build(shape, rows=rows, columns=columns, **options)
    lattice = cut([mask], lattice).lattice if mask else lattice
    seeds = range(20 if stress() else 1)
    closed = [check_alike(with_walls(lattice, share, seed)) for share in SHARES for seed in seeds]
    assert any(closed), "no test of closed strokes"


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
    monkeypatch.setattr(wall_items, "PORTION", 3)
    monkeypatch.setattr(wall_items, "ROOM_AT_FIRST", 4)
    for shape in ("rectangular", "hexagonal", "triangular"):
        check_alike(with_walls(build(shape, rows=9, columns=11), 0.4, 5))


def test_a_maze_may_be_edited_before_it_is_drawn() -> None:
    maze = made(12, 12)
    long, whole = walls_on(maze)
    maze.toggle(np.array([maze.lattice.wall(maze.lattice.cell(5, 5), slot) for slot in range(4)]))
    assert np.array_equal(long.whole().points, whole.points)


@pytest.mark.slow
@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SHAPES.names())
@pytest.mark.parametrize("walls", ["lines", "hairlines"])
def test_files_are_the_same(
    shape: str, walls: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    maze = with_walls(build(shape), 0.4, 2)
    page = Page.from_dict({"page": "150x150mm", "walls": walls, "title": "\N{SNOWMAN} A"})
    digests = []
    for first in (-1, 10**9):
        monkeypatch.setattr(wall_items, "FROM", first)
        long = isinstance(compose(maze, page, once=True)[0].items[0], LongStrokes)
        assert long == (first < 0 and shape != "polar")
        files = [tmp_path / f"a{suffix}" for suffix in (".svg", ".pdf", ".png")]
        for file in files:
            export(maze, file, page)
        digests.append([hashlib.sha256(file.read_bytes()).hexdigest() for file in files])
    assert digests[0] == digests[1]


@pytest.mark.parametrize("shape", ["rectangular", "hexagonal", "triangular"])
def test_pixels_are_the_same(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strokes are cut where one band of a picture ends, and no pixel shows it."""
    monkeypatch.setattr(filling, "MANY", 30)
    maze = with_walls(build(shape, rows=11, columns=13), 0.5, 3)
    for page in (Page(page="100x100mm", wall=1.5), Page(page="100x100mm", walls="hairlines")):
        scenes: list[Scene] = [compose(maze, page, once=once)[0] for once in (True, False)]
        for pixels_of in (partial(draw_at, dpi=150), partial(draw_bits, dpi=300)):
            long, whole = (np.asarray(pixels_of(scene)) for scene in scenes)
            assert np.array_equal(long, whole)
            assert not whole.all()


def test_cancel() -> None:
    long, _whole = walls_on(made(40, 40, braid=0.5))
    job = Job()
    portions = long.portions(job, 1.0)
    job.cancel()
    with pytest.raises(CancelledError):
        list(portions)


def test_progress() -> None:
    """It goes on while strokes are found and while they are drawn."""
    long, _whole = walls_on(made(40, 40, braid=0.5))
    assert isinstance(long, MazeLines)
    job = Job()
    shares = [job.progress for _portion in long.portions(job, 0.5)]
    assert shares == sorted(shares)
    assert 0.25 < shares[0] <= job.progress == 0.5


def test_a_strip_without_walls() -> None:
    lattice = build("rectangular", rows=20, columns=10)
    inside = lattice.inside.copy()
    inside[lattice.row_starts[5] : lattice.row_starts[15]] = False
    long, _whole = walls_on(Maze(masked(lattice, inside)))
    assert isinstance(long, MazeLines)
    middle = long.layout.y + 10 * long.layout.scale.cell
    assert len(long.between(middle, middle).closed) == 0


def test_what_takes_points_gets_them() -> None:
    """A poster is cut from all lines at once."""
    long, whole = walls_on(made(9, 9))
    for one, other in (
        (moved(long, 3.0, 4.0), moved(whole, 3.0, 4.0)),
        (scaled(long, 2.0), scaled(whole, 2.0)),
    ):
        assert isinstance(one, Strokes)
        assert isinstance(other, Strokes)
        assert np.array_equal(one.points, other.points)
