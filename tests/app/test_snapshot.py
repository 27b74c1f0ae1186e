"""The page in the main area: where its edges are, measured against the scene that is printed."""

from __future__ import annotations

import pytest

from mazeeditor.app.printing.snapshot import ComposedPage
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from mazeeditor.page.compose import compose
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page


@pytest.mark.parametrize("paper", ["A4", "6x9in", "fit"])
def test_the_sheet_has_the_size_of_the_paper_and_the_maze_its_place(paper: str) -> None:
    maze = generate("prim", build("rectangular", rows=6, columns=9), 1)
    page = Page(page=paper, title="A title")
    scene, layout = compose(maze, page)[0], plan_page(maze, page)
    left, top, right, bottom = ComposedPage(scene, layout).sheet
    cell = layout.scale.cell
    assert (right - left) * cell == pytest.approx(scene.width)
    assert (bottom - top) * cell == pytest.approx(scene.height)
    assert left < 0 < 9 < right, "the maze, from 0 to 9, is within the page"
    assert top < 0 < 6 < bottom
    assert -left == pytest.approx(right - 9, abs=0.01)
