"""Stops, keys and doors over the maze on the screen: rings and bars with numbers and letters."""

from __future__ import annotations

import tkinter as tk

import numpy as np

from mazeeditor.gui.look import Theme
from mazeeditor.maze.collecting.things import Things
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.overlay_shapes import square_around
from mazeeditor.screen.viewport import Viewport

THINGS = "things"  # the tag of items
RADIUS = 0.34  # cells
MIN_RING_PX = 4  # px at 96 dpi: smaller rings are discs
LETTERED = 6  # px at 96 dpi: the radius from which on a ring has room for its text
LETTER_HEIGHT = 1.15  # radii: the height of letters
DOOR_THICKNESS = 0.55  # of the length of a door: how thick it is


class ThingMarks:
    """The items of one canvas that show what is to be collected in a maze."""

    def __init__(self, canvas: tk.Canvas, theme: Theme) -> None:
        self._canvas, self._theme = canvas, theme
        self._things: Things | None = None

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme = theme

    def mark(self, things: Things | None) -> None:
        """Show these from the next ``show`` on, or none."""
        self._things = things

    def show(self, view: Viewport, lattice: Lattice) -> None:
        """Draw them at their places in view."""
        self._canvas.delete(THINGS)
        things = self._things
        if things is None or max((*things.cells, 0)) >= lattice.size:
            return  # of another maze: those of this one come
        radius = max(RADIUS * view.zoom, self._theme.px(MIN_RING_PX))
        for at, (x, y) in enumerate(self._places(view, lattice, things)):
            named = things.ordered or at >= len(things.stops)
            self._ring(x, y, radius, things.name(at) if named else "\N{BULLET}")
        self._doors(view, lattice, things)

    def _places(self, view: Viewport, lattice: Lattice, things: Things) -> list[list[float]]:
        cells = np.array(things.cells, np.int64)
        places = lattice.geometry.centres(cells) * view.zoom - (view.left, view.top)
        result: list[list[float]] = places.tolist()
        return result

    def _ring(self, x: float, y: float, radius: float, text: str) -> None:
        theme = self._theme
        lettered = radius >= theme.px(LETTERED)
        fill = theme.paper if lettered else theme.wall
        self._canvas.create_oval(
            *square_around(x, y, radius),
            tags=THINGS,
            fill=fill,
            outline=theme.wall,
            width=theme.px(1.5),
        )
        if lettered:
            self._text(x, y, radius, text, theme.wall)

    def _text(self, x: float, y: float, radius: float, text: str, colour: str) -> None:
        font = ("TkDefaultFont", -round(LETTER_HEIGHT * radius), "bold")
        self._canvas.create_text(x, y, text=text, fill=colour, font=font, tags=THINGS)

    def _doors(self, view: Viewport, lattice: Lattice, things: Things) -> None:
        if not things.keys:
            return
        geometry, theme = lattice.geometry, self._theme
        walls = things.doors(lattice, range(len(things.keys)))
        ends = geometry.post_positions(geometry.posts(walls)) * view.zoom - (view.left, view.top)
        for at, (one, other) in enumerate(ends):
            along = other - one
            aside = np.array([-along[1], along[0]]) * DOOR_THICKNESS / 2
            corners = np.array([one - aside, other - aside, other + aside, one + aside])
            self._canvas.create_polygon(*corners.ravel().tolist(), fill=theme.wall, tags=THINGS)
            radius = float(np.hypot(*along)) * RADIUS
            if radius >= theme.px(LETTERED):
                x, y = ((one + other) / 2).tolist()
                text = things.name(len(things.stops) + at)
                self._text(x, y, radius, text, theme.paper)
