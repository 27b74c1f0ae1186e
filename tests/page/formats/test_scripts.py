"""Titles of every script look the same in each format, and are copied as they were typed.

Poppler and librsvg read the files; FriBiDi and HarfBuzz, as Pillow uses them, are the oracle.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, features

from mazeeditor.core.typefaces.shaping import runs
from mazeeditor.core.typefaces.typefaces import BUNDLED
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from mazeeditor.page.print_warnings import missing
from mazeeditor.page.text.lettering import fit_text
from tests.page.mazes import made

BUNDLED_TITLES = {
    "greek": "Λαβύρινθος",
    "cyrillic": "Лабиринт № 3",
    "accents": "Q\u0303x\u0323 e\u0301",
    "hebrew": "מבוך 12 (a b) 7-8",
    "pointed hebrew": "שָׁלוֹם עוֹלָם 34 מָבוֹךְ",
    "arabic": "متاهة رقم 12 (ABC) 3.5",
    "vocalised arabic": "مَتَاهَةُ القِطِّ 12 لله",
    "ligatures": "شكلا لا إلى الأمام",
}
OTHER_TITLES = {
    "devanagari": "भूलभुलैया क्षत्रिय र्क कि हिन्दी १२",
    "thai": "เขาวงกตของน้ำที่รู้",
    "chinese": "第一个迷宫（12）",
    "japanese": "かわいい迷路",
    "korean": "쥐를 찾아라",
    "bengali": "গোলকধাঁধা ক্ষ কো",
    "tamil": "புதிர் கொ ஸ்ரீ",
    "emoji": "Mouse 🐭 & 🧀 👍🏽",
    "latin and hebrew": "Maze מבוך",
}
TITLES = BUNDLED_TITLES | OTHER_TITLES
DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
DPI = 600


def title_page(title: str) -> Page:
    return Page(page="60x60mm", margin=2, title=title, marks="none", colour="black")


def written(title: str, path: Path) -> Path:
    finely: dict[str, Any] = {"dpi": DPI} if path.suffix == ".png" else {}
    (file,) = export(made(1, 30), path, title_page(title), **finely)
    return file


@pytest.fixture(params=TITLES, ids=lambda name: name.replace(" ", "-"))
def title(request: pytest.FixtureRequest) -> str:
    text: str = TITLES[request.param]
    if lacking := missing(text):
        pytest.skip(f"no typeface here has {lacking!a}")
    return text


def letters(path: Path) -> Image.Image:
    """Return the title in a picture of a page: its upper part, dark on light, a little blurred."""
    with Image.open(path) as image:
        grey = image.convert("L")
    rows = np.asarray(grey.crop((60, 0, 90, grey.height))).min(axis=1)
    wall = int(np.flatnonzero(rows < 128)[0])  # the upper wall of the maze
    return grey.crop((0, 0, grey.width, wall - 3)).filter(ImageFilter.GaussianBlur(2))


@pytest.mark.slow
@pytest.mark.skipif(
    not shutil.which("pdftoppm") or not shutil.which("rsvg-convert"),
    reason="poppler or librsvg is not installed",
)
def test_the_same_in_each_format_and_copied_as_typed(title: str, tmp_path: Path) -> None:
    ours = letters(written(title, tmp_path / "a.png"))
    assert np.asarray(ours).min() < 128, "something is written"
    pdf, svg = written(title, tmp_path / "a.pdf"), written(title, tmp_path / "a.svg")
    done = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True)
    copied = DIRECTIONS.sub("", done.stdout.decode()).strip()
    assert unicodedata.normalize("NFC", copied) == unicodedata.normalize("NFC", title)
    assert done.stderr == b""
    size = ["-r", str(DPI)], ["-d", str(DPI), "-p", str(DPI)]
    stem = tmp_path / "poppler"
    subprocess.run(["pdftoppm", *size[0], "-gray", "-singlefile", pdf, stem], check=True)
    image = tmp_path / "librsvg.png"
    subprocess.run(["rsvg-convert", *size[1], "-b", "white", svg, "-o", image], check=True)
    for other in (tmp_path / "poppler.pgm", image):
        if other is image and "<text" in svg.read_text("utf-8"):
            continue  # left to the typefaces of what shows it
        theirs = letters(other)
        height = min(ours.height, theirs.height)
        boxes = [(0, one.height - height, ours.width, one.height) for one in (ours, theirs)]
        both = ImageChops.difference(ours.crop(boxes[0]), theirs.crop(boxes[1]))
        assert (np.asarray(both) > 110).sum() < 20, other.name  # a mark has fifty pixels and more


@pytest.mark.slow
@pytest.mark.skipif(not features.check("raqm"), reason="this Pillow orders and joins no letters")
def test_letters_stand_where_fribidi_and_harfbuzz_put_them(tmp_path: Path) -> None:
    font = ImageFont.truetype(str(BUNDLED), 400, layout_engine=ImageFont.Layout.RAQM)
    for name, text in BUNDLED_TITLES.items():
        with Image.open(written(text, tmp_path / "a.png")) as image:
            grey = image.convert("L")
        wall = int(np.flatnonzero(np.asarray(grey).min(axis=1) < 128)[-1])
        rows = np.asarray(grey.crop((60, 0, 90, wall))).min(axis=1)
        ink = grey.crop((0, 0, grey.width, int(np.flatnonzero(rows < 128)[0]) - 3))
        ink = ImageChops.invert(ink)
        ink = ink.crop(ink.point(lambda value: value > 60 and 255).getbbox())
        drawn = Image.new("L", (round(font.getlength(text)) + 400, 900))
        ImageDraw.Draw(drawn).text((200, 500), text, 255, font, anchor="ls", features=["-kern"])
        drawn = drawn.crop(drawn.getbbox())
        drawn = drawn.resize(ink.size, Image.Resampling.BOX)
        one, other = (image.filter(ImageFilter.GaussianBlur(1.5)) for image in (ink, drawn))
        both = ImageChops.difference(one, other)
        assert (np.asarray(both) > 110).mean() < 0.01, name


def test_fonts_in_a_pdf_are_small_and_hold_all_glyphs(tmp_path: Path) -> None:
    data = written(BUNDLED_TITLES["vocalised arabic"], tmp_path / "a.pdf").read_bytes()
    assert len(data) < 12_000
    assert data.count(b"/FontFile2") == 1
    if shutil.which("pdffonts"):
        done = subprocess.run(["pdffonts", tmp_path / "a.pdf"], capture_output=True, check=True)
        row = done.stdout.decode().splitlines()[-1]
        assert "DejaVuSans" in row
        assert "CID TrueType" in row
        assert "yes yes yes" in row, "embedded, a subset, with characters"


def test_a_line_goes_on_in_the_direction_of_the_title() -> None:
    """A second line that begins with Latin letters is read from the right, too."""
    block = fit_text("מבוך Maze 12", 18, 5)
    assert block.lettering.rtl
    for line in block.lines:
        parts = runs(line, block.lettering)
        assert all(run.level > 0 for run in parts)
    assert len(block.lines) > 1


def test_svg_keeps_the_text_of_outlines(tmp_path: Path) -> None:
    svg = written("מבוך 12", tmp_path / "a.svg").read_text("utf-8")
    assert 'aria-label="מבוך 12"' in svg
    assert "<text" not in svg
    plain = written("Лабиринт", tmp_path / "b.svg").read_text("utf-8")
    assert ">Лабиринт</text>" in plain


def test_svg_as_text_is_read_in_its_direction(tmp_path: Path) -> None:
    (file,) = export(made(1, 30), tmp_path / "a.svg", title_page("מבוך 12"), letters="text")
    assert 'direction="rtl"' in file.read_text("utf-8")
    (file,) = export(made(1, 30), tmp_path / "a.svg", title_page("Maze"), letters="text")
    assert "direction" not in file.read_text("utf-8")
    (file,) = export(made(1, 30), tmp_path / "a.svg", title_page("Maze"), letters="outlines")
    assert "<text" not in file.read_text("utf-8")
    assert 'aria-label="Maze"' in file.read_text("utf-8")
