"""The frames of a film file: one film, or several side by side, each drawn when it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.films.film import Film
from mazeeditor.films.pixel_map import PixelMap, pixel_map_of, size_of
from mazeeditor.films.player import Player
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.tiling import Tiling
from mazeeditor.screen.palette import LIGHT
from mazeeditor.screen.pixel_colours import AREA, AREAS, HEAD, PLAIN

MIN_CELL_PX, MAX_CELL_PX = 3, 64  # px of a cell


if TYPE_CHECKING:
    from PIL import Image, ImageFont


# The colours of a frame by their numbers: the marks, then PATH and the others below
COLOURS = (
    "#ffffff",  # PLAIN
    "#d5c8f0",  # VISITED
    "#c3c8d0",  # FILLED
    "#ffe08a",  # LEFT
    *LIGHT.areas,  # AREA and on
    "#cfe3fa",  # ROUTE
    "#f06a00",  # HEAD
    "#005fb8",  # PATH
    "#17181a",  # INK
    "#16843a",  # ENTRANCE
    "#cf2f2f",  # EXIT
    "#6b6c6e",  # DARK, PALE: the edges of letters
    "#b6b7b8",
)
PATH, INK, ENTRANCE, EXIT, DARK, PALE = range(HEAD + 1, HEAD + 7)
UNSET = 255
SHADES = np.array([PLAIN, PALE, DARK, INK], np.uint8)  # of letters
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


LEGEND_LETTERS, SWATCH, BETWEEN = 12, 11, 14  # px: letters, squares, and between two entries
LEGEND_LINE, EDGE, GAP = 20, 6, 5  # px: its height, at both ends, between square and label


def entry_width(label: str) -> int:
    """Return the px that an entry of a legend takes."""
    return SWATCH + GAP + ceil(_font(LEGEND_LETTERS).getlength(label))


def legend_rows(legend: Sequence[tuple[int, str]], width: int) -> list[list[tuple[int, int, str]]]:
    """Return the lines of a legend: (left px, colour, label) of each entry, as many as fit."""
    rows: list[list[tuple[int, int, str]]] = []
    left = width
    for colour, label in legend:
        needed = entry_width(label)
        if not rows or left + needed > width - EDGE:
            rows.append([])
            left = EDGE
        rows[-1].append((left, colour, label))
        left += needed + BETWEEN
    return rows


def draw_legend(legend: Sequence[tuple[int, str]], width: int) -> NDArray[np.uint8]:
    """Return a strip of paper with the squares and labels of a legend."""
    from PIL import Image, ImageDraw

    rows = legend_rows(legend, width)
    grey = Image.new("L", (width, LEGEND_LINE * len(rows)))
    pen = ImageDraw.Draw(grey)
    squares: list[tuple[int, int, int]] = []
    for number, row in enumerate(rows):
        middle = number * LEGEND_LINE + LEGEND_LINE // 2
        for left, colour, label in row:
            squares.append((left, middle - SWATCH // 2, colour))
            place = (left + SWATCH + GAP, middle)
            pen.text(place, label, 255, _font(LEGEND_LETTERS), anchor="lm")
    strip = SHADES[np.asarray(grey) >> 6]
    for left, top, colour in squares:
        strip[top : top + SWATCH, left : left + SWATCH] = DARK
        square = strip[top + 1 : top + SWATCH - 1, left + 1 : left + SWATCH - 1]
        square[:] = colour
        if colour == AREA:  # a stripe of each colour
            square[:] = AREA + np.arange(SWATCH - 2) * AREAS // (SWATCH - 2)
    return strip


def _font(size: int) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont

    from mazeeditor.core.typefaces.typefaces import BUNDLED

    return ImageFont.truetype(str(BUNDLED), size, layout_engine=ImageFont.Layout.BASIC)


def as_image(frame: NDArray[np.uint8]) -> Image.Image:
    """Return numbers of ``COLOURS`` uint8[height, width] as an image with a palette."""
    from PIL import Image

    height, width = frame.shape
    image = Image.frombytes("P", (width, height), frame.tobytes())
    image.putpalette(b"".join(bytes.fromhex(colour[1:]) for colour in COLOURS))
    return image


def caption(text: str, width: int, size: int) -> NDArray[np.uint8]:
    """Return one line of text, ``size`` px high letters in the middle of a strip of paper."""
    from PIL import Image, ImageDraw

    font = _font(size)
    while len(text) > 1 and font.getlength(text) > width:
        text = text[:-2] + "…"
    grey = Image.new("L", (width, round(size * 1.8)))
    ImageDraw.Draw(grey).text((width / 2, grey.height / 2), text, 255, font, anchor="mm")
    return SHADES[np.asarray(grey) >> 6]


SCREEN = 960, 720  # px: frames fit into it by default
LETTERS = 14  # px: the height of the letters of a caption
MEMORY_BYTES = 400_000_000  # bytes that all frames together may take
MAX_LENGTH_PX = 20_000  # px
MAPPING = 0.1  # of the work


@dataclass(frozen=True)
class FrameLayout:
    """Films side by side: ``columns`` of mazes, each ``width`` x ``height`` px, ``cell`` px a cell.

    Above each maze there are ``caption`` px for the name of the algorithm, below all of them
    ``legend`` px.
    """

    cell: int
    columns: int
    rows: int
    width: int
    height: int
    caption: int
    legend: int = 0
    least: int = 0  # px of the width, so that every entry of the legend has room

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a whole frame in px."""
        width, height = self.mazes
        return max(width, self.least), height + self.legend

    @property
    def mazes(self) -> tuple[int, int]:
        """Width and height of what is above the legend, in px."""
        return self.columns * self.width, self.rows * (self.height + self.caption)

    def corner(self, index: int) -> tuple[int, int]:
        """Return the left and the top of a maze, in px."""
        row, column = divmod(index, self.columns)
        return column * self.width, row * (self.height + self.caption) + self.caption


