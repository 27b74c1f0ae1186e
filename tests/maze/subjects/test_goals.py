"""Mazes with several goals, and the riddle on their pages that tells which one is right."""

from __future__ import annotations

import random
import re
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import mazeeditor
from mazeeditor.app.shown.verdict import chip
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import solve
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import encode_scenes
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import tokens_of
from mazeeditor.page.planning import plan_page
from mazeeditor.page.questions import value_of
from mazeeditor.page.questions.asking import label_of
from mazeeditor.page.scene import Strokes, Text
from mazeeditor.sheets.pages.puzzles import MadePuzzle, Puzzle
from tests.breadth import examples, repeats
from tests.cli.run import mazeeditor as command
from tests.graphs import graph_of
from tests.page.formats.read_svg import read_svg
from tests.page.test_words_beside import layer

RIDDLE = "Who barks? = dog | cat | cow | hen"
SIZES = {"rows": 9, "columns": 9}
SHAPES = ("rectangular", "hexagonal", "triangular", "polar")


def made(goals: int = 3, seed: int = 1, rows: int = 10, shape: str = "rectangular") -> Maze:
    sizes = {"rings": rows} if shape == "polar" else {"rows": rows, "columns": rows + 2}
    lattice = build(shape, **sizes)
    return SUBJECTS["goals"].run(lattice, Growth("prim", seed), Job(), goals=goals)


@pytest.mark.parametrize("seed", repeats(6, 300))
def test_one_route_leads_to_each_goal(seed: int) -> None:
    dice = random.Random(seed)
    goals = dice.randint(2, 6)
    maze = made(goals, seed, dice.randint(6, 14), dice.choice(SHAPES))
    maze.check()
    assert nx.is_tree(graph_of(maze))
    assert len({each.cell for each in maze.openings}) == goals + 1
    assert chip(maze, facts(maze)) == ("good", "One route to each exit")


def test_any_of_the_goals_may_be_the_right_one() -> None:
    exits = [made(seed=seed).exits for seed in range(6)]
    assert len({sorted(each, key=lambda one: one.cell).index(each[0]) for each in exits}) > 1


def test_goals_that_were_removed_come_back() -> None:
    maze, chosen = made(4), ChosenSubject("goals", {"goals": 4})
    assert chosen.look(maze).lost == ""
    maze.set_openings(maze.entrance, maze.exits[:2])
    assert chosen.look(maze).lost == "The maze has lost 2 goals."
    mended = chosen.mend(maze)
    assert mended.exits[:2] == maze.exits
    assert chosen.look(mended).lost == ""
    with pytest.raises(UsageError, match="no room for 12 goals"):
        made(12, rows=2)


@pytest.mark.parametrize("rows", [8, 24])
def test_the_answer_leads_to_the_exit_with_the_right_answer(rows: int) -> None:
    for seed in range(3):
        maze = made(4, seed, rows)
        page = Page(along="riddle", questions=RIDDLE, solution="page")
        tokens = tokens_of(maze, page)
        assert tokens
        assert maze.entrance
        right = maze.exits[0].cell
        route = nx.shortest_path(graph_of(maze), maze.entrance.cell, right)
        assert list(tokens.way) == route
        puzzle, answer = compose(maze, page, solve("breadth-first", maze))
        texts = {item.text for item in layer(puzzle, "tokens") if isinstance(item, Text)}
        note = " ".join(item.text for item in layer(answer, "note") if isinstance(item, Text))
        if rows == 8:
            assert texts == {"dog", "cat", "cow", "hen"}
            assert note == "Who barks? dog"
        else:
            assert texts == {"A", "B", "C", "D"}
            (letter,) = re.findall(r"dog \((.)\)", note)
            assert f"{letter}: dog" in note
            place = sorted(each.cell for each in maze.exits).index(right)
            assert letter == "ABCD"[place]
        (line,) = [item for item in layer(answer, "solution") if isinstance(item, Strokes)]
        assert len(line.points) > 2


def test_answers_of_sheets_lead_to_the_right_goal_whatever_their_size() -> None:
    chosen = ChosenSubject("goals", {"goals": 4})
    for seed in range(4):
        puzzle = Puzzle(1, Recipe("prim", seed=seed, sizes=SIZES, subject=chosen))
        for page in (Page(), Page(along="riddle"), None):
            made_puzzle = MadePuzzle.of(puzzle, Job(), solved=True, page=page)
            assert made_puzzle.solution
            assert made_puzzle.solution.route[-1] == made_puzzle.maze.exits[0].cell


