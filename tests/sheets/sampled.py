"""Mazes of squares read back from a page that poppler has drawn, without code of the program."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import mazeeditor
from mazeeditor.maze.maze import Maze

DPI = 100
GAP = 3.0  # mm: white between two mazes
LOWEST = 20.0  # mm: what is lower is a text
Box = tuple[int, int, int, int]  # left, top, right, bottom in px
Pixels = NDArray[np.uint8]


def drawn(file: Path, folder: Path, *range_: str) -> list[Pixels]:
    """Return the pages of a PDF, uint8[height, width, 3]; ``range_`` goes to poppler."""
    folder.mkdir(exist_ok=True)
    target = folder / file.stem
    subprocess.run(["pdftoppm", "-r", str(DPI), *range_, str(file), str(target)], check=True)
    pictures = sorted(folder.glob(f"{file.stem}-*.ppm"))  # quicker than a PNG
    pages = [np.asarray(Image.open(picture).convert("RGB")) for picture in pictures]
    for picture in pictures:
        picture.unlink()
    return pages


def boxes(page: Pixels) -> list[Box]:
    """Return the boxes of the mazes on a page, row by row, with white between them."""
    ink = page.min(axis=2) < 128
    result = []
    for top, bottom in _groups(ink.any(axis=1)):
        for left, right in _groups(ink[top:bottom].any(axis=0)):
            rows = np.flatnonzero(ink[top:bottom, left:right].any(axis=1))
            if len(rows) > LOWEST / 25.4 * DPI:
                result.append((left, top + int(rows[0]), right, top + int(rows[-1]) + 1))
    return result


def _groups(used: NDArray[np.bool_]) -> list[tuple[int, int]]:
    places = np.flatnonzero(used)
    ends = np.flatnonzero(np.diff(places) > GAP / 25.4 * DPI)
    firsts, lasts = places[np.append(0, ends + 1)], places[np.append(ends, len(places) - 1)]
    return [(int(first), int(last) + 1) for first, last in zip(firsts, lasts, strict=True)]


def passages(page: Pixels, box: Box, rows: int, columns: int) -> set[tuple[int, int, str]]:
    """Return where one can go: row, column, and whether to the right or down."""
    x, y = _places(box, rows, columns)
    ink = page.min(axis=2) < 100  # walls; a route is paler
    result = set()
    for row in range(rows):
        for column in range(columns):
            right, down = int(x[column] + x[column + 1]) // 2, int(y[row] + y[row + 1]) // 2
            if column + 1 < columns and not _near(ink, int(x[column + 1]), down):
                result.add((row, column, "right"))
            if row + 1 < rows and not _near(ink, right, int(y[row + 1])):
                result.add((row, column, "down"))
    return result


def passages_of(maze: Maze) -> set[tuple[int, int, str]]:
    """Return what ``passages`` should read from a page with this maze."""
    rows, columns = maze.lattice.rows, maze.lattice.columns
    steps = {"right": (0, 1), "down": (1, 0)}
    return {
        (row, column, name)
        for row in range(rows)
        for column in range(columns)
        for name, (down, right) in steps.items()
        if row + down < rows and column + right < columns
        if maze.is_open((row, column), (row + down, column + right))
    }


def _places(box: Box, rows: int, columns: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    left, top, right, bottom = box
    return np.linspace(left, right, columns + 1), np.linspace(top, bottom, rows + 1)


def _near(ink: NDArray[np.bool_], x: int, y: int) -> bool:
    return bool(ink[y - 2 : y + 3, x - 2 : x + 3].any())


def coloured(page: Pixels, box: Box, rows: int, columns: int) -> set[tuple[int, int]]:
    """Return the cells near whose middle, by a pixel, a colour or a grey is drawn."""
    x, y = _places(box, rows, columns)
    result = set()
    for row in range(rows):
        for column in range(columns):
            down, right = int(y[row] + y[row + 1]) // 2, int(x[column] + x[column + 1]) // 2
            if page[down - 1 : down + 2, right - 1 : right + 2].min() < 240:
                result.add((row, column))
    return result


def check_page(page: Pixels, mazes: Sequence[Maze], *, answers: bool) -> None:
    """Compare a page with mazes of one size, and the colour in cells with their routes.

    A title may stand closely below one of them.
    """
    found = boxes(page)
    assert len(found) == len(mazes)
    height = min(bottom - top for _left, top, _right, bottom in found)
    for (left, top, right, _bottom), maze in zip(found, mazes, strict=True):
        box = left, top, right, top + height
        rows, columns = maze.lattice.rows, maze.lattice.columns
        assert passages(page, box, rows, columns) == passages_of(maze)
        route = {*mazeeditor.solve(maze).path} if answers else set()
        assert coloured(page, box, rows, columns) == route
