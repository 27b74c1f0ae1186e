"""The test of the kerf: the scale that pieces lie along shows the kerf of the tool."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

from mazeeditor.core.job import Job
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.parts import Product
from mazeeditor.making.paths.tool_paths import Operation
from tests.making.areas import lines_of, rings_of
from tests.making.designs import design_of, maze_of


def made(job: str, **options: Any) -> Product:
    product: Product = JOBS[job].run(design_of(maze_of("polar"), job=job, **options), Job())
    return product


@pytest.mark.parametrize(
    ("usual", "kerf"), [(0.2, 0.05), (0.2, 0.2), (0.08, 0.37), (3.2, 3.0), (1.0, 2.3), (6.0, 6.35)]
)
def test_scale_shows_the_kerf(usual: float, kerf: float) -> None:
    product = made("kerf-test", kerf=usual, lettering="outlines")
    (part,) = product.parts
    window, outside = sorted(rings_of(part.paths[Operation.OUTER_CUT]), key=lambda ring: ring.area)
    cut = [*lines_of(part.paths[Operation.INNER_CUT]), *lines_of(part.paths[Operation.OUTER_CUT])]
    strip = outside.buffer(kerf)
    left = shapely.get_parts(
        strip.difference(
            shapely.union_all([line.buffer(kerf / 2, cap_style="flat") for line in cut])
        )
    )
    pieces = [area for area in left if area.within(window)]
    assert len(pieces) == product.details["pieces"]
    assert part.pieces == len(pieces) + 1
    total = sum(area.bounds[2] - area.bounds[0] for area in pieces)
    begin = window.bounds[2] + kerf / 2 - total  # pushed to the right
    marks = [
        line.coords[0][0]
        for line in lines_of(part.paths[Operation.ENGRAVE])
        if len(line.coords) == 2 and line.coords[0][0] == line.coords[1][0]
    ]
    step = 0.05 if usual < 0.5 else 0.25
    places = np.unique(np.round(marks, 6))
    highest = (len(places) - 1) * step
    assert highest == pytest.approx(0.5 if step == 0.05 else max(2.5, 1.5 * usual), abs=step)
    shown = np.interp(begin, places, np.arange(len(places)) * step)
    assert shown == pytest.approx(kerf, abs=1e-6)


def test_engravings_lie_on_the_strip() -> None:
    for kerf in (0.1, 3.2):
        (part,) = made("kerf-test", kerf=kerf).parts
        rings = rings_of(part.paths[Operation.OUTER_CUT])
        window, frame = sorted(rings, key=lambda ring: ring.area)
        kept = frame.difference(window)
        for line in lines_of(part.paths[Operation.ENGRAVE]):
            assert kept.contains(line)
        assert all(window.covers(line) for line in lines_of(part.paths[Operation.INNER_CUT]))
