"""Masks cover what they describe, at every size and on every shape, and refuse unreadable files."""

from __future__ import annotations

import struct
import warnings
import zlib
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from PIL import Image

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import CancelledError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import options_of
from mazeeditor.core.pictures import MOST_PIXELS
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import MASK_OPTIONS, MASKS, PIECES
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.pieces import pieces_of
from mazeeditor.maze.shapes import SHAPES, build
from tests.maze.generators.lattices import grid_of

SHAPE_NAMES = SHAPES.names()
SCALED = [mask.name for mask in MASKS if not mask.sizes]  # others: tests/maze/ground


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture(scope="module")
def disc(folder: Path) -> Path:
    """A black disc on white, transparent in its right half."""
    y, x = np.mgrid[0:200, 0:200] - 99.5
    pixels = np.full((200, 200, 4), 255, np.uint8)
    pixels[np.hypot(x, y) < 80, :3] = 0
    pixels[:, 100:, 3] = 0
    Image.fromarray(pixels, "RGBA").save(folder / "disc.png")
    return folder / "disc.png"


def options_for(name: str, disc: Path) -> dict[str, Any]:
    """Return what a mask cannot do without."""
    needed: dict[str, dict[str, Any]]
    needed = {"picture": {"picture": NamedFile(disc)}, "text": {"text": "OTTO"}}
    return needed.get(name, {})


def share(lattice: Lattice) -> float:
    """Return the share of the places of a lattice that are cells."""
    return lattice.cells / int(lattice.row_lengths.sum())


def places_of(lattice: Lattice) -> set[tuple[int, int]]:
    return {lattice.place(cell) for cell in lattice.inside_cells().tolist()}


@pytest.mark.each_value_once
@pytest.mark.parametrize("shape", SHAPE_NAMES)
@pytest.mark.parametrize("name", SCALED)
def test_every_mask_on_every_shape(name: str, shape: str, disc: Path) -> None:
    whole, options = build(shape), options_for(name, disc)
    result = cut(name, whole, **options)
    assert result.lattice.shape == shape
    round_on_round = (name, shape) == ("ellipse", "polar")
    assert 0.05 < share(result.lattice) < (1.01 if round_on_round else 0.95)
    assert nx.is_connected(grid_of(result.lattice))
    assert result.pieces == cut(name, whole, pieces="each", **options).pieces


@pytest.mark.parametrize("name", SCALED)
def test_what_is_cut_out_is_what_is_kept_otherwise(name: str, disc: Path) -> None:
    whole, options = build("hexagonal"), options_for(name, disc) | {"pieces": "each"}
    kept = cut(name, whole, **options).lattice.inside
    left = cut(name, whole, combine="cut-out", **options).lattice.inside
    assert (kept ^ left == whole.inside).all()
    small = cut(name, whole, scale=0.5, **options).lattice.inside
    assert small.sum() == pytest.approx(kept.sum() / 4, rel=0.35)


AREAS: list[tuple[str, dict[str, Any], float]] = [
    ("ellipse", {}, np.pi / 4),
    ("ring", {"inner": 0.5}, np.pi / 4 * 0.75),
    ("diamond", {}, 0.5),
    ("star", {"points": 4, "depth": 0.5}, 4 * 0.5 * np.sin(np.pi / 4) / 4),
]


def test_the_areas_of_outlines() -> None:
    for name, options, expected in AREAS:
        whole = build("rectangular", rows=300, columns=300)
        assert share(cut(name, whole, **options).lattice) == pytest.approx(expected, rel=0.02), name


@pytest.mark.slow
def test_outlines_reach_the_edges_and_stand_upright() -> None:
    whole = build("rectangular", rows=100, columns=100)
    for name in MASKS.names()[:5]:
        places = np.array(sorted(places_of(cut(name, whole).lattice)))
        assert places.min() <= 2
        assert places.max() >= 97
        assert abs((places[:, 1] - 49.5).mean()) < 0.5, "left and right are mirrors"
    heart = places_of(cut("heart", whole).lattice)
    assert (99 - 20, 0) not in heart
    assert sum(row == 98 for row, _column in heart) < 10 < sum(row == 10 for row, _ in heart)
    assert (1, 49) not in heart, "it has a notch"
    star = places_of(cut("star", whole).lattice)
    assert sum(row == 1 for row, _ in star) < 5 < sum(row == 37 for row, _ in star)


