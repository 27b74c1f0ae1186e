r"""Makes a picture of a grid straight to a fraction of a pixel: lines that lie above each other.

The picture is cut into bands, and each band is summed into a profile. Where walls are upright the
profiles of all bands have their peaks at the same places; so they are moved against each other,
by an angle and by how it changes from left to right, until their sum is sharpest::

    band 1    _/\___/\___/\_           sum      __/\___/\___/\__   upright
    band 2    __/\___/\___/\        or          _/--\_/--\_/--\_   not yet
"""

from __future__ import annotations

import numpy as np

from mazeeditor.recognition.ink import Darkness
from mazeeditor.recognition.straightening import Matrix, straighten, translation

LOOKED_AT_PIXELS = 800  # pixels of the longer side
BANDS = 40
MAX_ANGLE_RADIANS = 0.04  # the largest angle, in radians
ROUNDS = 2


def sharpen(darkness: Darkness, matrix: Matrix) -> Matrix:
    """Return a map from straight to picture that is better than ``matrix``."""
    from PIL import Image

    height, width = darkness.shape
    scale = min(1.0, LOOKED_AT_PIXELS / max(width, height))
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    image = Image.fromarray((darkness * 255).astype(np.uint8))
    small = np.asarray(image.resize(size, Image.Resampling.BOX), np.float32) / np.float32(255)
    to_small = np.diag([size[0] / width, size[1] / height, 1.0])
    back = np.linalg.inv(to_small)
    straight, onto = straighten(small, np.asarray(to_small @ matrix @ back, np.float64))
    upright = _lean(straight)
    level = _lean(np.ascontiguousarray(straight.T))
    high, wide = straight.shape
    tilt = np.array([[1.0, upright[0], 0], [level[0], 1.0, 0], [-level[1], -upright[1], 1.0]])
    turn = translation(wide / 2, high / 2) @ tilt @ translation(-wide / 2, -high / 2)
    result: Matrix = back @ onto @ turn @ to_small
    return result / result[2, 2]


def _lean(straight: Darkness) -> tuple[float, float]:
    """Return how far upright lines lean, a pixel, and how that changes from pixel to pixel."""
    height, width = straight.shape
    bands = min(BANDS, height)
    edges = np.linspace(0, height, bands + 1).astype(np.int64)
    profiles = np.add.reduceat(straight, edges[:-1], axis=0)
    away = (edges[:-1] + edges[1:]) / 2 - height / 2
    from_middle = np.arange(width) + 0.5 - width / 2

    def sharpness(lean: float, change: float) -> float:
        shift = away[:, None] * (lean + change * from_middle)
        places = np.arange(width) + shift
        left = np.floor(places).astype(np.int64)
        part = places - left
        first, second = left.clip(0, width - 1), (left + 1).clip(0, width - 1)
        rows = np.arange(bands)[:, None]
        moved_profiles = profiles[rows, first] * (1 - part) + profiles[rows, second] * part
        return float((np.diff(moved_profiles.sum(axis=0)) ** 2).sum())

    step = 1.0 / max(1.0, height / 2)  # one pixel at the top
    lean = change = 0.0
    leans = np.arange(-MAX_ANGLE_RADIANS, MAX_ANGLE_RADIANS + step / 2, step)
    lean = float(max(leans, key=lambda one: sharpness(one, 0.0)))
    turn = 2 * step / width  # one pixel at the corners
    best = sharpness(lean, change)
    for part in (4.0, 2.0, 1.0, 0.5, 0.25):
        for _ in range(ROUNDS):
            around = [
                (lean + i * part * step, change + j * part * turn)
                for i in (-1, 0, 1)
                for j in (-1, 0, 1)
                if i or j
            ]
            values = [sharpness(*one) for one in around]
            if max(values) <= best:
                break
            best = max(values)
            lean, change = around[values.index(best)]
    return lean, change
