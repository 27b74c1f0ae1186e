"""Records a film of a maze being generated or solved, by watching the real algorithm.

film = new_solving("a-star", maze)
thread: film_of_solving("a-star", maze, film=film, job=job)
window: Player(film).seek(step), up to film.steps

The algorithm is the real one: its kernels run interpreted, and the recorder is called wherever they
write a byte of a cell or go on to another cell. What a byte means depends on its array:

- ``walls`` of a generator: the maze itself. Walls opened and closed are visible.
- ``walls`` of a solver, its own copy: a cell with all walls closed is FILLED.
- any other byte for each cell: VISITED where it is changed; LEFT where its highest bit is set, by
  which solvers distinguish two kinds of cells; FILLED where it becomes what outside cells have.

Changes that numpy makes between two kernels are found by comparing, and are one step. Other
arrays, such as lists of cells that wait, are not visible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from sys import _getframe as frame_above
from types import FrameType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import U8, Kernel, as_view
from mazeeditor.core.kernels.instrumented import MOVES, STANDS, WATCHER
from mazeeditor.core.memory import check_free
from mazeeditor.core.options import check_all
from mazeeditor.core.translation import _
from mazeeditor.films.code_lines import CodeLines
from mazeeditor.films.event_log import EventLog, FilmFullError
from mazeeditor.films.film import (
    BUDGET_BYTES,
    CELL,
    DONE,
    JUMP,
    MAX_CELLS,
    NOWHERE,
    ON_ROUTE,
    PATH,
    WALLED,
    Film,
    pack,
    toggles,
)
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import Part
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.solvers import SOLVERS, Solution, solve
from mazeeditor.screen.pixel_colours import FILLED, LEFT, VISITED

T = TypeVar("T", Maze, Solution)
Limit = Callable[[int], None]  # as in ``Film``
BYTES_PER_CELL = 80  # bytes that recording takes, besides the film


def _no_limit(_steps: int) -> None:
    """Let a film have any number of steps."""


def new_generation(
    name: str, lattice: Lattice, *, budget: int = BUDGET_BYTES, limit: Limit = _no_limit
) -> Film:
    """Return an empty film of a maze to generate; raises ``MazeError``, for size too."""
    _check(lattice, budget)
    chosen = GENERATORS[name]
    start = Maze(lattice, None, lattice.first, (lattice.last,))
    film = Film(start, chosen.label, solves=False, algorithm=name, budget=budget, limit=limit)
    film.areas, film.code = chosen.areas, chosen.code_lines
    return film


def new_solving(
    solver: str, maze: Maze, *, budget: int = BUDGET_BYTES, limit: Limit = _no_limit
) -> Film:
    """Return an empty film of a maze to solve, as it is now; raises ``MazeError``."""
    _check(maze.lattice, budget)
    chosen = SOLVERS[solver]
    film = Film(
        maze.copy(), chosen.label, solves=True, algorithm=solver, budget=budget, limit=limit
    )
    film.code = chosen.code_lines
    return film


def _check(lattice: Lattice, budget: int) -> None:
    if lattice.cells > MAX_CELLS:
        raise UsageError(
            _("{cells:,} cells are too many for a film: {largest:,} at most.").format(
                cells=lattice.cells, largest=MAX_CELLS
            )
        )
    what = _("A film of {cells:,} cells").format(cells=lattice.cells)
    check_free(what, lattice.size * BYTES_PER_CELL + budget)


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
    if not solvers:
        raise UsageError(_("A film of solving needs a solver."))
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


# What a kernel does, as events

OBSERVED = 4  # arrays whose changes by numpy are found: those used last
MAX_VALUE = 128

Bytes = NDArray[np.uint8]
NO_EVENTS: Ids = np.empty(0, np.int64)


class Observer:
    """Logs nothing; others log what the bytes of an array mean."""

    def on_write(self, cell: int, value: int) -> None:
        """Log a byte that a kernel writes."""

    def compare(self, current: Bytes, before: Bytes | None) -> Ids:  # noqa: ARG002 - others do
        """Return as events what changed between two kernels, or what a new array contains."""
        return NO_EVENTS


class WallObserver(Observer):
    """The walls of a maze that is generated."""

    def __init__(self, log: EventLog) -> None:
        self._log, self._walls = log, log.walls

    def on_write(self, cell: int, value: int) -> None:
        """Log each wall that changes; the byte of its other side is written later."""
        changed = self._walls[cell] ^ value
        while changed:
            self._log.toggle_wall(cell, (changed & -changed).bit_length() - 1)
            changed &= changed - 1

    def compare(self, current: Bytes, before: Bytes | None) -> Ids:  # noqa: ARG002 - the log has it
        """Return the walls opened or closed by numpy."""
        return self._log.wall_events(current)


class FillObserver(Observer):
    """The walls of a solver, which fills a cell by closing all of its walls."""

    def __init__(self, log: EventLog) -> None:
        self._log, self._paint = log, log.paint
        lattice = log.film.lattice
        self._closed = lattice.closed
        self._fillable = lattice.inside & (log.base != lattice.closed)
        self._fillable_bytes = self._fillable.tobytes()

    def on_write(self, cell: int, value: int) -> None:
        """Log that a cell is filled, or no longer."""
        walled = value == self._closed and self._fillable_bytes[cell]
        paint = self._paint[cell]
        self._log.set_paint(cell, paint | WALLED if walled else paint & ~WALLED)

    def compare(self, current: Bytes, before: Bytes | None) -> Ids:  # noqa: ARG002 - the log has it
        """Return the cells filled by numpy."""
        after = np.frombuffer(self._paint, np.uint8) & np.uint8(255 - WALLED)
        after[self._fillable & (current == self._closed)] |= WALLED
        return self._log.paint_events(after)


class StateObserver(Observer):
    """Any other byte for each cell: what the algorithm has stored about the cell."""

    def __init__(self, log: EventLog, current: Bytes) -> None:
        self._log, self._paint, self._walls = log, log.paint, log.walls
        self._solves, self._closed = log.film.solves, log.film.lattice.closed
        self._inside = log.film.lattice.inside
        outside = int(current[0])  # cell 0 is outside
        table = np.full(256, VISITED, np.uint8)
        table[np.bincount(current[self._inside], minlength=256).argmax()] = 0  # most are new
        table[MAX_VALUE:] = LEFT
        table[outside] = FILLED if self._solves else 0
        self._table, self._paint_of = table, table.tobytes()

    def on_write(self, cell: int, value: int) -> None:
        """Log the new state of a cell, unless it is in the maze already."""
        if self._solves:
            walled = self._paint[cell] & WALLED
            self._log.set_paint(cell, self._paint_of[value] | walled)
        elif self._walls[cell] == self._closed:
            self._log.set_paint(cell, self._paint_of[value])

    def compare(self, current: Bytes, before: Bytes | None) -> Ids:
        """Return cells that numpy changed; of a new array, those where an algorithm begins.

        A solver may have marked its goals in a new array: that does not make them VISITED.
        """
        fresh = self._table[current] > (VISITED if self._solves else 0)
        changed = fresh if before is None else current != before
        changed &= self._inside
        if not self._solves:
            changed &= np.frombuffer(self._walls, np.uint8) == self._closed
        after = np.frombuffer(self._paint, np.uint8).copy()
        after[changed] = after[changed] & WALLED | self._table[current[changed]]
        return self._log.paint_events(after)


class ObservedBytes(bytearray):
    """Bytes whose writes call ``observer``; reading them is as fast as ever."""

    observer: Observer

    def __setitem__(self, cell: Any, value: Any) -> None:
        raise NotImplementedError


def observe(
    data: bytes, observer: Observer, on_frame: Callable[[FrameType], None]
) -> ObservedBytes:
    """Return a copy of the bytes that is observed; ``on_frame`` gets the frame that writes."""
    write, on_write = bytearray.__setitem__, observer.on_write

    class Bound(ObservedBytes):  # its own class, so that no write has to look the observer up
        def __setitem__(self, cell: Any, value: Any) -> None:
            write(self, cell, value)
            on_frame(frame_above(1))
            on_write(cell, value)

    copy = Bound(data)
    copy.observer = observer
    return copy


class Recorder:
    """Fills ``film`` through ``log``; called in place of kernels, with kernel and arguments."""

    def __init__(self, film: Film, job: Job) -> None:
        self.film, self.log, self._job = film, EventLog(film, job), job
        self._code = CodeLines(film.algorithm)
        path = self.log.path
        self._calls = {STANDS: self._placed(path.look_at), MOVES: self._placed(path.move_to)}
        self._functions: dict[Kernel[Any, Any], Callable[..., Any]] = {}
        self._arrays: dict[int, tuple[Bytes, ObservedBytes]] = {}

    def _note(self, frame: FrameType) -> None:
        """Note which line of the code runs."""
        self.log.set_line(self._code.at(frame))

    def _placed(self, follow: Callable[[int], None]) -> Callable[[int], None]:
        """Return a function that follows the head after it has noted the line."""

        def placed(cell: int) -> None:
            self._note(frame_above(1))
            follow(cell)

        return placed

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch the kernels that run in this thread."""
        token = WATCHER.set(self)
        try:
            yield
        finally:
            WATCHER.reset(token)

    def __call__(self, kernel: Kernel[Any, Any], *args: Any) -> Any:
        """Run a kernel, observing where it writes bytes of cells; return its result."""
        written = {
            place: name
            for place, (name, hint) in enumerate(kernel.hints.items())
            if hint == U8 and len(args[place]) == self.film.lattice.size
        }
        if not written:
            return kernel.run(*args)
        if kernel not in self._functions:
            self._functions[kernel] = kernel.watched(self._calls)
        values = [*map(as_view, args)]
        for place, name in written.items():
            values[place] = self._observed(name, args[place])
        result = self._functions[kernel](*values)
        for place in written:
            args[place][:] = np.frombuffer(values[place], np.uint8)
        self.log.flush()
        return result

    def _observed(self, name: str, current: Bytes) -> ObservedBytes:
        """Return the bytes to pass to a kernel; log how they changed since the last kernel."""
        address = current.ctypes.data
        if address in self._arrays:
            _array, copy = self._arrays[address]
            mirror = np.frombuffer(copy, np.uint8)
            self._add(copy.observer.compare(current, mirror))
            mirror[:] = current
            return copy
        if len(self._arrays) == OBSERVED:
            del self._arrays[next(iter(self._arrays))]
        observer = self._observer(name, current)
        self._add(observer.compare(current, None))
        # the array is kept too, so that no other can get its address
        self._arrays[address] = current, observe(current.tobytes(), observer, self._note)
        return self._arrays[address][1]

    def _add(self, events: Ids) -> None:
        """Log changes between two kernels: the line before this one made them."""
        if len(events):
            self.log.add_step(events, self._code.before(frame_above(1)))

    def _observer(self, name: str, current: Bytes) -> Observer:
        if name == "walls":
            return FillObserver(self.log) if self.film.solves else WallObserver(self.log)
        if self.film.solves and np.array_equal(current, self.log.base):
            return Observer()  # the passages that a solver marks
        return StateObserver(self.log, current)

    @contextmanager
    def within(self, part: Part) -> Iterator[None]:
        """Watch the kernels that run on the arrays of a piece.

        ::

            cells of the maze    . . . A A . A . B B . .     what happens to cell 2 of piece A
            piece A                    0 1 2 3               happens to cell 2 + low of the maze
                                       low

        Between the cells of a piece there may be some of other pieces, done before.
        """
        log, inner = self.log, Recorder(PieceFilm(self.film, part), self._job)
        log.path.clear()
        log.flush()
        states = (log.walls, inner.log.walls), (log.paint, inner.log.paint)
        piece = slice(part.low, part.low + part.size)
        for whole, own in states:
            own[:] = whole[piece]
        try:
            with inner.watching():
                yield
            inner.log.path.clear()
            inner.log.flush()
        finally:
            for whole, own in (*states, (log.path.slots, inner.log.path.slots)):
                whole[piece] = own


class PieceFilm(Film):
    """The part of ``film`` about one piece; a recorder of its own fills it."""

    def __init__(self, film: Film, part: Part) -> None:
        start = Maze(part, None, None, ())
        super().__init__(start, film.title, solves=film.solves, budget=film.budget)
        self.areas, self.algorithm = film.areas, film.algorithm
        self._low, self._film, self.size = part.low, film, film.size

    @property
    def since_snapshot(self) -> int:
        """Always 0: snapshots are of whole mazes, which the outer recorder takes."""
        return 0

    def add(self, events: Ids) -> None:
        """Append events of the piece to the film of the whole maze."""
        self._film.add(events + (self._low << CELL))
        self.size = self._film.size
