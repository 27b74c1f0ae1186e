"""The colours of the picture as pixels: walls, paper, route, marks and distances, light or dark.

Blank cells have a colour of their own, which ``hatch`` replaces with lines from border to border.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from mazeeditor.screen.area import Area
from mazeeditor.screen.palette import Palette

Pixels = NDArray[np.uint32]
Colours = NDArray[np.float64]  # [..., 3]: red, green, blue, 0..255

# The classes of cells; in the pyramid the larger wins. The first four are maze.solution.Mark; from
# AREA on there is one for each colour of areas.
PLAIN, VISITED, FILLED, LEFT, AREA = range(5)
AREAS = 6
ROUTE, HEAD, BLANK, TINTED = range(AREA + AREAS, AREA + AREAS + 4)
CLASS = 15  # the bits of a cell's paint that hold it
# The levels of distances, where shown: unreachable, or one of LEVELS from NEAREST on
UNREACHED, NEAREST, LEVELS = 14, 16, 235
# The other kinds of pixels in the close-up; walls cover everything
DOT, LINE, POST, WALL = 252, 253, 254, 255
KINDS = 256
WALL_STEPS = 32  # steps from paper to walls in the overview
BLANK_STEP = WALL_STEPS - 1  # ... the last stands for blank cells; no density comes up to it
FADED = 0.75  # the share of paper in the colours of distances that may be out of date


def pixel(colour: str, last: bytes = b"\xff") -> int:
    """Return ``#rrggbb`` as the four bytes red, green, blue, 255, in the machine's order."""
    bytes_ = bytes.fromhex(colour[1:]) + last
    return int(np.frombuffer(bytes_, np.uint32)[0])


def mix(one: str, other: str, share: float) -> str:
    """Return the colour between two ``#rrggbb``, ``share`` 0..1 of the other."""
    a, b = bytes.fromhex(one[1:]), bytes.fromhex(other[1:])
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=True))


HATCH = (8, 2)  # px at 96 dpi: from line to line across, and the width of one
OPAQUE = int(np.frombuffer(b"\0\0\0\xff", np.uint32)[0])
HIDDEN = b"\xfe"  # the last byte of the pixels that ``hatch`` replaces: no other pixel has it


@dataclass(frozen=True, eq=False)
class PixelColours:
    """The tables that map the kind of a pixel to its colour.

    ``closeup`` and ``closeup_line`` uint32[256]: the classes, the distances, then DOT, LINE, POST
    and WALL; a cell of the route is painted full, or with ``closeup_line`` as a soft band around
    the line.
    ``overview`` uint32[256 * 32]: class or distance * 32 + the density of walls.
    Pixels of blank cells are replaced by ``hatch``.
    """

    ground: int
    paper: int
    edge: int
    closeup: Pixels
    closeup_line: Pixels
    overview: Pixels
    blank: tuple[int, int]  # the ground and the lines of the hatching
    selected: int
    lock: tuple[int, int]  # the mark of a locked wall, and its edge
    pale_lock: int  # the mark where many walls are locked for what the maze shows

    def hatch(self, area: Area, scale: float, out: Pixels) -> None:
        """Hatch the blank pixels of ``out`` uint32[height, width], an area in world px.

        The lines lead up to the right, and meet those of the areas around.
        """
        spacing, width = (max(1, round(side * scale)) for side in HATCH)
        start = (area.left + area.top) % spacing
        along = np.arange(start, start + area.width + area.height) % spacing
        line = np.where(along < width, *reversed(self.blank)).astype(np.uint32)
        pattern = sliding_window_view(line, area.width)[: area.height]
        blank = out == self.closeup[BLANK]
        if blank.any():
            np.copyto(out, pattern, where=blank)
        np.bitwise_or(out, np.uint32(OPAQUE), out=out)  # soft edges of walls on blank cells


def distance_colours(palette: Palette) -> NDArray[np.uint8]:
    """Return uint8[LEVELS, 3], the colours from the nearest cell to the farthest."""
    return ramp(palette.distances, LEVELS)


