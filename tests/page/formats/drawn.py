"""What the readers of files bring back, and the walls that it shows: no code of the exporters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from tests.page.areas import Points, crossings, winding
from tests.page.mazes import Wall

Point = tuple[float, float]


@dataclass
class Shape:
    """A path as it is painted: its lines in mm, y down, with the pen and the colours.

    ``curves`` holds places along each curve, whose chords are among the lines.
    """

    strokes: list[list[Point]]
    closed: list[bool]
    stroke: str | None = None  # rrggbb
    fill: str | None = None
    width: float = 0.0  # mm
    cap: str = "butt"
    even_odd: bool = False
    curves: list[list[Point]] = field(default_factory=list)

    def lines(self) -> list[list[Point]]:
        """Return the lines, closed ones back at their start."""
        pairs = zip(self.strokes, self.closed, strict=True)
        return [line + line[:1] * closed for line, closed in pairs]


@dataclass
class Letters:
    """A piece of text; ``size`` in mm."""

    x: float
    y: float
    size: float
    text: str
    stroke: str | None = None


@dataclass
class Sheet:
    """A page: its size in mm and what is on it, by layer where the format has them."""

    width: float
    height: float
    shapes: dict[str, list[Shape]] = field(default_factory=dict)
    letters: list[Letters] = field(default_factory=list)
    title: str = ""


def unit_walls(shapes: Iterable[Shape], rows: int, columns: int) -> tuple[Counter[Wall], float]:
    """Return how often each wall is drawn, and the cell in mm; asserts that all is on the grid."""
    lines = [line for shape in shapes for line in shape.lines()]
    points = np.array([point for line in lines for point in line])
    low, high = points.min(axis=0), points.max(axis=0)
    cell = float(((high - low) / (columns, rows)).mean())
    assert np.abs((high - low) - np.array([columns, rows]) * cell).max() < 0.05
    result: Counter[Wall] = Counter()
    for line in lines:
        for a, b in pairwise(line):
            ends = [(np.array(end) - low) / cell for end in (a, b)]
            whole = [end.round().astype(int) for end in ends]
            assert (
                max(np.abs(end - near).max() for end, near in zip(ends, whole, strict=True)) < 0.05
            )
            result.update(_units(whole[0].tolist(), whole[1].tolist()))
    return result, cell


def _units(a: list[int], b: list[int]) -> list[Wall]:
    length = abs(b[0] - a[0]) + abs(b[1] - a[1])
    assert length
    assert a[0] == b[0] or a[1] == b[1]
    low, high = min(a, b), max(a, b)
    x, y = (high[0] - low[0]) // length, (high[1] - low[1]) // length
    return [
        (low[0] + x * i, low[1] + y * i, low[0] + x * (i + 1), low[1] + y * (i + 1))
        for i in range(length)
    ]


def band_walls(shape: Shape, rows: int, columns: int, wall: float) -> tuple[set[Wall], float]:
    """Return the walls whose bands are filled, and the cell in mm.

    Asserts that passages are free up to half a wall and that both fill rules agree.
    """
    rings = [np.array(ring) for ring in shape.strokes]
    points = np.concatenate(rings)
    low, high = points.min(axis=0) + wall / 2, points.max(axis=0) - wall / 2
    cell = float(((high - low) / (columns, rows)).mean())
    assert np.abs((high - low) - np.array([columns, rows]) * cell).max() < 0.05
    walls = [(x, y, x + 1, y) for x in range(columns) for y in range(rows + 1)]
    walls += [(x, y, x, y + 1) for x in range(columns + 1) for y in range(rows)]
    middles = np.array([((ax + bx) / 2, (ay + by) / 2) for ax, ay, bx, by in walls])
    across = np.array([(by - ay, bx - ax) for ax, ay, bx, by in walls])
    hair = 0.1 * wall / cell
    inside = [
        filled(rings, (middles + across * aside) * cell + low)
        for aside in (0, wall / 2 / cell - hair, hair - wall / 2 / cell)
    ]
    assert (inside[0] == inside[1]).all()
    assert (inside[0] == inside[2]).all()
    for aside in (wall / 2 / cell + hair, -wall / 2 / cell - hair, 0.5):
        assert not filled(rings, (middles + across * aside) * cell + low).any()
    return {each for each, there in zip(walls, inside[0].tolist(), strict=True) if there}, cell


def filled(rings: list[Points], points: Points) -> NDArray[np.bool_]:
    """Whether points are inside, by the rule of SVG and by that of PDF alike."""
    odd = crossings(rings, points) % 2 == 1
    assert (odd == (winding(rings, points) != 0)).all()
    inside: NDArray[np.bool_] = odd
    return inside


def ink_of(sheet: Sheet) -> tuple[float, float]:
    """Return width and height of what is drawn on a page, with the points of mitres."""
    boxes = []
    for shape in (each for shapes in sheet.shapes.values() for each in shapes):
        for line, closed in zip(shape.lines(), shape.closed, strict=True):
            ring = closed and len(line) > 3
            path: Any = shapely.linearrings(line) if ring else shapely.linestrings(line)
            if shape.stroke:
                look: Any = {"cap_style": shape.cap, "join_style": "mitre", "mitre_limit": 4}
                if shape.cap == "round":
                    look["join_style"] = "round"
                path = shapely.buffer(path, shape.width / 2, quad_segs=24, **look)
            boxes.append(shapely.bounds(path))
    low, high = np.min(boxes, axis=0)[:2], np.max(boxes, axis=0)[2:]
    width, height = (high - low).tolist()
    return width, height
