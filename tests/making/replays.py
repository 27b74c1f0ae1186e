"""What machines would draw of a file, read without code of the program: one reader a format.

Each returns ``Drawn`` per operation's key (layer, colour or pen): lines as points close to each
other on arcs, in mm with y up, in the order in which they are drawn.
"""

from __future__ import annotations

import cmath
import itertools
import math
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ezdxf
import numpy as np
import pytest
from ezdxf.audit import Auditor
from ezdxf.math import bulge_to_arc

FINE = 5e-3  # radians between points of arcs
Line = list[complex]
Drawn = dict[str, list[Line]]


def around(centre: complex, begin: complex, angle: float) -> Line:
    """Return the points of an arc behind its first one; a positive angle turns anticlockwise."""
    count = max(1, math.ceil(abs(angle) / FINE))
    away = begin - centre
    return [centre + away * cmath.exp(1j * angle * step / count) for step in range(1, count + 1)]


def angle_in_grbl(
    before: np.complex64, there: np.complex64, offset: np.complex64, anticlockwise: bool
) -> float:
    """Return how far an arc turns in GRBL 1.1, which computes it in single precision.

    After ``gcode.c`` (its error 33) and ``mc_arc`` of ``motion_control.c``.
    """
    arm, other = -offset, there - before - offset
    radius = abs(arm)
    apart = float(abs(abs(other) - radius))
    assert apart <= 0.005 or apart <= min(0.5, 0.001 * float(radius))
    turn = np.angle(other * arm.conjugate())
    if anticlockwise:
        return float(turn) + (2 * math.pi if turn <= 5e-7 else 0.0)
    return float(turn) - (2 * math.pi if turn >= -5e-7 else 0.0)


def read_dxf(path: Path) -> Drawn:
    """Read polylines with ezdxf, which must find no error in the file."""
    document = ezdxf.readfile(path)  # type: ignore[attr-defined]
    auditor: Auditor = document.audit()
    assert (auditor.errors, auditor.fixes) == ([], [])
    assert (document.dxfversion, document.header["$INSUNITS"]) == ("AC1015", 4)
    drawn: Drawn = defaultdict(list)
    entities: list[Any] = list(document.modelspace())
    for entity in entities:
        assert entity.dxftype() == "LWPOLYLINE"
        rows = [(complex(x, y), bulge) for x, y, bulge in entity.get_points("xyb")]
        if entity.closed:
            rows.append((rows[0][0], 0.0))
        line = [rows[0][0]]
        for (here, bulge), (there, _next) in itertools.pairwise(rows):
            if not bulge:
                line.append(there)
                continue
            centre, _start, _end, _radius = bulge_to_arc(
                (here.real, here.imag), (there.real, there.imag), bulge
            )
            line += around(complex(centre.x, centre.y), here, 4 * math.atan(bulge))
        drawn[entity.dxf.layer].append(line)
    return drawn


