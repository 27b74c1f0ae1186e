"""Titles of any length in any script fit their width, in typefaces that have their letters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mazeeditor.core.typefaces.shaping import clusters, pieces, width_of
from mazeeditor.page.text.lettering import (
    clean,
    fit_text,
    lettering_of,
    shorten_line,
    wrap_text,
)
from tests.breadth import examples

ANY = st.text() | st.text("Wi mäß,迷宫🐭אבג(متاهة)", max_size=100)


@pytest.mark.slow
@examples(8)
@given(ANY, st.floats(5, 300), st.floats(1, 10))
@example("W" * 600, 20, 7)
@example("two words " * 300, 20, 7)
@example("迷" * 120, 100, 7)
def test_a_title_fits(title: str, width: float, largest: float) -> None:
    block = fit_text(clean(title), width, largest)
    assert len(block.lines) <= 3
    assert block.size <= largest
    assert all(width_of(line) * block.size <= width + 1e-9 for line in block.lines if len(line) > 1)
    whole = "".join(block.lines).replace(" ", "")
    assert whole == clean(title).replace(" ", "") or whole.endswith("…")
    assert len(block.baselines(0)) == len(block.lines)


@given(ANY, st.floats(1, 30))
def test_wrapping_loses_nothing(text: str, width: float) -> None:
    text = clean(text)
    lines = wrap_text(text, width, 10**6)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(st.text())
def test_clean_texts_hold_what_xml_can(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert all(unicodedata.category(c) not in ("Cc", "Cs") for c in cleaned)
    assert "  " not in cleaned


def test_chinese_and_japanese_break_anywhere_but_before_a_stop() -> None:
    text = "「迷宮」を探検しよう、ネズミはチーズを見つけるかな。ゃ"
    for width in range(3, 30):
        lines = wrap_text(text, width, 99)
        assert "".join(lines) == text
        for line in lines[1:]:
            if all(width_of(before) <= width for before in pieces(text)):
                assert line[0] not in "」、。ー"
    assert list(pieces("「迷宮」を、探")) == ["「迷", "宮」", "を、", "探"]
    assert list(pieces("쥐를찾아라")) == ["쥐를찾아라"], "Korean has words"
    assert list(pieces("Maze迷Maze")) == ["Maze", "迷", "Maze"]


def test_what_is_one_for_a_reader_is_never_broken() -> None:
    emoji = ["👩\u200d👩\u200d👧", "🇩🇪", "👍🏽"]
    for text in [*emoji, "e\u0301", "क्षि", "น้ำ", "\u1112\u1161\u11ab"]:
        assert clusters(text * 3) == [text] * 3
        assert set(wrap_text(text * 6, 0.01, 99)) == {text}


@given(
    line=st.text(alphabet="aAWi .,-éñ👍🏽", max_size=60),
    width=st.floats(min_value=0.0, max_value=30.0),
)
def test_a_line_is_cut_where_one_letter_less_fits(line: str, width: float) -> None:
    """The same as by removing cluster after cluster until it fits."""
    lettering = lettering_of(line)
    expected = line
    while width_of(expected, lettering) > width and len(expected) > 1:
        expected = "".join(clusters(expected[:-1])[:-1]).rstrip() + "…"
    assert shorten_line(line, width, lettering) == expected
