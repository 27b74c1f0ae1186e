"""Everything that runs as a job and takes as long as a maze is large, for tests of all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np

from mazeeditor.app.commands.select_menu import as_far, connected_cells, on_route, with_one_passage
from mazeeditor.app.shown.highlights import HIGHLIGHTS
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.core.processes.workers import HERE
from mazeeditor.editing.changes.clips import copy_cells
from mazeeditor.maze.completing import Growth, around_route, complete
from mazeeditor.maze.facts.differences import maze_differences
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.facts.random_walk import expected_steps
from mazeeditor.maze.facts.structure import structure
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.search.distances import distances, longest_path
from mazeeditor.maze.search.search import shortest_route, without_gaps
from mazeeditor.maze.shapes import build
from mazeeditor.maze.solvers import SOLVERS, solve
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from mazeeditor.maze.transforms.symmetry.group import symmetries_of
from mazeeditor.maze.transforms.symmetry.symmetric_maze import symmetric_maze
from mazeeditor.maze.walls import free_walls
from mazeeditor.sheets.search import FARTHEST, Search
from mazeeditor.sheets.search_goal import SearchGoal
from tests.breadth import stress

Work = Callable[[Job], Any]
ROOM_OPTION = {"rooms": 20}  # recursive division opens whole areas


@cache
def sample(size: int, braid: float) -> Maze:
    """Return a square maze, without loops or with some."""
    return generate("backtracker", build("rectangular", rows=size, columns=size), 1, braid=braid)


def all_work(size: int) -> dict[str, Work]:
    """Return each generator, solver, transform, measure and edit on squares, by a title."""
    mazes = {"perfect": sample(size, 0.0), "loops": sample(size, 0.2)}
    result: dict[str, Work] = {}
    for generator in GENERATORS:
        for title, options in _settings(generator.options, ROOM_OPTION):
            make = partial(generate, generator.name, mazes["perfect"].lattice, 5, **options)
            result[f"{generator.name}{title}"] = _named(make)
    result["prim, braided"] = _named(
        partial(generate, "prim", mazes["perfect"].lattice, 5, braid=0.7)
    )
    for kind, maze in mazes.items():
        result |= {f"{name}, {kind}": work for name, work in _on(maze)}
    return result | dict(_changes(mazes["loops"])) | dict(_edits(mazes["loops"]))


def _on(maze: Maze) -> Iterator[tuple[str, Work]]:
    for solver in SOLVERS:
        yield solver.name, _named(partial(solve, solver.name, maze))
    yield "facts", lambda job: facts(maze, job)
    yield "structure", lambda job: structure(maze, job)
    for highlight in HIGHLIGHTS:
        yield f"highlight {highlight.name}", partial(highlight.highlighted, maze)
    yield "longest path", lambda job: longest_path(maze, job)
    yield "distances", lambda job: distances(maze, maze.lattice.first.cell, job)


def _edits(maze: Maze) -> Iterator[tuple[str, Work]]:
    """Yield what editing by hand does in a worker."""
    lattice, growth = maze.lattice, Growth("prim", 1)
    route = shortest_route(
        lattice, without_gaps(maze), lattice.first.cell, [lattice.last.cell], Job()
    )
    part = np.zeros(lattice.size, np.bool_)
    part[lattice.inside_cells()[: lattice.cells // 2]] = True
    free, everywhere = free_walls(lattice, part), free_walls(lattice)
    other = sample(lattice.rows, 0.0)
    for keep in (False, True):
        yield f"complete, {keep=}", _named(partial(complete, maze, growth, free, keep=keep))
        around = partial(around_route, maze, route, growth, everywhere, keep=keep)
        yield f"around a route, {keep=}", _named(around)
    yield "select connected", lambda job: connected_cells(maze, part, job)
    yield "select as far", lambda job: as_far(maze, part, job)
    yield "select dead ends", lambda job: with_one_passage(maze, job)
    yield "select route", lambda job: on_route(maze, job)
    yield "copy", lambda job: copy_cells(maze, part, job)
    yield "differences", lambda job: maze_differences(maze, other, job)
    yield "random walk", lambda job: expected_steps(maze, job, most=0)
    for symmetry in ("left-right", "halves"):
        braided = partial(symmetric_maze, lattice, growth, symmetry, 0.3)
        yield f"symmetric, {symmetry}", _named(braided)
    goal = SearchGoal.of(["decisions>=999"])
    search = Search(goal, Recipe("prim"), 2, lattice=lattice, places=FARTHEST)
    yield "search", lambda job: search.run(job, workers=HERE)


def _changes(maze: Maze) -> Iterator[tuple[str, Work]]:
    changed = {"rows": maze.lattice.rows + 9, "at": 3, "share": 0.7, "seed": 1}
    much = 0.5 if stress() else 0.25
    tweaks = {"route": much, "straight": much, "dead_ends": -much, "loops": -much}
    for transform in TRANSFORMS:
        if transform.name in ("fewer-forks", "route-apart"):  # it needs exactly one route
            continue
        refused = {**symmetries_of(maze.lattice), **transform.choices(maze.lattice)}
        settings = list(_settings(transform.options, changed | tweaks))
        if transform.live:  # sliders ask for little too, which leaves most walls as they are
            for share in (0.2, -0.2):
                little = {name: amount * share for name, amount in tweaks.items()} | {"seed": 1}
                settings += list(_settings(transform.options, little))[1:]
        for title, options in settings:
            if any(refused.get(value) for value in options.values()):
                continue  # a turn by 60 degrees of squares
            change = partial(apply_transform, transform.name, maze, **options)
            yield f"{transform.name}{title}", _named(change)


def _named(call: Callable[..., Any]) -> Work:
    """Return work that hands its job over by name."""
    return lambda job: call(job=job)


def _settings(
    options: tuple[Option, ...], chosen: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield ``chosen``, as far as there are such options, and with it each choice of the others.

    Work with a seed always has the same one: each run looks at Cancel as often as the one before.
    """
    kinds = {option.name: option.kind for option in options}
    fixed = {name: value for name, value in chosen.items() if kinds.get(name) is type(value)}
    yield "", {"seed": 1} if "seed" in kinds else {}
    if fixed:
        yield ", " + " ".join(map(str, fixed.values())), fixed
    for option in options:
        for choice in option.choices or (option.written.offers if option.written else ()):
            yield f", {choice}", fixed | {option.name: choice}