@dataclass
class Grbl:
    """A controller: absolute millimetres, feeds a minute, words kept from line to line.

    It knows nothing of laser mode: the tool works wherever M3 or M4 is on, its power is above 0
    and, for tools on a lift, it is below the surface.
    """

    lifted: bool
    place: complex = 0j
    height: float = 0.0
    power: float = 0.0
    feed: float = 0.0
    on: bool = False
    motion: str = "G0"
    units: str = ""
    drawn: Drawn = field(default_factory=lambda: defaultdict(list))
    depths: set[float] = field(default_factory=set)
    feeds: set[tuple[float, float]] = field(default_factory=set)
    operation: str = ""
    ended: bool = False

    @property
    def works(self) -> bool:
        """Whether the tool would leave a mark here."""
        return self.height <= 0 if self.lifted else self.on and self.power > 0

    def run(self, text: str) -> None:
        for line in text.splitlines():
            assert not self.ended
            code, _semicolon, comment = line.partition(";")
            if not code and not comment.strip().startswith("pass"):
                self.operation = comment.strip()
            self.block(dict(re.findall(r"([A-Z])(-?[0-9]+(?:\.[0-9]+)?)", code)), code)
        assert (self.ended, self.on) == (True, False)

    def block(self, words: dict[str, str], code: str) -> None:
        assert "".join(letter + number for letter, number in words.items()) == code, code
        for letter in "GM":
            if letter in words:
                self.command(letter + words.pop(letter))
        self.power = float(words.pop("S", self.power))
        self.feed = float(words.pop("F", self.feed))
        words.pop("P", None)
        if words:
            self.move({letter: float(number) for letter, number in words.items()})

    def command(self, name: str) -> None:
        if name in ("G0", "G1", "G2", "G3"):
            self.motion = name
        elif name in ("M3", "M4", "M5"):
            self.on = name != "M5"
        elif name == "M2":
            self.ended = True
        else:
            assert name in ("G21", "G90", "G17", "G94", "G4"), name
            self.units += name

    def move(self, words: dict[str, float]) -> None:
        assert self.units.startswith("G21G90G17G94")
        before, worked = self.place, self.works
        self.height = words.get("Z", self.height)
        there = complex(words.get("X", before.real), words.get("Y", before.imag))
        if there == before:
            if "Z" in words and words["Z"] <= 0:
                assert self.motion == "G1", "goes down as fast as it travels"
                self.depths.add(words["Z"])
                self.drawn[self.operation].append([before])
            return
        if self.motion == "G0":
            assert not self.works, "travels while it works"
            assert not (self.lifted and worked), "travels while it works"
        else:
            assert self.works
            assert self.feed > 0
            self.feeds.add((self.feed, self.power))
            if not self.drawn[self.operation] or self.drawn[self.operation][-1][-1] != before:
                self.drawn[self.operation].append([before])
            self.drawn[self.operation][-1] += self.along(before, there, words)
        self.place = there

    def along(self, before: complex, there: complex, words: dict[str, float]) -> Line:
        if self.motion == "G1":
            return [there]
        centre = before + complex(words["I"], words["J"])
        angle = cmath.phase((there - centre) / (before - centre)) % (2 * math.pi)
        if self.motion == "G2":
            angle -= 2 * math.pi
        begin, end, offset = map(np.complex64, (before, there, centre - before))
        in_grbl = angle_in_grbl(begin, end, offset, angle > 0)
        assert in_grbl == pytest.approx(angle, abs=1e-3)
        return [*around(centre, before, angle)[:-1], there]


def read_gcode(path: Path, *, lifted: bool = False) -> Grbl:
    controller = Grbl(lifted)
    controller.run(path.read_text("ascii"))
    return controller


def read_hpgl(path: Path) -> Drawn:
    """Read pens as a plotter does: in plotter units of 0.025 mm."""
    drawn: Drawn = defaultdict(list)
    pen, place, down = 0, 0j, False
    instructions = path.read_text("ascii").replace("\n", "").split(";")
    assert (instructions[0], instructions[1], instructions[-1]) == ("IN", "PA", "")
    for instruction in instructions[2:-1]:
        name, values = instruction[:2], re.findall(r"-?\d+", instruction[2:])
        if name == "SP":
            assert not down
            pen = int(values[0])
        elif name in ("PU", "PD"):
            down = name == "PD"
            for x, y in zip(values[::2], values[1::2], strict=True):
                here, place = place, complex(int(x), int(y)) / 40
                if down:
                    lines = drawn[str(pen)]
                    if not lines or lines[-1][-1] != here:
                        lines.append([here])
                    lines[-1].append(place)
        else:
            assert name == "VS"
            assert int(values[0]) >= 1
    assert (down, pen) == (False, 0)
    return drawn


