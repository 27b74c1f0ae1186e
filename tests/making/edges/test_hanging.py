"""Holes lie above the centre of mass of what is left, as shapely measures it in files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
from mazeeditor.making.plan import MakePlan, make, plan_making
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.making.areas import piece_of, rings_of
from tests.making.designs import SIZES, maze_of, small_maze
from tests.making.replays import read_svg_paths

OUTLINES = ("automatic", "maze", "circle", "rectangle", "rounded")
KERF = 0.2
NEAR = 0.5  # mm from the upright line through the centre of mass
HOLE = 4.0


def polygons(path: Path, layer: str) -> list[Polygon]:
    lines = read_svg_paths(path).get(layer, [])
    return [Polygon([(at.real, at.imag) for at in line[:-1]]) for line in lines]


def left_of(path: Path) -> BaseGeometry:
    """Return what is left of a sheet when all is cut."""
    area: BaseGeometry = Polygon()
    for ring in polygons(path, "outer-cut") + polygons(path, "inner-cut"):
        area = area.symmetric_difference(ring)
    return area.buffer(-KERF / 2, join_style="mitre")


def holes_in(path: Path, diameter: float = HOLE) -> list[Polygon]:
    cut = polygons(path, "inner-cut")
    return [ring for ring in cut if abs(ring.length / 3.14159 - (diameter - KERF)) < 0.01]


def lopsided(shape: str) -> Maze:
    """Return a maze whose right half is full of walls, so that stencils weigh more there."""
    return maze_of(shape, 3, mask="heart") if shape == "rectangular" else maze_of(shape, 3)


@pytest.mark.slow
@pytest.mark.parametrize("job", ["score", "slots", "stencil"])
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("outline", OUTLINES)
def test_a_hole_is_above_the_centre_of_mass(
    tmp_path: Path, shape: str, outline: str, job: str
) -> None:
    options = MakeOptions(job=job, outline=outline, hole=HOLE, holes=1, overall=180.0)
    (path,), _plan = make(lopsided(shape), tmp_path / "a.svg", Page(marks="none"), options)
    left = left_of(path)
    (hole,) = holes_in(path)
    assert abs(hole.centroid.x - left.centroid.x) < NEAR
    assert hole.centroid.y > left.centroid.y, "it would turn over"


def test_of_a_maze_with_a_heavy_side_it_is_not_in_the_middle(tmp_path: Path) -> None:
    maze = mazeeditor.generate(rows=8, columns=16, seed=2)
    for row in range(8):
        for column in range(8, 15):
            if maze.is_open((row, column), (row, column + 1)):
                maze.toggle_wall((row, column), (row, column + 1))
    options = MakeOptions(job="slots", hole=HOLE, holes=1, overall=240.0)
    (path,), _plan = make(maze, tmp_path / "a.svg", Page(marks="none"), options)
    left, (hole,) = left_of(path), holes_in(path)
    middle = (left.bounds[0] + left.bounds[2]) / 2
    assert left.centroid.x < middle - NEAR - 0.1
    assert abs(hole.centroid.x - left.centroid.x) < NEAR


def test_a_wide_sign_hangs_by_two_holes(tmp_path: Path) -> None:
    maze = mazeeditor.generate(rows=5, columns=18, seed=2)
    options = MakeOptions(job="score", outline="rounded", hole=HOLE, overall=250.0)
    (path,), _plan = make(maze, tmp_path / "a.svg", Page(marks="none"), options)
    one, other = (ring.centroid for ring in holes_in(path))
    left = left_of(path)
    assert one.y == pytest.approx(other.y)
    assert (one.x + other.x) / 2 == pytest.approx(left.centroid.x, abs=NEAR)
    assert abs(one.x - other.x) > 100
    (path,), _plan = make(
        maze, tmp_path / "b.svg", Page(marks="none"), MakeOptions(**{**vars(options), "holes": 1})
    )
    assert len(holes_in(path)) == 1


@pytest.mark.slow
def test_a_lug_is_said_and_can_be_part_of_the_size() -> None:
    maze = mazeeditor.generate(shape="polar", rings=6, seed=1)

    def planned(**more: Any) -> MakePlan:
        options = MakeOptions(job="score", outline="circle", hole=HOLE, overall=100.0, **more)
        return plan_making(maze, Page(marks="none"), options)

    def size(plan: MakePlan) -> tuple[float, float]:
        left, low, right, high = piece_of(plan.product.parts[0], KERF).bounds
        return right - left, high - low

    plan = planned()
    wide, high = size(plan)
    assert wide == pytest.approx(100, abs=0.01)
    assert high > 102
    assert plan.notes == (f"The piece is 100 × {high:.0f} mm with its lug.",)
    assert plan.warnings == ()
    whole = planned(with_lug=True)
    assert max(size(whole)) == pytest.approx(100, abs=0.02)
    assert whole.notes == ()
    wider = planned(hang="border")
    assert size(wider) == pytest.approx((100, 100), abs=0.02)
    assert wider.notes == ()


def test_a_hole_goes_where_it_is_put_or_says_why_not(tmp_path: Path) -> None:
    maze = mazeeditor.generate(rows=8, columns=8, seed=1)
    page = Page(page="fit", cell=10.0, marks="none")
    options = MakeOptions(job="score", outline="rectangle", border=12.0, hole=HOLE)
    (path,), _plan = make(maze, tmp_path / "a.svg", page, options)
    usual = holes_in(path)[0].centroid
    (path,), _plan = make(
        maze, tmp_path / "b.svg", page, MakeOptions(**{**vars(options), "hole_at": "1,-0.6"})
    )
    moved = holes_in(path)[0].centroid
    assert usual.x - moved.x == pytest.approx(30, abs=0.01)
    with pytest.raises(UsageError, match="has no room there"):
        plan_making(maze, page, MakeOptions(**{**vars(options), "hole_at": "4,4"}))
    with pytest.raises(UsageError, match="A place is x,y in cells"):
        MakeOptions(**{**vars(options), "hole_at": "4,4 5,5"})


@pytest.mark.slow
@pytest.mark.parametrize("job", ["layered", "inlay", "standing"])
def test_all_that_hangs_with_it_is_weighed(job: str) -> None:
    maze = mazeeditor.generate(rows=5, columns=7, seed=4)
    options = MakeOptions(job=job, outline="rectangle", border=14.0, hole=HOLE, holes=1)
    plan = plan_making(maze, Page(marks="none"), options)
    plates = [part for part in plan.product.parts if part.name.startswith(("layer", "base"))]
    middles = set()
    for part in plates:
        (hole,) = (
            ring for ring in _rings(part.paths) if abs(ring.length / 3.14159 - (HOLE - KERF)) < 0.01
        )
        middles.add((round(hole.centroid.x, 3), round(hole.centroid.y, 3)))
    ((x, _y),) = middles  # one hole through all layers
    if job == "layered":
        areas = [piece_of(part, KERF) for part in plates]
    elif job == "inlay":
        areas = [piece_of(part, KERF) for part in plan.product.parts]
    else:
        return
    weight = sum(area.area for area in areas)
    assert x == pytest.approx(sum(a.area * a.centroid.x for a in areas) / weight, abs=NEAR)


def _rings(paths: Mapping[Operation, ToolPaths]) -> list[Polygon]:
    closed = [some.chosen(np.flatnonzero(some.closed)) for some in paths.values() if len(some)]
    return [ring for some in closed for ring in rings_of(some)]


def test_two_plates_of_one_maze_are_one_piece() -> None:
    """A lug is part of the piece, for the printer too."""
    plan = plan_making(
        small_maze(), Page(), MakeOptions(job="stencil", outline="maze", hole=HOLE, overall=90.0)
    )
    area = unary_union(piece_of(plan.product.parts[0], KERF))
    assert not isinstance(area, MultiPolygon)
