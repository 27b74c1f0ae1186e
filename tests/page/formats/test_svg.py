"""SVG: any text, any lines, layers for Inkscape, and no more bytes than needed."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.job import Job
from mazeeditor.maze.solvers import solve
from mazeeditor.page.formats import export
from mazeeditor.page.formats.numbers import short
from mazeeditor.page.formats.svg import path_data
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Strokes
from tests.page.formats.read_svg import read_path, read_svg
from tests.page.mazes import made

POINTS = st.lists(
    st.tuples(st.integers(-(10**7), 10**7), st.integers(-(10**7), 10**7)), min_size=2, max_size=5
)


@given(st.integers(-(10**12), 10**12), st.sampled_from([0, 1, 3, 5]))
def test_numbers_are_exact_and_short(steps: int, decimals: int) -> None:
    text = short(steps, decimals)
    assert Decimal(text) * 10**decimals == steps
    assert not text.startswith(("0.", "-0."))
    assert not ("." in text and text.endswith("0"))
    assert not text.endswith(".")


@given(st.lists(st.tuples(POINTS, st.booleans()), min_size=1, max_size=8))
def test_any_path_is_read_back(strokes: list[tuple[list[tuple[int, int]], bool]]) -> None:
    starts = np.cumsum([0, *(len(line) for line, _ in strokes)])
    points = np.array([point for line, _ in strokes for point in line]) / 1000
    closed = np.array([end for _, end in strokes])
    item = Strokes(points, starts, closed, 1.0, "black")
    lines, ends, curves = read_path(path_data(item, 3, Job()))
    assert not curves
    assert ends == closed.tolist()
    result = np.array([point for line in lines for point in line])
    assert np.abs(result - points).max() < 1e-6
    assert [len(line) for line in lines] == np.diff(starts).tolist()


def test_layers_and_their_pens(tmp_path: Path) -> None:
    maze = made(6, 7)
    page = Page(title="Title", solution="drawn", walls="bands", solution_colour="red")
    (file,) = export(maze, tmp_path / "maze.svg", page, solve("breadth-first", maze))
    sheet = read_svg(file.read_bytes())
    assert list(sheet.shapes) == ["solution", "walls", "marks", "title"]
    assert {name: len(shapes) for name, shapes in sheet.shapes.items() if shapes} == {
        "solution": 1,
        "walls": 1,
        "marks": 2,
    }
    (route,) = sheet.shapes["solution"]
    assert (route.stroke, route.fill, route.cap) == ("ff0000", None, "round")
    assert [letters.text for letters in sheet.letters] == ["Title"]


def test_hairlines_fill_nothing(tmp_path: Path) -> None:
    for marks in ("arrow", "word"):
        page = Page.from_dict(
            {"walls": "hairlines", "marks": marks, "title": "Cut", "colour": "red"}
        )
        (file,) = export(made(6, 7), tmp_path / "maze.svg", page)
        sheet = read_svg(file.read_bytes())
        shapes = [shape for layer in sheet.shapes.values() for shape in layer]
        assert {(s.stroke, s.fill, s.width) for s in shapes} == {("ff0000", None, 0.01)}
        assert {letters.stroke for letters in sheet.letters} == {"ff0000"}


def test_tiny_cells_keep_their_places(tmp_path: Path) -> None:
    """Cells of a fiftieth of a mm need more digits than a micrometre gives."""
    (file,) = export(made(8, 9), tmp_path / "m.svg", Page(page="fit", cell=0.0213, marks="none"))
    (shape,) = read_svg(file.read_bytes()).shapes["walls"]
    x = np.array([point[0] for line in shape.strokes for point in line])
    cells = (x - x.min()) / 0.0213
    assert np.abs(cells - cells.round()).max() < 0.01
    assert shape.width == pytest.approx(0.00213)
