"""Files read back by readers that share no code with the exporters show the very same maze."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from tests.page.formats.drawn import Shape, Sheet, band_walls, unit_walls
from tests.page.formats.read_pdf import read_pdf, read_pictures
from tests.page.formats.read_svg import read_svg
from tests.page.mazes import Wall, fewest_strokes, mazes, walls_of

Files = Callable[[str], Path]
SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
CELLS = st.sampled_from([0.37, 4.0, 7.77])


def svg_walls(file: Path, _wall: float) -> tuple[Sheet, list[Shape]]:
    sheet = read_svg(file.read_bytes())
    return sheet, sheet.shapes["walls"]


def pdf_walls(file: Path, _wall: float) -> tuple[Sheet, list[Shape]]:
    (sheet,) = read_pdf(file.read_bytes())
    return sheet, sheet.shapes[""]


READERS = {".svg": svg_walls, ".pdf": pdf_walls}


def check(maze: Maze, file: Path, cell: float, kind: str) -> None:
    """Export a maze, read it back and compare walls, sizes and pens."""
    rows, columns = maze.lattice.rows, maze.lattice.columns
    wall = 0.01 if kind == "hairlines" else cell / 7
    page = Page.from_dict(
        {"page": "fit", "margin": 4.5, "cell": cell, "wall": cell / 7, "walls": kind}
        | {"marks": "none", "colour": "#aa0044"}
    )
    assert export(maze, file, page) == [file]
    sheet, shapes = READERS[file.suffix](file, wall)
    assert sheet.width == pytest.approx(columns * cell + wall + 9, abs=0.05)
    assert sheet.height == pytest.approx(rows * cell + wall + 9, abs=0.05)
    if kind == "bands":
        (shape,) = shapes
        assert (shape.fill, shape.stroke, shape.even_odd) == ("aa0044", None, True)
        result, measured = band_walls(shape, rows, columns, wall)
        assert result == walls_of(maze)
    else:
        assert {(s.stroke, s.fill, s.cap) for s in shapes} == {("aa0044", None, "square")}
        assert all(shape.width == pytest.approx(wall, rel=0.01) for shape in shapes)
        counted, measured = unit_walls(shapes, rows, columns)
        assert counted == Counter(walls_of(maze))  # each exactly once
        assert sum(len(shape.strokes) for shape in shapes) == fewest_strokes(walls_of(maze))
    assert measured == pytest.approx(cell, abs=0.05 / max(rows, columns))
    points = np.array([p for shape in shapes for line in shape.strokes for p in line])
    edge = 4.5 + (0 if kind == "bands" else wall / 2)
    assert points.min(axis=0) == pytest.approx([edge, edge], abs=0.05)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["lines", "bands", "hairlines"])
@pytest.mark.parametrize("suffix", READERS)
@SHARED
@given(maze=mazes(least=2), cell=CELLS)
def test_any_maze(tmp_path: Path, suffix: str, kind: str, maze: Maze, cell: float) -> None:
    check(maze, tmp_path / f"maze{suffix}", cell, kind)


def picture_walls(image: Image.Image, maze: Maze, scale: float, cell: float) -> set[Wall]:
    """Return the walls whose middle is dark in a picture with ``scale`` px a mm, maze centred."""
    rows, columns = maze.lattice.rows, maze.lattice.columns
    left = image.width / 2 / scale - columns * cell / 2
    top = image.height / 2 / scale - rows * cell / 2
    walls = [(x, y, x + 1, y) for x in range(columns) for y in range(rows + 1)]
    walls += [(x, y, x, y + 1) for y in range(rows) for x in range(columns + 1)]
    grey = np.asarray(image.convert("L"))

    def dark(x: float, y: float) -> bool:
        return bool(grey[int((top + y * cell) * scale), int((left + x * cell) * scale)] < 128)

    for row in range(rows):
        for column in range(columns):
            assert not dark(column + 0.5, row + 0.5)
    return {w for w in walls if dark((w[0] + w[2]) / 2, (w[1] + w[3]) / 2)}


@pytest.mark.sample(1)
@pytest.mark.parametrize("dpi", [150, 300])
@SHARED
@given(maze=mazes(least=2))
def test_png(tmp_path: Path, dpi: int, maze: Maze) -> None:
    page = Page(page="60x50mm", cell=4.7, margin=3, marks="none")
    (file,) = export(maze, tmp_path / "maze.png", page, dpi=dpi)
    with Image.open(file) as image:
        assert image.info["dpi"] == pytest.approx((dpi, dpi), rel=1e-4)
        size = np.array(image.size) * 25.4 / dpi
        assert size == pytest.approx([60, 50], abs=12.7 / dpi)
        assert picture_walls(image, maze, dpi / 25.4, 4.7) == walls_of(maze)


@pytest.mark.parametrize("dpi", [300, 600])
@settings(SHARED, max_examples=10)
@given(maze=mazes(least=2))
def test_pdf_picture(tmp_path: Path, dpi: int, maze: Maze) -> None:
    page = Page(page="60x50mm", cell=4.7, margin=3, marks="none")
    (file,) = export(maze, tmp_path / "maze.pdf", page, picture=True, dpi=dpi)
    ((image, _place),) = read_pictures(file.read_bytes())
    assert np.array(image.size) * 25.4 / dpi == pytest.approx([60, 50], abs=0.05)
    assert picture_walls(image, maze, dpi / 25.4, 4.7) == walls_of(maze)
