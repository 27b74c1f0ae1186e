"""A ruler in the lower margin of a page, by which a print is measured: 100 mm, or 4 in."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import INCH
from mazeeditor.core.translation import _
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Layer, Strokes, Text

LENGTHS = {"mm": (100, 50, 20), "in": (4, 2, 1)}  # the longest one that has room is drawn
STEPS = {"mm": (10, 1), "in": (1, 8)}  # units between long ticks, and parts of a unit between ticks
IN_INCHES = "Letter", "Legal", "Tabloid"
MIN_MARGIN_MM = 8.0  # mm: margins with less have no room for it
LINE, LONG, SHORT, LETTERS, GAP, LABEL = 0.25, 2.5, 1.25, 2.8, 1.5, 14.0  # mm


def ruler(page: Page, width: float, height: float) -> list[Layer]:
    """Return the ruler of a page of a size in mm, nothing if none is asked for.

    Raises ``UsageError`` where the margin has no room for it.
    """
    if not page.ruler:
        return []
    if page.margin < MIN_MARGIN_MM:
        text = _("A ruler needs margins of {least:g} mm or more, as it stands in the lower one.")
        raise UsageError(text.format(least=MIN_MARGIN_MM))
    unit = "in" if page.page in IN_INCHES or page.page.endswith("in") else "mm"
    size = INCH if unit == "in" else 1.0
    room = width - 2 * page.margin - LABEL
    length = next((one for one in LENGTHS[unit] if one * size <= room), 0)
    if not length:
        raise UsageError(_("The page is too narrow for a ruler."))
    (long, parts), left, base = STEPS[unit], page.margin, height - page.margin / 2
    ticks = np.arange(length * parts + 1) / parts
    high = np.where(ticks % long == 0, LONG, SHORT)
    across = left + ticks * size
    lines = np.stack([across, np.full(len(ticks), base), across, base - high], axis=1)
    points = np.vstack([lines.reshape(-1, 2), [[left, base], [left + length * size, base]]])
    count = len(points) // 2
    starts, closed = np.arange(count + 1) * 2, np.zeros(count, np.bool_)
    strokes = Strokes(points, starts, closed, LINE, "black", "butt")
    label = Text(left + length * size + GAP, base, LETTERS, f"{length} {unit}", "start", "black")
    return [Layer("ruler", _("Ruler"), (strokes, label))]
