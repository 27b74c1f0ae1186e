"""The tool runs exactly half a kerf beside the edge of what is kept, compared with shapely."""

from __future__ import annotations

from functools import cache
from typing import Literal

import numpy as np
import pytest
import shapely
from shapely.geometry import LinearRing, LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.kerf import (
    cut_around,
    cut_out,
    drill,
    half_kerf,
    kept_box,
    paths_apart,
    width_between,
)
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import ToolPaths, circles, join_paths, paths_of
from mazeeditor.making.plan import plan_making
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.page import Page
from tests.making.areas import area_within, count_of, middles_of, piece_of, walls_area
from tests.making.designs import SIZES, design_of, maze_of

EXACT = 1e-3  # mm
KERF = 0.6  # mm
RECTANGLE = (3.0, -4.0, 50.0, 21.5)
# These show the kerf by open cuts between pieces, of which shapely makes no areas.
SHOWS_KERF = {"kerf-test"}


def burnt(paths: ToolPaths) -> BaseGeometry:
    """Return what a round tool as wide as the kerf removes along closed paths."""
    return LinearRing(area_within(paths).exterior).buffer(  # type: ignore[attr-defined]
        KERF / 2, quad_segs=64, join_style="mitre"
    )


def test_rectangles_and_holes_keep_their_size() -> None:
    rectangle = box(*RECTANGLE)
    for rounded in (False, True):
        path = cut_around(RECTANGLE, KERF, rounded=rounded)
        left = area_within(path).difference(burnt(path))
        assert left.symmetric_difference(rectangle).area < 20 * EXACT
    path = cut_out(RECTANGLE, KERF)
    assert area_within(path).union(burnt(path)).symmetric_difference(rectangle).area < 20 * EXACT
    path = drill(np.array([(5.0, 7.0)]), 4.0, KERF)
    hole = area_within(path).union(burnt(path))
    assert hole.symmetric_difference(Point(5, 7).buffer(2, quad_segs=64)).area < 20 * EXACT


def test_what_lies_between_two_cuts_is_as_wide_as_asked() -> None:
    apart = paths_apart(5.0, KERF)
    cuts = [LineString([(x, 0), (x, 9)]).buffer(KERF / 2) for x in (0.0, apart)]
    assert cuts[0].distance(cuts[1]) == pytest.approx(5.0)
    assert width_between(np.array([apart]), KERF) == pytest.approx([5.0])
    assert half_kerf(KERF) == KERF / 2


@cache
def pieces_of(job: str, kerf: float) -> dict[str, BaseGeometry]:
    """Return what is left of each part of a small maze, once a tool of that kerf has cut it."""
    maze = mazeeditor.generate("prim", rows=3, columns=3, seed=1)
    page = Page(page="fit", cell=14.0, wall=3.0, marks="none")
    parts = plan_making(maze, page, MakeOptions(job=job, kerf=kerf)).product.parts
    cut = [part for part in parts if any(kind.cuts for kind in part.paths)]
    return {part.name: piece_of(part, kerf) for part in cut}


def holes_of(piece: BaseGeometry) -> BaseGeometry:
    pieces = shapely.get_parts(piece)
    return shapely.union_all([Polygon(one.exterior).difference(one) for one in pieces])


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "job", [job.name for job in JOBS if not job.solid and job.name not in SHOWS_KERF]
)
def test_parts_of_every_job_are_as_large_whatever_the_kerf(job: str) -> None:
    """The edge of a plate is measured in test_design: it is as far from paths as the border is."""
    # walls of a kit that are cut out of its frames leave the width of a cut around them
    none, wide = (pieces_of(job, kerf) for kerf in (0.0, 0.6 if job == "kit" else 0.4))
    assert none.keys() == wide.keys()
    for name, piece in none.items():
        one, other = piece, wide[name]
        if "border" in JOBS[job].uses and name != "walls":
            one, other = holes_of(piece), holes_of(wide[name])
        assert one.symmetric_difference(other).area < 10 * EXACT, (
            f"{name} of {job} changes with the kerf: offset what is cut by half a kerf, outwards "
            "from what is kept"
        )


def test_every_shape_is_made() -> None:
    assert sorted(SIZES) == sorted(SHAPES.names())


@pytest.mark.slow
@pytest.mark.parametrize("shape", SIZES)
def test_the_tool_runs_beside_the_edge(shape: str) -> None:
    for corners, beside in (
        ("mitred", KERF / 2),
        ("mitred", -KERF / 2),
        ("rounded", KERF / 2),
        ("rounded", -KERF / 2),
    ):
        design = design_of(maze_of(shape, braid=0.5), corners=corners)
        whole = area_within(design.wall_outlines(0.0, Job()))
        moved = design.wall_outlines(beside, Job())
        areas = whole, area_within(moved)
        outer, inner = areas if beside < 0 else areas[::-1]
        assert outer.contains(inner)
        for low, high in zip(moved.starts[:-1], moved.starts[1:], strict=True):
            points, bulges = moved.points[low:high], moved.bulges[low:high]
            distances = shapely.distance(shapely.points(points), whole.boundary)
            assert distances.min() > abs(beside) - EXACT
            if corners == "rounded":  # a mitre reaches farther
                assert distances.max() < abs(beside) + EXACT
            middles = shapely.points(middles_of(points, bulges))
            distances = shapely.distance(middles, whole.boundary)
            assert distances == pytest.approx(abs(beside), abs=EXACT)


@pytest.mark.sample(1)
@pytest.mark.parametrize("shape", [shape for shape in SIZES if shape != "polar"])
def test_areas_after_the_cut(shape: str) -> None:
    """Arcs would be straightened by shapely before they are moved."""
    styles: dict[str, Literal["mitre", "round"]] = {"mitred": "mitre", "rounded": "round"}
    for corners, style in styles.items():
        design = design_of(maze_of(shape, braid=0.3), corners=corners)
        walls = area_within(design.wall_outlines(0.0, Job()))
        plate = box(-1000, -1000, 1000, 1000)
        for beside in (KERF / 2, -KERF / 2):
            moved = area_within(design.wall_outlines(beside, Job()))
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


@pytest.mark.parametrize("turned", [False, True])
def test_what_cuts_leave_has_its_points_within(turned: bool) -> None:
    """A square on its corner, with a bay, beside a ring, whose arc reaches farthest."""
    square = np.array([(0, 10), (10, 0), (20, 10), (14, 10), (10, 20)], np.float64)
    ring = circles(np.array([(40.0, 9.0)]), 24.0)
    if turned:
        square = square[:, ::-1][::-1]
    cuts = join_paths([paths_of(square, np.array([0, 5]), None, closed=True), ring])
    kept = shapely.union_all(
        [
            shapely.Polygon(square).buffer(-0.5, join_style="mitre", mitre_limit=20),
            shapely.Point(40, 9).buffer(11.5, quad_segs=64),
        ]
    )
    assert kept_box(cuts, 1.0) == pytest.approx(kept.bounds, abs=1e-3)