def read_lightburn(path: Path) -> Drawn:
    """Read shapes as LightBurn does: handles only where a curve needs them."""
    root = ET.parse(path).getroot()
    assert root.tag == "LightBurnProject"
    drawn: Drawn = defaultdict(list)
    numbers = [shape.get("VertID") for shape in root.iter("Shape") if shape.get("Type") == "Path"]
    assert len(set(numbers)) == len(numbers)
    for shape in root.iter("Shape"):
        if shape.get("Type") != "Path":
            continue
        assert shape.findtext("XForm") == "1 0 0 1 0 0"
        assert shape.get("VertID") == shape.get("PrimID")
        vertices = []
        for word in (shape.findtext("VertList") or "").split("V")[1:]:
            place = re.match(r"(-?[\d.]+) (-?[\d.]+)", word)
            assert place
            known = {name: float(n) for name, n in re.findall(r"(c[01][xy])(-?[\d.]+)", word)}
            vertices.append((complex(*map(float, place.groups())), known))
        line: Line = []
        primitives = shape.findtext("PrimList") or ""
        if primitives == "LineClosed":
            ends = [*range(1, len(vertices)), 0]
            primitives = "".join(f"L{first} {last}" for first, last in enumerate(ends))
        for kind, first, last in re.findall(r"([LB])(\d+) (\d+)", primitives):
            (here, own), (there, other) = vertices[int(first)], vertices[int(last)]
            line = line or [here]
            assert line[-1] == here
            if kind == "L":
                line.append(there)
                continue
            out = complex(own["c0x"], own["c0y"])
            back = complex(other["c1x"], other["c1y"])
            for step in range(1, 65):
                t = step / 64
                u = 1 - t
                line.append(u**3 * here + 3 * u * u * t * out + 3 * u * t * t * back + t**3 * there)
        drawn[shape.get("CutIndex") or ""].append(line)
    return drawn


def read_svg_paths(path: Path) -> Drawn:
    """Read paths of lines and arcs, layer by layer, by their words alone."""
    drawn: Drawn = defaultdict(list)
    namespace = "{http://www.w3.org/2000/svg}"
    for group in ET.parse(path).getroot().iter(namespace + "g"):
        for element in group.findall(namespace + "path"):
            drawn[group.get("id") or ""] += _path_of(element.get("d") or "")
    return drawn


WORDS = {"m": 2, "l": 2, "h": 1, "v": 1, "a": 7, "z": 0}


def _path_of(text: str) -> list[Line]:
    """Return the lines of a path, y up: flags of arcs may stand close to what follows them."""
    lines: list[Line] = []
    place = start = 0j
    for word, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", text):
        numbers = [float(n) for n in re.findall(r"-?(?:\d+\.\d*|\.\d+|\d+)", rest)]
        count = WORDS[word.lower()]
        if word in "zZ":
            lines[-1].append(start)
            place = start
            continue
        assert len(numbers) % count == 0
        assert numbers
        for n in range(0, len(numbers), count):
            values = numbers[n : n + count]
            origin = place if word.islower() else 0j
            if word in "hH":
                there = complex(origin.real + values[0], place.imag)
            elif word in "vV":
                there = complex(place.real, origin.imag + values[0])
            else:
                there = origin + complex(*values[-2:])
            if word in "mM" and n == 0:
                lines.append([there])
                start = there
            elif word in "aA":
                lines[-1] += _svg_arc(place, there, *values[:5])
            else:
                lines[-1].append(there)
            place = there
    return [[complex(at.real, -at.imag) for at in line] for line in lines]


def _svg_arc(
    begin: complex, end: complex, rx: float, ry: float, _turn: float, large: float, sweep: float
) -> Line:
    """Return the points of a circle's arc behind its first one."""
    assert rx == ry
    half = (end - begin) / 2
    radius = max(rx, abs(half))
    off = math.sqrt(max(radius**2 - abs(half) ** 2, 0.0))
    side = 1 if bool(large) != bool(sweep) else -1
    centre = begin + half + side * 1j * half / abs(half) * off
    angle = cmath.phase((end - centre) / (begin - centre))
    if sweep and angle < 0:
        angle += 2 * math.pi
    if not sweep and angle > 0:
        angle -= 2 * math.pi
    return [*around(centre, begin, angle)[:-1], end]
