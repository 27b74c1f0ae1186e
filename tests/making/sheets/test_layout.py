"""Parts on sheets, as shapely sees them: inside, apart, turned only where that saves material."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from shapely.geometry import Polygon

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart
from mazeeditor.making.paths.tool_paths import Operation, paths_of, rectangle
from mazeeditor.making.plan import plan_making
from mazeeditor.making.presets.machines import MACHINE_FILES, Machine
from mazeeditor.making.sheets import layout
from mazeeditor.making.sheets.layout import SheetLayout, lay_out, nest_rectangles, ordering_notes
from mazeeditor.page.page import Page
from tests.breadth import examples
from tests.making.designs import SIZES, maze_of

PAGE = Page(page="fit", cell=8.0, wall=2.0)
NEAR = 1e-5  # mm
SIDES = st.integers(5, 120).map(float) | st.floats(5, 120)
BOUNDLESS = Machine("boundless", "Boundless")


def parts_of(*sizes: tuple[float, float]) -> list[CutPart]:
    return [
        CutPart(
            f"{n}", f"Part {n}", {Operation.OUTER_CUT: rectangle(7.0, -3.0, 7 + wide, high - 3)}
        )
        for n, (wide, high) in enumerate(sizes)
    ]


def check(sheets: tuple[SheetLayout, ...], gap: float) -> None:
    """Assert by shapely that parts lie inside their sheets, at least a gap apart.

    What is cut out of another part lies inside that one, which holds no other of its name.
    """
    for sheet in sheets:
        room = shapely.box(0, 0, sheet.width, sheet.height).buffer(NEAR)
        boxes = [shapely.box(*part.box) for part in sheet.parts]
        assert boxes
        assert all(room.covers(box) for box in boxes)
        hosts = [part for part in sheet.parts if not part.within]
        around = Counter[tuple[int, str]]()
        for part, box in zip(sheet.parts, boxes, strict=True):
            if part.within:
                (host,) = (
                    number
                    for number, one in enumerate(hosts)
                    if one.name == part.within and shapely.box(*one.box).covers(box)
                )
                around[host, part.name] += 1
        assert set(around.values()) <= {1}
        boxes = [shapely.box(*part.box) for part in hosts]
        tree = shapely.STRtree(boxes)
        near = tree.query(boxes, "dwithin", distance=max(gap - NEAR, 0.0)).T
        for one, other in near.tolist():
            if one != other:
                assert boxes[one].distance(boxes[other]) >= gap - NEAR
                assert boxes[one].intersection(boxes[other]).area < NEAR * 500


def test_parts_of_a_boundless_sheet_stay_off_its_edges() -> None:
    """As a kit of rings had them: they touched the edges of a sheet that nothing limited."""
    parts = parts_of(*[(204.1, 204.1)] * 4, *[(179.9, 179.9)] * 3)
    options = MakeOptions(turn=False)
    for sheet in lay_out(parts, options, BOUNDLESS, Job()):
        inner = shapely.box(0, 0, sheet.width, sheet.height).buffer(NEAR - options.gap)
        assert all(inner.covers(shapely.box(*part.box)) for part in sheet.parts)


@pytest.mark.slow
@examples(8)
@given(
    st.lists(st.tuples(SIDES, SIDES), min_size=1, max_size=12),
    st.integers(1, 4),
    st.sampled_from([0.0, 3.0, 12.5]),
    st.booleans(),
    st.sampled_from([None, (200.0, 130.0), (125.0, 125.0), (1000.0, 400.0)]),
    st.booleans(),
)
def test_every_layout(
    sizes: list[tuple[float, float]],
    copies: int,
    gap: float,
    turn: bool,
    room: tuple[float, float] | None,
    sheet: bool,
) -> None:
    parts = parts_of(*sizes)
    text = f"{room[0]:g}x{room[1]:g}mm" if room and sheet else None
    used = replace(BOUNDLESS, bed=room) if room and not sheet else BOUNDLESS
    sheets = lay_out(parts, MakeOptions(copies=copies, gap=gap, turn=turn, sheet=text), used)
    check(sheets, gap)
    counted: dict[str, int] = dict.fromkeys((part.name for part in parts), 0)
    known = {part.name: part for part in parts}
    for part in (part for sheet_ in sheets for part in sheet_.parts):
        counted[part.name] += 1
        size, wanted = size_of(part), size_of(known[part.name])
        straight, lying = np.allclose(size, wanted), np.allclose(size, wanted[::-1])
        assert straight or (lying and turn)
    assert set(counted.values()) == {copies}
    if room is None:
        assert all(one.width <= 1000 + NEAR and one.height <= 700 + NEAR for one in sheets)
    elif sheet or len(sheets) > 1:
        assert {(one.width, one.height) for one in sheets} == {room}
    else:
        assert sheets[0].width <= room[0] + NEAR
        assert sheets[0].height <= room[1] + NEAR


def size_of(part: CutPart) -> tuple[float, float]:
    left, top, right, bottom = part.box
    return right - left, bottom - top


def test_parts_are_turned_only_where_that_saves_material() -> None:
    tall = parts_of(*[(40.0, 90.0)] * 4)
    options = MakeOptions(sheet="200x100mm", gap=5.0)
    sheets = lay_out(tall, options, BOUNDLESS)  # beside each other, as they are
    assert [size_of(part) for part in sheets[0].parts] == [(40.0, 90.0)] * 4
    wide = parts_of(*[(90.0, 40.0)] * 4)
    sheets = lay_out(wide, replace(options, sheet="190x95mm"), BOUNDLESS)
    assert len(sheets) == 1
    assert len(lay_out(tall, replace(options, sheet="95x190mm"), BOUNDLESS)) == 1
    assert len(lay_out(tall, replace(options, sheet="95x190mm", turn=False), BOUNDLESS)) == 1
    narrow = replace(options, sheet="100x180mm", gap=0.0)
    assert len(lay_out(tall, narrow, BOUNDLESS)) == 1
    short = replace(options, sheet="90x165mm", gap=0.0)
    assert len(lay_out(tall, replace(short, turn=False), BOUNDLESS)) == 2
    sheets = lay_out(tall, short, BOUNDLESS)
    assert len(sheets) == 1
    assert sorted(map(size_of, sheets[0].parts)) == [(90.0, 40.0)] * 4


@pytest.mark.parametrize(
    ("name", "shape"), [("inlay", "rectangular"), ("kit", "polar"), ("kerf-test", "polar")]
)
def test_a_turned_part_is_the_same_part(name: str, shape: str) -> None:
    """Its paths are congruent: turned and moved, no point or arc lies elsewhere."""
    making = plan_making(maze_of(shape), PAGE, MakeOptions(job=name))
    for part in making.product.parts:
        turned = part.rotated()
        assert size_of(turned) == pytest.approx(size_of(part)[::-1])
        again = turned.rotated().rotated().rotated()
        for operation, paths in part.paths.items():
            assert turned.paths[operation].length == pytest.approx(paths.length)
            back = again.paths[operation]
            assert np.allclose(back.points, paths.points)
            assert (back.bulges == paths.bulges).all()
            x, y = paths.points.T
            quarter = np.exp(1j * np.pi / 2) * (x + 1j * y)
            moved = turned.paths[operation].points
            assert np.allclose(moved[:, 0] + 1j * moved[:, 1], quarter)


@pytest.mark.slow
@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("name", ["glowforge", "k40"])
def test_a_kit_on_beds(shape: str, name: str) -> None:
    options = MakeOptions(job="kit", ball=5.0, levels=2, machine=name, copies=2)
    making = plan_making(maze_of(shape), Page(), options)
    check(making.sheets, 3.0)
    bed = making.machine.bed
    assert bed
    assert all(sheet.width <= bed[0] and sheet.height <= bed[1] for sheet in making.sheets)
    parts = sum(part.count for part in making.product.parts)
    assert sum(len(sheet.parts) for sheet in making.sheets) == 2 * parts


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"machine": "k40"},
            "The part 'Part 0' takes 320.0 × 40.0 mm, more than the bed of K40, 300 × 200 mm: ",
        ),
        (
            {"machine": "k40", "sheet": "300x200mm"},
            "The part 'Part 0' takes 320.0 × 40.0 mm, more than the sheet of 300 × 200 mm: ",
        ),
        (
            {"machine": "k40", "sheet": "320x200mm"},
            "The sheet of 320 × 200 mm is larger than the bed of K40, 300 × 200 mm: ",
        ),
        (
            {"sheet": "50x310mm"},
            "The part 'Part 0' takes 320.0 × 40.0 mm, more than the sheet of 50 × 310 mm: ",
        ),
        (
            {"sheet": "50x330mm", "turn": False},
            "The part 'Part 0' takes 320.0 × 40.0 mm, more than the sheet of 50 × 330 mm: ",
        ),
    ],
)
def test_what_is_too_large_is_named_with_both_sizes(options: dict[str, Any], words: str) -> None:
    chosen = MakeOptions(**options)
    with pytest.raises(UsageError, match=f"^{re.escape(words)}"):
        lay_out(parts_of((320.0, 40.0)), chosen, MACHINE_FILES.find(chosen.machine))


def test_a_service_that_takes_one_part_a_file_gets_each_alone() -> None:
    parts = [
        replace(part, count=count)
        for count, part in enumerate(parts_of((50.0, 40.0), (30.0, 20.0)), 1)
    ]
    options, service = MakeOptions(copies=2), MACHINE_FILES.find("sendcutsend")
    sheets = lay_out(parts, options, service)
    assert [[part.name for part in sheet.parts] for sheet in sheets] == [["0"], ["1"]]
    assert list(ordering_notes(parts, options, service)) == [
        "SendCutSend takes one part a file: order 2 of Part 0.",
        "SendCutSend takes one part a file: order 4 of Part 1.",
    ]
    assert not list(ordering_notes(parts, options, BOUNDLESS))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("copies", "overall", "machine", "sheets"),
    [pytest.param(100, 58.0, "glowforge", 3, marks=pytest.mark.slow), (60, 40.0, "own", 1)],
)
def test_round_pieces_lie_in_rows_moved_by_half(
    copies: int, overall: float, machine: str, sheets: int
) -> None:
    options = MakeOptions(
        job="score", outline="circle", overall=overall, copies=copies, machine=machine
    )
    making = plan_making(maze_of("polar"), Page(marks="none"), options)
    assert len(making.sheets) == sheets  # in boxes there would be 4, and a larger one
    count = 0
    for sheet in making.sheets:
        boxes = np.array([part.box for part in sheet.parts])
        assert (boxes >= -NEAR).all()
        assert (boxes[:, 2:] <= (sheet.width + NEAR, sheet.height + NEAR)).all()
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        away = np.hypot(*np.moveaxis(middles[:, None] - middles, -1, 0))
        away[np.diag_indices(len(away))] = np.inf
        assert away.min() >= overall + 0.2 + 3.0 - 0.01
        count += len(boxes)
    assert count == copies
    if sheets == 1:
        assert sheet.width * sheet.height < 0.9 * 392 * 305


@pytest.mark.slow
def test_triangles_lie_in_rows_turned_by_half() -> None:
    corners = np.array([(0.0, 0.0), (60.0, 0.0), (30.0, 52.0)])
    ring = paths_of(corners, np.array([0, 3]), None, closed=True)
    part = CutPart("part", "Part", {Operation.OUTER_CUT: ring})
    for room, turn in ((None, True), ("330x200mm", True), ("330x200mm", False)):
        options = MakeOptions(copies=24, sheet=room, turn=turn)
        sheets = lay_out([part], options, BOUNDLESS)
        shapes = [
            (number, Polygon(part.paths[Operation.OUTER_CUT].points))
            for number, sheet in enumerate(sheets)
            for part in sheet.parts
        ]
        assert len(shapes) == 24
        for (one_sheet, one), (other_sheet, other) in combinations(shapes, 2):
            assert one_sheet != other_sheet or one.distance(other) >= 3.0 - 0.01


def test_a_sheet_lies_as_the_bed_does() -> None:
    sheets = lay_out(
        parts_of((150.0, 40.0)), MakeOptions(sheet="180x300mm"), MACHINE_FILES.find("k40")
    )
    assert (sheets[0].width, sheets[0].height) == (300.0, 180.0)


def test_a_part_as_high_as_the_bed() -> None:
    (sheet,) = lay_out(parts_of((237.5, 200.0)), MakeOptions(), MACHINE_FILES.find("k40"))
    assert (sheet.width, sheet.height) == pytest.approx((243.5, 200.0))


def test_sheets_that_are_filled_alike_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,000 copies of several parts took a minute, as each part was placed on its own."""
    kinds = [(80.0, 60.0), (80.0, 30.0), (45.0, 30.0), (20.0, 10.0)]
    sizes = [kind for kind in kinds for _copy in range(1_000)]
    computed: list[int] = []
    largest = layout._largest

    def counted(*rectangles: NDArray[np.float64]) -> NDArray[np.float64]:
        computed.append(1)
        return largest(*rectangles)

    monkeypatch.setattr(layout, "_largest", counted)
    nesting = nest_rectangles(sizes, (600.0, 400.0), Job(), turn=True)
    assert len(computed) < 1_000
    boxes = [
        (place.sheet, place.x, place.y, *(size[::-1] if place.turned else size))
        for place, size in zip(nesting.places, sizes, strict=True)
    ]
    assert len({box[:3] for box in boxes}) == 4_000
    for sheet in range(nesting.sheets):
        there = [box[1:] for box in boxes if box[0] == sheet]
        drawn = shapely.union_all([shapely.box(x, y, x + w, y + h) for x, y, w, h in there])
        assert drawn.area == pytest.approx(sum(w * h for _x, _y, w, h in there))
