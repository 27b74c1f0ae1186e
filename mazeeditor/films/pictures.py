"""The pictures of films, one after the other: each is painted when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.films.film import Film
from mazeeditor.films.painter import Painter, as_image, caption
from mazeeditor.films.plan import plan_of
from mazeeditor.films.player import Player
from mazeeditor.films.showing import LETTERS, Stage
from mazeeditor.job import Job

if TYPE_CHECKING:
    from PIL import Image

PLANNING, PAINTING = 0.1, 0.9  # of the work


class Pictures:
    """The pictures of ``films`` on a stage; ``durations`` are in ms.

    ``schedule`` are the steps to show and their durations; of a shorter film that is the same step,
    or with ``same_end`` as large a share of it. Iterating raises ``CancelledError``.
    """

    def __init__(
        self,
        films: Sequence[Film],
        stage: Stage,
        schedule: Sequence[tuple[int, int]],
        job: Job,
        *,
        same_end: bool = False,
    ) -> None:
        self._stage, self._schedule, self._job = stage, schedule, job
        self._same_end, self._steps = same_end, max(1, *(film.steps for film in films))
        self.durations = [duration for _step, duration in schedule]
        with job.part(PLANNING):
            plan = plan_of(films[0].lattice, stage.cell, job)
        self._players = [Player(film) for film in films]
        self._painters = [Painter(player, plan) for player in self._players]
        self._ground: NDArray[np.uint8] = np.zeros(stage.size[::-1], np.uint8)
        if stage.caption:
            for place, film in enumerate(films):
                left, top = self._corner(place)
                words = caption(film.title, stage.width, LETTERS)
                self._ground[top - stage.caption : top, left : left + stage.width] = words
        job.phase(len(schedule))

    def __len__(self) -> int:
        return len(self._schedule)

    def __iter__(self) -> Iterator[Image.Image]:
        for number, (step, _duration) in enumerate(self._schedule):
            self._job.step(number)
            yield as_image(self._paint(step))

    def start(self) -> tuple[Image.Image, Iterator[Image.Image]]:
        """Return the first picture and the others."""
        pictures = iter(self)
        return next(pictures), pictures

    def _paint(self, step: int) -> NDArray[np.uint8]:
        picture, stage = self._ground.copy(), self._stage
        for place, player in enumerate(self._players):
            share = player.film.steps / self._steps if self._same_end else 1
            player.seek(round(step * share))
            left, top = self._corner(place)
            part = self._painters[place].paint()
            picture[top : top + stage.height, left : left + stage.width] = part
        return picture

    def _corner(self, place: int) -> tuple[int, int]:
        """Return where the maze of a panel begins, in px."""
        row, column = divmod(place, self._stage.columns)
        return (
            column * self._stage.width,
            row * (self._stage.height + self._stage.caption) + self._stage.caption,
        )
