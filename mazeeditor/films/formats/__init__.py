"""Writes films as animations; each file is one format, chosen by the suffix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Annotated

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import Between, check_fields, options_of
from mazeeditor.core.registry import FileFormat, Registry, of_suffix
from mazeeditor.core.translation import _
from mazeeditor.films.film import Film
from mazeeditor.films.frames import (
    MAX_CELL_PX,
    MEMORY_BYTES,
    MIN_CELL_PX,
    Frames,
    check_size,
    layout_of,
)
from mazeeditor.films.legend import legend_of
from mazeeditor.films.pixel_map import bytes_of
from mazeeditor.maze.lattice import Lattice

SECONDS = 10.0  # the length of a film by default
TICK_MS = 10  # ms: the unit of GIF
MAX_FRAMES = 10_000  # frames


@dataclass(frozen=True, kw_only=True)
class FilmOptions:
    """The options; raises ``UsageError``."""

    seconds: Annotated[
        float | None, Between(0.1, 3600, "s"), _("length of the film; by default 10 s")
    ] = None
    speed: Annotated[
        float | None, Between(0.01, 1e9), _("steps shown per second, in place of a length")
    ] = None
    fps: Annotated[float, Between(0.1, 50), _("most frames shown per second")] = 20.0
    frames: Annotated[
        int | None,
        Between(2, MAX_FRAMES),
        _("most frames of the film: fewer are shown per second if necessary"),
    ] = None
    hold: Annotated[float, Between(0, 60, "s"), _("time for which the last frame is shown")] = 2.0
    cell: Annotated[
        int | None,
        Between(MIN_CELL_PX, MAX_CELL_PX, "px"),
        _("size of a cell in the film; by default the film fits a screen"),
    ] = None
    loop: Annotated[int, Between(0, 1000), _("number of times the film is played; 0: for ever")] = 0
    same_end: Annotated[
        bool, _("let films side by side end together, in place of one step each at a time")
    ] = False
    no_legend: Annotated[bool, _("leave out the legend of the colours below the mazes")] = False

    def __post_init__(self) -> None:
        check_fields(self, options_of(FilmOptions))
        if self.seconds and self.speed:
            raise UsageError(_("Choose the length of the film or its speed, not both."))

    def count(self, steps: int) -> int:
        """Return the number of frames: more steps never have fewer. Raises ``UsageError``."""
        frames = min(ceil(self._length(steps) * self.fps), steps)
        if self.frames:
            frames = min(frames, self.frames - 1)
        if frames >= MAX_FRAMES:
            raise UsageError(
                _(
                    "This film would have {frames:,} frames; the maximum is {most:,}. "
                    "Choose a shorter film or fewer frames."
                ).format(frames=frames + 1, most=MAX_FRAMES)
            )
        return max(1, frames) + 1  # of a film that has no steps yet, too

    def _length(self, steps: int) -> float:
        return steps / self.speed if self.speed else self.seconds or SECONDS

    def schedule(self, steps: int) -> list[tuple[int, int]]:
        """Return the steps to show and for how many ms each, from the first to the last step.

        Raises ``UsageError`` where that would be too many frames.
        """
        seconds, frames = self._length(steps), self.count(steps) - 1
        times = [round(seconds * 1000 / TICK_MS * at / frames) for at in range(frames + 1)]
        shown = [
            (at * steps // frames, max(1, times[at + 1] - times[at]) * TICK_MS)
            for at in range(frames)
        ]
        return [*shown, (steps, max(1, round(self.hold * 1000 / TICK_MS)) * TICK_MS)]


@dataclass(frozen=True, kw_only=True)
class FilmFormat(FileFormat[Callable[[Frames, Path, int], list[Path]]]):
    """A registered format.

    ``run(frames, path, loop)`` writes them, all or nothing, and returns the files written; the film
    is played ``loop`` times, 0 meaning forever. ``copies`` is how many copies of all frames are in
    memory meanwhile.
    """

    copies: int = 1


FILMS: Registry[FilmFormat] = Registry("film format", __name__)
film_format = FILMS.decorator(FilmFormat)


def format_for(path: Path) -> FilmFormat:
    """Return the format of the name's suffix; raises ``UsageError`` with a list of all."""
    return of_suffix(
        FILMS, path, _("{file} does not end with a format of films. Choose one of: {known}.")
    )


def legend_for(films: Sequence[Film], options: FilmOptions) -> list[tuple[int, str]]:
    """Return the legend of finished films, empty where they are to have none."""
    return [] if options.no_legend else legend_of(films)


def film_limit(
    lattice: Lattice, films: int, path: Path, options: FilmOptions
) -> Callable[[int], None]:
    """Return a function that raises ``UsageError`` where films of so many steps are too large.

    More steps are never smaller, so a recording may end as soon as it raises. ``films`` is how many
    are side by side. Raises ``MazeError`` itself where even two frames need more than is free.
    """
    target, layout = format_for(path), layout_of(lattice, films, options.cell)
    width, height = layout.size
    frames = min(MEMORY_BYTES, width * height * options.count(1) * target.copies)
    what = _("A film of {width:,} × {height:,} pixels").format(width=width, height=height)
    check_size(layout, options.count(1), target.copies)
    check_free(what, bytes_of(lattice, layout.cell) + frames)
    return lambda steps: check_size(layout, options.count(steps), target.copies)


def write_film(
    films: Sequence[Film], path: Path, options: FilmOptions | None = None, job: Job | None = None
) -> list[Path]:
    """Write finished films of one maze, side by side; return the files written.

    Raises ``UsageError``, ``MazeError`` and ``CancelledError``; then nothing was written.
    """
    options, job, target = options or FilmOptions(), job or Job(), format_for(path)
    lattice, steps = films[0].lattice, max(film.steps for film in films)
    film_limit(lattice, len(films), path, options)(steps)
    legend = legend_for(films, options)
    layout = layout_of(lattice, len(films), options.cell, legend)
    schedule = options.schedule(steps)
    frames = Frames(films, layout, schedule, job, same_end=options.same_end, legend=legend)
    return target.run(frames, path, options.loop)
