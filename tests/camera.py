"""A page printed and photographed, and what two programs that read codes make of the picture."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

SIZES = (1.0, 2.0, 0.7, 1.4)
Picture = NDArray[np.uint8]
PAPER, INK, AROUND = 225.0, 35.0, 3.0  # grey of a print in usual light; mm around that are seen


@dataclass(frozen=True)
class Camera:
    """A camera that sees ``fine`` pixels a mm of paper, with ``blur`` and ``noise``.

    ``blur`` is the standard deviation in pixels, as lenses and small movements make it, ``noise``
    that in grey values of 255, and ``tilt`` how far corners move, as a share of the picture.
    """

    fine: float
    blur: float
    noise: float
    tilt: float = 0.05

    def photograph(self, print_: Picture, dpi: int, seed: int) -> Picture:
        """Return the picture that is taken of a print in black and white."""
        random = np.random.default_rng(seed)
        space = round(AROUND / 25.4 * dpi)
        page = np.pad(print_, space, constant_values=255)
        height, width = page.shape
        scale = self.fine * 25.4 / dpi
        shape = np.array([width, height]) * scale
        edge = self.tilt * shape.max()
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * shape + edge
        moved = corners + random.uniform(-edge, edge, (4, 2))
        # light from between two pixels is in both: drawn larger, then reduced
        more = 3
        turn = cv2.getPerspectiveTransform(
            np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32),
            (moved * more).astype(np.float32),
        )
        size = np.ceil(shape + 2 * edge).astype(int)
        soft: Any = cv2.GaussianBlur(page, (0, 0), max(0.3, 0.5 / (scale * more)))
        large = cv2.warpPerspective(soft, turn, (size * more).tolist(), borderValue=255)
        seen: Any = cv2.resize(large, size.tolist(), interpolation=cv2.INTER_AREA)
        seen = cv2.GaussianBlur(seen.astype(np.float64), (0, 0), self.blur)
        seen = INK + seen / 255 * (PAPER - INK)
        down, right = np.mgrid[0 : 1 : seen.shape[0] * 1j, 0 : 1 : seen.shape[1] * 1j]
        angle = random.uniform(0, 2 * np.pi)
        light = 0.85 + 0.15 * (np.cos(angle) * right + np.sin(angle) * down)
        seen = seen * light + random.normal(0, self.noise, seen.shape)
        return np.clip(seen, 0, 255).astype(np.uint8)


def read_by_opencv(picture: Picture) -> str:
    """Return the text of the QR code in a picture, "" where none is found.

    It is tried at some sizes, as zxing does by itself: at one, one of ten plain codes is missed.
    """
    for size in SIZES:
        way = cv2.INTER_CUBIC if size > 1 else cv2.INTER_AREA
        scaled = cv2.resize(picture, None, fx=size, fy=size, interpolation=way)
        with suppress(cv2.error, UnicodeDecodeError):
            if text := cv2.QRCodeDetector().detectAndDecode(scaled)[0]:
                return str(text)
    return ""


def read_by_zxing(picture: Picture) -> str:
    """Return the text of the QR code in a picture, "" where none is found."""
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.barcode_formats_from_str("QRCode"))
    return found[0].text if found else ""


READERS = {"opencv": read_by_opencv, "zxing": read_by_zxing}
CAMERAS = {
    "sharp": Camera(fine=10, blur=0.8, noise=3),
    "near": Camera(fine=16, blur=1.4, noise=3),
    "far": Camera(fine=7, blur=0.7, noise=4),
    "blurred": Camera(fine=10, blur=1.8, noise=8),
}
