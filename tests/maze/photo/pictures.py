"""Drawn pictures for tests: light and dark parts with edges and slopes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from mazeeditor.core.disk.named_files import NamedFile

FACE = (90, 120)  # px


def face() -> Image.Image:
    """Return a face with hair, eyes and a mouth, lighter on its left side."""
    width, height = FACE
    y, x = np.mgrid[:height, :width]
    pixels = np.full((height, width), 220.0)
    inside = ((x - 45) / 32) ** 2 + ((y - 62) / 44) ** 2 < 1
    pixels[inside] = (200 - (x - 13) * 1.5)[inside]
    image = Image.fromarray(pixels.astype(np.uint8))
    draw = ImageDraw.Draw(image)
    draw.chord((10, 8, 80, 90), 180, 360, fill=25)
    for left in (27, 53):
        draw.ellipse((left, 58, left + 11, 67), fill=10)
    draw.rectangle((32, 88, 58, 92), fill=20)
    return image


def saved(folder: Path, image: Image.Image | None = None, name: str = "face.png") -> str:
    """Return the path of a file with a picture, the face where none is given."""
    path = folder / name
    (image or face()).save(path)
    return NamedFile(path)


def halves() -> NDArray[np.float64]:
    """Return tones: the left half of 12 x 20 cells white, the right half black."""
    tones = np.zeros((12, 20))
    tones[:, 10:] = 1
    return tones
