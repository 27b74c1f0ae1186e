"""Writes a maze as pictures, pages and text; each file is one format, chosen by the suffix."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import Option, check_all, options_of
from mazeeditor.core.registry import FileFormat, Registry, of_suffix
from mazeeditor.core.translation import _, printable
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.solvers import Solution, solve
from mazeeditor.maze.walls import count_closed
from mazeeditor.page.compose import compose
from mazeeditor.page.findings import (
    NARROW,
    PageFinding,
    findings_of_maze,
    log_findings,
    why_unreadable_on,
)
from mazeeditor.page.kept_project import keeping
from mazeeditor.page.page import NOTHING, Page
from mazeeditor.page.page_layout import poster_grid
from mazeeditor.page.poster import sheets_of
from mazeeditor.page.scene import Scene
from mazeeditor.page.tokens import TOKENS
from mazeeditor.page.wall_styles import WALL_STYLES
from mazeeditor.page.walls.wall_items import composing_bytes, is_long

KEEPING = options_of(keeping)
KEEP = KEEPING[0].name
MAX_BESIDE_BYTES = 10_000_000  # bytes of a picture of tiles, far more than ours have
PORTION_BYTES = 24_000_000  # bytes for one portion of the walls, where they are made piece by piece
BYTES_PER_WALL = 24  # bytes a closed wall then, for the ends of strokes and for the file
Data = bytes | bytearray
SOLVING, COMPOSING, ENCODING = 0.2, 0.4, 0.4  # of the work, about


@dataclass(frozen=True, kw_only=True)
class Exporter(FileFormat[Callable[..., Data]]):
    """A registered format.

    ``run(scenes, job, **options)`` returns the bytes of a file; where not ``paged`` it gets one
    scene at a time and each page becomes a file. Where not ``drawn`` it is
    ``run(maze, job, **options)`` and the page does not matter. Where ``played`` it is
    ``run(page, job, **options)`` with a ``MazePage``, and there is nothing without a maze.
    ``memory`` is how many bytes it takes at most for each closed wall, besides those of ``compose``
    and of pixels, and ``most`` how many cells it holds. ``beside(lattice, **options)`` returns
    files by their names that go with each file of a format that is not ``drawn``. ``keep`` puts the
    bytes of a project into those of a file, where the format has a place for it.
    """

    drawn: bool = True
    paged: bool = False
    played: bool = False
    memory: int = 600
    most: int | None = None
    beside: Callable[..., Mapping[str, bytes]] | None = None
    keep: Callable[[Data, bytes], Data] | None = None

    @property
    def maze_options(self) -> tuple[Option, ...]:
        """The options for the file of one maze: its own, and whether it keeps the project."""
        return (*self.options, *KEEPING) if self.keep else self.options

    @property
    def draws_any(self) -> bool:
        """Whether it draws any pages, also those without a maze."""
        return self.drawn and not self.played


@dataclass(frozen=True, eq=False)
class MazePage:
    """A maze and its pages: the puzzle, then the solution if there is one, whatever is printed."""

    maze: Maze
    page: Page
    scenes: tuple[Scene, ...]


@dataclass(frozen=True)
class Judge:
    """Says what is wrong with the pages of a maze before they are written.

    ``audience`` is the name of the one for whom the maze was asked for, "" for none, and ``recipe``
    is that of the maze. ``use`` gets what is wrong; if it raises, nothing is written.
    """

    audience: str = ""
    recipe: Recipe = field(default_factory=Recipe)
    use: Callable[[Sequence[PageFinding]], object] = log_findings

    def take(
        self,
        scenes: Sequence[Scene],
        maze: Maze,
        page: Page,
        job: Job,
        *,
        routed: bool,
        played: bool = False,
    ) -> None:
        """Judge the pages; ``routed`` is whether a route was found, ``played`` if on a screen.

        Raises what ``use`` raises, and ``CancelledError``.
        """
        blocked = False
        if not routed and maze.entrance is not None and maze.exits:
            with job.part(SOLVING):
                blocked = not solve("breadth-first", maze, job=job).solved
        found = findings_of_maze(
            scenes,
            page,
            audience=self.audience,
            blocked=blocked,
            unreadable=why_unreadable_on(page, maze, self.recipe),
            sheets=prod(poster_grid(page)),
        )
        # a page on a screen is as large as its reader makes it
        self.use([one for one in found if not (played and one.kind == NARROW)])


EXPORTERS: Registry[Exporter] = Registry("exporter", __name__)
exporter = EXPORTERS.decorator(Exporter)


def encoding_bytes(entry: Exporter, maze: Maze, page: Page, *, once: bool = False) -> float:
    """Return how many bytes a format takes for the walls of a page, at most.

    ``once`` as for ``compose``.
    """
    if once and is_long(maze, page):
        return PORTION_BYTES + BYTES_PER_WALL * count_closed(maze.lattice, maze.walls)
    each = entry.memory * WALL_STYLES[page.walls].points
    return each * count_closed(maze.lattice, maze.walls)


def exporter_for(
    path: Path, *, drawn: bool = False, beside: Iterable[FileFormat[Any]] = ()
) -> Exporter:
    """Return the format of the name's suffix, of those that draw any pages where ``drawn``.

    Raises ``UsageError`` that lists the known formats, those ``beside`` them too.
    """
    known = [entry for entry in EXPORTERS if entry.draws_any or not drawn]
    words = _("{file} does not end with a format that can be exported. Choose one of: {known}.")
    return of_suffix(known, path, words, beside)


def route_for(
    maze: Maze, page: Page, shown: Solution | None = None, job: Job | None = None
) -> Solution | None:
    """Return the solution of which a page shows the route, ``None`` where it shows none.

    It is the tour past what the page has to collect, or the route to the first exit where a riddle
    tells it; else ``shown`` if that has a route, else a shortest one; unsolved if the maze has
    none, with a note on the reason if that is known.
    Raises ``MazeError`` for a maze without entrance or exit, and ``CancelledError``.
    """
    if page.solution == "none":
        return None
    tour, kind = None, TOKENS[page.along] if page.along != NOTHING else None
    if kind:
        tour = kind.tour_in(maze, page, job or Job())
    if tour:
        marks = np.zeros(maze.lattice.size, np.uint8)
        return Solution(maze.lattice, "", tour.route, marks, note=tour.lost)
    if kind and kind.to_first and len(maze.exits) > 1:
        maze, shown = maze.copy(), None
        maze.set_openings(maze.entrance, maze.exits[:1])
    if shown and shown.solved:
        return shown
    job = job or Job()
    with job.part(SOLVING):
        return solve("breadth-first", maze, job=job)


def pages_of(
    maze: Maze, page: Page, shown: Solution | None = None, job: Job | None = None
) -> list[Scene]:
    """Return the pages of a maze, with the route of ``route_for``, and raise what that raises.

    Raises ``UsageError`` where the page cannot hold the maze.
    """
    job = job or Job()
    route = route_for(maze, page, shown, job)
    with job.part(COMPOSING):
        return compose(maze, page, route, job)


def export(
    maze: Maze,
    path: Path,
    page: Page,
    shown: Solution | None = None,
    job: Job | None = None,
    judge: Judge | None = None,
    *,
    project: Callable[[Job], bytes] | None = None,
    **options: Any,
) -> list[Path]:
    """Write a maze in the format of the name's suffix; return the files written.

    The page shows the route of ``route_for``. A second page goes to ``name-solution.svg`` where
    the format holds one page; both are written or neither is, as ``write_together`` does. What
    is wrong with them goes to the ``judge``, which logs it if it is None. With ``keep_project``
    each file keeps what ``project`` returns. Raises ``UsageError``,
    ``MazeError``, also where there is no route to draw, and ``CancelledError``.
    """
    entry = exporter_for(path)
    _check_keeping(entry, options)
    chosen = check_all(entry.maze_options, options)
    keeps = chosen.pop(KEEP, False) and project is not None
    job, judge = job or Job(), judge or Judge()
    what = _("{format} with {cells:,} cells").format(format=entry.label, cells=maze.lattice.cells)
    _check_cells(entry, maze)
    if entry.drawn:
        once = poster_grid(page) == (1, 1) and not entry.played
        needed = composing_bytes(maze, page, once=once)
        check_free(what, needed + encoding_bytes(entry, maze, page, once=once))
        route = route_for(maze, page, shown, job)
        if route and not route.solved:
            reason = route.note or _("This maze has no route to draw.")
            text = _("{reason} Export it without a solution.")
            raise MazeError(text.format(reason=reason))
        files: dict[Path, Data]
        if entry.played:
            files = {path: _encode_game(entry, maze, page, route or shown, job, chosen, judge)}
        else:
            with job.part(COMPOSING):
                scenes = compose(maze, page, route, job, once=once)
            judge.take(scenes, maze, page, job, routed=route is not None)
            sheets = scenes if once else sheets_of(scenes, page, job)
            with job.part(ENCODING):
                files = _encode(sheets, path, job, chosen)
    else:
        check_free(what, entry.memory * maze.lattice.cells)
        files = {path: entry.run(maze, job, **chosen)}
        further = entry.beside(maze.lattice, **chosen) if entry.beside else {}
        for name, data in further.items():
            _check_own(path.with_name(name), data)
            files[path.with_name(name)] = data
    if keeps and project and entry.keep:
        kept = project(job)
        files = {file: entry.keep(data, kept) for file, data in files.items()}
    job.check()
    return write_together(files.items(), job)


def _check_keeping(entry: Exporter, options: Mapping[str, Any]) -> None:
    """Raise ``UsageError`` where a format without a place for the project is to keep it."""
    if options.get(KEEP) and entry.keep is None:
        text = _("{format} cannot keep the project: {known} can.")
        known = ", ".join(other.label for other in EXPORTERS if other.keep)
        raise UsageError(text.format(format=entry.label, known=known))


def _check_own(path: Path, data: Data) -> None:
    """Raise ``MazeError`` where a file that belongs beside another is there, but none of ours.

    Its user has not named it. ``data`` is what it is to hold: a picture, of which another version
    of Pillow may write other bytes.
    """
    if not os.path.lexists(path):
        return
    from mazeeditor.core.pictures import decode_picture  # here: few formats have such files

    own = False
    with suppress(OSError, UsageError):
        if path.is_file() and path.stat().st_size < MAX_BESIDE_BYTES:
            old, new = decode_picture(path.read_bytes()), decode_picture(bytes(data))
            own = old.mode == new.mode and old.size == new.size and old.tobytes() == new.tobytes()
    if not own:
        text = _(
            "{file} is there already, and is not a picture that this format writes: move "
            "it, or write into another folder."
        )
        raise MazeError(text.format(file=printable(path)))


def _check_cells(entry: Exporter, maze: Maze) -> None:
    """Raise ``UsageError`` for a maze of more cells than a format holds."""
    cells = maze.lattice.cells
    if entry.most is not None and cells > entry.most:
        text = _("{format} holds {most:,} cells at most; this maze has {cells:,}.")
        raise UsageError(text.format(format=entry.label, most=entry.most, cells=cells))


def _encode_game(
    entry: Exporter,
    maze: Maze,
    page: Page,
    route: Solution | None,
    job: Job,
    chosen: Mapping[str, Any],
    judge: Judge,
) -> Data:
    """Return the bytes of a page to play: with a ``route``, else with a shortest one if any."""
    if not (route and route.solved) and maze.entrance and maze.exits:
        with job.part(SOLVING):
            route = route_for(maze, replace(page, solution="page"), job=job)
    with job.part(COMPOSING):
        scenes = compose(maze, replace(page, solution="page"), route, job)
    solved = bool(route and route.solved)
    judge.take(scenes, maze, page, job, routed=solved, played=True)
    with job.part(ENCODING):
        return entry.run(MazePage(maze, page, tuple(scenes)), job, **chosen)


def encode_scenes(
    scenes: list[Scene], path: Path, job: Job | None = None, **options: Any
) -> dict[Path, bytes]:
    """Return the bytes of each file that pages become in the format of the name's suffix.

    Raises ``UsageError`` and ``CancelledError``.
    """
    chosen = check_all(exporter_for(path, drawn=True).options, options)
    files = _encode(scenes, path, job or Job(), chosen)
    return {target: bytes(data) for target, data in files.items()}


def _encode(
    scenes: list[Scene], path: Path, job: Job, chosen: Mapping[str, Any]
) -> dict[Path, Data]:
    entry = exporter_for(path, drawn=True)
    groups = [scenes] if entry.paged else [[scene] for scene in scenes]
    files: dict[Path, Data] = {}
    for group in groups:
        with job.part(1 / len(groups)):
            files[target_of(path, group[0].name)] = entry.run(group, job, **chosen)
    return files


def targets(path: Path, page: Page) -> list[Path]:
    """Return the files that ``export`` would write with a solution, to ask about old ones."""
    entry = exporter_for(path)
    second = entry.drawn and not entry.paged and page.solution == "page"
    return [path, target_of(path, "solution")] if second else [path]


def target_of(path: Path, page_name: str) -> Path:
    """Return the file of a page: ``maze.svg`` and ``maze-solution.svg``."""
    return path.with_stem(f"{path.stem}-{page_name}") if page_name else path
