"""The maze on its paper in the window: shows it at any size, follows every edit immediately.

    view = MazeView(parent, theme)
    view.pointer_tool = tool              # gets the pointer, in cells
    view.show(maze)                       # another maze
    view.changed(walls)                   # only what changed is drawn again
    view.show_solution(solution)

Events: ``<<ViewChanged>>`` after zoom, pan or a new size; ``<<PointerMoved>>`` when the pointer
came to another cell; ``<<CursorMoved>>`` when the cell cursor did;
``<<Painted>>`` after each redraw; ``<<ZoomBoxChanged>>`` when the next drag draws a box to zoom
into, or no longer.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app import jobs
from mazeeditor.editing.tools import Ghost, Preview
from mazeeditor.gui.canvas.corner_panels import GAP, Corners, DistanceLegend, HighlightNote
from mazeeditor.gui.canvas.gestures import CellCursor, Gestures, PointedCell, PointerTool, ZoomBox
from mazeeditor.gui.canvas.minimap import Minimap
from mazeeditor.gui.canvas.overlay import Overlay
from mazeeditor.gui.canvas.rulers import RulerFrame
from mazeeditor.gui.canvas.scroll_bars import ScrollBars
from mazeeditor.gui.canvas.selection_edge import ShownSelection
from mazeeditor.gui.canvas.tiles import Tiles
from mazeeditor.gui.look import Theme
from mazeeditor.maze.collecting.things import Things
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import DistanceLevels, pack
from mazeeditor.screen.marked_walls import MarkedWalls
from mazeeditor.screen.maze_picture import Background, MazePicture, UnderlayPicture
from mazeeditor.screen.palette import on_white
from mazeeditor.screen.pixel_colours import Pixels
from mazeeditor.screen.viewport import Viewport

if TYPE_CHECKING:
    from PIL.Image import Image

    from mazeeditor.app.shown.highlights import Highlighted


# px at 96 dpi of paper around the maze, where there is space for the arrows: in a window that has
# little room, its share of the shorter side
MARGIN, LEAST_MARGIN, MARGIN_SHARE = 28, 18, 0.06


class ShownPopup(Protocol):
    """Something over the canvas that is about some walls."""

    @property
    def area(self) -> Area:
        """What it covers of the canvas, px."""

    def walls_seen(self, view: Viewport) -> list[Area]:
        """Return where these walls are seen, px of the canvas."""


class MazeView(tk.Frame):
    """The canvas with the picture of ``maze``, its overlay, rulers, pointer and cell cursor.

    ``pointer_tool`` gets the left button; with ``pans`` the left button pans instead, with
    ``wheel_pans`` the wheel does, which zooms otherwise.
    ``viewport`` is the part of the maze that is shown; it is replaced and never changed. Each
    change requests one ``redraw``, which takes place when all events are handled; while the view
    is taken out of its window, when it is put back.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, background: Background | None = None) -> None:
        super().__init__(parent, borderwidth=0, highlightthickness=0)
        self.theme, self.viewport = theme, Viewport(1, 1)
        self._white = False  # whether the paper is white in a dark theme too
        self.maze: Maze | None = None
        self.pointer_tool: PointerTool | None = None
        self.pans = self.wheel_pans = False
        self.covered: Callable[[Viewport], bool] = lambda _view: False  # whether it hides the maze
        self.popup: ShownPopup | None = None  # what lies over the canvas just now
        self.fitted = True  # whether the whole page is shown, also when the window is resized
        self._drawn: Viewport | None = None  # what was drawn last, None where all is to be drawn
        self._marks_due = False  # whether the marks are to be drawn again in the same view
        self._timer = ""
        self._held = self._due = False  # nothing is drawn; something is to be drawn then
        self.canvas = tk.Canvas(self, highlightthickness=0, borderwidth=0, takefocus=True)
        self._own = None if background else jobs.Background(self)
        background = background or self._own
        self._picture = MazePicture(theme, background, self._picture_changed)
        self._tiles = Tiles(self.canvas)
        self.overlay = Overlay(self.canvas, theme)
        self.selection = ShownSelection(self.canvas, theme, self._picture, background)
        self.legend = DistanceLegend(self.canvas, theme)
        self.note = HighlightNote(self.canvas, theme)
        self.minimap = Minimap(self.canvas, theme, self._picture, self._go_to)
        self.scroll_bars = ScrollBars(self.canvas, theme, self.pan)
        self._corners = Corners((self.note, self.legend, self.minimap))
        self._frame = RulerFrame(self, self.canvas, theme)
        self.show_rulers, self.rulers = self._frame.show_rulers, self._frame.rulers
        self.pointer, self.cursor = PointedCell(self), CellCursor(self)
        self.zoom_box = ZoomBox(self)
        self._gestures = Gestures(self)
        self.set_theme(theme)
        self.canvas.bind("<Configure>", lambda event: self.resize(event.width, event.height))
        self.bind("<Map>", lambda _event: self._draw_what_is_due())
        self.bind("<Destroy>", self._close)

    @property
    def fine(self) -> bool:
        """Whether the picture of a large maze, or of its route, is complete."""
        return self._picture.fine

    @property
    def painted(self) -> bool:
        """Whether all that was requested can be seen: maze, route and marks."""
        return not self._timer and self._picture.complete

    def show_white_paper(self, shown: bool) -> None:
        """Show the maze as it is printed, on white, or in the colours of the theme."""
        if shown != self._white:
            self._white = shown
            if on_white(self.theme) is not self.theme:
                self.set_theme(self.theme)

    def set_theme(self, theme: Theme) -> None:
        """Show everything in other colours and sizes."""
        self.theme = theme
        palette = on_white(theme) if self._white else theme
        view = replace(self.viewport, scale=theme.scale)
        self.viewport = replace(view, margin=self._margin(view.width, view.height))
        self.canvas.configure(background=theme.ground)
        self._picture.set_palette(palette)
        for part in (self.overlay, self.selection, self.legend, self.note, self.minimap):
            part.set_theme(theme)
        self.scroll_bars.set_theme(theme)
        self._frame.set_theme(theme)
        self._draw_all()

    # What is shown

    def show(self, maze: Maze, *, fit: bool | None = None, pale_locks: bool = False) -> None:
        """Show another maze, without a solution, and with ``pale_locks`` little of its locks.

        The view is fitted to it (``fit`` True), kept (False), or kept where the size is the same.
        """
        view, geometry = self.viewport, maze.lattice.geometry
        fits = (view.columns, view.rows) == (geometry.width, geometry.height)
        same = self.maze is not None and self.maze.lattice.same(maze.lattice)
        self.maze = maze
        self._picture.set_maze(maze, pale_locks=pale_locks)
        self.overlay.set_maze(maze)
        self.selection.select(maze.lattice, None)
        self.minimap.set_maze(maze)
        self.legend.show(None)
        self.note.show(None)
        self.cursor.move(None)
        self.viewport = replace(view, columns=geometry.width, rows=geometry.height).moved(0, 0)
        if fit or (fit is None and not (fits and self._drawn)):
            self.fit()
        if same:
            self._marks_due = True
            self.redraw()
        else:
            self._frame.suit(maze.lattice)
            self.pointer.reset()
            self._draw_all()

    def changed(self, walls: Ids | None, *, locks: bool = False) -> None:
        """Show that ``walls`` int64[k] (``None``: any), openings, or ``locks`` changed."""
        if locks:
            self._picture.change_locks()
        self._picture.change(walls)
        if self.overlay.update_openings(self.viewport):
            self._marks_due = True  # what lies in a corner leaves them free
        self.minimap.update()

    def show_solution(
        self, solution: Solution | None, *, route: bool = True, marks: bool = True
    ) -> None:
        """Show the route and the marks of a solver, one of them, or with ``None`` neither."""
        self._picture.set_solution(solution, route=route, marks=marks)
        self.overlay.mark()
        if self.note.shown:
            self.note.show(None)
            self._draw_all()
        self.redraw()

    def show_highlighted(self, highlighted: Highlighted) -> None:
        """Show cells and what they are, in the place of a solution.

        A few are pointed at, and the first is brought into view where none of them is.
        """
        self.show_solution(highlighted.solution)
        self.note.show(highlighted)
        few = highlighted.few
        self.overlay.mark(few, highlighted.walls)
        if self.maze and len(few):
            x, y = self.maze.lattice.geometry.centres(few).T * self.viewport.zoom
            screen = self.viewport.screen
            seen = (x >= screen.left) & (x < screen.right) & (y >= screen.top) & (y < screen.bottom)
            if not seen.any():
                self.reveal(int(few[0]))
        self._draw_all()

    def paint(
        self, cells: Ids, kinds: NDArray[np.uint8], passed: NDArray[np.uint8] | None = None
    ) -> None:
        """Paint ``cells`` int64[k] of the inside, each once, over what is painted and solved.

        ``kinds`` uint8[k] are PLAIN, VISITED, FILLED, LEFT, ROUTE or HEAD of ``pixel_colours``;
        the line of the route passes the slots whose bits ``passed`` uint8[k] has. Many calls make
        one redraw.
        """
        cells, kinds = np.asarray(cells, np.int64), np.asarray(kinds)
        self._picture.paint(cells, pack(kinds, passed))
        self.overlay.heads.note(cells, kinds)

    def tint(self, cells: NDArray[np.bool_] | None) -> None:
        """Tint ``cells`` bool[n], read only, and no others, over what is painted; None for none."""
        self._picture.tint(cells)

    def mark_walls(self, walls: MarkedWalls | None) -> None:
        """Mark many walls in colours, and no others; ``None`` for none."""
        self._picture.mark(walls)

    def set_underlay(self, underlay: UnderlayPicture | None) -> None:
        self._picture.set_underlay(underlay)

    def show_pictures(self, pictures: tuple[Image, Image] | None, *, inside: bool = False) -> None:
        """Show pictures at start and goal, outside or in the cell, or with ``None`` arrows."""
        self.overlay.show_pictures(self.viewport, pictures, inside=inside)

    def show_things(self, things: Things | None) -> None:
        """Show stops, keys and doors, or none."""
        self.overlay.mark_things(self.viewport, things)

    def show_distances(self, distance_levels: DistanceLevels | None) -> None:
        """Show how far each cell of ``maze`` is, with a scale, or with ``None`` no longer."""
        self._picture.set_distances(distance_levels)
        self.legend.show(distance_levels)
        self._draw_all()

    def fade_distances(self) -> None:
        """Show the distances paler until others are shown: they may be out of date."""
        self._picture.fade_distances()

    def preview(self, preview: Preview | None) -> None:
        """Show what a click would do, or nothing."""
        self.overlay.update_preview(self.viewport, preview or Preview())

    def show_ghost(self, ghost: Ghost | None, grip: int | None = None) -> None:
        """Show a route that can be taken hold of, at the handle at the place ``grip``; or none."""
        self.overlay.ghost.update(self.viewport, ghost, grip)

    # The part of the maze that is shown

    def fit(self) -> None:
        """Show the whole page, and keep showing it when the window is resized."""
        self.look(self.viewport.fitted())
        self.fitted = True

    def actual_size(self) -> None:
        """Show the maze at 100 %."""
        self.look(self.viewport.zoomed(self.viewport.actual))

    def zoom_by(self, steps: int, px: float | None = None, py: float | None = None) -> None:
        """Zoom in by ``steps`` (out with less than 0) with the place at (px, py), or the middle."""
        self.look(self.viewport.stepped(steps, px, py))

    def zoom_to(self, size: float, px: float, py: float) -> None:
        """Show cells ``size`` px wide at 96 dpi, with the place at (px, py) where it is."""
        self.look(self.viewport.zoomed(round(size * self.theme.scale), px, py))

    @property
    def is_overview(self) -> bool:
        """Whether cells are so small that single walls are not drawn."""
        return self.viewport.zoom < self._picture.closeup_from

    def place_of(self, cell: int) -> tuple[float, float]:
        assert self.maze
        x, y = self.maze.lattice.geometry.centres(np.array([cell]))[0]
        return float(x), float(y)

    def pan(self, dx: float, dy: float) -> None:
        """Show what is ``dx`` px to the right and ``dy`` px below."""
        self.look(self.viewport.moved(dx, dy))

    def show_sheet(self, sheet: tuple[float, float, float, float] | None) -> None:
        """Let the paper be a page, its edges in cells, or none; fit one that comes or goes."""
        fit = self.fitted or (sheet is None) != (self.viewport.sheet is None)
        self.viewport = replace(self.viewport, sheet=sheet)
        if fit:
            self.fit()
        self._draw_all()

    def show_navigation(self, *, bars: bool, minimap: bool) -> None:
        """Show scroll bars, and the whole maze in a corner, while they are of use."""
        self.scroll_bars.enabled, self.minimap.enabled = bars, minimap
        self._draw_all()

    def reveal(self, cell: int) -> None:
        """Pan as little as it takes to see a cell."""
        if self.maze:
            self.look(self.viewport.revealing(*self.place_of(cell), 1.5))

    def look(self, view: Viewport) -> None:
        """Show another part of the maze, or at another zoom."""
        if view != self.viewport:
            self.viewport, self.fitted = view, False
            self.redraw()

    def resize(self, width: int, height: int) -> None:
        """Fill a screen of another size: with the same middle, or the whole page as before."""
        fitted = self.fitted
        view = replace(self.viewport, margin=self._margin(width, height))
        self.look(view.resized(width, height))
        if fitted:
            self.fit()

    def _margin(self, width: int, height: int) -> int:
        """Return the px of paper around the maze in a view of some size."""
        px = self.theme.px
        return min(px(MARGIN), max(px(LEAST_MARGIN), round(MARGIN_SHARE * min(width, height))))

    # The pointer and the cell cursor

    def set_cursor(self, name: str) -> None:
        """Show a cursor of Tk over the canvas, ``""`` for the usual one."""
        self._gestures.set_cursor(name)

    @property
    def cell(self) -> int | None:
        """The cell of the cell cursor, if any; a new one is brought into view."""
        return self.cursor.cell

    @cell.setter
    def cell(self, cell: int | None) -> None:
        self.cursor.move(cell)

    # Drawing

    def _go_to(self, x: float, y: float) -> None:
        self.look(self.viewport.centred_on(x, y))

    def _picture_changed(self) -> None:
        self.minimap.update()
        self.redraw()

    def show_below(self, popup: ShownPopup | None) -> None:
        """Let what lies in the corners leave a popup free, and what it is about; None: all."""
        self.popup = popup
        self._marks_due = True
        self.redraw()

    def redraw(self) -> None:
        """Draw everything when all events are handled."""
        if self._held:
            self._due = True
        elif not self._timer:
            self._timer = self.after_idle(self._draw)

    def _draw_all(self) -> None:
        """Draw everything, also where the view is the same."""
        self._drawn = None
        self.redraw()

    @contextmanager
    def drawn_once(self) -> Iterator[None]:
        """Draw what changes meanwhile once, when all of the window has its new place."""
        self._held = True
        try:
            yield
            self.update_idletasks()
        finally:
            self._held = False
            self._draw_what_is_due()

    def _draw_what_is_due(self) -> None:
        if self._due and not self._held:
            self._due = False
            self.redraw()

    def _draw(self) -> None:
        self._timer = ""
        if self._held or not self.winfo_manager():
            self._due = True
        else:
            self._draw_parts(self.viewport)
        self.event_generate("<<Painted>>")

    def _draw_parts(self, view: Viewport) -> None:
        if self.covered(view):
            self._tiles.hide()
        elif not self._picture.empty:
            self._draw_picture(view)
        self.overlay.show_heads(view)
        if view != self._drawn or self._marks_due:
            self._draw_around(view, moved=view != self._drawn)

    def _draw_around(self, view: Viewport, *, moved: bool) -> None:
        """Draw what lies over the picture and, where the view has ``moved``, around it."""
        self._drawn, self._marks_due = view, False
        self.overlay.show(view)
        self.selection.show(view)
        if moved:
            self.scroll_bars.show(view)
            self._frame.show(view)
        self.minimap.show(view)
        clear, over = self.overlay.opening_areas(view), None
        if self.popup:
            clear, over = [*clear, *self.popup.walls_seen(view)], self.popup.area
        self._corners.place(view, self.theme.px(GAP), self.scroll_bars.room, clear, over)
        self._gestures.hover_again(moved=moved)
        if moved:
            self.event_generate("<<ViewChanged>>")

    def _draw_picture(self, view: Viewport) -> None:
        def compose(area: Area) -> Pixels:
            return self._picture.compose(view, area)

        areas = self._picture.dirty_areas(view, self._tiles.covered)
        if areas is None:
            self._tiles.discard()
        self._tiles.show(view, compose)
        self._tiles.touch_up(areas or [], compose)

    def close(self) -> None:
        """Draw no longer, and cancel what runs."""
        if self._timer:
            self.after_cancel(self._timer)
        self.minimap.close()
        self._picture.close()
        self._tiles.close()
        if self._own:
            self._own.close()

    def _close(self, event: tk.Event) -> None:
        if event.widget is self:
            self.close()
            self._gestures.close()
            self.selection.close()
