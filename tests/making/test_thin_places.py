"""Thin places against shapely: what no disk of the material's least width reaches, but corners."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from shapely.geometry import MultiPoint, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.making.thin_places import ThinPlaces, thin_places
from mazeeditor.page.page import Page
from tests.breadth import in_turns, stress
from tests.making.areas import area_within
from tests.making.designs import SIZES, maze_of, small_maze
from tests.making.tabs.test_tabs import closed_rooms

EXACT = 0.006  # mm: how far lines may be from arcs, in both
ROUND = 64  # segments of a quarter of a circle
PAGE = Page(page="fit")
DEAR = (("stencil", "polar"), ("kit", "polar"))  # shapely takes seconds for their arcs
CASES = [*product(("stencil", "slots", "kit"), SIZES)]


def plan(job: str, shape: str, kerf: float, seed: int = 1, **options: Any) -> MakePlan:
    make = small_maze if job == "kit" else maze_of
    maze = make(shape, seed, 0.4)
    if job == "slots" and seed % 2:
        maze = closed_rooms(maze, 0.15, seed)
    own = {} if job == "kit" else {"cell": 8.0, "wall": 2.0}
    page = Page(page="fit", marks="none", **own)  # type: ignore[arg-type]
    return plan_making(maze, page, MakeOptions(job=job, kerf=kerf, tabs="leave", **options))


def kept(part: CutPart, kerf: float) -> BaseGeometry:
    """Return what the tool leaves of a part, as areas of shapely."""
    cuts = [part.paths[kind] for kind in Operation if kind.cuts and kind in part.paths]
    area: BaseGeometry = Polygon()
    for rings in cuts:
        area = area.symmetric_difference(area_within(rings))
    return area.buffer(-kerf / 2, quad_segs=ROUND) if kerf else area


def not_reached(area: BaseGeometry, width: float) -> BaseGeometry:
    """Return what no disk within an area reaches, without its corners."""
    opened = area.buffer(-width / 2, quad_segs=ROUND).buffer(width / 2 + EXACT, quad_segs=ROUND)
    return area.difference(opened).difference(corners(area, width))


def corners(area: BaseGeometry, width: float) -> BaseGeometry:
    """Return disks around the corners of an area, as far as a disk of that width stays away."""
    disks = []
    for polygon in getattr(area, "geoms", [area]):
        for ring, sign in ((polygon.exterior, 1), *((hole, 1) for hole in polygon.interiors)):
            points = np.array(ring.coords[:-1])
            if (ring.is_ccw) != (ring is polygon.exterior or ring.equals(polygon.exterior)):
                points = points[::-1]
            before, after = np.roll(points, 1, axis=0), np.roll(points, -1, axis=0)
            arriving, leaving = points - before, after - points
            turn = np.arctan2(
                arriving[:, 0] * leaving[:, 1] - arriving[:, 1] * leaving[:, 0],
                (arriving * leaving).sum(axis=1),
            )
            for point, angle in zip(points, turn * sign, strict=True):
                if angle > 0.1:  # convex
                    reach = width / 2 * np.tan(min(angle, 2.6) / 2)
                    disks.append(Point(point).buffer(reach + 0.05))
    return unary_union(disks)


def marked(thin: ThinPlaces) -> BaseGeometry:
    """Return all that is marked."""
    return unary_union([MultiPoint(quad).convex_hull.buffer(0.02) for quad in thin.quads])


def check(part: CutPart, kerf: float, limit: float) -> int:
    """Compare thin places with areas of shapely; return how many there are."""
    area, thin, exact = kept(part, kerf), thin_places(part, kerf, limit), 0
    for (x, y), width in zip(thin.at, thin.width, strict=True):
        # stretches of the path end up to half a kerf beside what it leaves
        assert area.distance(Point(x, y)) < EXACT + kerf / 4
        # both sides are as far away, but for the end of a wall that becomes narrower
        across = 2 * area.boundary.distance(Point(x, y))
        assert across < width + 2 * EXACT
        exact += across > width - 2 * EXACT
    assert exact >= 0.6 * len(thin.at)
    missed, marks = not_reached(area, limit).buffer(-0.02), marked(thin)
    for region in getattr(missed, "geoms", [missed]):
        assert region.area < 0.05 or region.distance(marks) < 0.05
    least = float(thin.width.min(initial=limit))
    # a tool as wide as the thinnest place, and no wider, gets to all of it
    count = len(getattr(area, "geoms", [area]))
    inner = area.buffer(-least / 2 + EXACT, quad_segs=ROUND)
    assert len(getattr(inner, "geoms", [inner])) == count
    return len(thin.at)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("job", "shape"),
    [pytest.param(*case, marks=[pytest.mark.slow] * (case in DEAR)) for case in CASES],
)
@pytest.mark.parametrize("kerf", [0.0, 0.2, 0.5] if stress() else [0.2])
@pytest.mark.parametrize("seed", range(1, 9) if stress() else [1])
def test_thin_places_are_what_no_disk_reaches(job: str, shape: str, kerf: float, seed: int) -> None:
    making, counts = plan(job, shape, kerf, seed), []
    for part in making.product.parts:
        # between three sides of a triangle there is no room for a disk of 6.2 mm
        limits: tuple[float, ...] = (
            (1.5, 2.2, 4.5) if shape == "triangular" else (1.5, 2.2, 4.5, 6.2)
        )
        if not stress():
            limits = (*limits[CASES.index((job, shape)) % 2 : -1 : 2], limits[-1])
        counts += [check(part, kerf, limit) for limit in limits]
    assert any(counts) or (job, shape) == ("slots", "triangular")


def test_walls_are_one_place_for_each_piece() -> None:
    making = plan("stencil", "rectangular", 0.2, outline="none")
    (sheet,) = making.sheets
    (thin,) = sheet.thin
    assert len(thin.at) == making.product.parts[0].pieces
    assert np.allclose(thin.width, 2.0)
    text = (
        "All walls are only 2.00 mm wide. "
        "Plywood 3 mm may bend or warp where it is narrower than 3 mm."
    )
    assert text in making.warnings
    assert [set(place) for place in making.to_dict()["thin"]] == [
        {"sheet", "x", "y", "width"}
    ] * len(thin.at)
    thick = plan("stencil", "rectangular", 0.2, thickness=2.0, outline="none")
    assert thick.to_dict()["thin"] == []
    assert thick.warnings == making.warnings[:1]  # loose pieces


def test_walls_at_the_rim_are_as_wide_as_the_frame_they_are_part_of() -> None:
    """They were said to be thin, and the frame never was, nor what is around its hole."""
    making = plan("stencil", "rectangular", 0.2, hole=4.0)
    (part,) = making.product.parts
    rim = box(*part.paths[Operation.INNER_CUT].chosen(np.array([0])).box)
    walls, all_of = (thin_places(part, 0.2, limit) for limit in (3.0, 6.2))
    assert len(walls.at) > 1
    assert rim.buffer(0.01).covers(MultiPoint(walls.quads.reshape(-1, 2)))
    outside = np.array([rim.distance(Point(quad.mean(axis=0))) > 0.5 for quad in all_of.quads])
    assert all_of.quad_width[outside].max() == 6.0
    assert all_of.quad_width[outside].min() == making.material.safe, "beside the hole"


def test_room_for_them_grows() -> None:
    """Where there is too little room, the edge that was looked at last is looked at again."""
    (part,) = plan("stencil", "polar", 0.2).product.parts
    expected = thin_places(part, 0.2, 4.5, spare=1 << 16)
    for spare, around in ((64, 1), (-1000, 1 << 10), (-1200, 3)):
        thin = thin_places(part, 0.2, 4.5, spare=spare, around=around)
        for name in ("at", "width", "quads", "quad_width"):
            assert np.array_equal(getattr(thin, name), getattr(expected, name)), name


def test_tabs_are_left_out() -> None:
    maze = maze_of("rectangular", 1, 0.4)
    page = Page(page="fit", cell=8.0, wall=3.5, marks="none")
    assert plan_making(maze, page, MakeOptions(job="stencil")).to_dict()["thin"] == []


def test_places_are_on_the_sheet_where_their_parts_are() -> None:
    making = plan("stencil", "rectangular", 0.2, copies=3, sheet="90x170mm")
    assert len(making.sheets) > 1 or len(making.sheets[0].parts) > 1
    places = making.to_dict()["thin"]
    assert len(places) == 3 * len(making.sheets[0].thin[0].at)
    for place in places:
        sheet = making.sheets[place["sheet"] - 1]
        inner = [box(*part.box).contains(Point(place["x"], place["y"])) for part in sheet.parts]
        assert sum(inner) == 1


@pytest.mark.parametrize("kerf", [0.05, 0.25, 1.0, 3.0])
def test_pieces_between_open_cuts_are_as_wide_as_these_are_apart(kerf: float) -> None:
    """What was before the first point of an open cut was read from anywhere in memory."""
    options = MakeOptions(job="kerf-test", material="acrylic-10", kerf=kerf)
    making = plan_making(maze_of("rectangular"), PAGE, options)
    (part,), (thin,) = making.sheets[0].parts, making.sheets[0].thin
    places = np.unique(part.paths[Operation.INNER_CUT].points[:, 0])
    apart = float(np.diff(places).min())
    assert thin.width.tolist() == [pytest.approx(apart - kerf, abs=0.006)]
    window = part.paths[Operation.OUTER_CUT].points[:4]
    area = box(*window.min(axis=0), *window.max(axis=0))
    assert area.buffer(0.02).covers(marked(thin))
    assert marked(thin).area == pytest.approx(area.area, rel=0.01)


@pytest.mark.parametrize(("shape", "kerf"), in_turns(SIZES, [0.2, 1.0]))
def test_rounded_corners_leave_walls_as_thick_as_pointed_ones_do(shape: str, kerf: float) -> None:
    """The tool runs around them in arcs, of which what stays has the corner alone."""
    page = Page(page="fit", cell=10.0, wall=2.0, marks="none")
    for corners in ("mitred", "rounded"):
        options = MakeOptions(job="stencil", kerf=kerf, tabs="leave", corners=corners)
        assert plan_making(maze_of(shape), page, options).figures.smallest == 2.0
