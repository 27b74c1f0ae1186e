"""How far lines reach at sharp corners and square ends: against shapely, which draws them."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, affinity

from mazeeditor.prepress.content.ink import Ink
from tests.breadth import examples
from tests.prepress.test_interpreter import ink_of, turns

CAPS: dict[int, Literal["flat", "square"]] = {0: "flat", 2: "square"}
WIDTH = 6.0


def reached(ink: Ink) -> tuple[float, ...]:
    """Return how far to each side something is painted: -left, -bottom, right, top."""
    left, bottom, right, top = (ink.nearest[side].value for side in range(4))
    return -left, -bottom, 1000 - right, 1000 - top


@examples(20)
@given(
    by=turns.map(lambda by: tuple(part / 2 for part in by)),
    angle=st.floats(12, 179),
    start=st.floats(0, 2 * pi),
    cap=st.sampled_from(sorted(CAPS)),
)
def test_a_corner(
    tmp_path_factory: pytest.TempPathFactory,
    by: tuple[float, ...],
    angle: float,
    start: float,
    cap: int,
) -> None:
    """The miter limit of 10 cuts corners below 11.5 degrees off."""
    ends = [(40 * cos(way), 40 * sin(way)) for way in (start, start + radians(angle))]
    whole = (*by, 500.0, 500.0)
    data = b"%f %f %f %f %f %f cm %d J %f w %f %f m 0 0 l %f %f l S"
    ink = ink_of(tmp_path_factory.mktemp("a"), data % (*whole, cap, WIDTH, *ends[0], *ends[1]))
    line = LineString([ends[0], (0, 0), ends[1]])
    area = line.buffer(WIDTH / 2, cap_style=CAPS[cap], join_style="mitre", mitre_limit=10)
    a, b, c, d, e, f = whole
    left, bottom, right, top = affinity.affine_transform(area, [a, c, b, d, e, f]).bounds
    rest = WIDTH / 2 * max(hypot(a, c), hypot(b, d))  # ends are taken for round, for the least
    for known, drawn in zip(reached(ink), (-left, -bottom, right, top), strict=True):
        assert drawn - 0.02 <= known <= drawn + rest


def test_the_limit_and_other_joins(tmp_path: Path) -> None:
    ends = {b"": 500 - 25.2}
    ends |= dict.fromkeys([b"3 M", b"1 j", b"2 j", b"2 J 3 M", b"/E gs"], 497.0)
    for before, left in ends.items():
        data = before + b" 6 w 600 512 m 500 500 l 600 488 l S"
        ink = ink_of(tmp_path, data, b"/ExtGState << /E << /LJ 1 >> >>")
        assert ink.nearest[0].value == pytest.approx(left, abs=0.1), before


def test_closed_lines_have_a_corner_where_they_begin(tmp_path: Path) -> None:
    ink = ink_of(tmp_path, b"6 w 500 500 m 600 512 l 600 488 l h S")
    assert ink.nearest[0].value == pytest.approx(500 - 25.2, abs=0.1)
    ink = ink_of(tmp_path, b"6 w 500 500 m 600 512 l 600 488 l S")
    assert ink.nearest[0].value > 496


def test_a_line_without_a_length_has_no_direction(tmp_path: Path) -> None:
    ink = ink_of(tmp_path, b"6 w 600 512 m 500 500 l 500 500 l 600 488 l S 9 9 m 9 9 l S")
    assert ink.nearest[0].value == pytest.approx(6, abs=0.1)
    assert not any(value.value != value.value for value in ink.nearest.values())
