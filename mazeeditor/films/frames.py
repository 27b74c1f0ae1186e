"""The frames of a film file: one film, or several side by side, each drawn when it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import UsageError
from mazeeditor.films.film import Film
from mazeeditor.films.film_options import LARGEST, SMALLEST
from mazeeditor.films.frame_renderer import FrameRenderer, as_image, caption
from mazeeditor.films.pixel_map import pixel_map_of, size_of
from mazeeditor.films.player import Player
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Geometry
from mazeeditor.translation import _

if TYPE_CHECKING:
    from PIL import Image

SCREEN = 960, 720  # px: frames fit into it by default
LETTERS = 14  # px: the height of the letters of a caption
MEMORY = 400_000_000  # bytes that all frames together may take
LONGEST = 20_000  # px
MAPPING = 0.1  # of the work


@dataclass(frozen=True)
class FrameLayout:
    """Films side by side: ``columns`` of mazes, each ``width`` x ``height`` px, ``cell`` px a cell.

    Above each maze there are ``caption`` px for the name of the algorithm.
    """

    cell: int
    columns: int
    rows: int
    width: int
    height: int
    caption: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a whole frame in px."""
        return self.columns * self.width, self.rows * (self.height + self.caption)

    def corner(self, index: int) -> tuple[int, int]:
        """Return the left and the top of a maze, in px."""
        row, column = divmod(index, self.columns)
        return column * self.width, row * (self.height + self.caption) + self.caption


def layout_of(films: Sequence[Film], cell: int | None) -> FrameLayout:
    """Return the layout for films of one maze in which the cells are largest."""
    geometry = films[0].lattice.geometry
    layouts = [_layout(geometry, len(films), columns, cell) for columns in range(1, len(films) + 1)]
    return max(layouts, key=lambda layout: (layout.cell, -layout.size[0] * layout.size[1]))


def _layout(geometry: Geometry, films: int, columns: int, cell: int | None) -> FrameLayout:
    rows = ceil(films / columns)
    caption = round(1.8 * LETTERS) if films > 1 else 0
    if cell is None:
        sizes = range(LARGEST // 2, SMALLEST - 1, -1)
        cell = next((size for size in sizes if _fits(geometry, size, columns, rows, caption)), 3)
    return FrameLayout(cell, columns, rows, *size_of(geometry, cell), caption)


def _fits(geometry: Geometry, cell: int, columns: int, rows: int, caption: int) -> bool:
    width, height = size_of(geometry, cell)
    return width * columns <= SCREEN[0] and (height + caption) * rows <= SCREEN[1]


def check_size(layout: FrameLayout, frames: int, copies: int) -> None:
    """Raise ``UsageError`` where frames, held in memory ``copies`` times, would take too much."""
    width, height = layout.size
    most = MEMORY // (width * height * max(1, copies))
    if (frames if copies else 1) > most or max(width, height) > LONGEST:
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
        job.phase(len(schedule))

    def __len__(self) -> int:
        return len(self._schedule)

    def __iter__(self) -> Iterator[Image.Image]:
        for number, (step, _duration) in enumerate(self._schedule):
            self._job.step(number)
            yield as_image(self._draw(step))

    def split(self) -> tuple[Image.Image, Iterator[Image.Image]]:
        """Return the first frame and the others."""
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
