"""The documents for developers name files, folders and pages that are there."""

from __future__ import annotations

import re
from functools import cache

from tests.sources import PACKAGE, ROOT

DECISIONS = ROOT / "docs" / "decisions"
DOCUMENTS = [
    ROOT / "ARCHITECTURE.md",
    ROOT / "docs" / "glossary.md",
    ROOT / "docs" / "design" / "README.md",
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
