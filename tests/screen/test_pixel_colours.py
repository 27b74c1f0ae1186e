"""The colours of the picture: in the right bytes, and apart enough to be told apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from mazeeditor.screen.palette import PALETTES
from mazeeditor.screen.pixel_colours import (
    BLANK,
    BLANK_STEP,
    LINE,
    ROUTE,
    WALL,
    WALL_STEPS,
    PixelColours,
    mix,
    pixel,
    pixel_colours,
)


def rgb(shade: int) -> list[int]:
    return np.array([shade], np.uint32).view(np.uint8)[:3].tolist()


def test_bytes() -> None:
    assert np.array([pixel("#010203")], np.uint32).tobytes() == bytes([1, 2, 3, 255])
    assert mix("#000000", "#ff8000", 0.5) == "#804000"
    assert mix("#123456", "#ffffff", 0) == "#123456"


@pytest.fixture(params=sorted(PALETTES))
def colours(request: pytest.FixtureRequest) -> PixelColours:
    return pixel_colours(PALETTES[request.param])


def distance(one: int, other: int) -> int:
    return sum(abs(a - b) for a, b in zip(rgb(one), rgb(other), strict=True))


def test_what_is_beside_each_other_differs(colours: PixelColours) -> None:
    for table in (colours.closeup, colours.closeup_line):
        kinds = [int(table[kind]) for kind in (*range(ROUTE + 1), BLANK)]
        assert all(distance(a, b) >= 12 for a, b in combinations(kinds, 2))
        assert all(distance(kind, int(table[WALL])) > 100 for kind in kinds[:4])
    assert distance(int(colours.closeup_line[ROUTE]), int(colours.closeup_line[LINE])) > 150


def test_more_walls_are_more_ink_but_the_route_stays_itself(colours: PixelColours) -> None:
    ink, route = int(colours.closeup[WALL]), int(colours.closeup[LINE])
    for kind in range(5):
        row = [
            int(shade)
            for shade in colours.overview[kind * WALL_STEPS : kind * WALL_STEPS + BLANK_STEP]
        ]
        steps = [distance(shade, ink) for shade in row]
        assert steps == sorted(steps, reverse=True)
    row = [int(shade) for shade in colours.overview[ROUTE * WALL_STEPS : (ROUTE + 1) * WALL_STEPS]]
    assert all(distance(shade, route) < 160 for shade in row)
