"""What stays and what falls out, compared with what shapely computes of the files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import MakePlan, make, plan_making
from mazeeditor.making.sheets.regions import Kind, Region, areas_by_kind
from mazeeditor.page.page import Page
from tests.making.areas import rings_of
from tests.making.designs import SIZES, maze_of
from tests.making.replays import read_dxf
from tests.making.test_any_making import count_of, odd

JOBS: dict[str, dict[str, Any]] = {
    "stencil": {},
    "slots": {"outline": "circle", "hole": 4.0},
    "inlay": {"outline": "maze"},
    "score": {"outline": "rounded", "hole": 5.0},
}


def shape_of(region: Region) -> BaseGeometry:
    """Return a region as an area of shapely, y up."""
    first, *others = rings_of(region.rings)
    return first.difference(unary_union(others)) if others else first


def areas(plan: MakePlan, **tabs: bool) -> dict[Kind, list[BaseGeometry]]:
    """Return the regions of all sheets by kind."""
    result: dict[Kind, list[BaseGeometry]] = {kind: [] for kind in Kind}
    for number, _sheet in enumerate(plan.sheets, start=1):
        for region in plan.regions(number, **tabs):
            shape = shape_of(region)
            assert shape.is_valid
            assert shape.area == pytest.approx(region.area, rel=1e-4, abs=0.01)
            result[region.kind].append(shape)
    return result


def kept_in(path: Path) -> BaseGeometry:
    """Return what paths in a file leave, as if the tool had no width."""
    drawn = read_dxf(path)
    lines = [line for name, some in drawn.items() if name.endswith("cut") for line in some]
    return odd([Polygon([(at.real, at.imag) for at in line[:-1]]) for line in lines])


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("mask", [None, "heart", "ring"])
@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize("tabs", ["automatic", "leave"])
@pytest.mark.parametrize("braid", [0.0, 0.7])
def test_regions_are_what_shapely_finds_in_the_file(
    tmp_path: Path, shape: str, mask: str | None, job: str, tabs: str, braid: float
) -> None:
    more = {"mask": mask} if mask else {}
    maze = maze_of(shape, 2, braid, **more)
    options = MakeOptions(job=job, tabs=tabs, sheet="900x900mm", **JOBS[job])
    (path,), plan = make(maze, tmp_path / "a.dxf", Page(page="fit", cell=12.0, wall=3.0), options)
    kept = kept_in(path)
    found = areas(plan)
    stays = unary_union(found[Kind.STAYS] + found[Kind.LOOSE])
    assert stays.area == pytest.approx(kept.area, rel=1e-4)
    assert len(found[Kind.STAYS] + found[Kind.LOOSE]) == count_of(kept)
    held = [part.tabs for part in plan.product.parts if part.tabs]
    loose = sum(tabs_of.loose - 1 for tabs_of in held)
    assert len(found[Kind.LOOSE]) == loose
    assert (loose == 0) == (tabs == "automatic" or all(one.pieces == 1 for one in held))
    # waste lies within the pieces and nowhere else
    whole = unary_union([Polygon(piece.exterior) for piece in getattr(kept, "geoms", [kept])])
    waste = unary_union(found[Kind.FALLS_OUT] + found[Kind.HOLE])
    assert waste.area == pytest.approx(whole.area - kept.area, rel=1e-4, abs=0.02)
    assert not waste.intersection(stays).area > 0.02
    assert len(found[Kind.HOLE]) >= ("hole" in JOBS[job])
    # tabs lie on what stays, and are as many as were placed
    assert len(found[Kind.TAB]) == sum(len(one.bridges) for one in held)
    assert all(stays.buffer(0.01).contains(tab) for tab in found[Kind.TAB])
    # before tabs there are as many pieces as were counted
    before = areas(plan, tabs=False)
    assert len(before[Kind.LOOSE]) == sum(one.pieces - 1 for one in held)
    assert not before[Kind.TAB]
    assert set(plan.to_dict()["areas"]) == {kind.value for kind in Kind}


@pytest.mark.slow
def test_kit_and_its_glued_pieces_stay() -> None:
    maze = maze_of("rectangular", braid=0.5)
    plan = plan_making(maze, Page(), MakeOptions(job="kit"))
    every = [region for n in range(len(plan.sheets)) for region in plan.regions(n + 1)]
    kinds = {region.kind for region in every}
    assert kinds == {Kind.STAYS, Kind.HOLE, Kind.FALLS_OUT}
    pieces = sum(part.pieces for sheet in plan.sheets for part in sheet.parts)
    assert sum(region.kind == Kind.STAYS for region in every) == pieces
    assert areas_by_kind(tuple(every))["loose"] == 0


def test_slots_without_an_outline_stay_in_their_sheet() -> None:
    plan = plan_making(maze_of("hexagonal"), Page(), MakeOptions(job="slots", outline="none"))
    regions = plan.regions(1)
    sheet = plan.sheets[0]
    assert sum(region.area for region in regions) == pytest.approx(sheet.width * sheet.height)
