"""Finish keeps what is drawn: it only opens, or only closes, or changes the fewest walls."""

from __future__ import annotations

from random import Random

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import SHAPES, build, sizes_about
from mazeeditor.maze.transforms import apply_transform
from tests.breadth import repeats
from tests.graphs import graph_of
from tests.lattices import MASKS, of_shape, outlined, random_passages
from tests.maze.transforms.samples import openings, places
from tests.oracle import open_field

EVERY = [
    (shape.name, generator.name)
    for shape in SHAPES
    for generator in GENERATORS
    if not generator.why_not(shape.name)
]


@pytest.mark.each_value_once
@pytest.mark.parametrize(("shape", "generator"), EVERY)
def test_the_fewest_changes_make_it_perfect(shape: str, generator: str) -> None:
    for seed in repeats(2, 200):
        random = Random(seed)
        lattice = of_shape(shape, random)
        if GENERATORS[generator].why_not(shape, whole=lattice.whole):
            with pytest.raises(UsageError, match="needs a maze without a mask"):
                apply_transform("finish", Maze(lattice), generator=generator)
            lattice = build(shape, **sizes_about(shape, 7, {}))
        check(lattice, generator, seed, random)


@pytest.mark.parametrize("shape", SHAPES.names())
def test_the_fewest_changes_in_every_outline(shape: str) -> None:
    for mask in MASKS:
        lattice = outlined(shape, mask)
        able = [entry.name for entry in GENERATORS if not entry.why_not(shape, whole=lattice.whole)]
        for seed in repeats(1, 200):
            check(lattice, able[seed % len(able)], seed, Random(seed))


def check(lattice: Lattice, generator: str, seed: int, random: Random) -> None:
    """Finish a maze drawn at random; networkx says how many walls have to change."""
    maze, graph = random_passages(lattice, random)
    after = apply_transform("finish", maze, generator=generator, seed=seed)
    after.check()
    tree = graph_of(after)
    pieces = nx.number_connected_components(tree)
    whole = nx.number_connected_components(graph_of(_without_walls(maze)))
    assert nx.is_forest(tree)
    assert pieces == whole
    components = nx.number_connected_components(graph)
    loops = len(graph.edges) - len(graph) + components
    before, now = places(maze), places(after)
    assert (len(before - now), len(now - before)) == (loops, components - pieces)
    assert openings(after) == openings(maze)


def _without_walls(maze: Maze) -> Maze:
    open_everywhere = Maze(maze.lattice)
    closed = maze.lattice.inside_cells()
    _cells, walls = maze.lattice.walls_of(closed)
    inner = [wall for wall in np.unique(walls).tolist() if maze.lattice.is_inner(wall)]
    open_everywhere.write(np.array(inner, np.int64), False)
    return open_everywhere


@pytest.mark.slow
def test_an_empty_or_full_sheet_becomes_a_maze_of_the_generator() -> None:
    for generator in [generator.name for generator in GENERATORS]:
        lattice = build("rectangular", rows=9, columns=11)
        own = places(generate(generator, lattice, 5))
        for maze in (Maze(lattice), open_field(9, 11)):
            after = apply_transform("finish", maze, generator=generator, seed=5)
            assert places(after) == own, generator


def test_a_perfect_half_stays_as_it_is() -> None:
    """Half of a maze is drawn, and the other half is closed: nothing drawn changes."""
    for seed in [1, 2, 3]:
        maze = generate("prim", build("rectangular", rows=10, columns=10), seed)
        drawn = places(maze)
        lower = {passage for passage in drawn if max(row for row, _column in passage) > 4}
        for one, other in map(sorted, lower):
            maze.toggle_wall(one, other)
        after = places(apply_transform("finish", maze, generator="kruskal", seed=seed))
        assert drawn - lower < after, seed
        assert len(after) == 99, seed