def test_what_keeps_its_proportions() -> None:
    wide = build("rectangular", rows=40, columns=200)
    for name in ("heart", "star"):
        columns = [column for _row, column in places_of(cut(name, wide).lattice)]
        assert 35 < max(columns) - min(columns) < 48


def test_a_picture_by_darkness_and_by_opacity(disc: Path) -> None:
    whole = build("rectangular", rows=50, columns=50)

    def inside(**options: Any) -> set[tuple[int, int]]:
        result = cut("picture", whole, picture=str(disc), pieces="each", **options)
        return places_of(result.lattice)

    dark = inside()
    for row, column in dark:
        assert np.hypot(row - 24.5, column - 24.5) < 21
        assert column < 25, "what is transparent is white"
    assert len(dark) == pytest.approx(np.pi * 20**2 / 2, rel=0.05)
    assert inside(alpha=True) == {(row, column) for row in range(50) for column in range(25)}
    light = inside(invert=True)
    assert light | dark == places_of(whole)
    assert len(light & dark) < 10, "these are half dark, half light"
    assert inside(threshold=0.01) >= dark >= inside(threshold=1.0)


def test_thin_lines_of_a_large_picture_are_weighed_by_area(folder: Path) -> None:
    lines = np.full((1000, 1000), 255, np.uint8)
    lines[::10] = 0  # a tenth of every cell
    Image.fromarray(lines).save(folder / "lines.png")
    whole = build("rectangular", rows=20, columns=20)
    with pytest.raises(UsageError, match="leaves no cell"):
        cut("picture", whole, picture=str(folder / "lines.png"))
    assert cut("picture", whole, picture=str(folder / "lines.png"), threshold=0.05).lattice is whole


def test_every_kind_of_picture(folder: Path) -> None:
    for mode in ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"]:
        for form in ["png", "jpg", "bmp", "gif"]:
            grey = np.full((64, 64), 255, np.uint8)
            grey[:, :32] = 0
            image = Image.fromarray(grey, "L")
            deep = Image.fromarray(grey.astype(np.uint16) * 257)
            drawn = deep if mode == "I;16" else image.convert(mode)
            path = folder / f"{mode.replace(';', '')}.{form}"
            try:
                drawn.save(path)
            except (OSError, ValueError, KeyError):  # this format does not hold such pictures
                continue
            whole = build("rectangular", rows=8, columns=8)
            result = places_of(cut("picture", whole, picture=str(path)).lattice)
            assert result == {(row, column) for row in range(8) for column in range(4)}, path


def test_a_photograph_is_turned_as_its_camera_says(folder: Path) -> None:
    grey = np.full((64, 64), 255, np.uint8)
    grey[:32] = 0
    image = Image.fromarray(grey, "L").convert("RGB")
    turned = Image.Exif()
    turned[0x0112] = 6  # a quarter to the right: the top is at the right
    image.save(folder / "turned.jpg", exif=turned)
    whole = build("rectangular", rows=8, columns=8)
    result = places_of(cut("picture", whole, picture=str(folder / "turned.jpg")).lattice)
    assert result == {(row, column) for row in range(8) for column in range(4, 8)}


