"""A marble maze: its parts fit together, and the ball gets through, as shapely finds it."""

from __future__ import annotations

import re
from dataclasses import replace
from math import pi
from typing import Any

import numpy as np
import pytest
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

import mazeeditor
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.jobs.kit import FIT, SCREW_HOLE, KitSizes, page_for_ball
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.tool_paths import Operation, join_paths
from mazeeditor.making.plan import plan_making, shared_lines
from mazeeditor.making.presets.materials import MATERIAL_FILES
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.areas import count_of, lines_of, piece_of, rings_of
from tests.making.designs import PLYWOOD, SIZES, maze_of, small_maze

BALL, KERF, BORDER = 10.0, 0.3, 14.0
NEAR = 1e-2  # mm, as circles are polygons here
CUTS = [one for one in Operation if one.cuts]


def made(maze: Maze, **options: Any) -> tuple[Design, Product]:
    chosen = MakeOptions(job="kit", ball=BALL, kerf=KERF, **options)
    material = replace(PLYWOOD, thickness=chosen.thickness or PLYWOOD.thickness)
    page, _warnings = page_for_ball(maze, Page(), chosen, material)
    lid = MATERIAL_FILES.find(chosen.lid_material) if chosen.lid else None
    design = Design.of(maze, page, chosen, material, lid)
    return design, JOBS["kit"].run(design, Job())


def piece(part: CutPart) -> BaseGeometry:
    return piece_of(part, KERF)


def holes_of(part: CutPart) -> list[BaseGeometry]:
    """Return what the tool leaves of the round holes of a part, by their size and place."""
    rings = [
        ring
        for ring in rings_of(part.paths[Operation.INNER_CUT])
        if len(ring.exterior.coords) > 100
    ]
    wide = [ring.buffer(KERF / 2) for ring in rings]
    return sorted(wide, key=lambda hole: (round(hole.area), *np.round(hole.bounds)))


def outline(area: BaseGeometry) -> Polygon:
    """Return an area without its holes."""
    assert isinstance(area, Polygon)
    return Polygon(area.exterior)


def middle_of(design: Design, cell: int) -> Point:
    return Point(design.to_mm(design.maze.lattice.geometry.centres(np.array([cell])))[0])


@pytest.mark.slow
@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("mask", ["none", "heart"])
@pytest.mark.parametrize("braid", [0.0, 0.5])
def test_parts_fit_and_the_ball_gets_through(shape: str, mask: str, braid: float) -> None:
    maze = maze_of(shape, 3, braid, **({} if mask == "none" else {"mask": mask}))
    design, product = made(maze, levels=3)
    parts = {part.name: part for part in product.parts}
    assert list(parts) == [
        f"{kind}-{n}" for n in (1, 2, 3) for kind in ("base", "frame", "walls")
    ] + ["lid"]
    pieces = {name: piece(part) for name, part in parts.items()}
    cells = [maze.entrance.cell if maze.entrance else 0, maze.exits[0].cell]
    ends = [middle_of(design, cell) for cell in cells]
    outside = outline(pieces["lid"])
    assert parts["lid"].material == MATERIAL_FILES.find("acrylic-3")
    for level in (1, 2, 3):
        base, frame, walls = (pieces[f"{kind}-{level}"] for kind in ("base", "frame", "walls"))
        assert base.within(outside.buffer(NEAR))
        assert outside.within(outline(frame).buffer(NEAR))
        assert walls.distance(frame) == pytest.approx(KERF, abs=NEAR)
        assert count_of(walls) == parts[f"walls-{level}"].pieces
        assert parts[f"walls-{level}"].count == parts[f"frame-{level}"].count == 4
        start, goal = ends if level % 2 else ends[::-1]
        room = outside.difference(frame).difference(walls)
        rolling = room.buffer(-BALL / 2)
        region = [part for part in getattr(rolling, "geoms", [rolling]) if part.contains(start)]
        assert region[0].contains(goal)
        *_screws, hole = holes_of(parts[f"base-{level}"])
        if level < 3:
            assert hole.contains(goal.buffer(BALL / 2 + 0.3))
            assert hole.centroid.distance(goal) < NEAR
            assert hole.within(room)
        else:
            assert hole.area == pytest.approx(pi * (SCREW_HOLE / 2) ** 2, rel=NEAR)
            assert not base.boundary.intersects(goal.buffer(BALL))


