"""The Edit menu: undo and redo, which name the step, Escape, and the symmetry of edits."""

from __future__ import annotations

import sys
from functools import partial

from mazeeditor.app.commands import command, disabled_reason, submenu
from mazeeditor.app.commands.maze_menu import Item
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.app.undo_queue import REDO, UNDO
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document


def undo_label(document: Document, view: View) -> str:
    """Return ``Undo: Erase 12 walls``, and whether older steps are gone."""
    steps = view.workspaces.steps
    text = _name_step(_("Undo: {step}"), _("Undo"), (steps or document).undo_name)
    if steps or not document.history.dropped:
        return text
    return _("{undo} (older steps were removed to save memory)").format(undo=text)


def redo_label(document: Document, view: View) -> str:
    """Return ``Redo: Erase 12 walls``."""
    return _name_step(_("Redo: {step}"), _("Redo"), (view.workspaces.steps or document).redo_name)


def _of_document(view: View) -> bool:
    """Whether the steps are those of the document, not of what is typed in a workspace."""
    return view.workspaces.steps is None


def _can_undo(opened: OpenDocument, view: View) -> bool:
    steps = view.workspaces.steps
    if steps:
        return bool(steps.undo_name)
    return view.toolbox.dragging or opened.undo_queue.can_undo


def _can_redo(opened: OpenDocument, view: View) -> bool:
    steps = view.workspaces.steps
    return bool(steps.redo_name) if steps else opened.undo_queue.can_redo


def _name_step(text: str, without: str, step: str) -> str:
    return text.format(step=step) if step else without


@command(
    "undo",
    _("Undo"),
    words=_("all revert take back"),
    menu="edit",
    order=11,
    keys=("Mod+Z",),
    icon="undo",
    bar=21,
    enabled=_can_undo,
    on_maze=_of_document,
    reason=_("There is nothing to undo."),
    places=("maze",),
    now=undo_label,
)
def undo(opened: OpenDocument, view: View, services: Services) -> None:
    """Take back the last step, or the drag in progress."""
    steps = view.workspaces.steps
    if steps:
        if name := steps.undo():
            services.ui.show_status(_("Undone: {step}").format(step=name))
    elif view.toolbox.dragging:  # the tool must not go on with what is gone
        view.toolbox.cancel()
    else:
        opened.undo_queue.request(UNDO)


@command(
    "redo",
    _("Redo"),
    words=_("again repeat"),
    menu="edit",
    order=12,
    keys=("Mod+Y", "Mod+Shift+Z") if sys.platform == "win32" else ("Mod+Shift+Z", "Mod+Y"),
    icon="redo",
    bar=22,
    enabled=_can_redo,
    on_maze=_of_document,
    reason=_("There is nothing to redo."),
    places=("maze",),
    now=redo_label,
)
def redo(opened: OpenDocument, view: View, services: Services) -> None:
    """Do again what was taken back."""
    steps = view.workspaces.steps
    if steps:
        if name := steps.redo():
            services.ui.show_status(_("Redone: {step}").format(step=name))
    else:
        opened.undo_queue.request(REDO)


@command(
    "cancel",
    _("Cancel"),
    menu="edit",
    order=91,
    keys=("Escape",),
    enabled=lambda view: any(escape.active() for escape in view.escapes),
    reason=_("There is nothing to cancel."),
)
def cancel(view: View) -> None:
    """Take back the stroke being drawn, stop the work that runs, or end what is highlighted."""
    next(escape for escape in view.escapes if escape.active()).end()


OFF = _("None")


@command(
    "symmetry",
    _("Symmetric editing"),
    words=_("mirror kaleidoscope mandala"),
    menu="edit",
    order=41,
    keys=("Shift+S",),
    checked=lambda view: view.symmetry.name is not None,
    places=("maze",),
    on_maze=True,
    manual="draw-and-repair#let-the-program-finish-or-repair",
)
def switch_symmetry(view: View) -> None:
    """Repeat each edit by the symmetry chosen last, or no longer."""
    view.symmetry.switch()


def _chosen_label(view: View) -> str:
    from mazeeditor.maze.transforms.symmetry.group import label_of

    name = view.symmetry.name
    return OFF if name is None else label_of(name)


def _in_words(label: str) -> str:
    """Return what the symmetry with a label does: it mirrors, or turns."""
    from mazeeditor.maze.transforms.symmetry.group import IN_WORDS, label_of

    return next((words for name, words in IN_WORDS.items() if label_of(name) == label), label)


@submenu(
    "symmetries", _("Symmetry"), menu="edit", order=42, chosen=_chosen_label, in_words=_in_words
)
def symmetries(document: Document, view: View) -> list[Item]:
    """Return the symmetries of the maze, and in one line those that it does not have."""
    from mazeeditor.maze.transforms.symmetry.group import label_of, symmetries_of

    choose = view.symmetry.choose
    items: list[Item] = [(OFF, partial(choose, None))]
    refusals = symmetries_of(document.maze.lattice)
    items += [(label_of(name), partial(choose, name)) for name in refusals if not refusals[name]]
    missing = [label_of(name) for name in refusals if refusals[name]]
    if missing:
        text = _("Not for this shape: {names}").format(names=", ".join(missing))
        items.append((text, disabled_reason))
    return items
