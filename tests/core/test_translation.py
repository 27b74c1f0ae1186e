"""How values stand in sentences."""

from __future__ import annotations

from mazeeditor.core.translation import quote_value

QUOTED: list[tuple[object, str]] = [
    (r"C:\mazes\a.maze", r"'C:\mazes\a.maze'"),
    (r"\\server\it's", r'''"\\server\it's"'''),
    ("a\nb\\", r"'a\nb\\'"),  # not printable: as Python writes it
    (1.5, "1.5"),
]


def test_quoted() -> None:
    for value, text in QUOTED:
        assert quote_value(value) == text, value
