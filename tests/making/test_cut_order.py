"""What goes wrong most often in files for lasers: the order of cuts, and rings that are not closed.

Read from the written files alone, by readers that share no code with the program.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import ezdxf
import pytest
from shapely.geometry import Polygon

from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.plan import make
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from tests.making.designs import SIZES, maze_of
from tests.making.formats.planned import read
from tests.making.replays import Drawn, Line, read_lightburn

OPERATIONS = ["engrave", "score", "inner-cut", "outer-cut"]
FLAT = [job.name for job in JOBS if not job.solid]
FORMATS = [one.name for one in CUT_FORMATS if not one.solid]
OPEN = {"kerf-test"}  # whose pieces are cut apart by single lines
MORE: dict[str, dict[str, Any]] = {
    "score": {"outline": "circle", "hole": 4.0},
    "slots": {"outline": "maze", "hole": 4.0},
    "inlay": {"outline": "rounded", "hole": 4.0},
}


def maze_with_loops(shape: str) -> Maze:
    """Return a maze in which walls stand within walls."""
    return maze_of(shape, 3, 0.5)


def drawn_in(path: Path, name: str) -> Drawn:
    """Return the lines of each operation, in the order in which a machine meets them."""
    return lightburn_in_order(path) if name == "lightburn" else read(name, path)


def lightburn_in_order(path: Path) -> Drawn:
    """Return the lines of each layer by its name, in the order of the layers' priorities."""
    root = ET.parse(path).getroot()
    layers = []
    for setting in root.iter("CutSetting"):
        values = {one.tag: one.get("Value") or "" for one in setting}
        layers.append((int(values["priority"]), values["index"], values["name"]))
    numbers = [priority for priority, _index, _name in layers]
    assert len(set(numbers)) == len(numbers)
    drawn = read_lightburn(path)
    # shapes stand in the order of their layers too, for who sorts them by nothing
    order = [one.get("CutIndex") for one in root.iter("Shape") if one.get("Type") == "Path"]
    wanted = [index for _priority, index, _name in sorted(layers) if index in drawn]
    assert list(dict.fromkeys(order)) == wanted
    return {index: drawn[index] for index in wanted}


def cuts_of(drawn: Drawn, name: str) -> list[Line]:
    """Return all lines that go through the material, in their order."""
    if name in ("svg", "dxf", "gcode"):
        assert list(drawn) == [one for one in OPERATIONS if one in drawn]
        return [line for key, lines in drawn.items() if key.endswith("cut") for line in lines]
    # layers C03 and C02 of LightBurn; pens 3 and 4 of a plotter
    cut = {"lightburn": ("3", "2"), "hpgl": ("3", "4")}[name]
    known = list(drawn)
    first = next((n for n, key in enumerate(known) if key in cut), len(known))
    assert all(key in cut for key in known[first:])  # nothing is drawn after the first cut
    return [line for key in known[first:] for line in drawn[key]]


@pytest.mark.sample(3)
@pytest.mark.each_value_once
@pytest.mark.parametrize("job", FLAT)
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("tabs", ["automatic", "leave"])
def test_inner_cuts_come_first_and_all_rings_are_closed(
    tmp_path: Path, job: str, name: str, shape: str, tabs: str
) -> None:
    options = MakeOptions(job=job, tabs=tabs, **MORE.get(job, {}))
    page = Page(page="fit", cell=12.0, wall=3.0, title="Otto")
    suffix = CUT_FORMATS[name].suffix
    files, plan = make(maze_with_loops(shape), tmp_path / f"a{suffix}", page, options)
    assert len(files) == len(plan.sheets)
    for path, sheet in zip(files, plan.sheets, strict=True):
        cuts = cuts_of(drawn_in(path, name), name)
        # arcs of DXF have no end of their own: that rings are closed there is a test of its own
        near = 1e-9 if name == "dxf" else 0.0
        closed = [line for line in cuts if abs(line[0] - line[-1]) <= near]
        rings = sum(int(paths.closed.sum()) for kind, paths in sheet.paths.items() if kind.cuts)
        assert len(closed) >= rings
        if job not in OPEN:
            assert len(closed) == len(cuts)
        shapes = [Polygon([(at.real, at.imag) for at in line]) for line in closed]
        for number, one in enumerate(shapes):
            place = one.representative_point()
            for later in shapes[number + 1 :]:
                # what is cut later does not lie within what was cut out before
                assert not (later.area < one.area and one.contains(later.representative_point()))
            assert place.within(one)


@pytest.mark.slow
def test_dxf_and_lightburn_say_that_rings_are_closed(tmp_path: Path) -> None:
    maze = maze_with_loops("polar")
    options = MakeOptions(job="slots", outline="circle")
    (path,), plan = make(maze, tmp_path / "a.dxf", Page(), options)
    entities: list[Any] = list(ezdxf.readfile(path).modelspace())  # type: ignore[attr-defined]
    cut = [one for one in entities if one.dxf.layer.endswith("cut")]
    assert cut
    assert all(one.closed for one in cut)
    # no point twice: some programs take that for a line of no length
    for one in cut:
        points = [(x, y) for x, y, *_rest in one.get_points("xyb")]
        assert all(a != b for a, b in zip(points, points[1:] + points[:1], strict=True))
    (path,), _plan = make(maze, tmp_path / "a.lbrn2", Page(), options)
    for shape in ET.parse(path).getroot().iter("Shape"):
        primitives = shape.findtext("PrimList") or ""
        if shape.get("CutIndex") in ("2", "3") and primitives != "LineClosed":
            assert primitives.endswith(" 0")  # the last line or curve leads to the first point
    assert plan.warnings == ()
