"""Records a film of a maze being made or solved: the real algorithm runs, and is watched.

film = new_solving("a-star", maze)
thread: film_of_solving("a-star", maze, film=film, job=job)
window: Player(film).seek(step), as far as film.steps is
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.errors import UsageError
from mazeeditor.films.events import JUMP, LINE, NOBODY, bulk, toggles
from mazeeditor.films.film import BUDGET, DONE, LARGEST, ROUTE, Film
from mazeeditor.films.recorder import FullError, Recorder
from mazeeditor.generators import GENERATORS, generate
from mazeeditor.generators.kruskal import LARGE
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution
from mazeeditor.options import check_all
from mazeeditor.solvers import SOLVERS, solve
from mazeeditor.words import _

T = TypeVar("T", Maze, Solution)


def new_generation(name: str, lattice: Lattice, *, budget: int = BUDGET) -> Film:
    """Return an empty film of a maze being made; raises ``UsageError``, also for too large ones."""
    _check(lattice)
    title = GENERATORS[name].label
    if name == "kruskal" and lattice.cells >= LARGE:
        title = _("Kruskal, by Borůvka's rounds")
    start = Maze(lattice, None, lattice.first, (lattice.last,))
    return Film(start, title, solves=False, budget=budget)


def new_solving(solver: str, maze: Maze, *, budget: int = BUDGET) -> Film:
    """Return an empty film of a maze, as it is now, being solved; raises ``UsageError``."""
    _check(maze.lattice)
    return Film(maze.copy(), SOLVERS[solver].label, solves=True, budget=budget)


def _check(lattice: Lattice) -> None:
    if lattice.cells > LARGEST:
        raise UsageError(
            _("{cells:,} cells are too many for a film: {largest:,} at most.").format(
                cells=lattice.cells, largest=LARGEST
            )
        )


def film_of_generation(
    name: str,
    lattice: Lattice,
    seed: int,
    *,
    braid: float = 0.0,
    film: Film | None = None,
    job: Job | None = None,
    **options: Any,
) -> Film:
    """Make the maze that ``generate`` makes, and fill ``film``, or a new one, with how it is made.

    The film may be played in another thread meanwhile. Where it is full, steps are missing before
    the last one, and ``note`` says so. Raises ``UsageError`` and ``CancelledError``.
    """
    film = film or new_generation(name, lattice)

    def run(job: Job) -> Maze:
        return generate(name, lattice, seed, braid=braid, job=job, **options)

    return _record(film, job or Job(), run, _finish_maze)


def film_of_solving(
    solver: str, maze: Maze, *, film: Film | None = None, job: Job | None = None, **options: Any
) -> Film:
    """Solve the maze as ``solve`` does, and fill ``film``, or a new one, with how that goes.

    As for ``film_of_generation``; raises ``MazeError`` too, where an opening is missing.
    """
    film = film or new_solving(solver, maze)
    start = film.start

    def run(job: Job) -> Solution:
        return solve(solver, start, job=job, **options)

    return _record(film, job or Job(), run, _finish_solution)


def films_of_solving(
    solvers: Sequence[str], maze: Maze, *, job: Job | None = None, **options: Any
) -> list[Film]:
    """Return a film of each solver at work in the same maze; each takes the options that it knows.

    Raises ``UsageError``, also where none knows an option, ``MazeError`` and ``CancelledError``.
    """
    known = {name: {option.name for option in SOLVERS[name].options} for name in solvers}
    check_all(tuple(option for name in solvers for option in SOLVERS[name].options), options)
    job, films = job or Job(), []
    for name in solvers:
        own = {key: value for key, value in options.items() if key in known[name]}
        with job.part(1 / len(solvers)):
            films.append(film_of_solving(name, maze, job=job, **own))
    return films


def _record(
    film: Film, job: Job, run: Callable[[Job], T], finish: Callable[[Recorder, T], Ids]
) -> Film:
    recorder, full = Recorder(film, job), False
    try:
        with recorder.watching():
            answer = run(job)
    except FullError:
        full = True
        again = Job()  # what is left of the work is not known
        again.signal = job.signal
        answer = run(again)
    recorder.add_step(finish(recorder, answer))
    note = _("The film is full after {steps:,} steps; after these it shows the end.")
    film.finish(answer, note.format(steps=film.steps) if full else "")
    return film


def _finish_maze(recorder: Recorder, maze: Maze) -> Ids:
    """Return the events of the last step: everything as it must be in the end, and nobody at work.

    Most or all of it is so already, but for arrays that the recorder does not see.
    """
    walls = maze.walls | recorder.film.gaps
    done = maze.lattice.inside & (walls == maze.lattice.closed)
    paint = np.where(done, np.uint8(DONE), np.uint8(0))
    return np.concatenate(
        [
            bulk(np.array([NOBODY]), np.array([0]), JUMP),
            recorder.rebuild(walls),
            recorder.repaint(paint),
            _lines(recorder, np.zeros(maze.lattice.size, np.uint8)),
        ]
    )


def _finish_solution(recorder: Recorder, solution: Solution) -> Ids:
    """Return the events of the last step: the marks of the solver, and the route."""
    paint = solution.marks.copy()
    paint[solution.route] = ROUTE
    return np.concatenate(
        [
            bulk(np.array([NOBODY]), np.array([0]), JUMP),
            recorder.repaint(paint),
            _lines(recorder, route_ways(recorder.film.start, solution)),
        ]
    )


def _lines(recorder: Recorder, ways: NDArray[np.uint8]) -> Ids:
    now = np.frombuffer(recorder.trail.ways, np.uint8)
    return toggles(recorder.film.lattice, now ^ ways, LINE)


def route_ways(maze: Maze, solution: Solution) -> NDArray[np.uint8]:
    """Return uint8[n]: the slots through which the route goes, out of the gaps at its ends too."""
    lattice, route = maze.lattice, solution.route
    ways: NDArray[np.uint8] = np.zeros(lattice.size, np.uint8)
    for cells, others in ((route[:-1], route[1:]), (route[1:], route[:-1])):
        for slot in range(lattice.degree):
            there = cells + lattice.offsets[lattice.rows_of(cells), slot] == others
            ways[cells[there]] |= np.uint8(1 << slot)
    for opening in (maze.entrance, *maze.exits):
        if opening and opening.slot is not None and opening.cell in route[[0, -1]]:
            ways[opening.cell] |= np.uint8(1 << opening.slot)
            outside = lattice.neighbour(opening.cell, opening.slot)
            ways[outside] |= np.uint8(1 << lattice.back(opening.cell, opening.slot))
    return ways
