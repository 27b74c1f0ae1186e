r"""Finds what is no character in a text from outside: half of one, which no file can hold.

Python has such halves (lone surrogates) where bytes were not UTF-8, ``b"\xdf"`` of a terminal,
and where JSON holds one as ``"\ud800"``. Names of files may have them, texts may not.
"""

from __future__ import annotations

import re

from mazeeditor.core.translation import _

_HALF = re.compile("[\ud800-\udfff]")
_BYTES = range(0xDC80, 0xDD00)  # each stands for a byte that was not UTF-8: 0xdcff for 0xff


def why_not_text(value: str, label: str) -> str:
    """Return what is said of a text with half a character, "" of any other; ``label`` names it."""
    if value.isascii():
        return ""
    half = _HALF.search(value)
    if half is None:
        return ""
    code = ord(half[0])
    if code in _BYTES:
        text = _("{label} is not UTF-8 text: character {place} is the byte {byte}.")
        return text.format(label=label, place=half.start() + 1, byte=f"0x{code - 0xDC00:02x}")
    text = _("{label} has half a character in place {place}, {half}: write a whole one.")
    return text.format(label=label, place=half.start() + 1, half=f"\\u{code:04x}")
