"""The mazes of a sheet or book, each with a number, an id and the texts that name it."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from math import inf
from typing import Any, NamedTuple

from numpy import packbits

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.files import Project
from mazeeditor.files.project import as_bytes, parse
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.masks.readable import why_unreadable
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.mirrored_openings import mirrored_openings
from mazeeditor.maze.portals.placing import Linked
from mazeeditor.maze.recipe import Recipe, maze_of, outline_of
from mazeeditor.maze.solvers import Solution
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.maze.transforms.fewer_forks import with_fewer_forks, with_forks_apart
from mazeeditor.maze.transforms.route_apart import with_route_apart
from mazeeditor.page.formats import route_for
from mazeeditor.page.marks.course import course_of
from mazeeditor.page.page import NOTHING, Page
from mazeeditor.page.shown_page import needed_of_page, shown_on
from mazeeditor.page.tokens import TOKENS, TokenSet
from mazeeditor.sheets.pages.fair_mazes import Band, Measured, measured_of, seeds_from
from mazeeditor.sheets.pages.portals import PartOfWhole

ID_LENGTH = 6  # letters: two of 1,000 mazes are alike in one of 2,000 books
WITH_ROUTE = Page(solution="page")


Openings = tuple[Opening | None, tuple[Opening, ...]]  # entrance and exits


def openings_on(page: Page, recipe: Recipe, painted: Lattice | None = None) -> Openings | None:
    """Return the openings of mazes of a recipe on a page, None for the usual ones.

    Where a page is mirrored, but not the maze since it is read, its openings are. ``painted`` is as
    in ``Puzzle``. Raises ``UsageError``.
    """
    if page.mirrored and recipe.is_read:
        return mirrored_openings(outline_of(recipe, painted).lattice)
    return None


class Suited(NamedTuple):
    """What is changed of new mazes, for what stands along their route.

    It passes ``forks`` forks at the most, none next to another, as far as possible, unless that is
    None, and where ``apart`` it never runs beside itself.
    """

    forks: int | None = None
    apart: bool = False

    @classmethod
    def of(cls, page: Page) -> Suited:
        if page.along == NOTHING:
            return cls()
        kind = TOKENS[page.along]
        forks = kind.forks if page.along_count is None else page.along_count
        return cls(None if kind.forks is None else forks, kind.apart)

    def changed(self, maze: Maze, job: Job) -> Maze:
        """Return the maze after that; raises ``UsageError`` and ``CancelledError``."""
        maze = with_route_apart(maze, job) if self.apart else maze
        if self.forks is None:
            return maze
        return with_forks_apart(with_fewer_forks(maze, self.forks, job), job)


AS_MADE = Suited()


@dataclass(frozen=True)
class Puzzle:
    """A maze to be printed, which a worker makes or reads; it can be pickled.

    ``source`` is a recipe with a seed, or the bytes of a project. ``number`` counts from 1.
    ``openings`` replace those that the lattice of a recipe has by default, unless the maze shows
    something. ``fields`` are further
    texts, by the name that stands in braces for each; ``row`` is the row of the list that they
    come from, and ``named_by`` the column that says whom the row is for. A new maze is ``suited``
    to what stands along its route. ``painted`` has the outline of a recipe that was painted by
    hand. With a ``part`` it is a part of one maze over many pages. With a ``band`` its seed may be
    another one, by which it is as hard as the others: ``settled`` finds it.
    """

    number: int
    source: Recipe | bytes
    openings: Openings | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    row: int = 0
    named_by: str = ""
    suited: Suited = AS_MADE
    painted: Lattice | None = field(default=None, compare=False)
    part: PartOfWhole | None = None
    band: Band | None = None

    @classmethod
    def of_file(cls, number: int, project: Project) -> Puzzle:
        return cls(number, as_bytes(project))

    def maze(self, job: Job) -> Maze:
        """Return a new copy of the maze; raises ``UsageError`` and ``CancelledError``.

        Also ``MazeError`` where it is a part of which nothing is left but its number.
        """
        return self.linked(job).maze if self.part else self._made(job)

    def linked(self, job: Job) -> Linked:
        """Return the maze, and the cells of its portals where it has a ``part``.

        Raises what ``maze`` raises.
        """
        part, source = self.part, self.source
        if part is None:
            return Linked(self._made(job), ())
        if not (part.origin and isinstance(source, bytes)):
            return part.linked(self._made(job), None, job)
        project = parse(source, job)
        first = replace(self, source=_remade_recipe(part.origin, project.recipe), part=None)
        return part.linked(project.maze, first.maze(job), job)

    @property
    def name(self) -> str:
        """What it is called above its answer: its number, or what it is a part of the way for."""
        return self.part.name if self.part else str(self.number)

    def _made(self, job: Job) -> Maze:
        return self.showing(job)[0]

    def showing(self, job: Job) -> tuple[Maze, ChosenSubject | None]:
        """Return a new copy of the maze, not as a part of others, and what it shows.

        Raises ``UsageError`` and ``CancelledError``.
        """
        if isinstance(self.source, bytes):
            project = parse(self.source, job)
            return project.maze, project.recipe.subject
        if self.band:
            return self.settled(job).showing(job)
        maze = maze_of(self.source, _lattice_of(self.source, self.painted, job), job)
        if self.openings and not self.source.subject:
            maze.set_openings(*self.openings)
        return self.suited.changed(maze, job), self.source.subject

    def settled(self, job: Job) -> Puzzle:
        """Return the puzzle with the seed whose maze lies in its band, or nearest to it.

        Raises ``UsageError`` and ``CancelledError``.
        """
        band, source = self.band, self.source
        if band is None or isinstance(source, bytes) or source.seed is None:
            return replace(self, band=None)
        tried: list[tuple[float, Puzzle]] = []
        for seed in seeds_from(source.seed):
            puzzle = replace(self, source=replace(source, seed=seed), band=None)
            measured = puzzle.measured(job)
            away = band.distance(measured) if measured else inf
            if away == 0:
                return puzzle
            tried.append((away, puzzle))
        return min(tried, key=lambda each: each[0])[1]

    def measured(self, job: Job) -> Measured | None:
        """Return how hard its maze is; raises ``UsageError`` and ``CancelledError``."""
        maze = self.maze(job)
        measured = measured_of(maze, job)
        if measured is None or self.suited.forks is None:
            return measured
        with suppress(UsageError):  # it has several routes, and the page says so
            forks = course_of(maze, ends=True, job=job).forks
            return measured._replace(crowded=any(fork.held for fork in forks))
        return measured

    @property
    def owner(self) -> str:
        return self.fields.get(self.named_by, "")

    @property
    def cells(self) -> int:
        """About how many cells it has."""
        if isinstance(self.source, bytes):
            return len(self.source)
        lengths = [size for size in self.source.sizes.values() if type(size) is int]
        return lengths[0] * (lengths[1] if len(lengths) > 1 else 4 * lengths[0]) if lengths else 1

    @property
    def seed(self) -> int | None:
        return None if isinstance(self.source, bytes) else self.source.seed


def _remade_recipe(origin: Recipe, own: Recipe) -> Recipe:
    """Return the recipe of a maze that was edited by hand, which may be another of the chapter."""
    alike = own.generator == origin.generator and own.shape == origin.shape
    return origin if own.seed is None or not alike else replace(origin, seed=own.seed)


class _Lattice:
    """The lattice of one outline, once it has been made."""

    def __init__(self) -> None:
        self.made: Lattice | None = None


@dataclass(frozen=True)
class _Outline:
    """The parts of a recipe that its lattice depends on."""

    recipe: Recipe
    painted: bytes  # the same for copies of a lattice, as workers get

    @classmethod
    def of(cls, recipe: Recipe, painted: Lattice | None) -> _Outline:
        of_shape = Recipe(
            shape=recipe.shape, sizes=recipe.sizes, masks=recipe.masks, pieces=recipe.pieces
        )
        if painted is None:
            return cls(of_shape, b"")
        known = repr((painted.shape, sorted(painted.parameters.items()))).encode()
        return cls(of_shape, known + packbits(painted.inside).tobytes())

    def __hash__(self) -> int:
        return hash((self.recipe.shape, *sorted(self.recipe.sizes.items())))


@lru_cache(maxsize=1)
def last_lattice(outline: _Outline) -> _Lattice:  # noqa: ARG001 - it is the key
    """Return the lattice of an outline while that is the last one asked for."""
    return _Lattice()


def _lattice_of(recipe: Recipe, painted: Lattice | None, job: Job) -> Lattice:
    """Return the lattice of a recipe, the last one again where only the seed is another.

    So the layout of a page is found once for all mazes of a sheet.
    """
    last = last_lattice(_Outline.of(recipe, painted))
    if last.made is None:
        last.made = outline_of(recipe, painted, job).lattice
    return last.made


@dataclass(frozen=True, eq=False)
class MadePuzzle:
    """A puzzle with its maze, what this shows, and a shortest route where one is to be printed.

    ``tokens`` are the portals of a part of one maze. ``routes`` is the route with its maze, or each
    leg of the way through a part with its own one; where it is cut, the book says so.
    """

    puzzle: Puzzle
    maze: Maze
    tokens: TokenSet | None = None
    routes: tuple[tuple[Maze, Solution], ...] = ()
    subject: ChosenSubject | None = None

    @classmethod
    def of(cls, puzzle: Puzzle, job: Job, *, solved: bool, page: Page | None = None) -> MadePuzzle:
        """Make the maze, and the route of a ``page`` where ``solved``; raises what these raise."""
        if puzzle.part:
            return cls._of_part(puzzle, puzzle.part, job, solved=solved)
        puzzle = puzzle.settled(job)
        maze, subject = puzzle.showing(job)
        shown = replace(page, solution="page") if page else WITH_ROUTE
        if solved and subject and "along" in subject.sets:  # which may decide where it leads
            shown = cls(puzzle, maze, subject=subject).look(shown)
        route = route_for(maze, shown, job=job) if solved else None
        return cls(puzzle, maze, routes=((maze, route),) if route else (), subject=subject)

    @classmethod
    def _of_part(cls, puzzle: Puzzle, part: PartOfWhole, job: Job, *, solved: bool) -> MadePuzzle:
        placed = puzzle.linked(job)
        tokens = part.tokens(placed.cells, solved=solved)
        routes = list[tuple[Maze, Solution]]()
        for maze in part.mazes_of_legs(placed) if solved else ():
            if route := route_for(maze, WITH_ROUTE, job=job):
                routes.append((maze, route))
        return cls(puzzle, placed.maze, tokens, tuple(routes))

    @property
    def is_blocked(self) -> bool:
        """Whether no route leads through the maze of a file, as an edited one may be.

        Through one of many parts of a maze none needs to lead.
        """
        puzzle = self.puzzle
        of_file = isinstance(puzzle.source, bytes) and puzzle.part is None
        return of_file and facts(self.maze).routes == "none"

    @property
    def lacks_openings(self) -> bool:
        """Whether it lacks an entrance or an exit, and is no part of a maze."""
        return self.puzzle.part is None and self.maze.lacks_openings

    @property
    def why_unreadable(self) -> str:
        """Why the letters of its outline cannot be read, "" if they can, or it has none."""
        source = self.puzzle.source
        masks = source.masks if isinstance(source, Recipe) else ()
        return why_unreadable(masks, self.maze.lattice)

    @property
    def is_read(self) -> bool:
        """Whether people or cameras read it or its outline, so that it is never mirrored."""
        source = self.puzzle.source
        if isinstance(source, Recipe):
            return source.is_read
        return bool(self.subject and self.subject.is_read)

    @property
    def solution(self) -> Solution | None:
        """The route, or the first leg of the way; None where none is to be printed."""
        return self.routes[0][1] if self.routes else None

    def look(self, page: Page) -> Page:
        """Return a page with what the maze needs to show what it shows."""
        return shown_on(page, self._needed)

    def answered(self, page: Page) -> Page:
        """Return a page of answers, on which a route that shows a picture is filled in."""
        return self.look(page) if "solution_fill" in self._needed else page

    @cached_property
    def _needed(self) -> Mapping[str, Any]:
        try:
            return needed_of_page(self.maze, self.subject)
        except UsageError:  # of another version: the maze is printed all the same
            return {}

    @cached_property
    def texts(self) -> dict[str, str]:
        """What stands for ``{number}``, ``{seed}`` and so on."""
        lattice = self.maze.lattice
        seed = self.puzzle.seed
        return {
            "number": str(self.puzzle.number),
            "id": id_of(self.maze),
            "seed": "" if seed is None else str(seed),
            "rows": str(lattice.rows),
            "columns": str(lattice.columns),
            "cells": f"{lattice.cells:,}",
            **self.puzzle.fields,
        }


def id_of(maze: Maze) -> str:
    """Return a short name that a maze shares with its answer: six letters and digits.

    Two mazes differ in it where they differ in shape, walls or openings, but by chance.
    """
    lattice = maze.lattice
    head = repr((lattice.shape, sorted(lattice.parameters.items()), maze.entrance, maze.exits))
    digest = sha256(head.encode() + maze.walls.tobytes()).digest()
    return b32encode(digest).decode()[:ID_LENGTH]
