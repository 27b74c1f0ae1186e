"""What a click would do, shown under the pointer before it is done."""

from __future__ import annotations

from dataclasses import dataclass

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Opening

Outline = tuple[tuple[float, float], ...]  # x, y, in cells


@dataclass(frozen=True, eq=False)
class Patch:
    """Cells that would be taken out of the maze (``taking``) or given back.

    ``cells`` int64[k] in the order in which they came; patches of one ``stroke`` only grow.
    """

    cells: Ids
    taking: bool
    stroke: object


@dataclass(frozen=True)
class Preview:
    """What a click would change, and how.

    ``walls`` would be added (``closing``) or erased, within ``block`` where that is given; or
    ``opening`` would become an entrance (``enters``) or exit, or would go (``removes``); or a
    ``patch`` of cells would. ``hint`` is a sentence for the status bar; where nothing would change
    it says why not.
    """

    walls: tuple[int, ...] = ()
    closing: bool = True
    opening: Opening | None = None
    enters: bool = True
    removes: bool = False
    block: Outline = ()
    patch: Patch | None = None
    hint: str = ""
