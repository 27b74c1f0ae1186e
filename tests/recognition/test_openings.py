"""Which end of a maze in a picture is its start: letters, words, arrows and colours."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

import mazeeditor
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.recognition.recognise import recognise
from tests.recognition.damage import Drawing, draw

PITCH, MARGIN, ROWS, COLUMNS = 40.0, 4.0, 7, 8
Pen = Callable[[ImageDraw.ImageDraw], object]
FONT = "DejaVuSans-Bold.ttf"


def font(size: int) -> ImageFont.FreeTypeFont:
    try:
        return ImageFont.truetype(FONT, size)
    except OSError:
        pytest.skip(f"{FONT} is not installed")


def at(x: float, y: float) -> tuple[float, float]:
    """Return the pixel at a place in cells."""
    return (MARGIN + x) * PITCH, (MARGIN + y) * PITCH


def picture(maze: Maze, pen: Pen) -> Image.Image:
    image = Image.fromarray(draw(Drawing(maze, PITCH, 0.1, MARGIN)))
    pen(ImageDraw.Draw(image))
    return image


def without_gaps() -> Maze:
    maze = mazeeditor.generate(rows=ROWS, columns=COLUMNS, seed=3)
    maze.set_openings(None, ())
    return maze


def with_gaps() -> Maze:
    """Return a maze that is entered below and left above."""
    return mazeeditor.generate(
        rows=ROWS, columns=COLUMNS, seed=4, entrance=(6, 2, "bottom"), exit=(0, 5, "top")
    )


def places(maze: Maze, openings: list[Opening]) -> list[tuple[int, int]]:
    return [maze.lattice.place(one.cell) for one in openings]


@pytest.mark.parametrize("letters", ["SG", "SE", "SF", "AB", "GS", "FS", "BA"])
def test_letters_in_cells(letters: str) -> None:
    def pen(drawing: ImageDraw.ImageDraw) -> None:
        for letter, place in zip(letters, (at(0.5, 0.5), at(6.5, 4.5)), strict=True):
            drawing.text(place, letter, fill="black", font=font(24), anchor="mm")

    maze = recognise(picture(without_gaps(), pen)).maze()
    first, last = (0, 0), (4, 6)
    assert places(maze, list(maze.openings)) == (
        [first, last] if letters[0] in "SA" else [last, first]
    )


@pytest.mark.parametrize("words", [("START", "FINISH"), ("Start", "End"), ("IN", "OUT")])
def test_words_beside_gaps(words: tuple[str, str]) -> None:
    def pen(drawing: ImageDraw.ImageDraw) -> None:
        drawing.text(at(2.5, ROWS + 0.8), words[0], fill="black", font=font(26), anchor="mm")
        drawing.text(at(5.5, -0.8), words[1], fill="black", font=font(26), anchor="mm")

    seen = recognise(picture(with_gaps(), pen))
    maze = seen.maze()
    assert places(maze, list(maze.openings)) == [(6, 2), (0, 5)]
    assert seen.certain


@pytest.mark.parametrize("head", [0.35, 0.5, 0.75])
@pytest.mark.parametrize("filled", [True, False])
def test_arrows(head: float, filled: bool) -> None:
    """Both lead up: in at the lower gap, out at the upper one."""

    def pen(drawing: ImageDraw.ImageDraw) -> None:
        for x, bottom in ((2.5, ROWS + 1.0), (5.5, -0.25)):
            (left, tip), (right, back) = at(x - 0.25, bottom - 0.8), at(x + 0.25, bottom)
            middle, base = (left + right) / 2, tip + head * (back - tip)
            drawing.line([(middle, back), (middle, tip + 3)], fill="black", width=4)
            corners = [(left, base), (middle, tip), (right, base)]
            if filled:
                drawing.polygon(corners, fill="black")
            else:
                drawing.line(corners, fill="black", width=4)

    seen = recognise(picture(with_gaps(), pen))
    maze = seen.maze()
    assert places(maze, list(maze.openings)) == [(6, 2), (0, 5)]
    assert seen.certain


def test_green_is_the_start_and_red_the_goal() -> None:
    maze = without_gaps()
    pixels = np.asarray(picture(maze, lambda _drawing: None)).copy()
    for (row, column), colour in {(5, 6): (0, 170, 60), (1, 1): (220, 30, 30)}.items():
        (x0, y0), (x1, y1) = at(column + 0.06, row + 0.06), at(column + 0.94, row + 0.94)
        part = pixels[round(y0) : round(y1), round(x0) : round(x1)]
        part[part.min(axis=2) > 200] = colour
    read = recognise(Image.fromarray(pixels)).maze()
    assert places(read, list(read.openings)) == [(5, 6), (1, 1)]
