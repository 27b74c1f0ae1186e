"""Colours between colours, in steps that look equally far apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Björn Ottosson, "A perceptual color space for image processing" (2020): linear sRGB to the
# responses of the cones of the eye, and their cube roots to OKLab
CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def rgb_of(colours: Sequence[str]) -> NDArray[np.uint8]:
    """Return uint8[k, 3] for ``#rrggbb`` each."""
    return np.array([list(bytes.fromhex(colour[1:])) for colour in colours], np.uint8)


def to_oklab(rgb: NDArray[np.uint8]) -> Floats:
    """Return float64[k, 3]: lightness 0..1, green to red, blue to yellow."""
    shares = rgb / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return np.cbrt(linear @ CONES.T) @ LAB.T


def from_oklab(lab: Floats) -> NDArray[np.uint8]:
    """Return uint8[k, 3], the nearest colours that a screen can show."""
    linear = (lab @ np.linalg.inv(LAB).T) ** 3 @ np.linalg.inv(CONES).T
    linear = np.clip(linear, 0, 1)
    shares = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.round(shares * 255).astype(np.uint8)


def ramp(stops: Sequence[str], count: int) -> NDArray[np.uint8]:
    """Return uint8[count, 3], colours from the first of ``stops`` over each to the last."""
    lab = to_oklab(rgb_of(stops))
    lengths = np.linalg.norm(np.diff(lab, axis=0), axis=1)
    at = np.concatenate([[0.0], np.cumsum(lengths)])
    places = np.linspace(0, at[-1], count)
    return from_oklab(np.stack([np.interp(places, at, axis) for axis in lab.T], axis=-1))
