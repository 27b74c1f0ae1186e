r"""Lines as thick as a photo is dark: it is seen from afar, where lines are grey.

Where a maze has no loops about one wall belongs to each square, so walls that are ``t`` cells thick
make it ``t`` dark. Textures have more walls here and fewer there: what walls make, blurred as the
eye does, is compared with the photo, and each wall is made thicker or thinner by that::

    photo      walls      blurred      thickness times photo / blurred
    ######     | | |      ::::::
    ######  =  | | |  ->  ::::::  ->   as often as ``ROUNDS``
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

import numpy as np

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.photo.tones import blur_tones, resize_tones
from mazeeditor.page.scene import Numbers, Strokes
from mazeeditor.page.wall_styles import Pen, Shading, Usual, lines_of, wall_style
from mazeeditor.page.walls.wall_graph import WallGraph, part_of

MIN_THICKNESS = 0.15  # of the thickest walls, where such lines can be printed
FRAME = 0.3  # the walls at the sides of the photo, of the thickest ones
LEVELS = 34  # thicknesses above the thinnest one
SQUARES = 2  # for each cell, in which walls and tones are compared
BLUR = 0.9  # cells: how far the eye blurs walls that it takes for grey
ROUNDS = 4
TOLERANCE_CELLS = 1e-6  # cells
PLAIN_THICKNESS = 0.5  # the thickness where there is no photo


def toned(graph: WallGraph, shading: Shading, pen: Pen, job: Job) -> Iterator[tuple[int, Strokes]]:
    """Yield lines with the numbers of their colours, those of one colour and thickness together."""
    least = shading.thinnest
    levels = np.rint((_widths(graph, shading) - least) / (1 - least) * LEVELS).astype(np.int64)
    steps = graph.steps if len(graph.steps) else np.zeros(len(levels), np.int64)
    kinds = levels - steps.astype(np.int64) * (LEVELS + 1)  # far walls first, thin ones first
    for kind in distinct(kinds).tolist():
        walls = np.flatnonzero(kinds == kind)
        with job.part(len(walls) / len(kinds)):
            line, _in_bends = lines_of(part_of(graph, walls), pen, job)
        step = -(kind // (LEVELS + 1))
        level = kind + step * (LEVELS + 1)
        yield step, replace(line, width=least + (1 - least) * level / LEVELS)


@wall_style(
    "toned",
    _("Tones of a photo"),
    order=10,
    memory=600,
    usual=Usual(0.5, np.inf),
    even=True,
    line=MIN_THICKNESS,
    toned=toned,
)
def evenly(graph: WallGraph, pen: Pen, job: Job) -> Strokes:
    """Lines as thick as a photo is dark."""
    return replace(lines_of(graph, pen, job)[0], width=PLAIN_THICKNESS)


def _widths(graph: WallGraph, shading: Shading) -> Numbers:
    """Return float64[w], how thick walls are, of the thickest ones: from the thinnest to 1."""
    least = shading.thinnest
    columns, rows = (max(1, ceil(side * SQUARES)) for side in (shading.width, shading.height))
    goal = least + (1 - least) * resize_tones(shading.tones, columns, rows)
    ends = np.stack([graph.x, graph.y], axis=-1)[graph.ends].reshape(-1, 2, 2)
    bulges = graph.bulges if len(graph.bulges) else np.zeros(len(ends))
    middle = middles(ends, bulges)
    places = (middle * SQUARES).astype(np.int64)
    at = places[:, 1].clip(0, rows - 1) * columns + places[:, 0].clip(0, columns - 1)
    lengths = graph.lengths

    def made(widths: Numbers) -> Numbers:
        ink = np.bincount(at, widths * lengths, rows * columns) * SQUARES**2.0
        return blur_tones(ink.reshape(rows, columns), BLUR * SQUARES).ravel()[at]

    widths = goal.ravel()[at]
    for _round in range(ROUNDS):
        widths = (widths * goal.ravel()[at] / made(widths)).clip(least, 1)
    sides = np.array([shading.width, shading.height])
    at_sides = ((middle < TOLERANCE_CELLS) | (middle > sides - TOLERANCE_CELLS)).any(axis=1)
    return np.where(at_sides, max(FRAME, least), widths)
