"""What can be asked of the size of a maze: the flags of a command and the fields of a dialog."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from mazeeditor.core.lengths import MAX_LENGTH_MM
from mazeeditor.core.options import Between, Option, options_of
from mazeeditor.core.translation import _


@dataclass(frozen=True, kw_only=True)
class SizeRequest:
    """What is asked of the size of a maze, in mm; ``None`` where it follows from the rest.

    ``walls`` is the style of the walls, which a page has; all others are options.
    """

    walls: str = field(default="lines", kw_only=False)
    width: Annotated[
        float | None,
        Between(1, MAX_LENGTH_MM, "mm"),
        _("width of the whole maze, outer walls included"),
    ] = None
    height: Annotated[
        float | None,
        Between(1, MAX_LENGTH_MM, "mm"),
        _("height of the whole maze, outer walls included"),
    ] = None
    corridor: Annotated[
        float | None, Between(0.01, 1000, "mm"), _("clear width of a passage, from wall to wall")
    ] = None
    cell: Annotated[
        float | None,
        Between(0.01, 1000, "mm"),
        _("size of a cell, from the middle of a wall to the middle of the next"),
    ] = None
    wall: Annotated[float | None, Between(0.001, 100, "mm"), _("thickness of the walls")] = None


def size_options() -> tuple[Option, ...]:
    return options_of(SizeRequest)
