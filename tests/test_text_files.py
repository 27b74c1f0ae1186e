"""Text files have the same bytes on every system: code names the encoding and the ends of lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.sources import sources

CALLS = re.compile(r"\bopen\(|\b(?:read|write)_text\(|\btext=True|universal_newlines=True")
RUN = {"run", "Popen", "check_output", "check_call", "call"}  # of subprocess


def faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and reason of each call that leaves encoding or ends of lines to the system."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        name = getattr(called, "attr", getattr(called, "id", ""))
        named = {keyword.arg for keyword in node.keywords}
        if name in ("write_text", "read_text"):
            encoded = "encoding" in named or len(node.args) > (name == "write_text")
            lines = name == "read_text" or "newline" in named
        elif name == "open" and (mode := _mode(node)) is not None:
            encoded = "b" in mode or "encoding" in named
            lines = "b" in mode or not set(mode) & set("wax") or "newline" in named
        elif name in RUN and any(map(_is_text, node.keywords)):
            encoded = lines = "encoding" in named
        else:
            continue
        if not encoded:
            yield node.lineno, f"{name} without encoding"
        if not lines:
            yield node.lineno, f"{name} without newline"


def _is_text(word: ast.keyword) -> bool:
    known = word.arg in ("text", "universal_newlines")
    return known and isinstance(word.value, ast.Constant) and word.value.value is True


def _mode(node: ast.Call) -> str | None:
    """Return how a call opens a file, None where it opens something else."""
    place = 1 if isinstance(node.func, ast.Name) else 0
    given = [word.value for word in node.keywords if word.arg == "mode"] or node.args[place:]
    if given and isinstance(given[0], ast.Constant) and isinstance(given[0].value, str):
        return given[0].value
    by_name = isinstance(node.func, ast.Name) or "encoding" in {word.arg for word in node.keywords}
    return "r" if by_name and not given else None


@pytest.mark.slow
def test_no_text_file_depends_on_the_system() -> None:
    found = [
        f"{source.place}:{line}: {reason}"
        for source in sources()
        if CALLS.search(source.text)
        for line, reason in faults(source.tree)
    ]
    assert not found, "name encoding and newline, or the system chooses them:\n" + "\n".join(found)
