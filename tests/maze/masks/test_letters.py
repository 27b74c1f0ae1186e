"""Words of every script as masks: letters in their order and whole, or one sentence why not."""

from __future__ import annotations

import os
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont, features

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import UsageError
from mazeeditor.core.typefaces.chosen_typeface import add_own, find_typeface
from mazeeditor.core.typefaces.typefaces import BUNDLED, face_of
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import letters
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.masks.letters import HEIGHT, _lines, draw_lines
from mazeeditor.maze.shapes import build
from tests.core.typefaces.small_fonts import font_of, small_font

WHOLE = build("rectangular", rows=30, columns=80)
RAQM = pytest.mark.skipif(not features.check("raqm"), reason="this Pillow joins no letters")


def word(text: str, **options: Any) -> Lattice:
    return cut("text", WHOLE, text=text, pieces="each", **options).lattice


def pieces(text: str) -> int:
    return cut("text", WHOLE, text=text, pieces="each").pieces


def test_accents_stand_on_their_letters() -> None:
    assert word("e\u0301a\u0308").same(word("éä"))
    # no single character has it
    alone, both = draw_lines(["x"], "", 0), draw_lines(["x\u0323"], "", 0)
    assert both.height > alone.height * 1.15
    assert both.width < alone.width * 1.15


