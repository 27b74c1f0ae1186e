"""Tiled map: a maze as floor and walls of square tiles, for Tiled and the games that read its maps.

Programs that read such maps ask for a picture of the tiles, and few take one that is within the
file: it is written beside it, always the same one for tiles of a size.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Annotated

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import exporter
from mazeeditor.page.formats.block_grid import FLOOR, WALL, Grid, block_grid

FLOOR_COLOUR, WALL_COLOUR, LIGHT, DARK = "#ece7db", "#4b5a6a", "#66788a", "#36424f"
FORMAT = "1.10"  # of TMX


def tiles_name(tile_pixels: int) -> str:
    """Return the name of the picture of tiles of a size."""
    return f"maze-tiles-{tile_pixels}.png"


def tiles_of(*, tile_pixels: int) -> dict[str, bytes]:
    """Return the picture of the tiles, PNG: floor, then wall, by its name."""
    from PIL import Image, ImageDraw

    side = tile_pixels
    image = Image.new("RGB", (2 * side, side), FLOOR_COLOUR)
    draw, edge = ImageDraw.Draw(image), max(side // 8, 1)
    draw.rectangle((side, 0, 2 * side - 1, side - 1), DARK)
    draw.rectangle((side, 0, 2 * side - 1 - edge, side - 1 - edge), LIGHT)
    draw.rectangle((side + edge, edge, 2 * side - 1 - edge, side - 1 - edge), WALL_COLOUR)
    file = BytesIO()
    image.save(file, "PNG")
    return {tiles_name(side): file.getvalue()}


@exporter(
    "tmx",
    _("Tiled map"),
    suffix=".tmx",
    order=9,
    drawn=False,
    memory=60,
    most=1_000_000,
    beside=tiles_of,
)
def tmx(
    maze: Maze,
    job: Job,
    *,
    tile_pixels: Annotated[
        int, Between(4, 256, "px"), Label(_("Tile size")), _("of the squares in the map")
    ] = 32,
) -> bytes:
    """Floor and walls as tiles for games, with start and goal; a picture of the tiles beside it."""
    grid = block_grid(maze, _("A Tiled map"))
    rows, columns = grid.shape
    places = list(_places(maze))
    side = f'tilewidth="{tile_pixels}" tileheight="{tile_pixels}"'
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="{FORMAT}" orientation="orthogonal" renderorder="right-down" '
        f'width="{columns}" height="{rows}" {side} infinite="0" '
        f'nextlayerid="3" nextobjectid="{len(places) + 1}">\n'
        f' <tileset firstgid="1" name="maze" {side} tilecount="2" columns="2">\n'
        f'  <image source="{tiles_name(tile_pixels)}" '
        f'width="{2 * tile_pixels}" height="{tile_pixels}"/>\n'
        f"{_tile(0, solid=False)}{_tile(1, solid=True)}"
        " </tileset>\n"
        f' <layer id="1" name="Maze" width="{columns}" height="{rows}">\n'
        '  <data encoding="csv">\n'
    )
    objects = "".join(
        f'  <object id="{number}" name="{name}" x="{(column + 0.5) * tile_pixels:g}" '
        f'y="{(row + 0.5) * tile_pixels:g}"><point/></object>\n'
        for number, (name, row, column) in enumerate(places, 1)
    )
    tail = (
        "\n</data>\n </layer>\n"
        f' <objectgroup id="2" name="Openings">\n{objects} </objectgroup>\n</map>\n'
    )
    return head.encode() + _csv(grid, job) + tail.encode()


def _tile(number: int, *, solid: bool) -> str:
    """Return a tile of the set, with a property by which games know walls."""
    value = "true" if solid else "false"
    return (
        f'  <tile id="{number}" type="{"wall" if solid else "floor"}"><properties>'
        f'<property name="solid" type="bool" value="{value}"/></properties></tile>\n'
    )


def _csv(grid: Grid, job: Job) -> bytes:
    """Return the numbers of the tiles, a line a row: 1 floor, 2 wall, 0 nothing."""
    assert (FLOOR, WALL) == (1, 2)
    job.phase(len(grid))
    signs = np.full((len(grid), 2 * grid.shape[1] + 1), ord(","), np.uint8)
    signs[:, :-1:2] = grid + ord("0")
    signs[:, -1] = ord("\n")
    job.step(len(grid))
    return signs.tobytes().removesuffix(b",\n")


def _places(maze: Maze) -> Iterator[tuple[str, int, int]]:
    """Yield ``start`` and each ``goal`` with row and column of its cell, counted in tiles."""
    ends = [("start", maze.entrance)] * (maze.entrance is not None)
    for name, opening in [*ends, *(("goal", exit_) for exit_ in maze.exits)]:
        assert opening
        row, column = maze.lattice.place(opening.cell)
        yield name, 2 * row + 1, 2 * column + 1
