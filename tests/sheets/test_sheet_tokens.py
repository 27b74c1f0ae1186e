"""Things along the route on sheets and in books: answers show them, small ones leave them out."""

from __future__ import annotations

import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Polygons, Scene, Text
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import SheetOrder
from mazeeditor.sheets.sheet_pages import plan_sheet

RECIPE = Recipe("backtracker", seed=3, sizes={"rows": 9, "columns": 8})
PAGE = Page(along="letters", sentence="Find the way")


def pages(sheet: Sheet, page: Page = PAGE, recipe: Recipe = RECIPE) -> list[Scene]:
    planned = plan_sheet(sheet, page, SheetOrder(sheet, page, recipe).puzzles())
    return [plan.composed(Job()) for plan in (*planned.pages, *planned.answers)]


def texts(scene: Scene, name: str) -> list[str]:
    items = [item for layer in scene.layers if layer.name == name for item in layer.items]
    return [item.text for item in items if isinstance(item, Text)]


def test_the_answer_says_what_the_route_spells() -> None:
    puzzle, answer = pages(Sheet(answers="next"))
    assert sorted(texts(puzzle, "tokens")) == sorted(texts(answer, "tokens"))
    assert "".join(texts(puzzle, "note")).count("_") == 10
    assert texts(answer, "note") == ["FIND THE WAY"]
    rings = [
        item
        for layer in answer.layers
        if layer.name == "tokens"
        for item in layer.items
        if isinstance(item, Polygons)
    ]
    assert len(rings) == 10
    walls = [
        next(layer for layer in scene.layers if layer.name == "walls").items[0]
        for scene in (puzzle, answer)
    ]
    assert (walls[0].points == walls[1].points).all(), "in the same place"  # type: ignore[union-attr]


def test_letters_of_one_page_are_of_one_size() -> None:
    """A 10 in one maze takes smaller letters than the numbers of another would."""
    page = Page(along="numbers", along_count=3)
    (scene,) = pages(Sheet(count=4, per_page="4"), page, RECIPE)
    tokens = [item for layer in scene.layers if layer.name == "tokens" for item in layer.items]
    assert len({round(item.size, 6) for item in tokens if isinstance(item, Text)}) == 1


@pytest.mark.slow
def test_small_answers_show_what_is_collected() -> None:
    """Pictures of 3 mm, which would be too small to be looked for in a maze."""
    sheet = Sheet(count=6, per_page="1", answers="end", answers_per_page="6")
    page = Page(along="pictures", along_count=4, marks="none")
    recipe = Recipe("backtracker", seed=3, sizes={"rows": 13, "columns": 13})
    *_puzzles, answers = pages(sheet, page, recipe)
    tokens = next(layer for layer in answers.layers if layer.name == "tokens")
    blue = [
        item
        for item in tokens.items
        if isinstance(item, Polygons) and item.colour == page.solution_colour
    ]
    assert len(blue) == 6 * 4
    with pytest.raises(UsageError, match=r"Pictures in cells of .* too small to be seen"):
        pages(Sheet(count=6, per_page="6"), page, recipe)


def test_a_maze_that_cannot_hold_the_sentence_is_named() -> None:
    page = Page(along="letters", sentence="a" * 70)
    with pytest.raises(UsageError, match="Maze 1: The sentence has 70 letters"):
        pages(Sheet(count=2, per_page="2"), page)
    with pytest.raises(UsageError, match=r"Maze 1: Letters in cells of .* too small"):
        pages(Sheet(count=20, per_page="4x5"), PAGE)
