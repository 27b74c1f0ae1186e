"""Joins the dots or dashes of walls, so that they are lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.core.components import components
from mazeeditor.core.distinct import distinct
from mazeeditor.recognition.ink import flatten, is_dark, otsu
from mazeeditor.recognition.runs import Ink, runs_of, touching

if TYPE_CHECKING:
    from PIL import Image

LOOKED_AT_PIXELS = 800  # pixels of the longer side
MIN_PIECES, MAX_REST = 40, 0.3  # pieces of ink, and of these, what is left once dots are joined
MAX_PIXELS = 10  # pixels that ink grows to each side


def join_dots(plain: Image.Image) -> Image.Image | None:
    """Return a coarser picture in grey in which dots that are near each other are joined.

    None where the ink is no dots: where most pieces are no nearer to another than the farthest.
    """
    from PIL import Image, ImageFilter, ImageOps

    scale = min(1.0, LOOKED_AT_PIXELS / max(plain.size))
    size = max(1, round(plain.width * scale)), max(1, round(plain.height * scale))
    grey = plain.convert("L").resize(size, Image.Resampling.BOX)
    if is_dark(grey):
        grey = ImageOps.invert(grey)
    flat = flatten(grey)
    ink = flat < otsu(flat)
    most = _count(ink) * MAX_REST
    if most < MIN_PIECES * MAX_REST:
        return None
    grown = Image.fromarray(ink.astype(np.uint8))
    for steps in range(1, MAX_PIXELS + 1):
        grown = grown.filter(ImageFilter.MaxFilter(3))
        if _count(np.asarray(grown) > 0) <= most:
            return _close_gaps(Image.fromarray(flat), steps)
    return None


def _close_gaps(grey: Image.Image, steps: int) -> Image.Image:
    """Return a picture whose ink has grown by some pixels, and shrunk again."""
    from PIL import ImageFilter

    for step in (ImageFilter.MinFilter(3), ImageFilter.MaxFilter(3)):
        for _ in range(steps):
            grey = grey.filter(step)
    return grey.filter(ImageFilter.GaussianBlur(steps))  # beads on a string become a line


def _count(ink: Ink) -> int:
    """Return how many pieces ink has, 0 where there are too many to count."""
    runs = runs_of(ink)
    if runs is None:
        return 0
    return len(distinct(components(len(runs[0]), *touching(*runs))))
