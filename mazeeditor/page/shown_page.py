"""The page of a maze: what it needs to show something, and where things to collect are on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mazeeditor.maze.maze import Maze
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.page.page import NOTHING, Page, page_options
from mazeeditor.page.tokens import TOKENS


def needed_of_page(
    maze: Maze, subject: ChosenSubject | None, before: ChosenSubject | None = None
) -> dict[str, Any]:
    """Return the values of a page that a subject needs to be seen in a maze that shows it.

    What the subject ``before`` needed, and this one does not, gets its default. Raises
    ``UsageError`` where the options of the subject are invalid.
    """
    values = dict(subject.page(maze)) if subject else {}
    gone = set(before.sets if before else ()) - values.keys()
    return values | {
        option.name: option.default for option in page_options() if option.name in gone
    }


def page_with(page: Page, values: Mapping[str, Any]) -> Page:
    """Return a page with other values, itself where there are none."""
    return replace(page, **values) if values else page


def placed_on(maze: Maze, page: Page, *, anew: bool = False) -> dict[str, Any]:
    """Return the values of a page that keep in their places what its maze has to collect.

    Walls may change then. Places are found for what has none, and ``anew`` for all of it.
    """
    kind = None if page.along == NOTHING else TOKENS[page.along]
    values = kind.fixed_in(maze, page, anew=anew) if kind else {}
    return {name: value for name, value in values.items() if getattr(page, name) != value}
