"""Copy cells and drop them elsewhere, in the Edit menu; the library of stamps, in Select."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.commands import (
    SELECTED,
    SIZES,
    STAMPS,
    command,
    idle,
)
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.changes.cell_areas import walls_within
from mazeeditor.editing.changes.clips import check_fits, copy_cells
from mazeeditor.editing.document import Document
from mazeeditor.editing.edits import Edit
from mazeeditor.editing.tools.stamp import MANY_CELLS, Stamp
from mazeeditor.editing.work import Work, finding, toggling
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze

T = TypeVar("T")
Cells = NDArray[np.bool_]
MANY_CHARACTERS = 5000  # characters of a clipboard: a worker reads more
MAX_CHARACTERS = 1 << 26  # characters of a clipboard that are looked at
NO_MAZE = _("The clipboard holds no maze: copy some cells first.")


def stamp_of(view: View) -> Stamp:
    """Return the gesture of the tool that drops pieces."""
    gesture = view.toolbox.gesture_of("stamp")
    assert isinstance(gesture, Stamp)
    return gesture


def _finding(
    document: Document,
    view: View,
    services: Services,
    find: Callable[[Maze, Cells, Job], T],
    then: Callable[[T], object],
) -> None:
    """Call ``then`` with what ``find`` returns for the selected cells bool[n].

    A worker finds it where there are many; it is discarded where the maze has changed meanwhile.
    """
    cells = view.selection.cells_or_all
    small = int(np.count_nonzero(cells)) <= MANY_CELLS
    work = finding(document, lambda maze, job: find(maze, cells, job), then, small=small)
    services.start(_("Copying"), work)


def _as_text(clip: Maze) -> str:
    """Return what the clipboard holds of a clip."""
    from mazeeditor.files import Project
    from mazeeditor.files.project import as_bytes

    return as_bytes(Project(clip)).decode()


def _to_clipboard(services: Services, text: str, cells: int) -> None:
    services.ui.clipboard.write(text)
    message = ngettext("{number:,} cell copied", "{number:,} cells copied", cells)
    services.ui.show_status(message.format(number=cells))


def _hold(
    document: Document, view: View, services: Services, clip: Maze, leaves: Ids | None = None
) -> None:
    """Take the tool that drops pieces, with a clip; raises ``UsageError`` where it cannot fit."""
    lattice = document.maze.lattice
    check_fits(clip.lattice, lattice)
    view.toolbox.choose("stamp")
    stamp_of(view).take(clip, leaves, lattice if leaves is not None else None)
    view.toolbox.changed.notify()
    services.ui.focus_maze()


@command(
    "copy",
    _("Copy"),
    words=_("clipboard"),
    menu="edit",
    order=21,
    keys=("Mod+C",),
    enabled=idle,
    on_selection=True,
    places=("selection",),
    on_maze=True,
    in_field="<<Copy>>",
    manual="draw-and-repair#pieces",
)
def copy(document: Document, view: View, services: Services) -> None:
    """Copy the selected cells to the clipboard, as the text of a project."""

    def find(maze: Maze, cells: Cells, job: Job) -> tuple[str, int]:
        clip = copy_cells(maze, cells, job)
        return _as_text(clip), clip.lattice.cells

    _finding(document, view, services, find, lambda found: _to_clipboard(services, *found))


@command(
    "cut",
    _("Cut"),
    menu="edit",
    order=22,
    keys=("Mod+X",),
    enabled=idle,
    on_selection=True,
    places=("selection",),
    on_maze=True,
    in_field="<<Cut>>",
    manual="draw-and-repair#pieces",
)
def cut(document: Document, view: View, services: Services) -> None:
    """Copy the selected cells to the clipboard, and leave an open room in their place."""
    recipe = document.recipe

    def find(maze: Maze, cells: Cells, job: Job) -> tuple[str, int, Edit | None]:
        clip = copy_cells(maze, cells, job)
        walls = walls_within(maze.lattice, np.flatnonzero(cells))
        walls = document.walls_to_change(walls, closed=False, maze=maze)
        number = clip.lattice.cells
        name = ngettext("Cut {number:,} cell", "Cut {number:,} cells", number)
        return _as_text(clip), number, toggling(name.format(number=number), maze, walls, recipe)

    def then(found: tuple[str, int, Edit | None]) -> None:
        text, number, edit = found
        _to_clipboard(services, text, number)
        if edit:
            document.apply(edit)

    _finding(document, view, services, find, then)


@command(
    "paste",
    _("Paste"),
    words=_("clipboard insert"),
    menu="edit",
    order=23,
    keys=("Mod+V",),
    enabled=idle,
    on_maze=True,
    in_field="<<Paste>>",
    manual="draw-and-repair#pieces",
)
def paste(document: Document, view: View, services: Services) -> None:
    """Drop what is in the clipboard where you click: cells, or a whole maze as text."""
    text = services.ui.clipboard.read()

    def deliver(clip: Maze) -> bool:
        _hold(document, view, services, clip)
        return True

    work = Work(lambda job: _read_clip(text, job), deliver, small=len(text) <= MANY_CHARACTERS)
    services.start(_("Pasting"), work)


def _read_clip(text: str, job: Job) -> Maze:
    """Return the maze in a text of any format that can be read; raises ``UsageError``."""
    from mazeeditor.files import IMPORTERS, read_data

    data = text.encode("utf-8", "replace")
    for entry in IMPORTERS:
        if len(data) <= min(entry.largest, MAX_CHARACTERS) and entry.sniff(data):
            try:
                return read_data(data, entry, job).maze
            except MazeError as reason:
                text = _("The maze in the clipboard cannot be read: {reason}")
                raise UsageError(text.format(reason=reason)) from None
    raise UsageError(NO_MAZE)


@command(
    "duplicate",
    _("Duplicate"),
    menu="edit",
    order=24,
    keys=("Mod+D",),
    enabled=idle,
    on_selection=True,
    on_maze=True,
    manual="draw-and-repair#pieces",
)
def duplicate(document: Document, view: View, services: Services) -> None:
    """Drop a copy of the selected cells where you click; the clipboard stays as it is."""
    _finding(
        document, view, services, copy_cells, lambda clip: _hold(document, view, services, clip)
    )


@command(
    "move",
    _("Move"),
    menu="edit",
    order=25,
    keys=("Mod+M",),
    mac_keys=("Mod+Alt+V",),
    enabled=idle,
    on_selection=True,
    places=("selection",),
    on_maze=True,
    manual="draw-and-repair#pieces",
)
def move(document: Document, view: View, services: Services) -> None:
    """Drop the selected cells where you click, and leave an open room where they were."""
    cells = np.flatnonzero(view.selection.cells_or_all)
    _finding(
        document,
        view,
        services,
        copy_cells,
        lambda clip: _hold(document, view, services, clip, cells),
    )


@command(
    "turn-cells",
    _("Turn"),
    words=_("rotate"),
    menu="select",
    order=36,
    group=SELECTED,
    enabled=idle,
    on_selection=True,
    places=("selection",),
    manual="draw-and-repair#pieces",
)
def turn_cells(document: Document, view: View, services: Services) -> None:
    """Take up the selected cells turned clockwise: a click drops them."""
    _take_up(document, view, services, lambda stamp: stamp.resize(1))


@command(
    "mirror-cells",
    _("Mirror"),
    words=_("flip"),
    menu="select",
    order=37,
    group=SELECTED,
    enabled=idle,
    on_selection=True,
    places=("selection",),
    manual="draw-and-repair#pieces",
)
def mirror_cells(document: Document, view: View, services: Services) -> None:
    """Take up the selected cells mirrored: a click drops them."""
    _take_up(document, view, services, lambda stamp: stamp.mirror())


def _take_up(
    document: Document, view: View, services: Services, change: Callable[[Stamp], object]
) -> None:
    """Move the selected cells as a changed piece."""
    cells = np.flatnonzero(view.selection.cells_or_all)

    def then(clip: Maze) -> None:
        _hold(document, view, services, clip, cells)
        change(stamp_of(view))
        view.toolbox.changed.notify()

    _finding(document, view, services, copy_cells, then)


@command(
    "mirror-piece",
    _("Mirror the piece"),
    menu="tools",
    order=33,
    group=SIZES,
    keys=("/",),
    enabled=lambda view: view.toolbox.mode.name == "stamp" and _holds(view),
    reason=_("Pick up a piece first: copy some cells, or choose a stamp."),
    manual="draw-and-repair#pieces",
)
def mirror_piece(view: View) -> None:
    """Mirror the piece that a click drops."""
    stamp_of(view).mirror()
    view.toolbox.changed.notify()


def _holds(view: View) -> bool:
    return stamp_of(view).clip is not None


@command(
    "stamps",
    _("Stamps…"),
    words=_("library symbols pieces"),
    menu="tools",
    order=15,
    group=STAMPS,
    keys=("Mod+Shift+T",),
    enabled=idle,
    manual="draw-and-repair#pieces",
)
def stamps(document: Document, view: View, services: Services) -> None:
    """Choose a room, spiral, letter or number to drop, or a piece that you have saved."""
    from mazeeditor.app.files.maze_library import stamps_for

    shape = document.maze.lattice.shape
    offered = stamps_for(shape)
    if not offered:
        text = _("There is no stamp for {shape} mazes: select cells and save them as one.")
        raise UsageError(text.format(shape=shape))
    if chosen := services.ui.dialogs.ask_picture(_("Stamps"), offered):
        _hold(document, view, services, chosen.maze)


@command(
    "save-stamp",
    _("Save as stamp…"),
    menu="tools",
    order=16,
    group=STAMPS,
    enabled=idle,
    on_selection=True,
    places=("selection",),
    manual="draw-and-repair#pieces",
)
def save_stamp(document: Document, view: View, services: Services) -> None:
    """Save the selected cells as a stamp, a project file in the folder for stamps."""
    _finding(document, view, services, copy_cells, lambda clip: _save_stamp(services, clip))


def _save_stamp(services: Services, clip: Maze) -> None:
    from mazeeditor.core.disk.paths import stamps_folder
    from mazeeditor.files import SUFFIX, Project
    from mazeeditor.files.project import save

    folder = stamps_folder()
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    proposal = (folder or Path()) / _("piece{suffix}").format(suffix=SUFFIX)
    kinds = ((_("Stamp"), (SUFFIX,)),)
    path = services.ui.dialogs.file_to_save(_("Save as stamp"), kinds, proposal)
    if path:
        save(Project(clip), path)
        services.ui.show_status(_("Saved as the stamp {name}").format(name=path.stem))
