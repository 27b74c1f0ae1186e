"""Draws frames of a film: walls, marks of cells, the path; captions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.films.film import PLAIN
from mazeeditor.films.pixel_map import PixelMap
from mazeeditor.films.player import Player

if TYPE_CHECKING:
    from PIL import Image

# The colours of a frame by their numbers: the six marks, then PATH and the others below
COLOURS = (
    "#ffffff",  # PLAIN
    "#d5c8f0",  # VISITED
    "#c3c8d0",  # FILLED
    "#ffe08a",  # LEFT
    "#cfe3fa",  # ROUTE
    "#f06a00",  # HEAD
    "#005fb8",  # PATH
    "#17181a",  # INK
    "#16843a",  # ENTRANCE
    "#cf2f2f",  # EXIT
    "#6b6c6e",  # DARK, PALE: the edges of letters
    "#b6b7b8",
)
PATH, INK, ENTRANCE, EXIT, DARK, PALE = range(6, 12)
UNSET = 255
DOT = 0.5  # of a cell: the diameter of entrance and exits


class FrameRenderer:
    """Draws the current step of a player as frames of one size."""

    def __init__(self, player: Player, pixel_map: PixelMap) -> None:
        self._player, self._map = player, pixel_map
        lattice = pixel_map.lattice
        self._lower, self._slots, self._upper, _backs = lattice.sides_of(pixel_map.walls)
        self._posts = int(pixel_map.posts.max()) + 1
        self._dots = self._openings() if player.film.solves else []

    def draw(self) -> NDArray[np.uint8]:
        """Return the frame uint8[height, width]: numbers of ``COLOURS``."""
        pixel_map, player = self._map, self._player
        marks = np.where(pixel_map.lattice.inside, player.marks, np.uint8(PLAIN))
        walls, posts = self._edges(marks)
        values = np.concatenate([np.zeros(1, np.uint8), marks, walls, posts])
        frame = values.take(pixel_map.labels)
        path = player.path
        crossed = path[self._lower] >> self._slots.astype(np.uint8) & 1
        drawn = np.concatenate([crossed, path != 0]).astype(np.bool_)
        frame.reshape(-1)[pixel_map.pixels[drawn[pixel_map.path_parts]]] = PATH
        for pixels, colour in self._dots:
            frame.reshape(-1)[pixels] = colour
        return frame

    def _edges(self, marks: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the colours of walls and posts: ink, or where open that of the cells around."""
        pixel_map = self._map
        closed = self._player.maze.is_closed(pixel_map.walls)
        between = np.minimum(marks[self._lower], marks[self._upper])
        posts: NDArray[np.uint8] = np.full(self._posts, UNSET, np.uint8)
        np.minimum.at(posts, pixel_map.posts, between[:, None])
        posts[pixel_map.posts[closed]] = INK
        return np.where(closed, np.uint8(INK), between), posts

    def _openings(self) -> list[tuple[NDArray[np.int64], int]]:
        """Return the pixels of the entrance and the exits, and their colours."""
        film, pixel_map = self._player.film, self._map
        rows, columns = np.indices(pixel_map.labels.shape)
        openings = [(opening, EXIT) for opening in film.exits]
        openings += [(film.entrance, ENTRANCE)] if film.entrance else []
        dots = []
        for opening, colour in openings:
            x, y = pixel_map.middles[opening.cell]
            away = np.hypot(columns - x, rows - y)
            dots.append((np.flatnonzero(away <= max(1.0, DOT / 2 * pixel_map.cell)), colour))
        return dots


def as_image(frame: NDArray[np.uint8]) -> Image.Image:
    """Return numbers of ``COLOURS`` uint8[height, width] as an image with a palette."""
    from PIL import Image

    height, width = frame.shape
    image = Image.frombytes("P", (width, height), frame.tobytes())
    image.putpalette(b"".join(bytes.fromhex(colour[1:]) for colour in COLOURS))
    return image


def caption(text: str, width: int, size: int) -> NDArray[np.uint8]:
    """Return one line of text, ``size`` px high letters in the middle of a strip of paper."""
    from PIL import Image, ImageDraw, ImageFont

    from mazeeditor.drawing.typefaces import BUNDLED

    font = ImageFont.truetype(str(BUNDLED), size, layout_engine=ImageFont.Layout.BASIC)
    while len(text) > 1 and font.getlength(text) > width:
        text = text[:-2] + "…"
    grey = Image.new("L", (width, round(size * 1.8)))
    ImageDraw.Draw(grey).text((width / 2, grey.height / 2), text, 255, font, anchor="mm")
    shades = np.array([PLAIN, PALE, DARK, INK], np.uint8)
    return shades[np.asarray(grey) >> 6]
