"""Maze > Transform: every change of the whole maze there is, each as one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mazeeditor.translation import _
from mazeeditor.workspace.commands import submenu, unable
from mazeeditor.workspace.workspace import Workspace

if TYPE_CHECKING:
    from mazeeditor.transforms import Transform

Item = tuple[str, Callable[[], None]]


@submenu("transform", _("Transform"), menu="maze", order=31)
def transforms(workspace: Workspace) -> list[Item]:
    """Return all transforms, those with one choice once for each; or why one cannot be done."""
    from mazeeditor.transforms import TRANSFORMS  # the first window starts without

    return [item for transform in TRANSFORMS for item in _items(workspace, transform)]


def _items(workspace: Workspace, transform: Transform) -> list[Item]:
    """Return the entries of a transform: one, or one for each choice where that is all it asks."""
    options, lattice = transform.options, workspace.document.maze.lattice
    if len(options) == 1 and options[0].choices:
        return _choices(workspace, transform)
    if reason := transform.why_not(lattice):
        return [_grey(reason)]
    if all(option.name == "seed" for option in options):  # a new one is drawn each time
        return [(transform.label, _starting(workspace, transform, {}))]
    return [(f"{transform.label}…", lambda: _ask(workspace, transform))]


def _choices(workspace: Workspace, transform: Transform) -> list[Item]:
    """Return an entry for each choice that can be made; where there is no other, also why."""
    lattice, label = workspace.document.maze.lattice, transform.label
    refusals = transform.choices(lattice)
    if all(refusals.values()):
        return [_grey(transform.why_not(lattice))]
    name = transform.options[0].name
    found = [
        (f"{label}: {in_words(choice)}", _starting(workspace, transform, {name: choice}))
        for choice, refusal in refusals.items()
        if not refusal
    ]
    words = _("{transform}: done any other way, the cells would not fit the grid")
    return found if len(found) > 1 else [*found, _grey(words.format(transform=label))]


def _grey(reason: str) -> Item:
    return reason.rstrip("."), unable


def in_words(choice: str) -> str:
    """Return a choice as a menu shows it: ``one-step`` is "one step", ``90`` is "90°"."""
    return f"{choice}°" if choice.isdigit() else _(choice.replace("-", " "))


def _ask(workspace: Workspace, transform: Transform) -> None:
    sizes = workspace.document.maze.lattice.parameters  # a new size begins with the present one
    chosen = workspace.ui.dialogs.ask_transform(transform, sizes)
    if chosen is not None:
        _starting(workspace, transform, chosen)()


def _starting(
    workspace: Workspace, transform: Transform, options: dict[str, Any]
) -> Callable[[], None]:
    """Return what starts the work."""

    def start() -> None:
        from mazeeditor.editing.work import transforming

        workspace.start(
            transform.label, transforming(workspace.document, transform.name, **options)
        )

    return start
