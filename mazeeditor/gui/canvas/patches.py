"""Cells that a brush stroke takes out of the maze or gives back, shown as they will be."""

from __future__ import annotations

import tkinter as tk

import numpy as np

from mazeeditor.editing.preview import Patch
from mazeeditor.gui.canvas.viewport import Viewport, wall_width
from mazeeditor.gui.theme import Theme
from mazeeditor.maze.arcs import middles
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE

TAG = "patch"


class Patches:
    """The cells of one stroke on one canvas: each motion adds what is new."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._stroke: object = None
        self._number = 0  # of cells that are drawn

    def show(self, lattice: Lattice, patch: Patch | None, view: Viewport, theme: Theme) -> None:
        """Draw a patch, anew where it is of another stroke."""
        if patch is None or patch.stroke is not self._stroke:
            self.clear()
        if patch is None:
            return
        cells = patch.cells[self._number :]
        self._stroke, self._number = patch.stroke, len(patch.cells)
        points = outlines(lattice, cells) * view.zoom - (view.left, view.top)
        low, high = points.min(axis=1), points.max(axis=1)
        seen = ((high >= 0) & (low <= (view.width, view.height))).all(axis=1)
        width = wall_width(view.zoom)
        # what goes is grey, what comes back is empty between new walls
        fill = theme.paper_edge if patch.taking else theme.paper
        edge = theme.paper_edge if patch.taking else theme.wall_hover
        for each in points[seen]:
            self._canvas.create_polygon(
                *each.ravel().tolist(), tags=TAG, fill=fill, outline=edge, width=width
            )

    def clear(self) -> None:
        """Show none."""
        self._canvas.delete(TAG)
        self._stroke, self._number = None, 0


def outlines(lattice: Lattice, cells: Ids) -> Points:
    """Return float64[k, m, 2], points around each of ``cells`` int64[k], some of them twice.

    Ends and middle of every wall, by their angle seen from the middle of the cell, which sees all
    of its border; where a cell does not use a slot, the points of another wall.
    """
    geometry = lattice.geometry
    if not len(cells):
        return np.empty((0, 1, 2))
    slots = np.arange(lattice.degree)
    others = cells[:, None] + lattice.offsets[cells & lattice.mask]
    used = others != NOWHERE
    slot = np.where(used, slots, used.argmax(axis=1)[:, None])
    walls = lattice.wall_ids(np.repeat(cells, lattice.degree), slot.ravel())
    ends = geometry.post_positions(geometry.posts(walls))
    half = middles(ends, geometry.bulges(walls))
    points = np.concatenate([ends, half[:, None]], axis=1).reshape(len(cells), -1, 2)
    away = points - points.mean(axis=1, keepdims=True)
    order = np.arctan2(away[..., 1], away[..., 0]).argsort(axis=1)
    result: Points = np.take_along_axis(points, order[..., None], axis=1)
    return result
