"""Tile sets of Tiled, in a map or in a file (.tsx) beside it: which of their tiles are walls.

A tile is a wall, or free, by the first of these that it has:

- a property: ``solid``, ``collides``, ``blocked``, ``wall``, or ``walkable``, ``passable``;
- the class ``wall`` or ``floor``;
- a shape of Tiled's Collision Editor: then it is a wall.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mazeeditor.core.errors import MazeError
from mazeeditor.core.numbers import real
from mazeeditor.core.translation import _, ngettext, quote_value
from mazeeditor.core.work import TooMuchWorkError, Work
from mazeeditor.files import Data

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_TILE_SET_BYTES = 1 << 22  # bytes of a file
REFERENCE, LOOKED_FOR, TILE = 5, 120, 10  # steps of work: a tile set, a file of one, a tile of it
MOST_ELEMENTS = 2_000_000
SOLID = {"solid", "collides", "collision", "collidable", "blocked", "blocking", "wall"}
FREE = {"walkable", "passable", "free", "floor"}
NO_SHAPES = "point", "text"  # objects that one cannot run into
ReadBeside = Callable[[str, int], bytes | None]  # a bare name and the most bytes of the file


@dataclass
class TileSets:
    """The tile sets of a map, whose tiles are numbered throughout.

    ``known`` says of a tile whether it is a wall; ``parts`` are walls with a shape over less than
    half of them. ``missing`` are ranges of tiles whose file was not there, with its name.
    """

    known: dict[int, bool] = field(default_factory=dict)
    parts: set[int] = field(default_factory=set)
    missing: list[tuple[range, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, map_: Element, beside: ReadBeside, work: Work) -> TileSets:
        """Return the tile sets of a map; raises ``MazeError`` with the reason alone."""
        found = cls()
        read: dict[str, Element | None] = {}  # the files, each of which is read once
        held = [(whole_number(each, "firstgid", "1"), each) for each in map_.iter("tileset")]
        held.sort(key=lambda one: one[0])
        stops = [*(first for first, _each in held), 1 << 32][1:]
        for (first, element), stop in zip(held, stops, strict=True):
            source = element.get("source")
            tile_set: Element | None = element
            if source is not None:
                name = source.replace("\\", "/").rpartition("/")[2]
                _spend(work, REFERENCE)
                if name not in read:
                    _spend(work, LOOKED_FOR)
                    read[name] = found._read(source, name, beside, work)
                tile_set = read[name]
            if tile_set is None:
                found.missing.append((range(first, stop), source or ""))
            else:
                _spend(work, TILE * len(tile_set))
                found._note(tile_set, first)
        return found

    def _read(self, source: str, name: str, beside: ReadBeside, work: Work) -> Element | None:
        """Return the tile set in a file beside the map, None where that is missing."""
        data = beside(name, MAX_TILE_SET_BYTES) if name.lower().endswith(".tsx") else None
        if data is None:
            return None
        _spend(work, len(data))
        if name != source:
            text = _("The tile set {file} was taken from {name} beside the map.")
            self.warnings.append(
                text.format(file=quote_value(source[:80]), name=quote_value(name[:80]))
            )
        try:
            return xml_root(data, "tileset", _("it is not a tile set of Tiled."))
        except MazeError as reason:
            text = _("tile set {file}: {reason}")
            raise MazeError(text.format(file=quote_value(name[:80]), reason=reason)) from None

    def _note(self, tile_set: Element, first: int) -> None:
        area = number(tile_set, "tilewidth", "0") * number(tile_set, "tileheight", "0")
        for tile in tile_set.findall("tile"):
            own = first + whole_number(tile, "id")
            wall = _is_wall(tile)
            if wall is None and (covered := _collision_area(tile)) is not None:
                wall = True
                if covered < area / 2:
                    self.parts.add(own)
            if wall is not None:
                self.known[own] = wall

    def missing_of(self, used: set[int]) -> str:
        """Return the file of the first tile set that a map uses and that is missing, or ""."""
        every = sorted(used)
        for tiles, file in self.missing:
            at = bisect_left(every, tiles.start)
            if at < len(every) and every[at] < tiles.stop:
                return file
        return ""

    def note_parts(self, used: set[int]) -> None:
        """Warn of used tiles of which only a part is a wall."""
        if parts := self.parts & used:
            text = ngettext(
                "Tile {tile} of the map has a collision shape over a part of it: it was taken for "
                "a wall.",
                "{number:,} kinds of tiles have a collision shape over a part of them, the first "
                "is {tile}: they were taken for walls.",
                len(parts),
            )
            self.warnings.append(text.format(number=len(parts), tile=min(parts)))


def _spend(work: Work, steps: int) -> None:
    try:
        work.spend(steps)
    except TooMuchWorkError:
        raise MazeError(
            _("its tile sets are too many or too large: embed those that it uses in the map.")
        ) from None


def _is_wall(tile: Element) -> bool | None:
    """Return whether a tile of a tile set is a wall, None where nothing says so."""
    for name, value in properties(tile):
        if name in SOLID | FREE and value in ("true", "false", "1", "0"):
            return (value in ("true", "1")) == (name in SOLID)
    kind = (tile.get("class") or tile.get("type") or "").strip().lower()
    return {"wall": True, "floor": False}.get(kind)


def _collision_area(tile: Element) -> float | None:
    """Return how large the boxes around the collision shapes of a tile are, None without any."""
    areas = [
        _area_around(each)
        for group in tile.findall("objectgroup")
        for each in group.findall("object")
        if not any(each.find(kind) is not None for kind in NO_SHAPES)
    ]
    return sum(areas) if areas else None


def _area_around(shape: Element) -> float:
    """Return the area of the box around a shape in square pixels, whatever way it is turned."""
    lines = [*shape.findall("polygon"), *shape.findall("polyline")]
    if not lines:
        return number(shape, "width", "0") * number(shape, "height", "0")
    pairs = [pair.split(",") for pair in lines[0].get("points", "").split()]
    try:
        across, down = ([real(pair[axis]) for pair in pairs] for axis in (0, 1))
        return (max(across) - min(across)) * (max(down) - min(down))
    except (ValueError, IndexError):
        raise MazeError(_("the points of a collision shape are not pairs of numbers.")) from None


# What maps and tile sets have in common


def xml_root(data: Data, tag: str, other: str) -> Element:
    """Return the root of XML, called ``tag``; raises ``MazeError``, with ``other`` if it is not."""
    library: Any = import_module("defusedxml.ElementTree")
    common: Any = import_module("defusedxml.common")
    if data.count(b"<") > 2 * MOST_ELEMENTS:
        text = _("it has more than {most:,} elements: in Tiled, choose CSV as Tile Layer Format.")
        raise MazeError(text.format(most=MOST_ELEMENTS))
    try:
        root: Element = library.fromstring(bytes(data))
    except common.DefusedXmlException:
        raise MazeError(_("it declares entities, which are not followed.")) from None
    except (library.ParseError, ValueError, LookupError, RecursionError) as error:
        raise MazeError(_("it is damaged ({error}).").format(error=error)) from None
    if root.tag != tag:
        raise MazeError(other)
    return root


def number(element: Element, name: str, default: str = "") -> float:
    """Return an attribute that is a number; raises ``MazeError`` that names it."""
    text = element.get(name, default)
    try:
        value = real(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e9 or len(text) > 40:
        message = _("{name} of {element} is not a usable number: {text}.")
        raise MazeError(
            message.format(
                name=quote_value(name),
                element=quote_value(str(element.tag)),
                text=quote_value(text),
            )
        )
    return value


def whole_number(element: Element, name: str, default: str = "") -> int:
    """Return an attribute that is a whole number from 0 on; raises ``MazeError``."""
    value = number(element, name, default)
    if value != int(value) or value < 0:
        text = _("{name} of {element} must be a whole number from 0 on.")
        raise MazeError(text.format(name=quote_value(name), element=quote_value(str(element.tag))))
    return int(value)


def properties(element: Element) -> Iterator[tuple[str, str]]:
    for held in element.findall("properties"):
        for each in held.findall("property"):
            yield each.get("name", "").strip().lower(), (each.get("value") or "").strip().lower()
