"""How pages of sheets and books look: what is large, where it stands, what is told apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest

from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.job import Job
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.scene import WALLS, Item, Polygons, Scene, Text
from mazeeditor.sheets.books.book import GREY
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of
from mazeeditor.sheets.pages.puzzle_page import PALE
from mazeeditor.sheets.pages.set_text import SCALE
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import SheetOrder
from mazeeditor.sheets.sheet_pages import plan_sheet

CHAPTER: dict[str, Any] = {"title": "One", "count": 3, "sizes": {"rows": 6, "columns": 5}}


def recipe(shape: str = "rectangular", **sizes: int) -> Recipe:
    return Recipe("backtracker", seed=3, shape=shape, sizes=sizes)


def pages(sheet: Sheet, mazes: Recipe, page: Page = Page()) -> list[Scene]:  # noqa: B008 -- frozen
    plans = plan_sheet(sheet, page, SheetOrder(sheet, page, mazes).puzzles()).pages
    return [plan.composed(Job()) for plan in plans]


def book(**values: Any) -> list[tuple[str, Scene]]:
    data = to_json({"format": "mazeeditor book", "version": 1, "chapters": [CHAPTER], **values})
    printing = BookPrinting.of(book_of(data, AllowedFiles(Path()), Job()), Job())
    return [(page.kind, page.composed(Job())) for page in printing.pages]


def items(scene: Scene, layer: str) -> list[Item]:
    return [item for each in scene.layers if each.name == layer for item in each.items]


def texts(scene: Scene) -> dict[str, Text]:
    return {item.text: item for item in scene.items if isinstance(item, Text)}


def test_mazes_for_small_children_fill_their_sheet_with_thick_walls() -> None:
    (scene,) = pages(Sheet(title="Mouse"), recipe(rows=6, columns=6))
    assert scene.width < scene.height
    assert scene.cell > 23
    assert scene.wall == pytest.approx(scene.cell / 12, rel=0.02)
    (usual,) = pages(Sheet(), recipe(rows=20, columns=18))
    assert usual.wall == pytest.approx(min(1.0, usual.cell / 10))


def test_paper_is_turned_by_what_its_texts_leave() -> None:
    """Numbers and the room between mazes count, so that few rows do not become low ones."""
    nine = Sheet(per_page="9", count=9, title="Nine", numbers="id")
    scene = pages(nine, recipe("hexagonal", rows=9, columns=8))[0]
    assert scene.width < scene.height


@pytest.mark.parametrize("answers", ["next", "end"])
def test_pale_walls_leave_the_marks_as_they_are(answers: Literal["next", "end"]) -> None:
    sheet = Sheet(answers=answers, answer_style="pale")
    _puzzle, answer = pages(sheet, recipe(rows=6, columns=5))
    assert {item.colour for item in items(answer, WALLS)} == {PALE}  # type: ignore[union-attr]
    assert {item.colour for item in items(answer, "marks")} == {"black"}  # type: ignore[union-attr]


@pytest.mark.slow
def test_routes_of_books_are_black_over_pale_walls() -> None:
    for style, walls, route in (("pale", PALE, "black"), ("line", "black", GREY)):
        shown = {kind: scene for kind, scene in book(answer_style=style) if kind == "answers"}
        scene = shown["answers"]
        assert {item.colour for item in items(scene, WALLS)} == {walls}  # type: ignore[union-attr]
        assert {item.colour for item in items(scene, "solution")} == {route}  # type: ignore[union-attr]
    chosen = {**CHAPTER, "page": {"solution_colour": "#404040"}}
    scene = book(answer_style="pale", chapters=[chosen])[-1][1]
    assert {item.colour for item in items(scene, "solution")} == {"#404040"}  # type: ignore[union-attr]


@pytest.mark.slow
def test_the_number_of_a_page_of_one_maze_stands_in_one_place() -> None:
    """Above the stars, however high the maze is."""
    chapters = [
        {**CHAPTER, "stars": 2},
        {**CHAPTER, "sizes": {"rows": 30, "columns": 9}, "stars": 2},
        {**CHAPTER, "shape": "polar", "sizes": {"rings": 5}, "stars": 2},
    ]
    scenes = [scene for kind, scene in book(chapters=chapters, cover=False) if kind == "puzzles"]
    numbers = [texts(scene)[str(number)] for number, scene in enumerate(scenes, 1)]
    assert len({(number.y, number.size) for number in numbers}) == 1
    for scene, number in zip(scenes, numbers, strict=True):
        stars = next(item for item in items(scene, "title") if not isinstance(item, Text))
        assert number.y < stars.points.min(axis=0)[1]  # type: ignore[union-attr]


def test_words_of_the_table_begin_below_each_other() -> None:
    scene = next(scene for kind, scene in book(figures=True) if kind == "figures")
    columns: dict[float, list[Text]] = {}
    for item in items(scene, "title"):
        if isinstance(item, Text) and item.anchor != "middle":
            columns.setdefault(round(item.x, 3), []).append(item)
    heads = {column[0].text: {text.anchor for text in column} for column in columns.values()}
    assert heads["Id"] == heads["Size"] == {"start"}
    assert heads["Maze"] == heads["Cells"] == heads["Random walk"] == {"end"}


@pytest.mark.parametrize(
    ("style", "number"), [("", "end"), ("bottom right", "start"), ("bottom center", "end")]
)
def test_page_numbers_stand_beside_the_footer(style: str, number: str) -> None:
    sheet = Sheet(footer="Foot", footer_style=style, page_numbers=True)
    shown = texts(pages(sheet, recipe(rows=6, columns=5))[0])
    assert shown["1"].anchor == number
    assert abs(shown["1"].y - shown["Foot"].y) < 1


def test_texts_below_the_title_are_aligned_as_it_is() -> None:
    below: dict[str, Any] = {"subtitle": "Sub", "instructions": "Do", "stars": 2}
    for style, anchor in (("top left", "start"), ("", "middle"), ("top right 20pt", "end")):
        sheet = Sheet(title="Title", title_style=style, **below)
        scene = pages(sheet, recipe(rows=6, columns=5))[0]
        shown = texts(scene)
        assert {shown[text].anchor for text in ("Title", "Sub", "Do")} == {anchor}
        stars = next(item for item in items(scene, "title") if isinstance(item, Polygons))
        middle = (stars.points.min(axis=0)[0] + stars.points.max(axis=0)[0]) / 2 / scene.width
        assert {"start": middle < 0.3, "middle": 0.45 < middle < 0.55, "end": middle > 0.7}[anchor]
    kept = Sheet(title="T", title_style="top left", subtitle="Sub", subtitle_style="top center")
    assert texts(pages(kept, recipe(rows=6, columns=5))[0])["Sub"].anchor == "middle"


def test_instructions_keep_the_size_of_their_letters() -> None:
    long = "Find the way from the mouse to the cheese, and do not cross a single line. " * 2
    (short,) = pages(Sheet(instructions="Go."), recipe(rows=9, columns=7))
    (scene,) = pages(Sheet(instructions=long), recipe(rows=9, columns=7))
    lines = [item for item in items(scene, "title") if isinstance(item, Text)]
    assert len(lines) == 2
    assert {line.size for line in lines} == {texts(short)["Go."].size}


@pytest.mark.slow
def test_letters_have_the_sizes_of_one_scale() -> None:
    """Titles, numbers, instructions and page numbers; only what is too long becomes smaller."""
    sheet = Sheet(title="Title", subtitle="Sub", instructions="Go.", footer="Foot", numbers="id")
    for size in ("A4", "A5", "6x9in"):
        shown = texts(pages(sheet, recipe(rows=9, columns=7), Page(page=size))[0])
        for text in shown.values():
            assert min(abs(text.size * 72 / 25.4 - step) for step in SCALE) < 1e-6
    scenes = [scene for kind, scene in book() if kind in ("chapter", "puzzles")]
    for scene in scenes[1:]:
        for text in texts(scene).values():
            assert min(abs(text.size * 72 / 25.4 - step) for step in SCALE) < 1e-6
