"""Every solver, on mazes of every kind: its route is one, and networkx finds none shorter."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.core.options import check_all
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import SOLVERS, Mark, Solution, solve
from tests.breadth import repeats, stress
from tests.kernels import compiled, interpreted
from tests.lattices import LATTICES, random_passages
from tests.oracle import Drawn, draw, maze_of, open_field

NAMES = SOLVERS.names()
LONG = 9 if stress() else 5  # cells of a corridor with all pairs of openings
SURE = [each.name for each in SOLVERS if each.sure]
FROM_BOTH_ENDS = "bidirectional"  # ends as soon as one side is full, and sees what the exits reach
THOROUGH = [name for name in SURE if name != FROM_BOTH_ENDS]
OPTIONS: dict[str, dict[str, object]] = {"random-mouse": {"patience": 40}}


def run(name: str, maze: Maze, job: Job | None = None) -> Solution:
    """Solve; the mouse gives up sooner here, to save time."""
    return solve(name, maze, job=job, **OPTIONS.get(name, {}))


def check(name: str, maze: Maze, drawn: Drawn) -> Solution:
    """Solve, and check the answer against the graph from which the maze was built."""
    walls = maze.walls.copy()
    solution = run(name, maze)
    assert (maze.walls == walls).all()
    reachable = drawn.distances
    check_answer(solution, any(goal in reachable for goal in drawn.goals))
    if solution.solved:
        path = solution.path
        assert path[0] == drawn.start
        assert path[-1] in drawn.goals
        assert not set(path[:-1]) & set(drawn.goals), "a route ends at the first exit it reaches"
        assert len(set(path)) == len(path)
        assert all(drawn.graph.has_edge(*step) for step in pairwise(path))
        if SOLVERS[name].shortest:
            assert len(path) == drawn.shortest
    seen = set(reachable)
    if name == FROM_BOTH_ENDS:
        seen = seen.union(*(nx.node_connected_component(drawn.graph, goal) for goal in drawn.goals))
    check_marks(solution, {maze.lattice.cell(*place) for place in seen})
    return solution


def check_answer(solution: Solution, solvable: bool) -> None:
    """Check that "no route" is true, or else comes with a reason."""
    if solution.solver in SURE:
        assert solution.solved == solvable
        assert solution.note == ""
    else:
        assert solution.solved == (solution.note == "")
        assert solvable or not solution.solved


def check_marks(solution: Solution, reachable: set[int]) -> None:
    """Check that marks are where a solver can have been, and that the route is not filled."""
    lattice, marks = solution.lattice, solution.marks
    assert marks.dtype == np.uint8
    assert marks.shape == (lattice.size,)
    assert not marks[~lattice.inside].any()
    assert set(np.unique(marks)) <= set(Mark)
    assert set(np.flatnonzero(marks == Mark.VISITED)) <= reachable
    on_route = set(marks[solution.route])
    assert on_route <= ({Mark.LEFT} if (marks == Mark.LEFT).any() else {Mark.VISITED})
    assert solution.visited == sum(mark in (Mark.VISITED, Mark.FILLED) for mark in marks)


@pytest.mark.sample(2)
@pytest.mark.parametrize("part", range(4))
def test_random_mazes(part: int) -> None:
    for seed in list(repeats(40, 3000))[part::4]:
        random = Random(seed)
        drawn = draw(random)
        maze = maze_of(drawn, random)
        for name in NAMES:
            check(name, maze, drawn)


@pytest.mark.each_value_once
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 1), (1, 2), (2, 1), (1, LONG), (LONG, 1), (2, 2)]
)
def test_small_mazes_with_every_pair_of_openings(name: str, rows: int, columns: int) -> None:
    graph = nx.grid_2d_graph(rows, columns)
    gaps = 3 if stress() or len(graph) < 3 else 1  # in different sides, or none
    for number, (start, goal) in enumerate(product(graph, graph)):
        for seed in range(number, number + gaps):
            drawn = Drawn(rows, columns, graph, start, (goal,))
            solution = check(name, maze_of(drawn, Random(seed % 3)), drawn)
            assert solution.solved
            assert (len(solution.route) == 1) == (start == goal)


def test_two_gaps_in_one_cell_are_no_route_around_the_border() -> None:
    for name in NAMES:
        graph = nx.grid_2d_graph(1, 6)
        graph.remove_edge((0, 2), (0, 3))
        maze = maze_of(Drawn(1, 6, graph, None, ()))
        first, last = maze.lattice.cell(0, 0), maze.lattice.cell(0, 5)
        for side in range(4):
            for other in range(4):
                if side != 1 and other != 3:
                    maze.set_openings(Opening(first, side), (Opening(last, other),))
                    assert not solve(name, maze).solved, name


def set_openings(maze: Maze, start: int, goals: list[int], random: Random) -> None:
    """Open a maze at these cells: through an outer wall where there is one, or in the middle."""

    def opening(cell: int) -> Opening:
        slots = maze.lattice.outer_slots(cell) if maze.lattice.shape in SHAPES else []
        return Opening(cell, random.choice([None, *slots]))

    maze.set_openings(opening(start), tuple(map(opening, goals)))


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", NAMES)
def test_lattices_of_every_kind(name: str) -> None:
    for kind in LATTICES:
        for seed in repeats(4, 300):
            random = Random(seed)
            maze, graph = random_passages(LATTICES[kind](random), random)
            cells = list(graph)
            start, goals = random.choice(cells), random.choices(cells, k=random.randint(1, 3))
            set_openings(maze, start, goals, random)
            if SOLVERS[name].why_not(maze.lattice.shape):
                with pytest.raises(
                    UsageError, match=f"turns, which do not add up in {maze.lattice.shape} mazes"
                ):
                    run(name, maze)
                continue
            steps = nx.single_source_shortest_path_length(graph, start)
            shortest = min((steps[goal] + 1 for goal in goals if goal in steps), default=0)
            solution = run(name, maze)
            route = solution.route.tolist()
            assert all(graph.has_edge(*step) for step in pairwise(route)), (kind, seed)
            assert len(set(route)) == len(route), (kind, seed)
            check_answer(solution, bool(shortest))
            if route:
                assert route[0] == start, (kind, seed)
                assert route[-1] in goals, (kind, seed)
            if SOLVERS[name].shortest:
                assert len(route) == shortest, (kind, seed)
            seen = set(steps)
            if name == FROM_BOTH_ENDS:
                seen = seen.union(*(nx.node_connected_component(graph, goal) for goal in goals))
            check_marks(solution, seen)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_compiled_and_interpreted_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> list[tuple[bytes, bytes]]:
        mazes = [maze_of(draw(Random(seed), 20), Random(seed)) for seed in range(30)]
        result = [run(name, maze) for maze in mazes]
        return [(each.route.tobytes(), each.marks.tobytes()) for each in result]

    with interpreted(monkeypatch):
        plain = answers()
    with compiled(monkeypatch):
        assert answers() == plain


def field(rows: int, columns: int) -> Maze:
    """Return a maze without inner walls but those around its last cell, the exit."""
    maze = open_field(rows, columns)
    last = maze.lattice.last
    maze.toggle(np.array([maze.lattice.wall(last.cell, slot) for slot in (0, 3)]))
    maze.set_openings(maze.lattice.first, (last,))
    return maze


@pytest.mark.slow
def test_without_a_route_all_that_can_be_reached_is_looked_at() -> None:
    for name in THOROUGH:
        maze = field(300, 301)
        solution = solve(name, maze)
        assert not solution.solved, name
        seen = solution.marks > Mark.UNSEEN
        seen[maze.lattice.last.cell] = False
        assert seen.sum() == 300 * 301 - 1, name


def test_openings_must_be_there() -> None:
    for name in NAMES:
        maze = Maze(build("rectangular", rows=2, columns=2))
        with pytest.raises(MazeError, match="no entrance"):
            solve(name, maze)
        maze.set_openings(maze.lattice.first, ())
        with pytest.raises(MazeError, match="no exit"):
            solve(name, maze)


def test_labels_and_summaries() -> None:
    for solver in SOLVERS:
        assert solver.summary.endswith(".")
        assert len(solver.summary) < 80
        assert all(option.help for option in solver.options)
        assert check_all(solver.options, {}).keys() == {each.name for each in solver.options}
    named = {"dead-end-filling", "pit-filling", "backtracking", "breadth-first", "a-star"}
    assert named <= set(NAMES)
