"""Mazes whose route writes a word: every letter is one line, and that line is the only route."""

from __future__ import annotations

import random

import networkx as nx
import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.maze.subjects import SUBJECTS
from mazeeditor.maze.subjects.words.letters import places_of, strokes_of
from mazeeditor.maze.subjects.words.lines import places_in, size_for
from tests.breadth import repeats
from tests.graphs import graph_of

PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,-!?'"
MARKED = "ÄÅÀÁÂËÈÉÊÖÓÒÔÜ"


def made(text: str, rows: int = 10, columns: int = 10, generator: str = "backtracker") -> Maze:
    lattice = build("rectangular", rows=rows, columns=columns)
    return SUBJECTS["route-word"].run(lattice, Growth(generator, 1), Job(), route_word=text)


def nowhere_beside_itself(places: list[tuple[int, int]]) -> bool:
    order = {place: number for number, place in enumerate(places)}
    near = (
        abs(order.get((row + down, column + right), number) - number) <= 1
        for (row, column), number in order.items()
        for down, right in ((0, 1), (1, 0))
    )
    return len(order) == len(places) and all(near)


def test_every_letter_is_a_line_of_its_own_along_the_base() -> None:
    strokes = strokes_of(PLAIN + MARKED)
    assert len({*strokes}) == len(PLAIN + MARKED)
    for stroke in strokes:
        places = list(places_of(stroke))
        columns = [column for _row, column in places]
        assert places[0] == (0, 0)
        assert places[-1] == (0, max(columns))
        assert min(columns) == 0
        assert nowhere_beside_itself(places)
    heights = {letter: min(places_of(strokes_of(letter)[0]))[0] for letter in PLAIN}
    assert {heights[letter] for letter in PLAIN[:36]} == {-12}


def test_small_letters_are_capitals_and_marks_without_a_stroke_are_left_out() -> None:
    assert strokes_of("aßé") == strokes_of("ASSÉ")
    assert strokes_of("Çñ\u2019\u2013") == strokes_of("CN'-")
    assert strokes_of("É") != strokes_of("E") != strokes_of("È")


@pytest.mark.slow
@pytest.mark.parametrize("seed", repeats(4, 100))
def test_any_text_is_the_only_route_of_a_perfect_maze(seed: int) -> None:
    dice = random.Random(seed)
    letters = [dice.choice(PLAIN + MARKED + "   ") for _place in range(dice.randint(2, 24))]
    text = "x" + "".join(letters)
    rows, columns = dice.randint(2, 120), dice.randint(2, 250)
    maze = made(text, rows, columns, dice.choice(("kruskal", "wilson", "eller", "binary-tree")))
    lattice = maze.lattice
    places = places_in(text, lattice.rows, lattice.columns)
    assert nowhere_beside_itself(places)
    maze.check()
    graph = graph_of(maze)
    assert nx.is_tree(graph)
    assert maze.entrance
    assert maze.exit
    route = nx.shortest_path(graph, maze.entrance.cell, maze.exit.cell)
    assert [lattice.place(cell) for cell in route] == places


def test_letters_are_as_large_as_fit_and_the_maze_as_large_as_they_need() -> None:
    rows, columns = size_for("HI", 1, 1)
    assert made("HI").lattice.rows == rows
    assert made("HI", 90, 200).lattice.columns == 200
    small, large = (places_in("HI", *size) for size in ((rows, columns), (90, 200)))
    assert max(large) > max(small)
    tall = [max(places)[0] - min(places)[0] for places in (small, large)]
    assert tall[1] % tall[0] == 0
    assert tall[1] > 3 * tall[0]


def test_long_texts_go_on_in_another_line() -> None:
    narrow, wide = (made("ONE TWO", 10, columns) for columns in (40, 100))
    assert narrow.lattice.columns < wide.lattice.columns
    assert narrow.lattice.rows > wide.lattice.rows
    assert made("ONE\\nTWO", 10, 100).lattice.rows == narrow.lattice.rows


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (" ", "Write the word"),
        ("a日b", "There is no stroke for '日': use A to Z"),
        ("a" * 201, "201 characters, more than 200"),
    ],
)
def test_texts_that_nothing_writes_are_refused(text: str, error: str) -> None:
    with pytest.raises(UsageError, match=error):
        made(text)


@pytest.mark.slow
def test_a_wall_that_leads_past_a_part_of_the_word_is_closed_again() -> None:
    maze = mazeeditor.generate(show={"name": "route-word", "route_word": "No"}, seed=2)
    chosen = SUBJECTS["route-word"]
    graph = graph_of(maze)
    assert maze.entrance
    assert maze.exit
    on_route = {*nx.shortest_path(graph, maze.entrance.cell, maze.exit.cell)}
    closed = maze.closed_walls()
    lower, _slots, upper, _backs = maze.lattice.sides_of(closed)
    for number in np.random.default_rng(1).permutation(len(closed)):
        ends = {int(lower[number]), int(upper[number])}
        if not ends & on_route or not maze.lattice.inside[[*ends]].all():
            continue
        maze.toggle(closed[number : number + 1])
        state = chosen.look(maze, Job(), route_word="No")
        if state.lost:
            assert "of its word." in state.lost
            break
    mended = chosen.mend(maze, Job(), route_word="No")
    assert chosen.look(mended, Job(), route_word="No").lost == ""
    assert nx.is_tree(graph_of(mended))


def test_it_says_of_what_it_needs_more_and_no_more() -> None:
    rows, columns = size_for("EMMA", 1, 1)
    assert (rows, columns) == (19, 59)
    for size, note in (
        ((30, 30), "The word needs 59 columns: the maze has as many."),
        ((5, 70), "The word needs 19 rows: the maze has as many."),
        ((5, 5), "The word needs 19 rows and 59 columns: the maze has as many."),
        ((19, 59), ""),
    ):
        job, lattice = Job(), build("rectangular", rows=size[0], columns=size[1])
        SUBJECTS["route-word"].run(lattice, Growth("backtracker", 1), job, route_word="EMMA")
        assert job.note == note
