"""Copy cells and drop them elsewhere, in the Edit menu; the library of stamps, in Select."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.commands import command, idle
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.changes.cell_blocks import walls_within
from mazeeditor.editing.changes.clips import check_fits, copied
from mazeeditor.editing.edits import Edit
from mazeeditor.editing.tools import TOOLS
from mazeeditor.editing.tools.stamp import LARGE, Stamp
from mazeeditor.editing.work import Work, finding, toggling
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze

T = TypeVar("T")
Cells = NDArray[np.bool_]
LONG = 5000  # characters of a clipboard: a worker reads more
LONGEST = 1 << 26  # characters of a clipboard that are looked at
NO_MAZE = _("The clipboard holds no maze: copy some cells first.")


def stamp_of(workspace: Workspace) -> Stamp:
    """Return the gesture of the tool that drops pieces."""
    gesture = workspace.toolbox.gesture_of(TOOLS["stamp"])
    assert isinstance(gesture, Stamp)
    return gesture


def _finding(
    workspace: Workspace, find: Callable[[Maze, Cells, Job], T], then: Callable[[T], object]
) -> None:
    """Call ``then`` with what ``find`` returns for the selected cells bool[n], or all.

    A worker finds it where there are many; it is discarded where the maze has changed meanwhile.
    """
    cells = workspace.selection.cells_or_all
    small = int(np.count_nonzero(cells)) <= LARGE
    work = finding(workspace.document, lambda maze, job: find(maze, cells, job), then, small=small)
    workspace.start(_("Copying"), work)


def _copying(workspace: Workspace, then: Callable[[Maze], object]) -> None:
    """Copy the selected cells, or all, and call ``then`` where the maze is still the same."""
    _finding(workspace, copied, then)


def _as_text(clip: Maze) -> str:
    """Return what the clipboard holds of a clip."""
    from mazeeditor.files import Project
    from mazeeditor.files.project import as_bytes

    return as_bytes(Project(clip)).decode()


def _to_clipboard(workspace: Workspace, text: str, cells: int) -> None:
    workspace.ui.clipboard.write(text)
    message = ngettext("{number:,} cell copied", "{number:,} cells copied", cells)
    workspace.ui.show_status(message.format(number=cells))


def _hold(workspace: Workspace, clip: Maze, leaves: Ids | None = None) -> None:
    """Take the tool that drops pieces, with a clip; raises ``UsageError`` where it cannot fit."""
    lattice = workspace.document.maze.lattice
    check_fits(clip.lattice, lattice)
    workspace.toolbox.choose("stamp")
    stamp_of(workspace).take(clip, leaves, lattice if leaves is not None else None)
    workspace.toolbox.changed.notify()
    workspace.ui.focus_maze()


@command("copy", _("Copy"), menu="edit", order=21, keys=("Mod+C",), enabled=idle)
def copy(workspace: Workspace) -> None:
    """Copy the selected cells, or all, to the clipboard, as the text of a project."""

    def find(maze: Maze, cells: Cells, job: Job) -> tuple[str, int]:
        clip = copied(maze, cells, job)
        return _as_text(clip), clip.lattice.cells

    _finding(workspace, find, lambda found: _to_clipboard(workspace, *found))


@command("cut", _("Cut"), menu="edit", order=22, keys=("Mod+X",), enabled=idle)
def cut(workspace: Workspace) -> None:
    """Copy the selected cells to the clipboard, and leave an open room in their place."""
    document, recipe = workspace.document, workspace.document.recipe

    def find(maze: Maze, cells: Cells, job: Job) -> tuple[str, int, Edit | None]:
        clip = copied(maze, cells, job)
        walls = walls_within(maze.lattice, np.flatnonzero(cells))
        walls = document.walls_to_change(walls, closed=False, maze=maze)
        number = clip.lattice.cells
        name = ngettext("Cut {number:,} cell", "Cut {number:,} cells", number)
        return _as_text(clip), number, toggling(name.format(number=number), maze, walls, recipe)

    def then(found: tuple[str, int, Edit | None]) -> None:
        text, number, edit = found
        _to_clipboard(workspace, text, number)
        if edit:
            document.apply(edit)

    _finding(workspace, find, then)


@command("paste", _("Paste"), menu="edit", order=23, keys=("Mod+V",), enabled=idle)
def paste(workspace: Workspace) -> None:
    """Drop what is in the clipboard where you click: cells, or a whole maze as text."""
    text = workspace.ui.clipboard.read()

    def deliver(clip: Maze) -> bool:
        _hold(workspace, clip)
        return True

    work = Work(lambda job: _read_clip(text, job), deliver, small=len(text) <= LONG)
    workspace.start(_("Pasting"), work)


def _read_clip(text: str, job: Job) -> Maze:
    """Return the maze in a text of any format that can be read; raises ``UsageError``."""
    from mazeeditor.files import IMPORTERS

    data = text.encode("utf-8", "replace")
    for entry in IMPORTERS:
        if len(data) <= min(entry.largest, LONGEST) and entry.sniff(data):
            try:
                return entry.run(data, job).maze
            except MazeError as reason:
                text = _("The maze in the clipboard cannot be read: {reason}")
                raise UsageError(text.format(reason=reason)) from None
    raise UsageError(NO_MAZE)


@command("duplicate", _("Duplicate"), menu="edit", order=24, keys=("Mod+D",), enabled=idle)
def duplicate(workspace: Workspace) -> None:
    """Drop a copy of the selected cells where you click; the clipboard stays as it is."""
    _copying(workspace, lambda clip: _hold(workspace, clip))


@command(
    "move",
    _("Move"),
    menu="edit",
    order=25,
    keys=("Mod+M",),
    enabled=lambda workspace: idle(workspace) and workspace.selection.active,
    reason=_("Select the cells to move first."),
)
def move(workspace: Workspace) -> None:
    """Drop the selected cells where you click, and leave an open room where they were."""
    cells = np.flatnonzero(workspace.selection.cells_or_all)
    _copying(workspace, lambda clip: _hold(workspace, clip, cells))


@command(
    "mirror-piece",
    _("Mirror the Piece"),
    menu="tools",
    order=33,
    keys=("/",),
    enabled=lambda workspace: workspace.toolbox.tool.name == "stamp" and _holds(workspace),
    reason=_("Take a piece first: copy some cells, or choose a stamp."),
)
def mirror_piece(workspace: Workspace) -> None:
    """Mirror the piece that a click drops."""
    stamp_of(workspace).mirror()
    workspace.toolbox.changed.notify()


def _holds(workspace: Workspace) -> bool:
    return stamp_of(workspace).clip is not None


@command("stamps", _("Stamps…"), menu="select", order=51, keys=("Mod+Shift+T",), enabled=idle)
def stamps(workspace: Workspace) -> None:
    """Choose a room, spiral, letter or number to drop, or a piece that you have saved."""
    from mazeeditor.app.files.stamps import stamps_for

    shape = workspace.document.maze.lattice.shape
    offered = stamps_for(shape)
    if not offered:
        text = _("There is no stamp for {shape} mazes: select cells and save them as one.")
        raise UsageError(text.format(shape=shape))
    if chosen := workspace.ui.dialogs.ask_picture(_("Stamps"), offered):
        _hold(workspace, chosen.maze)


@command(
    "save-stamp",
    _("Save as Stamp…"),
    menu="select",
    order=52,
    enabled=idle,
)
def save_stamp(workspace: Workspace) -> None:
    """Save the selected cells as a stamp, a project file in the folder for stamps."""
    _copying(workspace, lambda clip: _save_stamp(workspace, clip))


def _save_stamp(workspace: Workspace, clip: Maze) -> None:
    from mazeeditor.core.disk.settings_folder import stamps_folder
    from mazeeditor.files import SUFFIX, Project
    from mazeeditor.files.project import save

    folder = stamps_folder()
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    proposal = (folder or Path()) / _("piece{suffix}").format(suffix=SUFFIX)
    kinds = ((_("Stamp"), (SUFFIX,)),)
    path = workspace.ui.dialogs.file_to_save(_("Save as Stamp"), kinds, proposal)
    if path:
        save(Project(clip), path)
        workspace.ui.show_status(_("Saved as the stamp {name}").format(name=path.stem))
