"""Pieces of masks are those of networkx; bridges join them; parts are lattices like any other."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx as nx
import numpy as np
import pytest

from mazeeditor.core.errors import CancelledError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE
from mazeeditor.maze.masks.bridges import bridge_pieces
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.pieces import mask_lattice, part_of, pieces_of
from mazeeditor.maze.shapes import SHAPES, build
from tests.kernels import compiled, interpreted
from tests.lattices import LATTICES, parameters_of
from tests.maze.generators.lattices import grid_of
from tests.maze.shapes.cases import some_of

SHAPE_NAMES = SHAPES.names()


def mask_of(name: str, random: Random, largest: int = 9) -> tuple[Lattice, Lattice]:
    """Return a whole lattice and what a random mask leaves of it."""
    whole = build(name, **parameters_of(name, random, largest))
    return whole, mask_lattice(whole, some_of(whole, random, random.choice([0.1, 0.3, 0.5, 0.8])))


@pytest.mark.parametrize("kind", LATTICES)
def test_pieces_are_connected_components(kind: str) -> None:
    for seed in range(30):
        lattice = LATTICES[kind](Random(seed))
        pieces = pieces_of(lattice)
        expected = sorted(map(sorted, nx.connected_components(grid_of(lattice))))
        assert [cells.tolist() for cells in pieces.cells(Job())] == expected
        assert pieces.sizes.tolist() == [len(cells) for cells in expected]
        assert (pieces.numbers[~lattice.inside] == -1).all()
        largest = max(expected, key=len)
        assert np.flatnonzero(pieces.largest()).tolist() == largest


@pytest.mark.parametrize("kind", LATTICES)
def test_a_part_has_the_neighbours_of_the_whole(kind: str) -> None:
    for seed in range(20):
        lattice = LATTICES[kind](Random(seed))
        for cells in pieces_of(lattice).cells(Job()):
            if len(cells) == 1:
                continue
            part = part_of(lattice, cells)
            assert (part.inside_cells() + part.low).tolist() == cells.tolist()
            assert not part.inside[NOWHERE]
            for cell in part.inside_cells().tolist():
                for slot in range(part.degree):
                    other = part.neighbour(cell, slot)
                    there = lattice.neighbour(cell + part.low, slot)
                    assert 0 <= other < part.size
                    assert part.inside[other] == lattice.inside[there]
                    assert other + part.low == there or (other, there) == (NOWHERE, NOWHERE)
                    assert part.back(cell, slot) == lattice.back(cell + part.low, slot)


@pytest.mark.parametrize("name", SHAPE_NAMES)
def test_masks_keep_the_chosen_cells(name: str) -> None:
    for seed in range(40):
        random = Random(seed)
        whole = build(name, **parameters_of(name, random, 9))
        inside = some_of(whole, random, random.random())
        lattice = mask_lattice(whole, inside)
        assert (lattice.inside == inside).all()
        assert lattice.same(mask_lattice(whole, inside))
        assert lattice.same(whole) == (lattice.cells == whole.cells) == lattice.whole
        maze = Maze(lattice, None, lattice.first, (lattice.last,))
        maze.check()
        graph = grid_of(lattice)
        largest = max(nx.connected_components(graph), key=len)
        assert {lattice.first.cell, lattice.last.cell} <= largest
        assert lattice.first != lattice.last or lattice.first.slot is None
        for each, theirs in ((lattice.first, whole.first), (lattice.last, whole.last)):
            assert each == theirs or theirs.cell not in largest
    with pytest.raises(UsageError, match="The mask leaves no cell"):
        mask_lattice(whole, np.zeros(whole.size, np.bool_))


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", SHAPE_NAMES)
def test_bridges_join_all_pieces_and_take_nothing(name: str) -> None:
    many = 0
    for seed in range(40):
        whole, part = mask_of(name, Random(seed))
        inside = bridge_pieces(whole, part)
        assert (inside >= part.inside).all()
        assert (inside <= whole.inside).all()
        assert nx.is_connected(grid_of(mask_lattice(whole, inside)))
        many += pieces_of(part).count > 2
        if pieces_of(part).count == 2:
            assert inside.sum() - part.cells == _between(whole, part)
    assert many > 5


def _between(whole: Lattice, part: Lattice) -> int:
    """Return the fewest cells that join two pieces."""
    grid = grid_of(whole)
    pieces = [sorted(cells) for cells in nx.connected_components(grid_of(part))]
    best = whole.size
    for one, other in combinations(pieces, 2):
        lengths = nx.multi_source_dijkstra_path_length(grid, set(one))
        best = min(best, *(lengths[cell] - 1 for cell in other))
    return best


@pytest.mark.parametrize("name", SHAPE_NAMES)
def test_bridges_are_few(name: str) -> None:
    """Never more cells than a shortest path from each piece to the nearest earlier piece."""
    for seed in range(15):
        whole, part = mask_of(name, Random(seed), 7)
        grid = grid_of(whole)
        pieces = [set(cells) for cells in nx.connected_components(grid_of(part))]
        distances = nx.Graph()
        distances.add_nodes_from(range(len(pieces)))
        for one, piece in enumerate(pieces):
            lengths = nx.multi_source_dijkstra_path_length(grid, piece)
            for other in range(one):
                least = min(lengths[cell] - 1 for cell in pieces[other])
                distances.add_edge(one, other, weight=least)
        tree = nx.minimum_spanning_tree(distances)
        assert bridge_pieces(whole, part).sum() - part.cells <= tree.size("weight")


@pytest.mark.skipif(not available(), reason="numba is missing or switched off")
def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SHAPE_NAMES:
        whole, part = mask_of(name, Random(name))
        with interpreted(monkeypatch):
            plain = bridge_pieces(whole, part)
        with compiled(monkeypatch):
            assert np.array_equal(bridge_pieces(whole, part), plain)


def test_cancel() -> None:
    whole = build("rectangular", rows=40, columns=40)
    part = mask_lattice(whole, some_of(whole, Random(1), 0.4))
    job = Job()
    job.cancel()
    for work in (lambda: pieces_of(part, job), lambda: bridge_pieces(whole, part, job)):
        with pytest.raises(CancelledError):
            work()
