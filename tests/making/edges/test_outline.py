"""What is cut around a maze: as large as asked, measured in the file by shapely."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.making.design import Design
from mazeeditor.making.edges.hanging import Hole
from mazeeditor.making.edges.outline import OUTLINES
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.plan import make, plan_making
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.breadth import in_turns, stress
from tests.making.areas import rings_of
from tests.making.designs import PLYWOOD, SIZES, maze_of
from tests.making.replays import read_dxf, read_svg_paths

CUT = ("maze", "circle", "rectangle", "rounded")
MASKS = [None, "heart", "star", "ring"]
KERF = 0.2  # of plywood


def masked(shape: str, mask: str | None, braid: float = 0.0) -> Maze:
    """Return a maze of a shape, with a mask or without."""
    return maze_of(shape, 1, braid, mask=mask) if mask else maze_of(shape, 1, braid)


def rings(path: Path) -> dict[str, list[Polygon]]:
    """Return what lies in the closed paths of each layer of a file."""
    drawn = read_svg_paths(path) if path.suffix == ".svg" else read_dxf(path)
    return {
        name: [Polygon([(at.real, at.imag) for at in line[:-1]]) for line in lines]
        for name, lines in drawn.items()
        if name.endswith("cut")
    }


def piece(path: Path, kerf: float = KERF) -> BaseGeometry:
    """Return what is left of the piece that the outer cut goes around."""
    outer = unary_union(rings(path)["outer-cut"]).buffer(-kerf / 2, quad_segs=64)
    holes = unary_union(rings(path).get("inner-cut", [])).buffer(kerf / 2, quad_segs=64)
    return outer.difference(holes)


def larger_side(area: BaseGeometry) -> float:
    left, top, right, bottom = area.bounds
    return float(max(right - left, bottom - top))


@pytest.mark.slow
def test_round_coaster_of_exactly_200_mm(tmp_path: Path) -> None:
    maze = maze_of("polar")
    options = MakeOptions(job="score", outline="circle", overall=200.0)
    (path,), _plan = make(maze, tmp_path / "a.svg", Page(), options)
    (ring,) = rings(path)["outer-cut"]
    coaster = ring.buffer(-KERF / 2, quad_segs=256)
    left, top, right, bottom = coaster.bounds
    assert (right - left, bottom - top) == pytest.approx((200.0, 200.0), abs=2e-3)
    assert coaster.area == pytest.approx(np.pi * 100**2, rel=1e-4)
    away = np.hypot(*(np.array(ring.exterior.coords) - ring.centroid.coords[0]).T)
    assert away == pytest.approx(np.full(len(away), 100 + KERF / 2), abs=2e-3)


@pytest.mark.sample(1)
@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("outline", CUT)
@pytest.mark.parametrize("job", ["score", "slots", "stencil", "inlay", "path", "line"])
@pytest.mark.parametrize("overall", [90.0, 200.0, 300.0] if stress() else [200.0, 300.0])
def test_piece_is_as_large_as_asked(
    shape: str, mask: str | None, outline: str, job: str, overall: float
) -> None:
    maze = masked(shape, mask)
    options = MakeOptions(job=job, outline=outline, overall=overall)
    plan = plan_making(maze, Page(title="Otto"), options)
    cut = {operation.value: paths for operation, paths in plan.product.parts[0].in_order()}
    (ring,) = rings_of(cut["outer-cut"])
    assert ring.is_valid
    assert larger_side(ring) - KERF == pytest.approx(overall, abs=1e-3)
    # all that is drawn lies within
    for paths in cut.values():
        if len(paths):
            assert ring.buffer(1e-6).contains(Point(paths.points.mean(axis=0)))
            assert all(ring.buffer(1e-3).intersects(Point(point)) for point in paths.points[::7])


@pytest.mark.parametrize(("shape", "mask"), in_turns(SIZES, [None, "heart"]))
def test_stencil_is_as_large_as_asked(tmp_path: Path, shape: str, mask: str | None) -> None:
    maze = masked(shape, mask)
    (path,), plan = make(
        maze, tmp_path / "a.svg", Page(), MakeOptions(job="stencil", overall=200.0)
    )
    assert larger_side(unary_union(rings(path)["outer-cut"])) - KERF == pytest.approx(
        200.0, abs=2.5e-3
    )
    assert plan.warnings == ()


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("outline", CUT)
@pytest.mark.parametrize("braid", [0.0, 0.7])
def test_stencil_in_a_frame_is_one_piece(
    tmp_path: Path, shape: str, mask: str | None, outline: str, braid: float
) -> None:
    maze = masked(shape, mask, braid)
    options = MakeOptions(job="stencil", outline=outline, overall=300.0)
    (path,), plan = make(maze, tmp_path / "a.svg", Page(), options)
    kept = piece(path)
    assert isinstance(kept, Polygon)
    assert (plan.figures.parts, plan.figures.pieces) == (1, 1)
    assert larger_side(kept) == pytest.approx(300.0, abs=2.5e-3)
    assert rings(path).keys() == {"outer-cut", "inner-cut"}
    # the outer walls have no gaps: what is cut out does not come near to the edge
    border = 5.0 - 2.5e-3
    assert unary_union(rings(path)["inner-cut"]).distance(kept.exterior) >= border - KERF


def test_letters_apart_hold_together_by_their_frame() -> None:
    word = {"name": "text", "text": "I I"}
    maze = mazeeditor.generate(rows=12, columns=30, seed=1, mask=word, pieces="each")
    alone, framed = (
        plan_making(maze, Page(), MakeOptions(job="stencil", outline=outline, tabs="leave"))
        for outline in ("none", "rounded")
    )
    assert alone.figures.pieces >= 2
    assert (framed.figures.pieces, framed.warnings) == (1, ())


def test_stencil_without_a_frame_has_neither_marks_nor_gaps_closed() -> None:
    maze = maze_of("rectangular")
    plan = plan_making(maze, Page(), MakeOptions(job="stencil", outline="none"))
    assert [operation.value for operation in plan.product.parts[0].paths] == [
        "inner-cut",
        "outer-cut",
    ]


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("mask", [None, "heart"])
@pytest.mark.parametrize("outline", CUT)
@pytest.mark.parametrize("border", [None, 4.0, 16.0])
@pytest.mark.parametrize("job", ["score", "slots", "stencil"])
def test_hole_has_enough_material_around_it(
    tmp_path: Path, shape: str, mask: str | None, outline: str, border: float | None, job: str
) -> None:
    maze = masked(shape, mask)
    options = MakeOptions(job=job, outline=outline, border=border, hole=4.0)
    (path,), _plan = make(maze, tmp_path / "a.svg", Page(page="fit", cell=8, wall=1), options)
    cut = rings(path)
    (outer,) = cut["outer-cut"]
    assert outer.is_valid
    holes = [ring for ring in cut["inner-cut"] if abs(larger_side(ring) - 3.8) < 0.01]
    (hole,) = holes[-1:]
    drilled = hole.centroid.buffer(2.0, quad_segs=64)
    edge = outer.buffer(-KERF / 2, quad_segs=64)
    assert edge.contains(drilled)
    assert edge.exterior.distance(drilled) == pytest.approx(3.0, abs=0.02)
    others = [ring for ring in cut["inner-cut"] if ring is not hole]
    # what is between them and the hole stays
    assert all(ring.distance(drilled) >= 3.0 - 0.02 - KERF for ring in others)


@pytest.mark.slow
def test_hole_beside_a_long_title_takes_little_memory() -> None:
    title = "A long title of a maze that many people like to read and more" * 2
    page = Page(page="fit", cell=60.0, title=title)
    options = MakeOptions(job="score", outline="maze")
    design = Design.of(masked("rectangular", "heart"), page, options, PLYWOOD)
    content = design.content({Operation.ENGRAVE: design.engraved, Operation.SCORE: design.rim})
    assert design.outline
    edge = design.outline.around(content, 0.0, mitred=True, job=Job())
    tracemalloc.start()
    try:
        Hole(5.0, 3.0).places(edge, content, sum(edge.box[::2]) / 2, 1)
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_plate_is_as_large_as_asked_and_has_its_hole() -> None:
    maze = maze_of("hexagonal", 1, mask="heart")
    for outline in CUT:
        options = MakeOptions(job="plate", outline=outline, overall=120.0, hole=4.0)
        solid = plan_making(maze, Page(), options).product.solid
        assert solid
        corners = solid.points.astype(float)[solid.triangles].reshape(-1, 3)
        mesh = trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3))
        mesh.merge_vertices()
        assert mesh.is_watertight
        assert mesh.is_winding_consistent
        assert mesh.volume == pytest.approx(solid.volume, rel=1e-4)
        assert mesh.euler_number == 0  # of a body with one hole through it
        assert max(mesh.extents[:2]) >= 119.98


@pytest.mark.parametrize("outline", ["rectangle", "maze"])
def test_walls_of_a_plate_take_all_the_room_as_it_has_no_marks(outline: str) -> None:
    page = Page(title="Otto", marks="word")
    options = MakeOptions(job="plate", outline=outline, overall=100.0, border=2.0)
    solid = plan_making(maze_of("rectangular"), page, options).product.solid
    assert solid is not None
    walls = solid.points[solid.points[:, 2] > options.floor + options.height / 2]
    assert np.ptp(walls[:, :2], axis=0).max() == pytest.approx(96.0, abs=0.01)


@pytest.mark.slow
def test_overall_size_decides_and_says_so() -> None:
    maze = maze_of("rectangular")
    options = MakeOptions(job="slots", overall=200.0)
    plan = plan_making(maze, Page(page="fit", cell=8.0), options)
    assert plan.warnings[:1] == (
        "Cells are 17.94 mm, so that the piece is 200 mm large: the cell size of 8 mm that you "
        "chose is not used.",
    )
    with pytest.raises(UsageError, match="A piece of 10 mm is too small for this maze"):
        plan_making(maze, Page(), MakeOptions(job="slots", overall=10.0))


@pytest.mark.slow
def test_outline_as_usual() -> None:
    def outline(maze: Maze, **options: Any) -> str:
        design = Design.of(maze, Page(), MakeOptions(**options), PLYWOOD)
        return design.outline.kind if design.outline else "none"

    rings, hexagons = maze_of("polar"), maze_of("hexagonal")
    assert (outline(rings, job="slots"), outline(hexagons, job="slots")) == ("circle", "rectangle")
    assert (outline(rings), outline(hexagons)) == ("circle", "rectangle")
    assert (outline(rings, border=0.0), outline(hexagons, job="line")) == ("none", "none")
    assert outline(rings, job="slots", border=0.0) == "none"
    assert outline(maze_of("polar", mask="heart"), job="inlay") == "rectangle"
    assert {outline(hexagons, outline=kind) for kind in OUTLINES} == {*CUT, "none"}
    with pytest.raises(UsageError, match="A hole needs a piece around the maze"):
        plan_making(rings, Page(), MakeOptions(job="slots", outline="none", hole=3.0))
