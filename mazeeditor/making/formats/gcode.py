"""G-code for GRBL: lasers, routers and pens on a lift, in millimetres, with true arcs.

The beam is never on during a travel, whether or not the controller is in laser mode ($32):
each ``G0`` of a laser sets its power to nothing in the same line. A router goes down at its plunge
speed from the height at which it travels, and lifts the tool before it travels on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.making.formats import cut_format
from mazeeditor.making.formats.coordinates import (
    micrometres,
    open_rings,
    top_of,
    with_y_up,
    word_in_mm,
    words_for,
    words_in_mm,
)
from mazeeditor.page.formats.numbers import Words, join_words

if TYPE_CHECKING:
    from mazeeditor.making.paths.milling import Way
    from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
    from mazeeditor.making.presets.machines import Machine, OperationSetting
    from mazeeditor.making.sheets.layout import SheetLayout

FLAT_ARC_UM = 0.5  # µm: an arc that bends no farther from its chord is a line
HEADER = "G21\nG90\nG17\nG94\n"  # mm, from 0, 0, arcs in the plane of x and y, mm a minute
SPIN_UP = "G4P3\n"  # s until a spindle has its speed


@cut_format("gcode", "G-code", suffix=".gcode", order=4, memory=900)
def gcode(layout: SheetLayout, machine: Machine, job: Job) -> bytes:
    """Movements for GRBL in millimetres, with speeds, power and passes; arcs as G2 and G3."""
    text = [HEADER, _start(machine)]
    for operation in layout.paths:
        text += _operation(operation, layout, machine, job)
    text.append(_end(machine))
    return "".join(text).encode("ascii")


def _power(machine: Machine, setting: OperationSetting) -> str:
    return "S" + word_in_mm(machine.full_power * setting.power / 100)


def _start(machine: Machine) -> str:
    """Return how the tool gets ready: M4 scales a beam with the speed of the head."""
    if machine.tool == "laser":
        return "M4S0\n"
    return f"G0Z{word_in_mm(machine.lift)}\n"


def _end(machine: Machine) -> str:
    lift = "" if machine.tool == "laser" else f"G0Z{word_in_mm(machine.lift)}\n"
    stop = "" if machine.tool == "pen" else "M5\n"
    return f"{lift}{stop}G0X0Y0\nM2\n"


def _operation(operation: Operation, layout: SheetLayout, machine: Machine, job: Job) -> list[str]:
    """Return an operation, pass by pass; raises ``CancelledError``."""
    setting = machine.settings[operation]
    if machine.is_router:
        return _mill(operation, layout, machine, job)
    moves = _Moves(with_y_up(layout.paths[operation], top_of(layout, machine)))
    job.phase(setting.passes + 1, layout.share(operation))
    text = [f"; {operation.value}\n"]
    for number in range(1, setting.passes + 1):
        job.step(number)
        text.append(f"; pass {number} of {setting.passes}\n")
        text.append(moves.text(machine, setting))
    return text


def _mill(operation: Operation, layout: SheetLayout, machine: Machine, job: Job) -> list[str]:
    """Return an operation of a router, path by path; raises ``CancelledError``."""
    from mazeeditor.making.sheets.milled import mill_paths  # only files of routers need it

    setting, top = machine.settings[operation], top_of(layout, machine)
    text = [f"; {operation.value}\n", f"M3{_power(machine, setting)}\n{SPIN_UP}"]
    job.phase(len(layout.paths[operation]) + 1, layout.share(operation))
    for number, way in enumerate(mill_paths(layout, operation, machine)):
        job.step(number)
        text.append(_way_text(way, top, machine, setting))
    return text


def _way_text(way: Way, top: float, machine: Machine, setting: OperationSetting) -> str:
    """Return the lines of one path: travel, down, along with all its passes, up."""
    points = np.stack([way.points[:, 0], top - way.points[:, 1], way.z], axis=1)
    steps = micrometres(points)
    moves = np.append(True, (steps[1:] != steps[:-1]).any(axis=1))
    feeds = way.feeds(setting.speed, machine.plunge)[moves]
    steps, bulges = steps[moves], way.bulges[moves]
    first = np.zeros(len(steps), np.bool_)
    first[0] = True
    kinds, centres = _arcs(steps[:, :2], np.append(bulges[1:], 0.0), first)
    moved = steps[1:] != steps[:-1]
    sideways, upright = (np.append(False, each) for each in (moved[:, :2].any(axis=1), moved[:, 2]))
    x, y, z = words_in_mm(steps.T)
    words = kinds + np.where(sideways, "X" + x + "Y" + y, "") + np.where(upright, "Z" + z, "")
    words += centres
    fed = np.append(True, feeds[1:] != feeds[:-1])
    words += np.where(fed, "F" + words_for(feeds, word_in_mm), "")
    words[0] = f"G0X{x[0]}Y{y[0]}\nG1Z{z[0]}F{word_in_mm(feeds[0])}"
    words += "\n"
    return join_words(words) + f"G0Z{word_in_mm(machine.lift)}\n"


class _Moves:
    """Paths as words of G-code, of which each pass has the same."""

    def __init__(self, paths: ToolPaths) -> None:
        paths = open_rings(paths)
        steps = micrometres(paths.points)
        self.first = np.zeros(len(steps), np.bool_)
        self.first[paths.starts[:-1]] = True
        self.last = np.append(self.first[1:], True)[: len(steps)]
        x, y = words_in_mm(steps.T)
        self.places: Words = "X" + x + "Y" + y
        self.kinds, self.centres = _arcs(steps, paths.bulges, self.first)

    def text(self, machine: Machine, setting: OperationSetting) -> str:
        """Return the lines of one pass: travel, down, along, up."""
        laser = machine.tool == "laser"
        begin, end = "S0", ""
        feed = f"F{word_in_mm(setting.speed)}"
        if laser:
            feed = _power(machine, setting) + feed
        else:
            begin = f"\nG1Z0F{word_in_mm(machine.plunge)}"
            end = f"G0Z{word_in_mm(machine.lift)}\n"
        words = self.kinds + self.places + self.centres
        words[self.first] += begin
        second = np.append(False, self.first[:-1])
        words[second] += feed
        words += "\n"
        words[self.last] += end
        return join_words(words)


def _arcs(
    steps: NDArray[np.int64], bulges: NDArray[np.float64], first: NDArray[np.bool_]
) -> tuple[Words, Words]:
    """Return the word of each move, G0, G1, G2 or G3, and where the middle of an arc lies.

    ``steps`` int64[n, 2] are where the moves lead, in micrometres; ``first`` begin a path.
    """
    kinds: Words = np.full(len(steps), "G1", object)
    kinds[first] = "G0"
    centres: Words = np.full(len(steps), "", object)
    ends = np.flatnonzero(~first)
    bulge = bulges[ends - 1]
    chord = (steps[ends] - steps[ends - 1]).astype(np.float64)
    bent = np.abs(bulge) * np.hypot(chord[:, 0], chord[:, 1]) / 2 > FLAT_ARC_UM
    ends, bulge, chord = ends[bent], bulge[bent], chord[bent]
    apothem = ((1 - bulge**2) / (4 * bulge))[:, None]
    centre = chord / 2 + apothem * np.stack([-chord[:, 1], chord[:, 0]], axis=1)
    i, j = words_in_mm(np.rint(centre.T).astype(np.int64))
    kinds[ends] = np.where(bulge > 0, "G3", "G2").astype(object)
    centres[ends] = "I" + i + "J" + j
    return kinds, centres
