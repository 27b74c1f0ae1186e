"""The search: the nearest candidates, the same on any number of cores, made again as they were."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import dist
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.errors import CancelledError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.jit import compiling
from mazeeditor.core.processes.workers import HERE, Workers
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.walls import free_walls
from mazeeditor.sheets.search import FARTHEST, Candidate, Search
from mazeeditor.sheets.search_goal import SearchGoal, Want, figures_of
from tests.breadth import in_turns, repeats, stress
from tests.cli.run import mazeeditor as run
from tests.graphs import graph_of
from tests.maze.test_structure import decisions, expected
from tests.maze.transforms.test_tweak import MASKS, lattice_of

GOAL = SearchGoal.of(["route=0.3..0.4", "decisions>=10"])
RECIPE = Recipe("backtracker", sizes={"rows": 10, "columns": 12})


@pytest.fixture(autouse=True)
def kernels(request: pytest.FixtureRequest) -> Iterator[None]:
    """Compile the kernels at once, as workers do, in one test; it takes longer than the others."""
    if stress() or request.node.get_closest_marker("slow"):
        with compiling():
            yield
    else:
        request.getfixturevalue("interpreted")
        yield


def numbers(candidates: list[Candidate]) -> list[tuple[int, float]]:
    return [(candidate.number, candidate.distance) for candidate in candidates]


@pytest.mark.slow
def test_the_nearest_of_all_seeds_are_found() -> None:
    found = Search(GOAL, RECIPE, 30, 5, kept=4).run(Job(), workers=HERE)
    every = []
    for seed in range(5, 35):
        maze = mazeeditor.generate(rows=10, columns=12, seed=seed)
        figures = figures_of(maze, GOAL.names, Job())
        every.append((GOAL.distance(figures), seed))
    assert [(each.distance, each.number) for each in found] == sorted(every)[:4]
    for candidate in found:
        maze = mazeeditor.generate(rows=10, columns=12, seed=candidate.number)
        assert (candidate.maze().walls == maze.walls).all()
        assert candidate.recipe.seed == candidate.number
        assert figures_of(candidate.maze(), GOAL.names, Job()) == candidate.figures


@pytest.mark.slow
def test_processes_find_the_same() -> None:
    for search in (Search(GOAL, RECIPE, 20), of_changes(mazeeditor.generate(rows=6, columns=7))):
        here, there = (search.run(Job(), workers=workers) for workers in (HERE, Workers(2)))
        assert numbers(here) == numbers(there)
        assert all(
            (a.maze().walls == b.maze().walls).all() for a, b in zip(here, there, strict=True)
        )


def of_changes(maze: Maze, cells: np.ndarray | None = None) -> Search:
    free = free_walls(maze.lattice, cells, maze.locks)
    return Search(GOAL, Recipe(), 6, maze=maze, free=free)


WANTS = ["route=0.2..0.5", "decisions>=3", "shortest_dead_end>=1", "distance>=4", "loops=0"]
COUNTED = ("dead_ends", "straights", "turns", "junctions", "crossings", "longest_corridor")


def counted(maze: Maze) -> dict[str, float]:
    """Return the figures of a perfect maze, counted in a graph of its cells."""
    graph = graph_of(maze)
    whole = expected(maze, graph)
    assert maze.entrance
    assert maze.exit
    ends = [maze.entrance.cell, maze.exit.cell]
    route = nx.shortest_path(graph, *ends)
    places = maze.lattice.geometry.centres(np.array(ends))
    return {
        "route": len(route) / len(graph),
        "shortest": len(route),
        "decisions": decisions(graph, route),
        "shortest_dead_end": whole["dead_end_lengths"][0][0],
        "distance": dist(*places),
        "passages": len(graph.edges),
        "loops": len(graph.edges) - len(graph) + nx.number_connected_components(graph),
        "components": nx.number_connected_components(graph),
        **{name: whole[name] for name in COUNTED},
    }


@pytest.mark.sample(2)
@pytest.mark.parametrize(("shape", "mask"), in_turns(SHAPES.names(), MASKS))
def test_every_figure_is_that_of_the_maze(shape: str, mask: str) -> None:
    """All that the candidates report, whether they meet the goal, and in which order they come."""
    lattice, number = lattice_of(shape, mask), len(repeats(12, 200))
    bounds = [*WANTS, *(f"{name}>=0" for name in ("shortest", "passages", "components", *COUNTED))]
    goal = SearchGoal.of(bounds)
    search = Search(goal, Recipe("kruskal"), number, lattice=lattice, places=FARTHEST, kept=number)
    found = search.run(Job(), workers=HERE)
    assert sorted(candidate.number for candidate in found) == list(range(1, number + 1))
    assert numbers(found) == sorted(numbers(found), key=lambda one: (one[1], one[0]))
    for candidate in found:
        figures = {name: round(value, 9) for name, value in counted(candidate.maze()).items()}
        assert candidate.figures == {name: pytest.approx(figures[name]) for name in goal.names}
        low, high = 0.2, 0.5
        met = low <= figures["route"] <= high and figures["decisions"] >= 3
        met = met and figures["shortest_dead_end"] >= 1 and figures["distance"] >= 4
        assert (candidate.distance == 0) == (met and figures["loops"] == 0)
        assert (not goal.missed(candidate.figures)) == (candidate.distance == 0)
    for workers in (2, 3) if stress() else ():
        again = search.run(Job(), workers=Workers(workers))
        assert numbers(again) == numbers(found)
        assert [each.figures for each in again] == [each.figures for each in found]


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "mask"), in_turns(SHAPES.names(), MASKS))
def test_changes_come_nearer_and_keep_a_maze_perfect(shape: str, mask: str) -> None:
    lattice = lattice_of(shape, mask)
    for seed in repeats(1, 200):
        maze = mazeeditor.generate("kruskal", lattice=lattice, seed=seed)
        before = GOAL.distance(figures_of(maze, GOAL.names, Job()))
        cells = lattice.inside.copy()
        cells[lattice.inside_cells()[:9]] = False
        search = of_changes(maze, cells)
        (best, *_others) = search.run(Job(), workers=HERE)
        assert best.distance <= before
        after = best.maze()
        after.check()
        assert search.free is not None
        assert not ((after.walls ^ maze.walls) & ~search.free).any()
        if SearchGoal.of(["loops=0"]).distance(figures_of(after, ["loops"], Job())) == 0:
            assert nx.is_tree(graph_of(after))


def test_it_ends_where_all_that_are_kept_meet_the_goal() -> None:
    search = Search(SearchGoal.of(["decisions>=1"]), RECIPE, 100_000, kept=3)
    assert numbers(search.run(Job(), workers=HERE)) == [(1, 0), (2, 0), (3, 0)]


def test_cancel() -> None:
    job = Job()
    with pytest.raises(CancelledError):
        Search(SearchGoal.of(["decisions>=999"]), RECIPE, 500).run(
            job, lambda _best: job.cancel(), workers=HERE
        )


def test_import_mazeeditor() -> None:
    found = mazeeditor.search("kruskal", ["decisions>=3"], seeds=30, rows=6, columns=6, kept=2)
    assert [candidate.distance for candidate in found] == [0, 0]
    again = mazeeditor.search(found[0].maze(), ["loops=0", "route>=0.4"], seeds=5, kept=1)
    assert nx.is_tree(graph_of(again[0].maze()))
    with pytest.raises(UsageError, match="no figure named"):
        mazeeditor.search("kruskal", ["hard>=3"])


COMMAND = ("search", "--rows", 10, "--columns", 12, "--seeds", 60)


def test_the_command(tmp_path: Path) -> None:
    wants = ("--want", "route=0.2..0.5", "--want", "decisions>=6")
    ran = run(*COMMAND, *wants, "--json", "-o", "a.maze", cwd=tmp_path)
    result = json.loads(ran.out)
    assert (ran.status, result["met"]) == (0, True)
    assert 0.2 <= result["figures"]["route"] <= 0.5
    assert result["figures"]["decisions"] >= 6
    maze = mazeeditor.load(tmp_path / "a.maze")
    same = mazeeditor.generate(rows=10, columns=12, seed=result["seed"])
    assert (maze.walls == same.walls).all()
    info = json.loads(run("info", "a.maze", "--json", cwd=tmp_path).out)
    assert info["route_share"] == pytest.approx(result["figures"]["route"])
    text = run(*COMMAND, *wants, "-o", "b.maze", cwd=tmp_path).out
    assert text.startswith(f"b.maze: seed {result['seed']}; Route ")
    assert (tmp_path / "a.maze").read_bytes() == (tmp_path / "b.maze").read_bytes()
    changed = ("search", "a.maze", "--seeds", 3, "--want", "loops=2..9", "-o", "c.maze")
    assert run(*changed, cwd=tmp_path).status == 0
    info = json.loads(run("info", "c.maze", "--json", cwd=tmp_path).out)
    assert 2 <= info["loops"] <= 9


@pytest.mark.slow
def test_the_command_says_what_is_missed(tmp_path: Path) -> None:
    ran = run(*COMMAND, "--want", "decisions>=999", "-o", "a.maze", cwd=tmp_path)
    assert ran.status == 1
    assert ran.error.startswith("mazeeditor: None of 60 mazes meets the goal; the nearest misses")
    assert (tmp_path / "a.maze").exists()
    ran = run(
        "search", "a.maze", "--generator", "prim", "--want", "loops=0", "-o", "b.maze", cwd=tmp_path
    )
    assert (ran.status, "needs no generator" in ran.error) == (2, True)


def test_what_is_asked_for_in_words() -> None:
    for want, words in {
        "route=35%..45%": "Route 35 % to 45 %",
        "decisions>=12": "Decisions on the route at least 12",
        "loops=0": "Loops 0",
        "turns<=1500": "Turns at most 1,500",
    }.items():
        assert Want.of(want).in_words.replace("\N{NO-BREAK SPACE}", " ") == words
