"""The mazes of a sheet share a lattice and a layout, and are drawn as if each had its own."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build
from mazeeditor.page import page_layout
from mazeeditor.page.extent import FoundFor
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import rounded_down
from mazeeditor.page.scene import Scene
from mazeeditor.sheets.pages import puzzles
from mazeeditor.sheets.pages.page_files import PageFormat, encode_page
from mazeeditor.sheets.pages.puzzle_page import PagePlan
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import SheetOrder
from mazeeditor.sheets.sheet_pages import plan_sheet
from tests.breadth import in_turns
from tests.page.mazes import made

RECIPES = {
    "squares": Recipe("backtracker", seed=3, sizes={"rows": 6, "columns": 8}),
    "hexagons": Recipe("prim", seed=3, shape="hexagonal", sizes={"rows": 5, "columns": 6}),
    "rings": Recipe("wilson", seed=3, shape="polar", sizes={"rings": 4}),
    "heart": Recipe(
        "kruskal", seed=3, sizes={"rows": 14, "columns": 14}, masks=(MaskStep("heart", {}),)
    ),
}
PAGES: dict[str, tuple[Page, dict[str, Any]]] = {
    "arrows": (Page(), {}),
    "words": (Page(marks="word"), {"per_page": "4", "answers_per_page": "2"}),
    "pictures": (Page(marks="picture", walls="bands"), {"per_page": "2", "numbers": "id"}),
    "tokens": (Page(along="numbers", wall=0.4), {"per_page": "2"}),
}


def pages_of(recipe: Recipe, page: Page, **options: Any) -> list[PagePlan]:
    sheet = Sheet(**{"count": 6, "answers": "end", "title": "Maze {number}", **options})
    plans = plan_sheet(sheet, page, SheetOrder(sheet, page, recipe).puzzles(), Job())
    return [*plans.pages, *plans.answers]


def drawn(plan: PagePlan) -> Any:
    page, _warnings = encode_page(plan, Job(), format_=PageFormat.of(Path("a.svg")))
    return page


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be known of any lattice."""
    puzzles.last_lattice.cache_clear()
    monkeypatch.setattr(page_layout, "_LAYOUTS", FoundFor())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), in_turns(RECIPES, PAGES))
def test_what_was_drawn_before(name: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page, options = PAGES[kind]
    plans = pages_of(RECIPES[name], page, count=3, **options)
    after_others = [drawn(plan) for plan in plans]
    alone = []
    for plan in plans:
        forget(monkeypatch)
        alone.append(drawn(plan))
    assert after_others == alone


def test_other_sizes_openings_and_pages_have_layouts_of_their_own() -> None:
    recipe, page = RECIPES["squares"], Page(orientation="portrait")  # as wide as there is room
    scenes: list[Scene] = []
    larger = replace(recipe, sizes={"rows": 12, "columns": 8})
    for one, on in ((recipe, page), (larger, page), (recipe, Page(walls="bands", margin=40.0))):
        scenes.append(pages_of(one, on)[0].composed(Job()))
    assert len({scene.cell for scene in scenes}) == 3
    at_corner = [replace(p, openings=(None, ())) for p in pages_of(recipe, page)[0].puzzles]
    plan = replace(pages_of(recipe, page)[0], puzzles=tuple(at_corner))
    assert plan.composed(Job()).cell > scenes[0].cell, "no mark takes room"


def test_what_is_found_for_a_lattice_is_forgotten_with_it() -> None:
    found: FoundFor[int] = FoundFor()
    lattice: Lattice | None = build("rectangular", rows=3, columns=3)
    assert lattice is not None
    assert found.get(lattice, "a", lambda: 1) == 1
    assert found.get(lattice, "a", lambda: 2) == 1
    assert found.get(build("rectangular", rows=3, columns=3), "a", lambda: 3) == 3
    del lattice
    gc.collect()
    assert len(found) == 0


@given(
    st.tuples(st.floats(8, 400), st.floats(8, 400)),
    st.sampled_from(["arrow", "word", "none"]),
    st.integers(1, 60),
)
def test_the_search_finds_the_same_cell(size: tuple[float, float], marks: Any, rows: int) -> None:
    """The search as it was: until low and high are one number."""
    maze = made(rows, 7)
    plan = page_layout.Plan.of(maze, Page(marks=marks, margin=0.0), "")
    room = page_layout.TypeArea(*size)
    result = page_layout.largest_cell(plan, room, 30.0)
    if result is None or plan.fits(30.0, room):
        return
    low, high = page_layout.SMALLEST_CELL, 30.0
    while high / low > 1 + 1e-9:
        middle = (low * high) ** 0.5
        try:
            low, high = (middle, high) if plan.fits(middle, room) else (low, middle)
        except UsageError:
            return
    assert result == max(rounded_down(low), page_layout.SMALLEST_CELL)
