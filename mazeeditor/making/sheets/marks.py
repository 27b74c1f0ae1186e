"""Marks on the picture of a sheet: dots of tabs, rings and pins of thin places.

A tab is a dot; a ring is around what may warp, and a pin points at what breaks. Their shapes
differ, and each has a rim, as the lines below them may have any colour.
"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from mazeeditor.page.scene import Points

TAB, PIN, RIM, DARK = "#b5179e", "#ff7a00", "#ffffff", "#2b1600"
WARP = "#ffd000"
DOT, RING = 4.0, 7.0  # px at 96 dpi: radii
HIGH, WIDE = 16.0, 14.0  # px at 96 dpi of a pin
SMALLEST = 1.5  # px at 96 dpi: a dot is no smaller, and not all are drawn then


def dots_on(image: Image.Image, places: Points, cell: float, dots: float) -> None:
    """Draw tabs at ``places`` float64[k, 2] in px; ``dots`` are px for one at 96 dpi.

    They are smaller where ``cell`` px lie between them.
    """
    radius = max(min(DOT * dots, cell / 4), SMALLEST * dots)
    draw = ImageDraw.Draw(image)
    for x, y in _apart(places, image.size, 2.5 * radius, radius):
        _disc(draw, x, y, radius + dots, RIM)
        _disc(draw, x, y, radius, TAB)


def rings_on(image: Image.Image, places: Points, dots: float) -> None:
    """Draw a ring around each place where a part may warp."""
    draw, radius = ImageDraw.Draw(image), RING * dots
    for x, y in _apart(places, image.size, 2 * radius, 2 * radius):
        for outward, width, colour in ((1, 4, DARK), (0, 2, WARP)):
            reach = radius + outward * dots
            corners = x - reach, y - reach, x + reach, y + reach
            draw.ellipse(corners, outline=colour, width=round(width * dots))


def pins_on(image: Image.Image, places: Points, dots: float) -> None:
    """Let a pin point at each place where a part breaks."""
    draw = ImageDraw.Draw(image)
    high, half = HIGH * dots, WIDE * dots / 2
    for x, y in _apart(places, image.size, 2 * WIDE * dots, high):
        corners = [(x, y), (x - half, y - high), (x + half, y - high)]
        draw.polygon(corners, fill=PIN, outline=DARK, width=max(1, round(1.5 * dots)))
        bar = x - dots, y - high + 3 * dots, x + dots - 1, y - high + 8 * dots
        draw.rectangle(bar, fill=DARK)
        draw.rectangle((bar[0], bar[3] + dots, bar[2], bar[3] + 2.5 * dots), fill=DARK)


def _disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, fill: str) -> None:
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


def _apart(
    places: Points, size: tuple[int, int], gap: float, around: float
) -> list[tuple[float, float]]:
    """Return the places that are seen, ``around`` px beyond the edges too; one of those too near.

    Of all that lie within the same square of ``gap`` px one is taken: marks would hide each other.
    """
    seen = (places >= -around).all(axis=1) & (places <= np.array(size) + around).all(axis=1)
    places = places[seen]
    squares = np.floor((places + around) / gap).astype(np.int64)
    columns, rows = (int((length + 2 * around) // gap) + 1 for length in size)
    first = np.full(columns * rows, -1, np.int64)
    numbers = squares[:, 1] * columns + squares[:, 0]
    first[numbers[::-1]] = np.arange(len(places))[::-1]
    return [(x, y) for x, y in places[first[first >= 0]].tolist()]
