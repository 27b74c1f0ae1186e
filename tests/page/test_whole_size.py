"""A page keeps the size of the whole maze that was asked for, whatever its walls become."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.photo.tones import text_of_tones
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import encode_scenes
from mazeeditor.page.page import Page, with_last_size
from mazeeditor.page.planning import plan_page
from mazeeditor.page.wall_styles import WALL_STYLES
from tests.page.formats.drawn import Sheet, ink_of
from tests.page.formats.read_pdf import read_pdf
from tests.page.formats.read_svg import read_svg

SIZES: dict[str, dict[str, int]] = {
    "rectangular": {"rows": 6, "columns": 10},
    "hexagonal": {"rows": 5, "columns": 10},
    "triangular": {"rows": 6, "columns": 17},
    "polar": {"rings": 5},
}
TONES = text_of_tones(np.random.default_rng(3).random((13, 17)), "noise.png")


def made(shape: str) -> Maze:
    return maze_of(Recipe("kruskal", seed=1, shape=shape, sizes=SIZES[shape]))


def drawn(maze: Maze, page: Page, suffix: str = "svg") -> Sheet:
    (data,) = encode_scenes(compose(maze, page), Path(f"a.{suffix}")).values()
    return read_svg(data) if suffix == "svg" else read_pdf(data)[0]


@pytest.mark.sample(4, 16)
@pytest.mark.parametrize(("walls", "shape"), sorted(product(WALL_STYLES.names(), SIZES)))
def test_walls_chosen_later_leave_the_whole_as_it_is(
    walls: str, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page kept cells: double lines made the whole 3 mm larger, blocks 9 mm."""
    monkeypatch.setattr("tests.page.formats.read_svg.FINE", 0.01)
    monkeypatch.setattr("tests.page.formats.read_pdf.FINE", 96)
    maze, page = made(shape), Page(marks="none", maze_width=170.0)
    later = replace(page, walls=walls, tone=TONES if walls == "toned" else "")
    thick = () if WALL_STYLES[walls].fixed else (0.3, 2.5)
    for chosen in (later, *(replace(later, wall=wall) for wall in thick)):
        for suffix in ("svg", "pdf"):
            width, _height = ink_of(drawn(maze, chosen, suffix))
            assert width == pytest.approx(170, abs=0.01), (chosen.wall, suffix)


def test_the_side_with_less_room_decides() -> None:
    maze = made("hexagonal")
    for sides in ({"maze_width": 150.0, "maze_height": 60.0}, {"maze_height": 90.0}):
        page = Page(marks="none", walls="double", **sides)  # type: ignore[arg-type]
        width, height = ink_of(drawn(maze, page))
        assert height == pytest.approx(sides["maze_height"], abs=0.01)
        assert width < sides.get("maze_width", 250)


def test_a_cell_takes_the_place_of_the_whole_and_the_other_way_round() -> None:
    page = Page(maze_width=200.0, maze_height=100.0)
    assert page.whole == {"width": 200.0, "height": 100.0}
    assert page.sized
    cells = replace(page, cell=5.0)
    assert (cells.cell, cells.whole) == (5.0, {})
    assert not page.unsized.sized
    assert Page.chosen({"maze_width": 90.0}, cells.to_dict()).whole == {"width": 90.0}
    assert Page.chosen({"maze_width": 90.0}, cells.to_dict()).cell is None
    assert Page.chosen({"cell": 4.0}, page.to_dict()) == replace(page, cell=4.0)
    with pytest.raises(UsageError, match="either the cell or the size of the whole"):
        Page.chosen({"cell": 4.0, "maze_width": 90.0})
    before = {"cell": 5.0, "maze_width": None}
    assert with_last_size(before, {**before, "maze_width": 9.0}) == {
        "cell": None,
        "maze_width": 9.0,
    }


def test_walls_that_leave_nothing_are_refused() -> None:
    with pytest.raises(UsageError, match="Walls of 20 mm leave no room"):
        plan_page(made("rectangular"), Page(maze_width=15.0, wall=20.0))
    with pytest.raises(UsageError, match="leave no room"):
        plan_page(made("rectangular"), Page(maze_width=60.0, wall=8.0))


def test_a_paper_without_room_is_refused() -> None:
    with pytest.raises(UsageError, match="would fit, or A3"):
        plan_page(made("rectangular"), Page(maze_width=300.0))
