"""The Edit menu: undo and redo, which name the step, and Escape."""

from __future__ import annotations

from mazeeditor.editing.work import redoing, undoing
from mazeeditor.translation import _
from mazeeditor.workspace.commands import command
from mazeeditor.workspace.workspace import Workspace


def undo_label(workspace: Workspace) -> str:
    """Return ``Undo: Erase 12 walls``, and whether older steps are gone."""
    document = workspace.document
    name = document.undo_name
    text = _("Undo: {step}").format(step=name) if name else _("Undo")
    if not document.history.dropped:
        return text
    return _("{undo} (older steps were removed to save memory)").format(undo=text)


def redo_label(workspace: Workspace) -> str:
    """Return ``Redo: Erase 12 walls``."""
    name = workspace.document.redo_name
    return _("Redo: {step}").format(step=name) if name else _("Redo")


@command(
    "undo",
    _("Undo"),
    menu="edit",
    order=11,
    keys=("Mod+Z",),
    icon="undo",
    bar=21,
    enabled=lambda workspace: workspace.document.can_undo,
    now=undo_label,
)
def undo(workspace: Workspace) -> None:
    """Take back the last step."""
    work = None if workspace.jobs.busy else undoing(workspace.document)
    if work:
        workspace.start(_("Undo"), work)
    else:
        workspace.document.undo()


@command(
    "redo",
    _("Redo"),
    menu="edit",
    order=12,
    keys=("Mod+Shift+Z", "Mod+Y"),
    icon="redo",
    bar=22,
    enabled=lambda workspace: workspace.document.can_redo,
    now=redo_label,
)
def redo(workspace: Workspace) -> None:
    """Do again what was taken back."""
    work = None if workspace.jobs.busy else redoing(workspace.document)
    if work:
        workspace.start(_("Redo"), work)
    else:
        workspace.document.redo()


@command(
    "cancel",
    _("Cancel"),
    menu="edit",
    order=21,
    keys=("Escape",),
    enabled=lambda workspace: workspace.toolbox.dragging or workspace.jobs.busy,
)
def cancel(workspace: Workspace) -> None:
    """Take back the stroke being drawn, or stop the work that runs."""
    if workspace.toolbox.dragging:
        workspace.toolbox.cancel()
    else:
        workspace.jobs.cancel()
