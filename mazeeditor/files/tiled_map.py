"""Maps of Tiled (.tmx): squares, or hexagons with a corner at the top; walls are tiles.

Which tiles are walls, by the first of these that a map says:

- tiles say so themselves (``tile_sets.py``): what says nothing is what the other tiles are not;
- a layer is called ``walls``, ``collision`` or the like: its tiles are walls, all else is free;
- there is one layer, and it leaves places blank: its tiles are walls, blank places are free.

Points called ``start`` and ``goal``, or the like, are entrance and exits. A warning says what was
taken for walls where it is not the tiles that say it. A tile set that is neither in the map nor in
a file beside it leaves only a layer with such a name.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.work import Work
from mazeeditor.files import Data, Project, importer, nothing_beside
from mazeeditor.files.tile_reader import (
    MAX_TILES,
    MOST_MARKS,
    Mark,
    TileMap,
    check_tiles,
    crop_slices,
    project_of,
)
from mazeeditor.files.tile_sets import (
    ReadBeside,
    TileSets,
    number,
    properties,
    whole_number,
    xml_root,
)
from mazeeditor.maze.block_grid import FLOOR, NOTHING, WALL, Grid

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_MAP_BYTES = 1 << 26  # bytes: a map of 4,000 x 4,000 tiles as numbers has 32 to 64 million
MOST_LAYERS = 64
TILE_BITS = 0x0FFFFFFF  # the others say how a tile is turned
WALL_LAYER = re.compile(r"\b(walls?|collisions?|solid|obstacles?)\b", re.IGNORECASE)
STARTS = {"start", "entrance", "entry", "spawn", "player"}
GOALS = {"goal", "exit", "finish", "end"}
_HEAD = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?(?:<!DOCTYPE map[^>\[]*>\s*)?"
    rb"<map[\s>]"
)
_NO_NUMBERS = re.compile(r"[^0-9,\s]|[0-9]{11}|[0-9]\s+[0-9]|,\s*,|\A\s*(?:,|\Z)")


def looks_like_map(head: bytes) -> bool:
    return _HEAD.match(head) is not None


@importer(
    "tmx",
    _("Tiled map"),
    suffixes=(".tmx",),
    sniff=looks_like_map,
    largest=MAX_MAP_BYTES,
    order=6,
    beside=True,
)
def parse_map(data: Data, job: Job, beside: ReadBeside = nothing_beside) -> Project:
    """Return the maze in a map; raises ``MazeError`` with a reason."""
    root = xml_root(data, "map", _("it is not a map of Tiled."))
    job.check()
    map_ = _Map.of(root, len(data))
    elements = list(root.iter("layer"))
    _check_layers(elements)
    check_tiles(map_.rows, map_.columns, len(data), len(elements))
    layers = []
    for element in elements:
        job.check()
        layers.append(_Layer.of(element, map_))
    tile_sets = TileSets.of(root, beside, Work(len(data)))
    grid, framed = _grid_of(tile_sets, layers)
    job.check()
    tiles = map_.tiles(grid, _marks(root, map_), framed=framed)
    tiles.warnings.extend(tile_sets.warnings)
    return project_of(tiles, job)


@dataclass(frozen=True)
class _Map:
    """The size of a map, and where its tiles are in pixels."""

    shape: str
    rows: int
    columns: int
    wide: float
    high: float
    side: float
    odd: bool  # whether rows 1, 3, 5 ... are those to the right
    passage: int

    @classmethod
    def of(cls, root: Element, size: int) -> _Map:
        """Return what a map says of itself; raises ``MazeError``."""
        orientation = root.get("orientation", "orthogonal")
        if root.get("infinite", "0") == "1":
            raise MazeError(
                _("it is infinite: in Tiled, turn off Infinite in Map > Map Properties.")
            )
        if orientation not in ("orthogonal", "hexagonal"):
            text = _("it is {orientation}, and mazes have squares or hexagons seen from above.")
            raise MazeError(text.format(orientation=quote_value(orientation)))
        hexagonal = orientation == "hexagonal"
        if hexagonal and root.get("staggeraxis", "y") != "y":
            raise MazeError(
                _("its hexagons have a side at the top, and those of mazes have a corner there.")
            )
        rows, columns = whole_number(root, "height"), whole_number(root, "width")
        check_tiles(rows, columns, size)
        wide, high = number(root, "tilewidth", "1"), number(root, "tileheight", "1")
        side = number(root, "hexsidelength", "0") if hexagonal else 0.0
        if min(wide, high) < 1 or side < 0:
            raise MazeError(_("its tiles have no size."))
        passage = next((value for name, value in properties(root) if name == "passage"), "0")
        if not passage.isascii() or not passage.isdigit() or int(passage[:4]) > MAX_TILES:
            text = _("its property {name} must be a number of tiles up to {most}.")
            raise MazeError(text.format(name=quote_value("passage"), most=MAX_TILES))
        odd = root.get("staggerindex", "odd") != "even"
        shape = "hexagonal" if hexagonal else "rectangular"
        return cls(shape, rows, columns, wide, high, side, odd, int(passage[:4]))

    def tiles(self, grid: Grid, marks: list[Mark], *, framed: bool) -> TileMap:
        """Return the tiles as readers of mazes take them, with even rows to the right."""
        if self.shape == "hexagonal":
            return TileMap(
                self.shape, *(_even_to_the_right(grid, marks) if self.odd else (grid, marks))
            )
        if framed:
            rows, columns = crop_slices(grid == WALL)
            grid = grid[rows, columns]
            marks = [
                Mark(mark.start, mark.row - rows.start, mark.column - columns.start, mark.side)
                for mark in marks
            ]
        return TileMap(self.shape, grid, marks, self.passage)

    def tile_at(self, x: float, y: float) -> tuple[int, int]:
        """Return row and column of the tile at a place in pixels."""
        if self.shape != "hexagonal":
            return int(y // self.high), int(x // self.wide)
        pitch = (self.high + self.side) / 2
        row = round((y - self.high / 2) / pitch)
        shift = 0.5 if row % 2 == self.odd else 0.0
        return row, round(x / self.wide - 0.5 - shift)


def _even_to_the_right(grid: Grid, marks: list[Mark]) -> tuple[Grid, list[Mark]]:
    """Return a map whose odd rows are half a tile to the right as one whose even rows are."""
    if (grid[::2, 0] == FLOOR).any():
        moved, by = np.pad(grid, ((0, 0), (0, 1))), 1
        moved[1::2] = np.pad(grid[1::2], ((0, 0), (1, 0)))
    else:
        moved, by = grid.copy(), 0
        moved[::2, :-1], moved[::2, -1] = grid[::2, 1:], NOTHING
    if (moved[:, -1] == NOTHING).all():
        moved = moved[:, :-1]
    return moved, [
        Mark(mark.start, mark.row, mark.column + (by if mark.row % 2 else by - 1), mark.side)
        for mark in marks
    ]


@dataclass(frozen=True, eq=False)
class _Layer:
    name: str
    tiles: NDArray[np.uint32]  # [rows, columns], 0 where it is blank

    @classmethod
    def of(cls, element: Element, map_: _Map) -> _Layer:
        """Return a layer of tiles; raises ``MazeError`` that names it."""
        name = element.get("name", "")[:80]
        sizes = [whole_number(element, key, str(size)) for key, size in _sizes(map_)]
        data = element.find("data")
        if data is None or sizes != [size for _key, size in _sizes(map_)]:
            text = _("layer {name} is not as large as the map, or has no tiles.")
            raise MazeError(text.format(name=quote_value(name)))
        try:
            found = _decode(data, map_.rows * map_.columns)
        except MazeError as reason:
            text = _("layer {name}: {reason}")
            raise MazeError(text.format(name=quote_value(name), reason=reason)) from None
        tiles = (found & TILE_BITS).astype(np.uint32, copy=False)
        return cls(name, tiles.reshape(map_.rows, map_.columns))


def _sizes(map_: _Map) -> list[tuple[str, int]]:
    return [("width", map_.columns), ("height", map_.rows)]


def _decode(data: Element, count: int) -> NDArray[np.integer[Any]]:
    """Return the numbers [count] of the tiles; raises ``MazeError``."""
    encoding, packing = data.get("encoding", ""), data.get("compression", "")
    text = data.text or ""
    if not encoding:
        tiles = data.findall("tile")
        _check_count(len(tiles), count)
        return np.array([whole_number(tile, "gid", "0") for tile in tiles], np.int64)
    if encoding == "csv":
        if _NO_NUMBERS.search(text):
            raise MazeError(_("its tiles are not numbers with commas between them."))
        plain = text.strip().removesuffix(",")
        _check_count(plain.count(",") + 1, count)
        return np.fromstring(plain, np.int64, count, sep=",")
    if encoding != "base64":
        raise MazeError(_("its encoding {name} is unknown.").format(name=quote_value(encoding)))
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise MazeError(_("its tiles are not Base64.")) from None
    raw = _unpack(raw, packing, 4 * count)
    _check_count(len(raw) / 4, count)
    return np.frombuffer(raw, "<u4")


def _check_count(found: float, needed: int) -> None:
    if found != needed:
        text = _("it has {found:,.10g} tiles where {needed:,} are needed.")
        raise MazeError(text.format(found=found, needed=needed))


def _unpack(raw: bytes, packing: str, size: int) -> bytes:
    """Return unpacked bytes, one more than ``size`` at the most; raises ``MazeError``."""
    if not packing:
        return raw
    if packing not in ("zlib", "gzip"):
        text = _("it is packed by {name}: in Tiled, choose CSV or zlib as Tile Layer Format.")
        raise MazeError(text.format(name=quote_value(packing)))
    machine = zlib.decompressobj(zlib.MAX_WBITS | (16 if packing == "gzip" else 0))
    try:
        return machine.decompress(raw, size + 1)
    except zlib.error:
        raise MazeError(_("it cannot be unpacked: the file is damaged.")) from None


# Which tiles are walls


def _check_layers(layers: list[Element]) -> None:
    if not layers:
        raise MazeError(_("it has no layer of tiles."))
    if len(layers) > MOST_LAYERS:
        text = _("it has {found:,} layers, at most {most}.")
        raise MazeError(text.format(found=len(layers), most=MOST_LAYERS))


def _grid_of(sets: TileSets, layers: list[_Layer]) -> tuple[Grid, bool]:
    """Return the tiles, and whether blank places around the walls are no part of the maze.

    Warnings of what was guessed go to the tile sets.
    """
    used: set[int] = set()
    for layer in layers:
        used |= {*distinct(layer.tiles.ravel()).tolist()}
    used.discard(0)
    known = {tile: wall for tile, wall in sets.known.items() if tile in used}
    missing = sets.missing_of(used)
    if known and not missing:
        sets.note_parts(used)
        return _by_tiles(sets, layers, known, used)
    named = [layer for layer in layers if WALL_LAYER.search(layer.name.replace("_", " "))]
    blank = not named and len(layers) == 1 and bool((layers[0].tiles == 0).any())
    if blank and not missing:
        named = layers
    if named:
        walls = np.any([layer.tiles != 0 for layer in named], axis=0)
        if walls.any():
            text = _("No tile says what it is: those of layer {name} were taken for walls.")
            names = ", ".join(quote_value(layer.name) for layer in named[:3])
            sets.warnings.append(text.format(name=names))
            return np.where(walls, WALL, FLOOR).astype(np.uint8), True
    if missing:
        text = _(
            "nothing says which tiles are walls, as the tile set is in {file}: put that file "
            "beside the map, embed it in the map, or put the walls in a layer called Walls."
        )
        raise MazeError(text.format(file=quote_value(missing[:80])))
    raise MazeError(
        _(
            "nothing says which tiles are walls: give these the property solid in the tile set, "
            "or put them in a layer called Walls."
        )
    )


def _by_tiles(
    sets: TileSets, layers: list[_Layer], known: dict[int, bool], used: set[int]
) -> tuple[Grid, bool]:
    """Return the tiles where some of them are known: others are what these are not."""
    walls = np.array([tile for tile, wall in known.items() if wall], np.uint32)
    floors = np.array([tile for tile, wall in known.items() if not wall], np.uint32)
    if not len(walls) and used - known.keys():
        sets.warnings.append(
            _("Only floor tiles say what they are: all others were taken for walls.")
        )
    wall, floor = (np.zeros(layers[0].tiles.shape, np.bool_) for _kind in range(2))
    for layer in layers:
        here = layer.tiles != 0
        solid = np.isin(layer.tiles, walls)
        if not len(walls):  # only floors are known
            solid = here & ~np.isin(layer.tiles, floors)
        wall |= solid
        floor |= here & ~solid
    if not floor.any():
        return np.where(wall, WALL, FLOOR).astype(np.uint8), True
    return np.where(wall, WALL, np.where(floor, FLOOR, NOTHING)).astype(np.uint8), False


def _marks(root: Element, map_: _Map) -> list[Mark]:
    """Return the entrance and the exits: objects with such a name or class."""
    marks: list[Mark] = []
    for each in root.iter("object"):
        names = {each.get(key, "").strip().lower() for key in ("name", "class", "type")}
        if not names & (STARTS | GOALS):
            continue
        if len(marks) == MOST_MARKS:
            raise MazeError(_("it has more than {most:,} goals.").format(most=MOST_MARKS))
        wide, high = number(each, "width", "0"), number(each, "height", "0")
        up = each.get("gid") is not None  # pictures stand on their place
        x = number(each, "x", "0") + wide / 2
        y = number(each, "y", "0") + (-high if up else high) / 2
        side = next((value for name, value in properties(each) if name == "side"), "")
        marks.append(Mark(bool(names & STARTS), *map_.tile_at(x, y), side))
    return marks
