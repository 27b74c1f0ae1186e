"""The sides of square cells and how to open them, for the algorithms that go row by row."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from mazeeditor.core.kernels.compiled import U8, kernel
from mazeeditor.core.options import Advanced, Between, Label
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP

RECTANGULAR = ("rectangular",)
SLOT_BACK = (BOTTOM, LEFT, TOP, RIGHT)  # the slot back through TOP, RIGHT, BOTTOM, LEFT

Bias = Annotated[
    float,
    Advanced(),
    Label(_("Up or across")),
    Between(-1, 1),
    _("direction that passages prefer: vertical below 0, horizontal above"),
]


class Side(NamedTuple):
    """A side of all cells: the step to the cell beyond it, its slot, and the slot back."""

    step: int
    slot: int
    back: int


class Strips(NamedTuple):
    """Rows, or columns: the first cell of the first one, how many, and the cells in each."""

    first: int
    number: int
    length: int


def side_of(lattice: Lattice, slot: int) -> Side:
    """Return the side of the cells of a rectangle that has a slot."""
    return Side(int(lattice.offsets[0, slot]), slot, SLOT_BACK[slot])


@kernel
def open_side(walls: U8, cell: int, side: Side) -> None:
    walls[cell] &= 255 ^ (1 << side.slot)
    walls[cell + side.step] &= 255 ^ (1 << side.back)


@kernel
def open_right(walls: U8, cell: int) -> None:
    """Open the wall between a cell and the next one of its row."""
    walls[cell] &= 255 ^ (1 << RIGHT)
    walls[cell + 1] &= 255 ^ (1 << LEFT)


@kernel
def open_below(walls: U8, cell: int, stride: int) -> None:
    """Open the wall between a cell and the one ``stride`` further, in the next row."""
    walls[cell] &= 255 ^ (1 << BOTTOM)
    walls[cell + stride] &= 255 ^ (1 << TOP)
