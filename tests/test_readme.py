"""README and manual: their table, pictures, links and length; ``test_examples`` runs the rest."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

import mazeeditor
from tests.breadth import stress
from tests.examples import pages

ROOT = Path(__file__).resolve().parent.parent
MOST_WORDS = 900  # of the README: a stranger reads no more


def script(name: str) -> Any:
    """Return a script of the folder docs as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_table_is_of_today() -> None:
    make = script("make")
    page = make.REFERENCE.read_text(encoding="utf-8")
    assert make.with_table(page) == page, "run docs/make.py --table"


def test_pictures_and_links_exist() -> None:
    for page in pages():
        text = page.read_text(encoding="utf-8")
        links = re.findall(r"\]\(([^):#]+)(#[^)]*)?\)", text)
        for link, anchor in links:
            target = page.parent / link
            assert target.exists(), f"{page.name} links to {link}"
            if anchor:
                assert anchor[1:] in anchors_of(target.read_text(encoding="utf-8")), link + anchor


def anchors_of(text: str) -> set[str]:
    """Return the names by which the headings of a page are linked to."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_each_page_of_the_manual_is_in_its_index_and_the_readme_is_short() -> None:
    assert {*(ROOT / "docs" / "manual").glob("*.md")} == {
        *pages()[1:],
        ROOT / "docs/manual/index.md",
    }
    assert len(pages()[0].read_text(encoding="utf-8").split()) <= MOST_WORDS


@pytest.mark.skipif(not stress(), reason="runs with --stress: it takes seconds")
def test_the_samples_are_made_and_a_print_shop_takes_the_books(tmp_path: Path) -> None:
    files = script("samples").main(tmp_path)
    books = [file for file in files if file.stem.startswith("book-")]
    assert len(books) == 4
    for book in books:
        assert mazeeditor.preflight(book).findings == ()
