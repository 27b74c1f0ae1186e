r"""Hexagonal mazes: cells of six walls in rows, in a rectangle or a hexagon.

Every other row is moved half a cell to the right. A cell and the one below it to the right are
``columns + 2`` apart everywhere, so there is one row of offsets for all::

     / \ / \ / \         . are outside cells. A row that is not moved has one more of them, at
    | 0 | 1 | 2 |        its end, as the cell above the end of a moved row is there:
     \ / \ / \ / \         . 0 1 2 .
      | 0 | 1 | 2 |          . 0 1 2
       \ / \ / \ /         . 0 1 2 .
"""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np

from mazeeditor.errors import UsageError
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import LONGEST, Lattice, Opening
from mazeeditor.maze.links import ALIKE, Links
from mazeeditor.options import Between
from mazeeditor.shapes import shape
from mazeeditor.shapes.hexagons import (
    BOTTOM_LEFT,
    BOTTOM_RIGHT,
    LEFT,
    RIGHT,
    TOP_LEFT,
    TOP_RIGHT,
    HexagonGrid,
    Hexagons,
)
from mazeeditor.shapes.size import check_size
from mazeeditor.words import _

SIDES = ("top-left", "top-right", "right", "bottom-right", "bottom-left", "left")


@shape("hexagonal", _("Hexagonal"), order=2)
def hexagonal(
    *,
    rows: Annotated[int, Between(1, LONGEST), _("cells from top to bottom")] = 30,
    columns: Annotated[int, Between(1, LONGEST), _("cells in the longest row")] = 35,
    outline: Annotated[
        Literal["rectangle", "hexagon"],
        _("what the whole maze looks like; a hexagon with as many rows as columns is regular"),
    ] = "rectangle",
) -> Lattice:
    """Cells with six walls, in a rectangle or a hexagon."""
    check_size(rows, columns)
    grid = HexagonGrid(rows, columns, (rows - 1) // 2 % 2 if outline == "hexagon" else 0)
    places = np.arange(rows, dtype=np.int64)
    starts, lengths = grid.starts(places), np.full(rows, columns, np.int64)
    if outline == "hexagon":
        starts, lengths = _hexagon(starts, lengths)
    inside = np.zeros(grid.size, np.bool_)
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        inside[start : start + length] = True
    down = columns + 2
    links = Links(
        np.array([[-down, 1 - down, 1, down, down - 1, -1]], np.int32),
        np.array([[BOTTOM_RIGHT, BOTTOM_LEFT, LEFT, TOP_LEFT, TOP_RIGHT, RIGHT]], np.uint8),
        ALIKE,
        inside,
    )
    return Lattice(
        *links.fields(),
        shape="hexagonal",
        parameters={"rows": rows, "columns": columns, "outline": outline},
        row_starts=starts,
        row_lengths=lengths,
        side_names=(SIDES,),
        # the three directions of hexagons: no step goes farther than one in any of them
        norms=np.array([[1, 0], [-down, 1], [1 - down, 1]], np.int64),
        first=Opening(int(starts[0]), LEFT),
        last=Opening(int(starts[-1] + lengths[-1]) - 1, RIGHT),
        geometry=Hexagons(links, grid, columns + 0.5 * (outline == "rectangle" and rows > 1)),
    )


def _hexagon(starts: Ids, lengths: Ids) -> tuple[Ids, Ids]:
    """Return where the rows of a hexagon start and how long they are: one cell less each."""
    rows, columns = len(starts), int(lengths[0])
    away = np.abs(np.arange(rows, dtype=np.int64) - (rows - 1) // 2)
    if away.max() >= columns:
        raise UsageError(
            _(
                "A hexagon of {rows:,} rows needs {needed:,} columns or more, not {columns:,}."
            ).format(rows=rows, needed=int(away.max()) + 1, columns=columns)
        )
    return starts + away // 2, lengths - away
