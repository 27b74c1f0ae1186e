"""HPGL for pen plotters and vinyl cutters: polylines in steps of 0.025 mm, a pen a colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.making.formats import cut_format
from mazeeditor.making.formats.coordinates import open_rings, top_of, with_y_up
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, paths_of
from mazeeditor.page.curves import flatten
from mazeeditor.page.formats.numbers import Words, join_words, words_of

if TYPE_CHECKING:
    from mazeeditor.making.presets.machines import Machine
    from mazeeditor.making.sheets.layout import SheetLayout

UNITS = 40  # in a mm
ERROR = 0.5 / UNITS  # mm, between arcs and the lines in their place: AA is unknown to old plotters
STEPS = 3  # of writing an operation: lines, words, text
CM_A_SECOND = 600  # mm a minute


@cut_format("hpgl", "HPGL", suffix=".hpgl", order=5, memory=1000)
def hpgl(layout: SheetLayout, machine: Machine, job: Job) -> bytes:
    """Lines for pen plotters, in steps of a fortieth of a millimetre; a pen for each colour."""
    text = ["IN;PA;\n"]
    for operation, paths in layout.paths.items():
        setting = machine.settings[operation]
        job.phase(STEPS, layout.share(operation))
        text.append(f"PU;SP{pen_of(operation, machine)};VS{_speed(setting.speed)};\n")
        text += [_lines(paths, top_of(layout, machine), job)] * setting.passes
    text.append("PU;SP0;\n")
    return "".join(text).encode("ascii")


def pen_of(operation: Operation, machine: Machine) -> int:
    """Return the number of the pen, from 1 on: operations of one colour have the same."""
    colours = dict.fromkeys(machine.settings[one].colour for one in Operation)
    return list(colours).index(machine.settings[operation].colour) + 1


def _speed(speed: float) -> int:
    """Return a speed in mm a minute as plotters take it: in cm a second, 1 to 127."""
    return min(max(round(speed / CM_A_SECOND), 1), 127)


def _lines(paths: ToolPaths, top: float, job: Job) -> str:
    """Return ``PU0,0;PD400,0,400,400;`` for each path; raises ``CancelledError``."""
    strokes = flatten(open_rings(paths).drawn(1.0, ""), ERROR)
    paths = with_y_up(paths_of(strokes.points, strokes.starts, None, closed=False), top, UNITS)
    job.step(1)
    x, y = words_of(np.rint(paths.points.T * UNITS).astype(np.int64))
    words: Words = x + "," + y
    job.step(2)
    firsts, lasts = paths.starts[:-1], paths.starts[1:] - 1
    before: Words = np.full(len(words), ",", object)
    before[firsts] = "PU"
    before[firsts + 1] = ";PD"
    words = before + words
    words[lasts] += ";\n"
    return join_words(words)
