"""Letters of any script stand in order, joined, in a typeface that has them."""

from __future__ import annotations

import unicodedata
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mazeeditor.core.typefaces.harfbuzz import font_of
from mazeeditor.core.typefaces.shaping import Run, glyphs_of, must_be_shaped, runs, width_of
from mazeeditor.core.typefaces.typefaces import BUNDLED, face, face_of
from mazeeditor.page.raster.raster import draw_at, draw_bits
from mazeeditor.page.scene import Layer, Scene, Text
from mazeeditor.page.text.lettering import clean

ANY = st.text() | st.text("Wi mäß,迷宫🐭אבג(متاهة)", max_size=400)
SELECTORS = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}  # unseen
MIXED = st.text("אבגمتاهةلا (12) ab\u0650\u200f\u202e\u2067", max_size=30)


def glyph_of(character: str) -> int:
    return int(font_of(face(BUNDLED)).get_nominal_glyph(ord(character)))


@given(ANY)
@example("0\U000e0100")  # a variation selector, which few typefaces have
def test_runs_show_every_character_in_a_face_that_has_it(text: str) -> None:
    parts = runs(clean(text))
    for run in parts:
        seen = [c for c in run.text if unicodedata.category(c) != "Cf" and c not in SELECTORS]
        assert all(map(run.face.has, seen))
    if not must_be_shaped(text):
        shown = "".join(run.text for run in parts)
        assert shown == "".join(c for c in clean(text) if face_of(c))


@given(MIXED)
def test_the_order_loses_no_letter(text: str) -> None:
    def letters(shown: str) -> Counter[str]:
        return Counter(c for c in shown if c.isalnum())

    assert letters("".join(run.text for run in runs(text))) == letters(text)


def test_hebrew_runs_from_the_right() -> None:
    for written, seen in {
        "plain (text) 12": [("plain (text) 12", False)],
        "abc אבג": [("abc ", False), ("אבג", True)],
        "אב (גד) 12": [("12", False), ("אב (גד) ", True)],
        "אב (34) ab": [("ab", False), (") ", True), ("34", False), ("אב (", True)],
    }.items():
        assert [(run.text, run.rtl) for run in runs(written)] == seen


def test_arabic_letters_join() -> None:
    (run,) = runs("متاهة")
    forms = "\ufee3\ufe98\ufe8e\ufeeb\ufe94"  # initial, medial, final, initial, final
    assert [glyph.number for glyph in glyphs_of(run)] == [glyph_of(c) for c in reversed(forms)]
    (lam_alef,) = runs("لا")
    assert [glyph.number for glyph in glyphs_of(lam_alef)] == [glyph_of("\ufefb")]


def test_marks_stand_on_their_letters() -> None:
    for letter in ("x\u0323", "ב\u05bc"):
        assert width_of(letter) == pytest.approx(width_of(letter[0]))
        (run,) = runs(letter)
        assert {glyph.advance > 0 for glyph in glyphs_of(run)} == {True, False}


@given(MIXED)
def test_a_line_is_as_wide_as_its_runs(text: str) -> None:
    if must_be_shaped(text):
        assert width_of(text) == pytest.approx(sum(run.width for run in runs(text)))


@pytest.mark.parametrize("bits", [False, True])
def test_shaped_letters_have_the_outlines_of_the_face(bits: bool) -> None:
    """A run that is shaped looks as one that Pillow draws, but for hinting."""
    pages = []
    for text in ("HHH", "HHH\u200d"):  # nothing is joined, but it must be looked at
        item = Text(10, 10, 6, text, "middle", "black")
        scene = Scene(20, 20, (Layer("title", "", (item,)),), "", "", cell=5, wall=1)
        image = draw_bits(scene, 600) if bits else draw_at(scene, 600)
        pages.append(np.asarray(image.convert("L")) < 128)
    assert (pages[0] != pages[1]).sum() < 0.1 * pages[0].sum()
    assert must_be_shaped("HHH\u200d")
    assert isinstance(runs("HHH\u200d")[0], Run)
