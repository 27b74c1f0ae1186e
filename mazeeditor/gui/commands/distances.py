"""The View menu's map of distances: on or off, and from where."""

from __future__ import annotations

from mazeeditor.editing.measuring import CELL, ENTRANCE, EXIT
from mazeeditor.gui.commands import COMMANDS, Command, command
from mazeeditor.gui.window import Window
from mazeeditor.words import _


@command(
    "distances",
    _("Show Distances"),
    menu="view",
    order=41,
    keys=("H",),
    checked=lambda window: window.layout.distances.shown,
)
def distances(window: Window) -> None:
    """Colour each cell by how far it is, or no longer."""
    window.layout.distances.show(not window.layout.distances.shown)


def _from(origin: str, label: str, order: int, keys: tuple[str, ...], summary: str) -> None:
    """Register one of the places to measure from."""

    def measure(window: Window) -> None:
        window.layout.distances.measure_from(origin)

    measure.__doc__ = summary
    COMMANDS.add(
        Command(
            f"distances-{origin}",
            label,
            measure,
            menu="view",
            order=order,
            keys=keys,
            checked=lambda window: window.layout.distances.origin.kind == origin,
            one_of=True,
        )
    )


_from(ENTRANCE, _("From the Entrance"), 42, (), _("Colour each cell by its way from the entrance."))
_from(EXIT, _("From the Exit"), 43, (), _("Colour each cell by its way from the nearest exit."))
_from(
    CELL,
    _("From This Cell"),
    44,
    ("Shift+H",),
    _("Colour each cell by its way from the one under the cell cursor or the pointer."),
)
