"""Random numbers: the published sequence, fair draws, no bad seeds."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.maze.random import LARGEST_SEED, below, draw, new_seed, random_cell, seeded

WORD = 2**32 - 1


def reference(first: int, second: int) -> tuple[int, int, int]:
    """Return a draw and the next state, written straight from the published C."""

    def rotl(x: int, k: int) -> int:
        return (x << k | x >> (32 - k)) & WORD

    result = rotl(first * 0x9E3779BB & WORD, 5) * 5 & WORD
    second ^= first
    return result, (rotl(first, 26) ^ second ^ second << 9) & WORD, rotl(second, 13)


@given(st.integers(0, LARGEST_SEED))
def test_follows_xoroshiro64starstar(seed: int) -> None:
    state = seeded(seed)
    for _ in range(20):
        expected, *following = reference(int(state[0]), int(state[1]))
        assert draw(state) == expected
        assert state.tolist() == following
    assert state.any()


def test_below_is_fair() -> None:
    for limit in [1, 2, 3, 7, 12]:
        state = seeded(99)
        counts = np.bincount([below(state, limit) for _ in range(12_000)], minlength=limit)
        expected = 12_000 / limit
        assert len(counts) == limit, limit
        assert ((counts - expected) ** 2 / expected).sum() < 40, limit


def test_below_rejects_the_unfair_part() -> None:
    # three quarters of 2**32: without rejection one third of the numbers came up twice as often
    limit = 3 << 30
    state = seeded(5)
    numbers = np.array([below(state, limit) for _ in range(6000)])
    assert numbers.max() < limit
    counts = np.bincount(numbers % 3, minlength=3)
    assert ((counts - 2000) ** 2 / 2000).sum() < 20


def test_random_cell_is_inside() -> None:
    inside = np.array([False, True, False, True, True, False])
    state = seeded(1)
    assert {random_cell(inside, state) for _ in range(60)} == {1, 3, 4}


def test_near_seeds_differ_and_new_seeds_are_short() -> None:
    assert len({draw(seeded(seed)) for seed in range(1000)}) == 1000
    assert all(0 <= new_seed() < 10**9 for _ in range(100))
