"""Writes films as moving pictures; each file is one format, chosen by the suffix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from mazeeditor.films.film import Film
from mazeeditor.films.pictures import Pictures
from mazeeditor.films.showing import Showing, check_size, stage_of
from mazeeditor.job import Job
from mazeeditor.registry import Registry, of_suffix
from mazeeditor.words import _

F = TypeVar("F", bound=Callable[[Pictures, Path, int], list[Path]])


@dataclass(frozen=True)
class FilmFormat:
    """A registered format.

    ``write(pictures, path, loop)`` writes them, whole or not at all, and returns the files written;
    the film is played ``loop`` times, 0 being for ever. ``copies`` says how often that keeps all
    pictures in memory.
    """

    name: str
    label: str
    suffix: str
    write: Callable[[Pictures, Path, int], list[Path]]
    order: int = 100
    copies: int = 1

    @property
    def summary(self) -> str:
        """One line for people."""
        return (self.write.__doc__ or "").strip().partition("\n")[0]


FILMS: Registry[FilmFormat] = Registry("film format", __name__)


def film_format(
    name: str, label: str, *, suffix: str, order: int = 100, copies: int = 1
) -> Callable[[F], F]:
    """Register a function that writes films."""

    def register(write: F) -> F:
        FILMS.add(FilmFormat(name, label, suffix, write, order, copies))
        return write

    return register


def format_for(path: Path) -> FilmFormat:
    """Return the format of the name's suffix; raises ``UsageError`` that lists those known."""
    return of_suffix(FILMS, path, _("{file} ends with no format of films. Known are: {known}."))


def write_film(
    films: Sequence[Film], path: Path, showing: Showing | None = None, job: Job | None = None
) -> list[Path]:
    """Write finished films of one maze, side by side; return the files written.

    Raises ``UsageError``, ``MazeError`` and ``CancelledError``; then nothing was written.
    """
    showing, job, found = showing or Showing(), job or Job(), format_for(path)
    stage = stage_of(films, showing.cell)
    schedule = showing.schedule(max(film.steps for film in films))
    check_size(stage, len(schedule), found.copies)
    pictures = Pictures(films, stage, schedule, job, same_end=showing.same_end)
    return found.write(pictures, path, showing.loop)
