"""Lines of text in their places on a page: glyphs as outlines, and as pictures where coloured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mazeeditor.core.typefaces.harfbuzz import Glyph, Image, image_of, rings_of
from mazeeditor.core.typefaces.shaping import Run, glyphs_of, is_plain, runs, width_of
from mazeeditor.page.scene import Picture, Points, Polygons, Strokes, Text


@dataclass(frozen=True, eq=False)
class PlacedGlyph:
    """A glyph on the page, its picture if it has one, and its origin in mm, y down.

    ``pen`` is where it begins on the line, from which the typeface may move it aside.
    """

    run: Run
    glyph: Glyph
    pen: float
    x: float
    y: float
    image: Image | None

    def corner(self, size: float) -> tuple[float, float]:
        """Return the left upper corner of its picture, an em ``size`` mm high."""
        assert self.image
        return self.x + self.image.left * size, self.y - self.image.top * size


def left_of(item: Text) -> float:
    """Return where a line of text begins, in mm."""
    width = width_of(item.text, item.lettering) * item.size
    return item.x - {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]


def placed_glyphs(item: Text) -> Iterator[PlacedGlyph]:
    """Yield the glyphs of a line that is not plain, from left to right."""
    x = left_of(item)
    for run in runs(item.text, item.lettering):
        for glyph in glyphs_of(run):
            image = None if item.lettering.outlines else image_of(run.face, glyph.number)
            place = x + glyph.x * item.size, item.y - glyph.y * item.size
            yield PlacedGlyph(run, glyph, x, *place, image)
            x += glyph.advance * item.size


def _without_repeats(ring: Points) -> Points:
    """Return a ring without points where the one before is: no line leads from one to the other."""
    return ring[np.any(ring != np.roll(ring, 1, axis=0), axis=1)]


@lru_cache(64)
def parts_of(item: Text) -> tuple[Strokes | Polygons | Picture, ...]:
    """Return a line of text as outlines of each run, and pictures.

    The outlines of letters that join overlap, so they are to be filled by the non-zero rule.
    """
    if item.outline:
        rings = [ring for each in _rings(item) if len(ring := _without_repeats(each))]
        points, starts = _arrays(rings)
        closed = np.ones(len(rings), np.bool_)
        return (Strokes(points, starts, closed, item.outline, item.colour, "round"),)
    outlines = Polygons(*_arrays(list(_rings(item))), item.colour)
    return (*((outlines,) if len(outlines.points) else ()), *pictures_of(item))


def pictures_of(item: Text) -> list[Picture]:
    """Return the glyphs of a line that are pictures, in their colours."""
    if is_plain(item.text, item.lettering):
        return []
    return [
        _picture(placed.image, placed, item.size) for placed in placed_glyphs(item) if placed.image
    ]


def _rings(item: Text) -> Iterator[Points]:
    """Yield the rings of all glyphs that are no pictures, in mm."""
    scale = np.array([item.size, -item.size])
    for placed in placed_glyphs(item):
        if placed.image is None:
            origin = np.array([placed.x, placed.y])
            for ring in rings_of(placed.run.face, placed.glyph.number):
                yield ring * scale + origin


def _arrays(rings: list[Points]) -> tuple[Points, np.ndarray[tuple[int], np.dtype[np.int64]]]:
    return np.concatenate([np.zeros((0, 2)), *rings]), np.cumsum([0, *map(len, rings)])


def _picture(image: Image, placed: PlacedGlyph, size: float) -> Picture:
    return Picture(
        *placed.corner(size), image.width * size, image.height * size, "png", image.data, False
    )
