"""The colours of the picture as pixels: ink, paper, route, marks and distances, light or dark."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.look.palette import Palette
from mazeeditor.gui.look.ramp import ramp, rgb_of

Pixels = NDArray[np.uint32]
Colours = NDArray[np.float64]  # [..., 3]: red, green, blue, 0..255

# What a cell is; in the pyramid the larger wins. The first four are maze.solution.Mark.
PLAIN, VISITED, FILLED, LEFT, ROUTE, HEAD = range(6)
CLASS = 7  # the bits of a cell's paint that hold it
# How far a cell is, where that is shown: not to be reached, or one of STEPS from HEAT on
UNREACHED, HEAT, STEPS = 8, 16, 235
# What else a pixel of the near picture can be; walls cover all
DOT, LINE, POST, INK = 252, 253, 254, 255
KINDS = 256
INKS = 32  # steps from paper to ink in the far picture
FADED = 0.75  # how much of the paper is in the colours of distances that may be out of date


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

    ``near`` and ``near_line`` uint32[256]: the classes, the distances, then DOT, LINE, POST and
    INK; a cell of the route is painted full, or with ``near_line`` as a soft band around the line.
    ``far`` uint32[256 * 32]: class or distance * 32 + how much ink there is.
    """

    ground: int
    paper: int
    edge: int
    near: Pixels
    near_line: Pixels
    far: Pixels


def heat_colours(palette: Palette) -> NDArray[np.uint8]:
    """Return uint8[STEPS, 3], the colours from the nearest cell to the farthest."""
    return ramp([getattr(palette, f"heat_{number}") for number in range(5)], STEPS)


def colours_of(palette: Palette) -> dict[int, str]:
    """Return the colour of each kind of pixel but the distances; a route without its line."""
    paper, ink = palette.paper, palette.ink
    return {
        PLAIN: paper,
        VISITED: palette.visited,
        FILLED: mix(paper, ink, 0.10),
        LEFT: mix(paper, palette.entrance, 0.20),
        ROUTE: mix(palette.route, paper, 0.2),
        HEAD: palette.head,
        UNREACHED: mix(paper, ink, 0.20),
        DOT: mix(paper, ink, 0.55),
        LINE: palette.route,
        POST: mix(paper, ink, 0.22),
        INK: ink,
    }


def shades_of(palette: Palette, *, faded: bool = False) -> Shades:
    """Return the pixels of a palette, ``faded`` where the distances may be out of date."""
    kinds = colours_of(palette)
    near = np.zeros((KINDS, 3))
    near[list(kinds)] = rgb_of([*kinds.values()])
    heat = near[HEAT : HEAT + STEPS]
    heat[:] = heat_colours(palette)
    if faded:
        heat += FADED * (near[PLAIN] - heat)
    near_line = near.copy()
    near_line[ROUTE] = rgb_of([palette.route_soft])
    return Shades(
        ground=pixel(palette.ground),
        paper=pixel(palette.paper),
        edge=pixel(palette.paper_edge),
        near=_pixels(near),
        near_line=_pixels(near_line),
        far=_pixels(_far(near)).ravel(),
    )


def _far(near: Colours) -> Colours:
    """Return float64[256, 32, 3], each kind under more and more ink."""
    shown = near.copy()
    shown[ROUTE] = near[LINE]
    most = np.ones(KINDS)
    # These stay themselves where walls are dense, or they would drown in them.
    most[[ROUTE, HEAD]] = 0.2
    most[HEAT : HEAT + STEPS] = 0.4
    ink = most[:, None] * np.linspace(0, 1, INKS)
    return shown[:, None] + ink[..., None] * (near[INK] - shown)[:, None]


def _pixels(colours: Colours) -> Pixels:
    """Return uint32[...], the pixels of float64[..., 3]."""
    rgba = np.full((*colours.shape[:-1], 4), 255, np.uint8)
    rgba[..., :3] = np.round(colours)
    return rgba.view(np.uint32)[..., 0]
