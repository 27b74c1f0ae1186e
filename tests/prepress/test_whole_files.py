"""Whole books and classes: every page is read back from what poppler draws.

Under ``--stress`` a book of 397 mazes of 40 rows and 30 columns, and a list of 1,000 names.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import mazeeditor
from tests.breadth import stress
from tests.sheets.sampled import check_page, drawn, each_drawn

ROUTE = "#a0a0ff"


@pytest.mark.slow
def test_a_whole_book(tmp_path: Path) -> None:
    count, rows, columns = (397, 40, 30) if stress() else (7, 12, 9)
    chapter = {
        "title": "All",
        "count": count,
        "sizes": {"rows": rows, "columns": columns},
        "page": {"marks": "none", "solution_colour": ROUTE},
        "numbers": "none",
    }
    book = {"format": "mazeeditor book", "version": 1, "chapters": [chapter], "seed": 5}
    book |= {"cover": False, "how_to": False, "chapter_pages": False, "page_numbers": "none"}
    (file,) = mazeeditor.book({**book, "answers_per_page": "4"}, tmp_path / "book.pdf")
    seeds = range(5, 5 + count)
    mazes = [mazeeditor.generate(rows=rows, columns=columns, seed=seed) for seed in seeds]
    parts = [mazes[first : first + 4] for first in range(0, count, 4)]
    blank = count % 2
    pages = each_drawn(file, tmp_path / "pages", count + blank + len(parts))
    for maze in mazes:
        check_page(next(pages), [maze], answers=False)
    if blank:
        assert next(pages).min() == 255
    for part in parts:
        check_page(next(pages), part, answers=True)
    assert next(pages, None) is None


@pytest.mark.slow
def test_a_whole_class(tmp_path: Path) -> None:
    """Each name gets a file of its own with a maze of its own and the name in it."""
    count = 1000 if stress() else 12
    names = [f"Zoë {number:04}" for number in range(count)]
    (tmp_path / "class.csv").write_text("name\n" + "\n".join(names), encoding="utf-16")
    files = mazeeditor.sheet(
        tmp_path / "out {name}.pdf",
        rows=9,
        columns=7,
        seed=3,
        title="For {name}",
        names=tmp_path / "class.csv",
        marks="none",
        page="A6",
        workers=2,
    )
    assert [file.name for file in files] == [f"out {name}.pdf" for name in names]
    for number, (file, name) in enumerate(zip(files, names, strict=True)):
        (page,) = drawn(file, tmp_path / "pages")
        maze = mazeeditor.generate(rows=9, columns=7, seed=3 + number)
        check_page(page, [maze], answers=False)
        text = subprocess.run(["pdftotext", str(file), "-"], capture_output=True, check=True).stdout
        assert f"For {name}" in text.decode()
