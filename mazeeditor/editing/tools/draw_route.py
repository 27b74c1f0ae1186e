r"""The tool that draws a route, around which a maze is made so that it is the only one.

::

    drag            freely; the maze is made when the button is let go
    click ... click straight pieces; a click on the end of the route makes the maze
    a handle        of the route drawn last leads it through the cell under the pointer, or makes it
                    longer or shorter; the maze stays as far as it can, which is shown all the while
    Enter, arrows   by keys: Enter begins, each arrow leads on or back, Enter makes the maze
    [ ]             by keys: take hold of the next handle, which the arrows pull; Enter ends that

A press on the arrow of entrance or exit begins there. While the tool *goes on*, the route of the
maze can be taken hold of anywhere, whether it has been drawn or not, and no press begins a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.changes.drawn_walls import DrawnWalls
from mazeeditor.editing.changes.route_ends import end_cells, ends_note, leads_back, opening_at
from mazeeditor.editing.changes.route_handles import RouteHandles, pull_route
from mazeeditor.editing.changes.routes import (
    RouteLine,
    around,
    led_over,
    lost_note,
    present_route,
    reroute,
    routing,
)
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit, Stroke
from mazeeditor.editing.tool_options import SYMMETRY, Choice, Value
from mazeeditor.editing.tools import (
    GRIP,
    HANDLES_APART,
    Gesture,
    Ghost,
    Preview,
    Trace,
    mode,
    tool,
)
from mazeeditor.editing.work import changing, differing_walls
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe

if TYPE_CHECKING:
    from mazeeditor.maze.transforms.symmetry.group import SymmetryGroup

MOST_SKETCHED = 20_000  # walls that are toggled at once while a handle is dragged
HINT = _("Draw a route, or click along it, to make the maze around it; pull its handles")
GOING_ON = _("Drag the route, or one of its ends; Shift begins a new one")
LONGER = _("Drag to make the route longer or shorter; Shift begins a new one here")
GO_ON = "on"
ROUTES = Choice(
    "route",
    _("What a press does"),
    (
        Value("new", _("New route"), "tool-route", _("A drag draws a new route")),
        Value(GO_ON, _("Go on"), "route-on", _("A drag leads the present route elsewhere")),
    ),
    shift="new",
    alt=GO_ON,
)
KEEP, ALL_NEW = "keep", "new"
YOUR_WALLS = Choice(
    "walls",
    _("Walls that you have drawn by hand"),
    (
        Value(
            KEEP,
            _("Keep your walls"),
            "tool-wall",
            _("Walls that you have drawn stay, unless the new route crosses them"),
        ),
        Value(ALL_NEW, _("All new"), "generate", _("The whole maze is made around the route")),
    ),
)
BY_ARROWS = _("Lead the route with the arrow keys, then press Enter.")
ROOM_RECIPE = Recipe("kruskal", seed=0)  # walls that make room for a longer route are anywhere


class Sketch(NamedTuple):
    """What a drag would make: the route int64[k], its maze, and which walls int64[m] differ.

    ``aim`` is the cell to which the handle was led. Where that cannot be, ``blocked`` says why, and
    route and maze are those before. ``note`` is what to say of the symmetry.
    """

    aim: int
    route: Ids
    maze: Maze
    walls: Ids
    blocked: str = ""
    note: str = ""


NO_WALLS: Ids = np.empty(0, np.int64)


@dataclass(eq=False)
class _Change:
    """What is being made of a maze: ``sketched`` is what is known of it, and ``stroke`` shows it.

    ``before`` is the maze whose only route ``old`` int64[k] is changed; None for a new route.
    """

    before: Maze | None
    old: Ids
    sketched: Sketch | None = None
    stroke: Stroke | None = None
    toggled: Ids = field(default_factory=lambda: NO_WALLS)  # what the stroke has toggled

    def show(self, document: Document, sketch: Sketch) -> None:
        """Let the document show the walls of a sketch; many walls take too long."""
        self.sketched = sketch
        walls = sketch.walls if len(sketch.walls) <= MOST_SKETCHED else NO_WALLS
        self.stroke = self.stroke or document.begin()
        self.stroke.toggle(np.setxor1d(walls, self.toggled))
        self.toggled = walls

    def end(self) -> None:
        """Show the maze as it was."""
        if self.stroke:
            self.stroke.cancel()


@dataclass(eq=False)
class _Drawing(_Change):
    """A route in the making: the ``line`` of the pen, and the lengths before each straight piece.

    ``reversed`` is whether it leads from the exit of ``before``. ``kept`` are the cells of the old
    route that the line still begins with.
    """

    line: RouteLine = field(kw_only=True)
    maze: Maze = field(kw_only=True)
    reversed: bool = False
    kept: int = 0
    lengths: list[int] = field(default_factory=list)
    drawn: DrawnWalls | None = None  # the walls that are to stay

    @property
    def back(self) -> bool:
        """Whether the line leads from the exit to the entrance."""
        if self.before:
            return self.reversed
        return leads_back(self.maze, self.line.cells[0], self.line.end)

    @property
    def route(self) -> Ids:
        """The cells int64[k] from the entrance to the exit."""
        return self.line.route[::-1].copy() if self.back else self.line.route

    @property
    def hint(self) -> str:
        """How long the route is, and what becomes of entrance and exit."""
        cells = self.line.cells
        text = _length(len(cells))
        if self.line.blocked or len(cells) < 2:
            return self.line.blocked or text
        ends = cells if len(cells) < 4 else [*cells[:2], *cells[-2:]]
        note = ends_note(self.maze, np.array(ends[::-1] if self.back else ends, np.int64))
        text = _("{length}; {note}").format(length=text, note=note)
        crossed = len(self.crossed)
        if crossed:
            more = _("it removes {number:,} of your walls").format(number=crossed)
            text = _("{length}; {note}").format(length=text, note=more)
        return text

    @property
    def crossed(self) -> Ids:
        """The walls int64[m] drawn by hand that the route crosses."""
        return self.drawn.crossed(self.maze, self.line.route) if self.drawn else NO_WALLS


@dataclass(eq=False)
class _Pull(_Change):
    """The handle at a ``place`` of the old route, pulled to the cell ``aim``."""

    place: int = field(kw_only=True)
    aim: int = field(kw_only=True)

    @property
    def moved(self) -> bool:
        return self.aim != int(self.old[self.place])

    @property
    def hint(self) -> str:
        """How long the route is, or why it cannot lead here."""
        if self.sketched is None:
            return _length(len(self.old))
        return self.sketched.blocked or _length(len(self.sketched.route))


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
    alt=_("Go on"),
    shows=(ROUTES, YOUR_WALLS, SYMMETRY),
    clicks=True,
)
class Route(Gesture):
    """Letting go, or a click on the end, makes a maze around the route."""

    def __init__(self) -> None:
        self._change: _Drawing | _Pull | None = None
        self._at: tuple[float, float] | None = None  # where the pen is, while the button is held
        self._left: _Drawing | None = None  # the route around which a maze is to be made
        self._led = False  # whether the drag has led the pen into another cell
        self._fresh = False  # whether the press began the route
        self._ghost: RouteHandles | None = None  # the only route, which can be taken hold of
        self._revision = -1  # of the document whose only route it is, or that is being changed
        self._none = -1  # the revision of the document that has none
        self._drawn: set[int] = set()  # the hashes of the routes drawn since the tool is in use
        self._focus: int | None = None  # the place of the handle that the keys have chosen
        self._shown: RouteHandles | None = None  # the route while it is changed

    @property
    def busy(self) -> bool:
        """Whether a route is being drawn, or held by a handle."""
        return self._change is not None or self._focus is not None

    # What is shown

    def hover(
        self, document: Document, x: float, y: float, *, extend: bool = False
    ) -> Preview | None:
        """Return the route so far, and the piece that a click here would add."""
        change = self._current(document)
        if change is None:
            return self._first(document, x, y, extend)
        if isinstance(change, _Pull):
            return Preview(hint=change.hint)
        line, length = change.line, len(change.line.cells)
        cell = self._start_at(document.maze, x, y)
        if self._at is None and cell is not None and cell != line.end:
            line = line.copy()
            line.lead_to_cell(cell)
            change = replace(change, line=line)
        skipped = max(0, change.kept - 1)  # the ghost shows these cells
        cells = np.array(line.cells[skipped:], np.int64)
        erased = tuple(change.crossed.tolist())
        return Preview(trace=Trace(cells, length - skipped), erased=erased, hint=change.hint)

    def _first(self, document: Document, x: float, y: float, extend: bool) -> Preview | None:
        """Return what a press would begin."""
        cell, place = self._start_at(document.maze, x, y), self._grip(document, x, y, extend)
        if place is not None:
            hint = _("Drag to lead the route through other cells")
            if self._ghost and place in (0, len(self._ghost.route) - 1):
                hint = LONGER
            return Preview(hint=hint, grip=place)
        if cell is None:
            return None
        maze, hint = document.maze, HINT
        if self._goes_on(document, extend):
            return Preview(hint=LONGER if cell in end_cells(maze) else GOING_ON)
        if maze.entrance and cell == maze.entrance.cell:
            hint = _("Drag to draw a new route from the entrance")
        elif any(cell == opening.cell for opening in maze.exits):
            hint = _("Drag to draw a new route back from the exit")
        return Preview(trace=Trace(np.array([cell], np.int64), 0), hint=hint)

    def ghost(self, document: Document) -> Ghost | None:
        """Return the route that can be taken hold of, or of one being changed what stays."""
        change = self._current(document)
        if change is None:
            line = self._only_route(document)
            return Ghost(line, self._focus) if line else None
        if isinstance(change, _Pull):
            route = change.sketched.route if change.sketched else change.old
            return Ghost(self._showing(document, route), held=change.aim)
        if change.kept < 2:
            return None
        return Ghost(
            self._showing(document, change.line.route[: change.kept]), held=change.line.end
        )

    def _showing(self, document: Document, route: Ids) -> RouteHandles:
        """Return a route to be shown, the same object as long as it is the same."""
        if self._ghost and self._ghost.route is route:
            return self._ghost
        if self._shown is None or not np.array_equal(self._shown.route, route):
            self._shown = RouteHandles(document.maze.lattice, route)
        return self._shown

    # The pointer

    def press(self, document: Document, x: float, y: float, *, extend: bool = False) -> None:
        """Begin a route, or go on with it in a straight piece."""
        if self._focus is not None:
            self.cancel(document)  # the pointer takes over from the keys
        cell = self._start_at(document.maze, x, y)
        change = self._current(document)
        self._led, self._fresh, self._at = False, change is None, (x, y)
        if isinstance(change, _Drawing):
            if cell is not None and cell != change.line.end:
                self._led = True
                self._straight_to(change, cell)
        elif change is None and not self._begin_at(document, x, y, cell, extend):
            self._at = None

    def _begin_at(
        self, document: Document, x: float, y: float, cell: int | None, extend: bool
    ) -> bool:
        """Begin what a press here begins; returns whether that is anything."""
        place, line = self._grip(document, x, y, extend), self._only_route(document)
        if line and place is not None:
            self._take(document, line.route, place)
        elif cell is None:
            self.report = _("Begin in a cell, or on the arrow of an opening.")
        elif self._goes_on(document, extend):
            self._take_end(document, cell)
        else:
            self._begin(document, cell)
            self._at = self._middle(document.maze, x, y)
        return self._change is not None

    def move(self, document: Document, x: float, y: float) -> None:
        """Lead the pen here."""
        change = self._current(document)
        if change is None or self._at is None:
            return
        if isinstance(change, _Pull):
            cell = self._start_at(document.maze, x, y)
            if cell is not None:
                change.aim = cell
            return
        before, place = change.line.end, self._middle(document.maze, x, y)
        change.line.lead(*self._at, *place)
        change.kept = min(change.kept, len(change.line.cells))
        self._at = place
        self._led = self._led or change.line.end != before

    def release(self, document: Document, x: float, y: float) -> None:
        """Make the maze after a drag, or after a click on the end."""
        self.move(document, x, y)
        change, held, self._at = self._current(document), self._at is not None, None
        if isinstance(change, _Pull):
            self._finish(document)
        elif change and held:
            drawn = self._led and not change.lengths
            clicked_end = not self._led and not self._fresh
            if change.before is not None or drawn or clicked_end:
                self._finish(document)
            else:
                more = _("Click where the route goes on, or on its end.")
                self.report = change.line.blocked or more

    def cancel(self, document: Document) -> None:  # noqa: ARG002 - the stroke knows it
        if self._change:
            self._change.end()
        self._change = self._at = self._focus = self._shown = None

    def refused(self) -> None:
        """Go on with the route that was drawn, unless another one has been begun."""
        self._change, self._left = self._change or self._left, None

    # The keys

    def enter(self, document: Document, cell: int, *, extend: bool = False) -> bool:
        """Begin a route at the cell of the cursor; the second time, make the maze."""
        change = self._current(document)
        if change or self._focus is not None:
            self._finish(document)
        elif self._goes_on(document, extend):
            line = self._only_route(document)
            place = line.place_of(cell) if line else None
            self.report = BY_ARROWS
            if line and place is not None:
                self._take(document, line.route, place)
            else:
                self._take_end(document, cell)
        else:
            self._begin(document, cell)
            self.report = _("Lead the route on with the arrow keys, then press Enter.")
        return True

    def first_cell(self, document: Document) -> int | None:
        """Return the cell of the entrance, else the first one."""
        maze = document.maze
        return (maze.entrance or maze.lattice.first).cell

    def follow_cursor(self, document: Document, cell: int) -> None:
        line = self._only_route(document)
        if self._focus is not None and self._change is None and line:
            self._take(document, line.route, self._focus)
        change = self._current(document)
        if change is None or self._at is not None:
            return
        if isinstance(change, _Pull):
            change.aim = cell
        else:
            change.line.step(cell)
            change.kept = min(change.kept, len(change.line.cells))
            self.report = change.line.blocked

    def delete(self, document: Document, cell: int) -> bool:  # noqa: ARG002 - the end goes back
        """Take back the last straight piece, or the last cell."""
        change = self._current(document)
        if not isinstance(change, _Drawing):
            return False
        length = change.lengths.pop() if change.lengths else len(change.line.cells) - 1
        change.line.shorten(length)
        change.kept = min(change.kept, len(change.line.cells))
        change.line.blocked = ""
        return True

    def resize(self, steps: int) -> bool:
        """Take hold of the next handle of the route (``steps`` > 0), or of the one before."""
        new = isinstance(self._change, _Drawing) and self._change.before is None
        if self._ghost is None or new:
            return False
        if steps:
            place = self._place_held()
            if self._change:
                self._change.end()
            self._change = self._at = self._shown = None
            ghost = self._ghost
            self._focus = ghost.beside(place, steps, HANDLES_APART * self.px)
            self.goes_to = int(ghost.route[self._focus])
            self.report = BY_ARROWS
        return True

    def _place_held(self) -> int | None:
        """Return the place in the route of the handle that is held, None for none."""
        if isinstance(self._change, _Pull):
            return self._change.place
        return self._focus

    def put_away(self) -> None:
        """Show no route any more until one is drawn, or the tool goes on."""
        self._drawn.clear()
        self._ghost = self._shown = None

    # The only route of the maze

    @property
    def follows_route(self) -> bool:
        return bool(self._drawn) or self.value(ROUTES) == GO_ON

    def take_route(self, document: Document, route: Ids) -> None:
        """Show the only route of the maze, if it was drawn or the tool goes on."""
        self._none = document.revision if len(route) < 2 else -1
        if len(route) < 2 or not self._may_show(route):
            self._ghost = None
        elif self._only_route(document) is None or not np.array_equal(
            self._ghost.route if self._ghost else NO_WALLS, route
        ):
            self._ghost = RouteHandles(document.maze.lattice, route)
        self._revision = document.revision

    def _may_show(self, route: Ids) -> bool:
        return self.value(ROUTES) == GO_ON or hash(route.tobytes()) in self._drawn

    def _only_route(self, document: Document) -> RouteHandles | None:
        """Return the route that is shown, unless a change has broken it."""
        ghost, maze = self._ghost, document.maze
        if ghost and self._revision != document.revision:
            self._revision = document.revision
            fits = ghost.lattice is maze.lattice and maze.entrance and len(maze.exits) == 1
            ends = ghost.route[0], ghost.route[-1]
            if not (
                fits
                and maze.entrance
                and (maze.entrance.cell, maze.exits[0].cell) == ends
                and ghost.open_in(maze)
            ):
                self._ghost = None
        return self._ghost

    def _remember(self, document: Document, route: Ids) -> None:
        """Show a route that has just been made the only one."""
        self._drawn.add(hash(route.tobytes()))
        self._ghost = RouteHandles(document.maze.lattice, route)
        self._revision = document.revision

    # Where a press begins

    def _start_at(self, maze: Maze, x: float, y: float) -> int | None:
        """Return the cell under a point, or that of the opening whose arrow is there."""
        opening = opening_at(maze, x, y, self.px)
        return opening.cell if opening else maze.lattice.geometry.cell_at(x, y)

    def _middle(self, maze: Maze, x: float, y: float) -> tuple[float, float]:
        """Return a point, or the middle of the cell of the opening whose arrow is there."""
        opening = opening_at(maze, x, y, self.px)
        if opening is None:
            return x, y
        centre = maze.lattice.geometry.centres(np.array([opening.cell], np.int64))[0]
        return float(centre[0]), float(centre[1])

    def _goes_on(self, document: Document, extend: bool) -> bool:
        """Whether a press changes the route there is."""
        if extend or not (self.removes or self.value(ROUTES) == GO_ON):
            return False
        if self._only_route(document):
            return True
        return self._none != document.revision and bool(end_cells(document.maze))

    def _grip(self, document: Document, x: float, y: float, extend: bool) -> int | None:
        """Return the place in the only route that a press takes hold of, None for none."""
        line = None if extend else self._only_route(document)
        if line is None:
            return None
        arrow = opening_at(document.maze, x, y, self.px)
        outside = document.maze.lattice.geometry.cell_at(x, y) is None
        place = None
        if not (arrow and outside):
            place = line.at(x, y, HANDLES_APART * self.px, GRIP * self.px)
        if place is None and self._goes_on(document, extend):
            return line.place_of(self._start_at(document.maze, x, y))
        return place

    # The route

    def _current(self, document: Document) -> _Drawing | _Pull | None:
        """Return what is being made, unless the maze has been changed otherwise."""
        change = self._change
        if change is None:
            return None
        maze = change.maze if isinstance(change, _Drawing) else change.before
        gone = maze is not None and maze.lattice is not document.maze.lattice
        if change.stroke:
            gone = gone or not change.stroke.open
        elif change.before is not None:
            gone = gone or self._revision != document.revision
        if gone:
            self._change = self._at = self._focus = self._shown = None
        return self._change

    def _begin(self, document: Document, cell: int) -> None:
        maze = document.maze
        drawn = DrawnWalls.of(document) if self._keeps_drawn else None
        line = RouteLine(maze, [cell])
        self._change = _Drawing(None, NO_WALLS, line=line, maze=maze, drawn=drawn)

    @property
    def _keeps_drawn(self) -> bool:
        return self.value(YOUR_WALLS) == KEEP

    def _take(self, document: Document, route: Ids, place: int) -> None:
        """Take hold of a route of the maze at a place."""
        maze, self._revision = document.maze, document.revision
        if 0 < place < len(route) - 1:
            self._change = _Pull(maze.copy(), route, place=place, aim=int(route[place]))
            return
        cells = route if place else route[::-1]
        line = RouteLine(maze, cells.tolist())
        self._change = _Drawing(
            maze.copy(), route, line=line, maze=maze, reversed=place == 0, kept=len(cells)
        )

    def _take_end(self, document: Document, cell: int) -> None:
        """Take hold of an end of a shortest route, which need not be the only one."""
        route = present_route(document.maze) if cell in end_cells(document.maze) else NO_WALLS
        if len(route) >= 2:
            self._take(document, route, 0 if route[0] == cell else len(route) - 1)
        else:
            self.report = GOING_ON

    def _straight_to(self, drawing: _Drawing, cell: int) -> None:
        length = len(drawing.line.cells)
        drawing.line.lead_to_cell(cell)
        if len(drawing.line.cells) > length:
            drawing.lengths.append(length)

    def _finish(self, document: Document) -> None:
        change = self._current(document)
        if isinstance(change, _Drawing) and change.before is None:
            self._make(document, change)
        elif change and not self._unchanged(change):
            self._lead(document, change)
        else:
            self.cancel(document)

    def _unchanged(self, change: _Drawing | _Pull) -> bool:
        if isinstance(change, _Pull):
            return not change.moved
        return np.array_equal(change.route, change.old)

    def _make(self, document: Document, drawing: _Drawing) -> None:
        """Make a maze around a new route, in the background."""
        if len(drawing.line.cells) < 2:
            self.report = _("A route needs two cells or more.")
            return
        recipe = self.recipe()
        if recipe is None:
            return
        route = drawing.route
        moved = ends_note(drawing.maze, route)
        moved = _("Route of {number:,} cells: {note}.").format(number=len(route), note=moved)
        lost = _("No loops are added: they would make other routes.") if recipe.braid else ""
        notes, group = [moved, lost], document.symmetry
        self.cancel(document)
        self._left = drawing

        def look(maze: Maze, lost: int, job: Job) -> None:
            notes.extend((lost_note(lost), _broken(maze, group, job)))

        work = routing(
            document,
            lambda _maze, _job: route,
            recipe,
            group=group,
            keeps_drawn=self._keeps_drawn,
            look=look,
        )

        def deliver(edit: Edit | None) -> bool:
            return self._deliver(document, work.deliver, route, " ".join(filter(None, notes)), edit)

        self.work = _("Making the maze around the route"), replace(work, deliver=deliver)

    def _lead(self, document: Document, change: _Drawing | _Pull) -> None:
        """Lead the route elsewhere: at once where a sketch has it, else in the background."""
        sketch, find = change.sketched, self._finding(document, change)
        aim = change.aim if isinstance(change, _Pull) else change.line.end
        known, self._left = sketch is not None and sketch.aim == aim, None
        if known and isinstance(change, _Drawing) and sketch:
            known = sketch.blocked != "" or np.array_equal(sketch.route, change.route)
        self.cancel(document)
        if known and sketch and sketch.blocked:
            self.report = sketch.blocked
        elif known and sketch and len(sketch.walls) <= MOST_SKETCHED:
            document.apply(_step(document, sketch))
            self._remember(document, sketch.route)
            self.report = sketch.note
        else:
            found: list[Sketch] = []

            def run(_maze: Maze, job: Job) -> Edit | None:  # of which ``find`` has a copy
                found.append(find(job))
                if found[0].blocked:
                    raise UsageError(found[0].blocked)
                return reroute(document, found[0].maze, len(found[0].route))

            work = changing(document, run)

            def deliver(edit: Edit | None) -> bool:
                return self._deliver(document, work.deliver, found[0].route, found[0].note, edit)

            self.work = _("Leading the route elsewhere"), replace(work, deliver=deliver)

    def _deliver(
        self,
        document: Document,
        deliver: Callable[[Edit | None], bool],
        route: Ids,
        note: str,
        edit: Edit | None,
    ) -> bool:
        self.report = note
        done = deliver(edit)
        if done:
            self._remember(document, route)
        return done

    # What a drag would do

    def sketch(self, document: Document) -> Callable[[Job], Sketch] | None:
        """Return what makes the maze with the route led elsewhere."""
        change = self._current(document)
        if change is None or change.before is None:
            return None
        if isinstance(change, _Drawing) and len(change.line.cells) < 2:
            return None
        return self._finding(document, change)

    def _finding(self, document: Document, change: _Drawing | _Pull) -> Callable[[Job], Sketch]:
        """Return what makes a sketch of a change as it is now, in a worker."""
        before, old, group = change.before, change.old, document.symmetry
        assert before
        if isinstance(change, _Pull):
            find = partial(pull_route, before, old, change.place, change.aim)
            return partial(_sketch, before, old, change.aim, find, group)
        route = change.route
        return partial(_sketch, before, old, change.line.end, lambda _job: route, group)

    def show_sketch(self, document: Document, result: Sketch) -> None:
        """Show its walls; the openings move when the drag ends."""
        change = self._current(document)
        if change and change.before is not None:
            change.show(document, result)


def _sketch(
    before: Maze,
    old: Ids,
    aim: int,
    find: Callable[[Job], Ids],
    group: SymmetryGroup | None,
    job: Job,
) -> Sketch:
    """Return the maze with another route, or why there is none."""
    try:
        route = find(job)
        maze = around(before, route, ROOM_RECIPE, job, keep=True, group=group)
    except UsageError as reason:
        return Sketch(aim, old, before, NO_WALLS, str(reason))
    walls = differing_walls(before, maze)
    return Sketch(aim, route, maze, walls, note=_broken(maze, group, job))


def _broken(maze: Maze, group: SymmetryGroup | None, job: Job) -> str:
    """Return a message on the walls that break a symmetry, "" where none does."""
    if group is None:
        return ""
    from mazeeditor.maze.transforms.symmetry.symmetric_maze import breaking_report

    return breaking_report(maze, group, job)


def _step(document: Document, sketch: Sketch) -> Edit:
    """Return the step to a sketch; where the openings stay, it toggles walls only."""
    maze, after = document.maze, sketch.maze
    if (maze.entrance, maze.exits) == (after.entrance, after.exits):
        return led_over(sketch.walls, len(sketch.route))
    return reroute(document, after, len(sketch.route))


def _length(cells: int) -> str:
    text = ngettext("Route of {number:,} cell", "Route of {number:,} cells", cells)
    return text.format(number=cells)
