"""Signs that change the colour of a route, read back from SVG by a reader of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from PIL import Image

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.photo.pencils import PENCILS, pencils_of
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import solve
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import encode_scenes
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from tests.page.formats.drawn import Shape, Sheet
from tests.page.formats.read_svg import read_svg
from tests.page.test_questions import SIZES
from tests.page.test_tokens import route_of

COLOURS = ((214, 32, 32), (31, 95, 208), (46, 139, 46), (247, 213, 29))


def quarters(folder: Path) -> Path:
    """Return a picture whose quarters have four colours, clear in the middle."""
    data = np.zeros((40, 40, 4), np.uint8)
    for number, colour in enumerate(COLOURS):
        row, column = divmod(number, 2)
        data[row * 20 : row * 20 + 20, column * 20 : column * 20 + 20] = (*colour, 255)
    data[16:24, 16:24] = 0
    path = folder / "quarters.png"
    Image.fromarray(data).save(path)
    return path


def page_of(folder: Path, **options: Any) -> Page:
    return Page(along="pencils", pencils=PENCILS.keep(quarters(folder)), **options)


def sheets(maze: Maze, page: Page) -> list[Sheet]:
    scenes = compose(maze, page, solve("breadth-first", maze))
    return [read_svg(data) for data in encode_scenes(scenes, Path("a.svg")).values()]


def area_of(shape: Shape) -> Any:
    """Return what a filled path covers: where an odd number of its rings go round."""
    result: Any = shapely.Polygon()
    for ring in shape.strokes:
        result = result.symmetric_difference(shapely.Polygon(ring).buffer(0))
    return result


def signs_in(maze: Maze, page: Page, sheet: Sheet) -> dict[int, str]:
    """Return the colour of the sign in each cell that has one."""
    layout = plan_page(maze, page)
    result: dict[int, str] = {}
    for shape in sheet.shapes["tokens"][1::2]:  # each on its border
        middle = shapely.Polygon(shape.strokes[0]).centroid
        at = (np.array([middle.x, middle.y]) - (layout.x, layout.y)) / layout.scale.cell
        cell = maze.lattice.geometry.cell_at(*at.tolist())
        assert cell is not None
        assert cell not in result
        assert shape.fill
        result[cell] = shape.fill
    return result


def filled_in(maze: Maze, page: Page, sheet: Sheet) -> dict[int, str]:
    """Return the colour of each cell that an answer fills in."""
    layout, lattice = plan_page(maze, page), maze.lattice
    cells = lattice.inside_cells()
    middles = lattice.geometry.centres(cells) * layout.scale.cell + (layout.x, layout.y)
    result: dict[int, str] = {}
    for shape in sheet.shapes["solution"]:
        inside = shapely.contains_xy(area_of(shape), *middles.T)
        for cell in cells[inside].tolist():
            assert cell not in result
            assert shape.fill
            result[cell] = shape.fill
    return result


@pytest.mark.parametrize("shape", sorted(SIZES))
def test_who_follows_the_signs_has_filled_in_the_colours_of_the_answer(
    shape: str, tmp_path: Path
) -> None:
    maze = generate("backtracker", build(shape, **SIZES[shape]), 3)
    page = page_of(tmp_path, solution="page")
    puzzle, answer = sheets(maze, page)
    route = route_of(maze)
    signs = signs_in(maze, page, puzzle)
    colour, followed = "", {}
    for cell in route:
        colour = signs.get(cell, colour)
        followed[cell] = colour
    assert "" not in followed.values()
    assert followed == filled_in(maze, page, answer)
    assert len({*followed.values()}) > 1
    assert "tokens" not in answer.shapes
    on_route = [cell for cell in signs if cell in followed]
    assert len(signs) > len(on_route)  # others lead astray
    assert not filled_in(maze, page, puzzle) if "solution" in puzzle.shapes else True
    pictured = pencils_of(page.pencils)
    geometry = maze.lattice.geometry
    for cell, (x, y) in zip(route, geometry.centres(np.array(route)).tolist(), strict=True):
        place = int(y / geometry.height * 40), int(x / geometry.width * 40)
        number = int(pictured.paints[place])
        assert number < 0 or pictured.colours[number] == f"#{followed[cell]}"


def test_each_colour_has_a_form_of_its_own_and_a_name(tmp_path: Path) -> None:
    maze = generate("backtracker", build("rectangular", rows=20, columns=20), 3)
    page = page_of(tmp_path)
    (sheet,) = sheets(maze, page)
    names = [letters.text for letters in sheet.letters]
    assert sorted(names[1:]) == ["Blue", "Green", "Red", "Yellow"]
    legend = sheet.shapes["note"]
    forms = {shape.fill: len(shape.strokes[0]) for shape in legend[1::2]}
    assert len({*forms.values()}) == len(forms) == 4
    for shape in sheet.shapes["tokens"][1::2]:
        assert forms[shape.fill] == len(shape.strokes[0])
    dark = {shape.fill for shape in [*legend[::2], *sheet.shapes["tokens"][::2]]}
    assert dark == {"000000"}  # borders: yellow is seen on white


def test_signs_that_nobody_could_see_and_pictures_without_colours_are_refused(
    tmp_path: Path,
) -> None:
    maze = generate("backtracker", build("rectangular", rows=10, columns=10), 3)
    with pytest.raises(UsageError, match="Signs in cells of 1 mm"):
        compose(maze, page_of(tmp_path, cell=1.0))
    clear = tmp_path / "clear.png"
    Image.new("RGBA", (5, 5)).save(clear)
    with pytest.raises(UsageError, match=r"clear all over"):
        PENCILS.keep(clear)
    many = tmp_path / "many.png"
    Image.fromarray(np.random.default_rng(1).integers(0, 255, (30, 30, 3), np.uint8)).save(many)
    assert 2 <= len(pencils_of(PENCILS.keep(many)).colours) <= 6


def test_without_a_picture_a_route_has_equal_parts() -> None:
    maze = generate("backtracker", build("rectangular", rows=20, columns=20), 3)
    page = Page(along="pencils", solution="page")
    puzzle, answer = sheets(maze, page)
    filled = filled_in(maze, page, answer)
    parts = [filled[cell] for cell in route_of(maze)]
    counts = [parts.count(colour) for colour in dict.fromkeys(parts)]
    assert len(counts) == 4
    assert max(counts) - min(counts) <= 1
    assert parts == sorted(parts, key=list(dict.fromkeys(parts)).index)
    assert len(set(signs_in(maze, page, puzzle).values())) == 4
