"""Films of mazes in many pieces: each piece is seen being generated, forwards and backwards."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.films.player import Player
from mazeeditor.films.recording import film_of_generation
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.pieces import FEW, masked, pieces_of
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES, build
from tests.breadth import in_turns

SMALL = {
    "hexagonal": {"rows": 22, "columns": 30},
    "triangular": {"rows": 12, "columns": 25},
    "polar": {"rings": 8},
}
EVERY_SHAPE = [generator.name for generator in GENERATORS if not generator.shapes]


def scattered(shape: str) -> Lattice:
    """Return a lattice in more pieces than share their arrays, some next to each other."""
    whole = build(shape, **SMALL.get(shape, {"rows": 14, "columns": 18}))
    places = whole.places(np.arange(whole.size))
    inside = whole.inside & (places.sum(axis=1) % 3 > 0) & (places[:, 1] % 4 > 0)
    lattice = masked(whole, inside)
    assert pieces_of(lattice).count > FEW
    return lattice


@pytest.mark.sample(2)
@pytest.mark.parametrize(("name", "shape"), in_turns(EVERY_SHAPE, SHAPES.names()))
def test_each_piece_is_seen_being_generated(name: str, shape: str) -> None:
    lattice = scattered(shape)
    film = film_of_generation(Recipe(name, seed=3), lattice)
    player = Player(film)
    player.seek(film.steps)
    assert np.array_equal(player.maze.walls, generate(name, lattice, 3).walls)
    passages = int((player.maze.walls != lattice.closed)[lattice.inside].sum())
    numbers, opened = pieces_of(lattice).numbers, set()
    states = []
    last, stride = film.steps, 1 + film.steps // 1500
    steps = sorted({*range(0, last, stride), last - 1, last})
    for step in steps:
        change = player.seek(step)
        states.append((player.maze.walls.tobytes(), player.marks.tobytes(), player.path.tobytes()))
        assert len(change.walls) <= 1 or step in (0, film.steps) or name != "backtracker"
        assert len(set(numbers[player.path > 0].tolist())) <= 1, "a path stays in one piece"
        if step < film.steps:
            opened |= set(numbers[player.maze.walls != lattice.closed].tolist())
    assert passages
    large = np.flatnonzero(pieces_of(lattice).sizes > 1)
    assert opened >= set(large.tolist()), "before the last step something happens in each"
    for step, state in list(zip(steps, states, strict=True))[::-7]:
        player.seek(step)
        now = player.maze.walls.tobytes(), player.marks.tobytes(), player.path.tobytes()
        assert now == state