def test_hebrew_begins_at_the_right() -> None:
    result = draw_lines(["\u05e9\u05d9"], "", 0)  # shin, then yod, which does not reach the line
    wide, high = result.size
    assert result.crop((0, high * 3 // 4, wide // 8, high)).getbbox() is None
    assert result.crop((wide // 2, high * 3 // 4, wide, high)).getbbox()


def test_arabic_letters_are_joined() -> None:
    assert pieces("\u0628\u0628\u0628") == 4, "three dots, and one stroke"
    assert pieces("\u0628 \u0628 \u0628") == 6
    assert pieces("\u0647") == 1, "one with holes"


def test_vowels_of_thai_stand_on_their_letters() -> None:
    without, with_vowel = draw_lines(["\u0e27"], "", 0), draw_lines(["\u0e27\u0e31"], "", 0)
    assert with_vowel.height > without.height * 1.2
    assert with_vowel.width < without.width * 1.6, "and not on a dotted circle beside"


@RAQM
@pytest.mark.parametrize("thick", [0, 11])
@pytest.mark.parametrize(
    "line",
    ["\u0645\u0631\u062d\u0628\u0627", "\u05e9\u05dc\u05d5\u05dd ABC", "\u0643 12 \u05d0"],
    ids=["Arabic", "Hebrew and Latin", "Arabic, digits and Hebrew"],
)
def test_lines_are_as_fribidi_and_harfbuzz_set_them(line: str, thick: int) -> None:
    font = ImageFont.truetype(str(BUNDLED), HEIGHT, layout_engine=ImageFont.Layout.RAQM)
    expected = Image.new("L", (round(font.getlength(line)) + HEIGHT, 2 * HEIGHT), 0)
    place = (HEIGHT // 2, HEIGHT * 3 // 2)
    ImageDraw.Draw(expected).text(place, line, 255, font, anchor="ls", stroke_width=thick)
    expected = expected.crop(expected.getbbox())
    result = draw_lines([line], str(BUNDLED), thick)
    assert np.abs(np.subtract(result.size, expected.size)).max() <= 2, "hinting moves a side by one"
    ours, theirs = (np.array(picture.resize(expected.size)) > 127 for picture in (result, expected))
    assert (ours & theirs).sum() > 0.92 * (ours | theirs).sum()


@RAQM
@pytest.mark.parametrize("typeface", ["", "Lora", "Delius", "Lilita One"])
def test_letters_are_where_they_are_without_what_joins_them(
    typeface: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["Öl, Maße? WAVY jq", "0123456789 & fizz!"]
    expected = draw_lines(words, typeface, 5)
    monkeypatch.setattr(letters, "_font", letters._font.__wrapped__)  # keeps none of before
    basic = partial(ImageFont.truetype, layout_engine=ImageFont.Layout.BASIC)
    monkeypatch.setattr(ImageFont, "truetype", basic)  # as Pillow is on Windows
    assert draw_lines(words, typeface, 5).tobytes() == expected.tobytes()


def test_what_cannot_be_seen_changes_nothing() -> None:
    plain = word("AB")
    for text in ("A\u200bB", "\ufeffAB", "\u202dAB\u202c", "A\x00B", " AB ", "AB\n"):
        assert word(text).same(plain), ascii(text)
    assert word("A\tB").same(word("A B"))
    two = word("A\\nB")
    for text in ("A\nB", "A\r\nB", "A\rB", "A\u2028B"):
        assert word(text).same(two), ascii(text)


@pytest.mark.slow
@pytest.mark.skipif(face_of("漢") is None, reason="no typeface here has Chinese letters")
def test_scripts_side_by_side_stand_on_one_line() -> None:
    assert pieces("A漢A") >= 3
    other = face_of("漢")
    assert other
    below = []  # px from the line to the lowest ink, of each alone and of both in one line
    for letter, path in (("A", BUNDLED), ("漢", other.path)):
        below.append(ImageFont.truetype(str(path), HEIGHT).getbbox(letter, anchor="ls")[3])
    both = draw_lines(["A漢"], "", 0)
    halves = (
        both.crop((0, 0, both.width // 3, both.height)),
        both.crop((both.width // 2, 0, *both.size)),
    )
    result = [half.getbbox() for half in halves]
    assert result[0]
    assert result[1]
    assert abs((result[1][3] - result[0][3]) - (below[1] - below[0])) <= 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Write the text"),
        (" \n\t\n ", "Write the text"),
        ("\\n\\n", "Write the text"),
        ("\x00\x01", "Write the text"),
        ("\u200b", "leaves no mark"),
        ("A" * 201, "201 characters, more than 200"),
        ("A\n" * 5000, "201 characters|more than 200"),
        ("A" * 200, "leaves no cell: change it, or make the maze larger"),
        ("A\U0010fffd", r"No typeface here has '\\U0010fffd'"),
    ],
)
def test_refused_in_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason) as caught:
        word(text)
    assert "\n" not in str(caught.value)


def test_typefaces_that_are_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    picture = tmp_path / "picture.ttf"
    Image.new("L", (4, 4)).save(picture, "PNG")
    (tmp_path / "empty.otf").write_bytes(b"")
    (tmp_path / "short.ttf").write_bytes(BUNDLED.read_bytes()[:5000])
    for name in ("picture.ttf", "empty.otf", "short.ttf"):
        reason = "a PNG picture, no" if name == "picture.ttf" else "damaged, or not TrueType"
        with pytest.raises(UsageError, match=f"Cannot read the typeface {name}: it is {reason}"):
            word("A", typeface=NamedFile(tmp_path / name))
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.ttf")
    for none in (str(tmp_path), str(tmp_path / "pipe.ttf"), "x" * 5000, "a\0b", "no-such"):
        with pytest.raises(UsageError, match="There is no typeface '"):
            find_typeface(none)
        assert word("A", typeface=none).same(word("A"))
        assert "DejaVu Sans is used instead" in caplog.text
        caplog.clear()


def test_emoji_that_are_pictures_are_named(tmp_path: Path) -> None:
    """Some typefaces have coloured bitmaps alone: they are not damaged."""
    table = import_module("fontTools.ttLib.tables.DefaultTable").DefaultTable
    font = font_of("Faces", "A")
    for name in ("glyf", "loca"):
        del font[name]
    for name in ("CBDT", "CBLC"):
        font[name] = table(name)
        font[name].data = b"\0\3\0\0\0\0\0\0"
    path = tmp_path / "faces.ttf"
    font.save(str(path))
    with pytest.raises(UsageError) as caught:
        word("A", typeface=NamedFile(path))
    assert str(caught.value) == (
        "The typeface faces.ttf has coloured pictures, and such emoji can be neither walls nor "
        "outlines: choose a typeface with outlines, such as Noto Emoji, or other signs."
    )


def test_lines() -> None:
    assert _lines(" A \\n\tB\r\n") == ["A", "B"]
    assert _lines("") == []
    assert _lines("e\u0301") == ["é"], "typefaces have it that have no separate accents"
    assert len(draw_lines(["A", "", "B"], "", 0).getbbox() or ()) == 4


@pytest.mark.slow
def test_typefaces(tmp_path: Path) -> None:
    whole = build("rectangular", rows=30, columns=60)
    plain = cut("text", whole, text="AB").lattice
    assert cut("text", whole, text="AB", typeface=str(BUNDLED)).lattice.same(plain)
    for name in ("DejaVu Sans", "dejavu sans ", "DejaVuSans", "DejaVuSans.ttf"):
        assert cut("text", whole, text="AB", typeface=name).lattice.same(plain)
    add_own(small_font(tmp_path / "squares.ttf", "My Squares", "AB"))
    squares = cut("text", whole, text="AB", typeface="My Squares").lattice
    assert not squares.same(plain)
    for name in ("my squares", "squares", str(tmp_path / "squares.ttf")):
        assert cut("text", whole, text="AB", typeface=name).lattice.same(squares), name
    with pytest.raises(UsageError, match=r"DejaVuSans\.ttf has no '漢'"):
        cut("text", whole, text="A漢", typeface=str(BUNDLED))
    with pytest.raises(UsageError, match=r"Thickness \(weight\) must be one of"):
        cut("text", whole, text="A", weight="thin")
