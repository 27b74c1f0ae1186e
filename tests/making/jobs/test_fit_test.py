"""Test pieces: what a tool of a kerf leaves shows that kerf, and has the sizes engraved on it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import shapely
from shapely.geometry import box

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import Product
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.plan import plan_making
from mazeeditor.making.presets.materials import MATERIAL_FILES
from mazeeditor.page.page import Page
from tests.making.areas import lines_of, rings_of
from tests.making.designs import design_of, maze_of


def made(job: str, **options: Any) -> Product:
    product: Product = JOBS[job].run(design_of(maze_of("polar"), job=job, **options), Job())
    return product


@pytest.mark.parametrize("thickness", [0.5, 3.0, 12.0])
@pytest.mark.parametrize("kerf", [0.0, 0.25])
def test_tongues_and_slots_have_the_sizes_engraved(thickness: float, kerf: float) -> None:
    product = (
        made("fit-test", kerf=kerf)
        if thickness == 3.0
        else plan_making(
            maze_of("hexagonal"),
            Page(),
            MakeOptions(job="fit-test", kerf=kerf, thickness=thickness),
        ).product
    )
    slots, tongues = product.parts
    steps, long = np.linspace(-0.2, 0.2, 9), max(6.0, thickness + 0.5)
    holes = [
        ring.buffer(kerf / 2, join_style="mitre")
        for ring in rings_of(slots.paths[Operation.INNER_CUT])
    ]
    holes.sort(key=lambda hole: hole.bounds[0])
    widths = [hole.bounds[2] - hole.bounds[0] for hole in holes]
    assert widths == pytest.approx(thickness + steps)
    assert [hole.bounds[3] - hole.bounds[1] for hole in holes] == pytest.approx([long] * 9)
    pitches = np.diff([hole.centroid.x for hole in holes])
    assert pitches == pytest.approx(pitches[0])
    assert all(one.distance(other) > max(5, thickness - 0.3) for one, other in pairwise(holes))
    (plate,) = rings_of(slots.paths[Operation.OUTER_CUT])
    kept = plate.buffer(-kerf / 2, join_style="mitre").bounds
    assert kept[:2] == pytest.approx((0.0, 0.0))
    assert holes[0].centroid.x == pytest.approx(kept[2] - holes[-1].centroid.x)
    edge = max(3.0, thickness)
    assert holes[0].bounds[1] == pytest.approx(edge)
    assert all(hole.within(plate) for hole in holes)
    (ring,) = rings_of(tongues.paths[Operation.OUTER_CUT])
    comb = ring.buffer(-kerf / 2, join_style="mitre")
    left, top, right, _bottom = comb.bounds
    tips = shapely.get_parts(comb.intersection(box(left, top, right, top + thickness)))
    assert sorted(tip.bounds[2] - tip.bounds[0] for tip in tips) == pytest.approx(long + steps)
    # a tongue stands in the middle of a slot: those beside it pass the edges of the plate
    in_order = sorted(tips, key=lambda tip: float(tip.centroid.x))
    middle = holes[0].centroid.y
    for n, tip in enumerate(in_order):
        for other in in_order[max(0, n - 1) : n] + in_order[n + 1 : n + 2]:
            away = other.centroid.x - tip.centroid.x
            half = (other.bounds[2] - other.bounds[0]) / 2
            assert middle + away + half < kept[1] or middle + away - half > kept[3]
            assert middle - away + half < kept[1] or middle - away - half > kept[3]
    for part, area in ((slots, plate), (tongues, comb)):
        for line in lines_of(part.paths[Operation.ENGRAVE]):
            assert area.contains(line)
            assert not any(line.intersects(hole) for hole in (holes if part is slots else ()))


@pytest.mark.sample(6)
@pytest.mark.parametrize("material", MATERIAL_FILES.paths())
def test_test_pieces_hold(material: str) -> None:
    making = plan_making(maze_of("polar"), Page(), MakeOptions(job="fit-test", material=material))
    assert making.warnings == ()


def test_tool_that_is_too_wide_is_refused() -> None:
    with pytest.raises(UsageError, match=r"too narrow for a tool that cuts 4 mm wide"):
        made("fit-test", kerf=4.0)


@pytest.mark.parametrize("thickness", [0.5, 3.0, 6.0])
def test_numbers_beside_each_other_do_not_touch(thickness: float) -> None:
    """They ran into each other as "+0.05+0.10+0.15"."""
    product = made("fit-test", thickness=thickness)
    for part in product.parts:
        letters = [line.bounds for line in lines_of(part.paths[Operation.ENGRAVE])]
        edges = sorted((left, right) for left, _top, right, _bottom in letters)
        gaps, reached = [], edges[0][1]
        for left, right in edges[1:]:
            gaps.append(left - reached)
            reached = max(reached, right)
        assert sum(gap > 1.4 for gap in gaps) == 8, "nine numbers, each apart"
