"""Everything is within the margins, the maze is centred, and the advice that is given holds."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import ASCENT, DESCENT
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import solve
from mazeeditor.page.compose import compose
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import rounded_down
from mazeeditor.page.paper import Orientation
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Picture, Polygons, Scene, Strokes, Text
from mazeeditor.page.wall_styles import WALL_STYLES
from tests.page.mazes import made, mazes

PORTRAIT_LANDSCAPE: tuple[Orientation, ...] = ("portrait", "landscape")


def extent(scene: Scene) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of all that is drawn, in mm."""
    boxes = []
    for item in scene.items:
        if isinstance(item, Text):
            width = width_of(item.text) * item.size
            left = item.x - {"start": 0, "middle": width / 2, "end": width}[item.anchor]
            top, bottom = item.y - ASCENT * item.size, item.y + DESCENT * item.size
            boxes.append((left, top, left + width, bottom))
        elif isinstance(item, Picture):
            boxes.append((item.x, item.y, item.x + item.width, item.y + item.height))
        elif isinstance(item, Strokes | Polygons):
            half = item.width / 2 if isinstance(item, Strokes) else 0.0
            low, high = item.points.min(axis=0) - half, item.points.max(axis=0) + half
            boxes.append((*low.tolist(), *high.tolist()))
    lows, highs = np.array(boxes)[:, :2].min(axis=0), np.array(boxes)[:, 2:].max(axis=0)
    return (*lows.tolist(), *highs.tolist())


def test_every_style_of_walls_keeps_to_the_margins() -> None:
    """Also with the dark frame of reversed ones, and where a hand wavers."""
    for walls, reversed_ in product(WALL_STYLES.names(), [False, True]):
        page = Page(page="A6", margin=10, walls=walls, reversed=reversed_, marks="none")
        (scene,) = compose(made(9, 6), page)
        left, top, right, bottom = extent(scene)
        assert min(left, top) >= 10 - 0.002, (walls, reversed_)
        assert right <= scene.width - 10 + 0.002, (walls, reversed_)
        assert bottom <= scene.height - 10 + 0.002, (walls, reversed_)


@given(mazes(), st.sampled_from(["A4", "A5", "300x80mm", "fit"]), st.booleans())
def test_the_maze_is_centred(maze: Maze, page: str, titled: bool) -> None:
    layout = plan_page(maze, Page(page=page, title="Title" * titled))
    width = maze.lattice.columns * layout.scale.cell
    assert layout.x + width / 2 == pytest.approx(layout.width / 2, abs=0.001)
    if not titled:
        height = maze.lattice.rows * layout.scale.cell
        assert layout.y + height / 2 == pytest.approx(layout.height / 2, abs=0.001)


@pytest.mark.slow
def test_cells_are_as_large_as_the_page_allows() -> None:
    maze = made(30, 40)
    for marks, title in product(("arrow", "word", "none"), ("", "A title")):
        page = Page.from_dict({"marks": marks, "title": title})
        cell = plan_page(maze, page).scale.cell
        assert cell == rounded_down(cell)
        assert plan_page(maze, replace(page, cell=cell)).scale.cell == cell
        with pytest.raises(UsageError, match=f"cells of {cell:g} mm would fit"):
            plan_page(maze, replace(page, cell=cell + 0.02))


def test_a_paper_is_turned_as_the_maze_is() -> None:
    for rows, columns in ((10, 40), (40, 10), (3, 4), (4, 3), (5, 5)):
        maze = made(rows, columns)
        automatic = plan_page(maze, Page(page="A4"))
        turned = [plan_page(maze, Page(page="A4", orientation=way)) for way in PORTRAIT_LANDSCAPE]
        assert automatic.scale.cell == max(layout.scale.cell for layout in turned)
        assert (automatic.width > automatic.height) == (columns > rows)
        assert plan_page(maze, Page(page="8.5x11in")).width == pytest.approx(215.9)


def test_the_title_stands_right_above_the_maze() -> None:
    """Also where the page has much room: not at its upper edge."""
    for page in ("A4", "6x9in", "fit"):
        layout = plan_page(made(5, 60), Page(page=page, title="Wide", orientation="automatic"))
        gap = layout.y - (layout.top + layout.title.height)
        assert 0 < gap < layout.title.size + layout.scale.cell
        below = layout.height - (layout.y + 5 * layout.scale.cell)
        assert layout.top == pytest.approx(below, abs=layout.scale.cell)


def test_refuses_what_cannot_be() -> None:
    for page, reason in (
        (Page(page="30x30mm"), "Nothing fits on a page of 30 × 30 mm with margins of 15 mm"),
        (Page(page="A4", margin=105), "Nothing fits on a page of 210 × 297 mm"),
        (Page(wall=5, cell=5), "Walls of 5 mm leave no room in cells of 5 mm"),
        (Page(wall=50), "Walls of 50 mm"),
        (Page(page="fit", wall=6), "Walls of 6 mm"),
    ):
        with pytest.raises(UsageError, match=reason):
            compose(made(3, 3), page)


def test_both_pages_hold_the_maze_at_the_same_place() -> None:
    maze = made(12, 9)
    page = Page(solution="page", title="A title that is just long enough to fill the line")
    first, second = compose(maze, page, solve("breadth-first", maze))
    assert _walls(first) is _walls(second)
    assert (first.name, second.name) == ("", "solution")
    assert extent(second)[1] >= page.margin - 1e-9
    texts = [item.text for item in second.items if isinstance(item, Text)]
    assert " ".join(texts).endswith("– Solution")


def _walls(scene: Scene) -> object:
    return next(layer.items[0] for layer in scene.layers if layer.name == "walls")


def test_rounded_down() -> None:
    for number, cut in {4.2791: 4.27, 19.999: 19.99, 0.18: 0.18, 0.0456789: 0.0456}.items():
        assert rounded_down(number) == cut
        assert rounded_down(cut) == cut
