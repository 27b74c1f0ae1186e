"""Pages of several mazes are not left empty: other rows, and lines to write on."""

from __future__ import annotations

from typing import Any

import pytest
from shapely import box
from shapely.ops import unary_union

from mazeeditor.core.job import Job
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.scene import WALLS, LongStrokes, Scene, Strokes, Text
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import SheetOrder
from mazeeditor.sheets.sheet_pages import plan_sheet


def pages(rows: int, columns: int, page: Page = Page(), **sheet: Any) -> list[PagePlan]:  # noqa: B008
    recipe = Recipe("backtracker", seed=3, sizes={"rows": rows, "columns": columns})
    made = Sheet(**sheet)
    return list(plan_sheet(made, page, SheetOrder(made, page, recipe).puzzles()).pages)


def items(scene: Scene, layer: str) -> list[Any]:
    return [item for each in scene.layers if each.name == layer for item in each.items]


def rules(scene: Scene) -> list[Strokes]:
    return [item for item in items(scene, "title") if isinstance(item, Strokes)]


def walls(scene: Scene) -> Any:
    lines = [i.whole() if isinstance(i, LongStrokes) else i for i in items(scene, WALLS)]
    return unary_union([box(*line.points.min(axis=0), *line.points.max(axis=0)) for line in lines])


@pytest.mark.parametrize("rows", [10, 16])
def test_four_squares_on_a4_leave_no_third_of_the_page_empty(rows: int) -> None:
    """Lines for name and time stand below each maze, which is as large as before."""
    (plan,) = pages(rows, rows, count=4, per_page="4", title="Four")
    scene = plan.composed(Job())
    (plain,) = pages(rows, rows, count=4, per_page="4", title="Four", lines_below="none")
    before = plain.composed(Job())
    assert scene.cell == before.cell
    assert not rules(before)
    lines = rules(scene)
    assert len(lines) == 8
    words = [item.text for item in items(scene, "title") if isinstance(item, Text)]
    assert words.count("Name") == words.count("Time") == 4
    used = walls(scene)
    left, top, right, bottom = plan.box
    for line in lines:
        (x, y), (end, _y) = line.points.tolist()
        assert left <= x < end <= right
        assert top < y < bottom
        assert end - x >= 20
        assert box(x, y - 6, end, y).distance(used) > 0, "room for the hand"
    heights = sorted({round(float(line.points[0, 1]), 1) for line in lines})
    assert len(heights) == 4
    low = (heights[-1] - heights[0]) / (bottom - top)
    assert low > 0.5


def test_with_a_name_only_the_time_is_written() -> None:
    (plan,) = pages(10, 10, count=4, per_page="4", name_line=True)
    words = [item.text for item in items(plan.composed(Job()), "title") if isinstance(item, Text)]
    assert (words.count("Name"), words.count("Time")) == (1, 4)


def test_no_lines_where_there_is_no_room() -> None:
    for values in ({"count": 2, "per_page": "2"}, {"count": 1}, {"count": 6, "per_page": "6"}):
        (plan,) = pages(12, 12, **values)
        assert not rules(plan.composed(Job()))


def test_answers_on_the_back_lie_behind_their_mazes() -> None:
    front, back = pages(10, 10, count=4, per_page="4", answers="back")
    one, other = front.composed(Job()), back.composed(Job())
    assert len(rules(one)) == 8
    assert not rules(other)
    left, top, right, bottom = walls(one).bounds
    mirrored = front.paper[0] - right, top, front.paper[0] - left, bottom
    assert walls(other).bounds == pytest.approx(mirrored, abs=0.02)


def test_wide_mazes_stand_below_each_other() -> None:
    """The usual 2 x 2 would make their cells half as large."""
    (plan,) = pages(6, 30, Page(orientation="portrait"), count=4, per_page="4")
    assert plan.grid == (4, 1)
    (own,) = pages(6, 30, Page(orientation="portrait"), count=4, per_page="2x2")
    assert own.grid == (2, 2)
    assert plan.composed(Job()).cell > 1.6 * own.composed(Job()).cell
    (square,) = pages(10, 10, count=4, per_page="4")
    assert square.grid == (2, 2)
