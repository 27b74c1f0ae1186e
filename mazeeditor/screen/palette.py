"""All colours of the program, light and dark: calm greys, one accent, a few that mean something.

Text has a contrast of at least 4.5 to 1, and what is distinguished by its shape of 3 to 1 (the
tests check the table); no information is given by colour alone.
"""

from __future__ import annotations


class Palette:
    """Every named colour, or row of colours, as ``#rrggbb``.

    No dataclass: to import ``dataclasses`` takes 8 ms, and the first window waits for that.
    """

    # The canvas
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
    filled: str  # ... closed off
    left: str  # ... left over
    head: str  # the current cell of an algorithm, or of the player
    # Areas that join one by one: as far apart as can be, for colour-blind eyes too
    areas: tuple[str, ...]
    # How far cells are, from the nearest to the farthest; walls stand out from all of them
    distances: tuple[str, ...]
    # The window's own surfaces, from the back to the front
    window: str  # menu bar, command bar, panels
    raised: str  # the face of a button, an entry field
    over: str  # the same under the pointer
    down: str  # the same while pressed
    border: str  # quiet lines: between panels, around buttons
    outline: str  # lines that must be seen: around check boxes, under entry fields
    # Words
    text: str
    text_soft: str  # hints, units, figures that matter less
    text_off: str  # what cannot be used now
    # What is chosen, or would be: a tool, a mode, a row, a card, an entry of a menu, letters
    tint: str
    tint_over: str
    tint_text: str
    # The one accent: the main action of the screen
    accent: str
    accent_over: str
    accent_down: str
    accent_off: str
    accent_text: str
    focus: str  # the ring around what the keyboard acts on ...
    focus_gap: str  # ... and the line inside it that sets it off from any face
    # Verdicts
    good: str
    good_text: str
    warn: str
    warn_text: str
    bad: str
    bad_text: str
    neutral: str
    neutral_text: str
    # Tooltips
    tip: str
    tip_text: str

    def __init__(self, **colours: str | tuple[str, ...]) -> None:
        vars(self).update(colours)


LIGHT = Palette(
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
    visited="#d5c8f0",
    filled="#c3c8d0",
    left="#ffe08a",
    head="#c2410c",
    areas=("#32bbf9", "#f5b424", "#c372b0", "#95fea1", "#5990f3", "#9ca988"),
    distances=("#fcf8b0", "#95e7a7", "#46c5be", "#3099cc", "#685cc6"),
    window="#fafafa",
    raised="#ffffff",
    over="#f1f2f4",
    down="#e5e7ea",
    border="#dfe1e5",
    outline="#868a91",
    text="#1b1c1f",
    text_soft="#5b6069",
    text_off="#a2a6ad",
    tint="#d3e5f8",
    tint_over="#c3dbf3",
    tint_text="#00427f",
    accent="#005fb8",
    accent_over="#1a6fc0",
    accent_down="#337fc7",
    accent_off="#dde0e4",
    accent_text="#ffffff",
    focus="#005fb8",
    focus_gap="#ffffff",
    good="#1c7a3c",
    good_text="#ffffff",
    warn="#945400",
    warn_text="#ffffff",
    bad="#b9262b",
    bad_text="#ffffff",
    neutral="#5b6069",
    neutral_text="#ffffff",
    tip="#2b2d31",
    tip_text="#ffffff",
)

DARK = Palette(
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
    visited="#4a3f73",
    filled="#4d525b",
    left="#5f5118",
    head="#ffa057",
    areas=("#169182", "#8056b5", "#ad7112", "#10365c", "#8d500b", "#593503"),
    distances=("#1f1c55", "#1f3775", "#005e6f", "#067f5c", "#529742"),
    window="#1c1c1e",
    raised="#2b2b2e",
    over="#343438",
    down="#3d3d42",
    border="#3a3a3f",
    outline="#8f9299",
    text="#f4f4f5",
    text_soft="#b0b3ba",
    text_off="#71747b",
    tint="#1b3d55",
    tint_over="#234b67",
    tint_text="#b5e2ff",
    accent="#57c0f8",
    accent_over="#4db0e5",
    accent_down="#449fd0",
    accent_off="#4a4b50",
    accent_text="#06141d",
    focus="#57c0f8",
    focus_gap="#1c1c1e",
    good="#1f7f40",
    good_text="#ffffff",
    warn="#f0b44c",
    warn_text="#2a1a00",
    bad="#c5352f",
    bad_text="#ffffff",
    neutral="#4a4b50",
    neutral_text="#ffffff",
    tip="#ececee",
    tip_text="#1b1c1f",
)

PALETTES = {"light": LIGHT, "dark": DARK}


def on_white(palette: Palette) -> Palette:
    """Return the colours of a maze on white paper, with the ground of another palette around it."""
    if palette.paper == LIGHT.paper:
        return palette
    return Palette(**{**vars(LIGHT), "ground": palette.ground})
