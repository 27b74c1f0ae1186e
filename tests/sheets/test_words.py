"""Words as outlines: as many cells as their letters need, for whom there is room, or a finding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import HERE
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.masks.cutting import MaskStep, cut
from mazeeditor.maze.masks.letters import pixels_a_cell
from mazeeditor.maze.masks.readable import needed_by, readable_sizes, why_unreadable
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build
from mazeeditor.page.audiences import AUDIENCES, NARROWEST
from mazeeditor.page.findings import PageFinding
from mazeeditor.page.page import Page
from mazeeditor.page.readable_words import size_for, with_readable_sizes
from mazeeditor.sheets.pages.page_files import findings_of
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import SheetOrder
from tests.cli.run import mazeeditor as run


def step(text: str, **options: Any) -> MaskStep:
    return MaskStep("text", {"text": text, **options})


def findings(recipe: Recipe, page: Page, audience: str = "") -> list[PageFinding]:
    order = SheetOrder(Sheet(), page, recipe, audience=audience)
    return findings_of(order.plan(Job()).pages, Job(), workers=HERE)


@pytest.mark.parametrize(("bar", "gap", "cell"), [(12, 20, 6), (30, 7, 7), (30, 40, 15)])
def test_a_cell_is_half_a_stroke_and_no_wider_than_a_gap(bar: int, gap: int, cell: int) -> None:
    ink = np.zeros((100, 2 * bar + gap), np.bool_)
    ink[:, :bar] = ink[:, bar + gap :] = True
    assert pixels_a_cell(ink) == pytest.approx(cell, abs=0.5)


@pytest.mark.parametrize("weight", ["bold", "heavy"])
@pytest.mark.parametrize("word", ["EMMA", "Ben", "A"])
def test_the_pieces_and_counters_of_a_word_are_there(word: str, weight: str) -> None:
    masks = (step(word, weight=weight),)
    needed = needed_by(masks)
    assert needed
    whole = build("rectangular", **readable_sizes("rectangular", needed, {}))
    assert why_unreadable(masks, whole) == ""
    done = cut(masks, whole, pieces="each")
    assert done.pieces == len(word), "each letter by itself"
    cells = done.lattice.inside[done.lattice.inside]
    assert cells.size > 2 * len(word) * whole.rows, "strokes of two cells"


def test_half_the_size_stays_as_readable() -> None:
    large, small = needed_by([step("EMMA")]), needed_by([step("EMMA", scale=0.5)])
    assert large
    assert small
    assert small == pytest.approx([2 * side for side in large])
    assert needed_by([MaskStep("heart")]) is None
    assert [entry.name for entry in MASKS if entry.needs] == ["text"]


@pytest.mark.parametrize("shape", ["hexagonal", "triangular", "polar"])
def test_other_shapes_have_as_wide_and_high_a_maze(shape: str) -> None:
    needed = needed_by([step("EMMA")])
    assert needed
    geometry = build(shape, **readable_sizes(shape, needed, {})).geometry
    assert needed.width <= geometry.width
    assert needed.height <= geometry.height
    fewer = dict.fromkeys(readable_sizes(shape, needed, {}), 5)
    assert why_unreadable([step("EMMA")], build(shape, **fewer))


def test_a_short_word_is_for_its_audience_and_a_long_one_is_read_all_the_same() -> None:
    whom = AUDIENCES["7-9"]
    short = size_for(whom, Recipe(masks=(step("Bo"),)), Page(), {})
    long = size_for(whom, Recipe(masks=(step("EMMA"),)), Page(), {})
    needed = needed_by([step("EMMA")])
    assert needed
    assert long.sizes == readable_sizes("rectangular", needed, {})
    made = Recipe("backtracker", seed=1, sizes=short.sizes, masks=(step("Bo"),))
    assert findings(made, Page(wall=short.page.wall), "7-9") == []
    made = Recipe("backtracker", seed=1, sizes=long.sizes, masks=(step("EMMA"),))
    (narrow,) = findings(made, Page(wall=long.page.wall), "7-9")
    assert narrow.kind == "narrow"
    assert narrow.value
    assert narrow.value >= NARROWEST


@pytest.mark.parametrize("given", [{}, {"rows": 14}, {"rows": 8, "columns": 6}])
def test_what_is_given_stays(given: dict[str, int]) -> None:
    recipe = with_readable_sizes(Recipe(sizes=given, masks=(step("EMMA"),)), given)
    assert {**recipe.sizes, **given} == recipe.sizes
    sizes = {"rows": 8, "columns": 6, **recipe.sizes}
    unread = why_unreadable(recipe.masks, build("rectangular", **sizes))
    assert bool(unread) == (len(given) == 2)


def test_generate_makes_a_word_that_can_be_read_and_warns_of_another(tmp_path: Path) -> None:
    word = ("--mask", "text", "--text", "EMMA", "-o", tmp_path / "word.maze")
    assert "to be read" not in run("generate", *word).error
    size = mazeeditor.generate(mask="text", text="EMMA", seed=1).lattice
    assert size.columns > 3 * size.rows
    small = ("--rows", 8, "--columns", 6)
    printed = run("sheet", *small, *word[:-1], tmp_path / "word.svg")
    assert "page 1, maze 1: The letters of the outline need 48 × 12 cells" in printed.error
    fewer = run("generate", *small, *word)
    assert "cells to be read, and the maze has 6 × 8" in fewer.error
    assert "Too narrow for 7 to 9 years" in run("generate", "--for", "7-9", *word).error
