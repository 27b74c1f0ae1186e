"""Films of mazes in many pieces: each piece is seen being made, and all steps can be taken back."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.films import recorder
from mazeeditor.films.player import Player
from mazeeditor.films.recording import film_of_generation, new_generation
from mazeeditor.generators import GENERATORS, generate
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.masks import masked
from mazeeditor.maze.pieces import FEW, pieces_of
from mazeeditor.shapes import SHAPES, build

SMALL = {
    "hexagonal": {"rows": 22, "columns": 30},
    "triangular": {"rows": 12, "columns": 25},
    "polar": {"rings": 8},
}
ABLE = [each.name for each in GENERATORS if not each.shapes]


def scattered(shape: str) -> Lattice:
    """Return a lattice in more pieces than share their arrays, some beside each other."""
    whole = build(shape, **SMALL.get(shape, {"rows": 14, "columns": 18}))
    places = whole.places(np.arange(whole.size))
    inside = whole.inside & (places.sum(axis=1) % 3 > 0) & (places[:, 1] % 4 > 0)
    found = masked(whole, inside)
    assert pieces_of(found).count > FEW
    return found


@pytest.mark.parametrize("shape", SHAPES.names())
@pytest.mark.parametrize("name", ABLE)
def test_each_piece_is_seen_being_made(name: str, shape: str) -> None:
    lattice = scattered(shape)
    film = film_of_generation(name, lattice, 3)
    player = Player(film)
    player.seek(film.steps)
    assert np.array_equal(player.maze.walls, generate(name, lattice, 3).walls)
    passages = int((player.maze.walls != lattice.closed)[lattice.inside].sum())
    numbers, opened = pieces_of(lattice).numbers, set()
    states = []
    for step in range(film.steps + 1):
        moved = player.seek(step)
        states.append((player.maze.walls.tobytes(), player.kinds.tobytes(), player.ways.tobytes()))
        assert len(moved.walls) <= 1 or step in (0, film.steps) or name != "backtracker"
        assert len(set(numbers[player.ways > 0].tolist())) <= 1, "its line ends with a piece"
        if step < film.steps:
            opened |= set(numbers[player.maze.walls != lattice.closed].tolist())
    assert passages
    large = np.flatnonzero(pieces_of(lattice).sizes > 1)
    assert opened >= set(large.tolist()), "before the last step something happens in each"
    for step in range(film.steps, -1, -7):
        player.seek(step)
        now = player.maze.walls.tobytes(), player.kinds.tobytes(), player.ways.tobytes()
        assert now == states[step]


def test_a_full_film_of_pieces_ends_with_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "BLOCK", 8)
    lattice = scattered("rectangular")
    film = new_generation("prim", lattice, budget=500)
    film_of_generation("prim", lattice, 1, film=film)
    assert "The film is full" in film.note
    player = Player(film)
    player.seek(film.steps)
    assert np.array_equal(player.maze.walls, generate("prim", lattice, 1).walls)