def left_of(sheet: SheetLayout) -> list[BaseGeometry]:
    """Return the pieces that the tool leaves of a sheet, without what is around them."""
    lines = unary_union([line for one in CUTS for line in lines_of(sheet.paths[one])])
    stock = box(-5, -5, sheet.width + 5, sheet.height + 5)
    area = stock.difference(lines.buffer(KERF / 2, cap_style="flat", join_style="mitre"))
    return [one for one in getattr(area, "geoms", [area]) if not one.intersects(stock.exterior)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["rectangular", "hexagonal", "polar"])
def test_walls_are_cut_out_of_what_falls_out_of_frames(shape: str) -> None:
    making = plan_making(maze_of(shape, 3), Page(), MakeOptions(job="kit", lid=False, kerf=KERF))
    names = []
    for sheet in making.sheets:
        every = join_paths([sheet.paths[one] for one in CUTS])
        assert shared_lines(every) == 0
        pieces = left_of(sheet)
        for number, part in enumerate(sheet.parts):
            names.append(part.name)
            if part.name == "walls":
                frame = sheet.parts[number - 1]
                assert frame.name == "frame"
                assert box(*part.box).within(box(*frame.box))
            wanted = piece(part)
            (same,) = (one for one in pieces if one.symmetric_difference(wanted).area < 0.5)
            assert same.area == pytest.approx(wanted.area, rel=1e-3)
    assert names.count("walls") == names.count("frame") == 2
    assert making.notes == ("The walls lie within the frames: one cut of 0.3 mm parts them.",)


def test_a_wide_tool_cuts_walls_beside_their_frames() -> None:
    """A cut of 1 mm between walls and frame would let them move."""
    making = plan_making(small_maze(), Page(), MakeOptions(job="kit", lid=False, kerf=1.0))
    assert not any(part.within for part in making.product.parts)
    assert making.notes == ()
    parts = {part.name: piece_of(part, 1.0) for part in making.product.parts}
    assert parts["walls"].distance(parts["frame"]) == pytest.approx(FIT, abs=NEAR)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["rectangular", "polar"])
def test_screw_holes_are_on_one_line(shape: str) -> None:
    _design, product = made(maze_of(shape), levels=2, border=BORDER)
    first = holes_of(product.parts[0])[:4]
    left, top, right, bottom = outline(piece(product.parts[0])).bounds
    corners = [Point(x, y) for x in (left, right) for y in (top, bottom)]
    for part in product.parts:
        if part.name.startswith("walls"):
            continue
        holes = holes_of(part)[:4]
        for corner in corners:  # in the middle of the frame's corners
            aside = min(corner.distance(hole.centroid) for hole in holes)
            assert aside == pytest.approx(BORDER / 2 * 2**0.5, abs=NEAR)
        for hole, other in zip(holes, first, strict=True):
            assert hole.centroid.distance(other.centroid) < NEAR
            assert hole.area == pytest.approx(pi * (SCREW_HOLE / 2) ** 2, rel=NEAR)
            assert hole.buffer(PLYWOOD.least).within(outline(piece(part)))


@pytest.mark.parametrize(
    ("options", "layers", "screws"),
    [
        ({"lid": False}, 2, "4 screws M3 × 16, 4 nuts"),
        ({"lid": True}, 4, "4 screws M3 × 25, 4 nuts"),
        ({"lid": False, "levels": 2}, 4, "4 screws M3 × 35, 4 nuts"),
        ({"thickness": 6.0}, 2, "4 screws M3 × 25, 4 nuts"),
        ({"levels": 8}, 4, "4 threaded rods M3 of 130 mm, 8 nuts"),
    ],
)
def test_layers_and_screws(options: dict[str, Any], layers: int, screws: str) -> None:
    _design, product = made(maze_of("rectangular"), **options)
    assert product.details["layers"] == layers
    assert screws in product.shopping
    assert ("Acrylic 3 mm for the lid" in product.shopping) == options.get("lid", True)
    length = float(re.findall(r"[\d.]+", screws)[2])
    assert length >= product.details["height"] + 2.4


