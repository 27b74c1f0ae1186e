"""Files of books are read, or refused in one sentence; the books to begin with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.core.disk.json_files import to_json
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.sheets.books.book import Book
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import new_book, read_book, templates
from tests.sheets.test_book import CHAPTER, values_of


@pytest.mark.slow
@pytest.mark.parametrize("name", templates())
def test_books_to_begin_with(name: str, tmp_path: Path) -> None:
    """Each can be planned, and the first and last page of each kind drawn."""
    path = tmp_path / "b.mazebook"
    path.write_bytes(new_book(name, 5))
    book_ = read_book(path)
    assert book_.style.seed == 5
    small = Book(book_.style, book_.chapters[:1])
    pages = BookPrinting.of(small, Job()).pages
    for page in {page.kind: page for page in pages}.values():
        page.composed(Job())


def test_bad_recipes_are_one_sentence(tmp_path: Path) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"titel": "x"}, "there is no key 'titel'. Choose one of: title, "),
        ({"format": "mazeeditor"}, "not a book of this program"),
        ({"version": 2}, "by a mazeeditor newer than this"),
        ({"version": True}, '"version" must be a whole number'),
        ({"trim": "fit"}, "Pages of a book have one size"),
        ({"trim": 5}, "Page size (trim) must be"),
        ({"bleed": "yes"}, "Bleed must be yes or no"),
        ({"margin": -1}, "Margin must be a number from 0"),
        ({"ramp": "hard"}, "Harder by (ramp) must be one of none, cells, decisions, route, walk"),
        ({"chapters": []}, "a book needs a chapter"),
        ({"chapters": {}}, "'chapters' must be a list"),
        ({"chapters": [1]}, "chapter 1: a chapter must be an object, not 1"),
        ({"chapters": [CHAPTER, {"rows": 3}]}, "chapter 2: there is no key 'rows'"),
        ({"chapters": [{"count": 10_001}]}, "chapter 1: Count must be a whole number from 1"),
        ({"chapters": [{"count": 9_000}] * 2}, "it has 18,000 mazes; a book may have 10,000"),
        ({"chapters": [{"shape": "square"}]}, "chapter 1: 'shape': "),
        ({"chapters": [{"sizes": {"rows": 1e9}}]}, "chapter 1: 'sizes': Rows must be"),
        ({"chapters": [{"sizes": {"rows": 9000, "columns": 9000}}]}, "not about 81,000,000"),
        ({"chapters": [{"to": {"rows": 9000, "columns": 9000}}]}, "'to': a maze of a book"),
        ({"chapters": [{"to": {"rings": 4}}]}, "'to': there is no key 'rings'"),
        ({"chapters": [{"recipe": {"generator": "prime"}}]}, "chapter 1: 'recipe': "),
        ({"chapters": [{"recipe": {"seed": 3}}]}, "'recipe': there is no key 'seed'"),
        ({"chapters": [{"recipe": {"braid": 2}}]}, "Loops (braid) must be a number from 0 to 1"),
        ({"chapters": [{"recipe": {"mask": [{"name": "painted"}]}}]}, "no painted outline"),
        ({"chapters": [{"recipe": {"mask": [{"name": "x"}]}}]}, "chapter 1: 'recipe': "),
        ({"chapters": [{"shape": "polar", "recipe": {"generator": "eller"}}]}, "row by row"),
        ({"chapters": [{"page": {"title": "x"}}]}, "'page': there is no key 'title'"),
        ({"replaced": {"6": {"seed": 1}}}, "a number from 1 to 5, or the id of a maze"),
        ({"replaced": {"0": {"seed": 1}}}, "a number from 1 to 5"),
        ({"replaced": {"1": {"seed": "x"}}}, "Seed must be"),
        ({"replaced": {"1": {"seed": None}}}, "must be a whole number"),
        ({"replaced": {"1": {}}}, 'it needs a "seed" or a "file"'),
        ({"replaced": {"1": {"seed": 1}, "01": {"seed": 2}}}, "it is there twice"),
        ({"replaced": {"1": {"file": "no.maze"}}}, "no.maze: there is no such file"),
        ({"replaced": {"1": {"file": "/no.maze"}}}, "'/no.maze' is not in the folder of the book"),
        ({"replaced": {"1": {"file": "../no.maze"}}}, "'../no.maze' is not in the folder"),
        ({"replaced": {"1": {"file": r"\\a\b\no.maze"}}}, "is not in the folder of the book"),
        ({"replaced": {"1": {"file": "C:no.maze"}}}, "'C:no.maze' is not in the folder"),
        ({"replaced": {"1": {"file": ".."}}}, "'..' is not in the folder of the book"),
        ({"title": "x" * 10_001}, "'title' must not have more than 10,000"),
    ]
    for values, message in cases:
        path = tmp_path / "b.mazebook"
        path.write_bytes(to_json(values_of(**values)))
        with pytest.raises(MazeError, match=re.escape(message)) as error:
            read_book(path)
        assert str(error.value).startswith(f"Cannot read {path}: "), values
        assert "\n" not in str(error.value), values


def test_a_byte_order_mark_of_windows(tmp_path: Path) -> None:
    path = tmp_path / "a.mazebook"
    path.write_bytes(b"\xef\xbb\xbf" + to_json(values_of()))
    assert read_book(path).count == 5
