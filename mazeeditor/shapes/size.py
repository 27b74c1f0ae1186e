"""Checks how large a maze is before any memory is taken for it."""

from __future__ import annotations

from mazeeditor.errors import UsageError
from mazeeditor.maze.lattice import LARGEST
from mazeeditor.words import _


def check_size(rows: int, columns: int) -> None:
    """Raise ``UsageError`` where a maze would have more cells than the program allows."""
    if rows * columns > LARGEST:
        raise UsageError(
            _("{rows:,} rows of {columns:,} cells are too many: {largest:,} cells at most.").format(
                rows=rows, columns=columns, largest=LARGEST
            )
        )
