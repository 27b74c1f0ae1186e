"""The hole in the middle has the size and form chosen, on every shape."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.pieces import pieces_of
from mazeeditor.maze.shapes import SHAPES, build


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, 0.4 * 0.4),
        ({"hole_width": 0.8, "hole_height": 0.3}, 0.8 * 0.3),
        ({"hole_form": "ellipse", "hole_width": 0.9}, np.pi / 4 * 0.9 * 0.4),
    ],
)
def test_the_areas_of_holes(options: dict[str, Any], expected: float) -> None:
    whole = build("rectangular", rows=200, columns=300)
    result = cut("hole", whole, **options).lattice
    assert (whole.cells - result.cells) / whole.cells == pytest.approx(expected, rel=0.02)
    gone = whole.places(np.flatnonzero(whole.inside & ~result.inside))
    high, wide = np.ptp(gone, axis=0) + 1
    assert high / 200 == pytest.approx(options.get("hole_height", 0.4), abs=0.02)
    assert wide / 300 == pytest.approx(options.get("hole_width", 0.4), abs=0.02)


@pytest.mark.parametrize("form", ["rectangle", "ellipse"])
@pytest.mark.parametrize("shape", SHAPES.names())
def test_the_middle_is_out_and_the_rest_in_one_piece(shape: str, form: str) -> None:
    whole = build(shape)
    result = cut("hole", whole, hole_form=form).lattice
    geometry = result.geometry
    assert geometry.cell_at(geometry.width / 2 + 0.01, geometry.height / 2 + 0.01) is None
    assert 0.5 < result.cells / whole.cells < 0.98
    assert pieces_of(result).count == 1
    gone = geometry.centres(np.flatnonzero(whole.inside & ~result.inside))
    size = np.array([geometry.width, geometry.height])
    assert (np.abs(gone - size / 2) <= 0.2 * size).all()
