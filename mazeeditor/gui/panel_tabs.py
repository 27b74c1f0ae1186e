"""The tabs of the panel, for the panel and for the menu: name, label and what is in them."""

from __future__ import annotations

from typing import NamedTuple

from mazeeditor.core.translation import _


class PanelTab(NamedTuple):
    """One tab; ``menu`` is its entry in the menu, ``keys`` the chord that shows it."""

    label: str
    menu: str
    keys: str
    summary: str


TABS = {
    "make": PanelTab(
        _("Make"), _("Make Tab"), "Alt+1", _("Choose how the maze is made, and where it is entered")
    ),
    "solve": PanelTab(
        _("Solve"), _("Solve Tab"), "Alt+2", _("Choose a solver, and what of its answer is drawn")
    ),
    "page": PanelTab(
        _("Page"), _("Page Tab"), "Alt+3", _("Choose the paper, the lines, the title and the route")
    ),
    "inspect": PanelTab(
        _("Inspect"), _("Inspect Tab"), "Alt+4", _("See what the maze is like, in figures")
    ),
}
