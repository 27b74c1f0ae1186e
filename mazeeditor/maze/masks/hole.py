r"""A mask with a hole in the middle, for a logo, a picture or a name.

::

    +--+--+--+--+--+--+      an odd number of columns in an even one, counted in cells: the hole
    |  |  .  .  .  |  |      lies half a cell to the left, so that it takes whole cells, as many
    +--+--+--+--+--+--+      as were chosen
"""

from __future__ import annotations

from math import floor
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.options import Between, Label
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import MAX_ROWS
from mazeeditor.maze.masks import Covers, Stencil, mask


@mask("hole", _("Hole"), order=6)
def hole(
    *,
    hole_form: Annotated[
        Literal["rectangle", "ellipse"], Label(_("Form")), _("form of the hole")
    ] = "rectangle",
    hole_width: Annotated[
        float,
        Label(_("Width")),
        Between(0.05, 0.95),
        _("width of the hole, as a share of the maze"),
    ] = 0.4,
    hole_height: Annotated[
        float,
        Label(_("Height")),
        Between(0.05, 0.95),
        _("height of the hole, as a share of the maze"),
    ] = 0.4,
    hole_cells_wide: Annotated[
        int,
        Label(_("Or cells across")),
        Between(0, MAX_ROWS),
        _("width of the hole in cells, in place of the share; 0: the share counts"),
    ] = 0,
    hole_cells_high: Annotated[
        int,
        Label(_("Or cells down")),
        Between(0, MAX_ROWS),
        _("height of the hole in cells, in place of the share; 0: the share counts"),
    ] = 0,
) -> Stencil:
    """The whole maze but a hole in its middle, where a logo can be printed."""

    def prepare(width: float, height: float) -> Covers:
        left, wide = _place(width, hole_width, hole_cells_wide)
        top, high = _place(height, hole_height, hole_cells_high)
        middle = np.array([left + wide / 2, top + high / 2])
        half = np.array([wide / 2, high / 2])

        def covers(points: Points) -> NDArray[np.bool_]:
            offset = (points * (width, height) - middle) / half
            inside: NDArray[np.bool_] = (
                ((offset >= -1) & (offset < 1)).all(axis=1)
                if hole_form == "rectangle"
                else np.hypot(*offset.T) <= 1
            )
            return ~inside

        return covers

    return Stencil(None, prepare)


def _place(full: float, share: float, cells: int) -> tuple[float, float]:
    """Return where the hole begins and how far it reaches, in cells, of ``full`` cells."""
    if not cells:
        return full * (1 - share) / 2, full * share
    return float(floor((full - cells) / 2)), float(cells)
