"""The Edit menu: undo and redo, which name the step, and Escape."""

from __future__ import annotations

from mazeeditor.gui.commands import command
from mazeeditor.gui.window import Window
from mazeeditor.words import _


def undo_label(window: Window) -> str:
    """Return ``Undo: Erase 12 walls``."""
    name = window.document.undo_name
    return _("Undo: {step}").format(step=name) if name else _("Undo")


def redo_label(window: Window) -> str:
    """Return ``Redo: Erase 12 walls``."""
    name = window.document.redo_name
    return _("Redo: {step}").format(step=name) if name else _("Redo")


@command(
    "undo",
    _("Undo"),
    menu="edit",
    order=11,
    keys=("Mod+Z",),
    icon="undo",
    bar=21,
    enabled=lambda window: window.document.can_undo,
    now=undo_label,
)
def undo(window: Window) -> None:
    """Take back the last step."""
    window.document.undo()


@command(
    "redo",
    _("Redo"),
    menu="edit",
    order=12,
    keys=("Mod+Shift+Z", "Mod+Y"),
    icon="redo",
    bar=22,
    enabled=lambda window: window.document.can_redo,
    now=redo_label,
)
def redo(window: Window) -> None:
    """Do again what was taken back."""
    window.document.redo()


@command(
    "cancel",
    _("Cancel"),
    menu="edit",
    order=21,
    keys=("Escape",),
    enabled=lambda window: window.hand.busy or window.jobs.busy,
)
def cancel(window: Window) -> None:
    """Take back the stroke being drawn, or stop the work that runs."""
    if window.hand.busy:
        window.hand.cancel()
    else:
        window.jobs.cancel()
