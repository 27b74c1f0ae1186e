"""The colours of the canvas, light and dark: paper, walls, route, marks and distances.

Text has a contrast of at least 4.5 to 1, and what is distinguished by its shape of 3 to 1 (the
tests check the table); no information is given by colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CanvasPalette:
    """The named colours of the canvas, as ``#rrggbb``."""

    ground: str  # around the page
    paper: str
    paper_edge: str
    wall: str
    cursor: str  # the cell of the keyboard cursor
    wall_hover: str  # the wall a click would change
    entrance: str
    exit: str
    route: str
    route_soft: str  # the band around the route
    visited: str  # cells a solver looked at
    head: str  # the current cell of an algorithm, or of the player
    # How far cells are, from the nearest to the farthest; walls stand out from all of them
    distance_0: str
    distance_1: str
    distance_2: str
    distance_3: str
    distance_4: str


LIGHT = CanvasPalette(
    ground="#eceef1",
    paper="#ffffff",
    paper_edge="#dcdfe4",
    wall="#17181a",
    cursor="#8250df",
    wall_hover="#e36a00",
    entrance="#16843a",
    exit="#cf2f2f",
    route="#005fb8",
    route_soft="#d5e7f9",
    visited="#ebe5f7",
    head="#c2410c",
    distance_0="#fcf8b0",
    distance_1="#95e7a7",
    distance_2="#46c5be",
    distance_3="#3099cc",
    distance_4="#685cc6",
)

DARK = CanvasPalette(
    ground="#2a2a2d",
    paper="#1f1f22",
    paper_edge="#3a3a3f",
    wall="#ececee",
    cursor="#b794f6",
    wall_hover="#ff9a33",
    entrance="#41c067",
    exit="#ff6b64",
    route="#57c0f8",
    route_soft="#153a52",
    visited="#352f4a",
    head="#ffa057",
    distance_0="#1f1c55",
    distance_1="#1f3775",
    distance_2="#005e6f",
    distance_3="#067f5c",
    distance_4="#529742",
)
