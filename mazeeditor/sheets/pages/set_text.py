"""Text set on designed pages and covers: bold, on the steps of one scale, upright or on a spine."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mazeeditor.core.lengths import POINT
from mazeeditor.core.typefaces.shaping import is_plain, width_of
from mazeeditor.page.scene import Anchor, Box, Item, Points, Polygons, Strokes, Text
from mazeeditor.page.text.lettering import Block, clean, fit_text, flowing, lettering_of
from mazeeditor.page.text.placed_text import left_of, parts_of

SCALE = (7, 8, 9, 10, 11, 12, 14, 16, 18, 21, 24, 28, 32, 36, 42, 48, 56, 64, 72, 84, 96, 120)  # pt
BOLDER = 0.055  # em: how much thicker the letters of a bold text are
CLOCKWISE = np.array([(0.0, 1.0), (-1.0, 0.0)])  # (x, y) becomes (-y, x), y down


def on_scale(size: float) -> float:
    """Return the largest em of the scale that is no larger than ``size``, both in mm.

    The smallest one where that is smaller still.
    """
    points = size / POINT + 1e-6
    return max((step for step in SCALE if step <= points), default=SCALE[0]) * POINT


def set_block(
    text: str, width: float, size: float, typeface: str, lines: int, *, title: bool
) -> Block:
    """Return a text in lines of ``width`` mm; those of a title rather become smaller."""
    text = clean(text)
    setting = fit_text if title else flowing
    return setting(text, width, size, lettering_of(text, typeface), lines)


def lines_of(
    block: Block, x: float, top: float, anchor: Anchor, colour: str, *, bold: bool = False
) -> list[Item]:
    """Return the lines of a block whose letters begin at ``top``; all in mm."""
    items: list[Item] = []
    for line, y in zip(block.lines, block.baselines(top), strict=True):
        text = Text(x, y, block.size, line, anchor, colour, lettering=block.lettering)
        items += [text, *(_thicken(text) if bold else ())]
    return items


def _thicken(text: Text) -> list[Item]:
    """Return lines around the letters of a text, which make them bold."""
    pieces = [replace(text, outline=BOLDER * text.size)]
    if is_plain(text.text, text.lettering):  # its letters stand as far apart as they are wide
        x, pieces = left_of(text), []
        for letter in text.text:
            pieces.append(
                replace(text, x=x, text=letter, anchor="start", outline=BOLDER * text.size)
            )
            x += width_of(letter, text.lettering) * text.size
    parts = [part for piece in pieces for part in parts_of(piece)]
    return [part for part in parts if isinstance(part, Strokes) and len(part.points)]


def down_in(
    text: str, box: Box, height: float, typeface: str, colour: str, *, at_end: bool = False
) -> list[Item]:
    """Return a text that runs down a box, its letters ``height`` mm high, or less where it is long.

    It begins at the top of the box, or ends at its bottom. It is drawn as areas, as pages hold no
    texts that are turned.
    """
    left, top, right, bottom = box
    text = clean(text)
    lettering = replace(lettering_of(text, typeface), outlines=True)
    areas = [
        part
        for part in parts_of(Text(0.0, 0.0, 1.0, text, "start", colour, lettering=lettering))
        if isinstance(part, Polygons)
    ]
    if not areas:
        return []
    points = np.concatenate([part.points for part in areas])
    low, high = points.min(axis=0), points.max(axis=0)
    scale = min(height / (high[1] - low[1]), (bottom - top) / (high[0] - low[0]))
    middle = (left + right) / 2, (low[1] + high[1]) / 2
    begin = bottom - (high[0] - low[0]) * scale if at_end else top

    def turned(points: Points) -> Points:
        around = (points - (low[0], middle[1])) * scale
        placed: Points = around @ CLOCKWISE + np.array([middle[0], begin])
        return placed

    return [replace(part, points=turned(part.points)) for part in areas]
