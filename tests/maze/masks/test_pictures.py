"""Pictures of every kind as masks, in the colours that a screen shows; nothing is waited for."""

from __future__ import annotations

import os
import sys
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import UsageError
from mazeeditor.core.pictures import decode_picture, made_once, read_picture
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.shapes import build

WHOLE = build("rectangular", rows=8, columns=8)
HALF = np.full((64, 64), 255, np.uint8)
HALF[:, :32] = 0


def left_half(path: Path, **options: object) -> bool:
    """Whether just the left half of the maze is left."""
    result = cut({"name": "picture", "picture": NamedFile(path), **options}, WHOLE).lattice
    places = result.places(result.inside_cells())
    return {tuple(place) for place in places} == {(r, c) for r in range(8) for c in range(4)}


def swapped() -> bytes:
    """Return a profile in which red and blue have changed places, as no screen has them."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    for offset in range(132, 132 + 12 * int.from_bytes(profile[128:132], "big"), 12):
        name = bytes(profile[offset : offset + 4])
        if name in (b"rXYZ", b"bXYZ"):
            profile[offset : offset + 4] = b"bXYZ" if name == b"rXYZ" else b"rXYZ"
    return bytes(profile).replace(b"s\0R\0G\0B", b"x\0x\0x\0x")  # its name is looked at


def as_file(image: Image.Image, **options: object) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", **options)
    return file.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P"])
def test_another_profile_is_brought_to_the_screens(mode: str) -> None:
    red = Image.new("RGB", (4, 4), (250, 10, 10)).convert(mode)
    if mode == "RGBA":
        red.putalpha(77)
    shown = decode_picture(as_file(red, icc_profile=swapped()))
    pixel = shown.convert("RGBA").getpixel((0, 0))
    assert isinstance(pixel, tuple)
    assert pixel[2] > 200 > 60 > pixel[0], "red was blue"
    assert pixel[3] == (77 if mode == "RGBA" else 255)


def test_the_profile_of_screens_and_broken_ones_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = np.random.default_rng(1).integers(0, 256, (9, 9, 3), dtype=np.uint8)
    image = Image.fromarray(random)
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for profile in (srgb, b"no profile", srgb[:200], b"\0" * 200):
        assert np.array_equal(
            np.asarray(decode_picture(as_file(image, icc_profile=profile))), random
        )
    monkeypatch.setattr(ImageCms, "profileToProfile", None)  # most photographs are spared the time
    assert decode_picture(as_file(image, icc_profile=srgb)).size == image.size


@pytest.mark.parametrize("mode", ["1", "L", "LA"])
def test_grey_stays_grey_under_a_profile(mode: str) -> None:
    grey = Image.fromarray(HALF).convert(mode)
    for profile in (swapped(), b"none"):  # one of colours does not fit it either
        shown = decode_picture(as_file(grey, icc_profile=profile))
        assert shown.mode in ("1", "L", "LA")
        assert np.array_equal(np.asarray(shown.convert("L")), HALF)


def test_transparent_colours_and_moving_pictures(tmp_path: Path) -> None:
    path = tmp_path / "some.png"
    grey = Image.fromarray(255 - HALF)  # its right half is black, and see-through
    grey.save(path, transparency=0)
    assert not left_half(path, invert=True)
    with pytest.raises(UsageError, match="leaves no cell"):
        left_half(path)
    assert left_half(path, invert=True, alpha=True) is False
    grey.convert("P").save(path, transparency=0)
    assert left_half(path, alpha=True)
    frames = [Image.fromarray(HALF), grey]
    frames[0].save(tmp_path / "moves.gif", save_all=True, append_images=frames[1:])
    assert left_half(tmp_path / "moves.gif"), "the first picture counts"


def test_a_wrong_ending_does_not_matter(tmp_path: Path) -> None:
    for form in ("png", "jpeg", "bmp", "gif", "webp", "tiff"):
        Image.fromarray(HALF).save(tmp_path / "some.any", form)
        assert left_half(tmp_path / "some.any")
    Image.fromarray(HALF).save(tmp_path / "some.png", "ppm")
    with pytest.raises(UsageError, match="not a PNG, JPEG, WebP, TIFF, BMP, GIF, HEIC or"):
        left_half(tmp_path / "some.png")


@pytest.mark.parametrize("size", [(1, 5000), (5000, 1), (1, 1)])
def test_lines_and_points(size: tuple[int, int], tmp_path: Path) -> None:
    Image.new("L", size, 0).save(tmp_path / "line.png")
    name = {"name": "picture", "picture": NamedFile(tmp_path / "line.png")}
    if size == (1, 1):
        assert cut(name, WHOLE).lattice is WHOLE
        return
    with pytest.raises(UsageError, match="leaves no cell"):
        cut(name, WHOLE)
    long = build("rectangular", rows=size[1] // 50 or 1, columns=size[0] // 50 or 1)
    assert cut(name, long).lattice.cells == 100


def test_what_is_no_ordinary_file(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no pipes in folders")
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(UsageError, match="it is a pipe into which nothing writes"):
        read_picture(tmp_path / "pipe.png")
    for path in (Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(UsageError, match="it is not an ordinary file"):
            read_picture(path)


def test_what_may_not_be_read(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no modes of this kind")
    if os.geteuid() == 0:
        pytest.skip("root reads everything")
    (tmp_path / "shut.png").touch(0)
    with pytest.raises(UsageError, match=r"shut\.png: Permission denied\."):
        read_picture(tmp_path / "shut.png")


def test_a_picture_is_read_once_until_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "some.png"
    Image.fromarray(HALF).save(path)
    made_once.cache_clear()
    assert left_half(path)
    assert left_half(path, threshold=0.4)
    assert made_once.cache_info().misses == 1
    Image.fromarray(np.rot90(HALF)).convert("RGB").save(path)
    assert not left_half(path)
    path.unlink()
    with pytest.raises(UsageError, match="no such file"):
        left_half(path)
