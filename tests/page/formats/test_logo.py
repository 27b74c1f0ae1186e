"""A logo is in every file that draws a page: the same pixels at the same place, each time alike."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from mazeeditor import api
from mazeeditor.cli import main
from mazeeditor.core.pictures import as_text, load_logo, logo_of
from mazeeditor.files import Project
from mazeeditor.files.project import load, save
from mazeeditor.maze.generators import generate
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from mazeeditor.page.compose import compose
from mazeeditor.page.formats import EXPORTERS, export
from mazeeditor.page.page import Page
from mazeeditor.page.scene import Picture
from tests.page.formats.read_pdf import MM, box_of, objects_of, pages_of, stream_of
from tests.page.mazes import made

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


@pytest.mark.slow
def test_black_and_white_pages_have_it_as_dots(maze: Maze, page: Page, tmp_path: Path) -> None:
    from mazeeditor.page.raster.raster import draw_bits

    (scene,) = compose(maze, page)
    wanted = picture_of(maze, page)
    bits = np.asarray(draw_bits(scene, 300))
    y, x, scale = wanted.y + wanted.height / 20, wanted.x + wanted.width / 20, 300 / 25.4
    height, width = wanted.height * 0.4, wanted.width * 0.4
    rows, columns = (
        slice(int(a * scale), int((a + b) * scale)) for a, b in ((y, height), (x, width))
    )
    assert bits[rows, columns].mean() == pytest.approx(0.299, abs=0.02), "red is that light"
    export(maze, tmp_path / "maze.pdf", page, picture=True)


@pytest.mark.slow
def test_files_repeat_and_tell_no_names(maze: Maze, page: Page, tmp_path: Path) -> None:
    for found in EXPORTERS:
        options: dict[str, Any] = {"dpi": 72} if found.name == "png" else {}
        # a text has no room for holes, and a contest has one size
        of = maze if found.drawn else made(16, 16)
        one, two = (
            export(of, tmp_path / f"{each}{found.suffix}", page, **options)[0].read_bytes()
            for each in ("one", "two")
        )
        assert one == two, found.name
        for word in (b"logo of", b"of otto", str(tmp_path).encode()):
            assert word not in one, found.name
        if not found.drawn:
            bare = export(of, tmp_path / f"bare{found.suffix}", Page())[0]
            assert one == bare.read_bytes(), found.name


def test_a_photograph_stays_one(maze: Maze, tmp_path: Path) -> None:
    Image.new("RGB", (50, 50), "red").save(tmp_path / "photo.jpg")
    page = Page(logo=load_logo(tmp_path / "photo.jpg"))
    data = logo_of(page.logo).data
    (pdf,) = export(maze, tmp_path / "maze.pdf", page)
    assert data in pdf.read_bytes()
    assert b"/DCTDecode" in pdf.read_bytes()
    (svg,) = export(maze, tmp_path / "maze.svg", page)
    assert b"data:image/jpeg;base64," in svg.read_bytes()


def test_a_project_keeps_it(maze: Maze, page: Page, tmp_path: Path) -> None:
    save(Project(maze, page=page.to_dict()), tmp_path / "maze.maze")
    text = (tmp_path / "maze.maze").read_text()
    assert str(tmp_path) not in text
    back = load(tmp_path / "maze.maze")
    assert Page.from_dict(back.page) == page
    files = [
        export(each, tmp_path / "maze.svg", page)[0].read_bytes() for each in (maze, back.maze)
    ]
    assert files[0] == files[1]


def test_from_python(maze: Maze, page: Page, file: Path, tmp_path: Path) -> None:
    by_path, by_page = (tmp_path / f"{name}.svg" for name in ("path", "page"))
    api.export(maze, by_path, logo=str(file), page="A5")
    export(maze, by_page, page)
    assert by_path.read_bytes() == by_page.read_bytes()


def test_from_the_command_line(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project, out = str(tmp_path / "a.maze"), str(tmp_path / "a.svg")
    assert main(["generate", "--mask", "hole", "--hole-form", "ellipse", "-o", project]) == 0
    assert main(["export", project, "-o", out, "--logo", str(file)]) == 0
    assert b"data:image/png;base64," in Path(out).read_bytes()
    capsys.readouterr()
    assert main(["export", project, "-o", out, "--logo", str(tmp_path / "no.png")]) != 0
    assert "Cannot read the picture no.png: " in capsys.readouterr().err
    text = str(tmp_path / "a.txt")
    assert main(["generate", "--rows", "5", "--columns", "5", "-o", project]) == 0
    assert main(["export", project, "-o", text, "--logo", str(file)]) == 0
    capsys.readouterr()
    assert main(["export", project, "-o", out, "--logo", str(file)]) == 2
    assert "This maze has no hole in its middle" in capsys.readouterr().err
