"""Questions at forks on sheets and in books: mazes that suit them, and answers that are listed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mazeeditor import sheet
from mazeeditor.cli import main
from mazeeditor.core.job import Job
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.page.audiences import AUDIENCES
from mazeeditor.page.findings import findings_on
from mazeeditor.page.marks.course import course_of
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.questions.asking import load_questions
from mazeeditor.page.scene import Scene, Text
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of
from mazeeditor.sheets.pages.fair_mazes import Band
from mazeeditor.sheets.pages.puzzles import Puzzle, Suited
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_audience import recipe_for
from mazeeditor.sheets.sheet_files import SheetOrder
from mazeeditor.sheets.sheet_pages import plan_sheet
from tests.maze.transforms.test_fewer_forks import forks
from tests.sheets.test_sheet_tokens import texts

PAGE = Page(along="questions", questions="plus-20")
WORDS = "a stepladder,eine Trittleiter\na cat,eine Katze\na dog,ein Hund\na bird,ein Vogel\n"


def pages(order: SheetOrder) -> list[Scene]:
    planned = plan_sheet(order.sheet, order.page, order.puzzles())
    return [plan.composed(Job()) for plan in (*planned.pages, *planned.answers)]


@pytest.mark.slow
def test_a_sheet_asks_ten_to_fourteen_questions_on_a_page(tmp_path: Path) -> None:
    """With nothing else chosen, on A4, in letters of more than 10 pt."""
    out = tmp_path / "a.svg"
    assert main(["sheet", "--questions", "times-100", "--seed", "4", "--count", "2",
                 "--answers", "next", "-o", str(out)]) == 0  # fmt: skip
    files = sorted(tmp_path.glob("*.svg"))
    assert len(files) == 4
    for puzzle, answer in zip(files[::2], files[1::2], strict=True):
        asked = re.findall(r"(\d+)\. (\d+) × (\d+) = _+<", puzzle.read_text("utf-8"))
        solved = re.findall(r"(\d+)\. (\d+) × (\d+) = (\d+)<", answer.read_text("utf-8"))
        assert 10 <= len(asked) <= 14
        assert [each[:3] for each in solved] == asked
        assert all(int(one) * int(other) == int(right) for _at, one, other, right in solved)
        group = puzzle.read_text("utf-8").partition('id="tokens"')[2].partition("</g>")[0]
        assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', group)) > 3.5
    again = tmp_path / "again.svg"
    sheet(again, questions="times-100", seed=4, count=2, answers="next")
    for file in files:
        twin = file.with_name(file.name.replace("a-", "again-", 1))
        assert twin.read_bytes() == file.read_bytes(), "the same seed asks the same"


def test_new_mazes_pass_as_many_forks_as_are_asked_for() -> None:
    recipe = Recipe("kruskal", seed=3, sizes={"rows": 16, "columns": 12})
    page = Page(along="questions", along_count=7)
    for puzzle in SheetOrder(Sheet(count=3), page, recipe).puzzles():
        assert len(forks(puzzle.maze(Job()))) == 7
    (puzzle,) = SheetOrder(Sheet(), Page(), recipe).puzzles()
    assert len(forks(puzzle.maze(Job()))) > 12, "others are as they are"


@pytest.mark.slow
def test_small_answers_list_what_was_asked() -> None:
    recipe = Recipe("kruskal", seed=3, sizes={"rows": 16, "columns": 12})
    sheet_ = Sheet(count=4, per_page="1", answers="end", answers_per_page="4")
    *puzzles, answers = pages(SheetOrder(sheet_, PAGE, recipe))
    asked = [re.findall(r"\d+ \+ \d+", " ".join(texts(one, "note"))) for one in puzzles]
    assert all(len(each) > 3 for each in asked)
    solved = re.findall(r"(\d+) \+ (\d+) = (\d+)", " ".join(texts(answers, "note")))
    assert [f"{one} + {other}" for one, other, _sum in solved] == [
        each for one in asked for each in one
    ]
    assert all(int(one) + int(other) == int(right) for one, other, right in solved)


@pytest.mark.slow
def test_chapters_of_books_ask(tmp_path: Path) -> None:
    (tmp_path / "w.csv").write_text(WORDS.replace("eine Trittleiter", "Leiter"), "utf-8")
    chapters = [
        {
            "count": 4,
            "recipe": {"generator": "kruskal"},
            "sizes": {"rows": 7, "columns": 5},
            "page": {"along": "questions", "questions": questions, "marks": "none"},
        }
        for questions in ("minus-100", load_questions(tmp_path / "w.csv"))
    ]
    values = {"format": "mazeeditor book", "version": 1, "seed": 1, "title": "Sums"}
    book = book_of(
        json.dumps({**values, "chapters": chapters}).encode(), AllowedFiles(tmp_path), Job()
    )
    scenes = [plan.composed(Job()) for plan in BookPrinting.of(book, Job()).pages]
    lines = " ".join(line for scene in scenes for line in texts(scene, "note"))
    found = re.findall(r"(\d+) − (\d+) = (\d+)", lines)
    assert len(found) > 8
    assert all(int(one) - int(other) == int(right) for one, other, right in found)
    assert "a dog: ein Hund" in lines


def class_of(per_page: str, count: int = 4, **values: Any) -> SheetOrder:
    chosen = Sheet(count=count, per_page=per_page, **values)
    recipe, page = recipe_for(AUDIENCES["7-9"], chosen, PAGE, Recipe(seed=5))
    return SheetOrder(chosen, page, recipe, audience="7-9")


def items(scene: Scene, name: str) -> list[Text]:
    every = [item for layer in scene.layers if layer.name == name for item in layer.items]
    return [item for item in every if isinstance(item, Text)]


@pytest.mark.slow(2)
@pytest.mark.parametrize("per_page", ["1", "2", "4", "6"])
def test_children_have_9_mm_to_write_in_and_wide_passages(per_page: str) -> None:
    for scene in pages(class_of(per_page, int(per_page))):
        assert not [finding for finding in findings_on(scene, audience="7-9") if finding.bad]
        note = items(scene, "note")
        lines = [text for text in note if text.text.endswith("____")]
        assert lines
        for text in lines:
            near = [other for other in note if abs(other.x - text.x) < 1 and other.y < text.y]
            assert min((text.y - other.y for other in near), default=9.0) >= 9.0
            blank = width_of("_", text.lettering) * text.text.count("_") * text.size
            assert blank >= 14.0 - text.size


def test_where_cells_need_the_room_there_is_less_to_write_in() -> None:
    sizes = {"rows": 16, "columns": 12}
    page = Page(along="questions", questions="fractions")
    maze = maze_of(Recipe("kruskal", {}, 8, sizes=sizes))
    layout = plan_page(maze, page)
    assert layout.tokens
    assert layout.tokens.tokens.close


def test_all_mazes_of_a_sheet_ask_alike() -> None:
    """The second of these has room for its questions in the cells alone, the first has not."""
    page = Page(along="questions", questions="times-100")
    recipe = Recipe("kruskal", {}, 2, sizes={"rows": 12, "columns": 10})
    scenes = pages(SheetOrder(Sheet(count=2, answers="next"), page, recipe))
    assert all(texts(scene, "note")[1].startswith("1. ") for scene in scenes[::2])
    assert all(texts(scene, "note")[0].startswith("1. ") for scene in scenes[1::2])


def test_no_maze_of_a_chapter_is_printed_coarser_than_one_before() -> None:
    """Fewer questions below it leave a maze more room: its cells were up to 6 % larger."""
    sizes: dict[str, Any] = {"sizes": {"rows": 12, "columns": 9}, "to": {"rows": 14, "columns": 11}}
    chapter = {"count": 5, "recipe": {"generator": "kruskal"}, "page": {"along": "questions"}}
    chapter |= sizes
    values: dict[str, Any] = {"format": "mazeeditor book", "version": 1, "seed": 0}
    values |= {"title": "Sums", "chapters": [chapter]}
    book = book_of(json.dumps(values).encode(), AllowedFiles(Path()), Job())
    scenes = [plan.composed(Job()) for plan in BookPrinting.of(book, Job()).pages]
    cells = [scene.cell for scene in scenes if any("1. " in each for each in texts(scene, "note"))]
    cells = cells[:5]  # without answers
    assert cells == sorted(cells, reverse=True)


@pytest.mark.slow
def test_all_answers_of_a_sheet_are_of_one_kind() -> None:
    """If what stands in one maze cannot be read, it is left out on all pages."""
    chosen = Sheet(count=4, answers="file", answers_per_page="2")
    order = SheetOrder(chosen, PAGE, Recipe("kruskal", {}, 5, sizes={"rows": 6, "columns": 9}))
    large = Recipe("kruskal", {}, 5, sizes={"rows": 40, "columns": 40})
    puzzles = order.puzzles()
    for some, shown in (
        (puzzles, True),
        ([*puzzles[:3], replace(puzzles[3], source=large)], False),
    ):
        answers = plan_sheet(order.sheet, order.page, some).answers
        scenes = [plan.composed(Job()) for plan in answers]
        assert [bool(items(scene, "tokens")) for scene in scenes] == [shown, shown]


def test_no_answer_stands_between_two_forks() -> None:
    """In 1 of 6 mazes as small as those of a page with four it did; with no room it still does."""
    between = 0
    for seed in range(30):
        recipe = Recipe("kruskal", {}, seed, sizes={"rows": 7, "columns": 4})
        maze = Puzzle(1, recipe, suited=Suited.of(PAGE)).maze(Job())
        course = course_of(maze, ends=True)
        between += any(fork.held for fork in course.forks)
        assert course.forks
    assert between <= 1


def test_a_class_gets_mazes_in_which_each_answer_has_a_cell() -> None:
    """As there are other seeds: those below are what no other branch mends."""
    everything = Band((0, 1000), (0, 1000))
    for seed in (0, 72, 206):
        recipe = Recipe("kruskal", {}, seed, sizes={"rows": 7, "columns": 4})
        puzzle = Puzzle(1, recipe, suited=Suited.of(PAGE), band=everything)
        alone, settled = replace(puzzle, band=None).maze(Job()), puzzle.maze(Job())
        crowded = [
            any(fork.held for fork in course_of(maze, ends=True).forks) for maze in (alone, settled)
        ]
        assert crowded == [True, False]


def test_answers_of_one_page_are_of_one_kind() -> None:
    """If what stands in one of the mazes cannot be read, the lines below each say it."""
    chosen = Sheet(count=3, per_page="2", answers="end", answers_per_page="9")
    order = SheetOrder(chosen, PAGE, Recipe("kruskal", {}, 5, sizes={"rows": 6, "columns": 9}))
    large = Recipe("kruskal", {}, 5, sizes={"rows": 20, "columns": 20})
    puzzles = order.puzzles()
    mixed = [replace(puzzles[0], source=large), *puzzles[1:]]
    for some, shown in ((puzzles, True), (mixed, False)):
        (*_fronts, answers) = plan_sheet(order.sheet, order.page, some).pages
        scene = answers.composed(Job())
        assert bool(items(scene, "tokens")) == shown
        assert len(items(scene, "note")) > 6
