"""Covers of books: their size by the print shop's formula, what is on them, and what is free."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from numpy.typing import NDArray
from PIL import Image

import mazeeditor
from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.page.scene import Polygons, Scene, Text
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of
from mazeeditor.sheets.books.cover_size import CoverSize
from mazeeditor.sheets.pages.page_files import PageFormat
from tests.breadth import in_turns
from tests.cli.run import failure
from tests.cli.run import mazeeditor as run

THICKNESS = {"white": 0.002252, "cream": 0.0025, "colour": 0.002347}  # inches a page, by KDP
PLAIN: dict[str, Any] = {
    "cover": False,
    "how_to": False,
    "chapter_pages": False,
    "answers": "none",
    "chapters": [{"title": "One", "count": 24, "sizes": {"rows": 4, "columns": 4}}],
}


def values_of(pages: int = 24, **values: Any) -> dict[str, Any]:
    """Return the keys of a book of so many pages, a maze on each."""
    chapters = [{**PLAIN["chapters"][0], "count": pages}]
    head = {"format": "mazeeditor book", "version": 1, "trim": "6x9in", "title": "Mazes"}
    return {**head, **PLAIN, "chapters": chapters, **values}


def printing_of(pages: int = 24, **values: Any) -> BookPrinting:
    return BookPrinting.of(
        book_of(to_json(values_of(pages, **values)), AllowedFiles(Path()), Job()), Job()
    )


def scene_of(pages: int = 24, **values: Any) -> Scene:
    return printing_of(pages, **values).cover().composed(Job())


def drawn(file: Path, dpi: int = 100) -> NDArray[np.uint8]:
    command = ["pdftoppm", "-r", str(dpi), str(file), str(file.with_suffix(""))]
    subprocess.run(command, check=True)
    (picture,) = file.parent.glob(f"{file.stem}-*.ppm")
    return np.asarray(Image.open(picture).convert("RGB"))


TRIMS = {"6x9in": (6, 9), "8.5x11in": (8.5, 11)}


@pytest.mark.parametrize(("paper", "pages", "trim"), in_turns(THICKNESS, [24, 150, 828], TRIMS))
def test_the_size_is_that_of_the_formula(paper: str, pages: int, trim: str, tmp_path: Path) -> None:
    """2 x trim + pages x thickness + 2 x 0.125 in, as pikepdf reads it."""
    path, (wide, high) = tmp_path / "cover.pdf", TRIMS[trim]
    printing = printing_of(pages, trim=trim, paper=paper)
    printing.write_cover(path, PageFormat.of(path), Job())
    with pikepdf.open(path) as pdf:
        (page,) = pdf.pages
        media, trimmed = ([float(side) for side in page.obj[f"/{n}Box"]] for n in ("Media", "Trim"))
    width = 2 * wide + pages * THICKNESS[paper] + 0.25
    assert media == pytest.approx([0, 0, width * 72, (high + 0.25) * 72], abs=0.02)
    assert trimmed == pytest.approx([9, 9, width * 72 - 9, (high + 0.25) * 72 - 9], abs=0.02)


@pytest.mark.parametrize(("pages", "advice"), [(23, "add mazes"), (829, "make two books of it")])
def test_numbers_of_pages_that_are_not_printed(pages: int, advice: str, tmp_path: Path) -> None:
    text = f"The book has {pages} pages, and covers are made for 24 to 828, as Amazon KDP prints"
    with pytest.raises(UsageError, match=f"{text}.*{advice}"):
        mazeeditor.book_cover(values_of(pages), tmp_path / "cover.pdf")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_too_many_pages_for_a_paper(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    mazeeditor.book_cover(values_of(600), tmp_path / "a.pdf", paper="cream")
    assert not caplog.messages
    mazeeditor.book_cover(values_of(800), tmp_path / "a.pdf", paper="cream")
    (message,) = caplog.messages
    assert message == ("Of this size Amazon KDP binds 776 pages at most on cream paper, not 800.")


@pytest.mark.parametrize("title", ["Mazes", "מבוכים"])
def test_nothing_is_printed_where_the_barcode_goes(title: str, tmp_path: Path) -> None:
    """2 x 1.2 in, 0.25 in from the trim and the spine: at the bottom right of the back."""
    path, dpi = tmp_path / "cover.pdf", 100
    size = printing_of(120, title=title, author="Ada", back_text="Go on. " * 60).write_cover(
        path, PageFormat.of(path), Job()
    )
    page = drawn(path, dpi)
    back_right = 0.125 + 6 if not size.bound_right else page.shape[1] / dpi - 0.125
    right, bottom = back_right - 0.25, 9 + 0.125 - 0.25
    rows = slice(round((bottom - 1.2) * dpi) + 1, round(bottom * dpi) - 1)
    area = page[rows, round((right - 2) * dpi) + 1 : round(right * dpi) - 1]
    assert area.size
    assert area.min() == 255
    assert {tuple(pixel) for pixel in page[0, ::50].tolist()} != {(255, 255, 255)}


@pytest.mark.slow
@pytest.mark.parametrize("trim", ["5.5x8.5in", "8.5x11in"])
def test_a_print_shop_takes_it(trim: str, tmp_path: Path) -> None:
    path = tmp_path / "cover.pdf"
    values = values_of(150, trim=trim, author="Ada Lovelace", subtitle="{mazes} mazes")
    mazeeditor.book_cover(values, path)
    for rules in ("kdp-cover", "general"):
        report = mazeeditor.preflight(path, rules=rules)
        assert report.findings == ()


def spine_items(pages: int, **values: Any) -> list[Polygons]:
    layers = {layer.name: layer for layer in scene_of(pages, **values).layers}
    items = layers["spine"].items[1:] if "spine" in layers else ()
    return [item for item in items if isinstance(item, Polygons)]


@pytest.mark.parametrize(
    ("pages", "paper"), in_turns([24, 78, 79, 80, 150, 828], ["white", "cream"])
)
def test_text_on_the_spine_from_79_pages_on(pages: int, paper: str) -> None:
    """It keeps 0.0625 in from both edges, and runs from the top down."""
    size = CoverSize((152.4, 228.6), pages, paper)
    items = spine_items(pages, paper=paper, author="Ada Lovelace")
    assert len(items) == (2 if pages >= 79 else 0)
    left, top, right, bottom = size.spine_box
    for item in items:
        (low_x, low_y), (high_x, high_y) = item.points.min(axis=0), item.points.max(axis=0)
        assert left + 0.0625 * 25.4 - 1e-6 <= low_x < high_x <= right - 0.0625 * 25.4 + 1e-6
        assert top + 6.35 <= low_y < high_y <= bottom - 6.35
        assert (low_x + high_x) / 2 == pytest.approx((left + right) / 2)
    if items:
        title, author = items
        assert title.points.max(axis=0)[1] < author.points.min(axis=0)[1]


def test_what_is_on_it() -> None:
    values = {"title": "{mazes} Mazes", "author": "Ada", "subtitle": "{pages} pages, {year}"}
    scene = scene_of(90, year=2031, **values)
    assert scene.title == "90 Mazes"
    words = [item.text for item in scene.items if isinstance(item, Text)]
    assert {"90 Mazes", "90 pages, 2031", "Ada", "90 mazes"} <= set(words)


def test_the_maze_on_the_front_can_be_chosen() -> None:
    chosen = printing_of(cover_maze=7).cover().mazes
    assert chosen[0].puzzle.number == 7
    assert all(maze.puzzle.number != 7 for maze in chosen[1:])
    with pytest.raises(UsageError, match="has 24 mazes, so maze 25 cannot be on its cover"):
        printing_of(cover_maze=25).cover()


def test_an_outline_looks_best_on_the_front() -> None:
    square = {"count": 12, "sizes": {"rows": 9, "columns": 9}}
    heart = {**square, "recipe": {"mask": [{"name": "heart"}]}, "title": "Hearts"}
    mazes = printing_of(chapters=[{**square, "title": "Squares"}, heart]).cover().mazes
    assert [maze.chapter for maze in mazes[:2]] == ["Hearts", "Squares"]


@pytest.mark.slow
def test_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "b.mazebook").write_bytes(to_json(values_of(30)))
    both = ["b.mazebook", "--cover", "c.pdf", "--paper", "cream", "-o", "b.pdf", "--workers", 1]
    done = run("book", *both, cwd=tmp_path)
    assert done.status == 0
    size = "313.06 × 234.95 mm (12.325 × 9.250 in), spine 1.90 mm"
    assert done.out.splitlines() == ["b.pdf", f"c.pdf: {size}"]
    alone = run("book", "b.mazebook", "--cover", "d.pdf", cwd=tmp_path)
    assert alone.status == 0
    mazeeditor.book_cover(tmp_path / "b.mazebook", tmp_path / "e.pdf", paper="cream")
    assert (tmp_path / "e.pdf").read_bytes() == (tmp_path / "c.pdf").read_bytes()
    for flags, message in (
        (["b.mazebook"], "Name the file to be written"),
        (["b.mazebook", "--paper", "cream", "-o", "x.pdf"], "matters only for a cover"),
        (
            ["b.mazebook", "--paper", "blue", "--cover", "x.pdf"],
            "Paper must be one of white, cream",
        ),
        (["b.mazebook", "--cover", "x.png"], "a cover is a PDF"),
        (["b.mazebook", "--cover", "x.pdf", "-o", "x.pdf"], "choose two names"),
    ):
        assert message in failure("book", *flags, cwd=tmp_path, status=2)
    assert not list(tmp_path.glob("x.*"))
    (tmp_path / "b.mazebook").write_bytes(to_json(values_of(9)))
    told = failure("book", "b.mazebook", "--cover", "x.pdf", "-o", "y.pdf", cwd=tmp_path, status=2)
    assert re.search("has 9 pages, and covers are made for 24 to 828", told)
    assert not list(tmp_path.glob("[xy].*"))


@pytest.mark.slow
def test_an_author_or_a_number_that_is_not_finished(tmp_path: Path) -> None:
    """The command refuses what the window refuses or asks about; --anyway goes on."""
    path = tmp_path / "b.mazebook"
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"author": "Your name"}, "The author is still “Your name”, as in the template: write"),
        ({"title": "100 mazes"}, "The title says “100 mazes”, and the book has 24. Write {mazes}"),
    )
    for values, message in cases:
        path.write_bytes(to_json(values_of(**values)))
        for flags in (["-o", "b.pdf"], ["--cover", "c.pdf"]):
            assert message in failure("book", "b.mazebook", *flags, cwd=tmp_path, status=2)
        assert not list(tmp_path.glob("*.pdf"))
        assert run("book", path, "--anyway", "--cover", "c.pdf", cwd=tmp_path).status == 0
        (tmp_path / "c.pdf").unlink()
    path.write_bytes(to_json(values_of(title="{mazes} mazes", subtitle="24 mazes")))
    assert run("book", path, "--cover", "c.pdf", cwd=tmp_path).status == 0


def test_the_back_does_not_say_its_text_twice() -> None:
    text = "24 mazes, each a little harder than the one before. With every answer."
    book: dict[str, Any] = {"ramp": "cells", "answers": "end"}
    alone = printing_of(**book).cover()
    assert alone.facts == ("24 mazes", "from easy to hard", "all answers")
    assert printing_of(**book, back_text=text).cover().facts == ()
    assert printing_of(**book, back_text="Find the goal!").cover().facts == alone.facts


def test_the_mazes_of_the_back_rise_from_easy_to_hard() -> None:
    sizes = [20, 6, 8, 24, 10, 12, 7]
    chapters = [
        {"title": str(size), "count": 3, "sizes": {"rows": size, "columns": size}} for size in sizes
    ]
    _front, *back = printing_of(chapters=chapters).cover().mazes
    cells = [maze.puzzle.cells for maze in back]
    assert len(cells) == 4
    assert cells == sorted(cells)
    assert cells[0] < cells[-1]
