"""What is wrong with pages as they will be printed: each kind, and nothing on a good page."""

from __future__ import annotations

from typing import Any

import pytest

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import HERE
from mazeeditor.files import Project
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.audiences import AUDIENCES, NARROWEST
from mazeeditor.page.compose import compose
from mazeeditor.page.findings import PageFinding, findings_on, merge_findings
from mazeeditor.page.page import Page
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of, new_book, templates
from mazeeditor.sheets.pages.page_files import findings_of
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_files import SheetOrder

GOOD: dict[str, Any] = {"cell": 8.0, "wall": 0.6, "page": "A4"}


def on_page(audience: str = "", **options: Any) -> list[PageFinding]:
    maze = mazeeditor.generate("backtracker", rows=6, columns=6, seed=1)
    page = Page(**{**GOOD, **options})
    (scene,) = compose(maze, page)
    return findings_on(scene, page, number=3, audience=audience)


def on_sheet(recipe: Recipe | None = None, **values: Any) -> list[PageFinding]:
    known = {name: values.pop(name) for name in ("projects", "audience") if name in values}
    recipe = recipe or Recipe("backtracker", seed=1, sizes={"rows": 6, "columns": 6})
    order = SheetOrder(Sheet(**values), Page(), None if "projects" in known else recipe, **known)
    planned = order.plan(Job())
    return findings_of([*planned.pages, *planned.answers], Job(), workers=HERE)


def test_a_good_page_has_none() -> None:
    assert on_page() == []
    assert on_sheet(count=2, per_page="2", title="Two mazes", answers="end") == []


@pytest.mark.parametrize("cell", [3.4, 3.7])
def test_a_passage_for_nobody(cell: float) -> None:
    found = on_page(cell=cell)
    assert bool(found) == (cell - GOOD["wall"] < NARROWEST)
    for finding in found:
        assert (finding.kind, finding.bad, finding.page) == ("narrow", True, 3)
        assert finding.value == pytest.approx(cell - GOOD["wall"], abs=0.01)
        assert f"{cell - GOOD['wall']:g} mm" in finding.text
    assert on_page(cell=cell, walls="hairlines", wall=None) == [], "a laser has no pencil"


@pytest.mark.parametrize("name", AUDIENCES)
def test_a_passage_that_is_too_narrow_for_whom_the_maze_is(name: str) -> None:
    whom = AUDIENCES[name]
    for passage, wrong in ((whom.least - 0.2, True), (whom.least + 0.1, False)):
        found = on_page(name, cell=passage + 0.6)
        assert [finding.kind for finding in found] == ["narrow"] * wrong
        if wrong and passage > NARROWEST:
            assert whom.label.lower() in found[0].text.lower()


def test_texts_that_cannot_be_read() -> None:
    assert [one.kind for one in on_sheet(title="Small", title_style="5pt")] == ["small letters"]
    assert on_sheet(title="Just right", title_style="6pt") == []
    assert [one.kind for one in on_page(title="\ue000")] == ["missing characters"]
    assert [one.kind for one in on_page(title="Long " * 200)] == ["cut text"]


def test_what_a_print_shop_would_mind_is_not_bad() -> None:
    (thin,) = on_page(wall=0.1)
    (pale,) = on_page(colour="#dddddd", background="white")
    assert (thin.kind, thin.bad, pale.kind, pale.bad) == (
        "thin lines",
        False,
        "pale colours",
        False,
    )


def test_a_maze_without_a_way() -> None:
    maze = mazeeditor.generate("backtracker", rows=4, columns=4, seed=1)
    good = Project(maze.copy())
    path = mazeeditor.solve(maze).path
    maze.toggle_wall(path[3], path[4])
    found = on_sheet(projects=[good, Project(maze)], answers="none", per_page="1")
    assert [(one.kind, one.page, one.maze, one.bad) for one in found] == [("no route", 2, 2, True)]
    with_answers = on_sheet(projects=[good, Project(maze)], answers="end", per_page="1")
    assert {one.kind for one in with_answers} == {"no route", "not drawn"}


def test_a_maze_without_an_entrance_or_an_exit_is_never_green() -> None:
    maze = mazeeditor.generate("backtracker", rows=4, columns=4, seed=1)
    whole = maze.entrance, maze.exits
    for entrance, exits in ((None, whole[1]), (whole[0], ()), (None, ())):
        maze.set_openings(entrance, exits)
        (found,) = findings_on(compose(maze, Page(**GOOD))[0], Page(**GOOD))
        assert found.kind == "no entrance or exit"
        found, *others = on_sheet(projects=[Project(maze.copy())], answers="none")
        assert (found.kind, others) == ("no entrance or exit", [])
        cut = Page(**{**GOOD, "walls": "hairlines", "wall": None})
        assert findings_on(compose(maze, cut)[0], cut) == [], "lasers cut patterns, too"


def test_what_many_mazes_have_is_one_line() -> None:
    found = on_sheet(
        Recipe("prim", seed=1, sizes={"rows": 24, "columns": 24}), count=9, per_page="9"
    )
    found = [one for one in found if one.kind == "narrow"]
    assert [one.maze for one in found] == list(range(1, 10))
    (line,) = merge_findings(found)
    assert line.startswith("mazes 1, 2, 3, 4, 5, 6 and 3 more: Too small to solve")


@pytest.mark.slow(1)
@pytest.mark.parametrize("name", templates())
def test_no_book_begins_with_a_page_that_is_not_fit(name: str, tmp_path: Any) -> None:
    book = book_of(new_book(name, 7), AllowedFiles(tmp_path), Job())
    printing = BookPrinting.of(book, Job())
    assert [str(one) for one in printing.findings(Job()) if one.bad] == []
