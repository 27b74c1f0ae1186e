"""Functions of Minecraft (.mcfunction): mazes of blocks, built by ``fill`` and ``setblock``.

Of all heights the lowest that is no floor and has about as many walls as any is read, as doors are
there; walls are all blocks but air. An emerald block below them is the entrance and a gold block an
exit. Where nothing is air, as whoever wrote it built walls alone, all that they enclose is free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext, quote_value
from mazeeditor.core.work import allowance
from mazeeditor.files import BOM, Data, Project, importer
from mazeeditor.files.tile_reader import (
    MAX_TILES,
    MOST_MARKS,
    Mark,
    TileMap,
    check_tiles,
    crop_slices,
    project_of,
)
from mazeeditor.maze.block_grid import FLOOR, NOTHING, WALL
from mazeeditor.maze.lattice import MAX_ROWS

MAX_FUNCTION_BYTES = 1 << 25  # bytes: a command has about 50
MOST_LINES = 500_000
MOST_HEIGHTS = 32  # at which something changes
MOST_STRIPES = 5 * 10**7  # parts of the world in which nothing changes; six times that are painted
SMALL_STRIPES, STRIPES_OF_A_BYTE = 12 * 10**6, 2  # of a small file, more of a larger one
BOX = 100  # stripes that take as long to paint as it takes to begin a box at one height
REPLACED = 10  # the same for one stripe of which a block is replaced
ROWS = 256  # of stripes that are counted together
MAX_BLOCKS = 30_000_000  # blocks, as in the game
AIRS = {"air", "cave_air", "void_air"}
UNTOUCHED, AIR = 0, 1
START, GOAL = "emerald_block", "gold_block"
_FIRST = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*/?(?:minecraft:)?(?:fill|setblock)[ \t]"
)
_NOTE = re.compile(
    r"# maze rows=([0-9]{1,5}) columns=([0-9]{1,5}) passage=([0-9]{1,2})(?: wall=([0-9]{1,2}))?\s*"
)
_MARK = re.compile(r"# (start|goal) ([0-9]{1,5}) ([0-9]{1,5}) ([a-z-]{1,20})\s*")
_PLACE = re.compile(r"(~?)([+-]?[0-9]{1,9})?")
_HARMLESS = {"say", "tellraw", "title", "tell", "msg", "me", "tp", "teleport", "give", "gamemode"}
_HARMLESS |= {
    "gamerule",
    "kill",
    "time",
    "weather",
    "effect",
    "playsound",
    "particle",
    "spawnpoint",
}
_HARMLESS |= {
    "scoreboard",
    "tag",
    "team",
    "xp",
    "experience",
    "clear",
    "setworldspawn",
    "stopsound",
}
MODES = ("replace", "destroy", "keep", "hollow", "outline", "strict")
Box = tuple[int, int, int, int, int, int]  # x, y, z of both ends, both included


def looks_like_function(head: bytes) -> bool:
    """Return whether the first command of a text places blocks."""
    return _FIRST.match(head) is not None


@dataclass
class _Commands:
    """What a function builds: boxes in their order, and what each is filled with."""

    boxes: list[Box] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)
    only: list[int] = field(default_factory=list)  # the block that is replaced, -1 for any
    numbers: dict[str, int] = field(default_factory=lambda: dict.fromkeys(AIRS, AIR))
    size: tuple[int, int, int, int] | None = None  # rows, columns, passage, wall
    marks: list[tuple[bool, int, int, str]] = field(default_factory=list)
    ignored: int = 0
    relative: tuple[bool, ...] | None = None
    bytes: int = 0  # of the file

    def number(self, block: str) -> int:
        """Return the number of a block, whatever its state."""
        name = block.partition("[")[0].partition("{")[0].removeprefix("minecraft:")
        return self.numbers.setdefault(name, len(self.numbers) + 1)

    def add(self, box: Box, block: int, only: int = -1) -> None:
        self.boxes.append(box)
        self.blocks.append(block)
        self.only.append(only)


@importer(
    "mcfunction",
    _("Minecraft function"),
    suffixes=(".mcfunction",),
    sniff=looks_like_function,
    largest=MAX_FUNCTION_BYTES,
    order=7,
)
def parse_function(data: Data, job: Job) -> Project:
    """Return the maze that a function builds; raises ``MazeError`` with a reason."""
    if data.count(b"\n") > MOST_LINES:
        raise MazeError(_("it has more than {most:,} lines.").format(most=MOST_LINES))
    found = _Commands(bytes=len(data))
    lines = bytes(data).removeprefix(BOM).splitlines()
    job.phase(len(lines), 0.5)
    for number, line in enumerate(lines, 1):
        job.step(number)
        try:
            _read_line(line.decode("utf-8", "replace").strip(), found)
        except MazeError as reason:
            text = _("line {line}: {reason}")
            raise MazeError(text.format(line=number, reason=reason)) from None
    if not found.boxes:
        raise MazeError(_("it places no blocks."))
    return project_of(_tiles_of(found, job), job)


# Lines


def _read_line(line: str, found: _Commands) -> None:
    """Note what a line does; raises ``MazeError`` with the reason alone."""
    if line.startswith("#"):
        _read_note(line, found)
        return
    words = line.removeprefix("/").split()
    if not words:
        return
    name = words[0].removeprefix("minecraft:")
    if name == "fill":
        _read_fill(words[1:], found)
    elif name == "setblock":
        if len(words) < 5:
            raise MazeError(_("setblock needs x, y, z and a block."))
        places = _places(words[1:4], found)
        _note_box((*places, *places), words[4], words[5:], found)
    elif name in _HARMLESS:
        found.ignored += 1
    else:
        text = _("{name} is not followed: a maze is built by fill and setblock alone.")
        raise MazeError(text.format(name=quote_value(name[:40])))


def _read_note(line: str, found: _Commands) -> None:
    """Note the comments that this program writes."""
    if match := _NOTE.fullmatch(line):
        rows, columns, passage, wall = (int(number or 1) for number in match.groups())
        widths = 0 < passage <= MAX_TILES and 0 < wall <= MAX_TILES
        if 0 < rows <= MAX_ROWS and 0 < columns <= MAX_ROWS and widths:
            found.size = rows, columns, passage, wall
    elif match := _MARK.fullmatch(line):
        if len(found.marks) == MOST_MARKS:
            raise MazeError(_("it has more than {most:,} goals.").format(most=MOST_MARKS))
        found.marks.append((match[1] == "start", int(match[2]), int(match[3]), match[4]))


def _places(words: list[str], found: _Commands) -> tuple[int, int, int]:
    """Return x, y and z; raises ``MazeError``."""
    values, relative = [], []
    for word in words:
        match = _PLACE.fullmatch(word)
        if match is None or not word or abs(int(match[2] or 0)) > MAX_BLOCKS:
            text = _("{word} is not a place such as 12, ~ or ~-3.")
            raise MazeError(text.format(word=quote_value(word[:40])))
        values.append(int(match[2] or 0))
        relative.append(bool(match[1]))
    if found.relative is None:
        found.relative = tuple(relative)
    if found.relative != tuple(relative):
        raise MazeError(_("its places begin with ~ where others do not, or the other way round."))
    return values[0], values[1], values[2]


def _read_fill(words: list[str], found: _Commands) -> None:
    if len(words) < 7:
        raise MazeError(_("fill needs x, y, z of two corners and a block."))
    ends = [_places(words[:3], found), _places(words[3:6], found)]
    low, high = (tuple(map(choose, *ends)) for choose in (min, max))
    _note_box((*low, *high), words[6], words[7:], found)


def _note_box(box: Box, block: str, words: list[str], found: _Commands) -> None:
    """Note the boxes of a command with its mode; raises ``MazeError``."""
    number, mode = found.number(block), words[0] if words else "replace"
    if mode not in MODES or (len(words) > 1 and (mode != "replace" or words[1].startswith("#"))):
        text = _("{words} is not followed: known are {known}, and one block that is replaced.")
        known = ", ".join(MODES)
        raise MazeError(text.format(words=quote_value(" ".join(words)[:40]), known=known))
    if mode in ("hollow", "outline"):
        if mode == "hollow":
            found.add(box, AIR)
        for side in _sides(box):
            found.add(side, number)
    elif mode == "keep":
        found.add(box, number, AIR)
    else:
        found.add(box, number, found.number(words[1]) if len(words) > 1 else -1)


def _sides(box: Box) -> Iterator[Box]:
    for axis in range(3):
        for end in (box[axis], box[axis + 3]):
            side = [*box]
            side[axis] = side[axis + 3] = end
            yield side[0], side[1], side[2], side[3], side[4], side[5]


# The world


@dataclass(frozen=True, eq=False)
class _World:
    """The commands, with their places as numbers of the lines at which anything changes."""

    found: _Commands
    edges: tuple[NDArray[np.int64], ...]  # of x, y and z: k + 1 lines around k stripes
    lows: NDArray[np.int64]  # int64[boxes, 3]
    highs: NDArray[np.int64]  # the first stripe that is not within

    @classmethod
    def of(cls, found: _Commands) -> _World:
        """Raise ``MazeError`` for more than can be read."""
        boxes = np.array(found.boxes, np.int64)
        starts, stops = boxes[:, :3], boxes[:, 3:] + 1
        edges = tuple(distinct(np.stack([starts[:, a], stops[:, a]]).ravel()) for a in range(3))
        lows, highs = (
            np.stack([np.searchsorted(edges[a], ends[:, a]) for a in range(3)], axis=1)
            for ends in (starts, stops)
        )
        sizes = (highs - lows).astype(np.float64)
        weights = np.where(np.array(found.only) < 0, 1, REPLACED)
        painted = float(sizes[:, 1] @ (sizes[:, 0] * sizes[:, 2] * weights + BOX))
        heights = len(edges[1]) - 1
        stripes = (len(edges[0]) - 1) * (len(edges[2]) - 1) * heights
        if max(painted / 6, stripes) > MOST_STRIPES or heights > MOST_HEIGHTS:
            raise MazeError(_("it builds more than a maze: walls have one shape at all heights."))
        if max(painted / 6, stripes) > allowance(found.bytes, SMALL_STRIPES, STRIPES_OF_A_BYTE):
            text = _(
                "its {boxes:,} boxes divide the world into {deep:,} × {wide:,} × {high} parts, too "
                "many for a function of {size:,} bytes: keep the walls of one maze only."
            )
            wide, high, deep = (len(each) - 1 for each in edges)
            known = {"boxes": len(boxes), "deep": deep, "wide": wide, "high": high}
            raise MazeError(text.format(**known, size=found.bytes))
        check_tiles(len(edges[2]), len(edges[0]), found.bytes)
        return cls(found, edges, lows, highs)

    def level(self, y: int) -> NDArray[np.uint16]:
        """Return uint16[z, x]: the block in each stripe at a height, after all commands."""
        shape = len(self.edges[2]) - 1, len(self.edges[0]) - 1
        level = np.zeros(shape, np.uint16)
        here = np.flatnonzero((self.lows[:, 1] <= y) & (y < self.highs[:, 1]))
        lows, highs = self.lows[here].tolist(), self.highs[here].tolist()
        for at, low, high in zip(here.tolist(), lows, highs, strict=True):
            part = level[low[2] : high[2], low[0] : high[0]]
            block, only = self.found.blocks[at], self.found.only[at]
            if only < 0:
                part[...] = block
            else:
                part[(part == only) | ((only == AIR) & (part == UNTOUCHED))] = block
        return level


def _tiles_of(found: _Commands, job: Job) -> TileMap:
    """Return the tiles at the height of the walls, and the marks."""
    if len(found.numbers) > 60_000:
        raise MazeError(_("it takes more kinds of blocks than the game has."))
    world = _World.of(found)
    levels = []
    for y in range(len(world.edges[1]) - 1):
        job.check()
        levels.append(world.level(y))
    widths = [np.diff(world.edges[axis]) for axis in (2, 0)]
    ground = np.any([level != UNTOUCHED for level in levels], axis=0)
    sizes = [_blocks(level > AIR, widths) for level in levels]
    full = [np.array_equal(level > AIR, ground) for level in levels]
    walled = [0 if whole else size for size, whole in zip(sizes, full, strict=True)]
    if not any(walled):  # there is no floor
        walled = sizes
    ours = int(np.searchsorted(world.edges[1], 0, side="right")) - 1 if found.size else -1
    if 0 <= ours < len(walled):
        walled = [size * (at == ours) for at, size in enumerate(walled)]
    best = next(at for at, size in enumerate(walled) if size * 2 >= max(walled))  # with its doors
    warnings = _describe_ignored(found)
    level = levels[best]
    others = [each for each, size in zip(levels, walled, strict=True) if size and each is not level]
    if ours < 0 and any(not np.array_equal(each > AIR, level > AIR) for each in others):
        text = _("Heights have different walls: those at y {height} were read.")
        warnings.append(text.format(height=int(world.edges[1][best])))
    if (level == AIR).any():
        tiles = np.where(level > AIR, WALL, np.where(level == AIR, FLOOR, NOTHING))
    else:
        tiles = np.where(level > AIR, WALL, FLOOR)
    marks = list(_blocks_as_marks(world, levels[best - 1])) if best else []
    return _place(world, tiles.astype(np.uint8), marks, warnings)


def _blocks(solid: NDArray[np.bool_], widths: list[NDArray[np.int64]]) -> int:
    """Return how many blocks there are in stripes."""
    deep, wide = (width.astype(np.float64) for width in widths)
    starts = range(0, len(deep), ROWS)  # as a product takes 8 bytes a stripe
    return int(sum(deep[at : at + ROWS] @ (solid[at : at + ROWS] @ wide) for at in starts))


def _describe_ignored(found: _Commands) -> list[str]:
    if not found.ignored:
        return []
    text = ngettext(
        "One command is left out: it builds nothing.",
        "{number:,} commands are left out: they build nothing.",
        found.ignored,
    )
    return [text.format(number=found.ignored)]


def _blocks_as_marks(world: _World, below: NDArray[np.uint16]) -> Iterator[tuple[bool, int, int]]:
    """Yield the emerald and gold blocks below the walls: z and x of one block of each stripe."""
    for start, name in ((True, START), (False, GOAL)):
        number = world.found.numbers.get(name, -1)
        for row, column in np.argwhere(below == number)[:MOST_MARKS].tolist():
            yield start, int(world.edges[2][row]), int(world.edges[0][column])


def _place(
    world: _World,
    tiles: NDArray[np.uint8],
    found: list[tuple[bool, int, int]],
    warnings: list[str],
) -> TileMap:
    """Return the map of single blocks, where it lies as this program notes it, or as it is."""
    edges_z, edges_x = world.edges[2], world.edges[0]
    place = _("x {column}, z {row}")
    size = world.found.size
    if size is not None:
        rows, columns, passage, wall = size
        high, wide = (count * (passage + wall) + wall for count in (rows, columns))
        if min(edges_z[0], edges_x[0]) >= 0 and edges_z[-1] <= high and edges_x[-1] <= wide:
            check_tiles(high, wide, world.found.bytes)
            grid = np.zeros((high, wide), np.uint8)
            grid[edges_z[0] : edges_z[-1], edges_x[0] : edges_x[-1]] = _single(world, tiles)
            # walls as thick as others have them
            kept = [np.arange(long) % (passage + wall) for long in (high, wide)]
            thin = [(at == 0) | (at >= wall) for at in kept]
            grid = grid[np.ix_(*thin)]
            pitch = passage + 1
            marks = [
                Mark(start, row * pitch + 1, column * pitch + 1, side)
                for start, row, column, side in world.found.marks
            ]
            return TileMap("rectangular", grid, marks, passage, warnings=warnings, place=place)
    check_tiles(int(edges_z[-1] - edges_z[0]), int(edges_x[-1] - edges_x[0]), world.found.bytes)
    grid = _single(world, tiles)
    top, left = int(edges_z[0]), int(edges_x[0])
    rows_, columns_ = (
        crop_slices(grid != NOTHING) if (grid == NOTHING).any() else crop_slices(grid == WALL)
    )
    marks = [Mark(start, z - top - rows_.start, x - left - columns_.start) for start, z, x in found]
    return TileMap("rectangular", grid[rows_, columns_], marks, warnings=warnings, place=place)


def _single(world: _World, tiles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return stripes as single blocks."""
    deep, wide = np.diff(world.edges[2]), np.diff(world.edges[0])
    return np.repeat(np.repeat(tiles, deep, axis=0), wide, axis=1)
