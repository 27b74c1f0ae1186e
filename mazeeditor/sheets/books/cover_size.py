"""How large the cover of a book is: back, spine and front side by side, with what is cut off.

::

    +--------------------------------------------------+   bleed, 0.125 in on all four sides
    |  +-------------------+---+--------------------+  |
    |  |                   | s |                    |  |   spine: pages x the thickness of a page
    |  |       back        | p |       front        |  |
    |  |          +-----+  | i |                    |  |   barcode: 2 x 1.2 in, 0.25 in from the
    |  |          +-----+  | n |                    |  |   trim
    |  +-------------------+ e +--------------------+  |
    +--------------------------------------------------+

Sources: https://kdp.amazon.com/en_US/help/topic/G201953020 (Create a Paperback Cover: bleed of
0.125 in, spine of 0.002252 in a page on white paper, 0.0025 on cream, 0.002347 in premium colour,
text on the spine from 79 pages on and 0.0625 in from its edges, 2 x 1.2 in for the barcode), and
https://kdp.amazon.com/en_US/help/topic/G201857950 (an odd number of pages is rounded up).
"""

from __future__ import annotations

from dataclasses import dataclass

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import INCH
from mazeeditor.core.translation import _
from mazeeditor.page.scene import Box

BLEED = 0.125 * INCH  # mm, on all four sides
LEAST_PAGES, MOST_PAGES = 24, 828
PAGES_OF_SPINE_TEXT = 79  # thinner books have no text on their spine
SPINE_MARGIN = 0.0625 * INCH  # mm between the edges of the spine and its text
BARCODE = (2.0 * INCH, 1.2 * INCH)  # mm: width and height
BARCODE_MARGIN = 0.25 * INCH  # mm from the trim and from the spine
SAFE = 0.25 * INCH  # mm inside the trim where text may stand


@dataclass(frozen=True)
class Paper:
    """The paper of a book: what users read, and how thick a page of it is, in inches.

    ``rules`` are those of the print shop with the numbers of pages for this paper.
    """

    label: str
    inches: float
    rules: str


PAPERS = {
    "white": Paper(_("White"), 0.002252, "kdp"),
    "cream": Paper(_("Cream"), 0.0025, "kdp-cream"),
    "colour": Paper(_("White, premium colour"), 0.002347, "kdp-colour"),
}


@dataclass(frozen=True)
class CoverSize:
    """The size of a cover in mm; ``trim`` is that of a page after it was cut.

    Where ``bound_right`` the front is at the left. A ``stapled`` booklet has no spine, and any
    number of pages. Raises ``UsageError`` for a number of pages that is not printed.
    """

    trim: tuple[float, float]
    pages: int
    paper: str = "white"
    bound_right: bool = False
    stapled: bool = False

    def __post_init__(self) -> None:
        if not self.stapled and not LEAST_PAGES <= self.pages <= MOST_PAGES:
            text = _(
                "The book has {pages:,} pages, and covers are made for {least} to {most}, as "
                "Amazon KDP prints them: {advice}."
            )
            advice = _("add mazes") if self.pages < LEAST_PAGES else _("make two books of it")
            known = {"least": LEAST_PAGES, "most": MOST_PAGES, "advice": advice}
            raise UsageError(text.format(pages=self.pages, **known))

    @property
    def spine(self) -> float:
        """How wide the spine is: as thick as all pages together, which lie two to a leaf."""
        if self.stapled:
            return 0.0
        return (self.pages + self.pages % 2) * PAPERS[self.paper].inches * INCH

    @property
    def sheet(self) -> tuple[float, float]:
        """Width and height with the bleed."""
        return 2 * self.trim[0] + self.spine + 2 * BLEED, self.trim[1] + 2 * BLEED

    @property
    def cut(self) -> Box:
        width, height = self.sheet
        return BLEED, BLEED, width - BLEED, height - BLEED

    def _panel(self, first: bool) -> Box:
        left, top, right, bottom = self.cut
        if first:
            return left, top, left + self.trim[0], bottom
        return right - self.trim[0], top, right, bottom

    @property
    def back(self) -> Box:
        """Where the back is, between its cut and the spine."""
        return self._panel(not self.bound_right)

    @property
    def front(self) -> Box:
        """Where the front is, between the spine and its cut."""
        return self._panel(self.bound_right)

    @property
    def spine_box(self) -> Box:
        left, top, _right, bottom = self.cut
        left += self.trim[0]
        return left, top, left + self.spine, bottom

    @property
    def barcode(self) -> Box:
        """What is left free on the back, at the bottom right, where the barcode is printed."""
        _left, _top, right, bottom = self.back
        right, bottom = right - BARCODE_MARGIN, bottom - BARCODE_MARGIN
        return right - BARCODE[0], bottom - BARCODE[1], right, bottom

    @property
    def has_spine_text(self) -> bool:
        return self.pages >= PAGES_OF_SPINE_TEXT and not self.stapled
