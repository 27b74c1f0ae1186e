"""One route: all paths around small loops are tried, and what may not change is named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.repairs import RepairError, find_repair, one_route
from mazeeditor.maze.shapes import build
from tests.graphs import graph_of


def narrow(seed: int) -> Maze:
    """Return a long maze, with a loop here and there along its route."""
    return generate("kruskal", build("rectangular", rows=5, columns=100), seed, braid=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("locked", [False, True])
def test_one_route_tries_all_paths_around_small_loops(locked: bool) -> None:
    """A passage that is locked off every route changes nothing."""
    for seed in range(5):
        maze = narrow(seed)
        least = find_repair(maze, "one-route")
        assert least.exact, seed
        if locked:
            locks = np.zeros(maze.lattice.size, np.uint8)
            ends = [opening.cell for opening in maze.openings]
            graph = graph_of(maze)
            cell = next(cell for cell in graph if graph.degree(cell) == 1 and cell not in ends)
            slot = next(slot for slot in range(4) if not maze.walls[cell] >> slot & 1)
            locks[cell] |= 1 << slot
            locks[maze.lattice.neighbour(cell, slot)] |= 1 << maze.lattice.back(cell, slot)
            maze.set_locks(locks)
            again = find_repair(maze, "one-route")
            assert again.exact
            assert len(again) == len(least)


def test_no_step_of_the_search_for_better_paths_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are tried in one block after the other, until all the steps are used up."""
    used: list[int] = []
    best = one_route.best_path

    def best_path(graph: Any, start: int, ends: Any, budget: one_route.Budget) -> Any:
        given = budget.left
        result = best(graph, start, ends, budget)
        used.append(given - budget.left)
        return result

    monkeypatch.setattr(one_route, "best_path", best_path)
    find_repair(narrow(0), "one-route")
    needed = list(used)
    assert len(needed) > 4
    assert max(needed) < one_route.STEPS_OF_BLOCK
    for blocks in (2, 4, len(needed)):
        used.clear()
        monkeypatch.setattr(one_route, "STEPS", sum(needed[: blocks - 1]) + 1)
        find_repair(narrow(0), "one-route")
        assert used[:-1] == needed[: blocks - 1]


def test_a_refusal_of_one_route_names_the_cells_of_passages_that_stay() -> None:
    maze = generate("kruskal", build("rectangular", rows=4, columns=4), 1)
    inner = [wall for wall in maze.closed_walls().tolist() if maze.lattice.is_inner(wall)]
    maze.toggle(np.array(inner, np.int64))
    locks = np.zeros(maze.lattice.size, np.uint8)
    for row, column, slot in ((0, 0, 1), (0, 0, 2), (0, 1, 2), (1, 0, 1)):
        cell = maze.lattice.cell(row, column)
        locks[cell] |= 1 << slot
        locks[maze.lattice.neighbour(cell, slot)] |= 1 << maze.lattice.back(cell, slot)
    maze.set_locks(locks)
    with pytest.raises(RepairError) as caught:
        find_repair(maze, "one-route")
    places = {maze.lattice.place(int(cell)) for cell in caught.value.cells}
    assert places == {(0, 0), (0, 1), (1, 0), (1, 1)}
