"""A router that follows G-code, and a sheet that it cuts: by shapely, not by the program.

It knows what a controller knows: words that stay from line to line, absolute millimetres. Each move
is asked whether it may be done; the sheet is asked after each path what of it is loose.
"""

from __future__ import annotations

import cmath
import itertools
import math
import re
from collections import defaultdict
from dataclasses import dataclass, field

from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from mazeeditor.core.job import Job
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.plan import MakePlan
from mazeeditor.making.presets.machines import MACHINE_FILES, Machine

ROUTERS = [name for name in MACHINE_FILES.paths() if MACHINE_FILES.find(name).is_router]
FINE = 0.02  # radians between points of arcs
SAMPLE = 0.2  # mm along a move, from place to place where its depth is compared
CELL = 0.25  # mm: places in one square, or in those around it, are the same to a tool
ROUNDED = 2e-3  # mm


@dataclass
class Router:
    """A machine with a tool ``diameter`` mm wide over a sheet, which is clamped around its rim.

    ``lift`` is how high above the material it may travel, ``step`` how deep one pass may go at the
    most, by operation; ``thickness`` is that of the sheet, of ``size``.
    """

    diameter: float
    thickness: float
    size: tuple[float, float]
    lift: float
    steps: dict[str, float]
    place: complex = 0j
    height: float = math.inf  # nobody knows before it is told
    motion: str = ""
    feed: float = 0.0
    speed: float = 0.0
    turns: bool = False
    dwelled: bool = False
    operation: str = ""
    ended: bool = False
    paths: int = 0
    deepest: float = 0.0
    largest_step: float = 0.0
    largest_loose: float = 0.0
    rapids: int = 0
    swept: list[BaseGeometry] = field(default_factory=list)
    _through: list[list[complex]] = field(default_factory=list)
    _depths: dict[tuple[int, int], float] = field(default_factory=lambda: defaultdict(float))

    def run(self, text: str) -> None:
        for line in text.splitlines():
            assert not self.ended
            code, _semicolon, comment = line.partition(";")
            if comment and not comment.strip().startswith("pass"):
                self.operation = comment.strip()
            words = re.findall(r"([A-Z])(-?[0-9]+(?:\.[0-9]+)?)", code)
            assert "".join(letter + number for letter, number in words) == code, code
            self.block(dict(words))
        assert self.ended
        assert not self.turns

    def block(self, words: dict[str, str]) -> None:
        if "F" in words:
            self.feed = float(words.pop("F"))
        if "S" in words:
            self.speed = float(words.pop("S"))
        for letter in ("G", "M"):
            if letter in words:
                self.command(letter + words.pop(letter), words)
        if words:
            self.move({letter: float(number) for letter, number in words.items()})

    def command(self, name: str, words: dict[str, str]) -> None:
        if name in ("G0", "G1", "G2", "G3"):
            self.motion = name
        elif name == "M3":
            assert self.speed > 0, "turns without a speed"
            self.turns, self.dwelled = True, False
        elif name == "G4":
            assert float(words.pop("P")) >= 1
            self.dwelled = True
        elif name == "M5":
            assert self.height >= self.lift - ROUNDED, "stops in the material"
            self.turns = False
        elif name == "M2":
            self.ended = True
        else:
            assert name in ("G21", "G90", "G17", "G94"), name

    def move(self, words: dict[str, float]) -> None:
        there = complex(words.get("X", self.place.real), words.get("Y", self.place.imag))
        height = words.get("Z", self.height)
        if self.motion == "G0":
            self.rapids += 1
            assert height >= self.lift - ROUNDED, "a rapid ends below the clearance"
            if there != self.place:
                assert self.height >= self.lift - ROUNDED, "a rapid within the clearance"
            if self.height < self.lift - ROUNDED:
                self.lifted()
        else:
            assert self.feed > 0, "no feed is set"
            assert height < math.inf
            assert self.turns
            assert self.dwelled, "the spindle had no time to turn"
            self.cut(self.along(there, words), height)
        self.place, self.height = there, height

    def along(self, there: complex, words: dict[str, float]) -> list[complex]:
        """Return the points of a move, the first one too."""
        here = self.place
        if self.motion == "G1":
            return [here, there]
        centre = here + complex(words["I"], words["J"])
        angle = cmath.phase((there - centre) / (here - centre)) % (2 * math.pi)
        if self.motion == "G2":
            angle -= 2 * math.pi
        assert abs(abs(there - centre) - abs(here - centre)) < 0.005
        count = max(1, math.ceil(abs(angle) / FINE))
        turned = [cmath.exp(1j * angle * n / count) for n in range(count)]
        return [*(centre + (here - centre) * turn for turn in turned), there]

    def cut(self, line: list[complex], height: float) -> None:
        """Take away material along a line, evenly from one height to another."""
        if min(height, self.height) >= -ROUNDED:
            return
        step = self.steps[self.operation]
        long = sum(abs(b - a) for a, b in itertools.pairwise(line))
        count = max(1, math.ceil(long / SAMPLE))
        places = [_at(line, n / count) for n in range(count + 1)] if long else line[:1]
        top = min(self.height, 0.0)
        for n, place in enumerate(places):
            deep = -(top + (height - top) * n / count) if long else -height
            x, y = round(place.real / CELL), round(place.imag / CELL)
            around = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            before = max(self._depths[key] for key in around)
            self.largest_step = max(self.largest_step, deep - before)
            assert deep - before <= step + ROUNDED, (self.operation, deep, before, place)
            self._depths[x, y] = max(self._depths[x, y], deep)
            self.deepest = max(self.deepest, deep)
        if min(-height, -self.height) >= self.thickness - ROUNDED:
            self._through.append(line)

    def lifted(self) -> None:
        """Ask what is loose, once a path is done."""
        self.paths += 1
        some = [line for line in self._through if len(line) > 1]
        lines = [LineString([(place.real, place.imag) for place in line]) for line in some]
        lines = [line for line in lines if line.length]
        self._through = []
        if not lines:
            return
        self.swept.append(unary_union(lines).buffer(self.diameter / 2, quad_segs=16))
        for piece in self.loose():
            left, top, right, bottom = piece.bounds
            self.largest_loose = max(self.largest_loose, right - left, bottom - top)

    def left(self) -> list[Polygon]:
        """Return what of the sheet hangs together, piece by piece."""
        self.swept = [unary_union(self.swept)] if self.swept else []
        stock = box(0, 0, *self.size)
        area = stock.difference(self.swept[0]) if self.swept else stock
        parts = area.geoms if isinstance(area, MultiPolygon) else [area]
        return [part for part in parts if isinstance(part, Polygon)]

    def loose(self) -> list[Polygon]:
        """Return the pieces that nothing holds: the rim of the sheet is clamped."""
        rim = box(0, 0, *self.size).exterior
        return [piece for piece in self.left() if piece.distance(rim) > ROUNDED]

    def is_left(self, x: float, y: float, radius: float) -> bool:
        """Whether nothing of a circle is cut through."""
        return not any(area.intersects(Point(x, y).buffer(radius)) for area in self.swept)


