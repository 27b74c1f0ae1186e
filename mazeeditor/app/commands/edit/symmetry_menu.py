"""Edit, Symmetry: which motions repeat each edit; Shift+S switches that on and off."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from mazeeditor.app.commands import command, disabled_reason, submenu
from mazeeditor.app.commands.maze.maze_menu import Item
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document

if TYPE_CHECKING:
    pass

OFF = _("None")


@command(
    "symmetry",
    _("Symmetric Editing"),
    menu="edit",
    order=41,
    keys=("Shift+S",),
    checked=lambda view: view.symmetry.name is not None,
    places=("tools", "maze"),
)
def switch_symmetry(view: View) -> None:
    """Repeat each edit by the symmetry chosen last, or no longer."""
    view.symmetry.switch()


def _chosen(view: View) -> str:
    """Return the label of the entry that is chosen."""
    from mazeeditor.maze.transforms.symmetry.names import label_of

    name = view.symmetry.name
    return OFF if name is None else label_of(name)


@submenu("symmetries", _("Symmetry"), menu="edit", order=42, chosen=_chosen)
def symmetries(document: Document, view: View) -> list[Item]:
    """Return all symmetries; those that the maze does not have as reasons."""
    from mazeeditor.maze.transforms.symmetry.group import symmetries_of
    from mazeeditor.maze.transforms.symmetry.names import label_of

    choose = view.symmetry.choose
    items: list[Item] = [(OFF, partial(choose, None))]
    for name, reason in symmetries_of(document.maze.lattice).items():
        items.append(
            (reason, disabled_reason) if reason else (label_of(name), partial(choose, name))
        )
    return items
