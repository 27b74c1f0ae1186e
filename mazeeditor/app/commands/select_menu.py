"""The Select menu: which cells the commands on cells work on, and the locks of their walls."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.commands import SELECTED, command, idle
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.changes.blanking import (
    blanking,
    cells_to_switch,
    name_cells,
    removed_openings,
)
from mazeeditor.editing.changes.cell_areas import walls_within
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit, SetLocks
from mazeeditor.editing.tools.room import name_room
from mazeeditor.editing.work import changing, finding, toggling
from mazeeditor.maze.braid import dead_ends
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze, locks_of, with_locks
from mazeeditor.maze.search.distances import UNREACHED, distances
from mazeeditor.maze.search.search import reached_from, shortest_route, without_gaps
from mazeeditor.maze.walls import count_walls, free_walls

NOTHING_SELECTED = _("No cell is selected.")
Cells = NDArray[np.bool_]
Locks = NDArray[np.uint8]
MANY_CELLS = 100_000  # cells: with more, what looks at all of them runs in a worker


def is_selected(view: View) -> bool:
    return view.selection.active


def _can_find(view: View, services: Services) -> bool:
    return idle(services) and is_selected(view)


def start_selecting(
    document: Document, view: View, services: Services, find: Callable[[Maze, Cells, Job], Cells]
) -> None:
    """Select what ``find`` returns for the maze and the selected cells.

    A worker finds it where the maze is large; it is discarded where the maze has changed meanwhile.
    """
    cells = view.selection.cells_or_all
    work = finding(
        document,
        lambda maze, job: find(maze, cells, job),
        view.selection.select,
        small=document.maze.lattice.cells <= MANY_CELLS,
    )
    services.start(_("Selecting"), work)


@command("select-all", _("All cells"), menu="select", order=11, keys=("Mod+A",))
def select_all(document: Document, view: View) -> None:
    """Select every cell."""
    view.selection.select(document.maze.lattice.inside)


@command(
    "select-none",
    _("None"),
    words=_("deselect clear"),
    menu="select",
    order=12,
    keys=("Mod+Shift+A",),
    enabled=is_selected,
    reason=NOTHING_SELECTED,
)
def select_none(view: View) -> None:
    """Select no cell: commands work on the whole maze again."""
    view.selection.clear()


@command("select-invert", _("Invert"), menu="select", order=13, keys=("Mod+Alt+I",))
def select_invert(document: Document, view: View) -> None:
    """Select the cells that are not selected, and no others."""
    cells = view.selection.cells
    inside = document.maze.lattice.inside
    view.selection.select(inside if cells is None else inside & ~cells)


@command(
    "select-grow",
    _("Grow"),
    menu="select",
    order=14,
    keys=("Alt+Plus",),
    enabled=_can_find,
    reason=NOTHING_SELECTED,
)
def select_grow(document: Document, view: View, services: Services) -> None:
    """Select all neighbours of the selected cells too, whatever walls are between them."""
    start_selecting(
        document, view, services, lambda maze, cells, _job: grow_selection(maze.lattice, cells)
    )


@command(
    "select-shrink",
    _("Shrink"),
    menu="select",
    order=15,
    keys=("Alt+Minus",),
    enabled=_can_find,
    reason=NOTHING_SELECTED,
)
def select_shrink(document: Document, view: View, services: Services) -> None:
    """Leave out the selected cells at the edge of the selection."""
    start_selecting(document, view, services, lambda maze, cells, _job: shrunk(maze.lattice, cells))


@command(
    "select-connected",
    _("Connected cells"),
    menu="select",
    order=21,
    enabled=_can_find,
    keys=("Mod+Alt+C",),
    reason=NOTHING_SELECTED,
)
def select_connected(document: Document, view: View, services: Services) -> None:
    """Select all that passages join with the selected cells."""
    start_selecting(document, view, services, connected_cells)


@command(
    "select-as-far",
    _("Cells at the same distance"),
    menu="select",
    order=22,
    enabled=_can_find,
    keys=("Mod+Alt+D",),
    mac_keys=("Mod+Alt+A",),
    reason=NOTHING_SELECTED,
)
def select_as_far(document: Document, view: View, services: Services) -> None:
    """Select all cells that are as far from the entrance as a selected one."""
    if document.maze.entrance is None:
        raise UsageError(_("Set an entrance first: distances are counted from there."))
    start_selecting(document, view, services, as_far)


@command("select-dead-ends", _("Dead ends"), menu="select", order=23, enabled=idle)
def select_dead_ends(document: Document, view: View, services: Services) -> None:
    """Select the dead ends, those of the selection where there is one."""
    start_selecting(
        document,
        view,
        services,
        lambda maze, cells, job: cells & with_one_passage(maze, job),
    )


@command("select-route", _("The route"), menu="select", order=24, enabled=idle)
def select_route(document: Document, view: View, services: Services) -> None:
    """Select the cells of the route that is shown, else of a shortest one."""
    solution = document.solution
    if solution is not None and solution.solved:
        shown = np.zeros(document.maze.lattice.size, np.bool_)
        shown[solution.route] = True
        view.selection.select(shown)
        return
    start_selecting(document, view, services, lambda maze, _cells, job: on_route(maze, job))


@command("select-locked", _("Cells with locked walls"), menu="select", order=25)
def select_locked(document: Document, view: View) -> None:
    """Select the cells with a wall that is locked."""
    locks = document.maze.locks
    size = document.maze.lattice.size
    view.selection.select(np.zeros(size, np.bool_) if locks is None else locks != 0)


@command(
    "room-cells",
    _("Make a room"),
    menu="select",
    order=31,
    group=SELECTED,
    enabled=idle,
    on_selection=True,
    places=("selection",),
    manual="draw-and-repair#pieces",
)
def room_cells(document: Document, view: View, services: Services) -> None:
    """Open all walls between the selected cells."""
    _set_walls(document, view, services, closed=False)


@command(
    "close-cells",
    _("Close all walls"),
    menu="select",
    order=32,
    group=SELECTED,
    enabled=idle,
    on_selection=True,
    places=("selection",),
    manual="draw-and-repair#pieces",
)
def close_cells(document: Document, view: View, services: Services) -> None:
    """Close all walls between the selected cells."""
    _set_walls(document, view, services, closed=True)


def _set_walls(document: Document, view: View, services: Services, *, closed: bool) -> None:
    """Open or close all walls between the selected cells, as one step."""
    cells, recipe = np.flatnonzero(view.selection.cells_or_all), document.recipe
    name = name_closed(len(cells)) if closed else name_room(len(cells))

    def find(maze: Maze, job: Job) -> Edit | None:
        job.check()
        walls = walls_within(maze.lattice, cells)
        walls = document.walls_to_change(walls, closed=closed, maze=maze)
        return toggling(name, maze, walls, recipe)

    def done(edit: Edit | None) -> None:
        if edit is None:
            services.ui.show_status(_("No wall between these cells has to change, or may."))

    small = len(cells) <= MANY_CELLS
    services.start(name, changing(document, find, done, small=small))


def name_closed(cells: int) -> str:
    """Return what menus call closing all walls between some cells."""
    text = ngettext("Close walls of {number:,} cell", "Close walls of {number:,} cells", cells)
    return text.format(number=cells)


@command(
    "blank-cells",
    _("Blank"),
    menu="select",
    order=33,
    group=SELECTED,
    enabled=idle,
    on_selection=True,
    places=("selection",),
    manual="draw-and-repair#pieces",
)
def blank_cells(document: Document, view: View, services: Services) -> None:
    """Take the selected cells out of the maze, but those with locked walls."""
    before, recipe = document.maze, document.recipe
    cells = cells_to_switch(document, np.flatnonzero(view.selection.cells_or_all), taking=True)
    if not len(cells):
        services.ui.show_status(
            _("These cells have locked walls: they stay until you unlock them.")
        )
        return

    def find(maze: Maze, job: Job) -> Edit | None:
        job.check()
        return blanking(maze, recipe, cells)

    def done(_edit: Edit | None) -> None:
        if report := removed_openings(before, document.maze):
            services.ui.show_status(report)

    work = changing(document, find, done, small=len(cells) <= MANY_CELLS)
    services.start(name_cells(len(cells), taking=True), work)


@command(
    "lock",
    _("Lock or unlock"),
    words=_("protect keep freeze"),
    menu="edit",
    order=43,
    group=_("Locks"),
    keys=("L",),
    enabled=idle,
    on_selection=True,
    places=("selection",),
    on_maze=True,
    manual="draw-and-repair#pieces",
)
def lock(document: Document, view: View, services: Services) -> None:
    """Lock the walls of the selected cells, so that nothing changes them; or unlock them."""
    cells = view.selection.cells_or_all
    _change_locks(document, services, lambda maze: _switch_locks(maze, cells))


def _switch_locks(maze: Maze, cells: Cells) -> Locks:
    """Return the locks uint8[n] after those of ``cells`` bool[n] are switched: on, or all off."""
    return with_locks(maze, cells, locked=not _all_locked(maze, cells))


def _all_locked(maze: Maze, cells: Cells) -> bool:
    """Whether every inner wall of some cells is locked."""
    if maze.locks is None:
        return False
    return not (free_walls(maze.lattice, None, maze.locks)[cells]).any()


@command(
    "unlock-all",
    _("Unlock all walls"),
    menu="edit",
    order=44,
    group=_("Locks"),
    keys=("Shift+L",),
    enabled=lambda document: document.maze.locks is not None,
    reason=_("No wall is locked."),
    on_maze=True,
    manual="draw-and-repair#pieces",
)
def unlock_all(document: Document, services: Services) -> None:
    """Unlock every wall of the maze."""
    _change_locks(document, services, lambda maze: np.zeros(maze.lattice.size, np.uint8))


def _change_locks(document: Document, services: Services, other: Callable[[Maze], Locks]) -> None:
    def find(maze: Maze, job: Job) -> SetLocks | None:
        job.check()
        locks = other(maze)
        change = count_walls(locks) - count_walls(locks_of(maze))
        return SetLocks(maze, locks, _name(change)) if change else None

    def done(edit: Edit | None) -> None:
        services.ui.show_status(edit.name if edit else _("There is no inner wall to lock."))

    small = document.maze.lattice.cells <= MANY_CELLS
    services.start(_("Locking"), changing(document, find, done, small=small))


def _name(change: int) -> str:
    """Return what menus call the step that locks (``change`` > 0) or unlocks walls."""
    number = abs(change)
    text = (
        ngettext("Lock {number:,} wall", "Lock {number:,} walls", number)
        if change > 0
        else ngettext("Unlock {number:,} wall", "Unlock {number:,} walls", number)
    )
    return text.format(number=number)


def grow_selection(lattice: Lattice, cells: Cells) -> Cells:
    """Return ``cells`` bool[n] with all their neighbours, whatever walls there are."""
    result = cells.copy()
    places = np.flatnonzero(cells)
    for slot in range(lattice.degree):
        result[lattice.beyond(places, slot)[0]] = True
    return result & lattice.inside


def shrunk(lattice: Lattice, cells: Cells) -> Cells:
    """Return those of ``cells`` bool[n] of which all neighbours in the maze are in it."""
    return cells & ~grow_selection(lattice, lattice.inside & ~cells)


def connected_cells(maze: Maze, cells: Cells, job: Job) -> Cells:
    """Return bool[n], all that passages join with ``cells`` bool[n]."""
    return reached_from(maze, np.flatnonzero(cells).tolist(), job)


def with_one_passage(maze: Maze, job: Job) -> Cells:
    """Return bool[n], the dead ends."""
    result = np.zeros(maze.lattice.size, np.bool_)
    result[dead_ends(maze.lattice, without_gaps(maze), job)] = True
    return result


def as_far(maze: Maze, cells: Cells, job: Job) -> Cells:
    """Return bool[n], the cells that are as far from the entrance as one of ``cells`` bool[n]."""
    if maze.entrance is None:
        return np.zeros(maze.lattice.size, np.bool_)
    far = distances(maze, maze.entrance.cell, job)
    reached = maze.lattice.inside & (far != UNREACHED)
    chosen = np.zeros(int(far[reached].max(initial=0)) + 1, np.bool_)
    chosen[far[cells & reached]] = True
    reached[reached] = chosen[far[reached]]
    return reached


def on_route(maze: Maze, job: Job) -> Cells:
    """Return bool[n], the cells of a shortest route, none where there is no route."""
    result = np.zeros(maze.lattice.size, np.bool_)
    if maze.entrance:
        job.phase(maze.lattice.cells)
        exits = {opening.cell for opening in maze.exits}
        walls = without_gaps(maze)
        result[shortest_route(maze.lattice, walls, maze.entrance.cell, exits, job)] = True
    return result
