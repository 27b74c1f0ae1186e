"""Characters that no typeface has are named, with a typeface that has them, and never drawn."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from mazeeditor.page.formats import EXPORTERS, export
from mazeeditor.page.page import Page
from mazeeditor.page.text.missing_glyphs import look_again, missing, typeface_with, warning_of
from mazeeditor.page.text.shaping import runs, width_of
from tests.core.typefaces.small_fonts import small_font
from tests.page.mazes import made


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


@pytest.mark.parametrize(
    ("character", "typeface"),
    [
        ("क", "Noto Sans Devanagari"),
        ("ཀ", "Noto Serif Tibetan"),
        ("か", "Noto Sans CJK"),
        ("한", "Noto Sans CJK"),
        ("𓀀", "Noto Sans Egyptian Hieroglyphs"),
        ("ߊ", "Noto Sans NKo"),
        ("🧀", "Noto Color Emoji"),
        ("\U0001faff", "Noto Color Emoji"),
        ("𝔐", "Noto Sans Symbols 2"),
        ("∰", "Noto Sans Math"),
        ("\ue000", ""),
        ("\u0378", ""),
    ],
)
def test_typefaces_by_script(character: str, typeface: str) -> None:
    assert typeface_with(character) == typeface


@pytest.mark.usefixtures("own_fonts")
def test_what_is_missing_takes_no_room_and_is_no_box() -> None:
    assert [run.text for run in runs("迷a")] == ["a"]
    assert width_of("迷a") == width_of("a")
    assert runs("迷") == ()
    assert missing("a\u200d\ufe0f\u202eb") == "", "what is never seen is not missing"
    assert missing("e\U0001d165") == "\U0001d165", "a mark without its letter"


@pytest.mark.usefixtures("own_fonts")
@pytest.mark.parametrize("suffix", [entry.suffix for entry in EXPORTERS if entry.drawn])
def test_every_format_names_it_before_it_is_written(
    suffix: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "mazeeditor")
    files = []
    for title in ("迷宫 Maze", "Maze"):
        page = Page(title=title, page="60x60mm", margin=5, solution="page")
        files.append(export(made(2, 2), tmp_path / f"maze{suffix}", page)[0].read_bytes())
    assert ["迷 (U+8FF7)" in message for message in caplog.messages] == [True]
    assert "�".encode() not in files[0]
    if suffix == ".png":
        assert b"IDAT" in files[0]


def test_a_typeface_that_is_installed_meanwhile(own_fonts: Path) -> None:
    assert missing("ꙮ𓂀") == "𓂀"
    assert not look_again()
    small_font(own_fonts / "new.ttf", "New", "𓂀")
    assert look_again()
    assert missing("ꙮ𓂀") == ""
    assert width_of("𓂀") == 0.7
    (own_fonts / "new.ttf").unlink()
    assert look_again()
    assert missing("ꙮ𓂀") == "𓂀"
