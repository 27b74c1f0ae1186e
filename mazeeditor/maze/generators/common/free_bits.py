"""The state of each cell while a maze grows, in the bits that a byte of walls does not use.

A large maze waits for memory, and a small one for the system to provide the pages of each new
array (a tenth of the time of a maze of 1000x1000 for every three arrays of that size): one byte a
cell is less than two, where it has enough bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.kernels.instrumented import is_watched
from mazeeditor.maze.lattice import Lattice

BLOCK = 1 << 16  # cells that are marked together: what that takes stays in the processor's cache


@contextmanager
def state_of_cells(
    lattice: Lattice, walls: NDArray[np.uint8], outside: int, bits: int
) -> Iterator[NDArray[np.uint8]]:
    """Yield uint8[n] with ``outside`` for cells that are not inside, and 0 for new ones.

    It is ``walls`` itself where that many highest ``bits`` of its bytes are free, which are cleared
    in the end: a kernel gets both, writes states only into these bits, and must be right for one
    array as for two. A film shows the bytes of ``walls`` as walls, so it gets two.
    """
    shared = lattice.degree + bits <= 8 and not is_watched()
    state = walls if shared else np.zeros(lattice.size, np.uint8)
    for start in range(0, lattice.size, BLOCK):
        block = slice(start, start + BLOCK)
        state[block] |= (~lattice.inside[block]).view(np.uint8) * np.uint8(outside)
    yield state
    if shared:
        walls &= np.uint8(lattice.closed)
