"""Cells that a brush stroke takes out of the maze or gives back, shown as they will be."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.editing.preview import Patch
from mazeeditor.gui.canvas.viewport import Viewport, wall_width
from mazeeditor.gui.theme import Theme
from mazeeditor.maze.arcs import middles as middles_of
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice

if TYPE_CHECKING:
    from PIL.ImageTk import PhotoImage

TAG = "patch"
FEW = 400  # cells that are drawn one by one, with their walls; more are one picture
REACH = 2.0  # cells around the middle of a cell in which all of it lies


class Patches:
    """The cells of one stroke on one canvas: each motion adds what is new."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._stroke: object = None
        self._number = 0  # of cells that are drawn
        self._photos: list[PhotoImage] = []  # Tk draws no picture that nobody keeps

    def show(self, lattice: Lattice, patch: Patch | None, view: Viewport, theme: Theme) -> None:
        """Draw a patch, anew where it is of another stroke."""
        if patch is None or patch.stroke is not self._stroke:
            self.clear()
        if patch is None:
            return
        cells = patch.cells[self._number :]
        self._stroke, self._number = patch.stroke, len(patch.cells)
        middles = lattice.geometry.centres(cells) * view.zoom - (view.left, view.top)
        around = REACH * view.zoom
        seen = (middles >= -around) & (middles <= (view.width + around, view.height + around))
        cells, middles = cells[seen.all(axis=1)], middles[seen.all(axis=1)]
        # what goes is grey, what comes back is empty between new walls
        fill = theme.paper_edge if patch.taking else theme.paper
        if len(cells) > FEW:
            self._stain(lattice, cells, middles, view, fill)
            return
        edge = theme.paper_edge if patch.taking else theme.wall_hover
        for each in outlines(lattice, cells) * view.zoom - (view.left, view.top):
            self._canvas.create_polygon(
                *each.ravel().tolist(),
                tags=TAG,
                fill=fill,
                outline=edge,
                width=wall_width(view.zoom),
            )

    def _stain(
        self, lattice: Lattice, cells: Ids, middles: Points, view: Viewport, fill: str
    ) -> None:
        """Colour the pixels of many cells at once."""
        from PIL import Image, ImageColor, ImageTk  # the first window does without

        left, top, covered = _pixels(lattice, cells, middles, view)
        picture = np.zeros((*covered.shape, 4), np.uint8)
        picture[covered] = [*ImageColor.getrgb(fill)[:3], 255]
        photo = ImageTk.PhotoImage(Image.fromarray(picture), master=self._canvas)
        self._photos.append(photo)
        self._canvas.create_image(left, top, image=photo, anchor="nw", tags=TAG)

    def clear(self) -> None:
        """Show none."""
        self._canvas.delete(TAG)
        self._stroke, self._number = None, 0
        self._photos.clear()


def _pixels(
    lattice: Lattice, cells: Ids, middles: Points, view: Viewport
) -> tuple[int, int, NDArray[np.bool_]]:
    """Return the corner in the window and bool[height, width]: the pixels of ``cells`` int64[k].

    ``middles`` float64[k, 2] are theirs, in px. Where cells are smaller than a pixel, each has the
    one with its middle; else each pixel is of the cell under its own middle.
    """
    size = view.width, view.height
    around = 0.0 if view.zoom < 1 else REACH * view.zoom
    low = np.floor(middles.min(axis=0) - around).astype(int).clip(0, size)
    high = np.floor(middles.max(axis=0) + around + 1).astype(int).clip(low, size)
    covered = np.zeros((high[1] - low[1], high[0] - low[0]), np.bool_)
    if view.zoom < 1:
        x, y = (np.floor(middles).astype(np.int64) - low).T
        there = (x >= 0) & (y >= 0) & (x < covered.shape[1]) & (y < covered.shape[0])
        covered[y[there], x[there]] = True
    else:
        x, y = ((np.arange(*ends) + 0.5) for ends in zip(low, high, strict=True))
        under = lattice.geometry.all_under(
            (x + view.left) / view.zoom, (y[:, None] + view.top) / view.zoom
        )
        first, last = int(cells.min()), int(cells.max())
        chosen = np.zeros(last - first + 1, np.bool_)
        chosen[cells - first] = True
        covered = (under >= first) & (under <= last)
        covered &= chosen[(under - first).clip(0, last - first)]
    return int(low[0]), int(low[1]), covered


def outlines(lattice: Lattice, cells: Ids) -> Points:
    """Return float64[k, m, 2], points around each of ``cells`` int64[k], some of them twice.

    Ends and middle of every wall, by their angle seen from the middle of the cell, which sees all
    of its border; where a cell does not use a slot, the points of another wall.
    """
    geometry = lattice.geometry
    if not len(cells):
        return np.empty((0, 1, 2))
    slots = np.arange(lattice.degree)
    used = lattice.uses(cells[:, None], slots)
    slot = np.where(used, slots, used.argmax(axis=1)[:, None])
    walls = lattice.wall_ids(np.repeat(cells, lattice.degree), slot.ravel())
    ends = geometry.post_positions(geometry.posts(walls))
    half = middles_of(ends, geometry.bulges(walls))
    points = np.concatenate([ends, half[:, None]], axis=1).reshape(len(cells), -1, 2)
    away = points - points.mean(axis=1, keepdims=True)
    order = np.arctan2(away[..., 1], away[..., 0]).argsort(axis=1)
    result: Points = np.take_along_axis(points, order[..., None], axis=1)
    return result
