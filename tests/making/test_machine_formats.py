"""Each format, read by a reader that knows nothing of the program, holds the planned paths."""

from __future__ import annotations

import itertools
import json
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from getpass import getuser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from shapely.geometry import MultiLineString

import mazeeditor
from mazeeditor.core.errors import CancelledError, MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import peak_of
from mazeeditor.making.formats import CUT_FORMATS, CutFormat
from mazeeditor.making.formats.hpgl import pen_of
from mazeeditor.making.formats.lightburn import layer_indices
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    concatenated,
    paths_of,
    rectangle,
)
from mazeeditor.making.plan import MakePlan, check_machine, make, plan_making, shared_lines
from mazeeditor.making.presets.machines import MACHINE_FILES, Machine, OperationSetting
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import sizes_about
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.areas import corners_of
from tests.making.designs import SIZES, maze_of, small_maze
from tests.making.replays import (
    Drawn,
    Line,
    read_dxf,
    read_gcode,
    read_hpgl,
    read_lightburn,
)

PAGE = Page(page="fit", cell=8.0, wall=2.0, title="Ö 1")
FORMATS = [known.name for known in CUT_FORMATS if not known.solid]
ORIGINS = ["bottom-left", "top-left"]
NEAR = {"dxf": 1e-3, "gcode": 3e-3, "lightburn": 3e-3, "hpgl": 0.032}  # mm
FLAT = [job.name for job in JOBS if not job.solid]
CASES = in_turns(FLAT, SIZES, ORIGINS)


def planned(maze: Maze, job: str, origin: str = "bottom-left", **of_machine: object) -> MakePlan:
    making = plan_making(maze, PAGE, MakeOptions(job=job))
    return replace(making, machine=replace(making.machine, origin=origin, **of_machine))  # type: ignore[arg-type]


def encoded(making: MakePlan, name: str, folder: Path, number: int = 0, **options: object) -> Path:
    entry = CUT_FORMATS[name]
    path = folder / f"a{entry.suffix}"
    written = entry.run(making.sheets[number], making.machine, Job(), **options)
    assert isinstance(written, bytes)
    path.write_bytes(written)
    return path


def expected(sheet: SheetLayout, origin: str) -> dict[Operation, list[Line]]:
    """Return the planned lines in mm, y upwards from the origin."""
    top = sheet.height if origin == "bottom-left" else 0.0
    lines: dict[Operation, list[Line]] = {}
    for operation, paths in sheet.paths.items():
        lines[operation] = []
        for n, closed in enumerate(paths.closed):
            part = slice(paths.starts[n], paths.starts[n + 1])
            places = corners_of(paths.points[part], paths.bulges[part], closed=bool(closed))
            if closed:
                places.append(places[0])
            lines[operation].append([complex(x, top - y) for x, y in places])
    return lines


def rounded(place: complex, unit: float) -> tuple[float, ...]:
    """Return a place in multiples of a unit."""
    return tuple(np.rint(np.array([place.real, place.imag]) / unit).tolist())


def joined(lines: Iterable[Line], unit: float) -> list[Line]:
    """Return lines, those together that begin where the one before ended: the tool stays down.

    That depends on how places are rounded, to multiples of ``unit`` mm.
    """
    result: list[Line] = []
    for line in lines:
        if result and rounded(result[-1][-1], unit) == rounded(line[0], unit):
            result[-1] = result[-1] + line[1:]
        else:
            result.append(line)
    return result


def assert_same(found: list[Line], wanted: list[Line], near: float) -> None:
    """Compare lines one by one, in their order and direction."""
    unit = 0.025 if near > 0.025 else 0.01
    found, wanted = joined(found, unit), joined(wanted, unit)
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert abs(one[0] - other[0]) < near
        assert abs(one[-1] - other[-1]) < near
        assert np.abs(sampled(one) - sampled(other)).max() < 0.05 + 40 * near
        for some, all_ in ((one, other), (other, one)):
            line = shapely.linestrings(np.array(all_).real, np.array(all_).imag)
            places = sampled(some)
            points = shapely.points(places.real, places.imag)
            assert shapely.distance(points, line).max() < near


def sampled(line: Line) -> np.ndarray:
    """Return 100 points at equal distances along a line."""
    places = np.array(line)
    along = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(places)))])
    wanted = np.linspace(0.0, along[-1], 100)
    result: np.ndarray = np.interp(wanted, along, places)
    return result


