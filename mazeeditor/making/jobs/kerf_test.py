r"""Kerf test: a strip whose loose pieces, pushed together, show how wide the tool cuts.

::

      0   .2  .4          each of n pieces is a kerf narrower than drawn, and the window half a kerf
      ||||||||||          longer at either end: so the pieces, pushed to the right, begin n + 1/2
    +-------------------  kerfs behind the line on the left, where the scale has its 0
    |     |__|__|__|__|_
    +-------------------
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.making.design import Design
from mazeeditor.making.jobs import machine_job
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.parts import CutPart, Product
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    join_paths,
    paths_of,
    rectangle,
)
from mazeeditor.making.presets.materials import Material
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import OF_SIZE, Page
from mazeeditor.page.scene import Numbers
from mazeeditor.page.text.lettering import lettering_of

EDGE, ABOVE, HIGH = 10.0, 14.0, 15.0  # mm: around the window, above it, and its height
LETTERS, TEXT = 2.2, 3.0  # mm: numbers of the scale, and the line below
SHORT, LONG, ROOM = 1.5, 2.5, 0.5  # mm: lines of the scale, and how far they stay off the window
LABELLED = 4  # every which line of the scale has a number


class StripSizes(NamedTuple):
    """How many pieces there are, how wide in mm, and the scale: ``step`` mm of kerf a line."""

    pieces: int
    width: float
    step: float
    lines: int


def sizes_for(kerf: float) -> StripSizes:
    """Return sizes by which about that kerf can be read well."""
    if kerf <= 0.5:
        return StripSizes(18, 5.0, 0.05, 10)  # 110 mm, for beds of 115
    return StripSizes(4, max(5.0, 4 * kerf), 0.25, max(10, ceil(1.5 * kerf / 0.25)))


# options of the page that do nothing for test pieces
OF_MAZE = frozenset({"page", "orientation", "margin", *OF_SIZE, "wall", "walls", "reversed"})


def no_maze_page(
    _maze: Maze, _page: Page, _options: MakeOptions, _material: Material
) -> tuple[Page, tuple[str, ...]]:
    """Return a page that fits any maze, for jobs that make nothing of it."""
    return Page(page="fit", marks="none"), ()


@machine_job(
    "kerf-test",
    _("Kerf test"),
    order=31,
    page=no_maze_page,
    smaller="",
    marked=False,
    ignores=OF_MAZE,
)
def kerf_test(design: Design, job: Job) -> Product:  # noqa: ARG001 - it takes no time
    """A strip with a scale that shows how wide your tool cuts (its kerf)."""
    sizes = sizes_for(design.kerf)
    right, bottom = EDGE + sizes.pieces * sizes.width, ABOVE + HIGH
    cuts = np.linspace(EDGE, right, sizes.pieces + 1)[1:-1]
    box = (0.0, 0.0, right + EDGE, bottom + EDGE)
    paths = {
        Operation.ENGRAVE: join_paths(
            [_scale(design, sizes), _note(design, (box[2] / 2, bottom + 6.5), box[2])]
        ),
        Operation.INNER_CUT: _upright(cuts, ABOVE, bottom),
        Operation.OUTER_CUT: join_paths([rectangle(EDGE, ABOVE, right, bottom), rectangle(*box)]),
    }
    part = CutPart("strip", _("Kerf test"), paths, sizes.pieces + 1)
    note = _(
        "Cut it, and push all pieces in the frame to the right: the number at the left end of the "
        "row is the width of a cut, the kerf, in mm. Enter it as Width of a cut, or in the "
        "material. In LightBurn leave Kerf offset at 0 for files made here; for drawings of "
        "other programs it is half of that number."
    )
    details = {"pieces": float(sizes.pieces)}
    return Product((part,), details=details, loose=True, notes=(note,))


def _scale(design: Design, sizes: StripSizes) -> ToolPaths:
    """Return lines for multiples of the step, and numbers at some."""
    kerfs = np.linspace(0.0, sizes.lines * sizes.step, sizes.lines + 1)
    places: Numbers = EDGE + (sizes.pieces + 0.5) * kerfs
    labelled = np.arange(len(kerfs)) % LABELLED == 0
    low = ABOVE - ROOM
    parts = [
        _upright(places[~labelled], low - SHORT, low),
        _upright(places[labelled], low - LONG, low),
    ]
    for kerf, place in zip(kerfs[labelled], places[labelled], strict=True):
        text = f"{kerf:.1f}".removeprefix("0") if 0 < kerf < 1 else f"{kerf:.0f}"
        parts.append(design.engraved_text(text, float(place), low - LONG - 0.8, LETTERS))
    return join_paths(parts)


def _note(design: Design, place: tuple[float, float], width: float) -> ToolPaths:
    """Return what to do, in letters that fit the strip."""
    text = _("Push all pieces to the right and read the kerf in mm on the left")
    needed = width_of(text, lettering_of(text, "", outlines=True))
    return design.engraved_text(text, *place, min(TEXT, (width - EDGE) / needed))


def _upright(places: Numbers, top: float, bottom: float) -> ToolPaths:
    """Return upright lines at ``places`` float64[k]."""
    x = np.repeat(places, 2)
    points = np.stack([x, np.tile([top, bottom], len(places))], axis=1)
    return paths_of(points, np.arange(0, 2 * len(places) + 1, 2), None, closed=False)
