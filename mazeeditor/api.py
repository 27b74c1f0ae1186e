"""The functions of ``import mazeeditor``; the command line is built on them too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from mazeeditor.drawing.logo import load_logo
from mazeeditor.drawing.style import Page, check_chosen, page_options
from mazeeditor.exporters import export as export_scene
from mazeeditor.exporters import exporter_for
from mazeeditor.files import read
from mazeeditor.files.project import Project
from mazeeditor.files.project import save as save_project
from mazeeditor.films.formats import write_film
from mazeeditor.films.recording import film_of_generation, films_of_solving
from mazeeditor.films.showing import Showing
from mazeeditor.generators import GENERATORS
from mazeeditor.generators import generate as carve
from mazeeditor.job import Job
from mazeeditor.masks import MASKS, PIECES, Cut, Several, cut, listed
from mazeeditor.maze.facts import Facts
from mazeeditor.maze.facts import facts as count_facts
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.openings import DEFAULT, Place, openings
from mazeeditor.maze.random import new_seed
from mazeeditor.maze.solution import Solution
from mazeeditor.options import Option, check_names, options_of
from mazeeditor.shapes import SHAPES, build
from mazeeditor.solvers import solve as search
from mazeeditor.transforms import transformed


def generate(
    generator: str = "backtracker",
    *,
    shape: str = "rectangular",
    mask: Several | None = None,
    lattice: Lattice | None = None,
    seed: int | None = None,
    braid: float = 0.0,
    entrance: Place | None = DEFAULT,
    exit: Place | Sequence[Place] | None = DEFAULT,  # noqa: A002 - what it is called everywhere
    job: Job | None = None,
    **options: Any,
) -> Maze:
    """Return a new maze; the same seed gives the same maze for ever.

    ``options`` are the shape's (``rows``, ``columns``), the generator's and those of a ``mask``:
    ``mask="heart"``, or several one after the other, ``mask=["heart", {"name": "star",
    "scale": 0.5}]``, of which each takes the options that it knows and does not name itself.
    A ``lattice`` made before stands for shape and mask. ``entrance`` and ``exit`` (or several
    exits) are ``(row, column)`` for a cell in the middle, or ``(row, column, side)`` for a gap in
    the outer wall; ``None`` is none. Raises ``UsageError``.
    """
    if lattice is None:
        known = (*SHAPES[shape].options, *_mask_options(mask), *GENERATORS[generator].options)
        check_names(known, options)
        lattice = outline(shape, mask, options, job).lattice
    wanted = openings(lattice, entrance, exit)
    seed = new_seed() if seed is None else seed
    maze = carve(generator, lattice, seed, braid=braid, job=job, **options)
    maze.set_openings(*wanted)
    return maze


def outline(
    shape: str, mask: Several | None, options: dict[str, Any], job: Job | None = None
) -> Cut:
    """Return the lattice of a shape, cut to masks, and how many pieces that gave.

    Takes what shape and masks understand out of ``options``. Raises ``UsageError``.
    """
    lattice = build(shape, **_taken(options, SHAPES[shape].options))
    if not mask:
        return Cut(lattice, 1)
    return cut(mask, lattice, job=job, **_taken(options, _mask_options(mask)))


def _mask_options(mask: Several | None) -> list[Option]:
    named = [MASKS[each["name"]] for each in listed(mask or [])]
    return [PIECES, *(option for one in named for option in one.options)] if named else []


def _taken(options: dict[str, Any], known: Iterable[Option]) -> dict[str, Any]:
    names = {option.name for option in known}
    return {name: options.pop(name) for name in list(options) if name in names}


def solve(
    maze: Maze, solver: str = "breadth-first", *, job: Job | None = None, **options: Any
) -> Solution:
    """Return the solver's answer; ``path`` is empty where there is no route.

    Raises ``MazeError`` where the maze has no entrance or no exit.
    """
    return search(solver, maze, job=job, **options)


def transform(maze: Maze, name: str, *, job: Job | None = None, **options: Any) -> Maze:
    """Return the maze changed as ``mazeeditor list transforms`` has it; ``maze`` stays as it is.

    Raises ``UsageError``.
    """
    return transformed(name, maze, job=job, **options)


def facts(maze: Maze, *, job: Job | None = None) -> Facts:
    """Return what can be counted: cells, passages, loops, dead ends, routes."""
    return count_facts(maze, job)


def load(path: str | PathLike[str], *, job: Job | None = None) -> Maze:
    """Return the maze of a project or text file; raises ``MazeError``."""
    return read(Path(path), job).maze


def save(maze: Maze, path: str | PathLike[str], *, job: Job | None = None) -> None:
    """Write a project file, whole or not at all; raises ``MazeError``."""
    save_project(Project(maze), Path(path), job)


def export(
    maze: Maze,
    path: str | PathLike[str],
    *,
    solution: Solution | bool | str | None = None,
    job: Job | None = None,
    **options: Any,
) -> list[Path]:
    """Write a picture or text of the maze in the format that the name of ``path`` ends with.

    ``options`` are those of ``Page`` (``page="A4"``, ``cell=6.0``, ...) and of the format.
    ``solution`` draws that solution, or (``True``, ``"drawn"``, ``"page"``) a shortest route, over
    the maze or on a second page. ``logo`` is the path of a picture for the hole in the middle.
    Returns the files written; raises ``UsageError``, ``MazeError``.
    """
    check_names((*page_options(), *exporter_for(Path(path)).options), options)
    names = {option.name for option in page_options()} - {"solution"}
    style = {name: options.pop(name) for name in list(options) if name in names}
    if style.get("logo") and not str(style["logo"]).startswith("data:"):
        style["logo"] = load_logo(Path(style["logo"]))
    where = solution if isinstance(solution, str) else "drawn" if solution else "none"
    page = Page(**style, solution=where)  # type: ignore[arg-type]
    check_chosen(page, [name for name, value in style.items() if value is not None])
    shown = solution if isinstance(solution, Solution) else None
    if shown is None and where != "none":
        shown = solve(maze, job=job)
    return export_scene(maze, Path(path), page, solution=shown, job=job, **options)


def film(
    what: Maze | str,
    path: str | PathLike[str],
    *,
    solver: str | Sequence[str] = "breadth-first",
    shape: str = "rectangular",
    mask: Several | None = None,
    seed: int | None = None,
    job: Job | None = None,
    **options: Any,
) -> list[Path]:
    """Write a moving picture in the format that the name of ``path`` ends with.

    ``what`` is a maze, that a solver solves (or several do, side by side), or the name of a
    generator, that makes one. ``options`` are those of the film (``seconds=10``, ``cell=12``, ...),
    and of the solvers, or of shape, mask and generator. Returns the files written; raises
    ``UsageError``, ``MazeError``.
    """
    own = {option.name for option in options_of(Showing)}
    showing = Showing(**{name: options.pop(name) for name in list(options) if name in own})
    job = job or Job()
    with job.part(0.5):
        if isinstance(what, Maze):
            names = [solver] if isinstance(solver, str) else solver
            films = films_of_solving(names, what, job=job, **options)
        else:
            lattice = outline(shape, mask, options, job).lattice
            seed = new_seed() if seed is None else seed
            films = [film_of_generation(what, lattice, seed, job=job, **options)]
    return write_film(films, Path(path), showing, job)
