"""Names engraved on parts: within the material, covered once put together, alike on every sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from shapely.geometry import LineString, MultiLineString

from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart, NamePlace, engraved_name
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, areas_of
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.areas import area_within, lines_of, piece_of
from tests.making.designs import SIZES, small_maze


def planned(shape: str = "rectangular", braid: float = 0.0, **options: Any) -> MakePlan:
    return plan_making(small_maze(shape, braid=braid), Page(), MakeOptions(job="kit", **options))


def lines(paths: ToolPaths) -> MultiLineString:
    return MultiLineString(lines_of(paths, 0.05))


def cut_copies(plan: MakePlan) -> list[CutPart]:
    return [part for sheet in plan.sheets for part in sheet.parts]


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "lid"), in_turns(SIZES, [True, False]))
def test_names_stay_within_their_parts(shape: str, lid: bool) -> None:
    plan = planned(shape, levels=2, lid=lid)
    copies = cut_copies(plan)
    named = {part.name: 0 for part in copies}
    for part in copies:
        if part.name_place is None or part.name.startswith("base"):
            continue
        name = lines(part.paths[Operation.ENGRAVE])
        assert name.within(piece_of(part, 0.0).buffer(-0.2)), part.name
        left, top, right, bottom = name.bounds
        assert max(right - left, bottom - top) > 2.0
        named[part.name] += 1
    layers = int(plan.product.details["layers"])
    for number in (1, 2):
        assert named[f"frame-{number}"] == named[f"walls-{number}"] == layers
    for part in plan.product.parts:
        if part.name.startswith("base"):
            (seat,) = part.seats
            assert part.name_place is not None
            name = lines(engraved_name(seat.name, part.name_place))
            frame = next(
                each for each in plan.product.parts if each.name == f"frame-{part.name[-1]}"
            )
            assert name.within(piece_of(frame, 0.0)), "which covers it"


@pytest.mark.parametrize("lid", [True, False])
def test_only_the_uppermost_layers_lie_face_down(lid: bool) -> None:
    """All others are covered by the sheet above them; a lid is clear."""
    plan = planned(levels=2, lid=lid)
    seats = {seat.name: seat for part in plan.product.parts for seat in part.seats if seat.name}
    assert len(seats) == sum(len(part.seats) for part in plan.product.parts) - lid
    top = max(seat.origin[2] for seat in seats.values())
    assert {name for name, seat in seats.items() if seat.turned} == {
        name for name, seat in seats.items() if seat.origin[2] == top
    }
    turned = [part for part in cut_copies(plan) if part.placing.mirrored]
    assert sorted(part.name for part in turned) == ["frame-1", "walls-1"]
    text = " ".join(plan.product.steps)
    assert all(name in text for name, seat in seats.items() if seat.turned)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SIZES)
def test_what_is_cut_mirrored_is_the_same_part_turned_over(shape: str) -> None:
    plan = planned(shape, braid=0.5)
    originals = {part.name: part for part in plan.product.parts}
    for part in cut_copies(plan):
        before = originals[part.name]
        for kind, paths in part.paths.items():
            if not kind.cuts:
                continue
            original = before.paths[kind]
            moved = replace(original, points=part.placing.to_sheet(original.points))
            if part.placing.mirrored:
                moved = replace(moved, bulges=-original.bulges)
            assert area_within(moved).symmetric_difference(area_within(paths)).area < 1e-6
            x, y = moved.points[0].tolist()
            assert np.allclose(part.placing.to_part(x, y), original.points[0])
            # material is on the same side as before
            assert np.allclose(np.sort(areas_of(original)), np.sort(areas_of(paths)))


def test_they_can_be_left_off() -> None:
    plan = planned(part_names=False)
    for part in cut_copies(plan):
        assert not part.placing.mirrored
        if not part.name.startswith("base"):
            assert Operation.ENGRAVE not in part.paths


def test_names_are_as_large_as_they_fit_and_left_out_where_nobody_could_read_them() -> None:
    place = NamePlace(10.0, 20.0, 5.0, 100.0)
    wide = lines(engraved_name("W1a", place))
    assert wide.bounds[3] - wide.bounds[1] == pytest.approx(5.0, rel=0.1)
    assert wide.centroid.distance(LineString([(0, 20), (20, 20)])) < 0.5
    small = lines(engraved_name("W1a", place._replace(width=6.0)))
    assert small.bounds[2] - small.bounds[0] <= 6.0
    assert not len(engraved_name("W1a", place._replace(width=1.0)))
    upright = lines(engraved_name("W1a", place._replace(angle=np.pi / 2)))
    assert upright.bounds[2] - upright.bounds[0] == pytest.approx(5.0, rel=0.1)
