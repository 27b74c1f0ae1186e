"""What people come for, in the order of the gallery; the file of a template names one of them."""

from __future__ import annotations

from typing import NamedTuple

from mazeeditor.app.shown import chosen_workspace as workspaces
from mazeeditor.core.translation import _


class Category(NamedTuple):
    """A purpose by its name, with its label; ``empty`` says what will be there.

    What begins there is shown in the workspace ``shown_in``, or in the one that is open.
    """

    name: str
    label: str
    shown_in: str = ""
    empty: str = ""


PAGE, BOOK, RECENT = "page", "book", "recent"
CATEGORIES = (
    Category(PAGE, _("One page"), workspaces.PAGE),
    Category("class", _("A class")),
    Category(BOOK, _("A book")),
    Category("shape", _("A shape or a word"), workspaces.PAGE),
    Category("draw", _("Draw by hand"), workspaces.DRAW),
    Category("teach", _("Teach"), workspaces.TEACH),
    Category("make", _("Cut, plot or print in 3D"), workspaces.MAKE),
    Category(
        RECENT,
        _("Recent"),
        empty=_("Mazes and books that you open or save will be here, the last one first."),
    ),
)
NAMES = tuple(category.name for category in CATEGORIES)
SHOWN_IN = {category.name: category.shown_in for category in CATEGORIES}
