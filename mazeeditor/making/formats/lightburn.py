"""LightBurn projects: a layer with speed, power and passes for each operation, arcs as curves.

::

    <Shape Type="Path" CutIndex="0" VertID="0" PrimID="0">
        <XForm>1 0 0 1 0 0</XForm>
        <VertList>V0 0c0x1c1x1V10 0c0x12c0y0c1x1V15 5c0x1c1x15c1y3</VertList>
        <PrimList>L0 1B1 2</PrimList>
    </Shape>

A vertex has the handle of the curve that leaves it (c0) and of that which arrives (c1); the word
``c0x1`` alone means none, as LightBurn itself writes it. Rings of lines alone have the word
``LineClosed`` for their lines. Two shapes must not share the numbers of their lists: it would take
the points of the first for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import pi
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.making.formats import cut_format
from mazeeditor.making.formats.coordinates import (
    micrometres,
    with_y_up,
    word_in_mm,
    words_in_mm,
)
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths
from mazeeditor.page.colours import hexadecimal
from mazeeditor.page.curves import STRAIGHT_BULGE, Places, in_pieces, onward, places_of
from mazeeditor.page.formats.numbers import Words, join_words

if TYPE_CHECKING:
    from mazeeditor.making.presets.machines import Machine
    from mazeeditor.making.sheets.layout import SheetLayout

# Each colour is one layer, C00, C01, ...; T1 is for what is seen but never done.
PALETTE = (
    *("#000000", "#0000ff", "#ff0000", "#00e000", "#d0d000", "#ff8000"),
    *("#00e0e0", "#ff00ff", "#b4b4b4", "#0000a0", "#a00000", "#00a000"),
    *("#a0a000", "#c08000", "#00a0ff", "#a000a0", "#808080", "#7d87b9"),
    *("#bb7784", "#4a6fe3", "#d33f6a", "#8cd78c", "#f0b98d", "#f6c4e1"),
    *("#fa9ed4", "#500a78", "#b45a00", "#004754", "#86fa88", "#ffdb66"),
)
WORDS = 0.6  # of the work: the words of all points
SHAPES_PER_CHECK = 1000  # shapes, of which each takes 5 µs
TOOL_LAYER = 30  # T1, #f36926
WIDEST = pi / 4  # of an arc drawn as one curve, which is then within 5e-6 of its radius
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<LightBurnProject AppVersion="1.0.00" FormatVersion="1" MaterialHeight="{thickness}" \
MirrorX="False" MirrorY="False">
    <UIPrefs>
{order}    </UIPrefs>
"""
# How LightBurn orders what it cuts, in its own words: 0 is what it looks at first, -1 what it does
# not look at. Layers come first, in the order of their priorities; then inner shapes before those
# around them; the rest as it stands in the file, which is ordered for little travel already.
ORDER = {
    "ByLayer": 0,
    "ByGroup": -1,
    "ByPriority": 1,
    "WhichDirection": 0,
    "InnerToOuter": 1,
    "ByDirection": 0,
    "ReduceTravel": 0,
    "HideBacklash": 0,
    "ReduceDirChanges": 0,
    "ChooseCorners": 0,
    "AllowReverse": 0,
    "RemoveOverlaps": 0,
    "OptimalEntryPoint": 0,
}
CUT_LAYER = """    <CutSetting type="Cut">
        <index Value="{index}"/>
        <name Value="{name}"/>
        <minPower Value="{power}"/>
        <maxPower Value="{power}"/>
        <maxPower2 Value="{power}"/>
        <speed Value="{speed}"/>
        <numPasses Value="{passes}"/>
        <priority Value="{priority}"/>
    </CutSetting>
"""
SHEET = """    <CutSetting type="Tool">
        <index Value="{index}"/>
        <name Value="T1"/>
        <priority Value="{priority}"/>
    </CutSetting>
    <Shape Type="Rect" CutIndex="{index}" W="{width}" H="{height}" Cr="0">
        <XForm>1 0 0 1 {x} {y}</XForm>
    </Shape>
"""
FOOT = """    <Notes ShowOnLoad="0" Notes=""/>
</LightBurnProject>
"""