def keys(name: str, making: MakePlan) -> dict[Operation, str]:
    """Return what a format calls each operation."""
    indices = layer_indices(making.machine)
    calls: dict[str, Callable[[Operation], str]] = {
        "dxf": lambda one: one.value,
        "gcode": lambda one: one.value,
        "lightburn": lambda one: str(indices[one]),
        "hpgl": lambda one: str(pen_of(one, making.machine)),
    }
    return {one: calls[name](one) for one in Operation}


def read(name: str, path: Path) -> Drawn:
    if name == "gcode":
        return read_gcode(path).drawn
    return {"dxf": read_dxf, "lightburn": read_lightburn, "hpgl": read_hpgl}[name](path)


@pytest.mark.parametrize(("job", "shape", "origin"), CASES)
def test_formats_hold_the_planned_paths(tmp_path: Path, job: str, shape: str, origin: str) -> None:
    assert set(NEAR) == set(FORMATS) - {"svg"}  # which test_making reads
    make_maze = small_maze if JOBS[job].page else maze_of
    making = planned(make_maze(shape, braid=0.2), job, origin)
    for name, near in NEAR.items():
        drawn = read(name, encoded(making, name, tmp_path))
        lines = expected(making.sheets[0], "bottom-left" if name == "lightburn" else origin)
        known = keys(name, making)
        assert set(drawn) == {known[one] for one in lines}
        for operation, wanted in lines.items():
            assert_same(drawn[known[operation]], wanted, near)


