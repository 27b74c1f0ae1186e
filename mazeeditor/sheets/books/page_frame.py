"""The paper of the pages of a book: left and right ones, their margins, gutter and bleed."""

from __future__ import annotations

from dataclasses import dataclass

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.page.marks.free_ground import Box
from mazeeditor.prepress.checks.margin_checks import gutters
from mazeeditor.prepress.rule_sets import RuleSet
from mazeeditor.sheets.books.book import BookStyle


@dataclass(frozen=True)
class PageFrame:
    """The paper of all pages and their margins in mm; ``bleed`` is beyond the sides and above."""

    trim: tuple[float, float]
    bleed: tuple[float, float]
    margin: float
    gutter: float
    facing: bool
    bound_right: bool = False

    @property
    def paper(self) -> tuple[float, float]:
        """Width and height of the pages in the file."""
        return self.trim[0] + self.bleed[0], self.trim[1] + 2 * self.bleed[1]

    def is_left(self, number: int) -> bool:
        """Whether the binding is at the right of a page."""
        return (self.facing and number % 2 == 0) != self.bound_right

    def box(self, number: int) -> Box:
        """Return what lies between the margins of a page; raises ``UsageError``."""
        across, down = self.trim[0] - self.margin - self.gutter, self.trim[1] - 2 * self.margin
        if min(across, down) <= 0:
            text = _("Margins of {margin:g} and {gutter:g} mm leave nothing of the pages.")
            raise UsageError(text.format(margin=self.margin, gutter=self.gutter))
        left = self.bleed[0] + self.margin if self.is_left(number) else self.gutter
        top = self.bleed[1] + self.margin
        return left, top, left + across, top + down

    @property
    def inner(self) -> tuple[float, float]:
        """The width and the shorter side between the margins."""
        left, top, right, bottom = self.box(1)
        return right - left, min(right - left, bottom - top)

    def cut(self, number: int) -> Box:
        """Return where a page is cut: the bleed is at its outer side, above and below."""
        left, top = self.bleed[0] * self.is_left(number), self.bleed[1]
        return left, top, left + self.trim[0], top + self.trim[1]


def frame_of(style: BookStyle, rules: RuleSet, pages: int) -> PageFrame:
    """Return the frame of a book of so many pages."""
    bleed = (0.0, 0.0)
    if style.bleed:
        wide, high = (rules.value("page-size", f"bleed_{side}") for side in ("width", "height"))
        bleed = (wide, high / 2)
    gutter = style.gutter
    if gutter is None:
        steps = gutters(rules.value("gutter", "steps"))
        needed = next((mm for most, mm in steps if pages <= most), steps[-1][1] if steps else 0.0)
        gutter = max(style.margin, needed)
    return PageFrame(style.trim_size, bleed, style.margin, gutter, style.facing, style.bound_right)
