"""The selected cells in the view: a tint in the picture, and dashes that run around them.

Where the border is too long to be followed by an eye, there is the tint alone.
"""

from __future__ import annotations

import tkinter as tk

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.gui.look import Theme
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.maze_picture import Background, MazePicture, raise_error
from mazeeditor.screen.raster.line_kernels import along
from mazeeditor.screen.viewport import Viewport

EDGE, DASHES = "selection-edge", "selection-dashes"  # the tags of items
MAX_WALLS = 4_000  # walls of the border; a longer one is not drawn
MOVING = 300  # lines that are drawn again with every step of the dashes
MANY_CELLS = 1000  # cells: with more, the border is found by a worker
DASH = 4  # px at 96 dpi
STEP_MS = 160  # ms from one step of the dashes to the next


def border_lines(lattice: Lattice, cells: NDArray[np.bool_]) -> list[Points] | None:
    """Return closed lines float64[k, 2], in cells, around ``cells`` bool[n]; ``None`` for many."""
    walls = _border(lattice, cells)
    if len(walls) > MAX_WALLS:
        return None
    geometry = lattice.geometry
    posts = geometry.posts(walls)
    pieces = along(geometry.post_positions(posts), geometry.bulges(walls))
    return [np.concatenate(line) for line in _chain(posts, pieces)]


def _border(lattice: Lattice, cells: NDArray[np.bool_]) -> Ids:
    """Return the walls int64[k] between ``cells`` bool[n] and all other places."""
    places = np.flatnonzero(cells)
    parts = []
    for slot in range(lattice.degree):
        used = places[lattice.uses(places, np.full(len(places), slot))]
        others = lattice.beyond(used, slot)[0]
        edge = used[~cells[others]]
        parts.append(lattice.wall_ids(edge, np.full(len(edge), slot, np.int64)))
    return np.concatenate(parts)


def _chain(posts: Ids, pieces: list[Points]) -> list[list[Points]]:
    """Return the pieces, each from one of its two posts to the other, joined to lines."""
    at: dict[int, list[int]] = {}
    for place, ends in enumerate(posts.tolist()):
        for end in ends:
            at.setdefault(end, []).append(place)
    lines: list[list[Points]] = []
    left = dict.fromkeys(range(len(pieces)))
    while left:
        number: int | None = next(iter(left))
        end, line = int(posts[number, 0]), []
        while number is not None:
            del left[number]
            forwards = posts[number, 0] == end
            line.append(pieces[number] if forwards else pieces[number][::-1])
            end = int(posts[number, 1] if forwards else posts[number, 0])
            number = next((other for other in at[end] if other in left), None)
        lines.append(line)
    return lines


class ShownSelection:
    """The selection in one view."""

    def __init__(
        self, canvas: tk.Canvas, theme: Theme, picture: MazePicture, background: Background | None
    ) -> None:
        self._canvas, self._theme, self._background = canvas, theme, background
        self._picture = picture
        self._view: Viewport | None = None  # where the edge was drawn last
        self._lines: list[Points] = []
        self._cells: NDArray[np.bool_] | None = None
        self._finding = False  # whether a worker finds the border of some cells
        self._due: tuple[Lattice, NDArray[np.bool_]] | None = None  # those it looks at next
        self._offset = 0
        self._timer = ""

    def set_theme(self, theme: Theme) -> None:
        """Use other colours from the next ``show`` on."""
        self._theme = theme

    def select(self, lattice: Lattice, cells: NDArray[np.bool_] | None) -> None:
        """Show other ``cells`` bool[n], read only; ``None`` for none."""
        self._picture.select(cells)
        self._cells, self._due = cells, None
        if cells is None or self._background is None or np.count_nonzero(cells) <= MANY_CELLS:
            self._use([] if cells is None else border_lines(lattice, cells))
        elif self._finding:
            self._due = lattice, cells
        else:
            self._find(lattice, cells)

    def _find(self, lattice: Lattice, cells: NDArray[np.bool_]) -> None:
        """Let a worker find the border; until then the last one is shown, as in a drag."""

        def run(job: Job) -> list[Points] | None:
            job.check()
            return border_lines(lattice, cells)

        def use(lines: list[Points] | None) -> None:
            self._finding = False
            due, self._due = self._due, None
            if cells is self._cells or (due and due[0] is lattice):
                self._use(lines)
            if due:
                self._find(*due)

        assert self._background
        self._finding = True
        self._background.run(run, use, raise_error)

    def _use(self, lines: list[Points] | None) -> None:
        self._lines = lines or []
        if self._view:
            self.show(self._view)

    def show(self, view: Viewport) -> None:
        """Draw the edge where ``view`` has it."""
        self._view = view
        self._canvas.delete(EDGE)
        width = self._theme.px(1)
        dash = self._theme.px(DASH)
        drawn = 0
        for line in self._lines:
            points = line * view.zoom - (view.left, view.top)
            low, high = points.min(axis=0), points.max(axis=0)
            if (high < 0).any() or (low > (view.width, view.height)).any():
                continue
            drawn += 1
            flat = points.ravel().tolist()
            self._canvas.create_line(*flat, tags=EDGE, fill=self._theme.paper, width=width)
            self._canvas.create_line(
                *flat, tags=(EDGE, DASHES), fill=self._theme.accent, width=width, dash=(dash, dash)
            )
        self._move(0 < drawn <= MOVING)

    def _move(self, moving: bool) -> None:
        """Let the dashes run, or stand still."""
        self.close()
        if moving:
            self._timer = self._canvas.after(STEP_MS, self._step)

    def _step(self) -> None:
        self._timer = self._canvas.after(STEP_MS, self._step)
        # a window in the background rests; an open menu has a name that tkinter does not know
        if self._canvas.tk.call("focus", "-displayof", self._canvas):
            self._offset = (self._offset + self._theme.px(1)) % (2 * self._theme.px(DASH))
            self._canvas.itemconfigure(DASHES, dashoffset=-self._offset)

    def close(self) -> None:
        """Leave no timer behind."""
        if self._timer:
            self._canvas.after_cancel(self._timer)
            self._timer = ""
