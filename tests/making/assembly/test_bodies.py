"""Bodies of parts: as large as these, right side out, and no two in the same place."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from shapely.geometry import Polygon
from shapely.ops import unary_union

from mazeeditor.making.assembly.bodies import Assembly, Body
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.page.page import Page
from tests.making.areas import piece_of
from tests.making.designs import SIZES, small_maze


def planned(shape: str = "rectangular", job: str = "kit", **options: Any) -> MakePlan:
    return plan_making(small_maze(shape, braid=0.3), Page(), MakeOptions(job=job, **options))


def assembled(plan: MakePlan) -> Assembly:
    return Assembly.of(plan.product, plan.material)


def volume(body: Body) -> float:
    """Return the volume of the triangles of a body, in mm³, > 0 where they face outwards."""
    slab = body.slab
    low, high = (body.places(slab.points, at, 0.0) for at in (0.0, slab.thickness))
    sides = [(low, low[slab.after], high[slab.after]), (low, high[slab.after], high)]
    faces = [tuple(high[slab.faces.T]), tuple(low[slab.faces[:, ::-1].T])]
    total = 0.0
    for a, b, c in (*sides, *faces):
        total += float((a * np.cross(b, c)).sum()) / 6
    return total


@pytest.mark.sample(1)
@pytest.mark.parametrize("shape", SIZES)
def test_bodies_are_as_large_as_their_parts(shape: str) -> None:
    """Closed, and right side out: what shapely finds within the cuts, as thick as the material."""
    plan = planned(shape)
    assembly = assembled(plan)
    parts = [part for part in plan.product.parts if part.seats]
    assert len(assembly.bodies) == sum(part.count for part in parts)
    areas = [piece_of(part, 0.0).area for part in parts]
    for body in assembly.bodies:
        expected = areas[body.number] * body.slab.thickness
        assert volume(body) == pytest.approx(expected, rel=2e-3)


@pytest.mark.slow
def test_no_two_bodies_are_in_the_same_place() -> None:
    """Layers lie on each other; walls stand within the frame beside them."""
    plan = planned(levels=2, kerf=0.0)
    for one, other in combinations(assembled(plan).bodies, 2):
        floors = [body.seat.origin[2] for body in (one, other)]
        tops = [body.seat.origin[2] + body.slab.thickness for body in (one, other)]
        if max(floors) >= min(tops) - 1e-9:
            continue
        areas = [
            unary_union([Polygon(body.slab.points[face]) for face in body.slab.faces])
            for body in (one, other)
        ]
        assert areas[0].intersection(areas[1]).area < 1e-6


@pytest.mark.slow
def test_seats_never_mirror() -> None:
    for body in assembled(planned()).bodies:
        assert np.linalg.det(np.array(body.seat.axes)) == pytest.approx(-1.0)
