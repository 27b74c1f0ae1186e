"""Fit test: tongues and slots in steps of 0.05 mm, to find how much play parts need."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import machine_job
from mazeeditor.making.jobs.kerf_test import OF_MAZE, no_maze_page
from mazeeditor.making.kerf import cut_around, cut_out
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, join_paths, paths_of
from mazeeditor.page.scene import Numbers
from mazeeditor.page.text.lettering import lettering_of

STEPS: Numbers = np.linspace(-0.2, 0.2, 9)  # mm
LETTERS, APART = 2.5, 1.5  # mm: how high numbers are, and between two of them
MARGIN_MM = 0.5  # mm: more than the steps take of a tongue, and of what is between slots
BELOW, LOW = 1.0, 1.5  # mm: between slots and their numbers, and below these at least
BEYOND, CLEAR = 2.0, 0.5  # mm: how far tongues reach through a sheet, and pass its edges


class FitSizes(NamedTuple):
    """In mm: ``edge`` around slots and tongues, which are ``long``, and the ``body`` of the comb.

    All are as wide as the material is thick, or wider, so that they hold. ``number`` is where the
    numbers of slots stand, and ``bottom`` where their plate ends.
    """

    edge: float
    long: float
    body: float
    number: float
    bottom: float

    @classmethod
    def of(cls, thickness: float) -> FitSizes:
        edge, long = max(3.0, thickness), max(6.0, thickness + MARGIN_MM)
        number = edge + long + BELOW + LETTERS
        return cls(edge, long, max(8.0, thickness), number, max(number + LOW, 2 * edge + long))


@machine_job(
    "fit-test",
    _("Fit test"),
    order=32,
    page=no_maze_page,
    smaller="",
    marked=False,
    ignores=OF_MAZE,
)
def fit_test(design: Design, job: Job) -> Product:  # noqa: ARG001 - it takes no time
    """Slots and tongues in steps of 0.05 mm, to find out how tight parts fit."""
    thickness, kerf = design.material.thickness, design.kerf
    steps: Numbers = STEPS[thickness + STEPS > kerf]
    if not len(steps):
        text = _(
            "Slots for {material} are too narrow for a tool that cuts {kerf:g} mm wide: use "
            "a thicker material, or a narrower tool."
        )
        raise UsageError(text.format(material=design.material.label, kerf=kerf))
    slots = _slots(design, steps)
    tongues = _tongues(design, steps)
    note = _(
        "Put an edge of the material into the slots: the one that fits tightly shows how thick it "
        "really is. Add its number to {thickness:g} mm, and enter that as Thickness in Make."
    )
    notes = (note.format(thickness=thickness),)
    return Product((slots, tongues), narrowest=FitSizes.of(thickness).edge, notes=notes)


def _text_of(step: float) -> str:
    return f"{step:+.2f}" if abs(step) > 1e-9 else "0"


def _widest(steps: Numbers) -> float:
    """Return how wide the widest number is, in mm."""
    texts = map(_text_of, steps.tolist())
    return LETTERS * max(width_of(each, lettering_of(each, "", outlines=True)) for each in texts)


def _numbers(design: Design, steps: Numbers, edge: float, pitch: float, y: float) -> ToolPaths:
    """Return the steps as numbers, in the middle of each place."""
    places = edge + (np.arange(len(steps)) + 0.5) * pitch
    texts = map(_text_of, steps.tolist())
    return join_paths(
        [
            design.engraved_text(text, place, y, LETTERS)
            for text, place in zip(texts, places.tolist(), strict=True)
        ]
    )


def _slots(design: Design, steps: Numbers) -> CutPart:
    """Return a plate with slots for sheets that stand upright."""
    thickness, kerf = design.material.thickness, design.kerf
    sizes = FitSizes.of(thickness)
    edge, end = sizes.edge, sizes.edge + sizes.long
    pitch = max(2 * thickness + MARGIN_MM, _widest(steps) + APART)
    slots = []
    for n, step in enumerate(steps.tolist()):
        middle, half = edge + (n + 0.5) * pitch, (thickness + step) / 2
        slots.append(cut_out((middle - half, edge, middle + half, end), kerf))
    right, bottom = 2 * edge + len(steps) * pitch, sizes.bottom
    paths = {
        Operation.ENGRAVE: _numbers(design, steps, edge, pitch, sizes.number),
        Operation.INNER_CUT: join_paths(slots),
        Operation.OUTER_CUT: cut_around((0.0, 0.0, right, bottom), kerf),
    }
    return CutPart("slots", _("Slots"), paths)


def _tongues(design: Design, steps: Numbers) -> CutPart:
    """Return a comb of tongues, as long as they have to be to reach through the slots.

    They are spaced so that, with one in a slot, its neighbours clear the edges of the plate.
    """
    thickness = design.material.thickness
    sizes, offset, high = FitSizes.of(thickness), design.half_kerf, thickness + BEYOND
    edge, long = sizes.edge, sizes.long
    pitch = max(edge + long, sizes.bottom - edge) + CLEAR
    bottom, right = high + sizes.body, 2 * edge + len(steps) * pitch
    corners = [(-offset, high - offset)]
    for n, step in enumerate(steps.tolist()):
        middle, half = edge + (n + 0.5) * pitch, (long + step) / 2 + offset
        low, tip = high - offset, -offset
        corners += [(middle - half, low), (middle - half, tip)]
        corners += [(middle + half, tip), (middle + half, low)]
    corners += [
        (right + offset, high - offset),
        (right + offset, bottom + offset),
        (-offset, bottom + offset),
    ]
    comb = paths_of(np.array(corners), np.array([0, len(corners)]), None, closed=True)
    numbers = _numbers(design, steps, edge, pitch, bottom - (sizes.body - LETTERS) / 2)
    paths = {Operation.ENGRAVE: numbers, Operation.OUTER_CUT: comb}
    return CutPart("tongues", _("Tongues"), paths)
