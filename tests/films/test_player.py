"""Seeking to a step, forwards or backwards, shows the same as playing from the start."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mazeeditor.films import event_log
from mazeeditor.films.film import Film
from mazeeditor.films.player import Player
from mazeeditor.films.recording import film_of_solving
from tests.breadth import examples
from tests.films.samples import NAMES, braided, film_named, solved


class State(NamedTuple):
    """A film at a step."""

    walls: NDArray[np.uint8]
    marks: NDArray[np.uint8]
    path: NDArray[np.uint8]


def state_of(player: Player) -> State:
    return State(player.maze.walls.copy(), player.marks.copy(), player.path.copy())


def played(film: Film) -> list[State]:
    """Return every step, by playing one after the other."""
    player = Player(film)
    states = []
    for step in range(film.steps + 1):
        player.seek(step)
        states.append(state_of(player))
    return states


def check_seek(player: Player, states: list[State], step: int) -> None:
    before, expected = state_of(player), states[step]
    first = not player.marks.any() and player.step == 0
    change = player.seek(step)
    now = state_of(player)
    assert player.step == step
    for one, other in zip(now, expected, strict=True):
        assert np.array_equal(one, other)
    lattice = player.film.lattice
    changed = (before.marks != now.marks) | (before.path != now.path)
    assert set(np.flatnonzero(changed & lattice.inside)) == set(change.cells) or first
    assert len(set(change.cells.tolist())) == len(change.cells)
    cells, slots = np.divmod(change.walls, lattice.degree)
    assert (((before.walls ^ now.walls)[cells] >> slots) & 1).all()
    assert len(set(change.walls.tolist())) == len(change.walls)
    both = sum(int(byte).bit_count() for byte in before.walls ^ now.walls)
    assert both == 2 * len(change.walls)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", NAMES)
def test_seeking_equals_playing(name: str) -> None:
    film = film_named(name)
    states = played(film)

    @examples(8)
    @given(st.lists(st.integers(0, film.steps), min_size=1, max_size=8))
    def seek_anywhere(steps: list[int]) -> None:
        player = Player(film)
        for step in steps:
            check_seek(player, states, step)

    seek_anywhere()


@pytest.mark.slow
def test_seeking_by_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_log, "SNAPSHOT_EVENTS", 1)
    monkeypatch.setattr(event_log, "BLOCK_EVENTS", 1)
    maze = braided()
    film = film_of_solving("random-mouse", maze)
    assert film.size > 20 * maze.lattice.size, "no snapshots"
    states = played(film)
    player = Player(film)
    for step in [film.steps, 0, film.steps // 2, 1, film.steps - 1, film.steps // 3]:
        check_seek(player, states, step)


def test_steps_beyond_the_film_go_to_its_ends() -> None:
    player = Player(solved("a-star"))
    player.seek(10**9)
    assert player.step == player.film.steps
    player.seek(-5)
    assert player.step == 0
