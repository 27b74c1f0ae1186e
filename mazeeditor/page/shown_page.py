"""The page of a maze: what it needs to show something, and where things to collect are on it.

Generate changes the page of its maze. A page that many mazes have, as in a sheet or a book, gets
what each of them needs where it is drawn, unless other walls were chosen there.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from mazeeditor.core.options import defaults_of
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.page.page import NOTHING, Page, page_options
from mazeeditor.page.tokens import TOKENS
from mazeeditor.page.wall_styles import WALL_STYLES


def needed_of_page(
    maze: Maze, subject: ChosenSubject | None, before: ChosenSubject | None = None
) -> dict[str, Any]:
    """Return the values of a page that a subject needs to be seen in a maze that shows it.

    What the subject ``before`` needed, and this one does not, gets its default. Raises
    ``UsageError`` where the options of the subject are invalid.
    """
    values = dict(subject.page(maze)) if subject else {}
    gone = set(before.sets if before else ()) - values.keys()
    return values | _defaults(gone)


def page_with(page: Page, values: Mapping[str, Any]) -> Page:
    """Return a page with other values, itself where there are none."""
    return replace(page, **values) if values else page


def placed_on(maze: Maze, page: Page, *, anew: bool = False) -> dict[str, Any]:
    """Return the values of a page that keep in their places what its maze has to collect.

    Walls may change then. Places are found for what has none, and ``anew`` for all of it.
    """
    return _fixed_places(maze, page, anew=anew)


def without_places(page: Page) -> Page:
    """Return a page for mazes of many kinds: each has places of its own for as many things."""
    return page_with(page, _fixed_places(None, page, anew=True))


def _fixed_places(maze: Maze | None, page: Page, *, anew: bool) -> dict[str, Any]:
    kind = None if page.along == NOTHING else TOKENS[page.along]
    values = kind.fixed_in(maze, page, anew=anew) if kind else {}
    return {name: value for name, value in values.items() if getattr(page, name) != value}


def left_to(subject: ChosenSubject | None, style: Mapping[str, Any]) -> dict[str, Any]:
    """Return options of a page, so that what a subject sets does not follow from others of them.

    Questions alone stand at forks, but those for goals are a riddle.
    """
    left = "along" in (subject.sets if subject else ()) and style.get("along") is None
    return {**style, "along": NOTHING} if left else dict(style)


def shown_on(page: Page, values: Mapping[str, Any]) -> Page:
    """Return a page with the values that a maze on it needs, unless it has others already."""
    usual = _defaults(values)
    chosen = any(getattr(page, name) != default for name, default in usual.items())
    return page if chosen else page_with(page, values)


def without_shown(page: Page, subject: ChosenSubject | None) -> Page:
    """Return a page for other mazes than that whose ``subject`` gave it tones, if one did."""
    return without_tones(page) if subject and "tone" in subject.sets else page


def without_tones(page: Page) -> Page:
    """Return a page whose walls have no tones: plain ones in their place."""
    toned = WALL_STYLES[page.walls].toned
    return page_with(page, _defaults({"walls", "tone"})) if toned else page


def _defaults(names: Container[str]) -> dict[str, Any]:
    return defaults_of(option for option in page_options() if option.name in names)
