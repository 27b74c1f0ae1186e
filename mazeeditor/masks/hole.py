"""A mask that leaves room in the middle, for a logo, a picture or a name."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.masks import Stencil, mask
from mazeeditor.maze.geometry import Points
from mazeeditor.options import Between
from mazeeditor.words import _


@mask("hole", _("Hole in the middle"), order=6)
def hole(
    *,
    hole_form: Annotated[Literal["rectangle", "ellipse"], _("what the hole is")] = "rectangle",
    hole_width: Annotated[
        float, Between(0.05, 0.95), _("how wide the hole is, as a share of the maze")
    ] = 0.4,
    hole_height: Annotated[
        float, Between(0.05, 0.95), _("how high the hole is, as a share of the maze")
    ] = 0.4,
) -> Stencil:
    """The whole maze but a hole in its middle, where a logo can be printed."""
    size = np.array([hole_width, hole_height])

    def covers(points: Points) -> NDArray[np.bool_]:
        away = abs(2 * points - 1) / size
        far = away.max(axis=1) if hole_form == "rectangle" else np.hypot(*away.T)
        outside: NDArray[np.bool_] = far > 1
        return outside

    return Stencil(None, lambda _across: covers)
