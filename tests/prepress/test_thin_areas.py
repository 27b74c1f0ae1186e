"""Filled areas that are lines: found and measured at any angle and bend, and only these."""

from __future__ import annotations

from itertools import product
from math import cos, pi, radians, sin
from pathlib import Path

import pytest

from tests.prepress.test_interpreter import ink_of

Point = tuple[float, float]


def outline(points: list[Point]) -> bytes:
    rest = b" ".join(b"%f %f l" % point for point in points[1:])
    return b"%f %f m " % points[0] + rest + b" h "


def strip(length: float, width: float, degrees: float) -> list[Point]:
    across, up = cos(radians(degrees)), sin(radians(degrees))
    corners = [(0.0, -width / 2), (length, -width / 2), (length, width / 2), (0.0, width / 2)]
    return [(300 + across * u - up * v, 300 + up * u + across * v) for u, v in corners]


def disc(radius: float) -> list[Point]:
    turns = [2 * pi * step / 400 for step in range(400)]
    return [(500 + radius * cos(turn), 500 + radius * sin(turn)) for turn in turns]


def ring(radius: float) -> bytes:
    """Return a circle of four curves."""
    k = 0.5522847 * radius
    arcs = [(radius, k, k, radius, 0.0, radius), (-k, radius, -radius, k, -radius, 0.0)]
    arcs += [(-radius, -k, -k, -radius, 0.0, -radius), (k, -radius, radius, -k, radius, 0.0)]
    moved = [[part + 500 for part in arc] for arc in arcs]
    return b"%f 500 m " % (500 + radius) + b" ".join(
        b"%f %f %f %f %f %f c" % tuple(arc) for arc in moved
    )


def thinnest(data: bytes, path: Path) -> float | None:
    ink = ink_of(path, data)
    assert not ink.unread
    return ink.thinnest.value if ink.thinnest else None


def test_a_strip_at_any_angle(tmp_path: Path) -> None:
    for degrees, width in product([0, 7, 30, 45, 61, 89, 90, 135, 178], [0.05, 0.3, 0.7]):
        data = outline(strip(60, width, degrees)) + b"f"
        assert thinnest(data, tmp_path) == pytest.approx(width, abs=1e-3), degrees


LINES = {
    "a ring by even-odd": (outline(disc(100)) + outline(disc(99.8)) + b"f*", 0.2),
    "a ring by winding": (outline(disc(100)) + outline(disc(99.8)[::-1]) + b"f", 0.2),
    "a ring of curves": (ring(100) + b" " + ring(99.8) + b" f*", 0.2),
    "a frame of rectangles": (b"100 100 300 300 re 100.3 100.3 299.4 299.4 re f*", 0.3),
    "a corner": (
        outline([(100, 100), (200, 100), (200, 100.4), (100.4, 100.4), (100.4, 300), (100, 300)])
        + b"f",
        0.4,
    ),
    "a line without an area": (b"100 100 m 300 220 l f", 0.0),
    "a clip": (outline(strip(60, 0.2, 40)) + b"W n 0 0 900 900 re f", 0.2),
    "a clip around a shading": (
        outline(strip(60, 0.2, 40)) + b"W n q 0 0 900 900 re f Q",
        0.2,
    ),
    "a pixel": (b"q 100 0 0 0.1 300 300 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI Q", 0.1),
}


def test_what_is_a_line(tmp_path: Path) -> None:
    for case, (data, width) in LINES.items():
        assert thinnest(data, tmp_path) == pytest.approx(width, abs=5e-3), case


AREAS = {
    "a thick strip": outline(strip(60, 0.8, 33)) + b"f",
    "a disc": outline(disc(100)) + b"f",
    "a tip": outline([(100, 100), (300, 100), (300, 140)]) + b"f",
    "a serif": outline(strip(3, 0.3, 20)) + b"f",
    "a dot": outline(disc(0.2)) + b"f",
    "bars that touch": b"".join(
        outline([(x, 100), (x + 0.4, 100), (x + 0.4, 300), (x, 300)])
        for x in [100 + 0.4 * step for step in range(40)]
    )
    + b"f",
    "an area with a line around": outline(strip(60, 0.2, 40)) + b"2 w B",
    "a thick clip": outline(strip(60, 5, 40)) + b"W n 0 0 900 900 re f",
}


def test_what_is_no_line(tmp_path: Path) -> None:
    for case, data in AREAS.items():
        found = thinnest(data, tmp_path)
        assert found is None or found >= 0.75, case


WHITE = {
    "on a thick line": (b"40 w 100 300 m 500 300 l S 1 G 0.05 w 150 300 m 400 300 l S", True),
    "on a curve": (
        b"40 w 100 300 m 200 500 400 500 500 300 c S 1 G 0.05 w 290 450 m 310 450 l S",
        True,
    ),
    "across a thin line": (b"1 w 100 300 m 500 300 l S 1 G 0.3 w 300 200 m 300 400 l S", False),
    "beside a line": (b"40 w 100 300 m 500 300 l S 1 G 0.05 w 150 400 m 400 600 l S", False),
    "on a picture": (
        b"q 90 0 0 90 300 300 cm BI /W 9 /H 9 /BPC 8 /CS /G ID " + b"a" * 81 + b" EI Q "
        b"1 G 0.05 w 310 310 m 380 380 l S",
        True,
    ),
}


def test_white_lines_are_seen_on_what_is_dark(tmp_path: Path) -> None:
    for case, (data, seen) in WHITE.items():
        found = thinnest(data, tmp_path)
        assert (found is not None and found < 0.75) == seen, case