class Followed(Job):
    """Notes its progress after each step, and as a phase begins."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[float] = []

    def phase(self, total: int, share: float | None = None) -> None:
        super().phase(total, share)
        self.seen.append(self.progress)

    def step(self, done: int) -> None:
        super().step(done)
        self.seen.append(self.progress)


@pytest.mark.each_value_once
@pytest.mark.parametrize("entry", CUT_FORMATS, ids=lambda entry: entry.name)
@pytest.mark.parametrize("job", ["path", "stencil"])
def test_progress_of_writing(entry: CutFormat, job: str) -> None:
    size = 60 if entry.solid else 20
    maze = mazeeditor.generate("prim", rows=size, columns=size, seed=1)
    making = plan_making(maze, PAGE, MakeOptions(job="plate" if entry.solid else job))
    content = making.product.solid if entry.solid else making.sheets[0]
    followed = Followed()
    written = entry.run(content, making.machine, followed)
    blocks = [written] if isinstance(written, bytes) else written
    assert sum(len(block) for block in blocks) > 1000
    assert followed.seen == sorted(followed.seen)
    steps = np.diff([*followed.seen, 1.0])
    few = entry.name == "svg"  # whose words are those of different steps alone, and quickly found
    assert steps.max() < (1.01 if few else 0.7)


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


def wall_lines(maze: Maze) -> MultiLineString:
    """Return the closed walls as their geometry has them, y upwards."""
    geometry, walls = maze.lattice.geometry, maze.closed_walls()
    places = geometry.post_positions(geometry.posts(walls)) * 8.0
    lines = [
        corners_of(ends, np.array([bulge, 0.0]), closed=False)
        for ends, bulge in zip(places, geometry.bulges(walls), strict=True)
    ]
    return MultiLineString([[(x, -y) for x, y in line] for line in lines])


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("name", NEAR)
def test_score_reads_back_to_the_same_walls(tmp_path: Path, shape: str, name: str) -> None:
    maze = maze_of(shape, seed=3, braid=0.3)
    making = planned(maze, "score")
    path = encoded(making, name, tmp_path)
    lines = read(name, path)[keys(name, making)[Operation.SCORE]]
    drawn = MultiLineString([[(at.real, at.imag) for at in line] for line in lines])
    walls = wall_lines(maze)
    left, bottom = (drawn.bounds[n] - walls.bounds[n] for n in (0, 1))
    walls = shapely.affinity.translate(walls, left, bottom)
    near = 2 * NEAR[name]
    assert walls.difference(drawn.buffer(near)).length < 1e-6
    assert drawn.difference(walls.buffer(near)).length < 1e-6
    assert drawn.length == pytest.approx(walls.length, rel=1e-3)


@pytest.mark.each_value_once
@pytest.mark.parametrize(
    ("layers", "of_machine"),
    [(None, "plain"), (None, "layered"), ("plain", "layered"), ("layered", "plain")],
)
def test_layers_of_dxf(tmp_path: Path, layers: str | None, of_machine: str) -> None:
    import ezdxf

    making = planned(maze_of("polar"), "inlay", layers=of_machine)
    document = ezdxf.readfile(encoded(making, "dxf", tmp_path, layers=layers))  # type: ignore[attr-defined]
    entities: list[Any] = list(document.modelspace())
    names = [entity.dxf.layer for entity in entities]
    order = list(making.sheets[0].paths)
    if (layers or of_machine) == "plain":
        assert set(names) == {"0"}
        assert {entity.dxf.color for entity in entities} == {7}
        assert {entity.dxf.linetype for entity in entities} == {"CONTINUOUS"}
        return
    assert list(dict.fromkeys(names)) == [operation.value for operation in order]
    colours = {layer.dxf.name: layer.dxf.color for layer in document.layers}
    known = {Operation.ENGRAVE: 5, Operation.SCORE: 7, Operation.INNER_CUT: 3}
    for operation in order:
        assert colours[operation.value] == known.get(operation, 1)
    assert any(bulge for entity in entities for _x, _y, bulge in entity.get_points("xyb"))


@pytest.mark.parametrize("origin", ["bottom-left", "top-left"])
def test_dxf_says_where_the_sheet_is(tmp_path: Path, origin: str) -> None:
    import ezdxf

    making = planned(maze_of("rectangular"), "stencil", origin)
    sheet = making.sheets[0]
    header = ezdxf.readfile(encoded(making, "dxf", tmp_path)).header  # type: ignore[attr-defined]
    low = 0.0 if origin == "bottom-left" else -sheet.height
    for begin, end in (("$EXTMIN", "$EXTMAX"), ("$LIMMIN", "$LIMMAX")):
        assert header[begin][:2] == pytest.approx((0.0, low))
        assert header[end][:2] == pytest.approx((sheet.width, low + sheet.height))


def test_a_router_goes_down_in_passes(tmp_path: Path) -> None:
    making = plan_making(maze_of("polar"), PAGE, MakeOptions(job="inlay", machine="grbl-router"))
    run = read_gcode(encoded(making, "gcode", tmp_path), lifted=True)
    assert run.depths == {-0.5, -1.0, *(-0.5 * number for number in range(1, 7))}
    setting = making.machine.settings[Operation.OUTER_CUT]
    assert (setting.speed, 10000.0) in run.feeds
    cut = run.drawn["outer-cut"]
    wanted = expected(making.sheets[0], "bottom-left")[Operation.OUTER_CUT]
    assert len(cut) == setting.passes * len(wanted)
    assert_same(cut[: len(wanted)], wanted, NEAR["gcode"])


def test_a_router_cuts_as_deep_and_wide_as_it_must(tmp_path: Path) -> None:
    options = MakeOptions(job="stencil", machine="grbl-router", thickness=4.2)
    making = plan_making(maze_of("rectangular"), PAGE, options)
    run = read_gcode(encoded(making, "gcode", tmp_path), lifted=True)
    assert min(run.depths) == -4.2
    assert making.warnings == (
        "All walls are only 2.00 mm wide. "
        "Plywood 4.2 mm breaks or burns away where it is narrower than 2.1 mm.",
    )
    left, top, right, bottom = making.sheets[0].parts[0].box
    bit = making.machine.kerf
    assert bit == 1
    assert (right - left, bottom - top) == pytest.approx((9 * 8 + 2 + bit, 7 * 8 + 2 + bit))
    own = replace(options, kerf=0.4)
    left, top, right, bottom = plan_making(maze_of("rectangular"), PAGE, own).sheets[0].parts[0].box
    assert (right - left, bottom - top) == pytest.approx((9 * 8 + 2.4, 7 * 8 + 2.4))


def test_speed_power_and_passes_of_a_laser(tmp_path: Path) -> None:
    settings = {
        **Machine("a", "A").settings,
        Operation.SCORE: OperationSetting("#123456", speed=1234.5, power=12.5, passes=3),
    }
    making = planned(maze_of("rectangular"), "score", settings=settings, full_power=255.0)
    run = read_gcode(encoded(making, "gcode", tmp_path))
    assert run.feeds == {(1234.5, 31.875), (6000.0, 38.25)}
    wanted = expected(making.sheets[0], "bottom-left")[Operation.SCORE]
    assert_same(run.drawn["score"], wanted * 3, NEAR["gcode"])
    assert_same(read_hpgl(encoded(making, "hpgl", tmp_path))["2"], wanted * 3, NEAR["hpgl"])
    root = ET.fromstring(encoded(making, "lightburn", tmp_path).read_bytes())
    layers = {
        part.find("index").get("Value"): {one.tag: one.get("Value", "") for one in part}  # type: ignore[union-attr]
        for part in root.iter("CutSetting")
    }
    assert layers["1"]["name"] == "Engrave"
    score = layers["0"]  # its colour is none of the palette: the first layer that is free
    assert (score["name"], score["numPasses"], score["maxPower"]) == ("Score", "3", "12.5")
    assert float(score["speed"]) == pytest.approx(1234.5 / 60, abs=1e-3)
    assert [int(one["priority"]) for one in layers.values()] == [0, 1, 2]


@pytest.mark.parametrize("name", FORMATS)
def test_a_cancelled_job_ends(name: str) -> None:
    making, job = planned(maze_of("rectangular"), "score"), Job()
    job.cancel()
    with pytest.raises(CancelledError):
        CUT_FORMATS[name].run(making.sheets[0], making.machine, job)


def test_no_line_has_no_length(tmp_path: Path) -> None:
    """Outlines of letters lead back to their first point twice."""
    making = planned(maze_of("rectangular"), "score")
    for name in ("dxf", "gcode", "lightburn", "hpgl"):
        for lines in read(name, encoded(making, name, tmp_path)).values():
            for line in lines:
                steps = [abs(there - here) for here, there in itertools.pairwise(line)]
                assert min(steps) > 0
                assert math.isfinite(sum(steps))


@cache
def large(shape: str, job: str) -> tuple[MakePlan, int]:
    """Return what a job makes of a maze of 2500 cells, and the number of its walls."""
    maze = mazeeditor.generate("prim", shape=shape, seed=1, **sizes_about(shape, 50, {}))
    return planned(maze, job), len(maze.closed_walls())


@pytest.mark.parametrize("name", FORMATS)
def test_formats_take_no_more_memory(name: str) -> None:
    making, walls = large("polar", "stencil")
    run = CUT_FORMATS[name].run
    run(making.sheets[0], making.machine, Job())  # imports what it needs
    peak = peak_of(lambda: run(making.sheets[0], making.machine, Job()))[1]
    estimate = CUT_FORMATS[name].memory * walls
    assert estimate / 10 < peak < estimate + 200_000


def test_no_more_than_is_free(tmp_path: Path, free_memory: Callable[[int | None], None]) -> None:
    maze = maze_of("rectangular")
    free_memory(1)
    with pytest.raises(MazeError, match="HPGL with 63 cells takes about"):
        make(maze, tmp_path / "a.hpgl", PAGE, MakeOptions())
    assert list(tmp_path.iterdir()) == []


def test_lines_that_parts_share() -> None:
    plate = rectangle(0.0, 0.0, 40.0, 30.0)
    circle = ToolPaths(
        np.array([(50.0, 0.0), (60.0, 0.0)]),
        np.array([0, 2]),
        np.array([True]),
        np.array([1.0, 1.0]),
    )
    assert shared_lines(concatenated([plate, circle])) == 0
    assert shared_lines(concatenated([plate, plate.translated(41.0, 0.0)])) == 0
    assert shared_lines(concatenated([plate, plate.translated(40.0, 0.0)])) == 1
    assert (
        shared_lines(concatenated([plate, plate.translated(40.0, 10.0)])) == 1
    )  # a part of its length
    assert (
        shared_lines(concatenated([plate, plate.translated(40.0, 30.0)])) == 0
    )  # they meet in a corner
    assert shared_lines(concatenated([plate, plate])) == 4
    assert shared_lines(concatenated([circle, circle])) == 2
    level = np.array([(0, 5), (100, 5), (20, 5), (10, 5), (40, 5), (30, 5), (95, 5), (120, 5)])
    inside = paths_of(level.astype(float), np.arange(0, 10, 2), None, closed=False)
    assert shared_lines(inside) == 3
    slanting = paths_of(np.array([(0.0, 0.0), (30.0, 40.0)]), np.array([0, 2]), None, closed=False)
    assert shared_lines(concatenated([slanting, slanting.translated(3.0, 4.0)])) == 1
    assert shared_lines(concatenated([slanting, slanting.translated(30.0, 40.0)])) == 0
    assert shared_lines(concatenated([slanting, slanting.translated(4.0, 3.0)])) == 0


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
    options = {"job": "stencil", "machine": str(service), "copies": 3, "corners": corners}
    plan_making(maze_of("rectangular"), PAGE, MakeOptions(**options))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="takes no lines that two parts share"):
        plan_making(maze_of("rectangular"), PAGE, MakeOptions(**options, gap=0.0))  # type: ignore[arg-type]
