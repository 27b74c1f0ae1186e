"""Books: pages in their places, mazes and answers read back, the ramp, and what replaces a maze."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pikepdf
import pytest

import mazeeditor
from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import HERE
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.page.scene import Text
from mazeeditor.sheets.books.book import Book, shared_out
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_mazes import RULES, BookMaze
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of, read_book
from mazeeditor.sheets.pages.page_files import PageFormat, findings_of
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.pages.text_pages import TextPlan
from tests.breadth import in_turns
from tests.cli.run import failure
from tests.cli.run import mazeeditor as run
from tests.sheets.sampled import check_page, drawn

ROWS, COLUMNS = 6, 5
CHAPTER: dict[str, Any] = {
    "title": "One",
    "count": 5,
    "sizes": {"rows": ROWS, "columns": COLUMNS},
    "page": {"marks": "none", "solution_colour": "#a0a0ff"},
    "numbers": "none",
}
PLAIN: dict[str, Any] = {"cover": False, "how_to": False, "chapter_pages": False}


def values_of(**values: Any) -> dict[str, Any]:
    return {"format": "mazeeditor book", "version": 1, "chapters": [CHAPTER], **values}


def book(**values: Any) -> Book:
    return book_of(to_json(values_of(**values)), AllowedFiles(Path()), Job())


def planned(**values: Any) -> BookPrinting:
    return BookPrinting.of(book(**values), Job())


def printed(path: Path, workers: int = 1, **values: Any) -> bytes:
    (file,) = mazeeditor.book(values_of(**values), path, workers=workers)
    return file.read_bytes()


def kinds(printing: BookPrinting) -> list[str]:
    return [page.kind for page in printing.pages]


@pytest.mark.slow
def test_each_maze_and_each_answer(tmp_path: Path) -> None:
    printed(tmp_path / "a.pdf", **PLAIN, seed=40, answers_per_page="4", page_numbers="none")
    pages = drawn(tmp_path / "a.pdf", tmp_path)
    mazes = [mazeeditor.generate(rows=ROWS, columns=COLUMNS, seed=40 + n) for n in range(5)]
    for maze, page in zip(mazes, pages[:5], strict=True):
        check_page(page, [maze], answers=False)
    assert pages[5].min() == 255  # blank: answers begin on a right page
    check_page(pages[6], mazes[:3], answers=True)
    check_page(pages[7], mazes[3:], answers=True)


def test_pages_in_their_order() -> None:
    two = [CHAPTER, {**CHAPTER, "title": "Two", "count": 2}]
    many = ["puzzles"] * 5
    first = ["puzzles", "answers", "chapter", *many]
    assert kinds(planned(chapters=two, figures=True)) == (
        [*first, "chapter", "puzzles", "puzzles", "blank", "answers", "answers", "figures"]
    )
    assert kinds(planned(chapters=two, answers="chapter")) == (
        [*first, "answers", "blank", "chapter", "puzzles", "puzzles", "answers"]
    )
    single = planned(chapters=two, facing=False, answers="none")
    assert "blank" not in kinds(single)


TRIMS: dict[str, tuple[float, float]] = {  # mm
    "8.5x11in": (215.9, 279.4),
    "8x10in": (203.2, 254),
    "6x9in": (152.4, 228.6),
    "5.5x8.5in": (139.7, 215.9),
    "A4": (210, 297),
    "A5": (148, 210),
    "200x150mm": (200, 150),
}


@pytest.mark.parametrize(("trim", "bleed"), in_turns(TRIMS, [False, True]))
def test_the_size_of_pages(trim: str, bleed: bool, tmp_path: Path) -> None:
    """A bleed adds 0.125 in to the width and 0.25 to the height; the TrimBox leaves it out.

    As pdfinfo reads it, and pikepdf.
    """
    width, height = TRIMS[trim]
    printed(tmp_path / "a.pdf", trim=trim, bleed=bleed, answers="none", cover=False)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        read = [
            {name: [float(side) for side in page.obj[f"/{name}"]] for name in BOXES}
            for page in pdf.pages
        ]
    pages = boxes_of(tmp_path / "a.pdf")
    assert len(pages) == 8
    for number, page in enumerate(pages, 1):
        assert page == read[number - 1]
        media, trimmed = mm(page["MediaBox"]), mm(page["TrimBox"])
        assert page["BleedBox"] == page["MediaBox"]
        assert media[:2] == [0, 0]
        assert media[2:] == pytest.approx([width + 3.175 * bleed, height + 6.35 * bleed], abs=0.05)
        outer = 3.175 * bleed * (number % 2 == 0)  # at the left of left pages
        up = 3.175 * bleed
        assert trimmed == pytest.approx([outer, up, outer + width, up + height], abs=0.05)


BOXES = ("MediaBox", "BleedBox", "TrimBox")


def boxes_of(path: Path) -> list[dict[str, list[float]]]:
    """Return the boxes of all pages in points, as pdfinfo prints them."""
    command = ["pdfinfo", "-l", "999", "-box", str(path)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    boxes = {
        name: re.findall(name + r": +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)", text)
        for name in BOXES
    }
    return [
        {name: [float(side) for side in boxes[name][page]] for name in BOXES}
        for page in range(len(boxes["MediaBox"]))
    ]


def mm(box: list[float]) -> list[float]:
    return [side * 25.4 / 72 for side in box]


@pytest.mark.slow
def test_the_gutter_follows_the_number_of_pages() -> None:
    for pages, gutter in [
        (24, 0.375),
        (150, 0.375),
        (151, 0.5),
        (301, 0.625),
        (700, 0.75),
        (701, 0.875),
    ]:
        chapter = {**CHAPTER, "count": pages}
        printing = planned(**PLAIN, chapters=[chapter], answers="none", margin="0.25in")
        assert len(printing.pages) == pages
        for number, page in enumerate(printing.pages, 1):
            left, top, right, bottom = page.box
            inner, outer = (left, page.paper[0] - right)[:: 1 if number % 2 else -1]
            assert inner == pytest.approx(gutter * 25.4), pages
            assert (outer, top, page.paper[1] - bottom) == pytest.approx((6.35, 6.35, 6.35)), pages


def texts(page: Any) -> list[Any]:
    return [item for item in page.composed(Job()).items if hasattr(item, "text")]


def test_page_numbers_stand_outside_and_name_the_page_of_the_answer() -> None:
    chapter = {**CHAPTER, "footer": "Answer: page {answer}"}
    printing = planned(**PLAIN, chapters=[chapter], answers_per_page="4")
    for number, page in enumerate(printing.pages[:5], 1):
        footer, own = texts(page)
        assert own.text == str(number)
        assert (own.anchor, footer.anchor) == (("end", "start") if number % 2 else ("start", "end"))
        place = int(footer.text.removeprefix("Answer: page "))
        answers = printing.pages[place - 1]
        assert isinstance(answers, PagePlan)
        assert number in [puzzle.number for puzzle in answers.puzzles]


@pytest.mark.parametrize("rule", RULES)
def test_the_ramp_grows(rule: str) -> None:
    growing = {**CHAPTER, "count": 12, "to": {"rows": 12, "columns": 9}}
    for braid in (0.0, 0.5):
        chapter = {**growing, "recipe": {"braid": braid}}
        printing = planned(chapters=[chapter], ramp=rule, figures=True)
        sizes = [made_of(maze).sizes for maze in printing.mazes]
        cells = [size["rows"] * size["columns"] for size in sizes]
        assert cells == sorted(cells), "no maze is printed coarser than one before it"
        assert (sizes[0], sizes[-1]) == (growing["sizes"], growing["to"])
        for size in {tuple(each.items()) for each in sizes}:
            alike = [maze for maze in printing.mazes if tuple(made_of(maze).sizes.items()) == size]
            values = [RULES[rule].value(maze.figures) for maze in alike if maze.figures]
            assert values == sorted(values), braid  # type: ignore[type-var]


def made_of(maze: BookMaze) -> Recipe:
    assert isinstance(maze.puzzle.source, Recipe)
    return maze.puzzle.source


@pytest.mark.parametrize(
    ("total", "shares", "expected"),
    [(60, [10, 10, 10], [20, 20, 20]), (10, [1, 1, 1], [4, 3, 3]), (4, [100, 1, 1], [2, 1, 1])],
)
def test_mazes_are_shared_out(total: int, shares: list[int], expected: list[int]) -> None:
    assert shared_out(total, shares) == expected
    chapters = [{**CHAPTER, "count": count} for count in shares]
    assert book(chapters=chapters).with_count(total).count == total
    with pytest.raises(UsageError, match="3 chapters has 3 mazes at least, not 2"):
        shared_out(2, shares)


@pytest.mark.parametrize("audience", ["2-3", "7-9", "senior"])
def test_a_chapter_for_an_audience_has_its_sizes(audience: str) -> None:
    chapter = {"title": "One", "count": 3, "audience": audience}
    printing = planned(chapters=[chapter], **PLAIN, rules="kdp")
    made = printing.book.chapters[0]
    assert findings_of(printing.pages, Job(), workers=HERE) == []
    first, last = made.sizes_at(0), made.sizes_at(2)
    assert all(first[name] < last[name] for name in last)
    assert made.recipe.generator == AUDIENCES[audience].generator
    own = {**chapter, "sizes": {"rows": 30, "columns": 30}}
    printing = planned(chapters=[own], **PLAIN)
    assert printing.book.chapters[0].sizes_at(0) == {"rows": 30, "columns": 30}
    found = findings_of(printing.pages, Job(), workers=HERE)
    assert [one.page for one in found if "Too" in one.text] == [1, 2, 3]


def test_the_table_has_the_figures_of_each_maze() -> None:
    printing = planned(ramp="walk", figures=True)
    table = printing.pages[-1]
    assert isinstance(table, TextPlan)
    assert table.table
    for row, maze in zip(table.table.rows, printing.mazes, strict=True):
        made = maze.puzzle.maze(Job())
        route = mazeeditor.solve(made).path
        page = printing.pages[int(row[1]) - 1]
        assert isinstance(page, PagePlan)
        assert page.puzzles == (maze.puzzle,)
        assert row[3:7] == (str(maze.puzzle.seed), "6 × 5", "30", str(len(route)))
    shown = [item.text for item in texts(table)]
    assert [cell for row in table.table.rows for cell in row] == shown[11:]


def test_a_ramp_over_the_whole_book() -> None:
    large = {**CHAPTER, "sizes": {"rows": 9, "columns": 9}}
    assert planned(chapters=[CHAPTER, large], ramp="cells", ramp_over="book")
    message = "Maze 6, the first of chapter 2, has 30 cells, and the one before it 81"
    with pytest.raises(MazeError, match=message):
        planned(chapters=[large, CHAPTER], ramp="cells", ramp_over="book")


def pages_in(printing: BookPrinting, folder: Path) -> list[bytes]:
    folder.mkdir()
    file = folder / "a.svg"
    files = printing.write(file, PageFormat.of(file), Job(), workers=HERE).files
    return [file.read_bytes() for file in files]


@pytest.mark.parametrize("how", ["seed", "file", "id"])
def test_one_maze_is_replaced_and_nothing_else_moves(how: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"ramp": "route", "answers_per_page": "1"}
    before = planned(**options)
    edited = mazeeditor.generate("prim", rows=ROWS, columns=COLUMNS, seed=999)
    mazeeditor.save(edited, tmp_path / "edited.maze")
    by_id = planned(figures=True, **options).mazes[2].figures
    assert by_id
    value = {"file": "edited.maze"} if how == "file" else {"seed": 12345}
    key = by_id.id.lower() if how == "id" else "3"
    data = to_json(values_of(**options, replaced={key: value}))
    (tmp_path / "b.mazebook").write_bytes(data)
    after = BookPrinting.of(read_book(tmp_path / "b.mazebook"), Job())
    differ = [
        number
        for number, (one, other) in enumerate(zip(before.pages, after.pages, strict=True))
        if one != other
    ]
    assert [before.pages[number].kind for number in differ] == ["puzzles", "answers"]
    made = after.mazes[2].puzzle.maze(Job())
    expected = edited if how == "file" else mazeeditor.generate(rows=6, columns=5, seed=12345)
    assert (made.walls == expected.walls).all()
    if how == "seed":
        one, two = (pages_in(each, tmp_path / name) for each, name in ((before, "1"), (after, "2")))
        assert [n for n, (a, b) in enumerate(zip(one, two, strict=True)) if a != b] == differ


@pytest.mark.slow
def test_the_same_bytes_whatever_the_number_of_workers(tmp_path: Path) -> None:
    options: dict[str, Any] = {"chapters": [{**CHAPTER, "count": 12}], "title": "Same"}
    options |= {"ramp": "decisions", "figures": True}
    once = printed(tmp_path / "a.pdf", **options)
    assert printed(tmp_path / "b.pdf", workers=2, **options) == once


@pytest.mark.slow
def test_chapter_pages_are_grey_to_the_edge_where_there_is_a_bleed(tmp_path: Path) -> None:
    printed(tmp_path / "a.pdf", bleed=True, cover=False, how_to=False)
    page = drawn(tmp_path / "a.pdf", tmp_path)[0]
    assert {*map(tuple, page[[0, 0, -1, -1], [0, -1, 0, -1]].tolist())} == {(224, 224, 224)}


@pytest.mark.slow
def test_a_background_has_no_line_thinner_than_walls_are(tmp_path: Path) -> None:
    look = {"sizes": {"rows": 14, "columns": 12}, "page": {"background": "#e0e0e0"}}
    chapter = {**CHAPTER, "count": 1, **look}
    for style in ("line", "pale"):
        values: dict[str, Any] = {"chapters": [chapter], "answer_style": style}
        printed(tmp_path / "a.pdf", **values)
        findings = mazeeditor.preflight(tmp_path / "a.pdf", trim="8.5x11in").findings
        assert not [finding for finding in findings if finding.rule == "line-width"]


@pytest.mark.slow
def test_what_cannot_be_printed(tmp_path: Path) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"margin": 110}, "leave no room on the pages"),
        ({"rules": "none"}, "There are no rules 'none'"),
        ({"title": "Mazes " * 200}, "The title of the book is too long"),
        ({"how_to_text": "Go on. " * 300}, "The how-to text of the book is too long"),
        ({"trim": "50x80mm", "figures": True, "cover": False, "how_to": False}, "larger pages"),
        (
            {"trim": "A5", "chapters": [{**CHAPTER, "text": "Go on. " * 900}]},
            "is too long for its page",
        ),
        ({"chapters": [{**CHAPTER, "heading": "{nam}"}]}, r"There is no value for \{nam\}"),
    ]
    for values, message in cases:
        with pytest.raises(MazeError, match=message):
            printed(tmp_path / "a.pdf", **values)
        assert list(tmp_path.iterdir()) == [], values


@pytest.mark.slow
def test_the_command_line(tmp_path: Path) -> None:
    assert (
        run("book", "--new", "children", "--seed", 3, "-o", "a.mazebook", cwd=tmp_path).status == 0
    )
    assert "is there already" in failure(
        "book", "--new", "adults", "-o", "a.mazebook", cwd=tmp_path, status=2
    )
    (tmp_path / "b.mazebook").write_bytes(to_json(values_of(title="B")))
    assert run("book", "b.mazebook", "-o", "b.pdf", "--workers", 1, cwd=tmp_path).status == 0
    assert (tmp_path / "b.pdf").read_bytes() == printed(tmp_path / "c.pdf", title="B")
    for flags, message in (
        (["-o", "a.pdf"], "Name a book, or begin a new one with --new"),
        (["b.mazebook", "--seed", 3, "-o", "a.pdf"], "b.mazebook has its own seed"),
        (["--new", "x", "-o", "x.mazebook"], "Choose one of: adults, adventures, children"),
        (["--new", "adults", "-o", "x.pdf"], "x.pdf does not end with .mazebook"),
        (["b.mazebook", "-o", "b.doc"], "a format for pages"),
    ):
        assert message in failure("book", *flags, cwd=tmp_path, status=2)


@pytest.mark.slow
def test_a_picture_of_pixels(tmp_path: Path) -> None:
    (tmp_path / "b.mazebook").write_bytes(to_json(values_of()))
    flags = ["--pixels", "--dpi", 300, "--workers", 1]
    assert run("book", "b.mazebook", *flags, "-o", "b.pdf", cwd=tmp_path).status == 0
    command = ["pdfimages", "-list", str(tmp_path / "b.pdf")]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    pages = len(planned().pages)
    assert len(lines) == 2 + pages
    assert all(line.split()[6:9] == ["1", "1", "ccitt"] for line in lines[2:])
    broken = {finding.rule for finding in mazeeditor.preflight(tmp_path / "b.pdf").findings}
    assert broken == {"page-count"}  # white at the edges is no ink in the margins


@pytest.mark.slow
def test_how_to_shows_the_marks_of_the_book() -> None:
    for look, text in [
        ({"marks": "arrow"}, "Begin at the arrow"),
        ({"marks": "word", "goal_text": "Home"}, "Begin at Start, and find the way to Home."),
        ({"marks": "letter"}, "Begin at S, and find the way to F."),
        ({"marks": "picture", "start_picture": "bee"}, "from the bee to the flower."),
        ({"marks": "none"}, "Begin at one gap"),
    ]:
        chapters = [{**CHAPTER, "page": look}, CHAPTER]
        for own in ("", "{Mine}"):
            values = {"how_to_text": own} if own else {}
            page = planned(chapters=chapters, cover=False, **values).pages[0]
            assert isinstance(page, PagePlan), look
            assert page.page.marks == look["marks"]
            scene = page.composed(Job())
            words = " ".join(item.text for item in scene.items if isinstance(item, Text))
            assert (text in words) is not bool(own), look
            assert ("(Mine)" in words) is bool(own), look
            marks = [layer for layer in scene.layers if layer.name == "marks"]
            assert bool(marks) is (look["marks"] != "none")
