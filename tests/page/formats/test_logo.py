"""A logo is in every file that draws a page: the same pixels at the same place, each time alike."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from mazeeditor.core.pictures import as_text, load_logo, logo_of
from mazeeditor.maze.generators import generate
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import export
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Picture
from tests.page.formats.read_pdf import MM, box_of, objects_of, pages_of, stream_of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def maze() -> Maze:
    lattice = cut("hole", build("rectangular", rows=20, columns=30), hole_height=0.6).lattice
    return generate("backtracker", lattice, 1)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Four colours, of which one can be seen through."""
    pixels = np.zeros((40, 60, 4), np.uint8)
    pixels[:20, :30], pixels[:20, 30:] = (255, 0, 0, 255), (0, 128, 0, 255)
    pixels[20:, :30], pixels[20:, 30:] = (0, 0, 255, 255), (0, 0, 0, 0)
    Image.fromarray(pixels, "RGBA").save(tmp_path / "logo of otto.png")
    return tmp_path / "logo of otto.png"


@pytest.fixture
def page(file: Path) -> Page:
    return Page(logo=load_logo(file), page="A5")


def picture_of(maze: Maze, page: Page) -> Picture:
    (result,) = [item for item in compose(maze, page)[0].items if isinstance(item, Picture)]
    return result


def test_svg(maze: Maze, page: Page, tmp_path: Path) -> None:
    export(maze, tmp_path / "maze.svg", page)
    root = ElementTree.fromstring((tmp_path / "maze.svg").read_bytes())
    (layer,) = [each for each in root.findall(SVG + "g") if each.get("id") == "logo"]
    (image,) = layer
    assert image.tag == SVG + "image"
    kind, _comma, text = image.attrib["{http://www.w3.org/1999/xlink}href"].partition(",")
    assert kind == "data:image/png;base64"
    assert b64decode(text, validate=True) == logo_of(page.logo).data
    wanted = picture_of(maze, page)
    for name in ("x", "y", "width", "height"):
        assert float(image.attrib[name]) == pytest.approx(getattr(wanted, name), abs=0.001)


def test_pdf(maze: Maze, page: Page, tmp_path: Path) -> None:
    export(maze, tmp_path / "maze.pdf", page)
    data = (tmp_path / "maze.pdf").read_bytes()
    ((dictionary, content),) = pages_of(data)
    put = re.findall(rb"q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm /I\d+ Do Q", content)
    assert len(put) == 1
    across, down, left, bottom = (float(value) * MM for value in put[0])
    top = box_of(data, dictionary)[1] * MM - bottom - down
    wanted = picture_of(maze, page)
    assert (left, top) == pytest.approx((wanted.x, wanted.y), abs=0.01)
    assert (across, down) == pytest.approx((wanted.width, wanted.height), abs=0.01)
    images = [body for body in objects_of(data).values() if b"/Subtype /Image" in body]
    (colours,) = [body for body in images if b"/DeviceRGB" in body]
    (alpha,) = [body for body in images if b"/DeviceGray" in body]
    assert b"/SMask" in colours
    with Image.open(BytesIO(logo_of(page.logo).data)) as logo:
        kept = np.asarray(logo)
    assert np.array_equal(unfiltered(stream_of(colours), 60, 3), kept[..., :3])
    assert np.array_equal(unfiltered(stream_of(alpha), 60, 1)[..., 0], kept[..., 3])


def unfiltered(data: bytes, width: int, channels: int) -> np.ndarray:
    """Return uint8[rows, width, channels] of raw rows, or of rows behind a PNG's filter 0."""
    row = width * channels
    rows = np.frombuffer(data, np.uint8)
    if len(rows) % row:
        rows = rows.reshape(-1, row + 1)
        assert (rows[:, 0] == 0).all()
        rows = rows[:, 1:]
    return rows.reshape(-1, width, channels)


GREYS = [("L", ".png"), ("LA", ".png"), ("RGB", ".png"), ("RGBA", ".png"), ("P", ".png")]
GREYS += [("L", ".jpg"), ("RGB", ".jpg")]  # which has neither alpha nor palettes


@pytest.mark.slow
def test_a_picture_without_colours_is_grey(maze: Maze, tmp_path: Path) -> None:
    """Also where its file has three parts a pixel, and in projects that keep it so."""
    ramp = np.linspace(0, 255, 60 * 40).reshape(40, 60).astype(np.uint8)
    grey = Image.fromarray(ramp)
    for mode, suffix in GREYS:
        clear = mode in ("LA", "RGBA")
        image = grey.convert(mode.replace("P", "RGB"))
        if clear:
            image.putalpha(grey.transpose(Image.Transpose.FLIP_LEFT_RIGHT))
        (image.quantize() if mode == "P" else image).save(tmp_path / f"ramp{suffix}")
        text = load_logo(tmp_path / f"ramp{suffix}")
        data = (tmp_path / f"ramp{suffix}").read_bytes()
        kept = as_text(data, "jpeg" if suffix == ".jpg" else "png", "ramp")
        for logo in (text, kept)[: 1 if mode == "P" else 2]:  # palettes are never kept
            assert logo_of(logo).grey, (mode, suffix)
            with (
                Image.open(BytesIO(logo_of(logo).data)) as drawn,
                Image.open(BytesIO(data)) as asked,
            ):
                assert drawn.mode == ("LA" if clear else "L")
                if suffix == ".png":
                    pixels = np.asarray(drawn.convert("RGBA"))
                    assert np.array_equal(pixels, np.asarray(asked.convert("RGBA")))
        page = Page(logo=logo, page="A5")
        (file,) = export(maze, tmp_path / "maze.pdf", page)
        assert b"DeviceRGB" not in file.read_bytes(), (mode, suffix)
        (file,) = export(maze, tmp_path / "maze.png", page, dpi=72)
        with Image.open(file) as picture:
            assert picture.mode == "L", (mode, suffix)


@pytest.mark.parametrize("transparent", [False, True])
def test_png(maze: Maze, page: Page, tmp_path: Path, transparent: bool) -> None:
    export(maze, tmp_path / "maze.png", page, dpi=200, transparent=transparent)
    wanted = picture_of(maze, page)
    with Image.open(tmp_path / "maze.png") as image:
        pixels = np.asarray(image.convert("RGBA"))
    for down, across, colour in (
        (0.25, 0.25, (255, 0, 0, 255)),
        (0.25, 0.75, (0, 128, 0, 255)),
        (0.75, 0.25, (0, 0, 255, 255)),
        (0.75, 0.75, (255, 255, 255, 0 if transparent else 255)),
    ):
        for shift in (-0.22, 0.22):
            x = wanted.x + wanted.width * (across + shift)
            y = wanted.y + wanted.height * (down + shift)
            result = pixels[int(y * 200 / 25.4), int(x * 200 / 25.4)].astype(int)
            seen = slice(0, 4) if colour[3] else slice(3, 4)
            assert np.abs(result - colour)[seen].max() <= 12, "resizing overshoots a little"