def kind_colours(palette: Palette) -> dict[int, str]:
    """Return the colour of each kind of pixel except the distances; the route without its line."""
    paper, wall = palette.paper, palette.wall
    return {
        PLAIN: paper,
        VISITED: palette.visited,
        FILLED: palette.filled,
        LEFT: palette.left,
        **{AREA + number: colour for number, colour in enumerate(palette.areas)},
        ROUTE: mix(palette.route, paper, 0.2),
        HEAD: palette.head,
        UNREACHED: mix(paper, wall, 0.20),
        DOT: mix(paper, wall, 0.55),
        LINE: palette.route,
        BLANK: palette.paper_edge,
        TINTED: mix(paper, palette.wall_hover, 0.42),
        POST: mix(paper, wall, 0.22),
        WALL: wall,
    }


def pixel_colours(palette: Palette, *, faded: bool = False) -> PixelColours:
    """Return the pixels of a palette, ``faded`` where the distances may be out of date."""
    kinds = kind_colours(palette)
    closeup = np.zeros((KINDS, 3))
    closeup[list(kinds)] = rgb_of([*kinds.values()])
    heat = closeup[NEAREST : NEAREST + LEVELS]
    heat[:] = distance_colours(palette)
    if faded:
        heat += FADED * (closeup[PLAIN] - heat)
    closeup_line = closeup.copy()
    closeup_line[ROUTE] = rgb_of([palette.route_soft])
    near, near_line, far = (
        _pixels(colours) for colours in (closeup, closeup_line, _overview(closeup))
    )
    hidden = pixel(palette.paper_edge, HIDDEN)
    near[BLANK] = near_line[BLANK] = far[PLAIN, BLANK_STEP] = hidden
    return PixelColours(
        ground=pixel(palette.ground),
        paper=pixel(palette.paper),
        edge=pixel(palette.paper_edge),
        closeup=near,
        closeup_line=near_line,
        overview=far.ravel(),
        blank=(pixel(palette.paper_edge), pixel(mix(palette.paper_edge, palette.wall, 0.16))),
        selected=pixel(palette.accent),
        lock=(pixel(palette.head), pixel(palette.paper)),
        pale_lock=pixel(mix(palette.paper, palette.head, 0.35)),
    )


def _overview(closeup: Colours) -> Colours:
    """Return float64[256, 32, 3], each kind under walls of increasing density."""
    shown = closeup.copy()
    shown[ROUTE] = closeup[LINE]
    most = np.ones(KINDS)
    # These must remain visible where walls are dense.
    most[[ROUTE, HEAD]] = 0.2
    most[[TINTED, *range(NEAREST, NEAREST + LEVELS)]] = 0.4
    share = most[:, None] * np.linspace(0, 1, WALL_STEPS)
    return shown[:, None] + share[..., None] * (closeup[WALL] - shown)[:, None]


def _pixels(colours: Colours) -> Pixels:
    """Return uint32[...], the pixels of float64[..., 3]."""
    rgba = np.full((*colours.shape[:-1], 4), 255, np.uint8)
    rgba[..., :3] = np.round(colours)
    return rgba.view(np.uint32)[..., 0]


# Colour ramps in perceptually equal steps

# Björn Ottosson, "A perceptual color space for image processing" (2020): linear sRGB to the
# responses of the cones of the eye, and their cube roots to OKLab
CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def rgb_of(colours: Sequence[str]) -> NDArray[np.uint8]:
    """Return uint8[k, 3] for ``colours`` as ``#rrggbb``."""
    return np.array([list(bytes.fromhex(colour[1:])) for colour in colours], np.uint8)


def to_oklab(rgb: NDArray[np.uint8]) -> Colours:
    """Return float64[k, 3]: lightness 0..1, green to red, blue to yellow."""
    shares = rgb / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return np.cbrt(linear @ CONES.T) @ LAB.T


def from_oklab(lab: Colours) -> NDArray[np.uint8]:
    """Return uint8[k, 3], the nearest colours that a screen can show."""
    linear = (lab @ np.linalg.inv(LAB).T) ** 3 @ np.linalg.inv(CONES).T
    linear = np.clip(linear, 0, 1)
    shares = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.round(shares * 255).astype(np.uint8)


def ramp(stops: Sequence[str], count: int) -> NDArray[np.uint8]:
    """Return uint8[count, 3], a ramp of colours from the first of ``stops`` through all of them."""
    lab = to_oklab(rgb_of(stops))
    lengths = np.linalg.norm(np.diff(lab, axis=0), axis=1)
    at = np.concatenate([[0.0], np.cumsum(lengths)])
    places = np.linspace(0, at[-1], count)
    return from_oklab(np.stack([np.interp(places, at, axis) for axis in lab.T], axis=-1))
