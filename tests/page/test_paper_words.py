"""A page that is too small names one that is large enough as it can be typed."""

from __future__ import annotations

import re

import pytest

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.core.lengths import size_text
from mazeeditor.page.page import Page
from mazeeditor.page.page_layout import plan_page
from mazeeditor.page.paper import read_paper

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
