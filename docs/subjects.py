"""Pictures of the manual that need no screen: hidden pictures, a maze mended, one from a text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image, ImageDraw, ImageFont

import mazeeditor
from mazeeditor.maze.maze import Maze
from mazeeditor.page.compose import compose
from mazeeditor.page.page import Page
from mazeeditor.page.raster.raster import draw

HIGH, GAP = 400, 20  # px
GROUND, EDGE = "#eceef2", "#d4d7dd"
SEED = 20261120
DRAWN = """\
###########
. #     # #
# # ### # #
# #   #   #
# ### ### #
#   #   # #
### # # # #
#     # # .
###########
"""


def words(path: Path) -> None:
    """Draw a word that the route shows, its answer, and a code for phones."""
    seed = ("--seed", str(SEED))
    cat = generated("--show", "picture", "--text", "CAT", "--pixels", "60", *seed)
    code = generated("--qr", "https://example.org", *seed)
    solved = mazeeditor.solve(cat)
    answer = {"solution": "page", "solution_fill": True}
    beside([page(cat), page(cat, solved, **answer), page(code)], path)


def generated(*words: str) -> Maze:
    """Return the maze that the command line makes."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "made.maze")
        command = [sys.executable, "-m", "mazeeditor", "generate", *words, "-o", str(file)]
        subprocess.run(command, check=True)
        return mazeeditor.load(file)


def mended(path: Path) -> None:
    """Draw a maze with two routes, and the same with one."""
    two = mazeeditor.generate("kruskal", rows=12, columns=16, seed=7, braid=0.6)
    one = mazeeditor.repair(two, "one-route")
    beside([page(maze, mazeeditor.solve(maze), solution="page") for maze in (two, one)], path)


def elsewhere(path: Path) -> None:
    """Draw a text of signs, and the maze that is read from it."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "drawn.txt")
        file.write_text(DRAWN, encoding="utf-8")
        maze = mazeeditor.load(file)
    font = ImageFont.load_default(34)
    text = Image.new("RGB", (HIGH, HIGH), "white")
    pen = ImageDraw.Draw(text)
    side = HIGH // (len(DRAWN.split("\n")[0]) + 1)
    for row, line in enumerate(DRAWN.splitlines()):
        for column, sign in enumerate(line):
            place = side * (column + 1), side * (row + 1.5)
            pen.text(place, sign, fill="#303540", font=font, anchor="mm")
    beside([text, page(maze)], path)


def page(maze: Maze, solved: Any = None, **options: Any) -> Image.Image:
    """Return a maze as it is printed, without a margin to speak of; its answer, if it has one."""
    paper = Page(page="fit", cell=6.0, margin=6.0, **options)
    scene = compose(maze, paper, solved)[-1]
    wide = draw(scene, HIGH)
    return draw(scene, round(HIGH * HIGH / wide.height))


def beside(pictures: list[Image.Image], path: Path, colours: int = 32) -> None:
    """Write pictures side by side, with an edge around each."""
    size = sum(one.width + GAP for one in pictures) + GAP, HIGH + 2 * GAP
    image = Image.new("RGB", size, GROUND)
    edges = ImageDraw.Draw(image)
    x = GAP
    for one in pictures:
        y = GAP + (HIGH - one.height) // 2
        image.paste(one, (x, y))
        edges.rectangle((x, y, x + one.width, y + one.height), outline=EDGE)
        x += one.width + GAP
    image.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
