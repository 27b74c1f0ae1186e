"""The layout of any page, also of one on which the whole maze has a size."""

from __future__ import annotations

from dataclasses import replace

from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import PageLayout, plan_cells
from mazeeditor.page.whole_size import cell_of


def plan_page(maze: Maze, page: Page, title: str | None = None) -> PageLayout:
    """Return the layout of a page; raises ``UsageError`` that suggests what would fit.

    ``title`` replaces that of the page. Raises ``MazeError`` where measuring a whole maze takes
    more memory than is free.
    """
    return plan_cells(maze, replace(page, cell=cell_of(maze, page)) if page.whole else page, title)
