"""The table of solvers without a window: its order, its texts, and times in words."""

from __future__ import annotations

from itertools import product

import pytest

from mazeeditor.core.translation import duration
from mazeeditor.gui.comparing.solvers_view import SolverScores
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import SOLVERS, Solution, solve

FIRST, SECOND, THIRD, *_REST = SOLVERS.names()


def solutions(*names: str) -> list[Solution]:
    maze = generate("backtracker", build("rectangular", rows=12, columns=12), 3)
    return [solve(name, maze) for name in names]


@pytest.fixture
def scores() -> SolverScores:
    scores = SolverScores()
    scores.take(solutions(SECOND, THIRD))
    return scores


def test_solvers_without_an_answer_are_last_in_both_orders(scores: SolverScores) -> None:
    for column, reverse in product(("solved", "cells", "visited", "seconds"), (False, True)):
        scores.sort(column)
        order = scores.in_order()
        values = [scores.value(name, column) for name in order[:2]]
        assert {*order[:2]} == {SECOND, THIRD}
        assert values == sorted(values, reverse=reverse)
        assert order[2:] == [name for name in SOLVERS.names() if name not in (SECOND, THIRD)]


def test_the_texts_of_a_line(scores: SolverScores) -> None:
    answer = scores.answers[SECOND]
    label, *texts = scores.line(SECOND)
    assert label == SOLVERS[SECOND].label
    figures = f"{answer.cells:,}", f"{answer.visited:,}", duration(answer.seconds)
    assert texts == ["yes", *figures]
    scores.chosen[FIRST] = False
    assert scores.line(FIRST) == (SOLVERS[FIRST].label, "", "", "", "")


def test_times_in_words() -> None:
    times = [duration(seconds) for seconds in (0.000123, 0.0042, 0.037, 1.24)]
    assert times == ["0.12 ms", "4.2 ms", "37 ms", "1.2 s"]
