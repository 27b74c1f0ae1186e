"""Sheets for a class: several names on a page, each above its maze, read back by poppler."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import mazeeditor
from mazeeditor.app.printing.sheet_draft import SheetRequest, found_names
from mazeeditor.app.printing.sheet_work import plan_pages
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.audiences import AUDIENCES, audience_of
from mazeeditor.page.page import Page
from mazeeditor.page.scene import SOLUTION, Scene, Text
from mazeeditor.sheets.names_file import typed_names
from mazeeditor.sheets.pages.page_files import MazeSizes
from mazeeditor.sheets.sheet import Sheet
from mazeeditor.sheets.sheet_audience import recipe_for
from mazeeditor.sheets.sheet_files import SheetOrder
from mazeeditor.sheets.sheet_pages import plan_sheet
from tests.breadth import combinations
from tests.cli.run import mazeeditor as run
from tests.page.formats.read_pdf import pages_of, read_pdf
from tests.sheets.sampled import drawn

POPPLER = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler is not installed")
_NAMES = """
Ada Ben Chiara David Emil Fatma Greta Hugo Ines Jörg Kim Lea
Mia Noah Otto Paul Quirin Rosa Sven Tom Uli Vera Willi Zoë
"""
PUPILS = _NAMES.split()
ROWS = [{"name": name, "class": "3b"} for name in PUPILS]
SIZES: dict[str, Any] = {"rows": 5, "columns": 5, "seed": 1}
RECIPE = Recipe("backtracker", seed=1, sizes={"rows": 5, "columns": 5})
MM = 25.4 / 72
Word = tuple[str, tuple[float, ...]]  # left, top, right, bottom


def words_of(file: Path) -> list[list[Word]]:
    """Return the words of each page as poppler finds them, with their boxes in mm."""
    command = ["pdftotext", "-bbox", str(file), "-"]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    pattern = r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>'
    return [
        [(found[4], tuple(float(value) * MM for value in found[:4])) for found in words]
        for words in (re.findall(pattern, page) for page in text.split("<page ")[1:])
    ]


def scenes(rows: list[dict[str, str]], **options: Any) -> list[Scene]:
    """Return the pages as they are printed."""
    sheet, page = Sheet(**options), Page(marks="none")
    planned = plan_sheet(sheet, page, SheetOrder(sheet, page, RECIPE, rows=rows).puzzles())
    return [plan.composed(Job()) for plan in (*planned.pages, *planned.answers)]


def texts_of(scene: Scene) -> list[Text]:
    return [item for item in scene.items if isinstance(item, Text)]


def texts(rows: list[dict[str, str]], **options: Any) -> list[list[str]]:
    """Return the texts of each page."""
    return [[item.text for item in texts_of(scene)] for scene in scenes(rows, **options)]


@pytest.mark.slow
@POPPLER
@pytest.mark.parametrize(("most", "pages"), [(2, 12), (9, 3)])
def test_so_many_names_a_page_and_then_their_answers(most: int, pages: int, tmp_path: Path) -> None:
    file = tmp_path / "class.pdf"
    mazeeditor.sheet(file, names=ROWS, per_page=str(most), answers="end", **SIZES)
    assert len(pages_of(file.read_bytes())) == pages + 4
    words = words_of(file)
    found = [[word for word, _box in page] for page in words]
    assert found[:pages] == [PUPILS[at : at + most] for at in range(0, 24, most)]
    assert found[pages:] == [["Answers", *PUPILS[at : at + 6]] for at in range(0, 24, 6)]
    for page, sheet in zip(words, read_pdf(file.read_bytes()), strict=True):
        lines = [line for shape in sheet.shapes[""] for line in shape.strokes]
        ends = np.array([(*a, *b) for line in lines for a, b in pairwise(line)])
        lows, highs = np.minimum(ends[:, :2], ends[:, 2:]), np.maximum(ends[:, :2], ends[:, 2:])
        for word, (left, top, right, bottom) in page:
            touched = (lows <= (right, bottom)).all(axis=1) & (highs >= (left, top)).all(axis=1)
            assert not touched.any(), f"a wall runs through {word}"
    assert not mazeeditor.preflight(file, rules="general").findings


@pytest.mark.slow
@POPPLER
def test_the_preview_is_what_is_printed(tmp_path: Path) -> None:
    names = tmp_path / "class.csv"
    names.write_text("name\n" + "\n".join(PUPILS[:6]))
    sheet = Sheet(per_page="2", answers="end", title="For {name}")
    request = SheetRequest(sheet, Page(), NamedFile(names), RECIPE, None)
    files = mazeeditor.sheet(
        tmp_path / "a.pdf", names=names, per_page="2", answers="end", title="For {name}", **SIZES
    )
    printed = drawn(files[0], tmp_path)
    assert len(printed) == 4
    planned = plan_pages(request, Job())
    assert (planned.count, planned.found) == (4, "6 names found")
    assert planned.summary == "3 pages of mazes, 1 of answers"
    assert list(planned.names) == PUPILS[:6]
    for number in (1, 3, 4):
        height, width = printed[number - 1].shape[:2]
        shown = planned.draw(number, width, Job())
        assert planned.label(number) == f"Page {number} of 4"
        assert shown.image
        pixels = np.asarray(shown.image.convert("L").resize((width // 4, height // 4)), np.int16)
        paper = Image.fromarray(printed[number - 1]).convert("L").resize((width // 4, height // 4))
        differing = np.abs(pixels - np.asarray(paper, np.int16)) > 100
        assert differing.mean() < 0.001


def test_fewer_mazes_than_a_page_share_pages_and_others_do_not() -> None:
    rows = [{"name": name} for name in "ABC"]
    two = [["A · 1", "A · 2", "B · 1", "B · 2"], ["C · 1", "C · 2"]]
    assert texts(rows, count=2, per_page="4") == two
    three = [["A · 1", "A · 2", "A · 3", "B · 1"], ["B · 2", "B · 3", "C · 1", "C · 2"], ["C · 3"]]
    assert texts(rows, count=3, per_page="4") == three
    own = [["A · 1", "A · 2"], ["A · 3"], ["B · 1", "B · 2"], ["B · 3"], ["C · 1", "C · 2"]]
    assert texts(rows, count=3, per_page="2") == [*own, ["C · 3"]]


def test_a_page_of_one_name_says_it_once() -> None:
    rows = [{"Pupil": "Ada"}, {"Pupil": "Ben"}]
    assert texts(rows, title="For {pupil}") == [["For Ada"], ["For Ben"]]
    assert texts(rows, title="Help!") == [["Help!", "Ada"], ["Help!", "Ben"]]
    assert texts(rows, name_above=False) == [[], []]
    answered = texts(rows, title="For {pupil}", answers="back")
    assert answered[:2] == [["For Ada"], ["For Ada – Answer"]]


def test_texts_that_differ_stand_above_each_maze() -> None:
    rows = ROWS[:3]
    options: dict[str, Any] = {"title": "For {name}", "subtitle": "Class {class}", "per_page": "2"}
    assert texts(rows, **options) == [
        ["Class 3b", "For Ada", "For Ben"],
        ["Class 3b", "For Chiara"],
    ]
    others = [{"name": "Ada", "class": "3b"}, {"name": "Ben", "class": "3c"}]
    options = {"title": "Class {CLASS}", "footer": "{class}, page {page}", "per_page": "2"}
    (page,) = texts(others, **options)
    assert page == ["Class 3b", "3b, page 1", "Ada", "Class 3c", "3c, page 1", "Ben"]
    (scene,) = scenes(others, title="For {name}", title_style="bottom left 20pt", per_page="2")
    ada, ben = texts_of(scene)
    assert ada.anchor == "start"
    assert ada.y < scene.height / 2 < ben.y


@pytest.mark.slow
@pytest.mark.parametrize("answers", ["back", "next", "end", "file"])
def test_answers_say_whose_they_are(answers: str) -> None:
    """And those behind a page lie where its mazes do."""
    texts: list[dict[str, Any]] = [{}, {"title": "For {name}"}]
    texts += [{"footer": "{name}"}, {"name_above": False}]
    for more, per_page in product(texts, ("1", "4")):
        pages = scenes(ROWS[:6], per_page=per_page, answers=answers, **more)
        behind = [at for at, page in enumerate(pages) if page.cell and has_route(page)]
        said = Counter(" ".join(item.text for at in behind for item in texts_of(pages[at])).split())
        assert all(said[name] >= 1 for name in PUPILS[:6])
        if per_page == "4":
            assert all(said[name] == 1 for name in PUPILS[:6])
        assert len(behind) == (6 if answers in ("back", "next") else 1) or per_page == "4"
        for at in behind if answers == "next" else ():
            assert walls_of(pages[at])
            assert pages[at].cell == pages[at - 1].cell
            assert walls_of(pages[at]) == walls_of(pages[at - 1])


def has_route(scene: Scene) -> bool:
    return any(layer.name == SOLUTION for layer in scene.layers)


def walls_of(scene: Scene) -> list[Any]:
    return [
        np.asarray(item.points).round(6).tolist()
        for layer in scene.layers
        if layer.name == "walls"
        for item in layer.items
        if hasattr(item, "points")
    ]


def test_names_of_every_kind() -> None:
    """A long one becomes smaller or is cut, without the others; an empty one keeps its room."""
    long, longer = "Maximiliane von und zu Hohenstein-Berleburg", "Lang " * 100
    rows = [{"name": name, "class": "3b"} for name in ("Ada", long, "", longer.strip())]
    (scene,) = scenes(rows, per_page="4")
    ada, shrunk, cut = texts_of(scene)
    assert (ada.text, shrunk.text) == ("Ada", long)
    assert ada.size > shrunk.size > cut.size == pytest.approx(7 * MM)
    assert ada.y == shrunk.y < cut.y
    assert cut.text.endswith("…")
    assert scene.cut == (longer.strip(),)
    assert walls_of(scene)
    tops = [min(y for _x, y in walls) for walls in walls_of(scene)]
    (alike,) = scenes(ROWS[:4], per_page="4")
    assert tops == [min(y for _x, y in walls) for walls in walls_of(alike)]
    assert scenes([rows[2]] * 2, per_page="2")[0].cell == scenes(ROWS[:2], per_page="2")[0].cell


def test_what_a_list_has() -> None:
    assert found_names(ROWS) == "24 names found"
    assert found_names([{"x": "1", "Name": "Ada"}]) == "1 name found"
    some = [{"name": ""}, {"name": "Ada"}, {"name": "B" * 40}]
    assert found_names(some) == "2 names found; 1 row without a name"


def test_typed_names_are_read_as_those_of_a_file() -> None:
    def names(text: str) -> list[str]:
        return [row["name"] for row in typed_names(text)]

    assert names("Ada\r\nBen\n\n  \nAda\n") == ["Ada", "Ben", "Ada"], "two may be called alike"
    assert names(" \n\n") == []
    for mark in ",;\t":
        (row, _other) = typed_names(f"class{mark}name\n3b{mark}Ada\n3b{mark}Ben")
        assert row == {"class": "3b", "name": "Ada"}
    with pytest.raises(UsageError, match=r"^Line 3 of the list has 3 values for 2 columns.$"):
        typed_names("name,class\nAda,3b\nBen,3b,x")
    with pytest.raises(UsageError, match=r"^The list has only a line of column names: "):
        typed_names("Ada, Ben")
    with pytest.raises(UsageError, match=r"^The list has two columns named 'a'.$"):
        typed_names("a,a\n1,2")
    with pytest.raises(UsageError, match=r"^The list has more than 10,000 rows.$"):
        typed_names("Ada\n" * 10_002)


NO_ROOM = {("4-6", "6", "ocean"), ("2-3", "6", "plain"), ("2-3", "6", "ocean")}
LOOKS = [("rectangular", "plain"), ("rectangular", "ocean"), ("triangular", "plain")]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("audience", "per_page", "look"), combinations(list(AUDIENCES), ["1", "2", "6"], LOOKS)
)
def test_mazes_suit_an_audience(audience: str, per_page: str, look: tuple[str, str]) -> None:
    """What the advice says of the page agrees with what was asked for."""
    shape, theme = look
    sheet, page = Sheet(per_page=per_page, count=2), Page(theme=theme)
    whom = AUDIENCES[audience]
    if (audience, per_page, theme) in NO_ROOM:
        with pytest.raises(UsageError, match="has no room for 6 such mazes"):
            recipe_for(whom, sheet, page, Recipe("prim", seed=1, shape=shape), rows=ROWS[:4])
        return
    recipe, page = recipe_for(whom, sheet, page, Recipe("prim", seed=1, shape=shape), rows=ROWS[:4])
    assert recipe.generator == whom.generator
    order = SheetOrder(sheet, page, recipe, rows=ROWS[:4])
    scene = plan_sheet(sheet, page, order.puzzles()).pages[0].composed(Job())
    sizes = MazeSizes.of(scene)
    assert sizes
    assert sizes.advice.endswith(f"Suits: {whom.label}")


@pytest.mark.slow
def test_for_whom_on_the_command_line_and_in_python(tmp_path: Path) -> None:
    for whom in ("4-6", "senior"):
        flags = ["--for", whom, "--count", 2, "--per-page", "2", "--seed", 1]
        made = run("sheet", *flags, "-o", "a.pdf", cwd=tmp_path)
        assert made.out.splitlines()[-1].endswith(f"Suits: {AUDIENCES[whom].label}")
        options: dict[str, Any] = {"count": 2, "per_page": "2", "seed": 1}
        mazeeditor.sheet(tmp_path / "b.pdf", audience=whom, **options)
        assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    given = run("sheet", "--for", "7-9", "--rows", 3, "--json", "-o", "a.pdf", cwd=tmp_path)
    assert json.loads(given.out)["cells"] % 3 == 0
    wrong = run("sheet", "--for", "4-6", "--per-page", "12", "-o", "a.pdf", cwd=tmp_path)
    assert wrong.status == 2
    assert "4 to 6 years: a page of A4 has no room for 12 such mazes" in wrong.error
    (tmp_path / "a.txt").write_text("o---o\n|   |\no---o\n")
    wrong = run("sheet", "a.txt", "--for", "4-6", "-o", "a.pdf", cwd=tmp_path)
    assert wrong.status == 2
    assert "leave out --for" in wrong.error


def test_round_mazes_on_paper_that_is_turned_for_them_suit_the_audience() -> None:
    """Three rings with passages of 11.9 mm were made for those of 10 years and over."""
    sheet, page = Sheet(count=2, per_page="2"), Page(page="Letter", theme="ocean")
    round_ = Recipe("backtracker", seed=5, shape="polar")
    recipe, page = recipe_for(AUDIENCES["10+"], sheet, page, round_)
    (plan,) = plan_sheet(sheet, page, SheetOrder(sheet, page, recipe).puzzles()).pages
    for maze in plan.composed(Job()).mazes:
        audience = audience_of(round(maze.passage, 1), maze.cells)
        assert audience is AUDIENCES["10+"]
