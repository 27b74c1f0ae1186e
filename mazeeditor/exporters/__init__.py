"""Writes a maze as pictures, pages and text; each file is one format, chosen by the suffix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from mazeeditor.drawing.compose import compose
from mazeeditor.drawing.scene import Scene
from mazeeditor.drawing.style import Page
from mazeeditor.errors import MazeError
from mazeeditor.files.atomic import write_whole
from mazeeditor.job import Job
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution
from mazeeditor.options import Option, check_all, options_of
from mazeeditor.registry import Registry, of_suffix
from mazeeditor.solvers import solve
from mazeeditor.words import _

F = TypeVar("F", bound=Callable[..., bytes])
SOLVING, COMPOSING, ENCODING = 0.2, 0.4, 0.4  # of the work, about


@dataclass(frozen=True)
class Exporter:
    """A registered format.

    ``encode(scenes, job, **options)`` returns the bytes of a file; where not ``paged`` it gets one
    scene at a time and each page becomes a file. Where not ``drawn`` it is
    ``encode(maze, job, **options)`` and the page does not matter.
    """

    name: str
    label: str
    suffix: str
    encode: Callable[..., bytes]
    order: int = 100
    drawn: bool = True
    paged: bool = False

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen beside the page."""
        return options_of(self.encode)

    @property
    def summary(self) -> str:
        """One line for people."""
        return (self.encode.__doc__ or "").strip().partition("\n")[0]


EXPORTERS: Registry[Exporter] = Registry("exporter", __name__)


def exporter(
    name: str,
    label: str,
    *,
    suffix: str,
    order: int = 100,
    drawn: bool = True,
    paged: bool = False,
) -> Callable[[F], F]:
    """Register an encoding function under ``name``."""

    def register(encode: F) -> F:
        EXPORTERS.add(Exporter(name, label, suffix, encode, order, drawn, paged))
        return encode

    return register


def exporter_for(path: Path, *, drawn: bool = False) -> Exporter:
    """Return the format of the name's suffix, of those that draw pages where ``drawn``.

    Raises ``UsageError`` that lists those known.
    """
    known = [one for one in EXPORTERS if one.drawn or not drawn]
    words = _("{file} ends with no format to export to. Known are: {known}.")
    return of_suffix(known, path, words)


def export(
    maze: Maze,
    path: Path,
    page: Page,
    solution: Solution | None = None,
    job: Job | None = None,
    **options: Any,
) -> list[Path]:
    """Write a maze in the format of the name's suffix; return the files written.

    Where the page shows a solution and none is given, a shortest route is drawn. A second page
    goes to ``name-solution.svg`` where the format holds one page. Everything is built before
    anything is written. Raises ``UsageError``, ``MazeError``, ``CancelledError``.
    """
    found = exporter_for(path)
    chosen = check_all(found.options, options)
    job = job or Job()
    if found.drawn:
        if page.solution != "none":
            solution = _solved(maze, solution, job)
        with job.part(COMPOSING):
            scenes = compose(maze, page, solution, job)
        with job.part(ENCODING):
            files = encode_scenes(scenes, path, job, **chosen)
    else:
        files = {path: found.encode(maze, job, **chosen)}
    job.check()
    for target, data in files.items():
        write_whole(target, data)
    return list(files)


def _solved(maze: Maze, solution: Solution | None, job: Job) -> Solution:
    """Return the solution to draw; raises ``MazeError`` where there is none."""
    if solution is None:
        with job.part(SOLVING):
            solution = solve("breadth-first", maze, job=job)
    if not solution.solved:
        raise MazeError(_("This maze has no route to draw: export it without a solution."))
    return solution


def encode_scenes(
    scenes: list[Scene], path: Path, job: Job | None = None, **options: Any
) -> dict[Path, bytes]:
    """Return the bytes of each file that pages become in the format of the name's suffix.

    Raises ``UsageError`` and ``CancelledError``.
    """
    found, job = exporter_for(path, drawn=True), job or Job()
    chosen = check_all(found.options, options)
    groups = [scenes] if found.paged else [[scene] for scene in scenes]
    files = {}
    for group in groups:
        with job.part(1 / len(groups)):
            files[target_of(path, group[0].name)] = found.encode(group, job, **chosen)
    return files


def targets(path: Path, page: Page) -> list[Path]:
    """Return the files that ``export`` would write with a solution, to ask about old ones."""
    found = exporter_for(path)
    second = found.drawn and not found.paged and page.solution == "page"
    return [path, target_of(path, "solution")] if second else [path]


def target_of(path: Path, page_name: str) -> Path:
    """Return the file of a page: ``maze.svg`` and ``maze-solution.svg``."""
    return path.with_stem(f"{path.stem}-{page_name}") if page_name else path
