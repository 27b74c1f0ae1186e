"""The figures of a job are those of a controller that follows its G-code, and what people read."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from mazeeditor.core.job import Job
from mazeeditor.core.options import options_of
from mazeeditor.making.formats import CUT_FORMATS
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.paths.tool_paths import Operation
from mazeeditor.making.plan import MakePlan, MakingFigures, figures_of, plan_making
from mazeeditor.making.presets.machines import Machine, OperationSetting
from mazeeditor.page.page import Page
from tests.breadth import in_turns
from tests.making.designs import SIZES, small_maze
from tests.making.replays import Grbl, Line

PAGE = Page(page="fit", cell=8.0, wall=2.0)
FLAT = [job.name for job in JOBS if not job.solid]
SETTINGS = {
    operation: OperationSetting(
        colour="#000000", speed=600.0 + 100 * number, power=50, passes=1 + number % 3
    )
    for number, operation in enumerate(Operation)
}
LIFT = 4.0  # mm
TOOLS = next(option.choices for option in options_of(Machine) if option.name == "tool")
CASES = in_turns(FLAT, SIZES, TOOLS)


class Clock(Grbl):
    """A controller that adds up ways in mm and minutes, until it has done its last path."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(
            lifted=machine.tool != "laser", height=0.0 if machine.tool == "laser" else 9
        )
        self.machine = machine
        self.worked = dict.fromkeys((operation.value for operation in Operation), 0.0)
        self.travelled, self.minutes, self.strokes = 0.0, 0.0, 0.0
        self.waiting = 0.0, 0.0  # mm and minutes of travel since the tool worked
        # strokes of a letter meet: a laser is off between them too, and travels 0 mm
        self.travels = False

    def move(self, words: dict[str, float]) -> None:
        height, before = self.height, self.place
        super().move(words)
        moved = self.drawn[self.operation][-1] if self.motion != "G0" else [before, self.place]
        upright = abs(self.height - height)
        if self.motion == "G0":
            way, minutes = self.waiting
            away = abs(self.place - before)
            self.waiting = way + away, minutes + (away + upright) / self.machine.travel
            self.travels = True
            return
        if self.travels:
            setting = self.machine.settings[Operation(self.operation)]
            if self.strokes:  # the way to the first path is no travel between paths
                self.travelled += self.waiting[0]
                self.minutes += self.waiting[1]
            # a router cuts a path in all its passes before it is lifted
            self.strokes += 1 if self.machine.tool == "router" else 1 / setting.passes
            self.waiting, self.travels = (0.0, 0.0), False
        if upright:
            self.minutes += upright / self.machine.plunge
            return
        way = length(moved[self.behind(moved, before) :])
        self.worked[self.operation] += way
        self.minutes += way / self.feed

    @staticmethod
    def behind(line: Line, place: complex) -> int:
        """Return where in a line the last move began."""
        return max(number for number, other in enumerate(line[:-1]) if other == place)


def length(line: Line) -> float:
    return sum(abs(there - here) for here, there in pairwise(line))


def planned(job: str, shape: str, tool: str) -> MakePlan:
    making = plan_making(
        small_maze(shape, braid=0.3), PAGE, MakeOptions(job=job, material="acrylic-3")
    )
    machine = Machine(
        "one", "One", settings=SETTINGS, tool=tool, lift=LIFT, plunge=250.0, travel=3000.0
    )
    sheets = making.sheets[:1]
    return replace(making, machine=machine, sheets=sheets)


@pytest.mark.sample(4)
@pytest.mark.parametrize(("job", "shape", "tool"), CASES)
def test_figures_are_those_of_a_controller(job: str, shape: str, tool: str) -> None:
    making = planned(job, shape, tool)
    figures = figures_of(making.product, making.sheets, making.machine)
    clock = Clock(making.machine)
    written = CUT_FORMATS["gcode"].run(making.sheets[0], making.machine, Job())
    assert isinstance(written, bytes)
    clock.run(written.decode())
    cuts = {operation.value for operation in Operation if operation.cuts}
    cut = sum(way for name, way in clock.worked.items() if name in cuts)
    drawn = sum(clock.worked.values()) - cut
    assert figures.strokes == round(clock.strokes)
    assert figures.cut == pytest.approx(cut, rel=1e-3)
    assert figures.drawn == pytest.approx(drawn, rel=1e-3)
    assert figures.travel == pytest.approx(clock.travelled, rel=1e-3, abs=0.1)
    # the clock leaves out the first descent, which is much of a single stroke
    assert figures.seconds == pytest.approx(60 * clock.minutes, rel=1e-3, abs=0.2)


def test_figures_in_words_and_as_json() -> None:
    sheets = ((600.0, 300.0), (200.04, 100.0), (600.0, 300.0))
    figures = MakingFigures(1234, 2345.6, 1500.0, 98765.4321987, 3725.6, 5, 3, 1.23456, sheets, 0.5)
    assert figures.summary == (
        "Parts 3 · pieces 5 · sheets 2 of 600 × 300, 1 of 200 × 100 mm",
        "Strokes 1,234 · cut 2.35 m · drawn 1.50 m · travel 98.77 m",
        "About 1 h 02 min at the speeds of the machine",
    )
    assert (
        replace(figures, seconds=59.6).summary[2] == "About 1 min 00 s at the speeds of the machine"
    )
    values = figures.to_dict()
    assert (values["sheets"], values["travel"], values["smallest"]) == (3, 98765.432, 1.235)
    assert values["sheet_sizes"] == [[600.0, 300.0], [200.04, 100.0], [600.0, 300.0]]
