"""Routers: nothing flies, no rapid is low, no pass too deep, and what is left has its size."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shapely.affinity import affine_transform
from shapely.geometry import LineString, box
from shapely.ops import unary_union

from mazeeditor.core.job import Job
from mazeeditor.core.options import options_of
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.milling import Cut, even_depths, ways_of, with_allowance
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    circles,
    join_paths,
    paths_of,
    rectangle,
)
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.making.presets.machines import Machine
from mazeeditor.making.sheets.freed import SAMPLES_ACROSS, pieces_left
from mazeeditor.page.page import Page
from tests.making.areas import lines_of, piece_of, rings_of
from tests.making.designs import SMALL, small_maze
from tests.making.routing import ROUTERS, Router, follow

LEAD_INS = next(one.choices for one in options_of(Machine) if one.name == "lead_in")

FLAT = [job.name for job in JOBS if not job.solid]
PAGE = Page(marks="none")
WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"hold": "skin", "lead_in": "helix"},
    {"lead_in": "ramp", "finish": 0.2, "milling": "conventional"},
)


def planned(job: str, machine: str, shape: str = "rectangular", **options: Any) -> MakePlan:
    return plan_making(small_maze(shape), PAGE, MakeOptions(job=job, machine=machine, **options))


def check_held(making: MakePlan) -> list[Router]:
    routers = follow(making)
    for router, sheet in zip(routers, making.sheets, strict=True):
        # as exactly as the program looks
        assert router.largest_loose <= sheet.kerf * (1 + 2 / SAMPLES_ACROSS), making.summary
        held = zip(sheet.held.tabs, sheet.held.widths, strict=True) if sheet.held else ()
        for (x, y), width in held:
            assert router.is_left(x, sheet.height - y, width / 2 - 0.03)
    return routers


@pytest.mark.slow
@pytest.mark.parametrize("way", range(len(WAYS)))
@pytest.mark.parametrize("machine", ROUTERS)
@pytest.mark.parametrize("job", FLAT)
def test_nothing_flies(job: str, machine: str, way: int) -> None:
    making = planned(job, machine, **WAYS[way])
    routers = check_held(making)
    cut = any(one.cuts for sheet in making.sheets for one in sheet.paths)
    if cut and "hold" not in WAYS[way]:
        through = max(router.deepest for router in routers)
        thick = max(sheet.thickness for sheet in making.sheets)
        assert through == pytest.approx(thick + making.machine.through)
    assert not any("skin" in text for text in making.warnings)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SMALL)
def test_every_shape_is_held_in_a_plate_that_is_cut_out(shape: str) -> None:
    """Blocks of waste that the tool does not turn into chips hang on walls that hang on the rim."""
    making = planned("stencil", "grbl-router", shape, outline="rectangle", hole=4.0)
    check_held(making)
    assert making.sheets[0].held is not None
    assert len(making.sheets[0].held.tabs) > 4


def test_without_tabs_a_part_would_be_thrown() -> None:
    making = planned("slots", "grbl-router", hold="none")
    assert max(router.largest_loose for router in follow(making)) > 80
    (advice,) = (one for one in making.advice if "throw" in one.text)
    assert [one.values for one in advice.suggestions] == [{"hold": "tabs"}]
    assert not any("fly" in note for note in making.notes)


def test_a_skin_holds_the_sheet_and_small_holes_go_through() -> None:
    making = planned("score", "grbl-router", outline="circle", hole=2.0, hold="skin", skin=0.4)
    (router,) = check_held(making)
    assert len(router.left()) == 1
    (sheet,) = making.sheets
    assert not sheet.skinned(Operation.INNER_CUT).any()
    assert sheet.skinned(Operation.OUTER_CUT).all()
    assert making.notes == (
        "The router cuts 0.2 mm deeper than the sheet is thick: lay a spoil board below it.",
        "A skin of 0.4 mm is left below the cuts, so that nothing flies: cut it with a knife when "
        "all is done.",
    )


def test_the_screen_says_how_deep_it_cuts_and_what_is_left() -> None:
    making = planned("score", "grbl-router", outline="circle", overall=90.0, through=0.35)
    (router,) = check_held(making)
    assert router.deepest == pytest.approx(3.35)
    assert making.material.thickness == 3
    assert making.notes == (
        "The router cuts 0.35 mm deeper than the sheet is thick: lay a spoil board below it.",
        "3 tabs of 3 × 1 mm are left at the bottom of the cuts, so that nothing flies: cut them "
        "when all is done.",
    )


@pytest.mark.slow
@pytest.mark.parametrize("milling", ["climb", "conventional"])
def test_what_is_kept_lies_on_the_right_of_a_tool_that_climbs(milling: str) -> None:
    """A spindle turns clockwise, so a tooth leaves the material where it is kept."""
    for job in ("slots", "fit-test", "layered"):
        making = planned(job, "grbl-router", milling=milling)
        for sheet in making.sheets:
            kept = unary_union([piece_of(part, sheet.kerf) for part in sheet.parts])
            for operation in (one for one in sheet.paths if one.cuts):
                for ring, line in zip(
                    rings_of(sheet.paths[operation]), lines_of(sheet.paths[operation]), strict=True
                ):
                    middle = line.interpolate(0.4, normalized=True)
                    ahead = line.interpolate(0.4001, normalized=True)
                    along = complex(ahead.x - middle.x, ahead.y - middle.y)
                    right = complex(middle.x, middle.y) + 1j * along / abs(along) * 0.6
                    beside = box(right.real, right.imag, right.real, right.imag).buffer(0.02)
                    assert beside.intersects(kept), (job, operation, ring.area)
        (first, *_more) = follow(making)
        assert first.paths


@pytest.mark.slow
@pytest.mark.parametrize("lead_in", LEAD_INS)
def test_a_finishing_pass_leaves_the_same_piece(lead_in: str) -> None:
    """What remains once all is done is the part, to a twentieth of a millimetre at its rim."""
    for finish in (0.0, 0.3):
        making = planned("slots", "grbl-router", "polar", lead_in=lead_in, finish=finish, tab=1.0)
        (router,) = check_held(making)
        (sheet,) = making.sheets
        wanted = piece_of(sheet.parts[0], sheet.kerf)
        left = unary_union(router.left())
        upright = affine_transform(wanted, [1, 0, 0, -1, 0, sheet.height])
        assert upright.buffer(-0.05).difference(left).area < 1e-6
        # the tool rounds the corners that it cannot reach
        assert upright.buffer(-0.05).area > 1000


def test_rings_are_led_away_from_what_is_kept_where_there_is_room() -> None:
    outer = rectangle(0, 0, 40, 30)
    hole = circles(np.array([(10.0, 10.0)]), 6.0)
    narrow = paths_of(
        np.array([(20, 5), (20, 25), (20.3, 25), (20.3, 5)]), np.array([0, 4]), None, closed=True
    )
    rings = join_paths([outer, hole, narrow])
    moved = with_allowance(rings, 0.25)
    assert moved.chosen(np.array([0])).box == pytest.approx((-0.25, -0.25, 40.25, 30.25))
    assert moved.chosen(np.array([1])).box == pytest.approx((7.25, 7.25, 12.75, 12.75))
    assert np.array_equal(moved.chosen(np.array([2])).points, narrow.points)


def test_a_line_is_cut_there_and_back_in_small_steps() -> None:
    line = paths_of(
        np.array([(0.0, 0.0), (30.0, 0.0), (30.0, 20.0)]), np.array([0, 3]), None, closed=False
    )
    for lead_in in LEAD_INS:
        (way,) = ways_of(
            line, [Cut(even_depths(3.0, 4), 2.0, lead_in)], np.zeros((0, 2)), np.zeros(0)
        )
        deepest = [way.z[np.abs(way.points - end).max(axis=1) < 1e-9].min() for end in line.points]
        assert deepest == pytest.approx([-3, -3, -3]), lead_in
        if lead_in != "plunge":
            assert np.hypot(*np.diff(way.points, axis=0).T).min() > 0


@pytest.mark.slow
def test_pieces_are_those_of_shapely() -> None:
    random = np.random.default_rng(4)
    for _case in range(12):
        parts: list[ToolPaths] = []
        for _ring in range(7):
            x, y = random.uniform(8, 70, 2)
            wide, high = random.uniform(3, 25, 2)
            parts.append(rectangle(x, y, x + wide, y + high))
            parts.append(circles(random.uniform(8, 80, (1, 2)), random.uniform(3, 30)))
        paths, kerf = join_paths(parts), random.uniform(0.8, 3.5)
        pieces = pieces_left(paths, kerf, (95.0, 90.0), Job())
        swept = unary_union(lines_of(paths)).buffer(kerf / 2, quad_segs=16)
        area = box(0, 0, 95, 90).difference(swept)
        for one in getattr(area, "geoms", [area]):
            inside = one.buffer(-1.5 * pieces.sample)
            some = [] if inside.is_empty else getattr(inside, "geoms", [inside])
            for piece in some:
                at = piece.representative_point()
                number = int(pieces.at(np.array([(at.x, at.y)]))[0])
                assert number >= 0
                known, slack = pieces.boxes[number], 2 * pieces.sample
                assert box(*one.bounds).buffer(slack).contains(box(*known))
                near = one.distance(box(0, 0, 95, 90).exterior) < slack
                assert near or not pieces.fixed[number]


def test_a_tool_of_unknown_width_leaves_a_skin() -> None:
    plan = planned("score", "grbl-router", kerf=0.0, outline="rectangle")
    assert plan.sheets[0].skinned(Operation.OUTER_CUT).all()
    assert any("no place for a tab" in text for text in plan.warnings)


@pytest.mark.slow
def test_parts_keep_off_the_edges_that_are_clamped() -> None:
    """So much material stays between the strips of two parts, and beside them, as was asked."""
    making = planned("kit", "grbl-router", gap=4.0)
    for sheet in making.sheets:
        boxes = [box(*part.box).buffer(sheet.kerf / 2, join_style="mitre") for part in sheet.parts]
        rim = LineString(box(0, 0, sheet.width, sheet.height).exterior.coords)
        assert min(rim.distance(one) for one in boxes) >= 4 - 1e-6
        for number, one in enumerate(boxes):
            assert all(one.distance(other) >= 4 - 1e-6 for other in boxes[:number])
