"""Remembers what was found for a lattice, as the mazes of a sheet have the same one.

It is kept as long as the lattice is, and no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from mazeeditor.maze.lattice import Lattice

T = TypeVar("T")
MOST = 256  # for one lattice: pages with texts of their own leave places of their own


class FoundFor(Generic[T]):
    """What was found for lattices, by keys that hold all that it depends on besides these."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Lattice, dict[Hashable, T]] = WeakKeyDictionary()

    def get(self, lattice: Lattice, key: Hashable, find: Callable[[], T]) -> T:
        """Return what is known, else what ``find`` returns; raises what that raises."""
        known = self._known.setdefault(lattice, {})
        if key not in known:
            if len(known) >= MOST:
                known.clear()
            known[key] = find()
        return known[key]
