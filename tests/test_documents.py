"""The documents for developers name files, folders and pages that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sources import PACKAGE, ROOT

DECISIONS = ROOT / "docs" / "decisions"
DESIGN = ROOT / "docs" / "design" / "README.md"
DOCUMENTS = [
    ROOT / "ARCHITECTURE.md",
    ROOT / "docs" / "glossary.md",
    DESIGN,
    *DECISIONS.glob("*.md"),
]
SPAN = re.compile(r"`((?:[\w.*-]+/)*[\w*-]+\.(?:py|json|md|cfg)|(?:[\w.-]+/)+)`")
LINK = re.compile(r"\]\(([\w./:-]+)\)")


def is_there(name: str) -> bool:
    """Whether a file or folder is named from the top, from the package, or by its name alone."""
    if "/" not in name:
        return any(True for folder in (PACKAGE, ROOT / "tests") for _ in folder.rglob(name))
    return any(True for folder in (ROOT, PACKAGE) for _ in folder.glob(name))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_what_a_document_names_is_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert [name for name in SPAN.findall(text) if not is_there(name)] == []
    links = [link for link in LINK.findall(text) if "://" not in link]
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_all_decisions_are_listed() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert {f"docs/decisions/{path.name}" for path in DECISIONS.iterdir()} <= set(
        LINK.findall(text)
    )
