"""Commands for one place: the wall, cell or opening under the pointer or at the cell cursor."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mazeeditor.app.commands import COMMANDS, OPENINGS, Command, command, idle
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import Target, View, target_in
from mazeeditor.core.translation import _
from mazeeditor.editing.changes.blanking import (
    LOCKED,
    blanking,
    cells_to_switch,
    removed_openings,
)
from mazeeditor.editing.changes.entrances import add_exit, remove, set_entrance, set_exit
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze

NO_CELL = _("Point at a cell, or move the cell cursor to one.")


def target_of(document: Document, view: View, services: Services) -> Target:
    """Return what was clicked, else what is at the cell cursor or under the pointer."""
    maze, cell = document.maze, services.ui.pointed_cell
    return view.target or target_in(maze, cell)


def _wall_label(document: Document, view: View, services: Services) -> str:
    """Return what the click would do to the wall."""
    wall = target_of(document, view, services).wall
    if wall is None:
        return _("Add or erase this wall")
    closed = document.maze.is_closed(np.array([wall], np.int64))[0]
    return _("Erase this wall") if closed else _("Add a wall here")


@command(
    "toggle-wall",
    _("Add or erase this wall"),
    menu="tools",
    order=41,
    group=_("At the cell cursor"),
    enabled=lambda document, view, services: target_of(document, view, services).wall is not None,
    reason=_("Right-click a wall for that; Shift+arrow does it at the cell cursor."),
    now=_wall_label,
    places=("wall",),
    manual="draw-and-repair#walls",
)
def toggle_wall(document: Document, view: View, services: Services) -> None:
    """Add the wall that was clicked, or erase it."""
    wall = target_of(document, view, services).wall
    if wall is not None:
        cell, slot = divmod(wall, document.maze.lattice.degree)
        if problem := view.toolbox.toggle(cell, slot):
            services.ui.show_status(problem)


@command(
    "blank-cell",
    _("Blank this cell"),
    menu="tools",
    order=42,
    group=_("At the cell cursor"),
    enabled=lambda document, view, services: (
        target_of(document, view, services).cell is not None and idle(services)
    ),
    reason=NO_CELL,
    places=("cell",),
    manual="draw-and-repair#walls",
)
def blank_cell(document: Document, view: View, services: Services) -> None:
    """Take the cell out of the maze; a symmetry takes its images too."""
    cell = target_of(document, view, services).cell
    if cell is not None:
        before = document.maze
        cells = cells_to_switch(document, np.array([cell], np.int64), taking=True)
        if not len(cells):
            services.ui.show_status(LOCKED)
            return
        document.apply(blanking(before, document.recipe, cells))
        if report := removed_openings(before, document.maze):
            services.ui.show_status(report)


def _is_opening(document: Document, view: View, services: Services) -> bool:
    return target_of(document, view, services).opening in document.maze.openings


def _is_free(document: Document, view: View, services: Services) -> bool:
    return target_of(document, view, services).opening is not None and not _is_opening(
        document, view, services
    )


def _opening_command(
    name: str,
    label: str,
    order: int,
    summary: str,
    edit: Callable[[Maze, Opening], SetOpenings],
) -> None:
    """Register a command that sets or removes the opening of a place."""

    def run(document: Document, view: View, services: Services) -> None:
        if opening := target_of(document, view, services).opening:
            document.apply(edit(document.maze, opening))

    run.__doc__ = summary
    removes = edit is remove
    COMMANDS.add(
        Command(
            name,
            label,
            run,
            menu="maze",
            order=order,
            group=OPENINGS,
            manual="draw-and-repair#the-route-and-the-openings",
            enabled=_is_opening if removes else _is_free,
            reason=_("No opening is here.") if removes else _("No opening can be here."),
            places=("opening",) if removes else ("cell",),
            on_maze=True,
        )
    )


_opening_command(
    "entrance-here",
    _("Entrance here"),
    24,
    _("Put the entrance in this cell, or in its outer wall if that is near."),
    set_entrance,
)
_opening_command(
    "exit-here",
    _("Exit here"),
    25,
    _("Put the only exit in this cell, or in its outer wall if that is near."),
    set_exit,
)
_opening_command(
    "another-exit-here",
    _("Another exit here"),
    26,
    _("Add an exit to those that there are."),
    add_exit,
)
_opening_command(
    "remove-opening",
    _("Remove this opening"),
    27,
    _("Close the entrance or exit of this place."),
    remove,
)
