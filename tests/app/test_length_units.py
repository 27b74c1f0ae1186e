"""Lengths in inches: fields and sentences show them, mm are kept exactly."""

from __future__ import annotations

import pytest

from mazeeditor.app.length_units import LengthUnits
from mazeeditor.app.settings import Settings


def test_sentences() -> None:
    lengths = LengthUnits()
    text = "210 × 297 mm, cells of 15 mm, 1,500 mm; 5 mmHg, A4"
    assert lengths.shown(text) == text
    lengths.follow(Settings(units="in"))
    assert lengths.shown(text) == "8.27 × 11.69 in, cells of 0.591 in, 59.06 in; 5 mmHg, A4"
    assert lengths.shown("20 × 30 cells") == "20 × 30 cells"


@pytest.mark.parametrize(
    ("typed", "read"),
    [("0.5", "0.5in"), (" 1,25 ", "1.25in"), ("12mm", "12mm"), ("2 cm", "2 cm"), ("fit", "fit")],
)
def test_what_is_typed_without_a_unit_is_in_inches(typed: str, read: str) -> None:
    lengths = LengthUnits()
    assert lengths.typed(typed) == typed
    lengths.follow(Settings(units="in"))
    assert lengths.typed(typed) == read


@pytest.mark.parametrize(
    ("locale", "unit"), [("en_US.UTF-8", "in"), ("en_GB", "mm"), ("C.UTF-8", "mm")]
)
def test_the_region_says_which_where_nothing_is_chosen(
    locale: str, unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    lengths = LengthUnits()
    lengths.follow(Settings())
    assert lengths.unit == unit
    lengths.follow(Settings(units="nonsense"))
    assert lengths.unit == unit