def png(width: int, height: int, data: bytes, colours: int = 0) -> bytes:
    """Return a PNG whose header has this size and kind of colours, whatever its data are."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, colours, 0, 0, 0)
    parts = chunk(b"IHDR", header), chunk(b"IDAT", data), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


BROKEN = [
    (png(8000, 8000, zlib.compress(bytes(100))), "8,000 x 8,000 pixels, more than"),
    (png(10_000, 10_000, zlib.compress(bytes(100))), f"more than {MOST_PIXELS:,} pixels"),
    (png(60_000, 60_000, zlib.compress(bytes(100))), f"more than {MOST_PIXELS:,} pixels"),
    (png(1, 9_000_000, zlib.compress(bytes(100))), "1 x 9,000,000 pixels; a side may have 65,535"),
    (png(20, 20, zlib.compress(bytes(100))), "damaged"),
    (png(20, 20, b"no zlib"), "damaged"),
    (png(9, 9, zlib.compress(bytes(90)), colours=3), "damaged \\(it has no palette"),
    (b"", "not a PNG, JPEG, WebP, TIFF, BMP, GIF, HEIC or SVG"),
    (b"GIF89a", "it is a GIF picture, but damaged"),
    (b"II*\0 a TIFF", "it is a TIFF picture, but damaged"),
]


def test_bombs_and_broken_pictures_are_refused(folder: Path) -> None:
    for data, reason in BROKEN:
        (folder / "broken.png").write_bytes(data)
        whole = build("rectangular", rows=5, columns=5)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with pytest.raises(UsageError, match=reason) as caught:
                cut("picture", whole, picture=str(folder / "broken.png"))
        assert str(caught.value).startswith("Cannot read the picture broken.png: "), (data, reason)
        assert "\n" not in str(caught.value), (data, reason)


@pytest.mark.parametrize("form", ["png", "jpg", "bmp", "gif"])
def test_pictures_cut_short_anywhere(form: str, disc: Path, folder: Path) -> None:
    with Image.open(disc) as image:
        image.convert("RGB").save(folder / f"whole.{form}")
    data = (folder / f"whole.{form}").read_bytes()
    whole = build("rectangular", rows=5, columns=5)
    random = Random(form)
    for _time in range(25):
        (folder / "cut.png").write_bytes(data[: random.randrange(len(data) * 9 // 10)])
        with pytest.raises(UsageError, match=r"Cannot read the picture cut\.png: "):
            cut("picture", whole, picture=str(folder / "cut.png"))


def test_missing_pictures(folder: Path) -> None:
    whole = build("rectangular", rows=5, columns=5)
    for picture, reason in (("", "Choose a picture"), ("no.png", "no such file")):
        with pytest.raises(UsageError, match=reason):
            cut("picture", whole, picture=picture)
    with pytest.raises(UsageError, match="it is a folder"):
        cut("picture", whole, picture=str(folder))


def test_a_word() -> None:
    whole = build("rectangular", rows=40, columns=150)
    assert cut("text", whole, text="OTTO", pieces="each").pieces == 4
    assert cut("text", whole, text="iI", pieces="each").pieces == 3
    joined = cut("text", whole, text="OTTO").lattice
    assert pieces_of(joined).count == 1
    largest = cut("text", whole, text="OTTO", pieces="largest").lattice
    assert largest.cells < joined.cells
    two = cut("text", whole, text=r"OT\nTO", pieces="each")
    assert two.pieces == 4
    assert two.lattice.cells < cut("text", whole, text="OTTO", pieces="each").lattice.cells
    cells = [
        cut("text", whole, text="OTTO", weight=weight, pieces="each").lattice.cells
        for weight in ("regular", "bold", "heavy")
    ]
    assert cells == sorted(set(cells))


def test_options_have_names_of_their_own() -> None:
    """Flags of shapes, masks and generators stand side by side on the command line."""
    shapes = {option.name for shape in SHAPES for option in shape.options}
    masks = [option.name for mask in MASKS for option in options_of(mask.run)]
    masks += [option.name for option in (*MASK_OPTIONS, PIECES)]
    makers = {option.name for generator in GENERATORS for option in generator.options}
    assert len(masks) == len(set(masks))
    assert not shapes & set(masks)
    assert not makers & (shapes | set(masks) | {"seed", "braid"})


def test_cancel(disc: Path) -> None:
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        cut("picture", build("polar"), picture=str(disc), job=job)


def test_what_people_read() -> None:
    for mask in MASKS:
        assert mask.summary.endswith(".") or "<=" in mask.summary
        assert len(mask.summary) < 80
        assert all(option.help for option in mask.options)
