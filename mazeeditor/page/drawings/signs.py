"""Signs for colours: six forms that are told apart where all colours are printed in grey."""

from __future__ import annotations

import math

import numpy as np

from mazeeditor.page.scene import Numbers, Points, Polygons, Strokes

INNER_SHARE = 0.74  # of a sign: within is its colour, around it a border
QUARTER = math.tan(math.pi / 8)  # the bulge of a quarter of a circle


def _turn(count: int, first: float, radii: tuple[float, ...] = (1.0,)) -> Points:
    """Return corners around 0, 0 from an angle in degrees on, at one radius after the other."""
    angles = np.radians(first) + 2 * np.pi * np.arange(count) / count
    sizes = np.resize(np.array(radii), count)
    result: Points = np.stack([np.cos(angles) * sizes, np.sin(angles) * sizes], axis=-1)
    return result


ARM = 0.36  # of the arms of a cross, half as wide
CROSS = np.array(
    [
        *[(-ARM, -1), (ARM, -1), (ARM, -ARM), (1, -ARM), (1, ARM), (ARM, ARM)],
        *[(ARM, 1), (-ARM, 1), (-ARM, ARM), (-1, ARM), (-1, -ARM), (-ARM, -ARM)],
    ],
    np.float64,
)
FORMS: tuple[Points, ...] = (
    _turn(4, 0),  # a disc, with bulges
    _turn(4, 45, (1.12,)),  # a square
    _turn(3, -90, (1.05,)) + np.array([0.0, 0.15]),
    CROSS,
    _turn(10, -90, (1.12, 0.5)),  # a star
    _turn(4, 0, (1.12, 0.7)),  # upright or lying: a rhombus
)


def sign_items(
    number: int, middle: Points, half: float, colour: str, ink: str, outline: float
) -> list[Polygons | Strokes]:
    """Return a sign about ``half`` mm from its middle to its border, in a colour within ``ink``.

    Where nothing is to be filled it is a line of ``outline`` mm.
    """
    form = FORMS[number % len(FORMS)]
    bulges: Numbers | None = None
    if number % len(FORMS) == 0:
        bulges = np.full(len(form), -QUARTER)
    starts = np.array([0, len(form)])
    if outline:
        closed = np.ones(1, np.bool_)
        points = form * half + middle
        return [Strokes(points, starts, closed, outline, ink, bulges=bulges)]
    centre = form.mean(axis=0)
    inner = (form - centre) * INNER_SHARE + centre
    return [
        Polygons(form * half + middle, starts, ink, bulges=bulges),
        Polygons(inner * half + middle, starts, colour, bulges=bulges),
    ]
