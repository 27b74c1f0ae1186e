"""The numbers of answers that fill their page: beside each maze where it has no mark, or above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mazeeditor.core.lengths import POINT
from mazeeditor.core.typefaces.shaping import Lettering, width_of
from mazeeditor.core.typefaces.typefaces import CAPITAL, DESCENT
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.page.marks.free_ground import overlap
from mazeeditor.page.page_layout import PageLayout
from mazeeditor.page.scene import Anchor, Box, Text
from mazeeditor.page.text.lettering import lettering_of, shorten_line
from mazeeditor.sheets.pages.answer_rows import NO_LABEL, NUMBER, NUMBER_GAP_MM, Label, label_of

MARK_GAP_MM = 0.5  # mm between a number and a mark
Corners = tuple[str, ...]
CORNERS: Corners = ("left top", "left bottom", "right top", "right bottom")
ONE_CORNER: Corners = ("left bottom",)  # which the usual openings and their marks leave free
MIRRORED_CORNER: Corners = ("right bottom",)  # the same of mirrored mazes
ID = "0 · MMMMMM · seed 000000"  # about as wide as the longest of these lines


def number_size(*audiences: str) -> float:
    """Return the em of numbers in mm for readers who are all of some audiences."""
    known = [AUDIENCES[name].large_print if name in AUDIENCES else 0.0 for name in audiences]
    return max(NUMBER, min(known, default=0.0) * POINT)


def planned_label(numbers: str, lines: Sequence[str], typeface: str, size: float = NUMBER) -> Label:
    """Return the room that ``lines`` need before mazes are made; ids are about as long as others.

    ``numbers`` are as in ``Sheet``, ``size`` is their em in mm.
    """
    lines = [*lines, ID] if numbers == "id" else lines
    widths = [width_of(line, lettering_of(line, typeface)) for line in lines]
    return label_of(max(widths), size) if numbers != "none" else NO_LABEL


@dataclass(frozen=True)
class Numbers:
    """What stands beside or above the mazes of a page, and how wide that is in em.

    ``size`` is the em in mm.
    """

    lines: tuple[str, ...]
    letterings: tuple[Lettering, ...]
    widths: tuple[float, ...]
    size: float = NUMBER

    @classmethod
    def of(cls, lines: Sequence[str], typeface: str, size: float = NUMBER) -> Numbers:
        letterings = tuple(lettering_of(line, typeface) for line in lines)
        return cls(tuple(lines), letterings, tuple(map(width_of, lines, letterings)), size)

    @property
    def label(self) -> Label:
        return label_of(max(self.widths, default=0.0), self.size)

    def items(
        self,
        layouts: Sequence[PageLayout],
        taken: Sequence[Sequence[Box]],
        colour: str,
        *,
        beside: bool,
        corners: Corners = CORNERS,
    ) -> list[Text] | None:
        """Return the texts; None if marks leave none of the ``corners`` ``beside`` a maze.

        ``taken`` are the boxes of the marks of each maze.
        """
        if not any(self.lines):
            return []
        if not beside:
            return [self._above(place, layout, colour) for place, layout in enumerate(layouts)]
        free = [
            [corner for corner in corners if self._is_free(place, layout, corner, boxes)]
            for place, (layout, boxes) in enumerate(zip(layouts, taken, strict=True))
        ]
        if not all(free):
            return None
        common = [corner for corner in corners if all(corner in own for own in free)]
        return [
            self._beside(place, layout, (common or own)[0], colour)
            for place, (layout, own) in enumerate(zip(layouts, free, strict=True))
        ]

    def _above(self, place: int, layout: PageLayout, colour: str) -> Text:
        left, top, right, _bottom = _box_of(layout)
        width = layout.width
        size = min(self.size, width / max(self.widths[place], 1e-9))
        size = max(size, 0.7 * self.size)
        line = shorten_line(self.lines[place], width / size + 1e-9, self.letterings[place])
        y = min(top, layout.top) - (DESCENT + 0.15) * self.size
        lettering = self.letterings[place]
        return Text((left + right) / 2, y, size, line, "middle", colour, lettering=lettering)

    def _beside(self, place: int, layout: PageLayout, corner: str, colour: str) -> Text:
        x, y, anchor = _place_of(layout, corner, self.size)
        lettering = self.letterings[place]
        return Text(x, y, self.size, self.lines[place], anchor, colour, lettering=lettering)

    def _is_free(self, place: int, layout: PageLayout, corner: str, taken: Sequence[Box]) -> bool:
        x, y, anchor = _place_of(layout, corner, self.size)
        width = self.widths[place] * self.size
        left = x - width if anchor == "end" else x
        box = (
            left - MARK_GAP_MM,
            y - CAPITAL * self.size - MARK_GAP_MM,
            left + width + MARK_GAP_MM,
            y + DESCENT * self.size + MARK_GAP_MM,
        )
        return not any(overlap(box, other) for other in taken)


def _box_of(layout: PageLayout) -> Box:
    """Return where the outer walls of a maze are, in mm."""
    extent, cell, half = layout.extent, layout.scale.cell, layout.scale.outer / 2
    return (
        layout.x + extent.left * cell - half,
        layout.y + extent.top * cell - half,
        layout.x + extent.right * cell + half,
        layout.y + extent.bottom * cell + half,
    )


def _place_of(layout: PageLayout, corner: str, size: float) -> tuple[float, float, Anchor]:
    """Return where a number of some ``size`` stands at a corner of a maze, and what is there."""
    left, top, right, bottom = _box_of(layout)
    y = top + CAPITAL * size if corner.endswith("top") else bottom
    if corner.startswith("left"):
        return left - NUMBER_GAP_MM, y, "end"
    return right + NUMBER_GAP_MM, y, "start"