@cut_format("lightburn", "LightBurn", suffix=".lbrn2", order=3, memory=1500)
def lightburn(layout: SheetLayout, machine: Machine, job: Job) -> bytes:
    """Project of LightBurn: a layer with its settings for each operation, the sheet on T1."""
    indices = layer_indices(machine)
    order = (f'        <Optimize_{name} Value="{value}"/>\n' for name, value in ORDER.items())
    text = [HEAD.format(thickness=word_in_mm(layout.thickness), order="".join(order))]
    # operations of one colour are one layer, which has the settings of the first
    layers = {indices[operation]: operation for operation in reversed(list(layout.paths))}
    for priority, index in enumerate(dict.fromkeys(indices[one] for one in layout.paths)):
        setting = machine.settings[layers[index]]
        text.append(
            CUT_LAYER.format(
                index=index,
                name=escape(layers[index].label),
                power=word_in_mm(setting.power),
                speed=word_in_mm(setting.speed / 60),
                passes=setting.passes,
                priority=priority,
            )
        )
    text.append(_sheet(layout, len(layers)))
    count = 0
    for operation, paths in layout.paths.items():
        with job.part(layout.share(operation)):
            text.append(_shapes(paths, layout.height, indices[operation], count, job))
        count += len(paths)
    return "".join([*text, FOOT]).encode()


def layer_indices(machine: Machine) -> Mapping[Operation, int]:
    """Return the number of the layer of each operation: that of its colour, else a free one."""
    colours = dict.fromkeys(hexadecimal(machine.settings[one].colour) for one in Operation)
    known = {colour: PALETTE.index(colour) for colour in colours if colour in PALETTE}
    free = (index for index in range(len(PALETTE)) if index not in known.values())
    layers = {colour: known[colour] if colour in known else next(free) for colour in colours}
    return {one: layers[hexadecimal(machine.settings[one].colour)] for one in Operation}


def _sheet(layout: SheetLayout, priority: int) -> str:
    """Return the outline of the sheet, on the layer that is never cut."""
    return SHEET.format(
        index=TOOL_LAYER,
        priority=priority,
        width=word_in_mm(layout.width),
        height=word_in_mm(layout.height),
        x=word_in_mm(layout.width / 2),
        y=word_in_mm(layout.height / 2),
    )


def _shapes(paths: ToolPaths, top: float, index: int, first: int, job: Job) -> str:
    """Return a shape for each path, numbered from ``first`` on; raises ``CancelledError``."""
    job.phase(1, WORDS)
    strokes = in_pieces(paths.drawn(1.0, ""), WIDEST)
    bulges = np.zeros(len(strokes.points)) if strokes.bulges is None else strokes.bulges
    paths = with_y_up(ToolPaths(strokes.points, strokes.starts, strokes.closed, bulges), top)
    vertices = _vertices(paths)
    job.phase(len(vertices))
    curved = np.abs(paths.bulges) > STRAIGHT_BULGE
    kinds = np.where(curved, "B", "L").astype(object)
    parts = []
    for number, closed in enumerate(paths.closed.tolist()):
        low, high = paths.starts[number], paths.starts[number + 1]
        if number % SHAPES_PER_CHECK == 0:
            job.step(int(low))
        ends = [*range(1, int(high - low)), *([0] if closed else [])]
        lines = "".join(f"{kinds[low + at]}{at} {end}" for at, end in enumerate(ends))
        if closed and not curved[low:high].any():
            lines = "LineClosed"
        parts.append(
            f'    <Shape Type="Path" CutIndex="{index}" VertID="{first + number}" '
            f'PrimID="{first + number}">\n'
            "        <XForm>1 0 0 1 0 0</XForm>\n"
            f"        <VertList>{join_words(vertices[low:high])}</VertList>\n"
            f"        <PrimList>{lines}</PrimList>\n"
            "    </Shape>\n"
        )
    return "".join(parts)


def _vertices(paths: ToolPaths) -> Words:
    """Return the word of each point: its place, and the handles of curves.

    The handles of an arc are along its tangents, a third of the chord times 1 + bulge² long.
    """
    places, after = places_of(paths.points), onward(paths.starts, paths.closed)
    arcs = np.flatnonzero((np.abs(paths.bulges) > STRAIGHT_BULGE) & (after >= 0))
    chord = places[after[arcs]] - places[arcs]
    bulges = paths.bulges[arcs]
    handle = chord * (1 + bulges**2) / 3
    turn = np.exp(2j * np.arctan(bulges))
    leaving, arriving = (np.full(len(places), f"c{end}x1", object) for end in (0, 1))
    leaving[arcs] = _handles("c0", places[arcs] + handle / turn)
    arriving[after[arcs]] = _handles("c1", places[after[arcs]] - handle * turn)
    x, y = words_in_mm(micrometres(paths.points.T))
    words: Words = "V" + x + " " + y + leaving + arriving
    return words


def _handles(name: str, places: Places) -> Words:
    x, y = words_in_mm(micrometres(np.stack([places.real, places.imag])))
    words: Words = name + "x" + x + name + "y" + y
    return words
