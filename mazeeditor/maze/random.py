"""The same seed gives the same maze for ever: compiled, interpreted, on every platform.

xoroshiro64** by D. Blackman and S. Vigna (2018), https://prng.di.unimi.it/xoroshiro64starstar.c:
two 32-bit words of state, 32 bits a draw. Words are kept in int64 and cut to 32 bits after each
step, so that Python's integers and compiled ones agree.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import I32, I64, TICK, kernel
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _

T = TypeVar("T")

WORD = 0xFFFFFFFF
SPARSE = 64  # one cell of so many: drawing until one is inside would take long
LARGEST_SEED = 2**63 - 1


SEED = Option(
    "seed",
    int,
    None,
    _("seed of the maze: the same seed gives the same maze; without one, a new maze each time"),
    0,
    LARGEST_SEED,
    optional=True,
)


def new_seed() -> int:
    """Return an unpredictable seed that is easy to read out: nine digits at most."""
    return secrets.randbelow(10**9)


def seeded(seed: int | None) -> I64:
    """Return the state int64[2] of a fresh generator, of a new seed where it is None.

    The seed is mixed by SplitMix64 (G. Steele, D. Lea, C. Flood, 2014), so near seeds give
    unrelated sequences and no seed gives the all-zero state. Raises ``UsageError`` for a bad seed.
    """
    seed = new_seed() if seed is None else seed
    SEED.check(seed)
    mixed = (seed + 0x9E3779B97F4A7C15) % 2**64
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
    mixed ^= mixed >> 31
    return np.array([mixed & WORD or 1, mixed >> 32], np.int64)


def random_cell(inside: NDArray[np.bool_], random: I64) -> int:
    """Return one of the cells that are ``inside`` bool[n], each equally likely."""
    if np.count_nonzero(inside) < len(inside) // SPARSE:
        cells = np.flatnonzero(inside)
        return int(cells[below(random, len(cells))])
    cell = below(random, len(inside))
    while not inside[cell]:
        cell = below(random, len(inside))
    return cell


def chance(share: float) -> int:
    """Return the number that 32 random bits stay below with a chance of ``share``, 0 to 1."""
    return round(share * (WORD + 1))


@kernel
def draw(state: I64) -> int:
    """Return the next 32 random bits."""
    bits = scramble(state[0])
    state[0], state[1] = advance(state[0], state[1])
    return bits


@kernel
def scramble(word: int) -> int:
    """Return 32 random bits of a word of the state.

    A kernel that keeps the state in two variables may take them of both words before it advances
    them: two draws in one step, a quarter faster than through an array.
    """
    product = (word * 0x9E3779BB) & WORD
    rotated = ((product << 5) | (product >> 27)) & WORD
    return (rotated * 5) & WORD


@kernel
def advance(first: int, second: int) -> tuple[int, int]:
    """Return the next state of the generator."""
    second ^= first
    return (
        (((first << 26) | (first >> 6)) ^ second ^ (second << 9)) & WORD,
        ((second << 13) | (second >> 19)) & WORD,
    )


@kernel
def below(state: I64, limit: int) -> int:
    """Return a random whole number from 0 to ``limit - 1``, each equally likely; limit <= 2**31.

    Multiply and shift, rejecting the few products that would favour some numbers
    (D. Lemire, "Fast random integer generation in an interval", 2019).
    """
    product = draw(state) * limit
    if (product & WORD) < limit:
        unfair = 0x100000000 % limit
        while (product & WORD) < unfair:
            product = draw(state) * limit
    return product >> 32


@kernel
def drawn_below(limit: int, first: int, second: int) -> tuple[int, int, int]:
    """Do what ``below`` does with the state in two variables; return the number and the state.

    The state is not advanced for the number itself, so that its second word may be drawn too.
    """
    product = scramble(first) * limit
    while product & WORD < limit and product & WORD < (WORD + 1) % limit:
        first, second = advance(first, second)
        product = scramble(first) * limit
    return product >> 32, first, second


@kernel
def weight(wall: int, first: int, second: int) -> int:
    """Return 31 random bits for a wall: the finalizer of MurmurHash3 (A. Appleby), keyed twice."""
    bits = (wall ^ first) & WORD
    for _round in range(2):
        bits = ((bits ^ (bits >> 16)) * 0x85EBCA6B) & WORD
        bits = ((bits ^ (bits >> 13)) * 0xC2B2AE35) & WORD
        bits = (bits ^ (bits >> 16) ^ second) & WORD
    return bits >> 1


def shuffle_items(items: Iterable[T], pick: Callable[[int], int]) -> list[T]:
    """Return a few things in another order (R. Fisher and F. Yates, 1938).

    ``pick(limit)`` returns a random number from 0 to ``limit - 1``.
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = pick(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def shuffle(numbers: I32, random: I64, job: Job) -> None:
    """Shuffle numbers (R. Fisher and F. Yates, 1938); raises ``CancelledError``."""
    _shuffle(numbers, random, job.signal)
    job.check()


@kernel
def _shuffle(numbers: I32, random: I64, signal: I64) -> None:
    """Swap each number with itself or one before it (R. Durstenfeld, 1964)."""
    for last in range(len(numbers) - 1, 0, -1):
        if last & TICK == 0 and signal[1] != 0:
            return
        other = below(random, last + 1)
        kept = numbers[last]
        numbers[last] = numbers[other]
        numbers[other] = kept
