"""How values stand in sentences."""

from __future__ import annotations

import pytest

from mazeeditor.core.translation import quoted


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (r"C:\mazes\a.maze", r"'C:\mazes\a.maze'"),
        (r"\\server\it's", r'''"\\server\it's"'''),
        ("a\nb\\", r"'a\nb\\'"),  # not printable: as Python writes it
        (1.5, "1.5"),
    ],
)
def test_quoted(value: object, text: str) -> None:
    assert quoted(value) == text
