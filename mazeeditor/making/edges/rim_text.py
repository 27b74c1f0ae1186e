r"""A text along the rim of a round piece, in the middle of its top.

::

       .-T-E-X-T-.        edge: the piece ends        letters stand upright on a circle; those of
     /  .-------.  \      inside: the maze ends       scripts that join letters are bent as a whole
    |  |  maze   |  |
"""

from __future__ import annotations

from math import pi

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.typefaces.shaping import Lettering, clusters, is_plain, width_of
from mazeeditor.making.paths.tool_paths import ToolPaths, join_paths, no_paths
from mazeeditor.making.single_line import can_write, write_single_line
from mazeeditor.page.curves import flatten
from mazeeditor.page.scene import Strokes, Text
from mazeeditor.page.text.lettering import clean
from mazeeditor.page.text.placed_text import parts_of
from mazeeditor.page.wall_styles.plain_lines import HAIRLINE

BORDER = 9.0  # mm of material around the maze, where nothing else is chosen
MIN_EM_MM, MAX_EM_MM = 2.5, 8.0  # mm, the em of letters
GAP, LEAST_GAP = 0.15, 0.8  # on both sides of letters: of the room, and mm
MAX_CIRCLE = 0.92  # of a whole circle: the longest text
SHRINK = 0.95  # of the em, until all of it fits
ARC_ERROR_MM = 1e-3  # mm


def rim_text(
    text: str, middle: tuple[float, float], inside: float, edge: float, *, single: bool = False
) -> ToolPaths:
    """Return a text around ``middle`` between two circles, of the radii ``inside`` and ``edge`` mm.

    Its letters are ``single`` lines where they can be.

    Raises ``UsageError`` where it has no room, or no typeface has any of its letters.
    """
    text = clean(text).strip()
    if not len(_straight(text, 1.0)):
        words = _("No typeface here has letters for {text}: choose another text for the rim.")
        raise UsageError(words.format(text=quote_value(text)))
    room = edge - inside
    gap = max(LEAST_GAP, GAP * room)
    low, high = _reach(text)
    em = min(MAX_EM_MM, (room - 2 * gap) / (high - low))
    long = width_of(text, OUTLINES)
    while em >= MIN_EM_MM - ARC_ERROR_MM:
        base = inside + gap - low * em
        if long * em <= MAX_CIRCLE * 2 * pi * base:
            result = _along(text, middle, base, em, single=single and can_write(text))
            away = np.hypot(*(result.points - middle).T)
            if away.max() <= edge - LEAST_GAP and away.min() >= inside + LEAST_GAP - ARC_ERROR_MM:
                return result
        em *= SHRINK
    if room < MIN_EM_MM * (high - low) + 2 * LEAST_GAP + ARC_ERROR_MM:
        least = MIN_EM_MM * (high - low) + 2 * LEAST_GAP + 0.3
        words = _(
            "The text on the rim has {room:.1f} mm of room between maze and edge and needs "
            "{least:.1f} mm: choose a wider border."
        )
        raise UsageError(words.format(room=room, least=least))
    words = _(
        "The text on the rim is too long: letters that can be read take {needed:.0f} mm, and there "
        "are {there:.0f} mm around the maze. Shorten it, or make the piece larger."
    )
    there = MAX_CIRCLE * 2 * pi * (inside + gap)
    raise UsageError(words.format(needed=long * MIN_EM_MM, there=there))


OUTLINES = Lettering(outlines=True)


def _straight(text: str, em: float, *, single: bool = False) -> ToolPaths:
    """Return a text whose baseline begins at 0, 0."""
    if single:  # no wider than its outlines, so in their middle
        middle = width_of(text, OUTLINES) * em / 2
        return (
            write_single_line(Text(middle, 0.0, em, text, "middle", "", HAIRLINE, OUTLINES))
            or no_paths()
        )
    item = Text(0.0, 0.0, em, text, "start", "", HAIRLINE, OUTLINES)
    every = []
    for part in parts_of(item):
        if isinstance(part, Strokes):
            lines = flatten(part, ARC_ERROR_MM)
            bulges = np.zeros(len(lines.points))
            every.append(ToolPaths(lines.points, lines.starts, lines.closed, bulges))
    return join_paths(every)


def _reach(text: str) -> tuple[float, float]:
    """Return how far a text reaches below its baseline, < 0, and above it, in em."""
    paths = _straight(text, 1.0)
    if not len(paths):
        return 0.0, 1.0
    _left, top, _right, bottom = paths.box
    return min(-bottom, 0.0), -top


def _along(
    text: str, middle: tuple[float, float], base: float, em: float, *, single: bool
) -> ToolPaths:
    """Return a text whose baseline is a circle of that radius."""
    half = width_of(text, OUTLINES) * em / 2
    if not is_plain(text, OUTLINES):
        return _bend(_straight(text, em), middle, base, half)
    letters = []
    begin = 0.0
    for letter in clusters(text):
        wide = width_of(letter, OUTLINES) * em
        paths = _straight(letter, em, single=single)
        if len(paths):
            angle = (begin + wide / 2 - half) / base
            upright = paths.translated(-wide / 2, -base).turned(angle)
            letters.append(upright.translated(*middle))
        begin += wide
    return join_paths(letters)


def _bend(paths: ToolPaths, middle: tuple[float, float], base: float, half: float) -> ToolPaths:
    """Return paths with each point at its angle: x along the circle, y towards its middle."""
    x, y = paths.points.T
    angle, radius = (x - half) / base, base - y
    points = np.stack([radius * np.sin(angle), -radius * np.cos(angle)], axis=1) + middle
    return ToolPaths(points, paths.starts, paths.closed, paths.bulges)
