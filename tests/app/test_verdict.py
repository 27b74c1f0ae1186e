"""The words of the verdict: good only where every exit can be reached, and routes are counted."""

from __future__ import annotations

import pytest

from mazeeditor.app.shown.explanation import subject_of
from mazeeditor.app.shown.verdict import SEPARATOR, chip, explanation, figures
from mazeeditor.maze.facts.facts import facts
from tests.oracle import maze_of, parse

TREE = """
o---o---o---o---o
| S           G |
o---o   o---o---o
| G             |
o---o---o---o---o
"""
WALLED_OFF = """
o---o---o---o---o
| S           G |
o---o---o---o---o
|             G |
o---o---o---o---o
"""
TWO = """
o---o---o---o---o
| S             |
o   o---o---o   o
|               |
o   o---o---o---o
|             G |
o---o---o---o---o
"""
LOOP = """
o---o---o---o---o
| S             |
o   o---o   o---o
|             G |
o---o---o---o---o
"""
FOUR = """
o---o---o---o---o
| S             |
o   o---o   o   o
|             G |
o---o---o---o---o
"""
SEVERAL_EXITS = """
o---o---o---o---o
| S             |
o   o---o   o---o
| G           G |
o---o---o---o---o
"""
FIELD = "\n".join(
    [
        "o---" * 9 + "o",
        "| S" + " " * 32 + " |",
        *(["o   " * 9 + "o", "|" + " " * 35 + "|"] * 4),
        "o   " * 9 + "o",
        "|" + " " * 33 + "G |",
        "o---" * 9 + "o",
    ]
)


@pytest.mark.parametrize(
    ("text", "kind", "words", "lengths"),
    [
        (TREE, "good", "One route to each exit", "4 cells each"),
        (WALLED_OFF, "warn", "1 of 2 exits cannot be reached", "4 cells long"),
        (TWO, "warn", "2 routes", "6 and 12 cells"),
        (LOOP, "warn", "2 routes", "5 cells each"),
        (FOUR, "warn", "4 routes", "from 5 to 7 cells"),
        (FIELD, "warn", "More than 99 routes", "14 cells the shortest"),
    ],
)
def test_the_words(text: str, kind: str, words: str, lengths: str) -> None:
    maze = maze_of(parse(text.strip()))
    counted = facts(maze)
    assert chip(maze, counted) == (kind, words)
    assert lengths in ("", figures(counted).split(SEPARATOR)[0])


def test_an_exit_walled_off_is_explained_and_repaired() -> None:
    maze = maze_of(parse(WALLED_OFF.strip()))
    counted = facts(maze)
    assert explanation(maze, counted) == (
        "Closed walls separate the entrance from 1 of 2 exits. Nothing leads to 4 cells of the "
        "maze."
    )
    subject = subject_of(counted)
    assert subject
    assert (subject[0].name, subject[1].name) == ("sealed", "unsealed")


def test_an_exit_walled_off_comes_before_other_routes() -> None:
    maze = maze_of(parse((LOOP.strip() + WALLED_OFF[WALLED_OFF.index("\n|  ") :]).strip()))
    counted = facts(maze)
    assert counted.routes == "many"
    assert chip(maze, counted) == ("warn", "1 of 2 exits cannot be reached")
    subject = subject_of(counted)
    assert subject
    assert subject[1].name == "unsealed"


def test_where_each_exit_has_its_route_none_is_taken_away() -> None:
    counted = facts(maze_of(parse(TREE.strip())))
    assert (counted.routes, counted.route_count) == ("many", 2)
    assert subject_of(counted) is None
