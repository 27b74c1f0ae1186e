"""G-code: the planned paths, passes of a router, and speed and power of a laser."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import (
    Operation,
)
from mazeeditor.making.plan import plan_making
from mazeeditor.making.presets.machines import Machine, OperationSetting
from tests.making.designs import maze_of
from tests.making.formats.planned import (
    NEAR,
    PAGE,
    assert_same,
    check_planned,
    encoded,
    expected,
    planned,
)
from tests.making.replays import (
    read_gcode,
    read_hpgl,
)


@pytest.mark.slow
def test_a_router_goes_down_in_passes(tmp_path: Path) -> None:
    making = plan_making(maze_of("polar"), PAGE, MakeOptions(job="inlay", machine="grbl-router"))
    run = read_gcode(encoded(making, "gcode", tmp_path), lifted=True)
    # 3 mm and 0.2 into the board below, in passes of 0.5 mm at the most; over tabs 2 mm
    passes = {round(-3.2 * number / 7, 3) for number in range(1, 8)}
    assert run.depths == {-0.5, -1.0, -2.0, *passes}
    setting = making.machine.settings[Operation.OUTER_CUT]
    assert (setting.speed, 10000.0) in run.feeds
    wanted = expected(making.sheets[0], "bottom-left")[Operation.OUTER_CUT]
    length = sum(abs(there - here) for line in wanted for here, there in pairwise(line))
    cut = sum(abs(b - a) for line in run.drawn["outer-cut"] for a, b in pairwise(line))
    assert cut == pytest.approx(7 * length, rel=1e-6)


def test_a_router_cuts_as_deep_and_wide_as_it_must(tmp_path: Path) -> None:
    options = MakeOptions(job="stencil", machine="grbl-router", thickness=4.2, outline="none")
    making = plan_making(maze_of("rectangular"), PAGE, options)
    run = read_gcode(encoded(making, "gcode", tmp_path), lifted=True)
    assert min(run.depths) == -4.4
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
        Operation.SCORE: OperationSetting(colour="#123456", speed=1234.5, power=12.5, passes=3),
    }
    making = planned(maze_of("rectangular"), "score", settings=settings, full_power=255.0)
    run = read_gcode(encoded(making, "gcode", tmp_path))
    assert run.feeds == {(1234.5, 31.875), (6000.0, 38.25), (600.0, 204.0)}
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
    assert [int(one["priority"]) for one in layers.values()] == [0, 1, 2, 3]


@pytest.mark.parametrize("origin", ["bottom-left", "top-left"])
def test_a_file_holds_the_planned_paths(tmp_path: Path, origin: str) -> None:
    check_planned("gcode", planned(maze_of("polar"), "inlay", origin), tmp_path)
