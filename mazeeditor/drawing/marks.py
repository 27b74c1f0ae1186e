r"""The signs for entrance and exits: an arrow or a word outside the gap, or a spot in the cell.

::

             |             |
             +--         --+
        __\                  __\       in a cell in the middle:
          /                    /       a disc, or a ring round a disc
             +--         --+
    entrance |             |   exit
"""

from __future__ import annotations

from math import pi, tan

import numpy as np

from mazeeditor.drawing.faces import CAPITAL
from mazeeditor.drawing.labels import Label, add_word
from mazeeditor.drawing.lettering import width_of
from mazeeditor.drawing.room import Ground, Mark, Scale, Vector
from mazeeditor.drawing.scene import Ink, Numbers, Points, Polygons, Strokes, Text
from mazeeditor.drawing.sites import Site, sites_of
from mazeeditor.drawing.style import Page
from mazeeditor.maze.maze import Maze
from mazeeditor.words import _

QUARTER = tan(pi / 8)  # the bulge of a quarter of a circle
NECK, HEAD, SHAFT = 0.45, 0.32, 0.09  # of an arrow: in its lengths
ROOM = 0.25  # between wall and mark: in lengths of an arrow
SHRUNK = 0.8  # an arrow without room becomes that much shorter
LEAST = 0.4  # cells: the shortest arrow
WIDEST = 1.5  # cells: the room that a mark takes in a large cell


def marks_of(maze: Maze, page: Page, scale: Scale, x: float = 0.0, y: float = 0.0) -> list[Mark]:
    """Return the marks of a maze whose (0, 0) lies at ``x``, ``y`` in mm."""
    return marks_at(sites_of(maze), Ground(maze.lattice.geometry, scale.cell, x, y), page, scale)


def marks_at(sites: list[Site], ground: Ground, page: Page, scale: Scale) -> list[Mark]:
    """Return the marks of openings on the ground around their maze."""
    if page.marks == "none":
        return []
    found: list[Mark] = []
    origin = np.array([ground.x, ground.y])
    for site in sites:
        place, enters, leaves = site.place * scale.cell, site.enters, site.leaves
        if site.out is None:
            room = min(site.clear, WIDEST) * scale.cell - scale.wall
            found.append(_inside(page, scale, room, place + origin, enters, leaves))
            continue
        out = np.array(site.out)
        mouth = place + out * scale.wall / 2 + origin
        before = mouth + out * (ROOM * scale.arrow)
        label = Label(_word(enters, leaves), scale.letters, site.out)
        ink = (page.colour, scale.outline)
        if page.marks == "arrow" or not add_word(found, ground, label, before, *ink):
            found.append(_arrow(page, scale, ground, mouth, site.out, enters, leaves))
    return found


def _word(enters: bool, leaves: bool) -> str:
    words = [_("Start")] * enters + [_("Finish")] * leaves
    return " / ".join(words)


def _shape(page: Page, scale: Scale, rings: list[Points], bulges: Numbers | None = None) -> Ink:
    """Return an area, filled, or as outlines where nothing is to be filled."""
    starts = np.cumsum([0, *map(len, rings)])
    points = np.concatenate(rings)
    if not scale.outline:
        return Polygons(points, starts, page.colour, bulges=bulges)
    closed = np.ones(len(rings), np.bool_)
    return Strokes(points, starts, closed, scale.outline, page.colour, bulges=bulges)


def _arrow(
    page: Page,
    scale: Scale,
    ground: Ground,
    mouth: Points,
    out: Vector,
    enters: bool,
    leaves: bool,
) -> Mark:
    """Return an arrow that points in, out, or both ways; a short one where there is less room."""
    corners = _corners(enters, leaves)
    ahead, aside = np.array(out), np.array([-out[1], out[0]])
    length = scale.arrow
    while True:
        ways = corners * length
        points = mouth + ahead * (ROOM * length) + ways[:, :1] * ahead + ways[:, 1:] * aside
        shorter = length * SHRUNK
        if ground.is_free(points) or shorter < LEAST * scale.cell:
            break
        length = shorter
    left, top = (points.min(axis=0) - scale.outline / 2).tolist()
    right, bottom = (points.max(axis=0) + scale.outline / 2).tolist()
    return Mark(_shape(page, scale, [points]), (left, top, right, bottom))


def _corners(enters: bool, leaves: bool) -> Points:
    """Return the corners of an arrow of length 1: how far along, how far aside."""
    if enters and leaves:
        neck = 0.8 * NECK  # there are two of them
        half = [(0, 0), (neck, -HEAD), (neck, -SHAFT)]
        half += [(1 - along, aside) for along, aside in reversed(half)]
    else:
        half = [(0, -SHAFT), (1 - NECK, -SHAFT), (1 - NECK, -HEAD), (1, 0)]
    way = [*half, *((along, -aside) for along, aside in reversed(half) if aside)]
    corners = np.array(way, np.float64)
    if enters and not leaves:
        corners[:, 0] = 1 - corners[:, 0]
    return corners


def _discs(page: Page, scale: Scale, middle: Points, radii: list[float]) -> Ink:
    """Return a disc, with a hole in it, with a disc in that, and so on: real circles."""
    corners = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])  # clockwise, y is down
    rings = [corners[:: (-1) ** number] * each + middle for number, each in enumerate(radii)]
    bulges = [-QUARTER * (-1) ** number for number in range(len(radii))]  # holes run back
    return _shape(page, scale, rings, np.repeat(bulges, len(corners)))


def _inside(
    page: Page, scale: Scale, room: float, middle: Points, enters: bool, leaves: bool
) -> Mark:
    """Return a disc for a start, a ring round a disc for a goal, or their words."""
    box = (middle[0] - room / 2, middle[1] - room / 2, middle[0] + room / 2, middle[1] + room / 2)
    if page.marks == "word":
        word = _word(enters, leaves)
        size = min(0.8 * room / width_of(word), 0.6 * room, scale.letters)
        x, y = float(middle[0]), float(middle[1] + CAPITAL / 2 * size)
        return Mark(Text(x, y, size, word, "middle", page.colour, scale.outline), box)
    if not leaves:
        return Mark(_discs(page, scale, middle, [0.28 * room]), box)
    spot = 0.18 if enters else 0.11
    return Mark(_discs(page, scale, middle, [0.36 * room, 0.27 * room, spot * room]), box)
