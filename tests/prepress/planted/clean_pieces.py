"""Pieces in which nothing is wrong: what is said of them in a carrier is wrong."""

from __future__ import annotations

from pikepdf import Pdf

from tests.prepress.planted.fragments import (
    SHAPE,
    Breach,
    Fragment,
    with_typeface,
)
from tests.prepress.planted.image_breaches import ENOUGH, picture, pixels, placed

SHAPES = (
    b"1 w 150 300 m 250 400 l S 150 300 100 20 re f 2 w 1 j 150 330 m 180 380 220 380 250 330 c S "
    b"150 450 m 250 450 l 250 460 l 150 460 l h 160 452 m 160 458 l 240 458 l 240 452 l h f*"
)


def shapes(_pdf: Pdf) -> Fragment:
    return Fragment(SHAPES)


def text(pdf: Pdf) -> Fragment:
    return with_typeface(pdf, b"BT /F 40 Tf 150 300 Td (maze) Tj 0 -9 Td /F 7 Tf (maze) Tj ET")


def image(pdf: Pdf) -> Fragment:
    return placed(picture(pdf, pixels(ENOUGH, "L"), ENOUGH))


def greys(_pdf: Pdf) -> Fragment:
    return Fragment(
        b"0.5 g 150 300 100 100 re f 1 g 160 310 50 50 re f 0 G 3 w 150 300 100 100 re S "
        b"q 160 320 40 40 re W n 0.2 g 150 300 100 100 re f Q"
    )


PIECES = {
    make.__name__: Breach(make.__name__, "", make, traits=frozenset(traits))
    for make, *traits in ((shapes, SHAPE), (text,), (image,), (greys,))
}