def test_the_answers_of_a_riddle_are_about_as_large_as_it_is() -> None:
    """Listed below a maze of small cells, by the letters at its exits."""
    tokens = plan_page(made(rows=30), Page(along="riddle", questions="plus-20")).tokens
    assert tokens
    assert tokens.note.listed.lines
    assert tokens.note.question.size < 1.3 * tokens.note.listed.size


@pytest.mark.slow
def test_sums_and_lists_are_asked_too(tmp_path: Path) -> None:
    for asked in ("plus-20", "times-100"):
        tokens = tokens_of(made(), Page(along="riddle", questions=asked))
        assert tokens
        assert len({token.text for token in tokens.tokens}) == 3
        assert "____ Take the exit with the right answer." in tokens.question
    path = tmp_path / "q.csv"
    path.write_text("question,answer,wrong 1,wrong 2\nWho barks?,dog,cat,cow\n")
    flags = "--goals", "3", "--questions", str(path), "--rows", "6"
    target = tmp_path / "a.pdf"
    command("sheet", *flags, "--columns", "6", "--count", "2", "-o", str(target))
    assert target.stat().st_size > 1000
    maze = tmp_path / "a.maze"
    command("generate", "--goals", "3", "--rows", "8", "--columns", "8", "-o", str(maze))
    command("export", str(maze), "--questions", RIDDLE, "-o", str(tmp_path / "a.svg"))
    assert "Who barks?" in (tmp_path / "a.svg").read_text()


def test_a_question_is_written_with_its_answers() -> None:
    page = Page(along="riddle", questions=RIDDLE)
    assert page.questions.startswith("data:text/csv;")
    assert label_of(page.questions) == "Who barks?"
    assert Page.from_dict(page.to_dict()) == page
    for wrong in ("Who barks? = ", "Who barks? = dog", " = dog | cat", "a = b | b"):
        with pytest.raises(UsageError):
            Page(questions=wrong)


def read_answers(asked: str) -> tuple[set[str], str]:
    """Return the answers at the goals, and the right one, as the SVG of a riddle has them."""
    maze = made(4, 1, 24)
    page = Page(along="riddle", questions=asked, solution="page")
    puzzle, answer = (
        read_svg(encode_scenes([scene], Path("a.svg")).popitem()[1])
        for scene in compose(maze, page, solve("breadth-first", maze))
    )
    found = [re.fullmatch(r"([A-D]): (.*)", line.text) for line in puzzle.letters]
    texts = {match[1]: match[2] for match in found if match}
    (solved,) = [line.text for line in answer.letters if line.text.startswith("Which? ")]
    letter = solved[-2]
    assert solved == f"Which? {texts[letter]} ({letter})"
    return {*texts.values()}, texts[letter]


@pytest.mark.parametrize(
    "answers",
    ["B12 | C6 | D3 | K2", "A4 | A5 | 4 | -4", "€5 | £5 | +5 | 5.5", "1/0 | + | +/2 | /"],
)
def test_answers_that_are_nearly_numbers_are_words(answers: str) -> None:
    """A range in the pattern of numbers once took each sign from + to the minus for a sign."""
    texts = answers.split(" | ")
    assert read_answers(f"Which? = {answers}") == ({*texts}, texts[0])
    assert value_of(texts[0]) == texts[0].casefold()


SIGNS = st.characters(categories=("L", "N", "P", "S"), exclude_characters="=|")
LIKE_NUMBERS = st.tuples(SIGNS, st.sampled_from(["4", "1/2", "0.5", "0,5", "1/0"])).map("".join)
ANSWERS = st.text(SIGNS, min_size=1, max_size=6) | LIKE_NUMBERS


@pytest.mark.slow
@examples(25)
@given(st.lists(ANSWERS, min_size=4, max_size=4))
def test_any_answers_are_read_back_from_the_page(texts: list[str]) -> None:
    assume(len({value_of(text) for text in texts}) == 4)
    assert read_answers(f"Which? = {' | '.join(texts)}") == ({*texts}, texts[0])


def test_what_a_riddle_lacks_is_said() -> None:
    page = Page(along="riddle", questions=RIDDLE)
    maze = mazeeditor.generate(rows=8, columns=8, seed=1)
    with pytest.raises(UsageError, match="needs several exits"):
        tokens_of(maze, page)
    with pytest.raises(UsageError, match="not enough wrong answers for 5 goals"):
        tokens_of(made(5), page)
    maze.set_openings(maze.entrance, (*maze.exits, Opening(maze.lattice.cell(4, 4))))
    with pytest.raises(UsageError, match="let marks stand outside"):
        tokens_of(maze, page)
