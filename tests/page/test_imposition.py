"""Booklets and leaves to cut apart: sheets of paper are folded and cut here, and read.

pypdf, which shares no code with the program, says what lies where in the files, and poppler draws
them.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pypdf
import pytest
from PIL import Image
from pypdf.generic import ContentStream

import mazeeditor
from mazeeditor.page.imposition import BOOKLET, FOUR, TWO, Imposition, Side

POINTS = 72 / 25.4
needs_poppler = pytest.mark.skipif(not shutil.which("pdftoppm"), reason="needs poppler")
A5 = 148.0, 210.0


def folded(sides: Sequence[Side]) -> list[int | None]:
    """Return the pages of a booklet as they are read: sheets lie in each other, then are folded."""
    fronts, backs = sides[::2], sides[1::2]
    first = [
        page for front, back in zip(fronts, backs, strict=True) for page in (front[1], back[0])
    ]
    last = [page for front, back in zip(fronts, backs, strict=True) for page in (front[0], back[1])]
    return [*first, *reversed(last)]


def cut(sides: Sequence[Side], columns: int) -> list[int | None]:
    """Return the pages of leaves: the pile is cut, and each of its parts put below the one before.

    The back of a place is seen in a mirror, as sheets are turned over a side.
    """
    pages: list[int | None] = []
    for place in range(len(sides[0])):
        row, column = divmod(place, columns)
        behind = row * columns + columns - 1 - column
        for front, back in zip(sides[::2], sides[1::2], strict=True):
            pages += [front[place], back[behind]]
    return pages


@pytest.mark.parametrize("bound_right", [False, True])
def test_booklets_are_read_in_order_and_filled_with_blanks(bound_right: bool) -> None:
    imposition = Imposition(BOOKLET, bound_right=bound_right)
    for count in range(1, 81):
        sides = imposition.sides(count)
        if bound_right:
            sides = [side[::-1] for side in sides]
        pages = folded(sides)
        assert len(sides) % 2 == 0
        assert len(pages) - count in range(4), "no more blanks than a sheet takes"
        assert pages == [*range(count), *([None] * (len(pages) - count))]


@pytest.mark.parametrize(("kind", "wide"), [(TWO, False), (TWO, True), (FOUR, False)])
def test_leaves_keep_their_backs_and_piles_are_in_order(kind: str, wide: bool) -> None:
    imposition = Imposition(kind, two_sided=True)
    columns, rows = imposition.grid(wide=wide)
    assert (columns, rows) == {TWO: (1, 2) if wide else (2, 1), FOUR: (2, 2)}[kind]
    for count in range(1, 60):
        pages = cut(imposition.sides(count, wide=wide), columns)
        assert [page for page in pages if page is not None] == [*range(count)], count
        assert pages[:count] == [*range(count)], "blanks are at the end"
    one_sided = Imposition(kind).sides(7)
    assert [page for side in one_sided for page in side if page is not None] == [*range(7)]


def places_in(file: Path) -> list[dict[str, tuple[float, float]]]:
    """Return by how much each form of each sheet is moved, in mm."""
    reader = pypdf.PdfReader(file)
    sheets = []
    for page in reader.pages:
        moved, forms = (0.0, 0.0), dict[str, tuple[float, float]]()
        for operands, operator in ContentStream(page["/Contents"], reader).operations:
            if operator == b"cm":
                assert [float(each) for each in operands[:4]] == [1, 0, 0, 1], "never scaled"
                moved = float(operands[4]) / POINTS, float(operands[5]) / POINTS
            if operator == b"Do":
                forms[str(operands[0])] = moved
        sheets.append(forms)
    return sheets


def contents(file: Path) -> dict[bytes, int]:
    """Return the number of each page of a file, from 0, by what is drawn on it."""
    pages: Any = pypdf.PdfReader(file).pages
    return {page["/Contents"].get_data(): number for number, page in enumerate(pages)}


def sheet(path: Path, **options: Any) -> Path:
    """Write seven mazes on pages of A5, each with its number as a title."""
    own = {"rows": 6, "columns": 5, "seed": 3, "title": "Maze {number}", "page": "A5"}
    mazeeditor.sheet(path, count=7, **{**own, **options})
    return path


def test_a_booklet_holds_the_pages_of_the_plain_file(tmp_path: Path) -> None:
    plain = sheet(tmp_path / "plain.pdf")
    file = sheet(tmp_path / "a.pdf", impose="booklet", crop_marks=True, creep=0.5)
    reader, pages = pypdf.PdfReader(file), contents(plain)
    preferences: Any = reader.trailer["/Root"]
    assert preferences["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert preferences["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
    seen = []
    for number, (page, moved) in enumerate(zip(reader.pages, places_in(file), strict=True)):
        box = [float(each) / POINTS for each in (*page.mediabox, *page.trimbox)]
        assert box == pytest.approx([0, 0, 316, 230, 10, 10, 306, 220], abs=0.01)
        side: Side = [None, None]
        entries: Any = page
        for name, (across, up) in moved.items():
            form = entries["/Resources"]["/XObject"][name]
            place = int(across > 10 + A5[0] / 2)
            creep = 0.5 * (number // 2) * (1 - 2 * place)
            assert (across, up) == pytest.approx((10 + place * A5[0] + creep, 10), abs=0.01)
            left, _bottom, right, _top = (float(each) / POINTS for each in form["/BBox"])
            edge = (right, A5[0] - creep) if place == 0 else (left, -creep)
            assert edge[0] == pytest.approx(edge[1], abs=0.01), "nothing crosses the fold"
            side[place] = pages[form.get_data()]
        seen.append(side)
    assert folded(seen) == [*range(7), None]


@pytest.mark.parametrize(
    ("page", "impose", "paper"),
    [("A5", "booklet", (297, 210)), ("A6", "4-up", (210, 297)), ("6x9in", "2-up", (304.8, 228.6))],
)
def test_sheets_are_usual_paper_where_it_is_hardly_larger(
    page: str, impose: str, paper: tuple[float, float], tmp_path: Path
) -> None:
    file = sheet(tmp_path / "a.pdf", page=page, impose=impose)
    first = pypdf.PdfReader(file).pages[0]
    box, trim = ([float(each) / POINTS for each in one] for one in (first.mediabox, first.trimbox))
    assert box == pytest.approx([0, 0, *paper], abs=0.01)
    assert (trim[0] + trim[2], trim[1] + trim[3]) == pytest.approx(paper, abs=0.01), "in the middle"


def drawn(file: Path, folder: Path) -> list[np.ndarray[Any, Any]]:
    """Return the pages of a file as poppler draws them, a tenth of a mm a pixel, about."""
    folder.mkdir()
    subprocess.run(["pdftoppm", "-r", "144", "-gray", file, folder / "p"], check=True)
    return [np.asarray(Image.open(each)) for each in sorted(folder.iterdir())]


def test_marks_lie_outside_what_is_kept(tmp_path: Path) -> None:
    maze = mazeeditor.generate(rows=5, columns=5, seed=1)
    mazeeditor.export(maze, tmp_path / "a.pdf", page="A6", crop_marks=True)
    reader = pypdf.PdfReader(tmp_path / "a.pdf")
    (page,) = reader.pages
    left, bottom, right, top = (float(each) for each in page.trimbox)
    ends, at = [], (0.0, 0.0)
    for operands, operator in ContentStream(page["/Contents"], reader).operations:
        if operator in (b"m", b"l"):
            at = float(operands[0]), float(operands[1])
            ends.append(at)
    lines = {*zip(ends[::2], ends[1::2], strict=True)}
    assert len(lines) == 8, "two at each corner"
    for one, other in lines:
        assert one[0] == other[0] or one[1] == other[1]
        on_edge = one[0] in (left, right) if one[0] == other[0] else one[1] in (bottom, top)
        assert on_edge, "it points along a cut"
        for x, y in (one, other):
            free = max(left - x, x - right, bottom - y, y - top)
            assert 2.9 * POINTS < free < 8.1 * POINTS


@needs_poppler
@pytest.mark.slow
@pytest.mark.parametrize("kind", [BOOKLET, TWO, FOUR])
def test_pages_look_as_they_do_alone(kind: str, tmp_path: Path) -> None:
    options = {"page": "5x4in", "answers": "none" if kind == BOOKLET else "back"}
    plain = drawn(sheet(tmp_path / "plain.pdf", **options), tmp_path / "1")
    file = sheet(tmp_path / "a.pdf", **options, impose=kind, creep=0)
    sheets = drawn(file, tmp_path / "2")
    high, wide = plain[0].shape
    imposition = Imposition(kind, two_sided=options["answers"] == "back")
    columns, rows = imposition.grid(wide=wide > high)
    sides = imposition.sides(len(plain), wide=wide > high)
    assert len(sheets) == len(sides)
    for image, side in zip(sheets, sides, strict=True):
        assert image.shape == (rows * high, columns * wide)
        for place, number in enumerate(side):
            row, column = divmod(place, columns)
            part = image[row * high :, column * wide :][:high, :wide]
            if number is None:
                assert part.min() == 255, "a blank place"
            else:
                assert np.abs(part.astype(int) - plain[number]).max() < 8
