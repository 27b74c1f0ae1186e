"""Tiled map: a maze as floor and walls of tiles, for Tiled and the games that read its maps.

Programs that read such maps ask for a picture of the tiles, and few take one that is within the
file: it is written beside it, always the same one for tiles of a size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from math import sqrt
from typing import Annotated

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _
from mazeeditor.maze.block_grid import FLOOR, STEPS, WALL, Grid, block_grid, cell_tiles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.page.formats import exporter

FLOOR_COLOUR, WALL_COLOUR, LIGHT, DARK = "#ece7db", "#4b5a6a", "#66788a", "#36424f"
FORMAT = "1.10"  # of TMX
OVERSAMPLING = 4  # hexagons are drawn that much larger and reduced


@dataclass(frozen=True)
class Tile:
    """A tile in pixels; ``side`` is the length of the upright sides of a hexagon, 0 of squares."""

    width: int
    height: int
    side: int = 0

    @classmethod
    def of(cls, shape: str, pixels: int) -> Tile:
        """Return the tile of a shape that is about ``pixels`` wide.

        Programs place hexagons on whole pixels only where their heights are multiples of four.
        """
        if shape == "rectangular":
            return cls(pixels, pixels)
        height = 4 * max(1, round(pixels / (2 * sqrt(3))))
        return cls(pixels + pixels % 2, height, height // 2)

    @property
    def row(self) -> int:
        return (self.height + self.side) // 2 if self.side else self.height

    @property
    def picture(self) -> str:
        return f"maze-{'hexagons' if self.side else 'tiles'}-{self.width}.png"

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Return x and y of the middle of a tile of the map."""
        shift = self.width / 2 if self.side and row % 2 == 0 else 0.0
        return (column + 0.5) * self.width + shift, row * self.row + self.height / 2


def pictures_of(lattice: Lattice, *, tile_pixels: int) -> dict[str, bytes]:
    """Return the picture of the tiles, PNG: floor, then wall, by its name."""
    tile = Tile.of(lattice.shape, tile_pixels)
    return {tile.picture: _hexagons(tile) if tile.side else _squares(tile.width)}


def _squares(side: int) -> bytes:
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (2 * side, side), FLOOR_COLOUR)
    draw, edge = ImageDraw.Draw(image), max(side // 8, 1)
    draw.rectangle((side, 0, 2 * side - 1, side - 1), DARK)
    draw.rectangle((side, 0, 2 * side - 1 - edge, side - 1 - edge), LIGHT)
    draw.rectangle((side + edge, edge, 2 * side - 1 - edge, side - 1 - edge), WALL_COLOUR)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _hexagons(tile: Tile) -> bytes:
    """Return floor and wall as hexagons with a corner at the top, transparent around them."""
    from PIL import Image, ImageDraw

    wide, high = tile.width * OVERSAMPLING, tile.height * OVERSAMPLING
    image = Image.new("RGBA", (2 * wide, high), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for number, colours in enumerate(((FLOOR_COLOUR,), (DARK, WALL_COLOUR))):
        for size, colour in zip((1.0, 0.8), colours, strict=False):
            x, y = (number + 0.5) * wide, high / 2
            across, up, side = size * wide / 2, size * high / 2, size * high / 4
            corners = [(0, -up), (across, -side), (across, side)]
            corners += [(0, up), (-across, side), (-across, -side)]
            draw.polygon([(x + right, y + down) for right, down in corners], colour)
    file = BytesIO()
    small = (2 * tile.width, tile.height)
    image.resize(small, Image.Resampling.BOX).save(file, "PNG")
    return file.getvalue()


@exporter(
    "tmx",
    _("Tiled map"),
    words=_("game tiles"),
    suffix=".tmx",
    order=9,
    drawn=False,
    memory=120,
    most=1_000_000,
    beside=pictures_of,
)
def tmx(
    maze: Maze,
    job: Job,
    *,
    tile_pixels: Annotated[
        int, Between(4, 256, "px"), Label(_("Tile size")), _("width of a tile of the map")
    ] = 32,
) -> bytes:
    """Floor and walls as tiles for games, with start and goal; a picture of the tiles beside it."""
    grid = block_grid(maze, _("A Tiled map"), tuple(STEPS))
    rows, columns = grid.shape
    tile = Tile.of(maze.lattice.shape, tile_pixels)
    places = list(_places(maze, tile))
    sizes = f'tilewidth="{tile.width}" tileheight="{tile.height}"'
    orientation = 'orientation="orthogonal" renderorder="right-down"'
    if tile.side:
        orientation = (
            'orientation="hexagonal" renderorder="right-down" '
            f'hexsidelength="{tile.side}" staggeraxis="y" staggerindex="even"'
        )
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="{FORMAT}" {orientation} '
        f'width="{columns}" height="{rows}" {sizes} infinite="0" '
        f'nextlayerid="3" nextobjectid="{len(places) + 1}">\n'
        ' <properties><property name="passage" type="int" value="1"/></properties>\n'
        f' <tileset firstgid="1" name="maze" {sizes} tilecount="2" columns="2">\n'
        f'  <image source="{tile.picture}" width="{2 * tile.width}" height="{tile.height}"/>\n'
        f"{_tile(0, solid=False)}{_tile(1, solid=True)}"
        " </tileset>\n"
        f' <layer id="1" name="Maze" width="{columns}" height="{rows}">\n'
        '  <data encoding="csv">\n'
    )
    objects = "".join(
        f'  <object id="{number}" name="{name}" x="{x:g}" y="{y:g}"><properties>'
        f'<property name="side" value="{side}"/></properties><point/></object>\n'
        for number, (name, x, y, side) in enumerate(places, 1)
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


def _places(maze: Maze, tile: Tile) -> Iterator[tuple[str, float, float, str]]:
    """Yield ``start`` and each ``goal``: x and y of the middle of its cell, and its side."""
    lattice = maze.lattice
    ends = [("start", maze.entrance)] * (maze.entrance is not None)
    for name, opening in [*ends, *(("goal", exit_) for exit_ in maze.exits)]:
        assert opening
        ((row, column),) = cell_tiles(lattice, np.array([opening.cell])).tolist()
        side = "middle" if opening.slot is None else lattice.side(opening.cell, opening.slot)
        yield (name, *tile.middle(row, column), side)
