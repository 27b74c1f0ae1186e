"""Lengths with a unit are read as people write them, whatever the option."""

from __future__ import annotations

import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import UNITS, in_mm
from mazeeditor.page.page import page_options

MARGIN = next(option for option in page_options() if option.name == "margin")


LENGTHS = [
    ("0.5in", "12.7"),
    ('.5"', "12.7"),
    ("1 Inch", "25.4"),
    ("1.5 cm", "15"),
    ("72 pt", "25.4"),
    ("3mm", "3"),
    ("-2 mm", "-2"),
    ("12", "12"),
    ("12 ft", "12 ft"),
    ("", ""),
    ("1in" * 999, "1in" * 999),
]


def test_lengths() -> None:
    for text, number in LENGTHS:
        assert in_mm(text) == number, text[:20]


def test_an_option_in_mm_takes_every_unit() -> None:
    for unit in UNITS:
        assert MARGIN.parse(f"2 {unit}") == pytest.approx(2 * UNITS[unit]), unit


def test_what_is_too_long_is_refused_as_it_was_written() -> None:
    with pytest.raises(UsageError, match="Margin must be a number from 0 to 1,000"):
        MARGIN.parse("100in")
