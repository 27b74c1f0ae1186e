"""What is not printed as meant is named: thin lines, coarse pictures, characters without a glyph.

And for whom a maze is: by its narrowest passage and its cells, wherever its size is shown.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from mazeeditor.app.printing.snapshot import Print, plan
from mazeeditor.core.pictures import load_logo
from mazeeditor.core.typefaces.shaping import runs, width_of
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.compose import compose
from mazeeditor.page.findings import COARSE, THIN, findings_of_maze
from mazeeditor.page.page import Page
from mazeeditor.page.print_warnings import (
    look_again,
    missing,
    typeface_with,
    warning_of,
)
from tests.core.typefaces.small_fonts import small_font
from tests.maze.shapes.cases import largest
from tests.page.mazes import made
from tests.page.test_shapes import opened


def kinds_on(maze: Maze, page: Page) -> list[str]:
    return [finding.kind for finding in findings_of_maze(compose(maze, page), page)]


@pytest.mark.parametrize("name", SHAPES.names())
def test_only_what_is_too_thin(name: str) -> None:
    maze = opened(largest(name), 1)
    for wall, warned in ((0.2, True), (0.26, True), (0.265, False), (1.0, False)):
        for walls in ("lines", "bands"):
            page = Page.from_dict({"page": "fit", "wall": wall, "walls": walls})
            assert (THIN in kinds_on(maze, page)) == warned
    page = Page(page="fit", walls="hairlines")  # for a laser
    assert not kinds_on(maze, page)


def test_a_coarse_logo(tmp_path: Path) -> None:
    maze = generate("growing-tree", build("polar", rings=5, hole=5), 1)
    for size, warned in ((300, True), (2000, False)):
        Image.new("L", (size, size)).save(tmp_path / "logo.png")
        page = Page(logo=load_logo(tmp_path / "logo.png"))
        assert kinds_on(maze, page) == [COARSE] * warned


@pytest.mark.usefixtures("own_fonts")
def test_named_once_with_a_typeface_that_has_it() -> None:
    assert warning_of(missing("Maze Лабиринт אבג")) == ""
    assert missing("迷a迷 ไ") == "迷ไ"
    text = warning_of("迷ไ")
    assert "迷 (U+8FF7), ไ (U+0E44)" in text
    assert "Noto Sans CJK, Noto Sans Thai" in text
    many = warning_of("迷宫路口出入左右")
    assert "and 3 more" in many
    assert "Install" not in warning_of("\U0010fffd"), "no typeface has what Unicode has not"


TYPEFACES = {
    "क": "Noto Sans Devanagari",
    "ཀ": "Noto Serif Tibetan",
    "か": "Noto Sans CJK",
    "한": "Noto Sans CJK",
    "𓀀": "Noto Sans Egyptian Hieroglyphs",
    "ߊ": "Noto Sans NKo",
    "🧀": "Noto Color Emoji",
    "\U0001faff": "Noto Color Emoji",
    "𝔐": "Noto Sans Symbols 2",
    "∰": "Noto Sans Math",
    "\ue000": "",
    "\u0378": "",
}


def test_typefaces_by_script() -> None:
    assert {character: typeface_with(character) for character in TYPEFACES} == TYPEFACES


@pytest.mark.usefixtures("own_fonts")
def test_what_is_missing_takes_no_room_and_is_no_box() -> None:
    assert [run.text for run in runs("迷a")] == ["a"]
    assert width_of("迷a") == width_of("a")
    assert runs("迷") == ()
    assert missing("a\u200d\ufe0f\u202eb") == "", "what is never seen is not missing"
    assert missing("e\U0001d165") == "\U0001d165", "a mark without its letter"


def test_a_typeface_that_is_installed_meanwhile(own_fonts: Path) -> None:
    assert missing("ꙮ𓂀") == "𓂀"
    assert not look_again()
    small_font(own_fonts / "new.ttf", "New", "𓂀")
    assert look_again()
    assert missing("ꙮ𓂀") == ""
    assert width_of("𓂀") == 0.7


def test_walls_count() -> None:
    """Cells of 7 mm have passages of 6.3 mm beside lines, and of 3.5 mm beside blocks."""
    for walls, words in {
        "lines": "Suits: 10 years and over",
        "bands": "Suits: 10 years and over",
        "double": "Suits: Adults",
        "hand-drawn": "Suits: Adults",
        "block": "Suits: Experts",
        "toned": "Suits: Experts",
        "hairlines": "",
    }.items():
        page = Page.from_dict({"page": "fit", "cell": 7.0, "walls": walls})
        advice = plan(Print(made(9, 9), page, None)).advice
        assert advice.endswith(words), walls
        assert bool(advice) == bool(words)
