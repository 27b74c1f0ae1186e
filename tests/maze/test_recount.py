"""What is counted again after walls have changed is what a whole count finds."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.facts import recount
from mazeeditor.maze.facts.facts import Facts, Forest, count_whole, facts_and_sealed
from mazeeditor.maze.facts.recount import Counted, count_again
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.walls import inner_walls
from tests.lattices import LATTICES


def grown(lattice: Lattice, random: Random) -> Maze:
    """Return a perfect maze with an exit somewhere."""
    closed = np.full(lattice.size, 255, np.uint8)
    every = inner_walls(lattice, closed, Job()).astype(np.int64)
    maze = Maze(lattice, None)
    joined: dict[int, int] = {}

    def root(cell: int) -> int:
        while cell in joined:
            cell = joined[cell]
        return cell

    for wall in random.sample(every.tolist(), len(every)):
        lower, _slot, upper, _back = (int(side[0]) for side in lattice.sides_of(np.array([wall])))
        if root(lower) != root(upper):
            joined[root(lower)] = root(upper)
            maze.toggle(np.array([wall]))
    cells = random.choices(lattice.inside_cells().tolist(), k=2)
    maze.set_openings(Opening(cells[0]), (Opening(cells[1]),))
    return maze


@pytest.mark.slow
@pytest.mark.parametrize("name", LATTICES)
def test_a_recount_is_a_whole_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole: list[Maze] = []

    def counting(maze: Maze, job: Job) -> tuple[Facts, NDArray[np.bool_] | None, Forest | None]:
        whole.append(maze)
        return count_whole(maze, job)

    monkeypatch.setattr(recount, "count_whole", counting)
    steps = 0
    for seed in range(12):
        random = Random(seed)
        maze = grown(LATTICES[name](random), random)
        everything = np.full(maze.lattice.size, 255, np.uint8)
        walls = inner_walls(maze.lattice, everything, Job()).astype(np.int64).tolist()
        if not walls:
            continue
        counted: Counted | None = None
        stroke: list[int] = []
        for _step in range(25):
            back = bool(stroke) and random.random() < 0.3  # as undo does
            stroke = (
                stroke
                if back
                else random.sample(walls, min(len(walls), random.choice((1, 1, 2, 4))))
            )
            maze.toggle(np.array(stroke))
            counted = count_again(maze.copy(), Job(), counted)
            facts, sealed = facts_and_sealed(maze, Job())
            assert counted.facts == facts
            none = np.zeros(maze.lattice.size, np.bool_)
            found = none if counted.sealed is None else counted.sealed
            assert np.array_equal(found, none if sealed is None else sealed)
            steps += 1
    assert len(whole) < steps / 2


def test_another_exit_or_maze_is_counted_whole() -> None:
    random = Random(3)
    maze = grown(LATTICES[next(iter(LATTICES))](random), random)
    counted = count_again(maze.copy(), Job())
    cells = maze.lattice.inside_cells()
    maze.set_openings(Opening(int(cells[0])), (Opening(int(cells[-1])), Opening(int(cells[1]))))
    again = count_again(maze.copy(), Job(), counted)
    assert again.facts == facts_and_sealed(maze, Job())[0]
    assert again.forest is None
    maze.set_openings(None, ())
    assert count_again(maze.copy(), Job(), again).facts == facts_and_sealed(maze, Job())[0]
