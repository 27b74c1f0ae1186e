"""Pictures of users that are damaged are refused in one sentence."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image

from mazeeditor.core.errors import UsageError
from mazeeditor.core.pictures import decoded


def test_a_profile_of_colours_that_ends_after_its_name() -> None:
    """Pillow raised IndexError where it stands behind the pixels of a PNG."""
    data = BytesIO()
    Image.new("L", (3, 3)).save(data, "PNG")
    chunk = b"iCCP" + b"x\0"
    chunk = struct.pack(">I", 2) + chunk + struct.pack(">I", zlib.crc32(chunk))
    before, _end, after = data.getvalue().rpartition(b"\0\0\0\0IEND")
    with pytest.raises(UsageError, match="it is damaged"):
        decoded(before + chunk + b"\0\0\0\0IEND" + after)
