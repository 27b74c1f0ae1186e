"""The sides of square cells and how to open them, for the algorithms that go row by row."""

from __future__ import annotations

from typing import Annotated

from mazeeditor.compiled import U8, kernel
from mazeeditor.options import Between
from mazeeditor.shapes.rectangular import BOTTOM, LEFT, RIGHT, TOP
from mazeeditor.translation import _

RECTANGULAR = ("rectangular",)
BACK = (BOTTOM, LEFT, TOP, RIGHT)  # the slot back through TOP, RIGHT, BOTTOM, LEFT

Bias = Annotated[
    float, Between(-1, 1), _("more vertical passages below 0, more horizontal ones above")
]


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
