r"""Triangular mazes: cells of three walls in rows, in a rectangle or a triangle.

Triangles point up and down in turn, along a row and from row to row. Rows are an odd number of
cells apart, so the lowest bit of a cell's number says which way it points::

      /\‾‾‾‾/\‾‾‾‾/       0 points up: its base is at the bottom, and below it lies a triangle
     /  \  /  \  /        that points down, whose base is at the top
    / 0  \/ 1  \/ ...
    ------------
"""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np

from mazeeditor.errors import UsageError
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import LONGEST, Lattice, Opening
from mazeeditor.maze.links import IN_TURNS, Links
from mazeeditor.options import Between
from mazeeditor.shapes import shape
from mazeeditor.shapes.size import check_size
from mazeeditor.shapes.triangles import BASE, FIRST, SECOND, Triangles
from mazeeditor.words import _


@shape("triangular", _("Triangular"), order=3)
def triangular(
    *,
    rows: Annotated[int, Between(1, LONGEST), _("cells from top to bottom")] = 20,
    columns: Annotated[int, Between(1, LONGEST), _("cells in the longest row")] = 39,
    outline: Annotated[
        Literal["rectangle", "triangle"],
        _("what the whole maze looks like; a triangle has two cells less in each row further up"),
    ] = "rectangle",
) -> Lattice:
    """Cells with three walls, in a rectangle or a triangle."""
    check_size(rows, columns)
    if columns == 1 and rows > 2:
        raise UsageError(
            _("A column of {rows:,} triangles is in pieces: take 2 columns.").format(rows=rows)
        )
    stride = columns + 1 + columns % 2
    starts = (np.arange(rows, dtype=np.int64) + 1) * stride + 1
    lengths = np.full(rows, columns, np.int64)
    flipped = 0
    if outline == "triangle":
        starts, lengths = _triangle(starts, lengths)
        flipped = (rows - 1) % 2  # the first cell of each row points up
    inside = np.zeros((rows + 2) * stride + 1, np.bool_)
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        inside[start : start + length] = True
    around = [[-1, 1, stride], [1, -1, -stride]]  # clockwise, as everywhere
    names = ("left", "right", "base"), ("right", "left", "base")
    links = Links(
        np.array(around[::-1] if flipped else around, np.int32),
        np.array([[FIRST, SECOND, BASE]] * 2, np.uint8),
        IN_TURNS,
        inside,
    )
    last = int(starts[-1] + lengths[-1]) - 1
    upright = (last & 1) == flipped
    return Lattice(
        *links.fields(),
        shape="triangular",
        parameters={"rows": rows, "columns": columns, "outline": outline},
        row_starts=starts,
        row_lengths=lengths,
        side_names=names[::-1] if flipped else names,
        # a step changes the row or the column, never both
        norms=np.array([[1 - stride, 1], [1 + stride, -1]], np.int64),
        first=Opening(int(starts[0]), FIRST),
        last=Opening(last, SECOND if upright else FIRST),  # its right side
        geometry=Triangles(links, rows, columns, stride, flipped),
    )


def _triangle(starts: Ids, lengths: Ids) -> tuple[Ids, Ids]:
    """Return where the rows of a triangle start and how long they are."""
    rows, columns = len(starts), int(lengths[0])
    needed = 2 * rows - 1
    if columns < needed:
        raise UsageError(
            _(
                "A triangle of {rows:,} rows needs {needed:,} columns or more, not {columns:,}."
            ).format(rows=rows, needed=needed, columns=columns)
        )
    above = np.arange(rows, dtype=np.int64)[::-1]
    return starts + above, lengths - 2 * above
