"""Where the data of a picture within the operators of a page end."""

from __future__ import annotations

import re
from typing import Any

_SPACE = rb"[\x00\t\n\f\r ]"
# Data may hold the letters EI; what follows the true ones is operators, which are plain text.
_END = re.compile(rb"%b?EI(?=[\x00\t\n\f\r ()<>\[\]{}/%%]|\Z)" % _SPACE)
_AHEAD = 40  # bytes that are looked at after an end
_CHANNELS = {"RGB": 3, "DeviceRGB": 3, "CMYK": 4, "DeviceCMYK": 4}
_LARGEST = 1 << 40


def of_dictionary(values: dict[str, Any]) -> int:
    """Return how many bytes the data have, 0 where that is not known before they are read."""
    if {"F", "Filter"} & values.keys():
        return 0
    width, height = (values.get(a, values.get(b, 0)) for a, b in (("W", "Width"), ("H", "Height")))
    mask = values.get("IM", values.get("ImageMask"))
    bits = 1 if mask is True else values.get("BPC", values.get("BitsPerComponent", 8))
    space = str(values.get("CS", values.get("ColorSpace")))
    try:
        row = int(width) * int(bits) * (1 if mask is True else _CHANNELS.get(space, 1))
        return min(_LARGEST, max(0, (row + 7) // 8 * int(height)))
    except (TypeError, ValueError, OverflowError):
        return 0


def data_end(data: bytes, start: int, whole: bool) -> int:
    """Return where the data of an image end, after ``EI``; 0 where that is not in ``data``.

    ``whole`` is whether nothing follows ``data``.
    """
    for found in _END.finditer(data, start):
        if not whole and found.end() + _AHEAD > len(data):
            return 0
        follows = data[found.end() : found.end() + _AHEAD]
        if all(byte in b"\0\t\n\f\r" or 32 <= byte < 127 for byte in follows):
            return found.end()
    return 0
