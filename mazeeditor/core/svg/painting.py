"""Draws an SVG as pixels, for all that takes pictures of pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.svg.area_union import size_of
from mazeeditor.core.svg.geometry import PathLine, Points
from mazeeditor.core.svg.shapes import DrawnPart, read_shapes
from mazeeditor.core.svg.strokes import StrokePen, stroke_pieces
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from PIL import Image

SIDE = 2000  # px of the longer side
LEAST_SIDE = 64
SAMPLES = 4  # of a pixel, across and down
MOST_PAINTED = 60_000_000  # px of all parts together: more of them are drawn smaller
MAX_ASPECT = 100  # times as long as wide


def draw_svg(data: bytes, most: int) -> Image.Image:
    """Return what an SVG draws, mode RGBA, of ``most`` px at most, with nothing around its ink.

    Raises ``UsageError`` with the reason.
    """
    from PIL import Image

    parts = read_shapes(data)[0]
    pieces = [_pieces(part) for part in parts]
    boxes = np.array([_box(rings) for rings in pieces])
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    width, height = (high - low).tolist()
    longer = max(width, height)
    if not min(width, height) > longer / MAX_ASPECT:
        raise UsageError(_("it is too narrow for a picture."))
    painted = float(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1).sum()) / longer**2
    share = width * height / longer**2  # of a square, that the picture is
    side = min(SIDE, int((MOST_PAINTED / painted) ** 0.5), int((most / share) ** 0.5))
    scale = max(LEAST_SIDE, side) / longer
    size = max(1, ceil(width * scale)), max(1, ceil(height * scale))
    image = Image.new("RGBA", size, (255, 255, 255, 0))
    for part, rings in zip(parts, pieces, strict=True):
        _paint(image, part, [(ring - low) * scale for ring in rings])
    return image


def _pieces(part: DrawnPart) -> list[Points]:
    """Return rings that are filled one after the other; holes run against the others."""
    if not part.width:
        return sorted(part.rings, key=lambda ring: -abs(size_of([ring])))
    lines = map(PathLine, part.rings, part.closed, part.closed)
    return stroke_pieces(list(lines), StrokePen(part.width, part.cap, part.join))


def _box(rings: Sequence[Points]) -> tuple[float, float, float, float]:
    every = np.concatenate(list(rings))
    left, top = every.min(axis=0).tolist()
    right, bottom = every.max(axis=0).tolist()
    return left, top, right, bottom


def _paint(image: Image.Image, part: DrawnPart, rings: list[Points]) -> None:
    """Lay a part on a picture; ``rings`` are in px."""
    from PIL import Image, ImageColor, ImageDraw

    left, top, right, bottom = _box(rings)
    x, y = max(0, floor(left)), max(0, floor(top))
    wide, high = min(image.width, ceil(right) + 1) - x, min(image.height, ceil(bottom) + 1) - y
    if wide <= 0 or high <= 0:
        return
    mask = Image.new("L", (wide * SAMPLES, high * SAMPLES), 0)
    draw = ImageDraw.Draw(mask)
    for ring, fill in _fill(rings, area=not part.width):
        # the middle of a pixel of Pillow lies at a whole number
        corners = (ring - (x, y)) * SAMPLES - 0.5
        draw.polygon(list(map(tuple, corners.tolist())), fill=fill)
    alpha = mask.reduce(SAMPLES)
    ink = Image.new("RGBA", alpha.size, (*ImageColor.getrgb(part.colour)[:3], 0))
    ink.putalpha(alpha)
    image.alpha_composite(ink, (x, y))


def _fill(rings: list[Points], *, area: bool) -> Iterator[tuple[Points, int]]:
    """Yield rings and what fills each: 255, or 0 for holes."""
    for ring in rings:
        inside = not area or size_of([ring]) > 0
        yield ring, 255 if inside else 0
