"""A walk through a maze: its steps, compared with the shortest route, and which maze it was.

::

    maze ---> Walk <--- step, run, take_back         trail: where the line runs
               ^                                     steps, detours, hints, watch
    measure ---'  (in a worker, for large mazes)     won: it has come to an exit
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, count
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.playing.trail import Trail
from mazeeditor.maze.search.distances import UNREACHED, Sweep
from mazeeditor.maze.search.search import shortest_route, without_gaps


class Stopwatch:
    """Adds up the time between ``go`` and ``stop``, as often as both are called.

    ``now`` returns the time in seconds, from any start.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._before = 0.0  # s until the last stop
        self._since: float | None = None

    @property
    def running(self) -> bool:
        return self._since is not None

    @property
    def seconds(self) -> float:
        return self._before + (0.0 if self._since is None else self._now() - self._since)

    def go(self) -> None:
        """Let the time run, where it does not yet."""
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        """Let it stand still."""
        self._before, self._since = self.seconds, None

    def reset(self) -> None:
        """Begin again at 0, and stand still."""
        self._before, self._since = 0.0, None


MAX_STEPS = 2_000  # steps of a run, 15 ms: then the user looks where it has led, and presses again
HINT = 50  # steps that a hint shows at most


class Walk:
    """One player in a copy of a maze, which is never changed.

    ``steps`` counts every passage walked, back and forth; ``hints`` the hints looked at. ``won``
    is set at the first exit, and from then on nothing moves. ``now`` returns the time in seconds.
    """

    def __init__(self, maze: Maze, now: Callable[[], float] = monotonic) -> None:
        """Stand at the entrance; raises ``UsageError`` where the maze has none."""
        if maze.entrance is None:
            raise UsageError(
                _("Play begins at the entrance, and this maze has none: place one first.")
            )
        self.lattice = maze.lattice
        self.walls = without_gaps(maze)  # uint8[n]: no step leads out of the maze
        self.start = maze.entrance.cell
        self.goals = frozenset(opening.cell for opening in maze.exits)
        self.trail = Trail(self.lattice, self.start)
        self.watch = Stopwatch(now)
        self.steps = self.hints = 0
        self._hinted = -1  # the cell that the last hint was for
        self._distance: NDArray[np.int32] | None = None

    # Where the player is

    @property
    def cell(self) -> int:
        return self.trail.head

    @property
    def won(self) -> bool:
        """Whether the player stands in an exit."""
        return self.cell in self.goals

    def passages(self, cell: int) -> list[int]:
        walls = int(self.walls[cell])
        return [slot for slot in range(self.lattice.degree) if not walls >> slot & 1]

    # Moves

    def step(self, slot: int) -> bool:
        """Walk through a slot; returns False, and counts nothing, where there is a wall."""
        if self.won or int(self.walls[self.cell]) >> slot & 1:
            return False
        self._hinted = -1
        self.watch.go()
        self.steps += 1
        self.trail.go(slot)
        if self.won:
            self.watch.stop()
        return True

    def run(self, slot: int) -> int:
        """Walk on through a slot to the next fork, dead end or exit; returns the steps.

        A run also ends where it began, so that it cannot circle for ever, and after ``MAX_STEPS``.
        """
        origin, begun = self.cell, self.steps
        while True:
            back = self.lattice.back(self.cell, slot)
            if not self.step(slot):
                break
            onward = [other for other in self.passages(self.cell) if other != back]
            if len(onward) != 1 or self.cell == origin or self.steps - begun == MAX_STEPS:
                break
            slot = onward[0]
        return self.steps - begun

    def take_back(self) -> bool:
        """Walk a step back along the trail; returns False at its start."""
        return self.trail.back is not None and self.step(self.trail.back)

    def restart(self) -> None:
        """Begin again at the entrance; what was measured is kept."""
        self.trail = Trail(self.lattice, self.start)
        self.watch.reset()
        self.steps = self.hints = 0
        self._hinted = -1

    # Distances in the maze

    def measure(self, job: Job) -> NDArray[np.int32]:
        """Return int32[n], the steps from each cell to the nearest exit, or ``UNREACHED``.

        Work for a worker: 0.1 s for a million cells. Raises ``CancelledError``.
        """
        job.phase(self.lattice.cells)
        sweep = Sweep(self.lattice, self.walls)
        if self.goals:
            sweep.run(self.goals, job)
        return sweep.distance

    def set_distances(self, distance: NDArray[np.int32]) -> None:
        """Store what ``measure`` returned; until then the shortest route is unknown."""
        self._distance = distance

    @property
    def known(self) -> bool:
        """Whether the shortest route is known, or that there is none."""
        return self._distance is not None

    @property
    def shortest(self) -> int | None:
        """The steps of a shortest route from the entrance; None where there is none, or unknown."""
        return self._from(self.start)

    @property
    def left(self) -> int | None:
        """The steps of a shortest route from here; None where there is none, or unknown."""
        return self._from(self.cell)

    @property
    def detours(self) -> int | None:
        """The wasted steps: the steps walked less those by which the exit came nearer.

        This is what the walk will take more than a shortest one if it goes straight from here; a
        step into a dead end counts twice at once. 0 for a perfect walk. None where no route
        leads to an exit, or that is unknown yet.
        """
        before, now = self.shortest, self.left
        return None if before is None or now is None else self.steps - (before - now)

    def hint(self) -> list[int]:
        """Return the cells of a shortest route from here to the next fork or exit, and count that.

        Empty where there is no route. A second call in the same cell returns the
        same hint, counted once. A hint ends after ``HINT`` steps.
        """
        if not self.left:
            return []
        if self._hinted != self.cell:
            self.hints += 1
            self._hinted = self.cell
        cells = [self.cell, self._nearer(self.cell)]
        while (
            len(cells) <= HINT
            and cells[-1] not in self.goals
            and len(self.passages(cells[-1])) == 2
        ):
            cells.append(self._nearer(cells[-1]))
        return cells

    def _nearer(self, cell: int) -> int:
        """Return the first neighbour of a cell that is a step nearer to an exit."""
        distance = self._distance
        assert distance is not None
        neighbours = [self.lattice.neighbour(cell, slot) for slot in self.passages(cell)]
        return min(neighbours, key=lambda other: distance.item(other))

    def _from(self, cell: int) -> int | None:
        """Return the steps from a cell to the nearest exit."""
        if self._distance is None or self._distance[cell] == UNREACHED:
            return None
        return int(self._distance[cell])


