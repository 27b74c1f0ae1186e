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

    return [item for each in TRANSFORMS for item in _items(window, each)]


def _items(window: Window, transform: Transform) -> list[Item]:
    """Return the entries of a transform: one, or one for each choice where that is all it asks."""
    options, lattice = transform.options, window.document.maze.lattice
    if len(options) == 1 and options[0].choices:
        return _choices(window, transform)
    if reason := transform.why_not(lattice):
        return [_grey(reason)]
    if all(option.name == "seed" for option in options):  # the window always draws a new one
        return [(transform.label, _starting(window, transform, {}))]
    return [(f"{transform.label}…", lambda: _ask(window, transform))]


def _choices(window: Window, transform: Transform) -> list[Item]:
    """Return an entry for each choice that can be made; where there is no other, also why."""
    lattice, label = window.document.maze.lattice, transform.label
    ways = transform.ways(lattice)
    if all(ways.values()):
        return [_grey(transform.why_not(lattice))]
    name = transform.options[0].name
    found = [
        (f"{label}: {in_words(choice)}", _starting(window, transform, {name: choice}))
        for choice, refusal in ways.items()
        if not refusal
    ]
    words = _("{transform}: done any other way, the cells would not fit the grid")
    return found if len(found) > 1 else [*found, _grey(words.format(transform=label))]


def _grey(reason: str) -> Item:
    return reason.rstrip("."), unable


def in_words(choice: str) -> str:
    """Return a choice as a menu has it: ``one-step`` is "one step", ``90`` is "90°"."""
    return f"{choice}°" if choice.isdigit() else _(choice.replace("-", " "))


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
