"""The colours of the picture as pixels: ink, paper, route, solver marks, light or dark."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.look.palette import Palette

Pixels = NDArray[np.uint32]

# What a cell is; in the pyramid the larger wins. The first four are maze.solution.Mark.
PLAIN, VISITED, FILLED, LEFT, ROUTE, HEAD = range(6)
CLASS = 7  # the bits of a cell's paint that hold it
# What else a pixel of the near picture can be; walls cover all
LINE, POST, INK = 6, 7, 8
INKS = 32  # steps from paper to ink in the far picture


def pixel(colour: str) -> int:
    """Return ``#rrggbb`` as the four bytes red, green, blue, 255, in the machine's order."""
    bytes_ = bytes.fromhex(colour[1:]) + b"\xff"
    return int(np.frombuffer(bytes_, np.uint32)[0])


def mix(one: str, other: str, share: float) -> str:
    """Return the colour between two ``#rrggbb``, ``share`` 0..1 of the other."""
    a, b = bytes.fromhex(one[1:]), bytes.fromhex(other[1:])
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=True))


@dataclass(frozen=True, eq=False)
class Shades:
    """The tables that turn what a pixel is into its colour.

    ``near`` and ``near_line`` uint32[9]: the cell classes, then LINE, POST and INK; a cell of the
    route is painted full, or with ``near_line`` as a soft band around the line. ``far``
    uint32[6 * 32]: class * 32 + how much ink there is.
    """

    ground: int
    paper: int
    edge: int
    near: Pixels
    near_line: Pixels
    far: Pixels


def shades_of(palette: Palette) -> Shades:
    """Return the pixels of a palette."""
    paper, ink, route = palette.paper, palette.ink, palette.route
    cells = [
        paper,
        palette.visited,
        mix(paper, ink, 0.10),
        mix(paper, palette.entrance, 0.20),
    ]
    rest = [palette.head, route, mix(paper, ink, 0.22), ink]
    far = [[mix(cell, ink, step / (INKS - 1)) for step in range(INKS)] for cell in cells]
    # Route and head stay themselves where walls are dense, or they would drown in them.
    far += [
        [mix(colour, ink, 0.2 * step / (INKS - 1)) for step in range(INKS)]
        for colour in (route, palette.head)
    ]
    return Shades(
        ground=pixel(palette.ground),
        paper=pixel(paper),
        edge=pixel(palette.paper_edge),
        near=_pixels([*cells, mix(route, paper, 0.2), *rest]),
        near_line=_pixels([*cells, palette.route_soft, *rest]),
        far=_pixels([colour for row in far for colour in row]),
    )


def _pixels(colours: list[str]) -> Pixels:
    return np.array([pixel(colour) for colour in colours], np.uint32)
