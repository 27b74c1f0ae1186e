"""What is not printed as meant is named: thin lines, coarse pictures, characters without a glyph.

And for whom a maze is: by its narrowest passage and its cells, wherever its size is shown.
"""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from mazeeditor.app.printing.snapshot import Print, draw, plan
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import load_logo
from mazeeditor.core.typefaces.shaping import runs, width_of
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.compose import compose
from mazeeditor.page.findings import COARSE, THIN, findings_of_maze
from mazeeditor.page.formats import EXPORTERS, export
from mazeeditor.page.page import Page
from mazeeditor.page.print_warnings import (
    advice_for,
    look_again,
    missing,
    typeface_with,
    warning_of,
)
from tests.cli.run import mazeeditor
from tests.core.typefaces.small_fonts import small_font
from tests.maze.shapes.cases import largest
from tests.page.mazes import made
from tests.page.test_shapes import opened


def kinds_on(maze: Maze, page: Page) -> list[str]:
    return [finding.kind for finding in findings_of_maze(compose(maze, page), page)]


DRAWN = [exporter for exporter in EXPORTERS if exporter.drawn]


@pytest.mark.slow
def test_a_hundred_by_a_hundred_on_a5(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "mazeeditor")
    maze, page = made(100, 100), Page(page="A5", solution="page")
    for found in DRAWN:
        caplog.clear()
        options: dict[str, Any] = {"dpi": 100} if found.name == "png" else {}
        export(maze, tmp_path / f"maze{found.suffix}", page, **options)
        *others, message = caplog.messages
        assert message.startswith("Lines of 0.33 pt are thinner than the 0.75 pt"), found.name
        small = ["Too small to solve on this page: 1.1 mm between walls, experts need 3."]
        assert others == (small if not found.played else []), found.name


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


def test_beside_the_preview() -> None:
    asked = Print(made(100, 100), Page(page="A5"), None)
    assert plan(asked).warning.startswith("Lines of ")
    assert draw(asked, (100, 100), Job()).warning == plan(asked).warning
    assert not plan(Print(made(10, 10), Page(page="A5"), None)).warning


def test_one_line_on_stderr(tmp_path: Path) -> None:
    size = ["--rows", "100", "--columns", "100"]
    assert mazeeditor("generate", *size, "-o", tmp_path / "a.maze").status == 0
    done = mazeeditor("export", tmp_path / "a.maze", "-o", tmp_path / "a.pdf", "--page", "A5")
    assert done.status == 0
    small, thin = done.error.splitlines()
    assert small.startswith("Too small to solve on this page: 1.1 mm between walls")
    assert thin.startswith("Lines of 0.33 pt are thinner than the 0.75 pt")


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


@pytest.mark.slow
@pytest.mark.usefixtures("own_fonts")
def test_every_format_names_it_before_it_is_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "mazeeditor")
    for found in DRAWN:
        caplog.clear()
        files = []
        for title in ("迷宫 Maze", "Maze"):
            page = Page(title=title, page="60x60mm", margin=5, solution="page")
            files.append(export(made(2, 2), tmp_path / f"maze{found.suffix}", page)[0])
        assert len([text for text in caplog.messages if "迷 (U+8FF7)" in text]) == 1, found.name
        assert "�".encode() not in files[0].read_bytes(), found.name


def test_a_typeface_that_is_installed_meanwhile(own_fonts: Path) -> None:
    assert missing("ꙮ𓂀") == "𓂀"
    assert not look_again()
    small_font(own_fonts / "new.ttf", "New", "𓂀")
    assert look_again()
    assert missing("ꙮ𓂀") == ""
    assert width_of("𓂀") == 0.7


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no typeface that is used")
def test_a_typeface_that_is_removed_meanwhile(own_fonts: Path) -> None:
    small_font(own_fonts / "new.ttf", "New", "𓂀")
    assert look_again()
    assert width_of("𓂀") == 0.7
    (own_fonts / "new.ttf").unlink()
    assert look_again()
    assert missing("ꙮ𓂀") == "𓂀"


ADVICE = {
    (22.0, 49): "Passages of 22 mm. Suits: 4 to 6 years",
    (14.96, 25): "Passages of 15 mm. Suits: 4 to 6 years",
    (14.9, 49): "Passages of 14.9 mm. Suits: 7 to 9 years",
    (15.0, 50): "Passages of 15 mm. Suits: 7 to 9 years",
    (9.0, 301): "Passages of 9 mm. Suits: 10 years and over",
    (5.994, 999): "Passages of 6 mm. Suits: 10 years and over",
    (5.9, 999): "Passages of 5.9 mm. Suits: Adults",
    (3.0, 999): "Passages of 3 mm. Suits: Experts",
    (2.96, 999): "Passages of 3 mm. Suits: Experts",
    (2.9, 999): "Passages of 2.9 mm are too narrow to draw in: even experts need 3 mm",
    (0.034, 999): "Passages of 0.03 mm are too narrow to draw in: even experts need 3 mm",
}


def test_audiences() -> None:
    assert {given: advice_for(*given) for given in ADVICE} == ADVICE


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


def test_a_sheet_says_so_on_the_command_line(tmp_path: Path) -> None:
    size = ["--rows", "6", "--columns", "6", "--count", "3", "-o", tmp_path / "a.pdf"]
    lines = mazeeditor("sheet", *size).out.splitlines()
    assert lines[0] == str(tmp_path / "a.pdf")
    assert lines[1].startswith("Passages of ")
    assert lines[1].endswith(". Suits: 4 to 6 years")
    values = json.loads(mazeeditor("sheet", *size, "--per-page", "9", "--json").out)
    assert values["files"] == [str(tmp_path / "a.pdf")]
    assert (values["cells"], values["passage"]) == (36, pytest.approx(values["cell"] * 0.9))
    assert values["advice"].endswith(". Suits: 10 years and over")
