"""Fit test: tongues and slots in steps of 0.05 mm, to find how much play parts need."""

from __future__ import annotations

import numpy as np

from mazeeditor.drawing.scene import Numbers
from mazeeditor.errors import UsageError
from mazeeditor.job import Job
from mazeeditor.making.design import Design
from mazeeditor.making.engraving import engraved_text
from mazeeditor.making.jobs import machine_job
from mazeeditor.making.jobs.kerf_test_job import no_maze_page
from mazeeditor.making.parts import CutPart, Operation, Product
from mazeeditor.making.tool_paths import ToolPaths, paths_of, rectangle, together
from mazeeditor.translation import _

STEPS: Numbers = np.linspace(-0.2, 0.2, 9)  # mm
LONG, APART, EDGE = 10.0, 8.0, 6.0  # mm: tongues and slots, between them, around them
LETTERS = 2.5  # mm
BEYOND = 2.0  # mm: how far tongues reach through a sheet


@machine_job("fit-test", _("Fit test"), order=12, page=no_maze_page, smaller="")
def fit_test(design: Design, job: Job) -> Product:  # noqa: ARG001 - it takes no time
    """Slots as wide as the material is thick, and tongues, each 0.05 mm wider than the last."""
    thickness, kerf = design.material.thickness, design.kerf
    steps: Numbers = STEPS[thickness + STEPS > kerf]
    if not len(steps):
        text = _("Slots for {material} are too narrow for a tool that cuts {kerf:g} mm wide.")
        raise UsageError(text.format(material=design.material.label, kerf=kerf))
    slots = _slots(steps, thickness, kerf)
    tongues = _tongues(steps, thickness, kerf)
    return Product((slots, tongues), narrowest=thickness)


def _numbers(steps: Numbers, pitch: float, y: float) -> ToolPaths:
    """Return the steps as numbers, in the middle of each place."""
    places = EDGE + (np.arange(len(steps)) + 0.5) * pitch
    texts = [f"{step:+.2f}" if abs(step) > 1e-9 else "0" for step in steps.tolist()]
    return together(
        [
            engraved_text(text, place, y, LETTERS)
            for text, place in zip(texts, places.tolist(), strict=True)
        ]
    )


def _slots(steps: Numbers, thickness: float, kerf: float) -> CutPart:
    """Return a plate with slots for sheets that stand upright."""
    pitch, beside = thickness + APART, kerf / 2
    slots = []
    for n, step in enumerate(steps.tolist()):
        middle, half = EDGE + (n + 0.5) * pitch, (thickness + step) / 2
        slots.append(
            rectangle(
                middle - half + beside, EDGE + beside, middle + half - beside, EDGE + LONG - beside
            )
        )
    right, bottom = 2 * EDGE + len(steps) * pitch, 2 * EDGE + LONG + 4.0
    paths = {
        Operation.ENGRAVE: _numbers(steps, pitch, bottom - EDGE),
        Operation.INNER_CUT: together(slots),
        Operation.OUTER_CUT: rectangle(-beside, -beside, right + beside, bottom + beside),
    }
    return CutPart("slots", _("Slots"), paths)


def _tongues(steps: Numbers, thickness: float, kerf: float) -> CutPart:
    """Return a comb of tongues, as long as they have to be to reach through the slots."""
    pitch, beside, high = LONG + APART, kerf / 2, thickness + BEYOND
    bottom, right = high + 2 * EDGE, 2 * EDGE + len(steps) * pitch
    corners = [(-beside, high - beside)]
    for n, step in enumerate(steps.tolist()):
        middle, half = EDGE + (n + 0.5) * pitch, (LONG + step) / 2 + beside
        low, tip = high - beside, -beside
        corners += [(middle - half, low), (middle - half, tip)]
        corners += [(middle + half, tip), (middle + half, low)]
    corners += [
        (right + beside, high - beside),
        (right + beside, bottom + beside),
        (-beside, bottom + beside),
    ]
    comb = paths_of(np.array(corners), np.array([0, len(corners)]), None, closed=True)
    paths = {Operation.ENGRAVE: _numbers(steps, pitch, bottom - EDGE), Operation.OUTER_CUT: comb}
    return CutPart("tongues", _("Tongues"), paths)
