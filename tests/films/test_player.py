"""Wherever a film is entered, forward or back, it looks as when it was played from the start."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mazeeditor.films import recorder
from mazeeditor.films.film import Film
from mazeeditor.films.player import Player
from mazeeditor.films.recording import film_of_solving
from tests.films.samples import braided, films, solved


class Look(NamedTuple):
    """A film at a step."""

    walls: NDArray[np.uint8]
    kinds: NDArray[np.uint8]
    ways: NDArray[np.uint8]


def look(player: Player) -> Look:
    return Look(player.maze.walls.copy(), player.kinds.copy(), player.ways.copy())


def played(film: Film) -> list[Look]:
    """Return every step, by playing one after the other."""
    player = Player(film)
    looks = []
    for step in range(film.steps + 1):
        player.seek(step)
        looks.append(look(player))
    return looks


def check_seek(player: Player, looks: list[Look], step: int) -> None:
    before, expected = look(player), looks[step]
    first = not player.kinds.any() and player.step == 0
    moved = player.seek(step)
    now = look(player)
    assert player.step == step
    for one, other in zip(now, expected, strict=True):
        assert np.array_equal(one, other)
    lattice = player.film.lattice
    changed = (before.kinds != now.kinds) | (before.ways != now.ways)
    assert set(np.flatnonzero(changed & lattice.inside)) == set(moved.cells) or first
    assert len(set(moved.cells.tolist())) == len(moved.cells)
    cells, slots = np.divmod(moved.walls, lattice.degree)
    assert (((before.walls ^ now.walls)[cells] >> slots) & 1).all()
    assert len(set(moved.walls.tolist())) == len(moved.walls)
    both = sum(int(byte).bit_count() for byte in before.walls ^ now.walls)
    assert both == 2 * len(moved.walls)


@pytest.mark.parametrize("film", films(), ids=lambda film: film.title)
def test_seeking_equals_playing(film: Film) -> None:
    looks = played(film)

    @settings(max_examples=8, deadline=None)
    @given(st.lists(st.integers(0, film.steps), min_size=1, max_size=8))
    def seek_anywhere(steps: list[int]) -> None:
        player = Player(film)
        for step in steps:
            check_seek(player, looks, step)

    seek_anywhere()


def test_seeking_by_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "APART", 1)
    monkeypatch.setattr(recorder, "BLOCK", 1)
    maze = braided()
    film = film_of_solving("random-mouse", maze)
    assert film.size > 20 * maze.lattice.size, "no snapshots"
    looks = played(film)
    player = Player(film)
    for step in [film.steps, 0, film.steps // 2, 1, film.steps - 1, film.steps // 3]:
        check_seek(player, looks, step)


def test_each_step_changes_what_is_seen() -> None:
    film = solved("backtracking")
    looks = played(film)
    for before, after in pairwise(looks):
        assert any(not np.array_equal(one, other) for one, other in zip(before, after, strict=True))


def test_steps_beyond_the_film_are_its_ends() -> None:
    player = Player(solved("a-star"))
    player.seek(10**9)
    assert player.step == player.film.steps
    player.seek(-5)
    assert player.step == 0
