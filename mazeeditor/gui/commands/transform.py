"""Maze > Transform: every change of the whole maze there is, each as one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mazeeditor.gui.commands import submenu, unable
from mazeeditor.gui.window import Window
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.transforms import Transform

Item = tuple[str, Callable[[], None]]


@submenu("transform", _("Transform"), menu="maze", order=31)
def transforms(window: Window) -> list[Item]:
    """Return all transforms, those with one choice once for each; or why one cannot be done."""
    from mazeeditor.transforms import TRANSFORMS  # the first window does without

    lattice = window.document.maze.lattice
    found: list[Item] = []
    for each in TRANSFORMS:
        reason = each.why_not(lattice)
        found += [(reason.rstrip("."), unable)] if reason else _items(window, each)
    return found


def _items(window: Window, transform: Transform) -> list[Item]:
    """Return the entries of a transform: one, or one for each choice where that is all it asks."""
    options = transform.options
    if len(options) == 1 and options[0].choices:
        name = options[0].name
        return [
            (f"{transform.label}: {_(choice)}", _starting(window, transform, {name: choice}))
            for choice in options[0].choices
        ]
    if all(option.name == "seed" for option in options):  # the window always draws a new one
        return [(transform.label, _starting(window, transform, {}))]
    return [(f"{transform.label}…", lambda: _ask(window, transform))]


def _ask(window: Window, transform: Transform) -> None:
    from mazeeditor.gui.dialogs.transform import TransformDialog

    chosen = TransformDialog(window, transform).show()
    if chosen is not None:
        _starting(window, transform, chosen)()


def _starting(window: Window, transform: Transform, options: dict[str, Any]) -> Callable[[], None]:
    """Return what starts the work."""

    def start() -> None:
        from mazeeditor.editing.transforming import transforming

        window.start(transform.label, transforming(window.document, transform.name, **options))

    return start
