"""A logo is read whole or refused, and stands in the hole without touching the maze."""

from __future__ import annotations

import struct
import warnings
import zlib
from base64 import b64decode, b64encode
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from mazeeditor.core import pictures
from mazeeditor.core.errors import UsageError
from mazeeditor.core.pictures import LOGO_PIXELS, load_logo, logo_of
from mazeeditor.maze.generators import generate
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.page.compose import compose
from mazeeditor.page.marks.free_ground import overlap
from mazeeditor.page.marks.marks import marks_of
from mazeeditor.page.page import Page
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import Picture
from tests.maze.masks.test_masks import BROKEN


def logo_text(width: int, height: int, mode: str = "RGB", kind: str = "png") -> str:
    """Return the text of a picture of that size."""
    file = BytesIO()
    Image.new(mode, (width, height)).save(file, kind)
    return f"data:image/{kind};name=a.{kind};base64,{b64encode(file.getvalue()).decode()}"


def placed(maze: Maze, page: Page) -> Picture:
    (scene,) = compose(maze, page)
    (layer,) = [each for each in scene.layers if each.name == "logo"]
    (picture,) = layer.items
    assert isinstance(picture, Picture)
    return picture


def cells_under(maze: Maze, page: Page, picture: Picture, more: float = 0.0) -> int:
    """Return at how many of many points a picture, ``more`` mm larger on all sides, has cells."""
    layout = plan_page(maze, page)
    x = np.linspace(picture.x - more, picture.x + picture.width + more, 101) - layout.x
    y = np.linspace(picture.y - more, picture.y + picture.height + more, 101) - layout.y
    geometry, cell = maze.lattice.geometry, layout.scale.cell
    return sum(
        geometry.cell_at(float(across) / cell, float(down) / cell) is not None
        for down in y
        for across in x
    )


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names())
def test_it_fills_the_hole_and_touches_nothing(shape: str) -> None:
    random = Random(shape)
    for _time in range(3):
        wide, high = random.uniform(0.3, 0.8), random.uniform(0.3, 0.8)
        form = random.choice(["rectangle", "ellipse"])
        mask = {"name": "hole", "hole_form": form, "hole_width": wide, "hole_height": high}
        lattice = cut(mask, build(shape)).lattice
        maze = generate("backtracker", lattice, 1)
        width, height = random.randint(20, 300), random.randint(20, 300)
        page = Page(logo=logo_text(width, height))
        picture = placed(maze, page)
        assert picture.width / picture.height == pytest.approx(width / height)
        layout = plan_page(maze, page)
        middle = picture.x + picture.width / 2 - layout.x, picture.y + picture.height / 2 - layout.y
        size = np.array([lattice.geometry.width, lattice.geometry.height]) * layout.scale.cell
        assert middle == pytest.approx(tuple(size / 2))
        free = 0.25 * layout.scale.cell + layout.scale.wall / 2
        assert cells_under(maze, page, picture, free * 0.98) == 0
        assert cells_under(maze, page, picture, free + 0.1 * layout.scale.cell) > 0


def test_it_keeps_clear_of_signs_in_the_hole() -> None:
    lattice = cut("hole", build("rectangular", rows=20, columns=20)).lattice
    maze = generate("backtracker", lattice, 1)
    page = Page(logo=logo_text(100, 100))
    alone = placed(maze, page)
    cell = lattice.cell(5, 9)
    maze.set_openings(Opening(cell, lattice.slot(cell, "bottom")), maze.exits)
    picture = placed(maze, page)
    layout = plan_page(maze, page)
    box = (picture.x, picture.y, picture.x + picture.width, picture.y + picture.height)
    signs = [mark.box for mark in marks_of(maze, page, layout.scale, layout.x, layout.y)]
    assert len(signs) == 2
    assert not any(overlap(box, sign) for sign in signs)
    assert picture.width < alone.width


@pytest.mark.slow
def test_no_hole_no_logo() -> None:
    for shape in SHAPES.names():
        maze = generate("backtracker", build(shape), 1)
        with pytest.raises(UsageError, match=r"^This maze has no hole in its middle .*mask: hole"):
            compose(maze, Page(logo=logo_text(10, 10)))
        assert compose(maze, Page())


