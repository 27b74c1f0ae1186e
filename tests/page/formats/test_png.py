"""PNG: sizes are checked before memory is taken, and resolution and paper are as asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from mazeeditor.core.errors import UsageError
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from mazeeditor.page.raster.raster import check_size
from tests.page.mazes import made


def test_without_paper(tmp_path: Path) -> None:
    page = Page(page="50x40mm", margin=2)
    (file,) = export(made(5, 6), tmp_path / "maze.png", page, dpi=100, transparent=True)
    with Image.open(file) as image:
        assert (image.mode, image.size) == ("LA", (197, 157))
        assert image.getpixel((0, 0)) == (255, 0)
        assert image.getchannel("A").getextrema() == (0, 255)


def test_grey_where_there_is_no_colour(tmp_path: Path) -> None:
    for colour, mode in (("black", "L"), ("gray", "L"), ("red", "RGB")):
        page = Page(page="50x40mm", margin=2, colour=colour)
        (file,) = export(made(5, 6), tmp_path / "maze.png", page, dpi=100)
        with Image.open(file) as image:
            assert image.mode == mode
        export(made(5, 6), file, page, dpi=100, transparent=True)
        with Image.open(file) as image:
            assert image.mode == mode.replace("L", "LA").replace("RGB", "RGBA")


@pytest.mark.parametrize(
    ("page", "dpi", "most"),
    [
        ("1000x1000mm", 600, 508),  # 400 million pixels of grey
        ("9000x10mm", 100, 56),  # 20,000 pixels long
        ("1000x1000mm", 2400, 508),
    ],
)
def test_too_many_pixels(page: str, dpi: int, most: int, tmp_path: Path) -> None:
    style = Page(page=page, margin=0.1, cell=1)
    with pytest.raises(UsageError, match=f"use {most} dpi at most, or a smaller page"):
        export(made(3, 3), tmp_path / "maze.png", style, dpi=dpi)
    assert list(tmp_path.iterdir()) == []
    (scene,) = compose(made(3, 3), style)
    check_size(scene, most, 1)


def test_colour_takes_more_memory(tmp_path: Path) -> None:
    page = Page(page="1000x1000mm", solution="drawn", cell=1)
    with pytest.raises(UsageError, match="use 293 dpi"):
        export(made(3, 3), tmp_path / "maze.png", page, dpi=400)
    with pytest.raises(UsageError, match="use 254 dpi"):
        export(made(3, 3), tmp_path / "maze.png", page, dpi=400, transparent=True)
