"""What a theme changes of a page: the pictures at start and goal, and the typeface of titles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mazeeditor.page.drawings.motifs import USUAL_START
from mazeeditor.page.page import COLLECTED, Page
from mazeeditor.page.themes import PLAIN, Theme, theme_named


def is_themed(page: Page) -> bool:
    """Whether a theme is drawn on a page; lasers, which follow hairlines, draw none."""
    return page.theme != PLAIN and page.walls != "hairlines"


def theme_of(page: Page) -> Theme:
    """Return the theme of a page; raises ``UsageError`` where it is missing or broken."""
    return theme_named(page.theme if is_themed(page) else PLAIN)


def with_pictures(page: Page) -> Page:
    """Return a page with the pictures of its theme, where it has them and nobody chose others.

    They stand for arrows, and for the usual pictures. Raises ``UsageError`` as ``theme_of``.
    """
    if not (is_themed(page) and page.theme_pictures):
        return page
    theme, changed = theme_of(page), dict[str, Any]()
    start = theme.picture_text("start", coloured=page.coloured)
    goal = theme.picture_text("goal", coloured=page.coloured)
    usual = page.marks == "arrow" or (page.marks == "picture" and page.start_picture == USUAL_START)
    if start and goal and usual:
        changed |= {"marks": "picture", "start_picture": start, "goal_picture": goal}
    collect = theme.picture_text("collect", coloured=page.coloured)
    if collect and page.collect == COLLECTED:
        changed["collect"] = collect
    return replace(page, theme_pictures=False, **changed)


def title_typeface(page: Page, chosen: str = "") -> str:
    """Return the typeface of a title: that which was ``chosen``, else the page's, the theme's."""
    return chosen or page.typeface or theme_of(page).typeface
