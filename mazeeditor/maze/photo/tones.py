"""How dark a photo is where: its tones, from a file or from the text that a project keeps.

A tone is a number from 0, white, to 1, black. What is kept is a small grey picture, so that the
same recipe gives the same maze for ever, without the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.pictures import KeptPicture, reduced
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from PIL import Image

Tones = NDArray[np.float64]
KEPT_SIDE = 800  # px: eight for each cell of a large maze
CLIPPED = 0.01  # of the pixels: as many at both ends do not count for the contrast
MIN_CONTRAST = 0.02  # between the darkest and the lightest tone: a photo of less has none


def _grey(image: Image.Image) -> Image.Image:
    """Return a picture in grey on white, mode L, of ``KEPT_SIDE`` px at the most."""
    from PIL import Image

    factor = max(1, max(image.size) // KEPT_SIDE)
    full = reduced(image, factor, "RGBA")  # resizing needs memory for all that it reads
    grey = Image.alpha_composite(Image.new("RGBA", full.size, "white"), full).convert("L")
    grey.thumbnail((KEPT_SIDE, KEPT_SIDE), Image.Resampling.BOX)
    return grey


PHOTO = KeptPicture(
    _grey,
    unfit=_("The photo must be a PNG or JPEG picture as a data URI."),
    unreadable=_("Cannot read the photo {file}: {reason}"),
    optimize=True,
)


def check_tones(text: str) -> str:
    """Return the text of a photo, or "", as it is; raises ``UsageError``."""
    if text:
        tones_of(text)
    return text


def tones_of(photo: str) -> Tones:
    """Return the tones float64[h, w] of a text or a named file; raises ``UsageError``.

    Not to be changed. The contrast of the photo is that of white and black.
    """
    return PHOTO.made(photo, _stretch)


def text_of_tones(tones: Tones, name: str) -> str:
    """Return tones float64[h, w] as the text of a grey picture."""
    from PIL import Image

    return PHOTO.text_of(Image.fromarray(np.rint(255 * (1 - tones)).astype(np.uint8)), name)


def _stretch(image: Image.Image) -> Tones:
    """Return the tones of a picture, the darkest one black, the lightest one white."""
    tones = 1 - np.asarray(image, np.float64) / 255
    ordered = np.sort(tones, axis=None)
    ends = round(CLIPPED * (len(ordered) - 1)), round((1 - CLIPPED) * (len(ordered) - 1))
    low, high = ordered[list(ends)].tolist()
    if high - low < MIN_CONTRAST:  # a drawing of thin lines
        low, high = float(ordered[0]), float(ordered[-1])
    if high - low < MIN_CONTRAST:
        raise UsageError(_("This photo has one tone only: choose one with light and shade."))
    result = ((tones - low) / (high - low)).clip(0, 1)
    result.flags.writeable = False
    return result


def resize_tones(tones: Tones, columns: int, rows: int) -> Tones:
    """Return tones float64[rows, columns] of all of a photo; each is the mean of what it covers."""
    from PIL import Image

    image = Image.fromarray(np.rint(tones * 255).astype(np.uint8))
    box = Image.Resampling.BOX if image.width >= columns else Image.Resampling.BILINEAR
    return np.asarray(image.resize((columns, rows), box), np.float64) / 255


def crop_tones(tones: Tones, aspect: float) -> Tones:
    """Return the middle of a photo that is ``aspect`` as wide as high."""
    height, width = tones.shape
    across, down = min(width, round(height * aspect)), min(height, round(width / aspect))
    across, down = max(across, 1), max(down, 1)
    left, top = (width - across) // 2, (height - down) // 2
    return tones[top : top + down, left : left + across]


def blur_tones(values: Tones, sigma: float) -> Tones:
    """Return float64[h, w] with a Gaussian blur; beyond the borders all is as at the borders."""
    reach = max(1, round(3 * sigma))
    steps = np.arange(-reach, reach + 1)
    kernel = np.exp(-(steps**2) / (2 * sigma**2))
    kernel /= kernel.sum()
    for _axis in range(2):
        padded = np.pad(values, ((reach, reach), (0, 0)), mode="edge")
        total = np.zeros(values.shape)
        for place, share in enumerate(kernel.tolist()):
            total += share * padded[place : place + len(values)]
        values = total.T
    return values