@pytest.mark.parametrize("ball", [2.0, 5.0, 10.0, 16.0, 40.0])
def test_sizes_for_every_ball(ball: float) -> None:
    sizes = KitSizes.of(MakeOptions(job="kit", ball=ball), PLYWOOD, 12.0, 3.0)
    assert ball < sizes.hole < sizes.passage
    assert sizes.layers * sizes.thickness > ball
    assert (sizes.layers - 1) * sizes.thickness < 1.05 * ball + 0.5


@pytest.mark.parametrize(("name", "thick", "screw"), [("acrylic-10", 10, 30), ("plywood-3", 3, 25)])
def test_a_lid_of_any_material(name: str, thick: float, screw: int) -> None:
    options = MakeOptions(job="kit", lid_material=name)
    making = plan_making(maze_of("rectangular"), Page(cell=15.0), options)
    lid = making.sheets[-1]
    assert (lid.material, lid.thickness) == (MATERIAL_FILES.find(name), thick)
    assert [part.name for part in lid.parts] == ["lid"]
    assert making.product.details["height"] == 5 * 3 + thick
    assert f"4 screws M3 × {screw}, 4 nuts" in making.product.shopping
    assert f"{MATERIAL_FILES.find(name).label} for the lid" in making.product.shopping
    left, _top, right, _bottom = lid.parts[0].box
    base = making.sheets[0].parts[0].box
    assert (right - left) - (base[2] - base[0]) == pytest.approx(
        MATERIAL_FILES.find(name).kerf - 0.2
    )


def test_what_cannot_be_built_is_refused() -> None:
    with pytest.raises(UsageError, match=r"a frame of 6\.4 mm or more"):
        made(maze_of("rectangular"), border=5.0)
    with pytest.raises(MazeError, match="The ball would start where it ends"):
        made(mazeeditor.generate("prim", rows=1, columns=1, seed=1))
    maze = maze_of("rectangular")
    closed = Maze(maze.lattice, None, maze.entrance, maze.exits)
    with pytest.raises(MazeError, match="The ball cannot get from the entrance to the exit"):
        made(closed)


@pytest.mark.parametrize(("shape", "mask"), in_turns(SIZES, ["none", "heart"]))
def test_the_ball_rolls_along_its_run_without_touching(shape: str, mask: str) -> None:
    """On each level it keeps off walls and frame by its radius, and falls through the holes."""
    maze = maze_of(shape, 3, 0.3, **({} if mask == "none" else {"mask": mask}))
    _design, product = made(maze, levels=3)
    parts = {part.name: part for part in product.parts}
    run = product.ball
    assert run is not None
    assert run.diameter == BALL
    heights = np.unique(run.points[:, 2])[::-1]
    floors = [
        part.seats[0].origin[2] + PLYWOOD.thickness
        for part in product.parts
        if part.name.startswith("base")
    ]
    assert heights.tolist() == [floor + BALL / 2 for floor in floors]
    end = None
    for level, height in enumerate(heights, start=1):
        places = run.points[run.points[:, 2] == height][:, :2] * (1, -1)
        rolled = LineString(places).buffer(BALL / 2)
        for kind in ("walls", "frame"):
            assert rolled.disjoint(piece(parts[f"{kind}-{level}"])), (kind, level)
        holes = [hole for hole in holes_of(parts[f"base-{level}"]) if hole.area > BALL**2 / 2]
        assert len(holes) == (level < 3)
        for hole in holes:  # it falls at its end, and rolls over none before
            assert Point(places[-1]).buffer(BALL / 2).within(hole)
        if end is not None:
            assert np.allclose(places[0], end)
        end = places[-1]