KINDS = {
    "png": ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"),
    "jpg": ("L", "RGB", "CMYK"),
    "bmp": ("1", "L", "P", "RGB", "RGBA"),
    "gif": ("1", "L", "P", "RGB", "RGBA"),
}


def test_every_kind_of_picture(tmp_path: Path) -> None:
    grey = np.full((40, 60), 255, np.uint8)
    grey[:, :30] = 0
    deep = Image.fromarray(grey.astype(np.uint16) * 257)
    for form, mode in [(form, mode) for form, modes in KINDS.items() for mode in modes]:
        path = tmp_path / f"Ärger (1).{form}"
        (deep if mode == "I;16" else Image.fromarray(grey, "L").convert(mode)).save(path)
        text = load_logo(path)
        logo = logo_of(text)
        assert (logo.width, logo.height, logo.name) == (60, 40, path.name)
        assert str(tmp_path) not in text
        assert (logo.kind == "jpeg") == (form == "jpg")
        with Image.open(BytesIO(logo.data)) as image:
            kept = np.asarray(image.convert("L"))
        assert np.abs(kept[:, ::59].astype(int) - [0, 255]).max() <= 3, (form, mode)
        assert Page(logo=text).logo == text
        assert load_logo(path) == text


def test_what_cameras_write_is_left_out_but_obeyed(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x013B] = 6, "Otto Normal"
    notified = PngInfo()
    notified.add_text("Author", "Otto Normal")
    words: dict[str, dict[str, Any]] = {
        "a.jpg": {"comment": b"by Otto"},
        "a.png": {"pnginfo": notified},
    }
    for name, more in words.items():
        image = Image.new("RGB", (60, 40))
        image.save(tmp_path / name, exif=exif, icc_profile=b"a screen of Otto", **more)
        assert b"Otto" in (tmp_path / name).read_bytes()
        logo = logo_of(load_logo(tmp_path / name))
        assert (logo.width, logo.height) == (40, 60)
        assert b"Otto" not in logo.data


def test_bombs_and_broken_pictures(tmp_path: Path) -> None:
    for data, reason in BROKEN:
        (tmp_path / "broken.png").write_bytes(data)
        reason = reason.replace("more than 50,000,000", f"more than {LOGO_PIXELS:,}")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(UsageError, match=reason) as caught:
                load_logo(tmp_path / "broken.png")
            assert str(caught.value).startswith("Cannot read the picture broken.png: ")
            with pytest.raises(UsageError, match="ogo"):
                Page(logo=f"data:image/png;name=a;base64,{b64encode(data).decode()}")


def test_warnings_of_a_decoder_are_not_printed(tmp_path: Path) -> None:
    cut_off = b"Exif\0\0II*\0\x08\0\0\0\x05\0\x12\x01"  # one of five entries has begun
    Image.new("RGB", (9, 9)).save(tmp_path / "camera.jpg", exif=cut_off)
    with warnings.catch_warnings(record=True) as printed:
        warnings.simplefilter("always")
        assert logo_of(load_logo(tmp_path / "camera.jpg")).width == 9
    assert printed == []


@pytest.mark.slow
def test_what_a_project_may_not_hold() -> None:
    good = logo_text(3, 3)
    data = b64decode(good.partition("base64,")[2])
    assert zlib.crc32(data[12:29]) == struct.unpack(">I", data[29:33])[0]
    for text in (
        "/etc/passwd",
        "otto.png",
        good[:-44],
        good.replace("image/png", "image/gif"),
        good.replace("image/png", "image/jpeg"),
        good.replace("name=a.png", 'name=a.png;x="'),
        good + "\n",
        "data:image/png;name=;base64," + "A" * 40_000_000,
    ):
        with pytest.raises(UsageError, match="ogo") as caught:
            Page(logo=text)
        assert len(str(caught.value)) < 200
    with pytest.raises(UsageError, match="Logo must be a file"):
        Page.from_dict({"logo": 7})


def test_a_picture_too_heavy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "LOGO_BYTES", 100_000)
    noise = np.random.default_rng(1).integers(0, 256, (300, 300, 3), np.uint8)
    Image.fromarray(noise).save(tmp_path / "noise.bmp")
    with pytest.raises(UsageError, match=r"^Cannot use the picture noise\.bmp: .* smaller first"):
        load_logo(tmp_path / "noise.bmp")
