"""PDF: pages, letters, limits, and pictures without loss."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import solve
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import export
from mazeeditor.page.formats.pdf import joined_pages, pdf_page
from mazeeditor.page.page import Page
from mazeeditor.page.raster.raster import draw_bits
from mazeeditor.page.scene import Scene
from mazeeditor.page.wall_styles import WALL_STYLES
from tests.breadth import in_turns
from tests.maze.shapes.cases import largest
from tests.page.formats.read_pdf import objects_of, pages_of, read_pdf, read_pictures
from tests.page.mazes import made
from tests.page.test_shapes import opened

COLOURED = re.compile(rb"[\d.]+ [\d.]+ [\d.]+ (?:rg|RG)\b|DeviceRGB")


def coloured(data: bytes) -> set[bytes]:
    """Return the operators and colour spaces of a file that need red, green and blue."""
    bodies = list(objects_of(data).values())
    content = [content for _page, content in pages_of(data)]
    return {found for body in bodies + content for found in COLOURED.findall(body)}


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("walls", "name", "colour"),
    in_turns(WALL_STYLES.names(), SHAPES.names(), ["black", "#777777"]),
)
def test_black_and_greys_are_one_ink(tmp_path: Path, name: str, walls: str, colour: str) -> None:
    """They were RGB, which an offset printer mixes of four inks."""
    maze = opened(largest(name), seed=1)
    grey = {"colour": colour, "solution_colour": "#999999", "walls": walls, "marks": "word"}
    page = Page.from_dict({**grey, "solution": "page", "title": "Maze מבוך"})
    (file,) = export(maze, tmp_path / "maze.pdf", page)
    assert not coloured(file.read_bytes())
    (one, two) = read_pdf(file.read_bytes())
    inks = {shape.stroke or shape.fill for shape in (*one.shapes[""], *two.shapes[""])}
    assert inks == {"777777" if colour == "#777777" else "000000", "999999"}


def test_colours_are_red_green_and_blue(tmp_path: Path) -> None:
    (file,) = export(made(3, 3), tmp_path / "maze.pdf", Page(colour="#0a5fb4", title="Maze"))
    assert coloured(file.read_bytes())
    (file,) = export(made(3, 3), tmp_path / "maze.pdf", Page(title="Maze"), picture=True, dpi=150)
    assert not coloured(file.read_bytes())


def test_pages_with_words_and_route(tmp_path: Path) -> None:
    maze = made(6, 7)
    page = Page(title="Two", solution="page", marks="word", orientation="landscape")
    (file,) = export(maze, tmp_path / "maze.pdf", page, solve("breadth-first", maze))
    first, second = read_pdf(file.read_bytes())
    for sheet in (first, second):
        assert (sheet.width, sheet.height) == pytest.approx((297, 210), abs=0.01)
        assert len(sheet.letters) == 3
    assert [shape.stroke for shape in first.shapes[""]] == ["000000"]
    assert [shape.stroke for shape in second.shapes[""]] == ["0a5fb4", "000000"]
    assert second.shapes[""][0].cap == "round"


def test_hairlines_are_a_hundredth_of_a_millimetre(tmp_path: Path) -> None:
    page = Page(walls="hairlines", colour="red", title="Cut", marks="word")
    (file,) = export(made(6, 7), tmp_path / "maze.pdf", page)
    (sheet,) = read_pdf(file.read_bytes())
    for shape in sheet.shapes[""]:
        assert (shape.stroke, shape.fill) == ("ff0000", None)
        assert shape.width == pytest.approx(0.01, rel=0.01)
    assert {letter.stroke for letter in sheet.letters} == {"ff0000"}


def test_long_paths_are_painted_in_parts(tmp_path: Path) -> None:
    """A printer holds no path of a million lines."""
    (file,) = export(made(90, 90), tmp_path / "maze.pdf", Page(marks="none"))
    (sheet,) = read_pdf(file.read_bytes())
    parts = [len(shape.strokes) for shape in sheet.shapes[""]]
    assert parts[:-1] == [1000] * (len(parts) - 1)
    assert 1 <= parts[-1] <= 1000


@pytest.mark.parametrize("dpi", [300, 600])
def test_a_picture_loses_nothing(tmp_path: Path, dpi: int) -> None:
    maze = made(6, 7)
    page = Page(page="80x90mm", margin=5, title="Picture", solution="page")
    solution = solve("breadth-first", maze)
    (file,) = export(maze, tmp_path / "maze.pdf", page, solution, picture=True, dpi=dpi)
    pictures = read_pictures(file.read_bytes())
    scenes = compose(maze, page, solution)
    assert len(pictures) == len(scenes) == 2
    for (image, _), scene in zip(pictures, scenes, strict=True):
        assert (np.asarray(image) == np.asarray(draw_bits(scene, dpi))).all()


@pytest.mark.slow
def test_a_picture_ends_where_the_ink_ends(tmp_path: Path) -> None:
    """Print shops measure margins by it: white around the ink would lie in them."""
    page = Page(page="80x90mm", margin=5, marks="none", solution="none")
    for columns in range(1, 9):
        maze = made(3, columns)
        (file,) = export(maze, tmp_path / "maze.pdf", page, picture=True, dpi=300)
        (scene,) = compose(maze, page)
        down, across = np.nonzero(~np.asarray(draw_bits(scene, 300)))
        ((_, place),) = read_pictures(file.read_bytes())
        left, top = across.min(), down.min()
        expected = [left, top, across.max() + 1 - left, down.max() + 1 - top]
        assert np.array(place) * 300 / 25.4 == pytest.approx(np.array(expected), abs=0.1), columns


def test_a_white_page_is_a_picture_too() -> None:
    """Its first pixel: a PDF of pixels has a picture on each page."""
    page = pdf_page(Scene(50, 60, (), title="", description="", cell=1, wall=0.1), Job(), dpi=300)
    ((image, (left, top, width, height)),) = read_pictures(joined_pages([page], ""))
    assert np.asarray(image).all()
    assert (left, top) == pytest.approx((0, 0), abs=0.01)
    assert (width, height) == pytest.approx((25.4 / 300, 25.4 / 300), abs=0.01)


def test_refuses_what_is_too_large(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="end at 5,080 mm, this one has 6,030 × 66"):
        export(made(6, 1000), tmp_path / "m.pdf", Page(page="fit", wall=0.1, marks="none"))
    page = Page(page="1000x1000mm")
    with pytest.raises(UsageError, match="at 1200 dpi is too large: use 508 dpi"):
        export(made(3, 3), tmp_path / "m.pdf", page, picture=True, dpi=1200)
    assert list(tmp_path.iterdir()) == []
