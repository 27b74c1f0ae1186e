"""What mends the pages of a sheet: fewer mazes on each, or mazes with fewer cells.

A mend is chosen by what is found: passages become wider as a maze gets more of the page::

    4 a page, passages of 1.7 mm, 3 needed  --->  1 a page: twice as wide
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import prod

from mazeeditor.app.drafts.audience_choice import NOT_SET, TAKE_FEWER_CELLS
from mazeeditor.app.printing.sheet_draft import FOR_WHOM, NEW, SOURCE, SheetDraft
from mazeeditor.core.translation import _
from mazeeditor.page.audiences import FINEST
from mazeeditor.page.findings import FEWER_A_PAGE, FEWER_CELLS, PageFinding
from mazeeditor.sheets.sheet import GRIDS, grid_of

Mend = tuple[str, Callable[[], None]]  # what a button says that mends all pages, and what it does
PER_PAGE = "per_page"
USABLE_SHARE = 0.9  # of the room that fewer mazes have: titles and gaps take some of it


def mends_of(draft: SheetDraft, findings: Sequence[PageFinding], *, shows: bool) -> list[Mend]:
    """Return what mends the findings; ``shows`` is whether new mazes show something."""
    return list(_mends(draft, [finding for finding in findings if finding.bad], shows))


def _mends(draft: SheetDraft, bad: Sequence[PageFinding], shows: bool) -> Iterator[Mend]:
    fields = draft.fields
    if any(FEWER_CELLS in finding.mends for finding in bad):
        new, chosen = fields[SOURCE] == NEW, fields[FOR_WHOM.name]
        if new and chosen == NOT_SET and not shows:
            yield TAKE_FEWER_CELLS, partial(fields.edit, FOR_WHOM.name, FINEST.name)
    if any(FEWER_A_PAGE in finding.mends for finding in bad):
        fewer = _fewer(str(fields[PER_PAGE]), bad)
        if fewer:
            label = _("Print {number} on a page").format(number=fewer)
            yield label, partial(fields.edit, PER_PAGE, str(fewer))


def _fewer(grid: str, bad: Sequence[PageFinding]) -> int:
    """Return how many mazes on a page leave wide enough passages; 0 where there is one already."""
    now = prod(grid_of(grid, wide=False))
    shares = [finding.value / finding.least for finding in bad if finding.value and finding.least]
    most = now * USABLE_SHARE * min(shares, default=1.0) ** 2
    fewer = [number for number in GRIDS if number < now]
    return max([number for number in fewer if number <= most], default=min(fewer, default=0))
