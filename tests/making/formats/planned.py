"""What formats are compared with: the planned paths, and what a reader finds in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import shapely

from mazeeditor.core.job import Job
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.formats.hpgl import pen_of
from mazeeditor.making.formats.lightburn import layer_indices
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import (
    Operation,
)
from mazeeditor.making.plan import MakePlan, plan_making
from mazeeditor.making.sheets.layout import SheetLayout
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.making.areas import corners_of
from tests.making.replays import (
    Drawn,
    Line,
    read_dxf,
    read_gcode,
    read_hpgl,
    read_lightburn,
    read_svg_paths,
)

PAGE = Page(page="fit", cell=8.0, wall=2.0, title="Ö 1")


NEAR = {"dxf": 1e-3, "gcode": 3e-3, "lightburn": 3e-3, "hpgl": 0.032}  # mm


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
    readers: dict[str, Callable[[Path], Drawn]] = {
        "svg": read_svg_paths,
        "dxf": read_dxf,
        "lightburn": read_lightburn,
        "hpgl": read_hpgl,
    }
    return readers[name](path)


def check_planned(name: str, making: MakePlan, folder: Path) -> None:
    """Compare what is in a file of the first sheet with the planned paths, line by line."""
    drawn = read(name, encoded(making, name, folder))
    # LightBurn has its origin below, whatever the machine has
    lines = expected(
        making.sheets[0], "bottom-left" if name == "lightburn" else making.machine.origin
    )
    known = keys(name, making)
    assert set(drawn) == {known[one] for one in lines}
    for operation, wanted in lines.items():
        assert_same(drawn[known[operation]], wanted, NEAR[name])
