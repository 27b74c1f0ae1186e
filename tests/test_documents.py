"""The documents for developers name files, folders and pages that are there."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.sources import PACKAGE, ROOT

DECISIONS = ROOT / "docs" / "decisions"
DOCUMENTS = [
    ROOT / "ARCHITECTURE.md",
    ROOT / "docs" / "glossary.md",
    *DECISIONS.glob("*.md"),
]
SPAN = re.compile(r"`((?:[\w.*-]+/)*[\w*-]+\.(?:py|json|md|cfg)|(?:[\w.-]+/)+)`")
LINK = re.compile(r"\]\(([\w./:-]+)\)")


@cache
def is_there(name: str) -> bool:
    """Whether a file or folder is named from the top, from the package, or by its name alone."""
    if "/" not in name:
        return any(True for folder in (PACKAGE, ROOT / "tests") for _ in folder.rglob(name))
    return any(True for folder in (ROOT, PACKAGE) for _ in folder.glob(name))


def test_what_documents_name_is_there() -> None:
    absent = []
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        assert text.startswith("# "), document
        links = [link for link in LINK.findall(text) if "://" not in link]
        names = [name for name in SPAN.findall(text) if not is_there(name)]
        names += [link for link in links if not (document.parent / link).exists()]
        absent += [f"{document.relative_to(ROOT)} names {name}" for name in names]
    assert absent == []


def test_all_decisions_are_listed() -> None:
    listed = set(LINK.findall((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")))
    pages = {f"docs/decisions/{path.name}" for path in DECISIONS.iterdir()}
    assert not pages - listed, "list them under Decisions in ARCHITECTURE.md"


def test_decisions_are_few_dated_and_say_when_to_choose_again() -> None:
    pages = [*DECISIONS.glob("*.md")]
    assert 0 < len(pages) <= 30, "a decision is a section of the page on its subject"
    for page in pages:
        text = page.read_text(encoding="utf-8")
        parts = re.split(r"^## ", text, flags=re.MULTILINE)[1:] or [text]
        for part in parts:
            place = f"{page.name}: {part.splitlines()[0]}"
            assert re.search(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}", part), f"{place} has no date"
            assert "*Choose again if*" in part, place


@pytest.mark.parametrize(
    ("name", "words", "signs"),
    [("ARCHITECTURE.md", 2_500, 30_000), ("CHANGELOG.md", 2_500, 12_000)],
)
def test_documents_are_short_enough_to_be_read(name: str, words: int, signs: int) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert len(text.split()) <= words
    assert len(text) <= signs
