"""Papers as people type them; a page that is too small names one that is large enough."""

from __future__ import annotations

import re

import pytest

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import size_text
from mazeeditor.page.page import Page, page_options
from mazeeditor.page.paper import OFFERS, paper_sizes, read_paper
from mazeeditor.page.planning import plan_page

(OPTION,) = (option for option in page_options() if option.name == "page")

PAPERS = {
    "a4": "A4",
    " LETTER ": "Letter",
    "Fit": "fit",
    "200x150mm": "200x150mm",
    "200 × 150.50": "200x150.5mm",
    "200mm x 150 mm": "200x150mm",
    "5X100000": "5x100000mm",
    "b5": "B5",
    "6x9in": "6x9in",
    "8.50 x 11 Inches": "8.5x11in",
    '6" x 9"': "6x9in",
    "5in x 15 cm": "12.7x15cm",
    "432 x 648pt": "432x648pt",
}
NO_PAPERS = ("A9", "", "200", "x", "4x100mm", "200x1e9mm", "0x0", "-5x10", "A4A4", "6x9ft")


def test_papers() -> None:
    for written, usual in [*PAPERS.items(), *((offer, offer) for offer in OFFERS)]:
        assert Page(page=written).page == usual
        assert OPTION.parse(written) == usual
        assert read_paper(usual) == usual
    for written in NO_PAPERS:
        with pytest.raises(UsageError, match="page"):
            Page(page=written)


def test_sizes_of_papers() -> None:
    assert paper_sizes("A4", "portrait") == [(210, 297)]
    assert paper_sizes("A4", "landscape") == [(297, 210)]
    assert paper_sizes("A4", "automatic") == [(210, 297), (297, 210)]
    assert paper_sizes("200x150.5mm", "automatic") == [(200, 150.5)]
    assert paper_sizes("200x150.5mm", "landscape") == [(200, 150.5)]
    assert paper_sizes("200x150.5mm", "portrait") == [(150.5, 200)]
    assert paper_sizes("6x9in", "automatic") == [(152.4, 228.6)]
    assert paper_sizes("6x9in", "landscape") == [(228.6, 152.4)]
    assert paper_sizes("fit", "landscape") == []


SIZE = r"\d+(?:\.\d)? × \d+(?:\.\d)? mm"


def test_all_sizes_in_a_sentence_are_written_alike() -> None:
    maze = mazeeditor.generate("prim", rows=20, columns=20, seed=1)
    with pytest.raises(UsageError) as raised:
        plan_page(maze, Page(page="A5", cell=60.0))
    text = str(raised.value)
    sizes = re.findall(SIZE, text)
    assert len(sizes) == 3
    assert not re.search(r"\dx\d|\.0 ", text)
    assert read_paper(sizes[-1]) == sizes[-1].replace(" × ", "x").replace(" mm", "mm")
    plan_page(maze, Page(page=read_paper(sizes[-1]), cell=60.0))


def test_a_size_can_be_typed_as_it_is_shown() -> None:
    for size in ((210.0, 297.0), (215.9, 279.4), (1218.52, 801.04)):
        width, height = read_paper(size_text(*size)).removesuffix("mm").split("x")
        assert (float(width), float(height)) == pytest.approx(size, abs=0.05)
