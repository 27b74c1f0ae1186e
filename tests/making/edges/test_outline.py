"""What is cut around a maze: as large as asked, measured in the file by shapely."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.making.design import Design
from mazeeditor.making.edges.outline import OUTLINES
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import make, plan_making
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.breadth import stress
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
