"""Writes films as animations; each file is one format, chosen by the suffix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.registry import FileFormat, Registry, of_suffix
from mazeeditor.core.translation import _
from mazeeditor.films.film import Film
from mazeeditor.films.film_options import FilmOptions
from mazeeditor.films.frames import MEMORY, Frames, check_size, layout_of
from mazeeditor.films.legend import legend_of
from mazeeditor.films.pixel_map import bytes_of
from mazeeditor.maze.lattice import Lattice


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
    return of_suffix(FILMS, path, _("{file} has no suffix of a film format. Known are: {known}."))


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
    frames = min(MEMORY, width * height * options.count(1) * target.copies)
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
