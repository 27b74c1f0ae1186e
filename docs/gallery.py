"""The README's gallery: one maze of each shape, and some cut to an outline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

import mazeeditor
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.compose import compose
from mazeeditor.page.page import Page
from mazeeditor.page.raster.raster import draw

SEED = 20261120
GROUND, EDGE = "#eceef2", "#d4d7dd"
SIDE, GAP, ACROSS = 384, 16, 4  # px, px, pictures in a row

SIZES: dict[str, dict[str, Any]] = {  # of shapes whose usual size is too fine for a small picture
    "rectangular": {"rows": 20, "columns": 20},
    "hexagonal": {"rows": 19, "columns": 19, "outline": "hexagon"},
    "triangular": {"rows": 15, "columns": 29, "outline": "triangle"},
    "polar": {"rings": 11},
}
CUT: list[dict[str, Any]] = [
    {"shape": "hexagonal", "rows": 25, "columns": 24, "mask": "heart"},
    {"shape": "triangular", "rows": 26, "columns": 51, "mask": "star"},
    {"rows": 32, "columns": 84, "mask": "text", "text": "OTTO", "weight": "heavy"},
]
WIDE = {"text": 2}  # places that a picture takes, by its mask


def gallery(path: Path) -> None:
    """Draw a sheet of mazes, no screen needed."""
    mazes = [{"shape": name, **SIZES.get(name, {})} for name in SHAPES.names()] + CUT
    places = sum(WIDE.get(maze.get("mask", ""), 1) for maze in mazes)
    rows, step = -(-places // ACROSS), SIDE + GAP
    sheet = Image.new("RGB", (ACROSS * step + GAP, rows * step + GAP), GROUND)
    edges = ImageDraw.Draw(sheet)
    place = 0
    for options in mazes:
        wide = WIDE.get(options.get("mask", ""), 1)
        top, left = (GAP + step * each for each in divmod(place, ACROSS))
        image = picture(options, wide)
        sheet.paste(image, (left, top))
        edges.rectangle((left, top, left + image.width, top + SIDE), outline=EDGE)
        place += wide
    sheet.quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)


def picture(options: dict[str, Any], wide: int) -> Image.Image:
    """Return a maze on a page as high as one place and as wide as some."""
    maze = mazeeditor.generate("backtracker", seed=SEED, **options)
    width = wide * SIDE + (wide - 1) * GAP
    page = Page(page=f"{100 * width / SIDE}x100mm", margin=6)
    return draw(compose(maze, page)[0], width).crop((0, 0, width, SIDE))


if __name__ == "__main__":
    gallery(Path(__file__).parent / "shapes.png")
