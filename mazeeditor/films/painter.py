"""Pictures of a film: walls, what cells are painted as, the line; several films side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.films.film import PLAIN
from mazeeditor.films.plan import Plan
from mazeeditor.films.player import Player

if TYPE_CHECKING:
    from PIL import Image

# What the numbers of a picture look like: the six kinds, then LINE and what follows it
COLOURS = (
    "#ffffff",  # PLAIN
    "#d5c8f0",  # VISITED
    "#c3c8d0",  # FILLED
    "#ffe08a",  # LEFT
    "#cfe3fa",  # ROUTE
    "#f06a00",  # HEAD
    "#005fb8",  # LINE
    "#17181a",  # INK
    "#16843a",  # ENTRANCE
    "#cf2f2f",  # EXIT
    "#6b6c6e",  # the edges of letters
    "#b6b7b8",
)
LINE, INK, ENTRANCE, EXIT, DARK, PALE = range(6, 12)
UNKNOWN = 255
DOT = 0.5  # of a cell: how large entrance and exits are drawn


class Painter:
    """Paints what a player shows into pictures of one size."""

    def __init__(self, player: Player, plan: Plan) -> None:
        self._player, self._plan = player, plan
        lattice = plan.lattice
        self._lower, self._slots, self._upper, _backs = lattice.sides_of(plan.walls)
        self._posts = int(plan.posts.max()) + 1
        self._openings = self._dots() if player.film.solves else []

    def paint(self) -> NDArray[np.uint8]:
        """Return the picture uint8[height, width]: numbers of ``COLOURS``."""
        plan, player = self._plan, self._player
        kinds = np.where(plan.lattice.inside, player.kinds, np.uint8(PLAIN))
        walls, posts = self._edges(kinds)
        values = np.concatenate([np.zeros(1, np.uint8), kinds, walls, posts])
        picture = values.take(plan.labels)
        ways = player.ways
        through = ways[self._lower] >> self._slots.astype(np.uint8) & 1
        drawn = np.concatenate([through, ways != 0]).astype(np.bool_)
        picture.reshape(-1)[plan.pixels[drawn[plan.lines]]] = LINE
        for pixels, colour in self._openings:
            picture.reshape(-1)[pixels] = colour
        return picture

    def _edges(self, kinds: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return how walls and posts look: ink, or where open like the cells around them."""
        plan = self._plan
        closed = self._player.maze.is_closed(plan.walls)
        between = np.minimum(kinds[self._lower], kinds[self._upper])
        posts: NDArray[np.uint8] = np.full(self._posts, UNKNOWN, np.uint8)
        np.minimum.at(posts, plan.posts, between[:, None])
        posts[plan.posts[closed]] = INK
        return np.where(closed, np.uint8(INK), between), posts

    def _dots(self) -> list[tuple[NDArray[np.int64], int]]:
        """Return the pixels of the entrance and the exits, and their colours."""
        film, plan = self._player.film, self._plan
        rows, columns = np.indices(plan.labels.shape)
        found = []
        marks = [(each, EXIT) for each in film.exits]
        marks += [(film.entrance, ENTRANCE)] if film.entrance else []
        for opening, colour in marks:
            x, y = plan.middles[opening.cell]
            away = np.hypot(columns - x, rows - y)
            found.append((np.flatnonzero(away <= max(1.0, DOT / 2 * plan.cell)), colour))
        return found


def as_image(picture: NDArray[np.uint8]) -> Image.Image:
    """Return numbers of ``COLOURS`` uint8[height, width] as a picture with a palette."""
    from PIL import Image

    height, width = picture.shape
    image = Image.frombytes("P", (width, height), picture.tobytes())
    image.putpalette(b"".join(bytes.fromhex(colour[1:]) for colour in COLOURS))
    return image


def caption(text: str, width: int, size: int) -> NDArray[np.uint8]:
    """Return one line of text, ``size`` px high letters in the middle of a strip of paper."""
    from PIL import Image, ImageDraw, ImageFont

    from mazeeditor.drawing.faces import BUNDLED

    font = ImageFont.truetype(str(BUNDLED), size, layout_engine=ImageFont.Layout.BASIC)
    while len(text) > 1 and font.getlength(text) > width:
        text = text[:-2] + "…"
    grey = Image.new("L", (width, round(size * 1.8)))
    ImageDraw.Draw(grey).text((width / 2, grey.height / 2), text, 255, font, anchor="mm")
    shades = np.array([PLAIN, PALE, DARK, INK], np.uint8)
    return shades[np.asarray(grey) >> 6]
