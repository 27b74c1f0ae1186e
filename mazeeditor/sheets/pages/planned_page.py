"""What all pages of a sheet or book have: their paper, margins, number and texts around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mazeeditor.page.marks.free_ground import Box
from mazeeditor.page.page import Page
from mazeeditor.page.print_quality import (
    thinnest_line,
    warning_about_cuts,
    warning_about_lines,
)
from mazeeditor.page.scene import Scene
from mazeeditor.page.text.missing_glyphs import missing_of, warning_of
from mazeeditor.sheets.pages.page_texts import Placed, elements_of, placed
from mazeeditor.sheets.sheet import Sheet


def warning_about(scene: Scene) -> str:
    """Return what the user is warned of on a page: thin lines, missing characters, cut texts."""
    thin = warning_about_lines(thinnest_line(scene))
    missing = warning_of("".join(missing_of([scene])))
    return "\n".join(filter(None, (thin, missing, warning_about_cuts(scene.cut))))


@dataclass(frozen=True, kw_only=True)
class PlannedPage:
    """A page to be drawn: its paper and what lies between its margins, in mm, and its texts.

    ``number`` is printed, ``name`` is that of its file, and ``fields`` are what the names in braces
    stand for. ``trim`` is where the page is cut, None where its file does not say. A page gets its
    paper, margins, cut, number and name once its place is known.
    """

    sheet: Sheet
    page: Page
    paper: tuple[float, float] = (0.0, 0.0)
    box: Box = (0.0, 0.0, 0.0, 0.0)
    number: int = 0
    name: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    trim: Box | None = None

    def texts_around(self, sheet: Sheet, fields: Mapping[str, str]) -> Placed:
        """Return the texts of ``sheet``, and what they leave; raises ``UsageError``."""
        left, top, right, bottom = self.box
        side = min(right - left, bottom - top)
        return placed(elements_of(sheet, fields, side), self.box, self.page.colour)
