"""The axes of a symmetry as fine dashed lines, or its centre as a ring with a cross."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

from mazeeditor.gui.look import Theme
from mazeeditor.screen.viewport import Viewport

if TYPE_CHECKING:
    from mazeeditor.maze.transforms.symmetry.group import SymmetryGroup

SYMMETRY = "symmetry"  # the tag of items
BEYOND = 12  # px at 96 dpi that an axis goes beyond the maze
DASHES = (9, 4, 2, 4)  # px at 96 dpi: a centre line, as technical drawings have it
RADIUS = 8  # px at 96 dpi


class SymmetryMarks:
    """The axes or the centre of a symmetry; ``show`` draws them where a view has them."""

    def __init__(self, canvas: tk.Canvas, theme: Theme) -> None:
        self._canvas, self._theme = canvas, theme
        self._group: SymmetryGroup | None = None

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme = theme

    def mark(self, group: SymmetryGroup | None) -> None:
        """Show another symmetry, or none, from the next ``show`` on."""
        self._group = group

    def show(self, view: Viewport) -> None:
        """Draw the lines and the centre."""
        self._canvas.delete(SYMMETRY)
        if self._group is None:
            return
        beyond = self._theme.px(BEYOND)
        for (x0, y0), (x1, y1) in (axis.tolist() for axis in self._group.axes):
            start, end = view.to_px(x0, y0), view.to_px(x1, y1)
            aside, along = (0, beyond) if x0 == x1 else (beyond, 0)
            line = (start[0] - aside, start[1] - along, end[0] + aside, end[1] + along)
            self._draw(line, dashed=True)
        if self._group.centre is not None:
            self._draw_centre(*view.to_px(*self._group.centre.tolist()))

    def _draw_centre(self, x: float, y: float) -> None:
        radius = self._theme.px(RADIUS)
        for colour, width in ((self._theme.paper, 5), (self._theme.wall_hover, 2)):
            self._canvas.create_oval(
                x - radius,
                y - radius,
                x + radius,
                y + radius,
                tags=SYMMETRY,
                outline=colour,
                width=self._theme.px(width),
            )
        reach = 2 * radius
        self._draw((x - reach, y, x + reach, y))
        self._draw((x, y - reach, x, y + reach))

    def _draw(self, line: tuple[float, float, float, float], *, dashed: bool = False) -> None:
        """Draw a fine line: a wall on an axis is seen below it."""
        px = self._theme.px
        dash = tuple(px(length) for length in DASHES) if dashed else ()
        colour = self._theme.wall_hover
        self._canvas.create_line(*line, tags=SYMMETRY, fill=colour, width=px(1), dash=dash)