def _at(line: list[complex], share: float) -> complex:
    """Return the place at a share of the length of a line."""
    lengths = [abs(b - a) for a, b in itertools.pairwise(line)]
    left = share * sum(lengths)
    for (a, b), length in zip(itertools.pairwise(line), lengths, strict=True):
        if left <= length:
            return a + (b - a) * (left / length if length else 0.0)
        left -= length
    return line[-1]


def steps_of(machine: Machine, thickness: float) -> dict[str, float]:
    """Return how deep one pass goes at the most, as the preset of a machine says it."""
    steps = {}
    for operation, setting in machine.settings.items():
        deep = thickness + machine.through if setting.depth is None else setting.depth
        steps[operation.value] = setting.step if setting.step else deep / setting.passes
    return steps


def follow(making: MakePlan) -> list[Router]:
    """Return routers that have cut each of the sheets of a plan."""
    machine, result = making.machine, []
    for sheet in making.sheets:
        written = CUT_FORMATS["gcode"].run(sheet, machine, Job())
        assert isinstance(written, bytes)
        steps = steps_of(machine, sheet.thickness)
        size = sheet.width, sheet.height
        router = Router(sheet.kerf, sheet.thickness, size, machine.lift, steps)
        router.run(written.decode())
        result.append(router)
    return result
