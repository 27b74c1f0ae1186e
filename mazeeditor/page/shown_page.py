"""The page of a maze that shows something: a photo needs walls with its tones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mazeeditor.maze.maze import Maze
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.page.page import Page, page_options


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
