"""Layered art: each layer lies within the one below, and without loops it is one piece."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from mazeeditor.core.errors import UsageError
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.areas import count_of, lines_of, piece_of
from tests.making.designs import SIZES, maze_of, small_maze

KERF = 0.2  # mm


def planned(maze: Maze, **options: Any) -> MakePlan:
    page = Page(page="fit", marks="none")
    return plan_making(maze, page, MakeOptions(job="layered", kerf=KERF, **options))


def piece(part: CutPart) -> BaseGeometry:
    return piece_of(part, KERF)


@pytest.mark.parametrize(
    ("shape", "mask", "braid"), in_turns(SIZES, ["none", "heart", "ring"], [0.0, 0.6])
)
def test_each_layer_lies_on_the_one_below(shape: str, mask: str, braid: float) -> None:
    maze = maze_of(shape, 2, braid, **({} if mask == "none" else {"mask": mask}))
    plan = planned(maze)
    areas = [piece(part) for part in plan.product.parts]
    assert len(areas) == 4
    edges = [
        Polygon(max(getattr(area, "geoms", [area]), key=lambda one: one.area).exterior)
        for area in areas
    ]
    for below, above in pairwise(areas):
        assert above.within(below.buffer(1e-3))
        assert above.area < below.area - 10
    for edge in edges[1:]:
        assert edge.symmetric_difference(edges[0]).area < 1e-3
    for part, area in zip(plan.product.parts, areas, strict=True):
        assert count_of(area) == part.pieces
        if not braid:
            assert part.pieces == 1
    said = any("glue each on the same one" in warning for warning in plan.warnings)
    assert said == (max(part.pieces for part in plan.product.parts) > 1)


def test_walls_on_top_are_as_wide_as_chosen_and_grooves_can_be_cut() -> None:
    plan = planned(small_maze(), stack=5)
    top, lowest = piece(plan.product.parts[-1]), piece(plan.product.parts[1])
    wall = plan.product.narrowest
    assert top.buffer(-wall / 2 + 0.01).area > 0
    grooves = Polygon(lowest.exterior).difference(lowest)  # type: ignore[attr-defined]
    assert grooves.buffer(-0.75 * KERF).area > 0
    assert count_of(grooves.buffer(-0.74 * KERF)) == count_of(grooves)
    assert [seat.origin[2] for part in plan.product.parts for seat in part.seats] == [
        pytest.approx(3.0 * number) for number in range(5)
    ]


@pytest.mark.parametrize("shape", SIZES)
def test_names_are_covered_by_all_layers_above(shape: str) -> None:
    plan = planned(small_maze(shape))
    areas = {part.name: piece(part) for part in plan.product.parts}
    copies = {part.name: part for sheet in plan.sheets for part in sheet.parts}
    for name, part in copies.items():
        letters = unary_union(lines_of(part.paths[Operation.ENGRAVE]))
        left, top, right, bottom = part.box
        assert letters.within(piece(part).buffer(-0.2))
        assert right > left
        assert bottom > top
        assert part.placing.mirrored == (name == "layer-4")
    place = plan.product.parts[0].name_place
    assert place is not None
    assert (
        areas["layer-4"]
        .buffer(-0.2)
        .contains(Polygon([(place.x, place.y), (place.x + 0.1, place.y), (place.x, place.y + 0.1)]))
    )


def test_without_an_edge_there_are_no_layers() -> None:
    with pytest.raises(UsageError, match="Layers need an edge"):
        planned(maze_of("rectangular"), outline="none")


@pytest.mark.parametrize("shape", SIZES)
def test_chosen_sizes_leave_less_for_steps(shape: str) -> None:
    """Walls of hexagons fill gaps before they fill cells."""
    page = Page(page="fit", cell=8.0, wall=2.0, marks="none")
    plan = plan_making(maze_of(shape), page, MakeOptions(job="layered", kerf=KERF))
    areas = [piece(part) for part in plan.product.parts]
    for below, above in pairwise(areas):
        assert above.within(below.buffer(1e-3))
        assert above.area < below.area
