"""The README is correct: its table, its pictures, its links; ``test_examples`` runs the rest."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

import mazeeditor
from tests.breadth import stress

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def script(name: str) -> Any:
    """Return a script of the folder docs as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_table_is_of_today() -> None:
    assert script("make").readme_with_table(README) == README, "run docs/make.py --table"


def test_pictures_and_links_exist() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.skipif(not stress(), reason="runs with --stress: it takes seconds")
def test_the_samples_are_made_and_a_print_shop_takes_the_books(tmp_path: Path) -> None:
    files = script("samples").main(tmp_path)
    books = [file for file in files if file.stem.startswith("book-")]
    assert len(books) == 4
    for book in books:
        assert mazeeditor.preflight(book).findings == ()
