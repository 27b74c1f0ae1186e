r"""How much of a page a theme takes: a border on each side, and a strip above the lower one.

::

    +---------------------------+  between the margins
    | border                    |
    |   +-------------------+   |
    |   | title, maze       |   |
    |   |                   |   |
    |   +-------------------+   |
    |   | strip for pictures|   |
    |   +-------------------+   |
    +---------------------------+
"""

from __future__ import annotations

from typing import NamedTuple

from mazeeditor.page.page import Page
from mazeeditor.page.paper import FIT
from mazeeditor.page.scene import Box
from mazeeditor.page.themes.themed_page import is_themed

BORDER, CLEAR = 0.06, 0.012  # of the shorter side: the border, and what is free within it
MIN_STRIP_SHARE = 0.07  # of the shorter side: no lower strip has room for pictures
SLIM = 0.6  # times as much on pages with many answers
MAX_HEIGHT_SHARE = 0.15  # of the height that borders and strip take together, at the most


class Taken(NamedTuple):
    """What a theme takes, in mm: ``border``, ``side`` with what is free in it, and ``strip``."""

    border: float = 0.0
    side: float = 0.0
    strip: float = 0.0

    def within(self, box: Box) -> Box:
        """Return what the borders leave of a box."""
        left, top, right, bottom = box
        return left + self.side, top + self.side, right - self.side, bottom - self.side


NO_ROOM_TAKEN = Taken()


def taken_by(page: Page, width: float, height: float, *, slim: bool = False) -> Taken:
    """Return what the theme of a page takes between its margins; ``slim`` for many answers."""
    if not is_themed(page) or min(width, height) <= 0:
        return NO_ROOM_TAKEN
    share = (SLIM if slim else 1.0) * min(width, height)
    border, side = BORDER * share, (BORDER + CLEAR) * share
    strip = MAX_HEIGHT_SHARE * height - 2 * side
    if slim or page.page == FIT or strip < MIN_STRIP_SHARE * share:
        strip = 0.0
    return Taken(border, side, strip)


def side_around(page: Page, width: float, height: float) -> float:
    """Return how wide the border is with what is free in it, where the page fits its maze."""
    if not is_themed(page):
        return 0.0
    share = BORDER + CLEAR
    return min(width, height) * share / (1 - 2 * share)
