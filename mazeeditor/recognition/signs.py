"""Tells signs and words for the start of a maze from those for its goal, by comparing drawn ones.

Each is drawn in the typefaces that come with the program, all made equally large; the one that is
most alike counts. No other text is read.
"""

from __future__ import annotations

from functools import cache
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.typefaces.typefaces import BUNDLED, packaged_typefaces
from mazeeditor.recognition.runs import Ink

START, UNKNOWN, GOAL = 1, 0, -1
PAIRS = (("S", "G"), ("S", "E"), ("S", "F"), ("S", "Z"), ("A", "B"), ("1", "2"))
WORDS = {
    START: ("START", "Start", "START HERE", "IN", "In", "ENTER", "Enter", "ENTRANCE", "BEGIN"),
    GOAL: ("FINISH", "Finish", "END", "End", "EXIT", "Exit", "GOAL", "Goal", "OUT", "Out", "ZIEL"),
}
OTHERS = "CDHIJKLMNOPQRTUVWXY0345678"  # which mean nothing
SIZE = 40  # px of the letters that are compared
SIGN_SIZES_PX = {1: (20, 20), 2: (60, 16)}  # px that letters and words are made as large as
OBLONG = 0.25  # of the likeness, that twice the width costs
ALIKE, CLEAR = 0.5, 0.04  # likeness of what is read, and more than that of the next meaning
Bitmap = NDArray[np.float32]


class Sign(NamedTuple):
    """A sign as it is compared: pixels of mean 0 and length 1, and its width by its height."""

    pixels: Bitmap
    oblong: float


def sign_of(ink: Ink, kind: int) -> Sign | None:
    """Return a sign bool[h, w] for comparing, as a letter (1) or a word (2); None without ink."""
    from PIL import Image, ImageFilter

    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if len(rows) < 3 or len(columns) < 2:
        return None
    part = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    image = Image.fromarray(part.astype(np.uint8) * 255)
    image = image.resize(SIGN_SIZES_PX[kind], Image.Resampling.BILINEAR)
    pixels = np.asarray(image.filter(ImageFilter.GaussianBlur(1)), np.float32)
    pixels = pixels - pixels.mean()
    length = float(np.sqrt((pixels * pixels).sum()))
    return Sign(pixels / max(length, 1e-6), part.shape[1] / part.shape[0])


@cache
def _draw(text: str) -> tuple[Sign, ...]:
    """Return a letter or word in each typeface."""
    from PIL import Image, ImageDraw, ImageFont

    result = []
    for path in (BUNDLED, *(Path(one.path) for one in packaged_typefaces())):
        font = ImageFont.truetype(str(path), SIZE)
        left, top, right, bottom = (int(side) for side in font.getbbox(text))
        image = Image.new("L", (right - left + 2, bottom - top + 2), 0)
        ImageDraw.Draw(image).text((1 - left, 1 - top), text, fill=255, font=font)
        sign = sign_of(np.asarray(image) > 127, _kind(text))
        if sign is not None:
            result.append(sign)
    return tuple(result)


def _kind(text: str) -> int:
    return 1 if len(text) == 1 else 2


def _likeness(sign: Sign, text: str) -> float:
    return max(
        float((sign.pixels * other.pixels).sum())
        - OBLONG * abs(log(sign.oblong / other.oblong)) / log(2)
        for other in _draw(text)
    )


def meaning_of(ink: Ink, *, word: bool) -> int:
    """Return ``START``, ``GOAL`` or ``UNKNOWN`` for a sign bool[h, w] alone."""
    sign = sign_of(ink, 2 if word else 1)
    if sign is None:
        return UNKNOWN
    if word:
        texts = [(text, kind) for kind, several in WORDS.items() for text in several]
    else:
        texts = [(pair[i], (START, GOAL)[i]) for pair in PAIRS for i in (0, 1)]
        texts += [(text, UNKNOWN) for text in OTHERS]
    best = dict.fromkeys((START, GOAL, UNKNOWN), -1.0)
    for text, kind in texts:
        best[kind] = max(best[kind], _likeness(sign, text))
    kind = max(best, key=lambda one: best[one])
    others = max(value for one, value in best.items() if one != kind)
    return kind if best[kind] >= ALIKE and best[kind] - others >= CLEAR else UNKNOWN


def starts_first(one: Ink, other: Ink) -> bool | None:
    """Whether the first of two letters begins a pair such as ``S`` and ``G``; None for no pair."""
    signs = sign_of(one, 1), sign_of(other, 1)
    if signs[0] is None or signs[1] is None:
        return None
    forward = max(_likeness(signs[0], a) + _likeness(signs[1], b) for a, b in PAIRS)
    backward = max(_likeness(signs[1], a) + _likeness(signs[0], b) for a, b in PAIRS)
    if max(forward, backward) < 2 * ALIKE or abs(forward - backward) < 2 * CLEAR:
        return None
    return forward > backward
