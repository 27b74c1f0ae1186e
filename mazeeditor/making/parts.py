"""Parts to be cut and engraved: their tool paths by operation, and what else is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.making.design import OUTLINED, Design, lines_of
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    bounding_box,
    join_paths,
    no_paths,
)
from mazeeditor.making.presets.materials import Material
from mazeeditor.making.solid import Solid
from mazeeditor.making.tabs.places import write_places
from mazeeditor.making.tabs.tabs import Tabs
from mazeeditor.page.scene import Box, Points, Text
from mazeeditor.page.wall_styles.plain_lines import HAIRLINE


class Placing(NamedTuple):
    """Where a part lies: its point ``x + yi`` mm is at ``turn * (x + yi) + shift`` on the sheet.

    A ``mirrored`` part lies face down: there it is ``-x + yi`` that is turned.
    """

    turn: complex = 1.0
    shift: complex = 0.0
    mirrored: bool = False

    def translated(self, x: float, y: float) -> Placing:
        """Return the placing translated by so many mm."""
        return self._replace(shift=self.shift + complex(x, y))

    def rotated(self) -> Placing:
        """Return the placing rotated clockwise by a quarter around (0, 0)."""
        return self._replace(turn=self.turn * 1j, shift=self.shift * 1j)

    def to_sheet(self, points: NDArray[Any]) -> NDArray[Any]:
        """Return where points of the part are, [..., 2] of the same type."""
        across = -points[..., 0] if self.mirrored else points[..., 0]
        places = self.turn * (across + 1j * points[..., 1]) + self.shift
        return np.stack([places.real, places.imag], axis=-1)

    def to_part(self, x: float, y: float) -> tuple[float, float]:
        point = (complex(x, y) - self.shift) / self.turn
        return -point.real if self.mirrored else point.real, point.imag


AS_DESIGNED = Placing()
Vector = tuple[float, float, float]
LYING_FLAT = ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0))  # y of parts goes down


class Seat(NamedTuple):
    """Where one copy of a part is when all is put together; z goes up, x right, y away.

    The part's point (x, y) is at ``origin + x * axes[0] + y * axes[1]`` mm, and its thickness
    reaches from there along ``axes[2]``. ``name`` is what is engraved on it, ``step`` the number of
    the step in which it is added, from 0 on. Exploded, it is moved by ``away`` mm. Where it is
    ``turned`` it is cut mirrored: so the face with its name is below.
    """

    name: str
    step: int = 0
    origin: Vector = (0.0, 0.0, 0.0)
    axes: tuple[Vector, Vector, Vector] = LYING_FLAT
    away: Vector = (0.0, 0.0, 0.0)
    turned: bool = False


class NamePlace(NamedTuple):
    """Where the name of a part is engraved: its middle in mm, how high capitals are, its angle.

    ``width`` mm is how long it may be; ``angle`` is clockwise as seen, in radians.
    """

    x: float
    y: float
    height: float
    width: float
    angle: float = 0.0


class BallRun(NamedTuple):
    """How a ball rolls: its middle ``points`` float64[n, 3] in mm, its ``diameter``."""

    points: NDArray[np.float64]
    diameter: float


class Mark(NamedTuple):
    """A name of a part, and from where to where that stands on the first part, in mm."""

    name: str
    x: float
    y: float
    to_x: float
    to_y: float


class Narrow(NamedTuple):
    """What is narrowest where that is not the walls, and values of options that mend it.

    ``text`` is a sentence with ``{smallest}`` and ``{about}``, ``label`` that of a button.
    """

    text: str
    label: str = ""
    values: Mapping[str, Any] = MappingProxyType({})


class Hung(NamedTuple):
    """The holes to hang a ``part`` by: their ``middles`` float64[k, 2] and ``radius`` in mm.

    The maze on it begins at ``origin``, with cells ``cell`` mm wide.
    """

    part: str
    middles: Points
    radius: float
    origin: tuple[float, float]
    cell: float

    @classmethod
    def of(cls, parts: Sequence[CutPart], design: Design) -> Hung | None:
        """Return the holes of the first part that has some, which are its last inner cuts."""
        diameter = design.options.hole
        for part in parts if diameter else ():
            assert diameter is not None
            inner = part.paths.get(Operation.INNER_CUT, no_paths())
            round_ones = np.flatnonzero((np.diff(inner.starts) == 2) & inner.closed)[-2:]
            if not len(round_ones) or round_ones[-1] != len(inner) - 1:
                continue
            ends = inner.points[inner.starts[round_ones][:, None] + (0, 1)]
            wide = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
            middles = ends.mean(axis=1)
            same = np.abs(wide - (diameter - design.kerf)) < TOLERANCE_MM
            same &= np.abs(middles[:, 1] - middles[-1, 1]) < TOLERANCE_MM
            layout = design.layout
            at = layout.x, layout.y
            return cls(part.name, middles[same], diameter / 2, at, design.cell)
        return None

    def place_of(self, x: float, y: float) -> str:
        """Return a place of the part as ``hole_at`` has it, in cells."""
        across, down = (x - self.origin[0]) / self.cell, (y - self.origin[1]) / self.cell
        return write_places([(across, down)])


@dataclass(frozen=True, eq=False)
class CutPart:
    """One piece to be made, or several that lie as they belong to each other, in mm.

    ``pieces`` is how many loose ones it falls into, held together by ``tabs``. ``material`` is None
    where it is that of the product; a clear lid has another one. ``placing`` is where the part lies
    on its sheet. ``seats`` are where its copies are when all is put together, none where it is not.
    Their names are engraved at ``name_place``, where there is one. It is cut out of what falls out
    of the part ``within``, where that is named: both lie in the same place, with one cut between.
    ``untabbed`` are its cuts as they are without tabs, where these are not the rings that the tabs
    are found on; they do not move with the part.
    """

    name: str
    label: str
    paths: Mapping[Operation, ToolPaths]
    pieces: int = 1
    count: int = 1
    material: Material | None = None
    tabs: Tabs | None = None
    placing: Placing = AS_DESIGNED
    seats: tuple[Seat, ...] = ()
    name_place: NamePlace | None = None
    within: str = ""
    untabbed: Mapping[Operation, ToolPaths] | None = None

    @cached_property
    def box(self) -> Box:
        """What it takes of the sheet: left, top, right and bottom in mm."""
        return bounding_box(paths.box for paths in self.paths.values() if len(paths))

    def translated(self, x: float, y: float) -> CutPart:
        """Return the part translated by so many mm."""
        paths = {kind: paths.translated(x, y) for kind, paths in self.paths.items()}
        return replace(self, paths=paths, placing=self.placing.translated(x, y))

    def rotated(self) -> CutPart:
        """Return the part rotated clockwise by a quarter around (0, 0)."""
        paths = {kind: paths.rotated() for kind, paths in self.paths.items()}
        return replace(self, paths=paths, placing=self.placing.rotated())

    def mirrored(self) -> CutPart:
        """Return the part face down: left and right exchanged."""
        paths = {kind: paths.mirrored() for kind, paths in self.paths.items()}
        turn, shift, before = self.placing
        placing = Placing(turn.conjugate(), -shift.conjugate(), not before)
        place = self.name_place
        if place is not None:
            place = place._replace(x=-place.x, angle=-place.angle)
        return replace(self, paths=paths, placing=placing, name_place=place)

    def copied(self, number: int, *, single: bool = True) -> CutPart:
        """Return one of its copies as it is cut: with its name, face down where that is hidden.

        Names are written in ``single`` lines, or as outlines.
        """
        if number >= len(self.seats) or self.name_place is None:
            return self
        seat = self.seats[number]
        part = self.mirrored() if seat.turned else self
        assert part.name_place is not None
        name = engraved_name(seat.name, part.name_place, single=single)
        engraved = [name, *(part.paths[kind] for kind in [Operation.ENGRAVE] if kind in part.paths)]
        return replace(part, paths={**part.paths, Operation.ENGRAVE: join_paths(engraved)})

    def in_order(self) -> Iterator[tuple[Operation, ToolPaths]]:
        """Yield its paths operation by operation, as they must be done."""
        for operation in Operation:
            if operation in self.paths and len(self.paths[operation]):
                yield operation, self.paths[operation]


@dataclass(frozen=True, eq=False)
class Product:
    """What a job makes of a maze: parts, and what else is needed to put them together.

    ``shopping`` are lines for people: "4 screws M3 × 16". ``warnings`` are sentences about what
    may go wrong, ``notes`` what to do with what is made. ``narrowest`` is the smallest feature that
    stays, in mm, 0 where nothing is cut.
    ``solid`` is what a printer makes, without parts. ``loose`` is whether pieces are to fall
    out, or to be glued one by one. ``steps`` are sentences on how it is put together, and ``ball``
    how a ball rolls through it. ``narrow`` says what is narrowest. ``marks`` are where parts stand
    on the first one, for a plan. ``hung`` are the holes by which it hangs.
    """

    parts: tuple[CutPart, ...]
    shopping: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    narrowest: float = 0.0
    details: Mapping[str, float] = field(default_factory=dict)
    solid: Solid | None = None
    loose: bool = False
    notes: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    ball: BallRun | None = None
    narrow: Narrow | None = None
    marks: tuple[Mark, ...] = ()
    hung: Hung | None = None

    @property
    def tabs(self) -> tuple[Tabs, ...]:
        return tuple(part.tabs for part in self.parts if part.tabs)


TOLERANCE_MM = 1e-3  # mm: diameters and heights of holes that are the same
LEAST_NAME = 1.2  # mm: capitals that can be read
CAPITAL = 0.73  # em: how high capitals of the bundled typeface are


def engraved_name(name: str, place: NamePlace, *, single: bool = True) -> ToolPaths:
    """Return a name, smaller where it has to be; none where nobody could read it.

    Its letters are ``single`` lines, or outlines.
    """
    long = width_of(name, OUTLINED) / CAPITAL  # in heights of capitals
    height = min(place.height, place.width / long)
    if height < LEAST_NAME:
        return no_paths()
    text = Text(0.0, height / 2, height / CAPITAL, name, "middle", "", HAIRLINE, OUTLINED)
    return lines_of([text], single=single).turned(place.angle).translated(place.x, place.y)
