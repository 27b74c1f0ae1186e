"""What a click would do, shown under the pointer before it is done."""

from __future__ import annotations

from dataclasses import dataclass

from mazeeditor.maze.lattice import Opening


@dataclass(frozen=True)
class Preview:
    """The walls or the opening that a click would change, and how.

    ``walls`` would be added (``closing``) or erased; or ``opening`` would become an entrance
    (``enters``) or exit, or would go (``removes``). ``hint`` is a sentence for the status bar; with
    no walls and no opening it says why a click changes nothing here.
    """

    walls: tuple[int, ...] = ()
    closing: bool = True
    opening: Opening | None = None
    enters: bool = True
    removes: bool = False
    hint: str = ""
