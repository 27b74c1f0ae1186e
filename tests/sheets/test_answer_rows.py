"""Pages of answers: larger than in a grid, by the number of cells, routes apart from the walls."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import box

from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINT
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.page.curves import flatten
from mazeeditor.page.scene import SOLUTION, WALLS, LongStrokes, Scene, Strokes, Text
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of
from mazeeditor.sheets.pages.answer_rows import GAP, Form, Label, arrange_rows
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from tests.sheets.test_book import CHAPTER, planned

PLAIN: dict[str, Any] = {"cover": False, "how_to": False, "chapter_pages": False}


APART = 0.35  # mm between a route and the walls beside it


def answers(count: int = 6, **values: Any) -> list[PagePlan]:
    chapter = {"title": "One", "count": count, **values.pop("chapter", {})}
    head = {"format": "mazeeditor book", "version": 1, "chapters": [chapter]}
    book = book_of(to_json({**head, **PLAIN, **values}), AllowedFiles(Path()), Job())
    pages = BookPrinting.of(book, Job()).pages
    return [page for page in pages if isinstance(page, PagePlan) and page.kind == "answers"]


def lines_in(scene: Scene, name: str) -> list[Any]:
    """Return what the lines of each item of a layer cover: an array of areas in mm."""
    areas = []
    for layer in scene.layers:
        for item in layer.items if layer.name == name else ():
            strokes = item.whole() if isinstance(item, LongStrokes) else item
            assert isinstance(strokes, Strokes)
            flat = flatten(strokes, 0.002)
            parts = []
            for first, last, closed in zip(
                flat.starts[:-1], flat.starts[1:], flat.closed, strict=True
            ):
                points = flat.points[first:last].tolist()
                parts.append(points + points[:1] * bool(closed))
            lines = np.array([shapely.LineString(part) for part in parts])
            cap: Literal["square", "round"] = "square" if strokes.cap == "square" else "round"
            areas.append(shapely.buffer(lines, strokes.width / 2, cap_style=cap))
    return areas


def squares(rows: int, columns: int, **look: Any) -> dict[str, Any]:
    return {"chapter": {"sizes": {"rows": rows, "columns": columns}, "page": look}}


# The cells of six mazes a page in mm, as they were in a grid of 3 x 2
BEFORE: dict[str, tuple[dict[str, Any], float]] = {
    "squares": (squares(20, 20), 3.15),
    "upright": (squares(24, 18), 2.63),
    "wide": (squares(12, 16), 4.99),
    "for children": (squares(6, 5, marks="picture"), 10.41),
    "hexagons": ({"chapter": {"shape": "hexagonal", "sizes": {"rows": 20, "columns": 15}}}, 3.58),
    "rings": ({"chapter": {"shape": "polar", "sizes": {"rings": 14}}}, 1.99),
    "small book": ({"trim": "6x9in", **squares(20, 20)}, 2.62),
    "tall": ({"trim": "6x9in", **squares(26, 18)}, 2.02),
    "A4": ({"trim": "A4", **squares(20, 20)}, 3.45),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", BEFORE)
def test_six_answers_a_page_are_40_percent_larger(name: str) -> None:
    """In area: three rows whose sides were 40 % longer would be higher than the page.

    Together they take as much of the page as their forms allow.
    """
    values, before = BEFORE[name]
    (page,) = answers(**values)
    scene = page.composed(Job())
    assert (scene.cell / before) ** 2 >= 1.4
    left, top, right, bottom = page.box
    walls = shapely.total_bounds(np.concatenate(lines_in(scene, WALLS)))
    across, down = (walls[2] - walls[0]) / (right - left), (walls[3] - walls[1]) / (bottom - top)
    assert max(across, down) > 0.9


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("chapter", "style"),
    [
        ({"sizes": {"rows": 60, "columns": 80}}, "line"),
        ({"sizes": {"rows": 80, "columns": 60}}, "pale"),
        ({"sizes": {"rows": 60, "columns": 80}}, "shading"),
        ({"sizes": {"rows": 20, "columns": 40}, "page": {"walls": "rounded"}}, "line"),
        ({"shape": "hexagonal", "sizes": {"rows": 30, "columns": 30}}, "pale"),
        ({"shape": "triangular", "sizes": {"rows": 24, "columns": 36}}, "line"),
        ({"shape": "polar", "sizes": {"rings": 18}}, "line"),
        ({"sizes": {"rows": 9, "columns": 9}}, "dots"),
        ({"sizes": {"rows": 6, "columns": 5}}, "shading"),
    ],
)
def test_a_route_keeps_off_the_walls(chapter: dict[str, Any], style: str) -> None:
    """By shapely, on the page as it is drawn; 60 x 80 cells get more room than six a page."""
    looks = {"page": {"marks": "none", **chapter.get("page", {})}}
    pages = answers(2, chapter={**chapter, **looks}, answer_style=style)
    scene = pages[0].composed(Job())
    walls, route = (np.concatenate(lines_in(scene, name)) for name in (WALLS, SOLUTION))
    near = APART - 0.006  # arcs are flatten, cells rounded
    assert not shapely.STRtree(walls).query(route, "dwithin", near).size


def test_no_answer_is_alone_on_a_last_page() -> None:
    def counts(count: int) -> list[int]:
        return [len(page.puzzles) for page in answers(count, **squares(8, 8))]

    assert [counts(count) for count in (6, 7, 8, 13)] == [[6], [4, 3], [4, 4], [5, 4, 4]]


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.floats(4, 60), st.floats(4, 60), st.floats(0, 20), st.floats(0, 20)),
        min_size=1,
        max_size=12,
    ),
    st.booleans(),
)
def test_places_lie_in_the_area_and_apart(mazes: list[Any], beside: bool) -> None:
    forms = [Form(a, b, c, d, int(a * b), 1.3) for a, b, c, d in mazes]
    area = 10.0, 20.0, 200.0, 270.0
    rows = arrange_rows(forms, area, Label(6.0, 5.0), beside=beside)
    if min(rows.cells) <= 0:
        return
    whole = box(*area).buffer(1e-6)
    places = [box(*place) for place in rows.places]
    assert all(whole.contains(place) for place in places)
    for one, other in combinations(places, 2):
        assert one.distance(other) >= GAP - 1e-6
    for place, form, cell in zip(rows.places, forms, rows.cells, strict=True):
        label = (12.0, 0.0) if rows.beside else (0.0, 5.0)
        width = form.width * cell + max(form.aside, label[0])
        height = form.height * cell + form.above + label[1]
        assert place[2] - place[0] >= width - 1e-6
        assert place[3] - place[1] >= height - 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("marks", ["arrow", "picture", "word", "none"])
def test_numbers_cover_nothing(marks: str) -> None:
    for count in (1, 2, 5, 6):
        check_numbers(marks, count)


def check_numbers(marks: str, count: int) -> None:
    chapter = {"sizes": {"rows": 9, "columns": 7}, "page": {"marks": marks}}
    (page,) = answers(count, chapter=chapter)
    scene = page.composed(Job())
    left, top, right, bottom = page.box
    numbers = [
        item
        for layer in scene.layers
        if layer.name == "title"
        for item in layer.items
        if isinstance(item, Text) and item.text.isdecimal() and item.y < bottom - 5
    ]
    assert sorted(int(item.text) for item in numbers) == list(range(1, count + 1))
    walls = np.concatenate(lines_in(scene, WALLS))
    for item in numbers:
        wide = width_of(item.text, item.lettering) * item.size
        begin = {"start": 0.0, "middle": wide / 2, "end": wide}[item.anchor]
        letters = box(item.x - begin, item.y - 0.7 * item.size, item.x - begin + wide, item.y)
        assert box(left, top, right, bottom).contains(letters)
        assert shapely.distance(letters, walls).min() > 0.5


@pytest.mark.slow
def test_arrows_that_cost_room_are_left_out() -> None:
    """The route leads out of the gaps; where there is room, arrows stay."""
    wide = answers(chapter={"sizes": {"rows": 12, "columns": 16}})[0].composed(Job())
    assert not [layer for layer in wide.layers if layer.name == "marks"]
    tall = answers(chapter={"sizes": {"rows": 24, "columns": 18}})[0].composed(Job())
    assert [layer for layer in tall.layers if layer.name == "marks"]


def test_a_number_beside_a_maze_takes_its_own_room_alone() -> None:
    """On both sides, so that the maze is in the middle."""
    rows = arrange_rows([Form(8, 4, 0, 0, 32, 1.3)], (0, 0, 100, 48), Label(6.0, 5.0))
    assert rows.beside
    assert rows.cells[0] * 8 == pytest.approx(100 - 2 * 6)


def answers_of(printing: BookPrinting) -> list[tuple[str, tuple[int, int], list[int]]]:
    """Return subtitle, grid and mazes of each page of answers."""
    return [
        (page.sheet.subtitle, page.grid, [puzzle.number for puzzle in page.puzzles])
        for page in printing.pages
        if isinstance(page, PagePlan) and page.kind == "answers"
    ]


def test_answers_of_chapters_that_look_alike_share_pages() -> None:
    two, grid = [{**CHAPTER, "count": 4}, {**CHAPTER, "title": "Two", "count": 9}], (3, 2)
    shown = {"how_to": False, "cover": False, "chapters": two}
    assert answers_of(planned(**shown)) == [
        ("One · Two", grid, [1, 2, 3, 4, 5]),
        ("Two", grid, [6, 7, 8, 9]),
        ("Two", grid, [10, 11, 12, 13]),
    ]
    two[1] = {**two[1], "title": "A name so long that no page is as wide as both of them " * 2}
    assert answers_of(planned(**shown))[0][0] == "Mazes 1 to 5"
    two[1] = {**two[1], "page": {"walls": "rounded"}}
    assert [numbers for *_where, numbers in answers_of(planned(**shown))][:2] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8, 9],
    ]


@pytest.mark.parametrize("masked", [False, True])
def test_numbers_of_answers_stand_at_one_place_throughout_a_book(masked: bool) -> None:
    """Above or beside each maze: it was where each page left its mazes largest."""
    sizes = [(12, 8), (15, 10), (20, 15), (14, 14), (24, 18)]
    names = "rows", "columns"
    chapters: list[dict[str, Any]] = [
        {"title": title, "count": 5, "sizes": dict(zip(names, size, strict=True))}
        for title, size in zip("ABCDE", sizes, strict=True)
    ]
    if masked:
        chapters[2]["recipe"] = {"mask": "heart"}
    values = {"format": "mazeeditor book", "version": 1, "chapters": chapters, "trim": "8.5x11in"}
    planned = BookPrinting.of(book_of(to_json(values), AllowedFiles(Path()), Job()), Job())
    pages = [page for page in planned.pages if page.kind == "answers" and page.number > 3]
    found = set[str]()
    for page in pages:
        assert isinstance(page, PagePlan)
        found.add(page.numbers_at)
        scene = page.composed(Job())
        numbers = [item for item in scene.items if isinstance(item, Text) and item.text.isdigit()]
        found |= {item.anchor for item in numbers if item.text != str(page.number)}
    assert len(pages) > 4
    assert found == ({"above", "middle"} if masked else {"beside", "end"})


def test_the_footer_is_as_large_as_its_readers_need() -> None:
    """16 pt in large print, also if its walls and passages alone say so; else as usual."""
    footer, sizes = "Answer: page {answer}", {"rows": 12, "columns": 10}
    many = {"rows": 40, "columns": 30}
    known: list[tuple[dict[str, Any], float]] = [
        ({"sizes": sizes, "audience": "senior"}, 16.0),
        ({"sizes": {"rows": 18, "columns": 15}, "page": {"wall": 1.8}}, 16.0),
        ({"sizes": {"rows": 4, "columns": 3}}, 14.0),
        ({"sizes": many, "audience": "7-9"}, 12.0),
        ({"sizes": many}, 0.018 * 190.5 / POINT),
    ]
    chapters = [{"title": "", "count": 1, "footer": footer, **own} for own, _points in known]
    values = {"format": "mazeeditor book", "version": 1, "chapters": chapters}
    planned = BookPrinting.of(book_of(to_json(values), AllowedFiles(Path()), Job()), Job())
    pages = [page for page in planned.pages if page.sheet.footer == footer]
    for page, (_own, points) in zip(pages, known, strict=True):
        texts = [item for item in page.composed(Job()).items if isinstance(item, Text)]
        (shown,) = [text for text in texts if text.text.startswith("Answer: page")]
        assert shown.size / POINT == pytest.approx(points, abs=1.0)
