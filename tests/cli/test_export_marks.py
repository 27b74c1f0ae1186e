"""Start and goal as pictures: from the command line, Python, sheets and books, to SVG and PDF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.page.drawings.motifs import drawing, label_of
from mazeeditor.page.page import Page
from mazeeditor.sheets.books.book_reader import AllowedFiles, book_of
from tests.cli.run import failure
from tests.cli.run import mazeeditor as run

NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    mazeeditor.save(mazeeditor.generate(rows=5, columns=5, seed=1), tmp_path / "m.maze")
    (tmp_path / "own.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9" fill="#123456"/></svg>'
    )
    return tmp_path


def marks(path: Path) -> list[dict[str, str]]:
    """Return the attributes of the paths in the layer of marks."""
    root = ElementTree.parse(path).getroot()
    (layer,) = (group for group in root.iter(NAMESPACE + "g") if group.get("id") == "marks")
    return [dict(element.attrib) for element in layer.iter(NAMESPACE + "path")]


def test_flags_of_export(folder: Path) -> None:
    flags = ["export", "m.maze", "--marks", "picture", "--start-picture", "own.svg"]
    assert run(*flags, "--goal-picture", "fish", "-o", "a.svg", cwd=folder).status == 0
    assert len(marks(folder / "a.svg")) == 1 + len(drawing("fish").shapes)
    assert marks(folder / "a.svg")[0]["fill"] == "#123456"
    options: dict[str, Any] = {
        "marks": "picture",
        "start_picture": folder / "own.svg",
        "goal_picture": "fish",
    }
    mazeeditor.export(mazeeditor.load(folder / "m.maze"), folder / "b.svg", **options)
    assert (folder / "b.svg").read_bytes() == (folder / "a.svg").read_bytes()
    assert run(*flags, "-o", "a.pdf", cwd=folder).status == 0


def test_what_is_no_picture(folder: Path) -> None:
    for name in ["mice", "bad.svg"]:
        (folder / "bad.svg").write_text("<svg><text>A</text></svg>")
        flags = ["--marks", "picture", "--start-picture", name, "-o", "a.svg"]
        message = failure("export", "m.maze", *flags, cwd=folder, status=2)
        assert name in message, name
        assert not (folder / "a.svg").exists(), name


def test_sheets_and_books(folder: Path) -> None:
    flags = ["--rows", 6, "--columns", 6, "--seed", 1, "--marks", "picture"]
    flags += ["--start-picture", "own.svg", "--goal-picture", "bone", "-o", "a.svg"]
    assert run("sheet", *flags, cwd=folder).status == 0
    one = 1 + len(drawing("bone").shapes)
    assert len(marks(folder / "a.svg")) == one
    look = {"marks": "picture", "start_picture": "own.svg", "goal_picture": "bone"}
    chapter = {"count": 24, "sizes": {"rows": 6, "columns": 6}, "page": look}
    values = {"format": "mazeeditor book", "version": 1, "seed": 1, "chapters": [chapter]}
    book = book_of(json.dumps(values).encode(), AllowedFiles(folder), Job())
    page = book.chapters[0].page
    assert (page.start_picture, page.goal_picture) == (Page().start_picture, "bone")
    assert len(book.warnings) == 1
    assert "chapter 1: " in book.warnings[0]
    assert "'own.svg', and a document opens none: choose it again" in book.warnings[0]
    look["start_picture"] = str(folder / "own.svg")
    page = (
        book_of(json.dumps(values).encode(), AllowedFiles(folder, given=True), Job())
        .chapters[0]
        .page
    )
    assert label_of(page.start_picture) == "own.svg"
