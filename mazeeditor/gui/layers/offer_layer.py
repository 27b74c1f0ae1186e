"""The wall offered at the pointer, marked on the canvas; and refusals, at the pointer too.

While the button is down Tab takes the offer, just after also Enter, or a click on the marked wall
or on the note: then the canvas gets none of these.
"""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.offered_wall import hint
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.gui.canvas.pointer_note import OFFER, REFUSAL, PointerNote
from mazeeditor.screen.area import Area
from mazeeditor.screen.raster.line_kernels import along

if TYPE_CHECKING:
    from mazeeditor.gui.canvas.maze_view import MazeView
    from mazeeditor.gui.context import Context
    from mazeeditor.gui.look.icons import Icons
    from mazeeditor.maze.geometry import Points

MARK = "offered-wall"  # the tag of items
KEYS = "offer-keys"  # the name of the widget whose bindings come before those of the canvas
WIDTH, HALO_PX, CLICK_PX = 4, 5, 8  # px at 96 dpi: of the line at least, of its halo, for a click
DASH = 6, 4  # px at 96 dpi: a wall to open


class OfferLayer:
    """Shows the offered wall of one window, and its notes at the pointer."""

    def __init__(self, context: Context, document: Document, view: View, icons: Icons) -> None:
        self._context, self._document, self._view = context, document, view
        self._maze_view: MazeView = context.maze_view
        self._offered = view.offered_wall
        self.note = PointerNote(self._maze_view.canvas, lambda: self._maze_view.theme, icons)
        self._bound = False
        self._offered.hand = self._hand
        self._offered.changed.subscribe(self._follow)
        self._maze_view.bind("<<ViewChanged>>", lambda _event: self._moved(), add=True)
        canvas = self._maze_view.canvas
        canvas.bind("<ButtonRelease-1>", lambda _event: self._let_go(), add=True)
        canvas.bind("<Destroy>", lambda _event: self.note.close(), add=True)
        self._bind()

    def _bind(self) -> None:
        keys = tk.Frame(self._maze_view.canvas, name=KEYS)  # never seen
        self._tag = str(keys)
        keys.bind("<Tab>", lambda _event: self._accept())
        for key in ("<Return>", "<KP_Enter>"):
            keys.bind(key, lambda _event: None if self._dragging else self._accept())
        keys.bind("<ButtonPress-1>", self._press)

    @property
    def _dragging(self) -> bool:
        return self._view.toolbox.dragging

    def _accept(self) -> str:
        self._offered.accept()
        self._context.tool_controller.look()
        return "break"

    def _press(self, event: tk.Event[tk.Misc]) -> str | None:
        """Take the offer by a click on it; another click ends it, and does what it always does."""
        at = np.array([event.x, event.y], np.float64)
        on_wall = any(_distance(at, ends) <= self._px(CLICK_PX) for ends in self._ends())
        if on_wall or self.note.holds(event.x, event.y):
            return self._accept()
        self._offered.hide()
        return None

    # Notes

    def refuse(self, text: str, at: tuple[float, float] | None = None) -> None:
        """Say why nothing was done, at a place in px, else at the pointer or the cell cursor."""
        at = at or self._at()
        if at and self._maze_view.winfo_viewable() and not self._offered.active:
            self.note.show(text, REFUSAL, at)

    def refuse_at_cell(self, text: str, cell: int) -> None:
        """Say why nothing was done to a cell, beside it."""
        self.note.show(text, REFUSAL, self._middle_of(cell), [self._around(cell)])

    def _middle_of(self, cell: int) -> tuple[float, float]:
        return self._maze_view.viewport.to_px(*self._maze_view.place_of(cell))

    def _around(self, cell: int) -> Area:
        (x, y), half = self._middle_of(cell), self._maze_view.viewport.zoom / 2
        return Area(round(x - half), round(y - half), round(x + half), round(y + half))

    def _at(self) -> tuple[float, float] | None:
        """Return where the hand is, in px: at the pointer, or at the cell cursor by keys."""
        cell, px = self._maze_view.cell, self._maze_view.pointer.px
        if cell is None or (px and not self._context.tool_controller.uses_keys):
            return px
        return self._middle_of(cell)

    def _hand(self) -> tuple[float, float] | None:
        at = self._at()
        return self._maze_view.viewport.to_cells(*at) if at else None

    # The offered wall

    def _let_go(self) -> None:
        """Name the keys that take the offer now that the button is up."""
        if self._offered.active:
            self._follow()

    def _moved(self) -> None:
        """Follow the view, which a note of a moment ago does not."""
        self.note.hide()
        self._follow()

    def _follow(self) -> None:
        """Show the wall and the note, or neither."""
        self._maze_view.canvas.delete(MARK)
        self._let_keys(self._offered.active)
        if not self._offered.active:
            if self.note.kind == OFFER:
                self.note.hide()
                self._context.tool_controller.look()
            return
        areas, cell = self._mark(), self._maze_view.cell
        if cell is not None and self._context.tool_controller.uses_keys:
            areas.append(self._around(cell))
        keys = _("Tab") if self._dragging else _("Tab or Enter")
        self.note.show(self._offered.text(keys), OFFER, self._at() or areas[0][:2], areas)
        self._context.status.show_hint(hint(keys))

    def _let_keys(self, bound: bool) -> None:
        """Let the keys and the button come here first, or no longer."""
        if bound != self._bound:
            canvas = self._maze_view.canvas
            others = [tag for tag in canvas.bindtags() if tag != self._tag]
            canvas.bindtags((self._tag, *others) if bound else others)
            self._bound = bound

    def _px(self, size: float) -> int:
        return self._maze_view.theme.px(size)

    def _ends(self) -> Points:
        """Return float64[k, 2, 2]: the ends of the walls, in px."""
        assert self._offered.result
        geometry, view = self._document.maze.lattice.geometry, self._maze_view.viewport
        ends: Points = geometry.post_positions(geometry.posts(self._offered.result.walls))
        return ends * view.zoom - (view.left, view.top)

    def _mark(self) -> list[Area]:
        """Draw the walls; return the areas around them."""
        result, canvas, theme = self._offered.result, self._maze_view.canvas, self._maze_view.theme
        assert result
        ends = self._ends()
        width = max(self._px(WIDTH), round(self._maze_view.viewport.zoom / 6))
        dash = () if result.closing else tuple(self._px(each) for each in DASH)
        geometry = self._document.maze.lattice.geometry
        colour = theme.entrance if result.closing else theme.exit
        for points in along(ends, geometry.bulges(result.walls)):
            flat = points.ravel().tolist()
            shades = (theme.paper, width + self._px(HALO_PX), ()), (colour, width, dash)
            for shade, thick, dashes in shades:
                canvas.create_line(*flat, tags=MARK, width=thick, fill=shade, dash=dashes)
        low, high = ends.min(axis=1) - width, ends.max(axis=1) + width
        boxes = np.concatenate([np.floor(low), np.ceil(high)], axis=1).astype(int).tolist()
        return [Area(*box) for box in boxes]


def _distance(at: Points, ends: Points) -> float:
    """Return how far a point is from a line between two ends, in px."""
    start, step = ends[0], ends[1] - ends[0]
    share = float(np.clip(((at - start) @ step) / max(float(step @ step), 1e-9), 0, 1))
    return float(np.hypot(*(at - start - share * step)))
