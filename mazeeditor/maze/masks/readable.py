"""How many cells a maze needs so that the letters of its outline can be read; if it has too few."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import ceil
from typing import Any, NamedTuple

from mazeeditor.core.chosen_entry import ChosenEntry
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.shapes import build, size_names

SAMPLES = 8, 16  # rows, columns or rings, of which is measured how much each adds
USUAL_FACTOR = 1.5  # times as many as are needed, if nothing else says how many there are
TOLERANCE_CELLS = 1e-6  # cells


class Needed(NamedTuple):
    """The least width and height of a maze, in cells."""

    width: float
    height: float


def needed_by(masks: Sequence[ChosenEntry]) -> Needed | None:
    """Return what the outlines of a maze need to be read, None if they show no letters.

    Raises ``UsageError`` if one cannot be drawn.
    """
    found = [need for step in masks if (need := _needed_cells(step))]
    if not found:
        return None
    return Needed(max(need.width for need in found), max(need.height for need in found))


def _needed_cells(step: ChosenEntry) -> Needed | None:
    needs = MASKS[step.name].needs if step.name in MASKS else None
    if needs is None:
        return None
    options = step.checked().options
    width, height = needs(options)
    scale = options.get("scale", 1.0)
    return Needed(width / scale, height / scale)


def readable_sizes(
    shape: str, needed: Needed, given: Mapping[str, Any], times: float = 1.0
) -> dict[str, Any]:
    """Return the options of a shape for ``times`` as wide and high a maze as is needed.

    Those ``given`` stay. Raises ``UsageError``.
    """
    names = size_names(shape)
    small, large = (
        build(shape, **{**dict.fromkeys(names, number), **given}).geometry for number in SAMPLES
    )
    step = SAMPLES[1] - SAMPLES[0]
    across = _count(needed.width * times, small.width, (large.width - small.width) / step)
    down = _count(needed.height * times, small.height, (large.height - small.height) / step)
    counts = {names[0]: down, names[1]: across} if len(names) > 1 else {names[0]: max(across, down)}
    return {**counts, **given}


def _count(length: float, small: float, each: float) -> int:
    """Return how many rows or columns are so long, from how long a few are and each further one."""
    return max(1, SAMPLES[0] + ceil((length - small) / each - TOLERANCE_CELLS)) if each > 0 else 1


def show_letters(masks: Sequence[ChosenEntry]) -> bool:
    """Whether the outlines of a maze show letters, as far as their typefaces are known."""
    with suppress(UsageError):  # of a typeface of another computer
        return needed_by(masks) is not None
    return True


def why_unreadable(masks: Sequence[ChosenEntry], whole: Lattice) -> str:
    """Return why the letters of an outline cannot be read in a whole lattice, "" if they can."""
    try:
        needed = needed_by(masks)
    except UsageError:  # a typeface of another computer, of which something else is said
        return ""
    if needed is None:
        return ""
    size = whole.geometry
    if (
        size.width >= needed.width - TOLERANCE_CELLS
        and size.height >= needed.height - TOLERANCE_CELLS
    ):
        return ""
    text = _(
        "The letters of the outline need {across} × {down} cells to be read, "
        "and the maze has {width} × {height}."
    )
    counts = {
        "across": ceil(needed.width - TOLERANCE_CELLS),
        "down": ceil(needed.height - TOLERANCE_CELLS),
    }
    return text.format(**counts, width=round(size.width), height=round(size.height))
