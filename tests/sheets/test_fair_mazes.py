"""Mazes of a class are alike in difficulty; the seed printed with each makes it again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Scene, Text
from mazeeditor.sheets.pages.fair_mazes import (
    MEDIAN_SHARE,
    MIN_DIFFERENCE,
    Measured,
    band_of,
    seeds_from,
)
from mazeeditor.sheets.pages.puzzles import Puzzle, id_of
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import SheetOrder

SIZES: dict[str, Any] = {"rows": 12, "columns": 9}
CLASS = SheetOrder(
    Sheet(count=24, per_page="1", numbers="id", answers="next"),
    Page(),
    Recipe("backtracker", {}, 5, sizes=SIZES),
    audience="7-9",
)


def recipe_of(seed: int) -> Recipe:
    return Recipe("backtracker", {}, seed, sizes=SIZES)


def measured(puzzles: list[Puzzle]) -> list[Measured]:
    found = [puzzle.measured(Job()) for puzzle in puzzles]
    return [each for each in found if each]


def spread(figures: list[int]) -> float:
    return max(figures) / max(min(figures), 1)


def test_routes_and_decisions_of_a_class_lie_within_a_band() -> None:
    puzzles = CLASS.puzzles()
    (band,) = {puzzle.band for puzzle in puzzles}
    assert band
    alike = measured(puzzles)
    free = measured([replace(puzzle, band=None) for puzzle in puzzles])
    assert len(alike) == 24
    for low, high in (band.route, band.decisions):
        middle = (low + high) / 2
        assert high - middle == pytest.approx(max(MEDIAN_SHARE * middle, MIN_DIFFERENCE))
    assert all(band.distance(each) == 0 for each in alike)
    assert spread([each.route for each in alike]) < 1.8 < spread([each.route for each in free])
    assert spread([each.decisions for each in free]) > 3


def test_a_route_along_the_border_is_none_for_a_class() -> None:
    band = band_of([Measured(20, 5, 0.5)] * 3)
    assert band
    assert band.distance(Measured(20, 5, 0.95)) > 0
    assert band.distance(Measured(26, 5, 0.5)) > band.distance(Measured(25, 5, 0.5)) == 0
    assert band_of([]) is None


def test_the_printed_seed_makes_the_maze_and_its_answer_again() -> None:
    planned = CLASS.plan(Job(), CLASS.puzzles()[3:5])
    seeds = []
    for front, back in zip(planned.pages[::2], planned.pages[1::2], strict=True):
        shown, answer = printed(front.composed(Job())), printed(back.composed(Job()))
        assert shown == answer
        name, seed = shown
        again = mazeeditor.generate("backtracker", seed=seed, **SIZES)
        assert id_of(again) == name
        seeds.append(seed)
    assert seeds != [8, 9], "at least one of them was replaced"
    assert all(seed in [*seeds_from(8), *seeds_from(9)] for seed in seeds)


def printed(scene: Scene) -> tuple[str, int]:
    """Return the id and the seed that a page says."""
    texts = [item.text for item in scene.items if isinstance(item, Text)]
    line = next(text for text in texts if text.count("·") == 2)
    _number, name, seed = line.split(" · ")
    return name.split()[-1], int("".join(filter(str.isdigit, seed)))


def test_where_nobody_was_asked_for_seeds_stay() -> None:
    for order in (replace(CLASS, audience=""), replace(CLASS, sheet=Sheet(count=1))):
        assert {puzzle.band for puzzle in order.puzzles()} == {None}
    alone = CLASS.puzzles()[0]
    more = replace(CLASS, sheet=Sheet(count=2)).puzzles()[0]
    assert alone.band == more.band, "a longer list changes no maze before it"


def test_no_maze_lies_in_a_band_that_is_too_narrow() -> None:
    puzzle = CLASS.puzzles()[0]
    assert puzzle.band
    nowhere = puzzle.band._replace(route=(1e6, 1e6))
    settled = replace(puzzle, band=nowhere).settled(Job())
    assert settled.seed in seeds_from(5)
    tried = [replace(puzzle, band=None, source=recipe_of(seed)) for seed in seeds_from(5)[:5]]
    longest = max(each.route for each in measured(tried))
    found = settled.measured(Job())
    assert found
    assert found.route >= longest
