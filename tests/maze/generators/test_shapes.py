"""Every generator on every shape and mask: a spanning tree in each piece, many seeds each."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.maze import pieces as pieces_room
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.pieces import mask_lattice
from mazeeditor.maze.shapes import SHAPES, build
from tests.breadth import repeats
from tests.maze.generators.lattices import grid_of
from tests.maze.shapes.cases import CASES, some_of

SEEDS = repeats(7, 500)
ANYWHERE = [
    (each.name, shape) for each in GENERATORS for shape in SHAPES.names() if not each.shapes
]

STARTING = [
    each.name
    for each in GENERATORS
    if not each.shapes and any(option.name == "start" for option in each.options)
]


def passages_of(lattice: Lattice, walls: NDArray[np.uint8]) -> Any:
    """Return the graph of open walls between inside cells, read off the bytes of both sides."""
    graph = nx.Graph()
    graph.add_nodes_from(lattice.inside_cells().tolist())
    for cell in list(graph):
        for slot in range(lattice.degree):
            if not walls[cell] >> slot & 1:
                other = lattice.neighbour(cell, slot)
                assert other in graph, "no passage leads outside"
                assert not walls[other] >> lattice.back(cell, slot) & 1, "open from both sides"
                graph.add_edge(cell, other)
    return graph


def check(name: str, lattice: Lattice, seed: int, pieces: int) -> None:
    maze = generate(name, lattice, seed)
    maze.set_openings(None, ())
    maze.check()
    graph = passages_of(lattice, maze.walls)
    assert nx.number_connected_components(graph) == pieces
    assert graph.number_of_edges() == lattice.cells - pieces


@pytest.mark.parametrize("name", GENERATORS.names())
def test_spanning_trees(name: str) -> None:
    for shape in SHAPES.names():
        if not GENERATORS[name].why_not(shape):
            cases = [build(shape, **parameters) for parameters in CASES[shape]]
            for seed in SEEDS:
                check(name, cases[seed % len(cases)], seed, 1)


@pytest.mark.each_value_once
@pytest.mark.parametrize(("name", "shape"), ANYWHERE)
def test_a_spanning_tree_in_each_piece_of_a_mask(
    name: str, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the arrays keep their length, as for few pieces, or are cut for each of many."""
    cases = []
    for number in range(20):
        random = Random(f"{shape} {number}")
        whole = build(shape, **random.choice(CASES[shape]))
        lattice = mask_lattice(whole, some_of(whole, random, random.choice([0.3, 0.5, 0.8])))
        cases.append((lattice, nx.number_connected_components(grid_of(lattice))))
    assert max(pieces for _lattice, pieces in cases) > 3
    few = pieces_room.FEW_PIECES
    for seed in SEEDS:
        monkeypatch.setattr(pieces_room, "FEW_PIECES", few if seed < len(SEEDS) // 2 else 0)
        check(name, cases[seed % len(cases)][0], seed, cases[seed % len(cases)][1])


@pytest.mark.parametrize("name", [each.name for each in GENERATORS if each.shapes])
def test_row_by_row_generators_give_the_reason(name: str) -> None:
    generator = GENERATORS[name]
    for shape in set(SHAPES.names()) - set(generator.shapes):
        with pytest.raises(UsageError, match=f"works row by row and cannot make {shape} mazes"):
            generate(name, build(shape), 1)
    whole = build("rectangular", rows=5, columns=5)
    with pytest.raises(UsageError, match="works row by row and needs a maze without a mask"):
        generate(name, mask_lattice(whole, some_of(whole, Random(1), 0.9)), 1)


@pytest.mark.parametrize("name", STARTING)
def test_a_start_is_used_in_its_piece_and_must_be_in_one(name: str) -> None:
    whole = build("rectangular", rows=4, columns=5)
    inside = whole.inside.copy()
    inside[[whole.cell(row, 2) for row in range(4)]] = False
    lattice = mask_lattice(whole, inside)
    for start in ("0,0", "3,4", "first", "middle", "random"):
        maze = generate(name, lattice, 1, start=start)
        maze.set_openings(None, ())
        assert passages_of(lattice, maze.walls).number_of_edges() == lattice.cells - 2
    with pytest.raises(UsageError, match="There is no cell 1,2"):
        generate(name, lattice, 1, start="1,2")
