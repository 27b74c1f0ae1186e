"""The Edit menu: undo and redo, which name the step, and Escape."""

from __future__ import annotations

from mazeeditor.app.commands import command
from mazeeditor.app.undo_queue import REDO, UNDO
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.translation import _


def undo_label(workspace: Workspace) -> str:
    """Return ``Undo: Erase 12 walls``, and whether older steps are gone."""
    text = _named(_("Undo: {step}"), _("Undo"), workspace.document.undo_name)
    if not workspace.document.history.dropped:
        return text
    return _("{undo} (older steps were removed to save memory)").format(undo=text)


def redo_label(workspace: Workspace) -> str:
    """Return ``Redo: Erase 12 walls``."""
    return _named(_("Redo: {step}"), _("Redo"), workspace.document.redo_name)


def _named(text: str, without: str, step: str) -> str:
    return text.format(step=step) if step else without


@command(
    "undo",
    _("Undo"),
    menu="edit",
    order=11,
    keys=("Mod+Z",),
    icon="undo",
    bar=21,
    enabled=lambda workspace: workspace.undo_queue.can_undo,
    reason=_("There is no step to take back."),
    places=("maze",),
    now=undo_label,
)
def undo(workspace: Workspace) -> None:
    """Take back the last step."""
    workspace.undo_queue.request(UNDO)


@command(
    "redo",
    _("Redo"),
    menu="edit",
    order=12,
    keys=("Mod+Shift+Z", "Mod+Y"),
    icon="redo",
    bar=22,
    enabled=lambda workspace: workspace.undo_queue.can_redo,
    reason=_("No step was taken back."),
    places=("maze",),
    now=redo_label,
)
def redo(workspace: Workspace) -> None:
    """Do again what was taken back."""
    workspace.undo_queue.request(REDO)


@command(
    "cancel",
    _("Cancel"),
    menu="edit",
    order=91,
    keys=("Escape",),
    enabled=lambda workspace: any(escape.active() for escape in workspace.escapes),
    reason=_("There is nothing to cancel."),
)
def cancel(workspace: Workspace) -> None:
    """Take back the stroke being drawn, stop the work that runs, or end what is highlighted."""
    next(escape for escape in workspace.escapes if escape.active()).end()
