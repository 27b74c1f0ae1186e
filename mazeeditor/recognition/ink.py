"""Tells ink from paper in a picture: even light, black or white walls, routes in colour.

Walls are drawn in the darkest ink, and without a colour where anything else has one; so the
lightest of the three channels, and more where they differ, shows walls in black but no route in
red, and the darkest shows all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.recognition.runs import Ink, pieces_of, runs_of

if TYPE_CHECKING:
    from PIL import Image

Grey = NDArray[np.uint8]
Darkness = NDArray[np.float32]  # 0 paper, 1 ink

COARSE = 160  # pixels of the longer side of the picture in which the light is measured
WINDOW = 41  # of these, an odd number: no wall is thicker, and light changes no faster
RIM = 400  # pixels of the longer side of the picture in which the rim is looked at
LEAST_REST, SOLID = 0.005, 0.25  # of the pixels, in ink inside; of the rim, thicker than walls
COLOURED = 60  # levels between the channels of a pixel that has a colour
MIN_COLOURED_SHARE = 0.0005  # of all pixels: that many in colour are no route
FAINT_LEVELS = 24  # levels between channels that a scanner or JPEG makes of grey
LEAST_CONTRAST = 24  # levels between ink and paper


@dataclass(frozen=True, eq=False)
class Layer:
    """A picture of ink.

    ``darkness`` float32[h, w], ``threshold`` between paper and ink. ``inverted`` is whether walls
    are the light parts. ``coloured`` is the share of all pixels that have a colour and are left
    out of ``picture``, of which it is the ink.
    """

    darkness: Darkness
    threshold: float
    inverted: bool
    coloured: float
    picture: Image.Image


def lay_on_paper(image: Image.Image) -> Image.Image:
    """Return a picture in grey or in RGB; what lets light through lies on white, or on black."""
    from PIL import Image

    if image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info:
        clear = image.convert("RGBA")
        alpha = clear.getchannel("A")
        seen = np.asarray(clear.convert("L"))[np.asarray(alpha) > 127]
        paper = 0 if len(seen) and np.median(seen) > 160 else 255  # white walls on nothing
        ground = Image.new("RGB", image.size, (paper,) * 3)
        ground.paste(clear.convert("RGB"), mask=alpha)
        return ground
    return image.convert("L" if image.mode in ("1", "L", "I;16") else "RGB")


def layers_of(image: Image.Image, threshold: float | None = None) -> Iterator[Layer]:
    """Yield what may be the walls of a picture in grey or RGB, what is likely first.

    ``threshold`` (0 .. 1, of the way from paper to ink) is what users have chosen.
    """
    from PIL import ImageOps

    if image.mode == "RGB" and not _is_coloured(image):
        image = image.convert("L")
    dark = is_dark(image.convert("L"))
    for inverted in (dark, not dark):
        for grey, coloured in _greys(ImageOps.invert(image) if inverted else image):
            layer = _layer(grey, inverted, coloured, threshold, image)
            if layer is not None:
                yield layer


def _is_coloured(image: Image.Image) -> bool:
    """Whether a picture in RGB has a colour anywhere, the paper included."""
    red, green, blue = (np.asarray(channel, np.int16) for channel in image.split())
    return bool(
        (np.abs(red - green) > FAINT_LEVELS).mean() > MIN_COLOURED_SHARE
        or (np.abs(green - blue) > FAINT_LEVELS).mean() > MIN_COLOURED_SHARE
    )


def _greys(image: Image.Image) -> Iterator[tuple[Grey, float]]:
    """Yield pictures on white paper, and the share of pixels in colour that are not seen in them.

    In each channel paper is made white first, so that a colour is one beside that of the paper.
    """
    if image.mode == "L":
        yield flatten(image), 0.0
        return
    from PIL import Image, ImageFilter

    white = [Image.fromarray(_make_paper_white(flatten(channel))) for channel in image.split()]
    # noise of single pixels is no colour
    even = [np.asarray(channel.filter(ImageFilter.BoxBlur(2))) for channel in white]
    strength = np.maximum.reduce(even) - np.minimum.reduce(even)
    coloured = float((strength > COLOURED).mean())
    if coloured > MIN_COLOURED_SHARE:
        # what has a colour becomes as light as its colour is strong
        grey = np.asarray(Image.merge("RGB", white).convert("L"))
        yield grey + np.minimum(255 - grey, strength), coloured
        yield np.minimum.reduce([np.asarray(channel) for channel in white]), 0.0
    else:
        yield flatten(image.convert("L")), 0.0


def _make_paper_white(grey: Grey) -> Grey:
    """Return a picture in which the commonest of the lighter half of the levels is white."""
    counts = np.bincount(grey.ravel(), minlength=256)
    upper = int(np.searchsorted(counts.cumsum(), grey.size / 2))
    paper = upper + int(counts[upper:].argmax())
    levels = np.arange(256) * (255 / max(paper, 1))
    result: Grey = levels.clip(0, 255).astype(np.uint8)[grey]
    return result


def is_dark(grey: Image.Image) -> bool:
    """Whether what surrounds a maze is dark, by the rim of the picture."""
    pixels = np.asarray(grey)
    rim = max(1, min(pixels.shape) // 50)
    around = [pixels[:rim], pixels[-rim:], pixels[:, :rim].T, pixels[:, -rim:].T]
    return float(np.median(np.concatenate([part.ravel() for part in around]))) < 80


def _layer(
    flat: Grey, inverted: bool, coloured: float, threshold: float | None, picture: Image.Image
) -> Layer | None:
    """Return a layer; None where there is no ink."""
    limit = otsu(flat)
    ink, paper = flat < limit, flat >= limit
    if not ink.any() or not paper.any():
        return None
    black, white = float(np.median(flat[ink])), float(np.median(flat[paper]))
    if white - black < LEAST_CONTRAST:
        return None
    darkness = (white - flat.astype(np.float32)) / np.float32(white - black)
    np.clip(darkness, 0, 1, out=darkness)
    own = min(0.65, max(0.35, (white - limit) / (white - black)))
    _erase_rim(darkness, own)
    chosen = own if threshold is None else threshold
    return Layer(darkness, chosen, inverted, coloured, picture)


def _erase_rim(darkness: Darkness, threshold: float) -> None:
    """Make paper of what lies around a sheet: ink up to the rim that is far thicker than walls.

    It is looked for in a coarse picture; where all ink is as thick, a maze fills the picture.
    """
    from PIL import Image, ImageFilter

    height, width = darkness.shape
    scale = min(1.0, RIM / max(width, height))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    image = Image.fromarray((darkness * 255).astype(np.uint8))
    coarse = image if scale == 1 else image.resize(size, Image.Resampling.BOX)
    ink = np.asarray(coarse) > threshold * 255
    pieces = pieces_of(ink)
    if pieces is None:
        return
    around = np.concatenate([pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]])
    at_rim = np.zeros(int(pieces.max()) + 2, np.bool_)  # the last one is paper
    at_rim[around] = True
    at_rim[-1] = False
    rest = ink & ~at_rim[pieces]
    if np.count_nonzero(rest) < LEAST_REST * ink.size or not at_rim.any():
        return
    starts, stops, _width = runs_of(rest) or (np.zeros(1), np.ones(1), 0)
    solid = _are_surrounded(ink, int(np.ceil(np.median(stops - starts))))
    cores = np.bincount(pieces[solid], minlength=len(at_rim) - 1)
    areas = np.bincount(pieces[ink], minlength=len(at_rim) - 1)
    rim = at_rim.copy()
    rim[:-1] &= cores > SOLID * areas
    if rim.any():
        mask = Image.fromarray(rim[pieces].astype(np.uint8)).filter(ImageFilter.MaxFilter(3))
        darkness[np.asarray(mask.resize((width, height), Image.Resampling.NEAREST)) > 0] = 0


def _are_surrounded(ink: Ink, reach: int) -> Ink:
    """Return bool[h, w]: where all is ink up to ``reach`` pixels away, on each side.

    By sums, as a filter of ranks takes minutes for wide windows. Beyond the rim lies what is at it.
    """
    reach = min(reach, max(ink.shape))
    sums = np.pad(ink, reach, mode="edge").astype(np.int32).cumsum(axis=0).cumsum(axis=1)
    sums = np.pad(sums, ((1, 0), (1, 0)))
    window = 2 * reach + 1
    inside = sums[window:, window:] - sums[:-window, window:]
    inside -= sums[window:, :-window] - sums[:-window, :-window]
    result: Ink = inside == window * window
    return result


def flatten(grey: Image.Image) -> Grey:
    """Return uint8[h, w] in which paper is white everywhere, whatever light fell on it.

    The light is what is left of a coarse picture where all that is narrower than ``WINDOW`` is
    filled with what is around it (a closing: the lightest nearby, then the darkest of these).
    """
    from PIL import Image, ImageFilter

    scale = COARSE / max(grey.size)
    if scale >= 0.5:  # a picture of few pixels is no photograph
        return np.asarray(grey)
    size = (max(2, round(grey.width * scale)), max(2, round(grey.height * scale)))
    coarse = grey.resize(size, Image.Resampling.BOX, reducing_gap=None)
    window = min(WINDOW, (min(size) - 1) // 2 * 2 + 1)
    light = coarse
    for step in (ImageFilter.MaxFilter(5), ImageFilter.MinFilter(5)):
        for _ in range(window // 4):  # as fast as a small window, and equal to one of that size
            light = light.filter(step)
    lightest = np.asarray(light)
    if int(lightest.max()) - int(lightest.min()) <= 6:
        return np.asarray(grey)  # even light: nothing can be gained
    even = light.filter(ImageFilter.GaussianBlur(window / 8))
    ground = np.asarray(even.resize(grey.size, Image.Resampling.BILINEAR), np.float32)
    flat = np.asarray(grey, np.float32) / np.maximum(ground, np.float32(24)) * np.float32(250)
    return np.clip(flat, 0, 255).astype(np.uint8)


def otsu(grey: Grey) -> float:
    """Return the level that parts dark from light with the least variance within both.

    N. Otsu, "A threshold selection method from gray-level histograms" (1979).
    """
    counts = np.bincount(grey.ravel(), minlength=256).astype(np.float64)
    below, moment = counts.cumsum(), (counts * np.arange(256)).cumsum()
    total, mean = below[-1], moment[-1] / below[-1]
    with np.errstate(all="ignore"):
        between = (mean * below - moment) ** 2 / (below * (total - below))
    between[~np.isfinite(between)] = 0
    return float(np.flatnonzero(between >= between.max() * (1 - 1e-9)).mean()) + 0.5
