"""Each format, read by a reader that knows nothing of the program, holds the planned paths."""

from __future__ import annotations

import itertools
import json
import math
import re
from dataclasses import replace
from functools import cache
from getpass import getuser
from pathlib import Path

import numpy as np
import pytest
import shapely

import mazeeditor
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import UsageError
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    join_paths,
    paths_of,
    rectangle,
)
from mazeeditor.making.plan import MakePlan, check_machine, plan_making, shared_lines
from mazeeditor.making.presets.machines import MACHINE_FILES
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.designs import SIZES, maze_of, small_maze
from tests.making.formats.planned import (
    NEAR,
    PAGE,
    check_planned,
    encoded,
    keys,
    planned,
    read,
)
from tests.page.formats.read_svg import curved_box

FORMATS = [known.name for known in CUT_FORMATS if not known.solid]
ORIGINS = ["bottom-left", "top-left"]
FLAT = [job.name for job in JOBS if not job.solid]
DEAR = ("kit", "box", "standing", "fit-test")  # of many parts, or many letters
CASES = in_turns(FLAT, SIZES, ORIGINS)


@pytest.mark.sample(1, 6)
@pytest.mark.parametrize(
    ("job", "shape", "origin"),
    [pytest.param(*case, marks=[pytest.mark.slow] * (case[0] in DEAR)) for case in CASES],
)
def test_formats_hold_the_planned_paths(tmp_path: Path, job: str, shape: str, origin: str) -> None:
    assert set(NEAR) == set(FORMATS) - {"svg"}, "add a reader of the new format to replays.py"
    make_maze = small_maze if job in DEAR else maze_of
    making = planned(make_maze(shape, braid=0.2), job, origin)
    for name in NEAR:
        check_planned(name, making, tmp_path)


SIZED = [name for name in FLAT if "overall" in JOBS[name].uses and name != "standing"]
STEP = 0.026  # mm: HPGL has steps of 0.025, to which both ends of a piece are rounded


PIECES = [f"{job} {outline}" for job in SIZED for outline in ("none", "automatic")]
PIECES.remove("layered none")  # which needs an edge


@pytest.mark.sample(2, 6)
@pytest.mark.parametrize(("piece", "shape"), in_turns(PIECES, SIZES))
def test_a_piece_is_as_large_as_asked_in_every_format(
    tmp_path: Path, piece: str, shape: str
) -> None:
    """By what is left of it; of slots by the slots, which were a cut larger, else by the lines.

    Pointed corners that are left were too near: there a cut is farther from its corner.
    """
    job, outline = piece.split()
    options = MakeOptions(job=job, outline=outline, overall=203.2, kerf=0.15)
    making = plan_making(small_maze(shape), Page(marks="none"), options)
    for name in FORMATS:
        drawn = read(name, encoded(making, name, tmp_path))
        known = keys(name, making) if name != "svg" else {one: one.value for one in Operation}
        outer, inner = (
            drawn.get(known[one], []) for one in (Operation.OUTER_CUT, Operation.INNER_CUT)
        )
        if outer:
            kept = [shapely.Polygon(np.stack([np.real(ring), np.imag(ring)], -1)) for ring in outer]
            boxes = [ring.buffer(-0.075).bounds for ring in kept]
        else:
            lines = shapely.MultiLineString(
                [
                    np.stack([np.real(line), np.imag(line)], -1)
                    for each in drawn.values()
                    for line in each
                ]
            )
            boxes = [(lines.buffer(0.075) if inner else lines).bounds]
        size = max(max(box[2] - box[0], box[3] - box[1]) for box in boxes)
        assert size == pytest.approx(203.2, abs=STEP if name == "hpgl" else 0.005)


@pytest.mark.slow
@pytest.mark.parametrize(("job", "shape"), in_turns(FLAT, SIZES))
def test_no_coordinate_is_beyond_the_sheet(tmp_path: Path, job: str, shape: str) -> None:
    making = plan_making(small_maze(shape, braid=0.2), PAGE, MakeOptions(job=job, turn=False))
    assert making.machine.bed is None
    check_within(making, 0.0, tmp_path)


def check_within(making: MakePlan, edge: float, folder: Path) -> None:
    """Check that nothing in any file lies beyond its sheet, or as near as ``edge`` mm to its edges.

    Arcs are followed: they bulge beyond their ends.
    """
    for name, (number, sheet) in itertools.product(FORMATS, enumerate(making.sheets)):
        drawn = read(name, encoded(making, name, folder, number))
        places = np.array([place for lines in drawn.values() for line in lines for place in line])
        places += 1j * sheet.height * (name == "svg")  # whose y goes down
        assert min(places.real.min(), places.imag.min()) >= edge
        assert places.real.max() <= sheet.width - edge
        assert places.imag.max() <= sheet.height - edge


