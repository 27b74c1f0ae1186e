"""Pictures for buttons and boxes drawn for the current screen, so that they are sharp on any.

The coverage of a pixel follows from the distance of its centre to the outline (signed, after Inigo
Quilez, "2D distance functions"); straight edges are on whole pixels, and so stay sharp. All
pictures of a mode are sent to Tk in one image.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageTk

Floats = npt.NDArray[np.float32]
_SHEET_WIDTH = 1024  # px


class Sprite:
    """A picture being drawn: ``rgba`` is float32[height, width, 4] in 0..1, colours premultiplied.

    Sizes and places are device pixels; later shapes lie over earlier ones. The ``ground`` is
    clear where no colour is given.
    """

    def __init__(self, width: int, height: int, ground: str = "") -> None:
        self.width, self.height = width, height
        self.rgba: Floats = np.zeros((height, width, 4), np.float32)
        if ground:
            self.rgba += _paint(ground)
        self._y = np.arange(height, dtype=np.float32)[:, None] + 0.5
        self._x = np.arange(width, dtype=np.float32)[None, :] + 0.5

    def _cover(self, distance: Floats, colour: str) -> Sprite:
        share = np.clip(0.5 - distance, 0.0, 1.0)[..., None]
        paint = _paint(colour) if colour else np.zeros(4, np.float32)
        self.rgba = paint * share + self.rgba * (1 - share)
        return self

    def stretch(self, width: int, height: int = 0) -> Sprite:
        """Repeat middle row and column: Tk tiles the middle, and so has fewer copies to make."""
        for axis, more in enumerate((height - self.height, width - self.width)):
            middle = self.rgba.shape[axis] // 2
            line = self.rgba.take([middle], axis)
            self.rgba = np.insert(self.rgba, [middle] * max(more, 0), line, axis)
        self.height, self.width, _channels = self.rgba.shape
        return self

    def box(
        self,
        colour: str,
        radius: float,
        left: float = 0,
        top: float | None = None,
        bottom: float | None = None,
    ) -> Sprite:
        """Fill a rounded box within the edges (as far from the right one as from the left one).

        ``top`` is ``left`` where not given, ``bottom`` is ``top``. No colour cuts a hole.
        """
        top = left if top is None else top
        bottom = top if bottom is None else bottom
        half_w, half_h = self.width / 2 - left, (self.height - top - bottom) / 2
        radius = max(min(radius, half_w, half_h), 0)
        dx = np.abs(self._x - self.width / 2) - half_w + radius
        dy = np.abs(self._y - top - half_h) - half_h + radius
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
        return self._cover(outside + np.minimum(np.maximum(dx, dy), 0) - radius, colour)

    def disc(self, colour: str, radius: float, x: float | None = None) -> Sprite:
        """Fill a disc around the middle, or around ``x`` on the middle line."""
        across = self._x - (self.width / 2 if x is None else x)
        return self._cover(np.hypot(across, self._y - self.height / 2) - radius, colour)

    def line(self, colour: str, thick: float, points: Sequence[tuple[float, float]]) -> Sprite:
        """Stroke a polyline with round ends; ``points`` are shares (x, y) of width and height."""
        distance = np.full((self.height, self.width), np.inf, np.float32)
        ends = np.array(points) * (self.width, self.height)
        for (ax, ay), (bx, by) in pairwise(ends):
            px, py, dx, dy = self._x - ax, self._y - ay, bx - ax, by - ay
            along = np.clip((px * dx + py * dy) / (dx * dx + dy * dy), 0, 1)
            distance = np.minimum(distance, np.hypot(px - along * dx, py - along * dy))
        return self._cover(distance - thick / 2, colour)


def _paint(colour: str) -> Floats:
    """Return ``#rrggbb`` as float32[4] in 0..1, opaque."""
    return np.array([*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)), 1.0], np.float32)


class SpriteSheet(NamedTuple):
    """Sprites in one picture, as Tk takes them, and the box of each: left, top, right, bottom."""

    picture: Image.Image
    boxes: dict[str, tuple[int, int, int, int]]

    @classmethod
    def of(cls, sprites: dict[str, Sprite]) -> SpriteSheet:
        """Return the sheet of these sprites."""
        places, height = _places(sprites)
        sheet = np.zeros((height, _SHEET_WIDTH, 4), np.float32)
        boxes = {}
        for name, (x, y) in places.items():
            sprite = sprites[name]
            boxes[name] = x, y, x + sprite.width, y + sprite.height
            sheet[y : y + sprite.height, x : x + sprite.width] = sprite.rgba
        alpha = sheet[..., 3:]
        sheet[..., :3] /= np.where(alpha == 0, 1, alpha)  # Tk does not premultiply
        return cls(Image.fromarray(np.round(sheet * 255).astype(np.uint8)), boxes)

    def send(self, root: tk.Misc, prefix: str) -> None:
        """Make a Tk image ``prefix`` + name of every sprite; they live as long as ``root``."""
        photo = ImageTk.PhotoImage(self.picture, master=root)
        call: Any = root.tk.call
        for name, (left, top, right, bottom) in self.boxes.items():
            size = "-width", right - left, "-height", bottom - top
            image = call("image", "create", "photo", prefix + name, *size)
            call(image, "copy", photo, "-from", left, top, right, bottom)


def _places(sprites: dict[str, Sprite]) -> tuple[dict[str, tuple[int, int]], int]:
    """Return the place of each sprite on the sheet, row under row, and the sheet's height in px."""
    places, x, y, row = {}, 0, 0, 0
    for name, sprite in sorted(sprites.items(), key=lambda item: item[1].height):
        if x + sprite.width > _SHEET_WIDTH:
            x, y, row = 0, y + row, 0
        places[name] = (x, y)
        x, row = x + sprite.width, max(row, sprite.height)
    return places, y + row