def clock(seconds: float) -> str:
    """Return a time as a clock shows it: ``0:42``, ``12:05``, ``1:00:00``."""
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def remark(walk: Walk) -> str:
    """Return a message for the player before the first step: that there is no route; or ""."""
    if not walk.goals:
        return _("This maze has no exit: walk as you like.")
    if walk.known and walk.shortest is None:
        return _("No route leads to an exit: walk as you like.")
    return ""


def outcome(walk: Walk) -> str:
    """Return how it went, once the player has come to an exit."""
    if not walk.steps:
        return _("The entrance is an exit: there is nothing to walk.")
    text = _("{steps} in {time}").format(
        steps=count(walk.steps, "step", "steps"), time=clock(walk.watch.seconds)
    )
    if walk.detours:
        text = _("{result}, {number:,} more than the shortest route").format(
            result=text, number=walk.detours
        )
    elif walk.known:
        text = _("{result}: no route is shorter").format(result=text)
    if walk.hints:
        text = f"{text}; {count(walk.hints, 'hint', 'hints')}"
    return f"{text}."


DIGEST_BYTES = 16  # bytes of a digest


class Finish(NamedTuple):
    """``route`` int64[k] are the cells of a shortest route, empty where there is none."""

    route: Ids
    digest: str


def finish_of(walk: Walk, maze: Maze, job: Job) -> Finish:
    """Return the finish of a walk; raises ``CancelledError``."""
    route = np.empty(0, np.int64)
    if walk.goals:
        route = shortest_route(walk.lattice, walk.walls, walk.start, walk.goals, job)
    return Finish(route, digest_of(maze))


def digest_of(maze: Maze) -> str:
    """Return what tells mazes apart: a digest of shape, walls and openings, in hex."""
    lattice = maze.lattice
    openings = [(opening.cell, opening.slot) for opening in (*maze.openings,)]
    entrance = maze.entrance and maze.entrance.cell
    header = (lattice.degree, lattice.size, lattice.place(lattice.last.cell), entrance, openings)
    digest = hashlib.blake2b(repr(header).encode(), digest_size=DIGEST_BYTES)
    digest.update(np.packbits(lattice.inside).tobytes())
    digest.update(maze.walls.tobytes())
    return digest.hexdigest()
