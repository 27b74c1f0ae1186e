"""Records a film of a maze being generated or solved, by watching the real algorithm.

film = new_solving("a-star", maze)
thread: film_of_solving("a-star", maze, film=film, job=job)
window: Player(film).seek(step), up to film.steps
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import check_all
from mazeeditor.core.translation import _
from mazeeditor.films.event_log import EventLog, FilmFullError
from mazeeditor.films.events import JUMP, NOWHERE, PATH, pack, toggles
from mazeeditor.films.film import BUDGET, DONE, LARGEST, ON_ROUTE, Film
from mazeeditor.films.recorder import Recorder
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.generators.kruskal import LARGE
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.solvers import SOLVERS, Solution, solve

T = TypeVar("T", Maze, Solution)
Limit = Callable[[int], None]  # as in ``Film``
A_CELL = 80  # bytes that recording takes, besides the film


def _no_limit(_steps: int) -> None:
    """Let a film have any number of steps."""


def new_generation(
    name: str, lattice: Lattice, *, budget: int = BUDGET, limit: Limit = _no_limit
) -> Film:
    """Return an empty film of a maze to generate; raises ``MazeError``, for size too."""
    _check(lattice, budget)
    chosen = GENERATORS[name]
    title, code = chosen.label, chosen.code_lines
    if name == "kruskal" and lattice.cells >= LARGE:
        title, code = _("Kruskal, by Borůvka's rounds"), ()
    start = Maze(lattice, None, lattice.first, (lattice.last,))
    film = Film(start, title, solves=False, algorithm=name, budget=budget, limit=limit)
    film.areas, film.code = chosen.areas, code
    return film


def new_solving(solver: str, maze: Maze, *, budget: int = BUDGET, limit: Limit = _no_limit) -> Film:
    """Return an empty film of a maze to solve, as it is now; raises ``MazeError``."""
    _check(maze.lattice, budget)
    chosen = SOLVERS[solver]
    film = Film(
        maze.copy(), chosen.label, solves=True, algorithm=solver, budget=budget, limit=limit
    )
    film.code = chosen.code_lines
    return film


def _check(lattice: Lattice, budget: int) -> None:
    if lattice.cells > LARGEST:
        raise UsageError(
            _("{cells:,} cells are too many for a film: {largest:,} at most.").format(
                cells=lattice.cells, largest=LARGEST
            )
        )
    what = _("A film of {cells:,} cells").format(cells=lattice.cells)
    check_free(what, lattice.size * A_CELL + budget)


def film_of_generation(
    recipe: Recipe, lattice: Lattice, *, film: Film | None = None, job: Job | None = None
) -> Film:
    """Make the maze of a recipe on its lattice, and record that in ``film``, or in a new one.

    The film may be played in another thread meanwhile. Where it is full, steps are missing before
    the last one, as its ``note`` reports. Raises ``UsageError`` and ``CancelledError``.
    """
    film = film or new_generation(recipe.generator, lattice)

    def run(job: Job) -> Maze:
        return maze_of(recipe, lattice, job)

    return _record(film, job or Job(), run, _events_of_maze)


def film_of_solving(
    solver: str, maze: Maze, *, film: Film | None = None, job: Job | None = None, **options: Any
) -> Film:
    """Solve the maze as ``solve`` does, and record that in ``film``, or in a new one.

    Like ``film_of_generation``; raises ``MazeError`` too, where an opening is missing.
    """
    film = film or new_solving(solver, maze)
    start = film.start

    def run(job: Job) -> Solution:
        return solve(solver, start, job=job, **options)

    return _record(film, job or Job(), run, _events_of_solution)


def films_of_solving(
    solvers: Sequence[str],
    maze: Maze,
    *,
    limit: Limit = _no_limit,
    job: Job | None = None,
    **options: Any,
) -> list[Film]:
    """Return a film of each solver in the same maze; each gets those options that it has.

    ``limit`` is that of each film.

    Raises ``UsageError``, also where no solver has an option, ``MazeError`` and ``CancelledError``.
    """
    names = {name: {option.name for option in SOLVERS[name].options} for name in solvers}
    check_all(tuple(option for name in solvers for option in SOLVERS[name].options), options)
    job, films = job or Job(), []
    for name in solvers:
        own = {key: value for key, value in options.items() if key in names[name]}
        with job.part(1 / len(solvers)):
            film = new_solving(name, maze, limit=limit)
            films.append(film_of_solving(name, maze, film=film, job=job, **own))
    return films


def _record(
    film: Film, job: Job, run: Callable[[Job], T], last_events: Callable[[EventLog, T], Ids]
) -> Film:
    recorder, full = Recorder(film, job), False
    try:
        with recorder.watching():
            result = run(job)
    except FilmFullError:
        full = True
        again = Job()  # how much work is left is not known
        again.signal = job.signal
        result = run(again)
    recorder.log.add_step(last_events(recorder.log, result))
    note = _("The film is full after {steps:,} steps; after these it shows the end.")
    film.finish(result, note.format(steps=film.steps) if full else "")
    return film


def _events_of_maze(log: EventLog, maze: Maze) -> Ids:
    """Return the events of the last step: the state of the finished maze, without a head.

    Most or all of it has been reached, but for changes in arrays that the recorder does not see.
    """
    walls = maze.walls | log.film.gaps
    done = maze.lattice.inside & (walls == maze.lattice.closed)
    paint = np.where(done, np.uint8(DONE), np.uint8(0))
    return np.concatenate(
        [
            pack(np.array([NOWHERE]), np.array([0]), JUMP),
            log.wall_events(walls),
            log.paint_events(paint),
            _path_events(log, np.zeros(maze.lattice.size, np.uint8)),
        ]
    )


def _events_of_solution(log: EventLog, solution: Solution) -> Ids:
    """Return the events of the last step: the marks of the solver, and the route."""
    paint = solution.marks.copy()
    paint[solution.route] = ON_ROUTE
    return np.concatenate(
        [
            pack(np.array([NOWHERE]), np.array([0]), JUMP),
            log.paint_events(paint),
            _path_events(log, route_slots(log.film.start, solution)),
        ]
    )


def _path_events(log: EventLog, after: NDArray[np.uint8]) -> Ids:
    now = np.frombuffer(log.path.slots, np.uint8)
    return toggles(log.film.lattice, now ^ after, PATH)


def route_slots(maze: Maze, solution: Solution) -> NDArray[np.uint8]:
    """Return uint8[n]: the slots that the route crosses, the gaps at its ends included."""
    lattice, route = maze.lattice, solution.route
    slots: NDArray[np.uint8] = np.zeros(lattice.size, np.uint8)
    for cells, next_cells in ((route[:-1], route[1:]), (route[1:], route[:-1])):
        for slot in range(lattice.degree):
            matching = cells + lattice.offsets[lattice.rows_of(cells), slot] == next_cells
            slots[cells[matching]] |= np.uint8(1 << slot)
    ends = {*route[:1].tolist(), *route[-1:].tolist()}  # none where there is no route
    for opening in maze.openings:
        if opening.slot is not None and opening.cell in ends:
            slots[opening.cell] |= np.uint8(1 << opening.slot)
            outside = lattice.neighbour(opening.cell, opening.slot)
            slots[outside] |= np.uint8(1 << lattice.back(opening.cell, opening.slot))
    return slots
