"""Standing walls: strips meet without overlapping, and their tabs fill the slots of the base."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

import mazeeditor
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import JOBS, standing
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart, Seat
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.plan import ChosenPresets, MakePlan, plan_making
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.areas import piece_of, rings_of
from tests.making.designs import small_maze

KERF, THICK, HIGH, NEAR = 0.2, 3.0, 20.0, 0.01  # mm
SHAPES = ("rectangular", "hexagonal", "triangular", "polar")


def planned(maze: Maze, **options: Any) -> MakePlan:
    return plan_making(maze, Page(), MakeOptions(job="standing", kerf=KERF, **options))


def crossed() -> Maze:
    """Return a maze of which many walls cross in the middle: all of a row and of a column."""
    maze = mazeeditor.generate("prim", rows=6, columns=6, seed=1)
    for row in range(6):
        if row not in (0, 5) and maze.is_open((row, 2), (row, 3)):
            maze.toggle_wall((row, 2), (row, 3))
        if row not in (0, 5) and maze.is_open((2, row), (3, row)):
            maze.toggle_wall((2, row), (3, row))
    return maze


def piece(part: CutPart) -> BaseGeometry:
    return piece_of(part, KERF)


def bodies(plan: MakePlan) -> list[tuple[BaseGeometry, Seat]]:
    return [(piece(part), seat) for part in plan.product.parts for seat in part.seats]


def holds(area: BaseGeometry, seat: Seat, points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return bool[k], which points in space are within a part at its seat."""
    at = (points - np.array(seat.origin)) @ np.linalg.inv(np.array(seat.axes))
    inside: NDArray[np.bool_] = shapely.contains_xy(area, at[:, 0], at[:, 1])
    return inside & (at[:, 2] > 0) & (at[:, 2] < THICK)


def near_corners(all_of: list[tuple[BaseGeometry, Seat]]) -> NDArray[np.float64]:
    """Return places beside corners and edges of all parts, 0.01 mm to all sides of these."""
    places = []
    for area, seat in all_of:
        corners = shapely.get_coordinates(shapely.segmentize(area, 4.0))
        flat = np.array(seat.origin) + corners @ np.array(seat.axes[:2])
        places += [flat, flat + THICK * np.array(seat.axes[2])]
    known = np.concatenate(places)
    dice = np.random.default_rng(1)
    # not at the angle of any edge: on an edge both parts are
    return known + dice.choice([-NEAR, NEAR], known.shape) * (1.0, 0.63, 0.81)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("shape", "braid"), in_turns([*SHAPES, "crossed"], [0.0, 0.5]))
def test_strips_meet_and_fill_their_slots(shape: str, braid: float) -> None:
    maze = crossed() if shape == "crossed" else small_maze(shape, 2, braid)
    plan = planned(maze)
    all_of = bodies(plan)
    base, seat = all_of[0]
    assert seat.origin == (0.0, 0.0, 0.0)
    assert isinstance(base, Polygon)
    outside = Polygon(base.exterior)
    low, high = np.array(outside.bounds[:2]), np.array(outside.bounds[2:])
    dice = np.random.default_rng(2)
    flat = dice.uniform(low, high, (5_000, 2))
    random = np.column_stack([flat[:, 0], -flat[:, 1], dice.uniform(0, THICK + HIGH, len(flat))])
    points = np.concatenate([random, near_corners(all_of)])
    owners = np.sum([holds(area, seat, points) for area, seat in all_of], axis=0)
    assert owners.max() == 1, "no two parts are in the same place"
    within = shapely.contains_xy(outside.buffer(-0.1), points[:, 0], -points[:, 1])
    in_base = within & (points[:, 2] > 0) & (points[:, 2] < THICK)
    assert owners[in_base].min() == 1, "tabs fill the slots"
    assert len(all_of) == 1 + plan.product.details["strips"]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_each_wall_is_part_of_a_strip(shape: str) -> None:
    maze = small_maze(shape, 3, 0.3)
    plan, design = planned(maze), design_of(maze)
    all_of = bodies(plan)[1:]
    geometry, walls = maze.lattice.geometry, maze.closed_walls()
    ends = design.to_mm(geometry.post_positions(geometry.posts(walls)).reshape(-1, 2))
    middles = ends.reshape(-1, 2, 2).mean(axis=1)
    points = np.column_stack([middles[:, 0], -middles[:, 1], np.full(len(middles), THICK + 2.0)])
    owners = np.sum([holds(area, seat, points) for area, seat in all_of], axis=0)
    assert set(owners.tolist()) == {1}


def design_of(maze: Maze) -> Design:
    options = MakeOptions(job="standing", kerf=KERF)
    material = ChosenPresets.of(options).material
    page, _said = standing.page_for_strips(maze, Page(), options, material)
    return Design.of(maze, page, options, material)


@pytest.mark.slow
def test_crossing_strips_interlock() -> None:
    """One has its slot above, the other below, each half as high as they are and as wide."""
    plan = planned(crossed())
    slotted = 0
    for part in plan.product.parts[1:]:
        area = piece(part)
        assert area.geom_type == "Polygon"
        for depth in (HIGH / 4, 3 * HIGH / 4):
            line = LineString([(-1, depth), (1000, depth)]).intersection(area)
            runs = sorted(run.bounds for run in getattr(line, "geoms", [line]))
            for one, other in pairwise(runs):
                assert other[0] - one[2] == pytest.approx(THICK, abs=1e-6)
                slotted += part.count
    assert slotted >= 2
    assert any("from above, over the ones" in step for step in plan.product.steps)


@pytest.mark.slow
def test_play_makes_slots_wider() -> None:
    tight, loose = (planned(small_maze(), play=play) for play in (0.0, 0.3))
    bounds = []
    for plan in (tight, loose):
        holes = rings_of(plan.product.parts[0].paths[Operation.INNER_CUT])
        left, top, right, bottom = holes[0].buffer(KERF / 2, join_style="mitre").bounds
        bounds.append((right - left, bottom - top))
    assert np.allclose(np.array(bounds[1]) - bounds[0], 0.3)
    assert min(bounds[0]) == pytest.approx(THICK)


@pytest.mark.slow
def test_what_is_narrowest_is_said_and_mended() -> None:
    maze = crossed()
    (advice,) = planned(maze, upright=4.0).advice
    about = "Plywood 3 mm may bend or warp where it is narrower than 3 mm."
    assert advice.text == f"The lowest strip is only 2.00 mm high. {about}"
    (mend,) = advice.suggestions
    assert mend.flags == "--upright 6"
    assert not planned(maze, **mend.values).advice
    (advice,) = planned(maze, upright=2.0, thickness=6.0).advice
    assert advice.text.endswith("breaks or burns away where it is narrower than 3 mm.")


def test_what_cannot_stand_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="too small for walls of 3 mm"):
        plan_making(small_maze(), Page(cell=5.0), MakeOptions(job="standing"))
    monkeypatch.setattr(standing, "MAX_WALLS", 10)
    with pytest.raises(MazeError, match="put up one by one"):
        planned(small_maze())
    assert JOBS["standing"].page is not None
