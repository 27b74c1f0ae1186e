"""The file of a picture in its colours, and which pixels and cells have which.

With several colours a pixel belongs to the picture unless it is nearly white, so yellow does too.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.pictures import KeptPicture, reduced, strips
from mazeeditor.maze.masks.picture import PICTURE, dark_of, in_grey
from mazeeditor.maze.photo.pencils import NO_PENCIL, Paints

if TYPE_CHECKING:
    from PIL import Image

COLOURED_PIXELS = 10**6  # of a picture in colours that a project keeps: 500 across need no more
SAMPLES_PER_PIXEL = 3  # samples across a pixel, of which the coloured ones give its colour
FAINT_LEVEL = 32  # of 255: paper is not darker
SHORT_CELLS = 3  # cells: for fewer a pencil is not changed


def _in_colours(image: Image.Image) -> Image.Image:
    """Return a picture of ``COLOURED_PIXELS`` at most, or as a mask has it where all is grey."""
    if not any(_has_colours(strip) for _top, strip in strips(image)):
        return in_grey(image)
    factor = ceil((image.width * image.height / COLOURED_PIXELS) ** 0.5)
    small = reduced(image, factor, "RGBA")
    opaque = small.getchannel("A").getextrema() == (255, 255)
    return small.convert("RGB") if opaque else small


def _has_colours(image: Image.Image) -> bool:
    """Whether a pixel that is seen is not grey."""
    data = np.asarray(image.convert("RGBA"))
    seen = data[..., 3] > 0
    return bool(((data[..., :1] != data[..., 1:3]).any(axis=-1) & seen).any())


IN_COLOURS = KeptPicture(_in_colours, unfit=PICTURE.unfit, unreadable=PICTURE.unreadable)


def image_of(picture: str) -> Image.Image:
    """Return the picture of a path or text, not to be changed; raises ``UsageError``."""
    return IN_COLOURS.made(picture, _as_it_is)


def _as_it_is(image: Image.Image) -> Image.Image:
    return image


def ink_of(image: Image.Image, *, coloured: bool) -> Image.Image:
    """Return how dark a picture is on white, mode L, or how dark its darkest channel is."""
    from PIL import ImageChops

    if not coloured:
        return dark_of(image)
    red, green, blue = on_white(image).split()
    return ImageChops.invert(ImageChops.darker(ImageChops.darker(red, green), blue))


def on_white(image: Image.Image) -> Image.Image:
    """Return a picture on white, mode RGB."""
    from PIL import Image

    full = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", full.size, "white"), full).convert("RGB")


class Box(NamedTuple):
    """A part of a picture, in shares of its width and height."""

    left: float
    top: float
    right: float
    bottom: float


def colours_in(
    image: Image.Image, ink: Image.Image, box: Box, across: int, down: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return float64[down, across, 3], the colour of each pixel of a part of a picture.

    With it comes bool[down, across]: which are more than paper.

    That is the one of some samples that is most like the others, not their mean, which at the
    border of two colours would be a third one. Samples that are light in ``ink`` are paper.
    """
    from PIL import Image

    size = across * SAMPLES_PER_PIXEL, down * SAMPLES_PER_PIXEL
    part = (
        box.left * image.width,
        box.top * image.height,
        box.right * image.width,
        box.bottom * image.height,
    )
    colours = on_white(image).resize(size, Image.Resampling.NEAREST, part)
    weights = _samples(np.asarray(ink.resize(size, Image.Resampling.NEAREST, part))[..., None])
    weights = weights[..., 0] + 1
    samples = _samples(np.asarray(colours))
    away = np.zeros(samples.shape[:3])
    for number in range(SAMPLES_PER_PIXEL**2):
        apart = np.abs(samples - samples[:, :, number, None]).sum(axis=-1)
        away += apart * weights[:, :, number, None]
    away -= weights  # of equal ones the darkest
    away[weights < weights.max(axis=-1, keepdims=True) / 2] = np.inf  # paper beside it
    chosen = away.argmin(axis=-1)
    rows, columns = np.indices(chosen.shape)
    return samples[rows, columns, chosen], weights[rows, columns, chosen] > FAINT_LEVEL


def _samples(values: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return float64[down, across, FINER ** 2, k] of uint8[down * FINER, across * FINER, k]."""
    height, width, depth = values.shape
    blocks = values.reshape(
        height // SAMPLES_PER_PIXEL,
        SAMPLES_PER_PIXEL,
        width // SAMPLES_PER_PIXEL,
        SAMPLES_PER_PIXEL,
        depth,
    )
    grouped = blocks.transpose(0, 2, 1, 3, 4).astype(np.float64)
    return grouped.reshape(
        height // SAMPLES_PER_PIXEL, width // SAMPLES_PER_PIXEL, SAMPLES_PER_PIXEL**2, depth
    )


def paints_along(paints: Paints, scale: int, route: list[tuple[int, int]]) -> list[int]:
    """Return the colour of each place of a route, whose pixels are ``scale`` cells wide.

    Where no colour is meant, or for a few cells alone, it stays as it was; at the start it is the
    first one that follows.
    """
    numbers = [int(paints[row // scale, column // scale]) for row, column in route]
    runs: list[tuple[int, int]] = []  # colour and length
    for number in numbers:
        if runs and runs[-1][0] == number:
            runs[-1] = number, runs[-1][1] + 1
        else:
            runs.append((number, 1))
    result: list[int] = []
    last = next(
        (number for number, count in runs if number != NO_PENCIL and count >= SHORT_CELLS), None
    )
    last = last if last is not None else next((one for one in numbers if one != NO_PENCIL), 0)
    for number, count in runs:
        if number != NO_PENCIL and count >= SHORT_CELLS:
            last = number
        result += [last] * count
    return result


def changes_in(numbers: list[int]) -> int:
    """Return how often the colour changes along a route."""
    return sum(one != other for one, other in pairwise(numbers))
