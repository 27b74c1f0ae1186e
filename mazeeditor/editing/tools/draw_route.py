r"""The tool that draws a route, around which a maze is made so that it is the only one.

::

    drag            freely; the maze is made when the button is let go
    click ... click straight pieces; a click on the end of the route makes the maze
    drag an end     of the route of the maze: it gets longer or shorter, and the maze stays as far
                    as it can, which is shown all the while
    Enter, arrows   by keys: Enter begins, each arrow leads on or back, Enter makes the maze
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.changes.routes import RouteLine, around, present_route, rerouted, routing
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit, Stroke
from mazeeditor.editing.tools import NOT_KEPT, Gesture, Preview, Trace, mode, tool
from mazeeditor.editing.work import differing_walls
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe

MOST_SKETCHED = 20_000  # walls that are toggled at once while an end is dragged
HINT = _("Draw a route, or click along it, to make the maze around it; drag its ends")
KEPT = Recipe("kruskal", seed=0)  # walls that make room for a longer route are anywhere


@dataclass(eq=False)
class _Drawing:
    """A route in the making: the ``line`` of the pen, and the lengths before each straight piece.

    ``before`` is the maze whose present route gets another end, None for a new route; ``backwards``
    is whether the line leads from its exit to its entrance. ``stroke`` shows it in the document,
    and ``sketched`` is the route that it shows, with its maze.
    """

    line: RouteLine
    maze: Maze
    before: Maze | None = None
    backwards: bool = False
    lengths: list[int] = field(default_factory=list)
    stroke: Stroke | None = None
    sketched: tuple[Ids, Maze] | None = None

    @property
    def route(self) -> Ids:
        """The cells int64[k] from the entrance to the exit."""
        route = self.line.route
        return route[::-1].copy() if self.backwards else route


@tool("route", _("Route"), order=2, icon="tool-route")
@mode(
    "route",
    _("Route"),
    tool="route",
    short=_("Route"),
    key="U",
    icon="tool-route",
    hint=HINT,
    enter=_("Enter begins a route, the arrows lead it on, Enter makes the maze"),
    order=4,
    shift=_("New route"),
    clicks=True,
)
class Route(Gesture):
    """Letting go, or a click on the end, makes a maze around the route. Shift begins a new one."""

    def __init__(self) -> None:
        self._drawing: _Drawing | None = None
        self._at: tuple[float, float] | None = None  # where the pen is, while the button is held
        self._led = False  # whether the drag has led the pen into another cell
        self._fresh = False  # whether the press began the route

    @property
    def busy(self) -> bool:
        """Whether a route is being drawn."""
        return self._drawing is not None

    def hover(
        self, document: Document, x: float, y: float, *, extend: bool = False
    ) -> Preview | None:
        """Return the route so far, and the piece that a click here would add."""
        drawing, cell = self._current(document), document.maze.lattice.geometry.cell_at(x, y)
        if drawing is None:
            return self._first(document, cell, extend)
        line, length = drawing.line, len(drawing.line.cells)
        if self._at is None and cell is not None and cell != line.end:
            line = line.copy()
            line.lead_to_cell(cell)
        trace = Trace(line.route, min(length, len(line.cells)))
        return Preview(trace=trace, hint=line.blocked or _length(len(trace.cells)))

    def _first(self, document: Document, cell: int | None, extend: bool) -> Preview | None:
        if cell is None:
            return None
        if not extend and cell in _ends(document.maze):
            hint = _("Drag to make the route longer or shorter; Shift begins a new one here")
            return Preview(trace=Trace(np.array([cell], np.int64), 0), hint=hint)
        return Preview(trace=Trace(np.array([cell], np.int64), 0), hint=HINT)

    # The pointer

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:
        """Begin a route, or go on with it in a straight piece."""
        cell = document.maze.lattice.geometry.cell_at(x, y)
        drawing = self._current(document)
        self._led, self._fresh, self._at = False, drawing is None, (x, y)
        if drawing is None:
            if cell is None:
                self._at = None
                self.report = _("Begin the route in a cell of the maze.")
            else:
                self._begin(document, cell, extend)
        elif cell is not None and cell != drawing.line.end:
            self._led = True
            self._straight_to(drawing, cell)

    def move(self, document: Document, x: float, y: float) -> None:
        """Lead the pen here."""
        drawing = self._current(document)
        if drawing is None or self._at is None:
            return
        before = drawing.line.end
        drawing.line.lead(*self._at, x, y)
        self._at = x, y
        self._led = self._led or drawing.line.end != before

    def release(self, document: Document, x: float, y: float) -> None:
        """Make the maze after a drag, or after a click on the end."""
        self.move(document, x, y)
        drawing, self._at = self._current(document), None
        if drawing is None:
            return
        drawn = self._led and not drawing.lengths
        clicked_end = not self._led and not self._fresh
        if drawn or clicked_end:
            self._finish(document)
        else:
            self.report = drawing.line.blocked or _("Click where the route goes on, or on its end.")

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - the stroke knows it
        """Discard the route."""
        if self._drawing and self._drawing.stroke:
            self._drawing.stroke.cancel()
        self._drawing = self._at = None

    # The keys

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:
        """Begin a route at the cell of the cursor; the second time, make the maze."""
        drawing = self._current(document)
        if drawing is None:
            self._begin(document, cell, extend)
            self.report = _("Lead the route on with the arrow keys, then press Enter.")
        else:
            self._finish(document)
        return True

    def follow_cursor(self, document: Document, cell: int) -> None:
        """Lead the route on to the cell of the cursor."""
        drawing = self._current(document)
        if drawing and self._at is None:
            drawing.line.step(cell)
            self.report = drawing.line.blocked

    def delete(self, document: Document, cell: int) -> bool:  # noqa: ARG002 - the end goes back
        """Take back the last straight piece, or the last cell."""
        drawing = self._current(document)
        if drawing is None:
            return False
        length = drawing.lengths.pop() if drawing.lengths else len(drawing.line.cells) - 1
        drawing.line.shorten(length)
        drawing.line.blocked = ""
        return True

    # The route

    def _current(self, document: Document) -> _Drawing | None:
        """Return the route being drawn, unless the maze has been replaced."""
        if self._drawing and self._drawing.maze.lattice is not document.maze.lattice:
            self._drawing = self._at = None
        return self._drawing

    def _begin(self, document: Document, cell: int, extend: bool) -> None:
        maze = document.maze
        present = present_route(maze) if not extend and cell in _ends(maze) else np.empty(0)
        if len(present) < 2:
            self._drawing = _Drawing(RouteLine(maze, [cell]), maze)
            return
        backwards = int(present[0]) == cell
        cells = present[::-1] if backwards else present
        self._drawing = _Drawing(
            RouteLine(maze, cells.tolist()), maze, before=maze.copy(), backwards=backwards
        )

    def _straight_to(self, drawing: _Drawing, cell: int) -> None:
        length = len(drawing.line.cells)
        drawing.line.lead_to_cell(cell)
        if len(drawing.line.cells) > length:
            drawing.lengths.append(length)

    def _finish(self, document: Document) -> None:
        drawing = self._drawing
        assert drawing
        if len(drawing.line.cells) < 2:
            self.report = _("A route needs two cells or more.")
            return
        keep = drawing.before is not None
        recipe = KEPT if keep else self.recipe()
        if recipe is None:
            return
        route, sketched = drawing.route, drawing.sketched
        not_kept = str(NOT_KEPT) if document.symmetry else ""
        self.cancel(document)
        if sketched and np.array_equal(sketched[0], route):
            document.apply(rerouted(document, sketched[1], len(route)))
            self.report = not_kept
            return
        note = " ".join(filter(None, ["" if keep else _note(recipe), not_kept]))
        work = routing(document, lambda _maze, _job: route, recipe, keep=keep)
        deliver = partial(self._deliver, work.deliver, note)
        self.work = _("Making the maze around the route"), replace(work, deliver=deliver)

    def _deliver(
        self, deliver: Callable[[Edit | None], bool], note: str, edit: Edit | None
    ) -> bool:
        self.report = note
        return deliver(edit)

    # What dragging an end would do

    def sketch(self, document: Document) -> Callable[[Job], tuple[Ids, Maze]] | None:
        """Return what makes the maze with the other end."""
        drawing = self._current(document)
        if drawing is None or drawing.before is None or len(drawing.line.cells) < 2:
            return None
        before, route = drawing.before, drawing.route
        return lambda job: (route, around(before, route, KEPT, job, keep=True).maze)

    def show_sketch(self, document: Document, result: tuple[Ids, Maze]) -> None:
        """Show its walls; the openings move when the drag ends."""
        drawing = self._current(document)
        if drawing is None or drawing.before is None:
            return
        walls = differing_walls(document.maze, result[1])
        if len(walls) <= MOST_SKETCHED:
            drawing.sketched = result
            drawing.stroke = drawing.stroke or document.begin()
            drawing.stroke.toggle(walls)


def _ends(maze: Maze) -> set[int]:
    """Return the cells of the entrance and the only exit."""
    if maze.entrance is None or len(maze.exits) != 1:
        return set()
    return {maze.entrance.cell, maze.exits[0].cell}


def _length(cells: int) -> str:
    text = ngettext("Route of {number:,} cell", "Route of {number:,} cells", cells)
    return text.format(number=cells)


def _note(recipe: Recipe) -> str:
    """Return what the user should know of a maze around a route."""
    return _("No loops are added: they would make other routes.") if recipe.braid else ""
