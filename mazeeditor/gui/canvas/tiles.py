"""The picture on the canvas in tiles: panning moves them and paints only the new ones.

::

    +-----+-----+-----+     Tiles are about 256 px wide and divide the screen evenly, counted
    |     |     |     |     from where it was when they were laid. What leaves on one side is
    +---[screen]+-----+     painted again for the other.
    |     |     |     |
    +-----+-----+-----+
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from functools import reduce
from math import ceil

import numpy as np
from PIL import Image, ImageTk

from mazeeditor.screen.area import Area
from mazeeditor.screen.pixel_colours import Pixels
from mazeeditor.screen.viewport import Viewport

SIZE = 256
PASTED = 0.2  # of a tile: if more has changed, all of it is pasted, which is faster then
Part = tuple[int, int, Pixels]  # of a tile: where its top left corner is, and uint32[h, w]
Key = tuple[int, int]  # column and row of a tile
Compose = Callable[[Area], Pixels]


class Tile:
    """A part of the picture: a canvas item, its image, and the buffer that is pasted into it."""

    def __init__(self, canvas: tk.Canvas, width: int, height: int) -> None:
        self._canvas = canvas
        self._photo = ImageTk.PhotoImage("RGBA", (width, height), master=canvas)
        self._pixels: Pixels = np.empty((height, width), np.uint32)
        # the image has no memory of its own: it shows what is in the buffer
        self._image = Image.frombuffer("RGBA", (width, height), self._pixels, "raw", "RGBA", 0, 1)
        self._item = canvas.create_image(0, 0, anchor="nw", image=self._photo, state="hidden")
        self._place, self._shown = (0, 0), False
        canvas.tag_lower(self._item)

    def paint(self, pixels: Pixels) -> None:
        """Show uint32[height, width]."""
        np.copyto(self._pixels, pixels)
        self._photo.paste(self._image)

    def touch_up(self, parts: list[Part]) -> None:
        for x, y, pixels in parts:
            height, width = pixels.shape
            self._pixels[y : y + height, x : x + width] = pixels
        if sum(pixels.size for _x, _y, pixels in parts) > self._pixels.size * PASTED:
            self._photo.paste(self._image)
        else:
            for part in parts:
                self._put(*part)

    def _put(self, x: int, y: int, pixels: Pixels) -> None:
        height, width = pixels.shape
        rgb = np.ascontiguousarray(pixels).view(np.uint8).reshape(height, width, 4)[:, :, :3]
        data = b"P6 %d %d 255\n" % (width, height) + rgb.tobytes()
        self._canvas.tk.call(str(self._photo), "put", data, "-format", "ppm", "-to", x, y)

    def place(self, x: int, y: int) -> None:
        """Move the top left corner to (x, y) of the canvas."""
        if self._place != (x, y):  # Tk draws an item again even when it does not move
            self._place = (x, y)
            self._canvas.tk.call(self._canvas, "coords", self._item, x, y)

    def show(self, shown: bool) -> None:
        """Take the tile into the picture or out of it."""
        if self._shown != shown:
            self._shown = shown
            state = "normal" if shown else "hidden"
            self._canvas.tk.call(self._canvas, "itemconfigure", self._item, "-state", state)

    def delete(self) -> None:
        self._canvas.delete(self._item)


class Tiles:
    """All tiles of a canvas."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._tiles: dict[Key, Tile] = {}
        self._spare: list[Tile] = []
        self._size = (0, 0)
        self._laid: tuple[float, int, int] | None = None  # the zoom and screen they were laid for
        self._origin = (0, 0)

    def discard(self) -> None:
        """Paint everything again at the next ``show``."""
        self._laid = None

    def show(self, view: Viewport, compose: Compose) -> None:
        """Show what ``view`` shows; ``compose`` paints what is missing."""
        if self._laid != (view.zoom, view.width, view.height):
            self._lay(view)
        keys = set(self._keys(view))
        self._spare += [self._tiles.pop(key) for key in self._tiles.keys() - keys]
        missing = sorted((row, column) for column, row in keys - self._tiles.keys())
        for strip in _runs(missing):
            self._paint(strip, compose)
        for tile in self._spare:
            tile.show(False)
        for key, tile in self._tiles.items():
            area = self._area(key)
            tile.place(area.left - view.left, area.top - view.top)
            tile.show(True)

    def hide(self) -> None:
        """Show nothing until the next ``show``, which paints only what is missing then."""
        for tile in self._tiles.values():
            tile.show(False)

    def touch_up(self, areas: list[Area], compose: Compose) -> None:
        """Paint ``areas`` (world px) again in the tiles that show them."""
        pictures = [(area, compose(area)) for area in areas]
        for key, tile in self._tiles.items():
            whole, parts = self._area(key), list[Part]()
            for area, pixels in pictures:
                part = whole.cut(area)
                if part.size:
                    left, top, right, bottom = part.moved(-area.left, -area.top)
                    place = part.left - whole.left, part.top - whole.top
                    parts.append((*place, pixels[top:bottom, left:right]))
            if parts:
                tile.touch_up(parts)

    @property
    def covered(self) -> Area:
        """What the tiles show, in world px; they reach beyond the screen."""
        areas = [self._area(key) for key in self._tiles]
        return reduce(Area.join, areas) if areas else Area(0, 0, 0, 0)

    def close(self) -> None:
        """Delete the images while the window still exists."""
        self._tiles.clear()
        self._spare.clear()

    def _lay(self, view: Viewport) -> None:
        """Make all tiles spare; they stay in the picture until it is known which are painted."""
        size = (_even(view.width), _even(view.height))
        self._spare += self._tiles.values()
        self._tiles = {}
        if size != self._size:
            for tile in self._spare:
                tile.delete()
            self._spare, self._size = [], size
        self._laid = (view.zoom, view.width, view.height)
        self._origin = (view.left, view.top)

    def _keys(self, view: Viewport) -> Iterator[Key]:
        """Yield the tiles that show a part of the paper."""
        part = view.screen.cut(view.paper)
        if not part.size:
            return
        (width, height), (x, y) = self._size, self._origin
        for row in range((part.top - y) // height, (part.bottom - 1 - y) // height + 1):
            for column in range((part.left - x) // width, (part.right - 1 - x) // width + 1):
                yield column, row

    def _area(self, key: Key) -> Area:
        width, height = self._size
        left, top = self._origin[0] + key[0] * width, self._origin[1] + key[1] * height
        return Area(left, top, left + width, top + height)

    def _paint(self, strip: list[Key], compose: Compose) -> None:
        """Paint neighbours in one row; composing them at once is faster than one by one."""
        width, height = self._size
        pixels = compose(self._area(strip[0]).join(self._area(strip[-1])))
        for place, key in enumerate(strip):
            tile = self._spare.pop() if self._spare else Tile(self._canvas, width, height)
            tile.paint(pixels[:, place * width : (place + 1) * width])
            self._tiles[key] = tile


def _even(length: int) -> int:
    """Return the size near SIZE that divides ``length`` with the least left over."""
    return ceil(length / max(1, round(length / SIZE)))


def _runs(places: list[tuple[int, int]]) -> Iterator[list[Key]]:
    """Yield runs of neighbours out of sorted (row, column), as lists of (column, row)."""
    run: list[Key] = []
    for row, column in places:
        if run and run[-1] != (column - 1, row):
            yield run
            run = []
        run.append((column, row))
    if run:
        yield run
