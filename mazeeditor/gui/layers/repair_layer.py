"""What would change, over the maze, before it is applied: walls to open dashed, to close whole.

What they are is said by the section Fix and finish. The pointer and the keys of the canvas belong
to them: a click on a wall leaves it out, the arrows go from wall to wall, Space leaves one out,
Enter applies. Where the verdict proposes walls (``verdict_popup``), a click changes a wall at
once, and one elsewhere ends that.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.distinct import distinct
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.screen.marked_walls import WIDTH, MarkedWalls, WallGroup
from mazeeditor.screen.overlay_shapes import square_around
from mazeeditor.screen.raster.line_kernels import along

if TYPE_CHECKING:
    from mazeeditor.maze.repairs import Repair

WALLS = "repair"  # the tag of the items
KEYS = "repair-keys"  # the name of the widget whose bindings come before those of the canvas
MOST_LINES = 600  # walls that are items of the canvas, in 40 ms
NEAR = 9  # px at 96 dpi from a wall that a click is for
FEW_WALLS = 12  # walls that get rings where they are too small to be seen
FEW_SEEN = 1000  # walls of which one is to be in view
HINT = _("Enter applies, Escape leaves; click a wall to leave it out, or arrows and Space")
HINT_PROPOSED = _("Click a coloured wall to change it; elsewhere to go on editing")


class RepairLayer:
    """What is shown of the repair in the window; also the pointer tool then."""

    def __init__(self, context: Context, view: View, services: Services) -> None:
        self._context, self._maze_view = context, context.maze_view
        self._view, self._services, self._shown = view, services, view.repair
        self._result: Repair | None = None
        self._order: Ids = np.empty(0, np.int64)  # the walls, the lowest first
        self._points: Points = np.empty((0, 2))  # their middles, in cells
        self._pointed: int | None = None  # the wall with the ring
        self._left_out: frozenset[int] = frozenset()  # the walls that the picture shows so
        self._first = True  # whether nothing was shown before: while sliders move, the maze stays
        self._shown.changed.subscribe(self._follow)
        self._maze_view.bind("<<ViewChanged>>", lambda _event: self._draw(), add=True)
        self._bind_keys()

    def _bind_keys(self) -> None:
        canvas = self._maze_view.canvas

        def bind(key: str, action: Callable[[], object]) -> None:
            def run(_event: tk.Event[tk.Misc]) -> str:
                action()
                return "break"

            keys.bind(key, run)

        # a widget, never seen: unlike those of a class, its bindings go with the canvas
        keys = tk.Frame(canvas, name=KEYS)
        self._tag = str(keys)
        for key in ("<Return>", "<KP_Enter>"):
            bind(key, lambda: self._context.run(COMMANDS["accept-repair"]))
        for key, step in (("<Left>", -1), ("<Up>", -1), ("<Right>", 1), ("<Down>", 1)):
            bind(key, lambda step=step: self._step(step))  # type: ignore[misc]
        for key in ("<space>", "<Delete>", "<BackSpace>"):
            bind(key, self._toggle_current)

    # What has changed

    def _follow(self) -> None:
        result = self._shown.result
        if result is not self._result:
            self._first = self._result is None
            if self._first:
                self._begin()
            self._result, self._pointed = result, None
            if result is None:
                self._end()
                return
            self._take(result)
        if self._shown.current != self._pointed:
            self._pointed = self._shown.current
            if self._pointed is not None and result:
                self._maze_view.reveal(self._pointed // result.lattice.degree)
        if result and self._shown.left_out != self._left_out:
            self._mark(result)
        self._draw()

    def _mark(self, result: Repair) -> None:
        """Let the picture show the walls where they are many."""
        self._left_out, marked = self._shown.left_out, None
        if self._many:
            marked = MarkedWalls(result.lattice, self._groups(result, self._order))
        self._maze_view.mark_walls(marked)

    def _begin(self) -> None:
        """Take the pointer and the keys of the canvas."""
        self._context.show_maze()  # else something would cover it
        self._context.tool_controller.put_down()
        self._maze_view.pointer_tool = self
        self._maze_view.pans = False
        self._maze_view.set_cursor("hand2")
        if self._shown.proposed:
            self._context.status.show_hint(HINT_PROPOSED)
            return
        canvas = self._maze_view.canvas
        canvas.bindtags((self._tag, *canvas.bindtags()))
        self._context.status.show_hint(HINT)

    def _end(self) -> None:
        """Give back the pointer and the keys."""
        canvas = self._maze_view.canvas
        canvas.bindtags([tag for tag in canvas.bindtags() if tag != self._tag])
        canvas.delete(WALLS)
        self._maze_view.mark_walls(None)
        self._maze_view.overlay.heads.clear()
        self._maze_view.redraw()
        if self._maze_view.pointer_tool is self:
            self._context.tool_controller.take_up()

    def _take(self, result: Repair) -> None:
        # still seen, as only walls between selected cells change
        self._maze_view.selection.select(result.lattice, self._view.selection.cells)
        self._maze_view.overlay.show_symmetry(self._maze_view.viewport, self._view.symmetry.group)
        self._order, self._points = result.walls, result.middles
        self._mark(result)
        if len(self._order) <= FEW_WALLS:
            cells = self._order // result.lattice.degree
            self._maze_view.overlay.heads.point_at(distinct(cells))
        if self._first and not self._seen(self._points[:FEW_SEEN]).any():
            self._maze_view.reveal(int(self._order[0]) // result.lattice.degree)
        self._maze_view.redraw()

    # Drawing

    def _on_screen(self, points: Points) -> Points:
        viewport = self._maze_view.viewport
        return points * viewport.zoom - (viewport.left, viewport.top)

    def _seen(self, points: Points) -> NDArray[np.bool_]:
        viewport, around = self._maze_view.viewport, self._maze_view.viewport.zoom
        places = self._on_screen(points)
        high = viewport.width + around, viewport.height + around
        seen: NDArray[np.bool_] = np.all((places >= -around) & (places <= high), axis=1)
        return seen

    def _draw(self) -> None:
        """Draw the walls in view: those to open dashed, those to close whole."""
        canvas = self._maze_view.canvas
        canvas.delete(WALLS)
        result = self._shown.result
        if result is None or result is not self._result:
            return
        if not self._many:
            seen = self._order[self._seen(self._points)]
            for group in self._groups(result, seen):
                self._draw_lines(result, group)
        if self._place is not None:
            self._draw_ring(self._points[self._place])

    @property
    def _many(self) -> bool:
        """Whether the walls are too many to be items: then the picture has them."""
        return len(self._order) > MOST_LINES

    def _groups(self, result: Repair, walls: Ids) -> tuple[WallGroup, ...]:
        """Return those of some walls that open, that close, and that are left out."""
        opened = np.isin(walls, result.opened)
        out = np.isin(walls, list(self._shown.left_out))
        return (
            WallGroup(walls[opened & ~out], "exit", (5, 3)),
            WallGroup(walls[~opened & ~out], "entrance"),
            WallGroup(walls[out], "outline", (1, 4)),
        )

    @property
    def _place(self) -> int | None:
        """The place in the order of the wall that is pointed at."""
        wall = self._shown.current
        return None if wall is None else int(np.searchsorted(self._order, wall))

    def _draw_lines(self, result: Repair, group: WallGroup) -> None:
        theme, geometry = self._maze_view.theme, result.lattice.geometry
        ends = self._on_screen(geometry.post_positions(geometry.posts(group.walls)))
        width = max(theme.px(WIDTH), round(self._maze_view.viewport.zoom / 6))
        dash, colour = tuple(map(theme.px, group.dash)), getattr(theme, group.colour)
        for points in along(ends, geometry.bulges(group.walls)):
            flat = points.ravel().tolist()
            shades = (theme.paper, width + theme.px(2), ()), (colour, width, dash)
            for shade, thick, dashes in shades:
                self._maze_view.canvas.create_line(
                    *flat, tags=WALLS, width=thick, fill=shade, dash=dashes
                )

    def _draw_ring(self, point: Points) -> None:
        x, y = self._on_screen(point[None])[0]
        radius = max(self._maze_view.theme.px(NEAR), self._maze_view.viewport.zoom / 2)
        theme = self._maze_view.theme
        self._maze_view.canvas.create_oval(
            *square_around(x, y, radius), tags=WALLS, outline=theme.cursor, width=theme.px(2)
        )

    # The pointer and the keys

    def _wall_near(self, x: float, y: float) -> int | None:
        """Return the place of the nearest wall, where one is near a point in cells."""
        if not len(self._points):
            return None
        away = np.hypot(*(self._points - (x, y)).T)
        nearest = int(away.argmin())
        zoom = self._maze_view.viewport.zoom
        near = float(away[nearest]) * zoom <= max(self._maze_view.theme.px(NEAR), zoom / 2)
        return nearest if near else None

    def press(self, x: float, y: float) -> None:
        """Leave out the wall here, or take it in again; change it where it is proposed."""
        place = self._wall_near(x, y)
        if self._shown.proposed and place is None:
            self._view.explanation.end()
        elif self._shown.proposed and place is not None:
            self._shown.change(int(self._order[place]))
        elif place is not None:
            self._shown.toggle(int(self._order[place]))

    def _step(self, step: int) -> None:
        """Go to the next wall, or the one before."""
        last, place = len(self._order), self._place
        before = place if place is not None else -1 if step > 0 else last
        self._shown.point_at(int(self._order[(before + step) % last]))

    def _toggle_current(self) -> None:
        if self._shown.current is not None:
            self._shown.toggle(self._shown.current)

    def hover(self, x: float, y: float) -> None:
        """Say what a click does, and point at the wall that it would change."""
        if not self._shown.proposed:
            self._context.status.show_hint(HINT)
            return
        self._context.status.show_hint(HINT_PROPOSED)
        place = self._wall_near(x, y)
        if place is not None:
            self._pointed = int(self._order[place])  # it is in view: the maze must not move
            self._shown.point_at(self._pointed)

    def leave(self) -> None:
        """Do nothing: nothing depends on where the pointer is."""

    def drag(self, x: float, y: float) -> None:
        """Do nothing: a wall is left out by a press."""

    def release(self, x: float, y: float) -> None:
        """Do nothing."""

    def toggle(self, cell: int, slot: int) -> None:
        """Leave out a wall of a cell, where it is one of the repair."""
        assert self._result
        wall = self._result.lattice.wall(cell, slot)
        if wall in self._order:
            act = self._shown.change if self._shown.proposed else self._shown.toggle
            act(wall)
