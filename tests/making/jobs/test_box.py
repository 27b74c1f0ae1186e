"""A marble maze in a box: its panels fill the shell of a box, each place of it once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, box
from shapely.geometry.base import BaseGeometry

from mazeeditor.core.job import Job
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.areas import piece_of
from tests.making.designs import SIZES, design_of, maze_of, small_maze

KERF, THICK, NEAR = 0.2, 3.0, 0.01  # mm
PANELS = ("bottom", "front", "back", "left", "right")


def planned(shape: str = "rectangular", **options: Any) -> MakePlan:
    chosen = MakeOptions(job="box", kerf=KERF, **options)
    return plan_making(maze_of(shape, 3), Page(), chosen)


def piece(part: CutPart) -> BaseGeometry:
    return piece_of(part, KERF)


def holds(part: CutPart, area: BaseGeometry, points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return bool[k], which points in space are within a part at its seat."""
    (seat,) = part.seats
    at = (points - np.array(seat.origin)) @ np.linalg.inv(np.array(seat.axes))
    inside: NDArray[np.bool_] = shapely.contains_xy(area, at[:, 0], at[:, 1])
    return inside & (at[:, 2] > 0) & (at[:, 2] < THICK)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("shape", "finger"), in_turns(SIZES, [None, 10.0]))
def test_each_place_of_the_shell_belongs_to_one_panel(shape: str, finger: float | None) -> None:
    """Joints mate within 0.01 mm: right before and behind each end of a finger is one panel."""
    plan = planned(shape, finger=finger)
    parts = {part.name: part for part in plan.product.parts}
    areas = {name: piece(parts[name]) for name in PANELS}
    left, top, right, bottom = areas["bottom"].bounds
    height = plan.product.details["height"] - THICK  # without the lid
    low, high = np.array([left, -bottom, 0.0]), np.array([right, -top, height])
    dice = np.random.default_rng(1)
    random = dice.uniform(low, high, (20_000, 3))
    ends = [
        np.unique(
            np.round(np.concatenate([_ends(parts[name], areas[name], n) for name in PANELS]), 6)
        )
        for n in range(3)
    ]
    near = np.stack(
        [dice.choice(axis, 20_000) + dice.choice([-NEAR, NEAR], 20_000) for axis in ends],
        axis=1,
    )
    points = np.concatenate([random, near])
    points = points[((points > low) & (points < high)).all(axis=1)]
    inner_low, inner_high = low + THICK, high - np.array([THICK, THICK, 0.0])
    inside = ((points > inner_low) & (points < inner_high)).all(axis=1)
    owners = np.sum([holds(parts[name], areas[name], points) for name in PANELS], axis=0)
    assert set(np.unique(owners[~inside])) == {1}
    assert set(np.unique(owners[inside])) == {0}
    walls = piece(parts["walls"])
    room = box(left + THICK, top + THICK, right - THICK, bottom - THICK)
    assert walls.within(room)
    assert walls.distance(room.exterior) == pytest.approx(0.1, abs=NEAR)


def _ends(part: CutPart, area: BaseGeometry, axis: int) -> NDArray[np.float64]:
    """Return where edges of a part are along an axis in space."""
    (seat,) = part.seats
    corners = shapely.get_coordinates(area)
    flat = np.array(seat.origin) + corners @ np.array(seat.axes[:2])
    result: NDArray[np.float64] = np.concatenate([flat, flat + THICK * np.array(seat.axes[2])])
    return result[:, axis]


@pytest.mark.slow
def test_narrow_fingers_are_said_and_mended() -> None:
    (advice,) = planned(finger=1.0).advice
    assert advice.text.startswith("The narrowest tooth of the joints is only 1.0")
    (mend,) = advice.suggestions
    assert mend.flags == "--finger auto"
    assert not planned(**mend.values).advice


def test_the_ball_rolls_without_touching() -> None:
    plan = planned("hexagonal")
    parts = {part.name: part for part in plan.product.parts}
    run = plan.product.ball
    assert run is not None
    rolled = LineString(run.points[:, :2] * (1, -1)).buffer(run.diameter / 2)
    assert rolled.disjoint(piece(parts["walls"]))
    assert set(run.points[:, 2]) == {THICK + run.diameter / 2}


def test_the_name_of_a_panel_is_in_its_middle() -> None:
    for part in JOBS["box"].run(design_of(small_maze(), job="box", kerf=0.0), Job()).parts:
        if part.name in ("front", "back", "left", "right"):
            left, top, right, bottom = part.box
            place = part.name_place
            assert place is not None
            assert place.x == pytest.approx((left + right) / 2)
            assert abs(place.y - (top + bottom) / 2) <= THICK / 2 + 1e-6, "above the fingers"
            assert place.width <= right - left + 1e-6
