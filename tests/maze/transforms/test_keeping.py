"""Finish, repairs, sparse mazes, loops and tweaks keep a symmetry: on all shapes, for all of them.

Which walls are images of each other is found from where the middles of cells lie, as in
``test_symmetric_maze.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

import mazeeditor
from mazeeditor.core.errors import UsageError
from mazeeditor.maze.completing import Growth
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze, with_locks
from mazeeditor.maze.repairs import GOALS, Repair, RepairError
from mazeeditor.maze.shapes import build, sizes_about
from mazeeditor.maze.transforms import apply_transform
from mazeeditor.maze.transforms.symmetry.group import group_of
from mazeeditor.maze.transforms.symmetry.keeping import find_symmetric_repair
from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_walls, symmetric_maze
from tests.breadth import repeats, stress
from tests.cli.run import mazeeditor as command
from tests.graphs import graph_of
from tests.maze.shapes.cases import called
from tests.maze.transforms.test_symmetric_maze import (
    MASKS,
    SMALLEST,
    WHOLE,
    able,
    breaking,
    orbits_of,
    outlined,
    walls_of,
)


def lattices(shape: str, chosen: dict[str, Any], mask: str) -> Lattice:
    if mask:
        return outlined(shape, mask, 9)
    return build(shape, **sizes_about(shape, 7, chosen))


CASES = pytest.mark.parametrize(("shape", "chosen"), WHOLE, ids=called)


def drawn(lattice: Lattice, symmetry: str, random: Random, share: float) -> Maze:
    """Return a maze whose orbits of walls are open at random."""
    maze = Maze(lattice)
    numbers, walls = orbits_of(lattice, symmetry), walls_of(lattice)
    opened = {number for number in set(numbers) if random.random() < share}
    ids = [
        lattice.wall(cell, lattice.slot_between(cell, other))
        for number, wall in zip(numbers, walls, strict=True)
        if number in opened
        for cell, other in [sorted(wall)]
    ]
    maze.write(np.array(ids, np.int64), False)
    maze.set_openings(lattice.first, (lattice.last,))
    return maze


def samples(shape: str, chosen: dict[str, Any], seeds: int = 1) -> Iterator[tuple[Maze, str, int]]:
    """Yield a symmetric maze, its symmetry and a seed."""
    for mask in MASKS[:2]:
        lattice = lattices(shape, chosen, mask)
        for symmetry in able(lattice):
            for seed in repeats(seeds, 50):
                random = Random(f"{shape} {symmetry} {seed}")
                yield (
                    drawn(lattice, symmetry, random, random.choice((0.3, 0.5, 0.8))),
                    symmetry,
                    seed,
                )


def is_connected(lattice: Lattice) -> bool:
    grid = nx.Graph(tuple(wall) for wall in walls_of(lattice))
    return bool(nx.is_connected(grid)) if len(grid) else True


@pytest.mark.slow
@CASES
def test_finished_mazes_are_perfect_and_symmetric_but_for_the_fewest_walls(
    shape: str, chosen: dict[str, Any]
) -> None:
    for maze, symmetry, seed in samples(shape, chosen):
        after = apply_transform("finish", maze, symmetry=symmetry, seed=seed, generator="prim")
        after.check()
        assert nx.is_forest(graph_of(after))
        if is_connected(maze.lattice):
            assert nx.is_tree(graph_of(after))
        plain = symmetric_maze(maze.lattice, Growth("backtracker", seed), symmetry)
        assert breaking(after, symmetry) == breaking(plain, symmetry)
        assert after.openings == maze.openings


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(10))
def test_the_smallest_too(part: int) -> None:
    for name, lattice in list(SMALLEST.items())[part::10]:
        for symmetry in able(lattice):
            for seed in repeats(3, 30):
                maze = drawn(lattice, symmetry, Random(seed), 0.5)
                after = apply_transform("finish", maze, symmetry=symmetry, seed=seed)
                assert nx.is_tree(graph_of(after)), (name, symmetry, seed)
                plain = symmetric_maze(lattice, Growth("backtracker", seed), symmetry)
                assert breaking(after, symmetry) == breaking(plain, symmetry), (name, symmetry)


def test_a_half_that_was_drawn_comes_out_mirrored() -> None:
    lattice = build("rectangular", rows=8, columns=10)
    whole = symmetric_maze(lattice, Growth("backtracker", 3), "left-right")
    for closed in (True, False):
        maze = whole.copy()
        right = [
            lattice.wall(cell, lattice.slot_between(cell, other))
            for cell, other in map(sorted, walls_of(lattice))
            if min(lattice.place(cell)[1], lattice.place(other)[1]) >= 4
        ]
        maze.write(np.array(right, np.int64), closed)
        after = apply_transform("finish", maze, symmetry="left-right", seed=1)
        assert breaking(after, "left-right") == 0
        assert nx.is_tree(graph_of(after))
        left = np.array([lattice.place(cell)[1] < 4 for cell in lattice.inside_cells().tolist()])
        cells = lattice.inside_cells()[left]
        lost = after.walls & ~whole.walls if closed else ~after.walls & whole.walls
        assert not lost[cells].any(), "what was drawn stays: passages, or walls"


def repaired(maze: Maze, goal: str, symmetry: str, **options: Any) -> Repair | str:
    """Return a repair, or why there is none."""
    try:
        return find_symmetric_repair(maze, goal, symmetry, **options)
    except RepairError as reason:
        return str(reason)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
@CASES
def test_every_goal_is_reached_and_the_symmetry_kept(
    shape: str, chosen: dict[str, Any], part: int
) -> None:
    for goal in GOALS.names()[part::2]:
        refused = done = 0
        for maze, symmetry, _seed in samples(shape, chosen):
            before = maze.walls.copy()
            if not maze.entrance or not maze.exits:
                continue
            repair = repaired(maze, goal, symmetry)
            assert (maze.walls == before).all(), (goal, symmetry)
            if isinstance(repair, str):
                assert goal == "one-route" or not is_connected(maze.lattice), repair
                refused += 1
                continue
            done += 1
            after = repair.applied(maze)
            after.check()
            counted = facts(after)
            allowed = 0
            if goal == "perfect":
                assert nx.is_forest(graph_of(after)), (goal, symmetry)
                plain = symmetric_maze(maze.lattice, Growth("backtracker", 1), symmetry)
                allowed = breaking(plain, symmetry)
            assert breaking(after, symmetry) <= allowed, (goal, symmetry)
            if is_connected(maze.lattice):
                assert not GOALS[goal].offered(counted), (goal, symmetry)
        assert done, goal
        assert refused <= done, goal


TWEAKS: list[dict[str, Any]]
TWEAKS = [{"route": 0.6}, {"dead_ends": -1.0}, {"loops": 1.0}, {"straight": 0.8}]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["sparse", "braid", "tweak"])
@CASES
def test_other_changes_keep_it(shape: str, chosen: dict[str, Any], name: str) -> None:
    changed = 0
    for mask in MASKS[:2]:
        lattice = lattices(shape, chosen, mask)
        for place, symmetry in enumerate(able(lattice)):
            maze = symmetric_maze(lattice, Growth("backtracker", 4), symmetry)
            options: list[dict[str, Any]] = [{}]
            if name == "tweak":
                options = TWEAKS if stress() else TWEAKS[place % 2 :: 2]
            for chosen_options in options:
                seed: dict[str, Any] = {} if name == "sparse" else {"seed": 1}
                after = apply_transform(name, maze, symmetry=symmetry, **chosen_options, **seed)
                after.check()
                assert breaking(after, symmetry) <= breaking(maze, symmetry)
                changed += int((after.walls != maze.walls).any())
                graph = graph_of(after)
                if name == "tweak" and "loops" not in chosen_options:
                    assert nx.is_forest(graph)
                    assert nx.number_connected_components(graph) == nx.number_connected_components(
                        graph_of(maze)
                    )
    assert changed


def test_tweaks_go_where_they_are_asked_to() -> None:
    lattice = build("rectangular", rows=20, columns=30)
    maze = symmetric_maze(lattice, Growth("prim", 2), "left-right")
    before = facts(maze)

    def after(**amounts: Any) -> Any:
        return facts(apply_transform("tweak", maze, symmetry="left-right", seed=1, **amounts))

    assert after(dead_ends=-1).dead_ends < 0.8 * before.dead_ends
    assert after(dead_ends=1).dead_ends > before.dead_ends
    assert after(loops=1).loops > 0
    assert before.shortest
    assert after(route=1).shortest > 1.2 * before.shortest


@pytest.mark.slow
def test_what_is_not_symmetric_does_not_become_less_so() -> None:
    lattice = build("rectangular", rows=10, columns=12)
    for seed in repeats(5, 100):
        maze = apply_transform("finish", Maze(lattice), seed=seed)
        group = group_of(lattice, "left-right")
        assert group
        numbers = np.array(orbits_of(lattice, "left-right"))
        for name in ("sparse", "braid", "tweak"):
            every: dict[str, dict[str, Any]]
            every = {"tweak": {"straight": 1.0}, "sparse": {"length": 2}}
            after = apply_transform(name, maze, symmetry="left-right", **every.get(name, {}))
            assert mixed(after, numbers) <= mixed(maze, numbers), name


def mixed(maze: Maze, numbers: Any) -> set[int]:
    """Return the orbits of which some walls are open and some closed."""
    passages = {frozenset(edge) for edge in graph_of(maze).edges}
    is_open = np.array([wall in passages for wall in walls_of(maze.lattice)])
    return {int(n) for n in set(numbers) if len({*is_open[numbers == n].tolist()}) > 1}


def test_a_locked_wall_keeps_its_images() -> None:
    lattice = build("rectangular", rows=6, columns=8)
    maze = drawn(lattice, "left-right", Random(3), 0.4)
    chosen = np.zeros(lattice.size, np.bool_)
    chosen[[lattice.cell(2, 1), lattice.cell(2, 2), lattice.cell(3, 1)]] = True
    maze.set_locks(with_locks(maze, chosen, locked=True))
    after = apply_transform("finish", maze, symmetry="left-right", seed=1)
    locked = np.flatnonzero(maze.locks)  # type: ignore[arg-type]
    assert after.locks is not None
    assert ((maze.walls ^ after.walls)[locked] & maze.locks[locked] == 0).all()  # type: ignore[index]
    group = group_of(lattice, "left-right")
    assert group
    assert len(breaking_walls(after, group)) == 0


def test_one_route_and_a_turn_that_swaps_the_ends_exclude_each_other() -> None:
    lattice = build("rectangular", rows=6, columns=6)
    maze = drawn(lattice, "halves", Random(1), 0.95)
    with pytest.raises(RepairError, match="A route and its images make a loop"):
        find_symmetric_repair(maze, "one-route", "halves")


def test_loops_are_counted_out() -> None:
    lattice = build("rectangular", rows=7, columns=9)
    maze = symmetric_maze(lattice, Growth("backtracker", 2), "both")
    for loops in (2, 4, 7):
        repair = repaired(maze, "perfect", "both", loops=loops, seed=1)
        if isinstance(repair, str):
            assert "change together" in repair
        else:
            assert facts(repair.applied(maze)).loops == loops


def test_a_shape_without_the_symmetry_is_refused() -> None:
    maze = Maze(build("rectangular", rows=4, columns=5))
    for name in ("finish", "sparse", "braid", "perfect", "repair", "tweak"):
        with pytest.raises(UsageError, match="This shape has no symmetry 'Quarters'"):
            apply_transform(name, maze, symmetry="quarters")
    with pytest.raises(UsageError, match="There is no symmetry"):
        apply_transform("finish", maze, symmetry="fifth")


def test_the_command_line_and_the_api_keep_it_too(tmp_path: Path) -> None:
    maze = mazeeditor.generate(rows=7, columns=9, symmetry="left-right", seed=2)
    maze.toggle_wall((2, 1), (2, 2))
    maze.toggle_wall((2, 7), (2, 6))
    mazeeditor.save(maze, tmp_path / "a.maze")
    calls: dict[str, list[str]] = {"finish": [], "repair": ["--goal", "perfect"]}
    for name, options in calls.items():
        out = tmp_path / f"{name}.maze"
        flags = [*options, "--symmetry", "left-right", "--seed", "1", "-o", str(out)]
        done = command("transform", tmp_path / "a.maze", name, *flags)
        assert done.status == 0, done.error
        assert breaking(mazeeditor.load(out), "left-right") == 0
    for after in (
        mazeeditor.finish(maze, symmetry="left-right", seed=1),
        mazeeditor.repair(maze, "perfect", symmetry="left-right", seed=1),
    ):
        assert breaking(after, "left-right") == 0
        assert nx.is_tree(graph_of(after))
