"""Half a character in a text from outside is one sentence, wherever the text comes in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mazeeditor.core.disk.json_files import parse_json, short_text
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.half_characters import why_not_text
from mazeeditor.core.options import Option, options_of
from mazeeditor.films.formats import FilmOptions
from mazeeditor.making.options import make_options
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.subjects import SUBJECTS
from mazeeditor.page.formats import EXPORTERS
from mazeeditor.page.page import page_options
from mazeeditor.page.questions.word_list import kept_question
from mazeeditor.sheets.books.book import BookStyle, ChapterStyle
from mazeeditor.sheets.sheet import Sheet

HALVES = ("\ud800", "a\udfff b", "Stra\udcdfe")


def texts() -> Iterator[Option]:
    """Yield the options that take a text, of everything that has options."""
    yield from page_options()
    yield from make_options()
    for holder in (BookStyle, ChapterStyle, Sheet, FilmOptions):
        yield from options_of(holder)
    for registry in (GENERATORS, MASKS, SHAPES, SUBJECTS, EXPORTERS):
        for entry in registry:
            yield from entry.options


@pytest.mark.parametrize("half", HALVES, ids=ascii)
def test_no_option_takes_half_a_character(half: str) -> None:
    asked = {option.name: option for option in texts() if option.kind is str}
    assert {"title", "author", "sentence", "qr", "questions", "per_page"} <= {*asked}
    for option in asked.values():
        with pytest.raises(UsageError) as caught:
            option.check(half)
        assert str(caught.value).isprintable(), option.name


def test_it_is_named_by_its_place() -> None:
    assert why_not_text("迷宮 \N{WINKING FACE}", "Title") == ""
    assert why_not_text("a\ud800", "Title") == (
        "Title has half a character in place 2, \\ud800: write a whole one."
    )
    assert why_not_text("Stra\udcdfe", "Title") == (
        "Title is not UTF-8 text: character 5 is the byte 0xdf."
    )


def test_names_of_files_may_be_any_bytes() -> None:
    photo = next(option for option in SUBJECTS["photo"].options if option.name == "photo")
    assert photo.check(NamedFile("x\udcff.png")) == "x\udcff.png"


def test_texts_beside_options() -> None:
    with pytest.raises(MazeError, match="'name' has half a character in place 1"):
        short_text(parse_json(b'{"name": "\\ud800"}'), "name", 100)
    with pytest.raises(UsageError, match="The question has half a character in place 3"):
        kept_question("Wh\ud800? = dog | cat")
