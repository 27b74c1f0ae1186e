"""The tool runs exactly half a kerf beside the edge of what is kept, compared with shapely."""

from __future__ import annotations

from typing import Literal

import pytest
import shapely
from shapely.geometry import box

from mazeeditor.core.job import Job
from mazeeditor.maze.shapes import SHAPES
from tests.making.areas import area_within, count_of, middles_of, walls_area
from tests.making.designs import SIZES, design_of, maze_of

EXACT = 1e-3  # mm
KERF = 0.6  # mm


def test_every_shape_is_made() -> None:
    assert sorted(SIZES) == sorted(SHAPES.names())


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("corners", ["mitred", "rounded"])
@pytest.mark.parametrize("beside", [KERF / 2, -KERF / 2])
@pytest.mark.parametrize("braid", [0.0, 0.5])
def test_the_tool_runs_beside_the_edge(
    shape: str, corners: str, beside: float, braid: float
) -> None:
    design = design_of(maze_of(shape, braid=braid), corners=corners)
    edge = area_within(design.wall_outlines(0.0, Job())).boundary
    moved = design.wall_outlines(beside, Job())
    areas = area_within(design.wall_outlines(0.0, Job())), area_within(moved)
    outer, inner = areas if beside < 0 else areas[::-1]
    assert outer.contains(inner)
    for low, high in zip(moved.starts[:-1], moved.starts[1:], strict=True):
        points, bulges = moved.points[low:high], moved.bulges[low:high]
        distances = shapely.distance(shapely.points(points), edge)
        assert distances.min() > abs(beside) - EXACT
        if corners == "rounded":  # a mitre reaches farther
            assert distances.max() < abs(beside) + EXACT
        middles = shapely.points(middles_of(points, bulges))
        assert shapely.distance(middles, edge) == pytest.approx(abs(beside), abs=EXACT)


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", [shape for shape in SIZES if shape != "polar"])
@pytest.mark.parametrize("corners", ["mitred", "rounded"])
@pytest.mark.parametrize("beside", [KERF / 2, -KERF / 2])
def test_areas_after_the_cut(shape: str, corners: str, beside: float) -> None:
    """Arcs would be straightened by shapely before they are moved."""
    design = design_of(maze_of(shape, braid=0.3), corners=corners)
    walls = area_within(design.wall_outlines(0.0, Job()))
    moved = area_within(design.wall_outlines(beside, Job()))
    style: Literal["mitre", "round"] = "mitre" if corners == "mitred" else "round"
    plate = box(-1000, -1000, 1000, 1000)
    kept = walls if beside > 0 else plate.difference(walls)
    cut = kept.buffer(abs(beside), join_style=style, quad_segs=64)
    expected = cut if beside > 0 else plate.difference(cut)
    assert moved.symmetric_difference(expected).area < EXACT * walls.length / 10


@pytest.mark.parametrize("shape", SIZES)
def test_outlines_are_those_of_the_walls(shape: str) -> None:
    design = design_of(maze_of(shape, seed=3))
    outlines = area_within(design.wall_outlines(0.0, Job()))
    walls = walls_area(design, design.wall)
    assert count_of(outlines) == count_of(walls)
    assert walls.difference(outlines.buffer(1e-6)).area < EXACT * walls.length
    # square ends and mitres reach beyond single walls, but not far
    assert outlines.difference(walls.buffer(1.1 * design.wall)).is_empty
