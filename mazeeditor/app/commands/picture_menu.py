"""A picture drawn by hand: the selected cells become what the route of the next maze shows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.app.commands import SELECTED, command
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.maze.subjects.picturesque.coloured import IN_COLOURS
from mazeeditor.maze.subjects.picturesque.source import MOST_ACROSS

MIN_CELLS = 5  # cells across and down: in a smaller picture nothing is recognised
NAME = "selection.png"  # as Generate shows it


def _is_of_squares(document: Document) -> bool:
    return document.maze.lattice.shape == "rectangular"


@command(
    "select-picture",
    _("Picture for the route"),
    menu="select",
    order=34,
    group=SELECTED,
    enabled=_is_of_squares,
    reason=_("A picture in the route needs a maze of squares."),
    on_selection=True,
    manual="words-and-pictures",
)
def select_picture(document: Document, view: View, services: Services) -> None:
    """Make the selected cells a picture that the route of the next maze shows, see Generate.

    Each cell is a pixel. Paint with Select, Brush, on a maze or grid of as many rows and columns.
    """
    lattice = document.maze.lattice
    cells = np.flatnonzero(view.selection.cells_or_all)
    painted = np.zeros((lattice.rows, lattice.columns), np.bool_)
    painted[tuple(lattice.places(cells).T)] = True
    rows, columns = np.flatnonzero(painted.any(axis=1)), np.flatnonzero(painted.any(axis=0))
    painted = painted[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    height, width = painted.shape
    if min(height, width) < MIN_CELLS or painted.all():
        text = _(
            "Paint a picture of at least {fewest} x {fewest} cells that is not a full "
            "rectangle, with Select, Brush."
        )
        services.ui.show_refusal(text.format(fewest=MIN_CELLS))
        return
    if width > MOST_ACROSS:
        text = _("A picture in the route has {most:,} pixels across at most: select fewer.")
        services.ui.show_refusal(text.format(most=MOST_ACROSS))
        return
    view.draft.subject.take(_picture_of(painted))
    view.selection.clear()  # Generate would else change these cells alone
    services.ui.show_section("generate")
    text = _("The picture for the route has {columns:,} x {rows:,} pixels: Generate makes its maze")
    services.ui.show_status(text.format(columns=width, rows=height))


def _picture_of(painted: NDArray[np.bool_]) -> ChosenSubject:
    """Return the subject that shows a picture bool[rows, columns] pixel by pixel."""
    from PIL import Image

    image = Image.fromarray(np.where(painted, 0, 255).astype(np.uint8))
    text = IN_COLOURS.text_of(image, NAME)
    return ChosenSubject("picture", {"picture": text, "pixels": painted.shape[1], "smooth": 0})
