"""Looks for mazes that meet a goal, on all cores: over many seeds, or by changes of one maze.

::

    seeds    1 2 3 ... n        each a maze of one recipe       the nearest to the goal are kept,
    changes  a  b  c            chains of tweaks of one maze,   the first seed of equal ones first
             |  |  |            each link kept where it is
             a' b  c'           nearer to the goal
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.core.processes.workers import EACH_CORE, Workers, do_all, usual_workers
from mazeeditor.core.translation import _
from mazeeditor.maze.facts.measures import Figure
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import LARGEST_SEED, below, random_cell, seeded
from mazeeditor.maze.recipe import Recipe, maze_of, outline_of
from mazeeditor.maze.search.distances import longest_path
from mazeeditor.maze.transforms.tweaks.tweak import Amounts, tweak_maze
from mazeeditor.sheets.search_goal import SearchGoal, figures_of

KEPT_CANDIDATES = 12  # candidates, unless another number is requested
CHUNKS = 8  # tasks for each worker at least, so that all end together
STRETCH = 40  # mazes of a task at most: the first candidates come soon
LINKS = 10  # of a chain of changes
STEP = 0.5  # the largest amount of a tweak in a chain

GIVEN, RANDOM, FARTHEST = "given", "random", "farthest"
SEEDS = Option("seeds", int, 200, _("number of mazes to look at"), 1, 10_000_000)
PLACES = Option(
    "openings",
    str,
    GIVEN,
    _("place of entrance and exit: as given, anywhere, or as far apart as possible"),
    choices=(GIVEN, RANDOM, FARTHEST),
)
BEST = Option("kept", int, KEPT_CANDIDATES, _("number of the best mazes that are kept"), 1, 10_000)
Openings = tuple[Opening | None, tuple[Opening, ...]]


@dataclass(frozen=True)
class Candidate:
    """A maze that was looked at: its number, how far it is from the goal, and its figures.

    ``number`` is the seed, or that of the chain of changes. ``maze`` makes it.
    """

    number: int
    distance: float
    figures: dict[str, Figure]
    search: Search
    walls: NDArray[np.uint8] | None = None

    @property
    def recipe(self) -> Recipe:
        """How the maze is made, with its seed; of a changed maze, how it was before."""
        recipe = self.search.recipe
        return recipe if self.search.maze else replace(recipe, seed=self.number)

    def maze(self, job: Job | None = None) -> Maze:
        """Return the maze, with its openings; raises ``CancelledError``."""
        before = self.search.maze
        if before is None:
            return self.search.seeded(self.number, job or Job())
        assert self.walls is not None
        result = Maze(before.lattice, self.walls.copy(), before.entrance, before.exits)
        result.set_locks(before.locks)
        return result


@dataclass(frozen=True)
class Search:
    """What is looked for, and where: mazes of ``recipe``, or small changes of ``maze``.

    ``number`` mazes are looked at, from the seed ``first`` on. ``lattice`` is that of the recipe,
    ``openings`` are those given, or ``places`` says where each maze gets its own: "random" or
    "farthest". ``free`` uint8[n] are the walls of ``maze`` that may change. At most ``kept``
    candidates are kept.
    """

    goal: SearchGoal
    recipe: Recipe
    number: int
    first: int = 1
    lattice: Lattice | None = None
    openings: Openings | None = None
    places: str = GIVEN
    maze: Maze | None = None
    free: NDArray[np.uint8] | None = None
    kept: int = KEPT_CANDIDATES

    def run(
        self,
        job: Job,
        on_better: Callable[[list[Candidate]], object] = lambda _candidates: None,
        workers: Workers = EACH_CORE,
    ) -> list[Candidate]:
        """Return the candidates, the nearest first; ends early where all kept ones meet the goal.

        ``on_better`` is called, by this thread, whenever they have changed. The same search has
        the same result, whatever the number of ``workers``. Raises ``CancelledError``.
        """
        search = self._with_lattice(job)
        best: list[Candidate] = []
        name, chosen = _("Part {number} of the search"), search._workers(workers)
        for candidates in do_all(
            search.look_through, search._tasks(), job, workers=chosen, name=name
        ):
            known = {candidate.number for candidate in best}
            best = self.best_of([*best, *candidates])
            if {candidate.number for candidate in best} != known:
                on_better(best)
            if len(best) == self.kept and not best[-1].distance:
                break
        return best

    def _with_lattice(self, job: Job) -> Search:
        """Return the search with the lattice of its mazes, which workers need not build."""
        if self.maze or self.lattice:
            return self
        return replace(self, lattice=outline_of(self.recipe, job=job).lattice)

    def best_of(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Return those that are kept, the nearest first."""
        ordered = sorted(candidates, key=lambda candidate: (candidate.distance, candidate.number))
        return ordered[: self.kept]

    def _workers(self, workers: Workers) -> Workers:
        lattice = self.maze.lattice if self.maze else self.lattice
        return workers.for_size(lattice.cells * self.number) if lattice else workers

    def _tasks(self) -> list[range]:
        """Return the numbers in stretches of one length."""
        length = max(1, min(STRETCH, self.number // (CHUNKS * usual_workers(1 << 16))))
        last = self.first + self.number
        return [
            range(start, min(start + length, last)) for start in range(self.first, last, length)
        ]

    # In a worker

    def look_through(self, numbers: range, job: Job) -> list[Candidate]:
        """Return the best of some numbers; raises ``CancelledError``."""
        best: list[Candidate] = []
        for number in numbers:
            with job.part(1 / len(numbers)):
                best = self.best_of([*best, self.candidate(number, job)])
        return best

    def candidate(self, number: int, job: Job) -> Candidate:
        if self.maze:
            return self._changed(self.maze, number, job)
        maze = self.seeded(number, job)
        figures = figures_of(maze, self.goal.names, job)
        return Candidate(number, self.goal.distance(figures), figures, self)

    def seeded(self, seed: int, job: Job) -> Maze:
        """Return the maze of a seed, with its openings; what shows something has its own."""
        maze = maze_of(replace(self.recipe, seed=seed), self.lattice, job)
        if self.recipe.subject is None:
            maze.set_openings(*self._openings(maze, seed, job))
        return maze

    def _openings(self, maze: Maze, seed: int, job: Job) -> Openings:
        lattice = maze.lattice
        if self.places == FARTHEST:
            ends = longest_path(maze, job)
            return _opening(lattice, ends.start), (_opening(lattice, ends.end),)
        if self.places == RANDOM:
            random = seeded(seed)
            one, other = (random_cell(lattice.inside, random) for _end in range(2))
            return _opening(lattice, one), (_opening(lattice, other),)
        return self.openings or (maze.entrance, maze.exits)

    def _changed(self, maze: Maze, number: int, job: Job) -> Candidate:
        """Return the end of a chain of changes."""
        assert self.free is not None
        random = seeded(number % LARGEST_SEED)
        best = self._scored(maze, number, job)
        for _link in range(LINKS):
            if not best.distance:
                break
            amounts = Amounts(*(_amount(random) for _figure in range(4)))
            after = tweak_maze(best.maze(), amounts, self.free, random, job)
            changed = self._scored(after, number, job)
            if changed.distance < best.distance:
                best = changed
        return best

    def _scored(self, maze: Maze, number: int, job: Job) -> Candidate:
        figures = figures_of(maze, self.goal.names, job)
        return Candidate(number, self.goal.distance(figures), figures, self, maze.walls)


def _amount(random: NDArray[np.int64]) -> float:
    """Return how far to tweak one figure: half of them stay as they are."""
    if below(random, 2) == 0:
        return 0.0
    return STEP * (below(random, 2001) / 1000 - 1)


def _opening(lattice: Lattice, cell: int) -> Opening:
    """Return a gap in the outer wall of a cell, or the cell itself where it has none."""
    outer = lattice.outer_slots(cell)
    return Opening(cell, outer[0] if outer else None)
