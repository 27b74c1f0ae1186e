"""Pictures of users: every kind is read alike, and damaged ones are refused in one sentence."""

from __future__ import annotations

import struct
import zlib
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mazeeditor.core import pictures
from mazeeditor.core.errors import UsageError
from mazeeditor.core.pictures import SUFFIXES, decode_picture, read_picture

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32" viewBox="0 0 64 32">'
    b'<rect width="64" height="32" fill="#fff"/><rect width="32" height="32" fill="#000"/></svg>'
)


def half_dark(suffix: str) -> bytes:
    """Return a picture that is black in its left half."""
    if suffix == ".svg":
        return SVG
    pixels = np.full((32, 64), 255, np.uint8)
    pixels[:, :32] = 0
    file = BytesIO()
    image = Image.fromarray(pixels).convert("RGB")
    if suffix in (".heic", ".heif"):
        import_module("pillow_heif").register_heif_opener()
        image.save(file, "HEIF", quality=95)
    else:
        image.save(file, Image.registered_extensions()[suffix])
    return file.getvalue()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_kind_is_read(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"half{suffix}"
    path.write_bytes(half_dark(suffix))
    image = read_picture(path).convert("L")
    assert image.width == 2 * image.height
    left, right = (image.getpixel((image.width * i // 8, image.height // 2)) for i in (2, 6))
    assert isinstance(left, int)
    assert isinstance(right, int)
    assert left < 20
    assert right > 235


def test_heic_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    data = half_dark(".heic")

    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(pictures, "import_module", missing)
    with pytest.raises(UsageError, match="needs the package pillow-heif: install that, or save"):
        decode_picture(data)


def test_a_heic_that_is_cut_short() -> None:
    data = half_dark(".heic")
    for length in (16, 40, len(data) // 2, len(data) - 3):
        with pytest.raises(UsageError, match=r"damaged|no PNG"):
            decode_picture(data[:length])


def test_a_profile_of_colours_that_ends_after_its_name() -> None:
    """Pillow raised IndexError where it stands behind the pixels of a PNG."""
    data = BytesIO()
    Image.new("L", (3, 3)).save(data, "PNG")
    chunk = b"iCCP" + b"x\0"
    chunk = struct.pack(">I", 2) + chunk + struct.pack(">I", zlib.crc32(chunk))
    before, _end, after = data.getvalue().rpartition(b"\0\0\0\0IEND")
    with pytest.raises(UsageError, match="it is damaged"):
        decode_picture(before + chunk + b"\0\0\0\0IEND" + after)