@pytest.mark.slow
def test_curves_in_the_place_of_arcs_lie_within_the_sheet_too(tmp_path: Path) -> None:
    """Many programs take arcs of SVG for curves: 0.022 mm of a kit lay outside then."""
    maze = mazeeditor.generate("backtracker", shape="polar", rings=5, seed=23)
    options = MakeOptions(job="kit", ball=8, kerf=0.6, turn=False, sheet="547.2x595.6")
    making = plan_making(maze, replace(PAGE, wall=2.0), options)
    box = curved_box(encoded(making, "svg", tmp_path).read_bytes())
    assert box == pytest.approx([0, 0, 547.2, 595.6], abs=0.001)


@cache
def inlays() -> tuple[MakePlan, MakePlan]:
    """Return the same inlay, planned twice."""
    first, second = (planned(maze_of("polar"), "inlay") for _time in range(2))
    return first, second


@pytest.mark.parametrize("name", FORMATS)
def test_files_are_the_same_when_repeated(tmp_path: Path, name: str) -> None:
    first, second = (encoded(making, name, tmp_path).read_bytes() for making in inlays())
    assert first == second
    for word in (
        re.escape(str(tmp_path)),
        r"\b(19|20)\d\d-\d\d-\d\d(?!T00:00:00\.000000\+00:00)",
        re.escape(getuser()),
    ):
        assert not re.search(word, first.decode()), f"{word}: a file may not say who made it when"


def test_no_line_has_no_length(tmp_path: Path) -> None:
    """Outlines of letters lead back to their first point twice."""
    making = planned(maze_of("rectangular"), "score")
    for name in ("dxf", "gcode", "lightburn", "hpgl"):
        for lines in read(name, encoded(making, name, tmp_path)).values():
            for line in lines:
                steps = [abs(there - here) for here, there in itertools.pairwise(line)]
                assert min(steps) > 0
                assert math.isfinite(sum(steps))


def test_lines_that_parts_share() -> None:
    plate = rectangle(0.0, 0.0, 40.0, 30.0)
    circle = ToolPaths(
        np.array([(50.0, 0.0), (60.0, 0.0)]),
        np.array([0, 2]),
        np.array([True]),
        np.array([1.0, 1.0]),
    )
    assert shared_lines(join_paths([plate, circle])) == 0
    assert shared_lines(join_paths([plate, plate.translated(41.0, 0.0)])) == 0
    assert shared_lines(join_paths([plate, plate.translated(40.0, 0.0)])) == 1
    assert (
        shared_lines(join_paths([plate, plate.translated(40.0, 10.0)])) == 1
    )  # a part of its length
    assert (
        shared_lines(join_paths([plate, plate.translated(40.0, 30.0)])) == 0
    )  # they meet in a corner
    assert shared_lines(join_paths([plate, plate])) == 4
    assert shared_lines(join_paths([circle, circle])) == 2
    level = np.array([(0, 5), (100, 5), (20, 5), (10, 5), (40, 5), (30, 5), (95, 5), (120, 5)])
    inside = paths_of(level.astype(float), np.arange(0, 10, 2), None, closed=False)
    assert shared_lines(inside) == 3
    slanting = paths_of(np.array([(0.0, 0.0), (30.0, 40.0)]), np.array([0, 2]), None, closed=False)
    assert shared_lines(join_paths([slanting, slanting.translated(3.0, 4.0)])) == 1
    assert shared_lines(join_paths([slanting, slanting.translated(30.0, 40.0)])) == 0
    assert shared_lines(join_paths([slanting, slanting.translated(4.0, 3.0)])) == 0


def test_a_service_refuses_open_paths() -> None:
    cut = paths_of(np.array([(0.0, 0.0), (30.0, 40.0)]), np.array([0, 2]), None, closed=False)
    plate = rectangle(-10.0, -10.0, 50.0, 60.0)
    paths = {Operation.INNER_CUT: cut, Operation.OUTER_CUT: plate}
    sheet = SheetLayout(100.0, 100.0, (), paths)
    with pytest.raises(UsageError, match="cuts closed paths only, and 1 paths of Walls are open"):
        check_machine(MACHINE_FILES.find("sendcutsend"), "Walls", [sheet])
    check_machine(MACHINE_FILES.find("own"), "Walls", [sheet])
    check_machine(
        MACHINE_FILES.find("sendcutsend"),
        "Walls",
        [replace(sheet, paths={Operation.OUTER_CUT: plate})],
    )


@pytest.mark.parametrize("corners", ["mitred", "rounded"])
def test_a_service_refuses_parts_that_touch(corners: str, tmp_path: Path) -> None:
    values = {"format": "mazeeditor machine", "version": 1, "like": "sendcutsend", "single": False}
    service = tmp_path / "service.json"
    service.write_text(json.dumps(values))
    options = {"job": "stencil", "machine": NamedFile(service), "copies": 3, "corners": corners}
    plan_making(maze_of("rectangular"), PAGE, MakeOptions(**options))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="takes no lines that two parts share"):
        plan_making(maze_of("rectangular"), PAGE, MakeOptions(**options, gap=0.0))  # type: ignore[arg-type]
