"""Mazes that show something on sheets and in books: tones of photos, codes that are read.

Pages are read back by poppler and by a reader of SVG, and measured by OpenCV and shapely.
"""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from PIL import Image

import mazeeditor
from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import HERE
from mazeeditor.files import Project
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.page.audiences import audience_named
from mazeeditor.page.formats import EXPORTERS
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Polygons, Scene, Strokes
from mazeeditor.page.shown_page import page_with, without_shown
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of
from mazeeditor.sheets.pages.page_files import PageFormat
from mazeeditor.sheets.pages.puzzles import MadePuzzle
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_audience import recipe_for
from mazeeditor.sheets.sheet_files import Printing, SheetOrder
from mazeeditor.sheets.sheet_pages import SheetPages, plan_sheet
from tests.camera import CAMERAS, READERS, Picture
from tests.cli.run import failure
from tests.graphs import graph_of
from tests.maze.photo.pictures import face, saved
from tests.maze.subjects.pictures import route_in
from tests.page.formats.read_svg import read_svg
from tests.sheets.sampled import DPI, Box, boxes, drawn

Numbers = NDArray[np.float64]
DETAIL = 40  # cells
TEXT = "https://example.org/maze"
BLUR = 1.5  # cells
ALIKE = 0.7  # SSIM
FINE = 300  # dpi of a printer
ACROSS = 300  # px: as at 25 mm, where they are tested most
CODE: dict[str, Any] = {"name": "qr", "qr": TEXT}


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Return the files of a face, and of the same face upside down."""
    folder = tmp_path_factory.mktemp("photos")
    turned = face().transpose(Image.Transpose.ROTATE_180)
    return saved(folder), saved(folder, turned, "turned.png")


def recipe_of(subject: dict[str, Any], seed: int = 1) -> Recipe:
    return Recipe("kruskal", seed=seed, subject=ChosenSubject.of(subject)).kept()


def photo_of(path: str, **options: Any) -> dict[str, Any]:
    return {"name": "photo", "photo": path, "detail": DETAIL, **options}


def planned(recipe: Recipe, page: Page | None = None, **sheet: Any) -> SheetPages:
    order = SheetOrder(Sheet(**sheet), page or Page(marks="none"), recipe)
    return plan_sheet(order.sheet, order.page, order.puzzles())


def widths_of(scene: Scene) -> set[float]:
    """Return the thicknesses of walls in cells, to a thousandth."""
    walls = next(layer for layer in scene.layers if layer.name == "walls")
    items = [item for item in walls.items if isinstance(item, Strokes)]
    return {round(item.width / scene.cell, 3) for item in items}


def darkness(page: NDArray[np.uint8], box: Box, maze: Maze) -> Numbers:
    """Return float64[rows, columns], how dark a drawing of a maze is within each of its cells."""
    left, top, right, bottom = box
    ink = 1 - page[top:bottom, left:right].mean(axis=2) / 255
    size = maze.lattice.columns, maze.lattice.rows
    return np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.float64)


def photo_in(path: str, maze: Maze) -> Numbers:
    """Return float64[rows, columns], how dark a photo is, from 0 to 1."""
    grey = 1 - np.asarray(Image.open(path).convert("L"), np.float64) / 255
    grey = (grey - grey.min()) / (grey.max() - grey.min())
    size = maze.lattice.columns, maze.lattice.rows
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float64)


def alike(page: NDArray[np.uint8], box: Box, maze: Maze, photo: str) -> float:
    """Return the SSIM (Wang et al. 2004) of a drawn maze and a photo, as eyes blur both."""
    cell = (box[2] - box[0]) / DPI * 25.4 / maze.lattice.columns
    light = max(0.15 * cell / 2, min(0.265, 0.35 * cell / 2)) / cell
    dark = (darkness(page, box, maze) - light) / (0.5 - light)
    one, other = (_blurred(each, BLUR) for each in (dark, photo_in(photo, maze)))
    one_mean, other_mean = _blurred(one), _blurred(other)
    one_spread = _blurred(one * one) - one_mean**2
    other_spread = _blurred(other * other) - other_mean**2
    both = _blurred(one * other) - one_mean * other_mean
    means = (2 * one_mean * other_mean + 1e-4) / (one_mean**2 + other_mean**2 + 1e-4)
    return float((means * (2 * both + 9e-4) / (one_spread + other_spread + 9e-4)).mean())


def _blurred(values: Numbers, sigma: float = 1.5) -> Numbers:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), sigma), np.float64)


# Photos


@pytest.mark.slow
def test_a_sheet_has_the_tones_of_its_photo(photos: tuple[str, str], tmp_path: Path) -> None:
    show = photo_of(photos[0])
    options: dict[str, Any] = {"count": 2, "per_page": "2", "numbers": "none", "marks": "none"}
    (file,) = mazeeditor.sheet(
        tmp_path / "a.pdf", generator="kruskal", seed=1, show=show, lines_below="none", **options
    )
    (page,) = drawn(file, tmp_path)
    maze = maze_of(recipe_of(show))
    found = boxes(page)
    assert len(found) == 2
    for box in found:
        assert alike(page, box, maze, photos[0]) > ALIKE
        assert alike(page, box, maze, photos[1]) < ALIKE - 0.3


@pytest.mark.slow
def test_each_maze_has_the_tones_of_its_own_photo(photos: tuple[str, str], tmp_path: Path) -> None:
    """Also where others are plain, whose walls are as thin as ever."""
    recipes = [recipe_of(photo_of(path)) for path in photos]
    plain = Recipe("kruskal", seed=3, sizes={"rows": DETAIL, "columns": 30})
    projects = [Project(maze_of(recipe), recipe) for recipe in (*recipes, plain)]
    sheet = Sheet(per_page="3", lines_below="none", numbers="none")
    order = SheetOrder(sheet, Page(marks="none"), projects=projects)
    path = tmp_path / "a.pdf"
    printing = Printing.of(order, path, PageFormat.of(path), Job())
    (file,) = printing.write(Job(), workers=HERE).files
    (page,) = drawn(file, tmp_path)
    *found, last = boxes(page)
    for box, photo, other in zip(found, photos, photos[::-1], strict=True):
        maze = projects[0].maze
        assert alike(page, box, maze, photo) > ALIKE
        assert alike(page, box, maze, other) < ALIKE - 0.3
    assert darkness(page, last, maze).max() < 0.35


@pytest.mark.slow
def test_passages_of_a_sheet_are_open(photos: tuple[str, str]) -> None:
    """As wide as the page says, between walls of which the thinnest can be printed."""
    recipe = recipe_of(photo_of(photos[0]))
    (plan,) = planned(recipe).pages
    scene = plan.composed(Job())
    shapes = read_svg(bytes(EXPORTERS["svg"].run([scene], Job()))).shapes["walls"]
    widths = sorted({shape.width for shape in shapes})
    assert widths[-1] == pytest.approx(scene.cell / 2, abs=0.01)
    assert widths[0] >= 0.264
    assert len(widths) > 20
    lines = [(shapely.MultiLineString(shape.strokes), shape.width / 2) for shape in shapes]
    ink = shapely.union_all([shapely.buffer(*line, cap_style="flat") for line in lines])
    maze = maze_of(recipe)
    left, top, _right, _bottom = shapely.MultiLineString(
        [line for shape in shapes for line in shape.strokes]
    ).bounds
    steps = np.array(graph_of(maze).edges)
    ends = maze.lattice.geometry.centres(steps.ravel()).reshape(-1, 2, 2) * scene.cell
    ways = shapely.linestrings(ends + np.array([left, top]))
    assert scene.passage == pytest.approx(scene.cell / 2)
    shapely.prepare(ink)
    assert not shapely.dwithin(ink, ways, scene.passage / 2 - 0.01).any()


@pytest.mark.slow
def test_answers_on_the_back_have_tones_and_small_ones_plain_walls(photos: tuple[str, str]) -> None:
    recipe = recipe_of(photo_of(photos[0]))
    for answers, toned in (("back", True), ("end", False)):
        puzzles, solved = planned(recipe, answers=answers).pages
        assert len(widths_of(puzzles.composed(Job()))) > 10
        scene = solved.composed(Job())
        assert (len(widths_of(scene)) > 10) == toned
        assert any(layer.name == "solution" for layer in scene.layers)


@pytest.mark.parametrize("answers", ["back", "end"])
@pytest.mark.parametrize("colours", [1, 2])
def test_answers_show_the_picture(answers: str, colours: int, photos: tuple[str, str]) -> None:
    shown: dict[str, Any] = {"name": "picture", "picture": photos[0], "pixels": 12}
    recipe = recipe_of({**shown, "picture_colours": colours} if colours > 1 else shown)
    (_puzzles, solved) = planned(recipe, answers=answers).pages
    scene = solved.composed(Job())
    (layer,) = (layer for layer in scene.layers if layer.name == "solution")
    areas = [item for item in layer.items if isinstance(item, Polygons)]
    assert len({area.colour for area in areas}) == len(areas) == colours
    maze = maze_of(recipe)
    rings = [
        shapely.LinearRing(ring)
        for area in areas
        for ring in np.split(area.points, area.starts[1:-1])
    ]
    signed = sum((1 if ring.is_ccw else -1) * shapely.Polygon(ring).area for ring in rings)
    filled = abs(signed) / scene.cell**2  # holes run against the rings around them
    assert filled == pytest.approx(len(route_in(maze)), abs=4)  # marks may cover its ends


def test_walls_that_were_chosen_stay(photos: tuple[str, str]) -> None:
    recipe = recipe_of(photo_of(photos[0]))
    (plan,) = planned(recipe, Page(walls="rounded")).pages
    assert len(widths_of(plan.composed(Job()))) == 1
    other = ChosenSubject.of(photo_of(photos[1])).page(maze_of(recipe))["tone"]
    toned = Page(walls="toned", tone=other)
    (plan,) = planned(recipe, toned).pages
    (made,) = (MadePuzzle.of(puzzle, Job(), solved=False) for puzzle in plan.puzzles)
    assert plan.look(made).tone == other


def test_new_mazes_have_no_tones_of_the_maze_shown_before(photos: tuple[str, str]) -> None:
    subject = ChosenSubject.of(photo_of(photos[0]))
    page = page_with(Page(title="A"), subject.page(maze_of(recipe_of(photo_of(photos[0])))))
    assert without_shown(page, subject) == Page(title="A")
    assert without_shown(page, ChosenSubject.of(CODE)) == page
    assert without_shown(page, None) == page
    plain = replace(page, walls="lines")
    assert without_shown(plain, subject) == plain


def test_what_mazes_show_decides_about_their_size(photos: tuple[str, str]) -> None:
    """A search for larger cells said that a page has no room for such mazes."""
    sheet, page = Sheet(count=4, per_page="4"), Page()
    for subject in (photo_of(photos[0]), CODE):
        recipe = recipe_of(subject)
        made, look = recipe_for(audience_named("7-9"), sheet, page, recipe)
        assert (made.sizes, made.subject, look) == (recipe.sizes, recipe.subject, page)


# Books


def book_with(subject: dict[str, Any], folder: Path, **chapter: Any) -> BookPrinting:
    recipe = {"generator": "kruskal", "subject": subject}
    own = {"count": 2, "numbers": "none", "page": {"marks": "none"}, "recipe": recipe, **chapter}
    values = {"format": "mazeeditor book", "version": 1, "chapters": [own]}
    plain = {"how_to": False, "chapter_pages": False, "page_numbers": "none", "answers": "end"}
    return BookPrinting.of(
        book_of(to_json({**values, **plain}), AllowedFiles(folder, given=True), Job()), Job()
    )


def test_what_a_chapter_cannot_show_is_one_sentence(tmp_path: Path) -> None:
    cases: list[tuple[Any, str]] = [
        ({"name": "photo", "photo": "none.png"}, "none.png"),
        ({"name": "hologram"}, "hologram"),
        ({"name": "qr", "qr": "x", "size": 3}, "size"),
        (7, "A subject is a name or has one, not 7"),
    ]
    for subject, message in cases:
        with pytest.raises(MazeError, match="chapter 1: 'recipe': ") as error:
            book_with(subject, tmp_path)
        assert message in str(error.value), subject
        assert "\n" not in str(error.value), subject


# Codes


def read(page: Picture, box: Box, seed: int) -> set[str]:
    """Return what two programs read in a photograph of a maze that is ``ACROSS`` px wide."""
    left, top, right, bottom = box
    camera = replace(CAMERAS["sharp"], fine=ACROSS / (right - left) * FINE / 25.4)
    picture = camera.photograph(page[top:bottom, left:right], FINE, seed)
    return {program(picture) for program in READERS.values()}


def in_grey(file: Path, folder: Path, number: int) -> tuple[Picture, list[Box]]:
    """Return a page as a printer has it, and the boxes of the mazes there."""
    span = "-f", str(number), "-l", str(number)
    (coarse,) = drawn(file, folder, *span)
    target = folder / "fine"
    command = "pdftoppm", "-gray", "-r", str(FINE), *span, str(file), str(target)
    subprocess.run(command, check=True)
    (picture,) = folder.glob("fine-*.pgm")
    page = np.asarray(Image.open(picture))
    picture.unlink()
    more = FINE / DPI
    found = [
        (int(left * more), int(top * more), round(right * more), round(bottom * more))
        for left, top, right, bottom in boxes(coarse)
    ]
    return page, found


@pytest.mark.slow
def test_codes_on_a_sheet_are_read(tmp_path: Path) -> None:
    (file,) = mazeeditor.sheet(
        tmp_path / "a.pdf", seed=1, show=CODE, count=4, per_page="4", marks="none"
    )
    page, found = in_grey(file, tmp_path, 1)
    assert len(found) == 4
    for seed, box in enumerate(found):
        assert read(page, box, seed) == {TEXT}


def test_what_a_maze_shows_has_its_own_openings_on_sheets(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="its own entrance and exit"):
        mazeeditor.sheet(tmp_path / "a.pdf", show=CODE, entrance=(0, 0))
    command = "sheet", "--qr", "x", "--entrance", "0,0", "-o", str(tmp_path / "a.pdf")
    assert "its own entrance and exit" in failure(*command, status=2)
    with pytest.raises(UsageError, match="leave out show"):
        mazeeditor.sheet(tmp_path / "a.pdf", [maze_of(recipe_of(CODE))], show=CODE)
