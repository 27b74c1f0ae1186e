"""Pages for left-handed children, read back by poppler: turned over, but for what people read."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFilter

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.findings import why_unreadable_on
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Polygons
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.sheets.pages.page_files import PageFormat
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import Printing, SheetOrder
from tests.breadth import in_turns
from tests.page.test_wall_styles import HALVES
from tests.sheets.sampled import boxes

pytestmark = pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler is not installed")
PAPER = "127x101.6mm"  # 500 x 400 px at 100 dpi
MIDDLE = 127 / 2 / 25.4 * 72  # pt


def drawn(file: Path, page: int = 1) -> Image.Image:
    """Return a page in grey, as poppler draws it."""
    command = ["pdftoppm", "-gray", "-r", "100", "-f", str(page), "-singlefile", str(file)]
    subprocess.run([*command, str(file.with_suffix(""))], check=True)
    with Image.open(file.with_suffix(".pgm")) as image:
        image.load()
    return image


def differing(one: Image.Image, other: Image.Image) -> NDArray[np.bool_]:
    """Return where one of two pictures has ink and the other none within a pixel."""

    def lacks(first: Image.Image, second: Image.Image) -> NDArray[np.bool_]:
        around = np.asarray(second.filter(ImageFilter.MinFilter(5)))
        return (np.asarray(first) < 110) & (around > 200)

    return lacks(one, other) | lacks(other, one)


def both(maze: Maze, folder: Path, **page: Any) -> tuple[Path, Path]:
    """Return the page of a maze as a PDF, and the mirrored one."""
    files = folder / "plain.pdf", folder / "mirrored.pdf"
    for file, mirrored in zip(files, (False, True), strict=True):
        mazeeditor.export(maze, file, **{"page": PAPER, "mirrored": mirrored, **page})
    return files


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "walls"), in_turns(SHAPES.names(), WALL_STYLES.names()))
def test_walls_openings_and_route_are_turned_over(shape: str, walls: str, tmp_path: Path) -> None:
    name = next(option.name for option in SHAPES[shape].options if option.kind is int)
    sizes: dict[str, Any] = {name: 7}
    maze = mazeeditor.generate("backtracker", shape=shape, seed=5, **sizes)
    look: dict[str, Any] = {
        "walls": walls,
        "tone": HALVES if walls == "toned" else "",
        "far_colour": "#333333",
    }
    files = both(maze, tmp_path, **look, solution="drawn", solution_colour="black")
    plain, mirrored = map(drawn, files)
    turned = plain.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    assert differing(plain, mirrored).sum() > 100
    assert not differing(turned, mirrored).any()


def words_of(file: Path) -> list[tuple[str, float, float]]:
    """Return the words of a page, with their middles in pt."""
    command = ["pdftotext", "-bbox", "-l", "1", str(file), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    form = r'<word xMin="(.*)" yMin="(.*)" xMax="(.*)" yMax="(.*)">(.*)</word>'
    return [
        (word, (float(left) + float(right)) / 2, (float(top) + float(low)) / 2)
        for left, top, right, low, word in re.findall(form, text)
    ]


def test_words_stay_readable_in_mirrored_places(tmp_path: Path) -> None:
    maze = mazeeditor.generate("prim", rows=6, columns=8, seed=2)
    page: dict[str, Any] = {
        "along": "letters",
        "sentence": "LEFT HAND",
        "marks": "word",
        "title": "Für Linke",
    }
    plain, mirrored = map(words_of, both(maze, tmp_path, **page))
    fixed = {"Für", "Linke"}
    expected = [
        (word, x if word in fixed or set(word) == {"_"} else 2 * MIDDLE - x, y)
        for word, x, y in plain
    ]
    assert {"Start", "Finish", "L", *fixed} <= {word for word, _x, _y in mirrored}
    assert len(mirrored) == len(expected)
    for one, other in zip(sorted(mirrored), sorted(expected), strict=True):
        assert one[0] == other[0]
        assert one[1:] == pytest.approx(other[1:], abs=0.05)
    start = next(x for word, x, _y in mirrored if word == "Start")
    assert start > MIDDLE


@pytest.mark.slow
def test_pictures_are_moved_but_not_turned_over(tmp_path: Path) -> None:
    picture = Image.new("L", (60, 60), 255)
    picture.paste(0, (0, 0, 20, 60))  # its left third is black
    picture.save(tmp_path / "picture.png")
    maze = mazeeditor.generate("prim", rows=4, columns=5, seed=2)
    name = str(tmp_path / "picture.png")
    look: dict[str, Any] = {
        "marks": "picture",
        "start_picture": name,
        "goal_picture": name,
        "wall": 0.1,
    }
    look |= {"along": "pictures", "collect": name, "along_count": 2, "decoys": False}
    _plain, mirrored = (np.asarray(drawn(file)) for file in both(maze, tmp_path, **look))
    around = np.asarray(Image.fromarray(mirrored).filter(ImageFilter.MaxFilter(5)))
    black = np.argwhere(around < 60)  # the thirds alone: walls are too thin
    assert len(black) > 100
    for row, column in black:
        edge = column + int(np.argmax(mirrored[row, column:] > 200))
        assert edge - column < 30
        assert (mirrored[row, edge : edge + 6] > 200).all()  # white is at the right of black


def spans(row: NDArray[np.uint8]) -> list[tuple[int, int]]:
    """Return where mazes side by side begin and end: the outer walls of each are whole."""
    used = np.flatnonzero((row < 128).any(axis=0))
    parts = np.split(used, np.flatnonzero(np.diff(used) > 2) + 1)
    return [(int(part[0]), int(part[-1]) + 1) for part in parts]


@pytest.mark.slow
def test_sheets_mirror_each_maze_in_its_place(tmp_path: Path) -> None:
    recipe = Recipe("prim", seed=1, sizes={"rows": 5, "columns": 6})
    pages = []
    for mirrored in (False, True):
        page = Page(mirrored=mirrored, marks="none", solution_colour="black")
        sheet = Sheet(count=4, per_page="4", numbers="none", answers="end", lines_below="none")
        file = tmp_path / f"{mirrored}.pdf"
        Printing.of(SheetOrder(sheet, page, recipe), file, PageFormat.of(file), Job()).write(Job())
        pages.append([drawn(file, number) for number in (1, 2)])
    for plain, mirrored_ in zip(*pages, strict=True):
        places = [
            (left + first, top, left + last, bottom)
            for left, top, right, bottom in boxes(np.asarray(plain.convert("RGB")))
            for first, last in spans(np.asarray(plain)[top:bottom, left:right])
        ]
        assert len(places) == 4
        for box in places:
            turned = plain.crop(box).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            assert not differing(turned, mirrored_.crop(box)).any()


def test_letters_of_an_outline_are_not_mirrored_on_a_sheet_but_its_openings_are() -> None:
    outline = (MaskStep("text", {"text": "F"}),)
    recipe = Recipe("prim", seed=1, sizes={"rows": 24, "columns": 20}, masks=outline)
    page = Page(mirrored=True, marks="none", background="#dddddd")
    order = SheetOrder(Sheet(numbers="none"), page, recipe)
    scene = order.plan(Job()).pages[0].composed(Job())
    (ground,) = (layer.items[0] for layer in scene.layers if layer.name == "background")
    assert isinstance(ground, Polygons)
    left, right = ground.points.min(axis=0)[0], ground.points.max(axis=0)[0]
    lowest = ground.points[ground.points[:, 1] > ground.points[:, 1].max() - 1]
    assert lowest[:, 0].max() < (left + right) / 2  # the foot of the letter is at the left
    maze = order.puzzles()[0].maze(Job())
    assert maze.entrance
    assert maze.lattice.geometry.centres(np.array([maze.entrance.cell]))[0, 0] > 10


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_page_says_that_the_letters_of_its_outline_are_mirrored(mirrored: bool) -> None:
    outline = (MaskStep("text", {"text": "F"}),)
    recipe = Recipe("prim", seed=1, sizes={"rows": 24, "columns": 20}, masks=outline)
    said = why_unreadable_on(Page(mirrored=mirrored), maze_of(recipe), recipe)
    assert said.endswith("switch Left-handed off.") == mirrored
