"""Bodies of parts: as large as these, right side out, and no two in the same place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mazeeditor.making.assembly.bodies import Assembly, Body, Slab
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import Seat
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


def plate(away: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Body:
    """Return a plate of 20 × 20 mm, 3 mm thick."""
    corners = np.array([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)])
    after, faces = np.array([3, 0, 1, 2], np.int32), np.array([(0, 2, 1), (0, 3, 2)], np.int32)
    no_lines = np.zeros((0, 2, 2))
    axes = ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0))
    seat = Seat("", 1, (0.0, 0.0, 0.0), axes, away)
    return Body(Slab(corners, after, faces, no_lines, 3.0), seat, False, 0, no_lines)


def test_the_room_of_parts_pulled_apart_is_where_they_are_then() -> None:
    assembly = Assembly((plate(), plate((5.0, 0.0, 40.0)), plate((0.0, 15.0, -10.0))))
    assert volume(assembly.bodies[0]) == pytest.approx(20 * 20 * 3)
    for apart, reach in ((0.0, assembly.reach), (1.0, assembly.exploded_reach)):
        every = [
            body.places(body.slab.points, height, apart)
            for body in assembly.bodies
            for height in (0.0, body.slab.thickness)
        ]
        low, high = np.concatenate(every).min(axis=0), np.concatenate(every).max(axis=0)
        assert np.array(reach) == pytest.approx(np.array([low, high]))
    assert assembly.exploded_reach[1] == pytest.approx([25, 15, 43])