def layout_of(
    lattice: Lattice,
    films: int,
    cell: int | None,
    legend: Sequence[tuple[int, str]] = (),
) -> FrameLayout:
    """Return the layout for films of mazes of a lattice in which the cells are largest.

    ``legend`` are numbers of ``COLOURS`` with labels.
    """
    columns = range(1, films + 1)
    layouts = [_layout(lattice.geometry, films, number, cell, legend) for number in columns]
    # with a legend and without they are arranged alike
    return max(layouts, key=lambda layout: (layout.cell, -layout.mazes[0] * layout.mazes[1]))


def _layout(
    geometry: Tiling,
    films: int,
    columns: int,
    cell: int | None,
    legend: Sequence[tuple[int, str]],
) -> FrameLayout:
    rows = ceil(films / columns)
    caption = round(1.8 * LETTERS) if films > 1 else 0
    least = max((2 * EDGE + entry_width(label) for _colour, label in legend), default=0)

    def layout(cell: int) -> FrameLayout:
        width, height = size_of(geometry, cell)
        foot = LEGEND_LINE * len(legend_rows(legend, max(columns * width, least)))
        return FrameLayout(cell, columns, rows, width, height, caption, foot, least)

    def fits(layout: FrameLayout) -> bool:
        return layout.size[0] <= SCREEN[0] and layout.size[1] <= SCREEN[1]

    if cell is not None:
        return layout(cell)
    sizes = range(MAX_CELL_PX // 2, MIN_CELL_PX - 1, -1)
    return next(filter(fits, map(layout, sizes)), layout(MIN_CELL_PX))


def check_size(layout: FrameLayout, frames: int, copies: int) -> None:
    """Raise ``UsageError`` where frames, held in memory ``copies`` times, would take too much."""
    width, height = layout.size
    most = MEMORY_BYTES // (width * height * max(1, copies))
    if (frames if copies else 1) > most or max(width, height) > MAX_LENGTH_PX:
        raise UsageError(
            _(
                "{frames:,} frames of {width:,} × {height:,} pixels are too many or too large: "
                "choose smaller cells or fewer frames ({most:,} fit)."
            ).format(frames=frames, width=width, height=height, most=most)
        )


class Frames:
    """The frames of ``films`` in a layout; ``durations`` are in ms.

    ``schedule`` are the steps to show and their durations; of a shorter film that is the same step,
    or with ``same_end`` the same share of its steps. Iterating raises ``CancelledError``.
    """

    def __init__(
        self,
        films: Sequence[Film],
        layout: FrameLayout,
        schedule: Sequence[tuple[int, int]],
        job: Job,
        *,
        same_end: bool = False,
        legend: Sequence[tuple[int, str]] = (),
    ) -> None:
        self._layout, self._schedule, self._job = layout, schedule, job
        self._same_end, self._steps = same_end, max(1, *(film.steps for film in films))
        self.durations = [duration for _step, duration in schedule]
        with job.part(MAPPING):
            pixel_map = pixel_map_of(films[0].lattice, layout.cell, job)
        self._players = [Player(film) for film in films]
        self._renderers = [FrameRenderer(player, pixel_map) for player in self._players]
        self._background: NDArray[np.uint8] = np.zeros(layout.size[::-1], np.uint8)
        if layout.caption:
            for index, film in enumerate(films):
                left, top = layout.corner(index)
                strip = caption(film.title, layout.width, LETTERS)
                self._background[top - layout.caption : top, left : left + layout.width] = strip
        if layout.legend:
            self._background[-layout.legend :] = draw_legend(legend, layout.size[0])
        job.phase(len(schedule))

    def __len__(self) -> int:
        return len(self._schedule)

    def __iter__(self) -> Iterator[Image.Image]:
        for number, (step, _duration) in enumerate(self._schedule):
            self._job.step(number)
            yield as_image(self._draw(step))

    def split(self) -> tuple[Image.Image, Iterator[Image.Image]]:
        frames = iter(self)
        return next(frames), frames

    def _draw(self, step: int) -> NDArray[np.uint8]:
        frame, layout = self._background.copy(), self._layout
        for index, player in enumerate(self._players):
            share = player.film.steps / self._steps if self._same_end else 1
            player.seek(round(step * share))
            left, top = layout.corner(index)
            maze = self._renderers[index].draw()
            frame[top : top + layout.height, left : left + layout.width] = maze
        return frame
