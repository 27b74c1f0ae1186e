"""Random weights of walls that need no memory: the same wall weighs the same, whoever asks."""

from __future__ import annotations

from mazeeditor.compiled import kernel
from mazeeditor.maze.random import WORD


@kernel
def weight(wall: int, first: int, second: int) -> int:
    """Return 31 random bits for a wall: the finalizer of MurmurHash3 (A. Appleby), keyed twice."""
    bits = (wall ^ first) & WORD
    for _round in range(2):
        bits = ((bits ^ (bits >> 16)) * 0x85EBCA6B) & WORD
        bits = ((bits ^ (bits >> 13)) * 0xC2B2AE35) & WORD
        bits = (bits ^ (bits >> 16) ^ second) & WORD
    return bits >> 1
