"""Texts that users read have the words of the glossary, and none that it rules out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.sources import sources

# What was wrong in them once, and what to write.
NOT = {
    r"\b[Oo]nly where\b": "only if",
    r"\bat the (most|least)\b": "at most, at least",
    r"\bin the place of\b": "in place of",
    r"\banew\b": "again",
    r"as the crow flies": "in a straight line",
    r"\b(out|in)side of\b": "outside, inside",
    r"\bKnown (are|is)\b": "Choose one of",
    r"\b([Ii]t|[Tt]his|\}) is no (?!longer)\w": "is not a ...",
    r": take (a|an|the|fewer|larger|smaller)\b": "use a larger page",
    r"\bmore than \{\w+[^}]*\}, which none\b": "the most that one may have",
    r"\b(vanished|hindrance|whereof|thereof)\b": "is gone, ...",
}

# What has a capital within a label: other labels, keys, and names.
NAMES = {
    *("Check", "Generate", "Make", "More", "Page", "Sheets", "Solve", "Underlay", "Finish"),
    *("Control", "Delete", "Down", "Enter", "Menu", "Shift", "Space", "Start", "Up"),
    *("False", "Letter", "Minecraft", "Photoshop", "Tiled", "Type"),
}


def texts() -> Iterator[tuple[str, str]]:
    """Yield each text that is translated, and where it stands."""
    for source in sources():
        for node in source.nodes("_("):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "_"
                and node.args
                and isinstance(node.args[0], ast.Constant)
                and isinstance(node.args[0].value, str)
            ):
                yield f"{source.place}:{node.lineno}", node.args[0].value


@pytest.mark.slow
def test_texts_have_the_words_of_the_glossary() -> None:
    found = [*texts()]
    assert len(found) > 3000
    wrong = [
        f"{place}: {text!r}: write {better}"
        for place, text in found
        for pattern, better in NOT.items()
        if re.search(pattern, text)
    ]
    assert wrong == []


def capitals_within(text: str) -> list[str]:
    """Return the words of a label, after its first, that have a capital and are no names."""
    if len(text) > 60 or re.search(r"[.:;!?(\n]", text.rstrip("…")):
        return []  # sentences
    return [word for word in re.findall(r"(?<=[\w,}…'] )[A-Z][a-z]+\b", text) if word not in NAMES]


@pytest.mark.slow
def test_labels_are_in_sentence_case() -> None:
    assert capitals_within("Save the Cover…") == ["Cover"]
    assert capitals_within("Step back, Step forward") == ["Step"]
    wrong = {
        f"{place}: {text!r}": words for place, text in texts() if (words := capitals_within(text))
    }
    assert wrong == {}
