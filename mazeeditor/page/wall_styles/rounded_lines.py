r"""Rounded lines: round ends, and an arc in each bend where just two walls meet.

The arc touches both walls; its centre is as far from either as it is wide::

      ------ T .           s  how far a point is from a wall, on the inner side of the bend
             |   .
             C . . T       the centre C is where s is the radius for both walls: for straight ones
                   |       that is a division, for arcs a few of Newton's steps lead there
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.page.curves import STRAIGHT_BULGE, Places, closed_of, onward, places_of
from mazeeditor.page.scene import Ids, Numbers, Strokes
from mazeeditor.page.wall_styles import Bools, Pen, lines_of, wall_style
from mazeeditor.page.walls.wall_graph import WallGraph

RADIUS = 0.36  # of the narrowest passage
TANGENT = 0.45  # of a wall, at the most, from the post to where the arc begins
STRAIGHT = 1e-6  # radians: lines that differ by less do not bend
NEWTON = 6  # steps: each doubles the number of correct digits


@dataclass(frozen=True, eq=False)
class _Sides:
    """Walls at bends, seen from the post: complex128[k], or float64[k].

    ``ahead`` is the unit vector along a wall, ``inner`` the unit vector to the inner side of the
    bend there; ``length`` the chord. ``hub`` and ``radius`` are those of an arc, infinite for a
    line; ``outside`` is 1 where the inner side is outside of the circle, else -1.
    """

    post: Places
    ahead: Places
    inner: Places
    length: Numbers
    hub: Places
    radius: Numbers
    outside: Numbers

    @classmethod
    def of(cls, post: Places, other: Places, bulges: Numbers, toward: Places) -> _Sides:
        """Return the walls from posts to other ends; ``toward`` points to the inner side."""
        chord = other - post
        length = np.abs(chord)
        # y is down: an arc that turns anticlockwise as seen leaves to the right of its chord
        ahead = chord / length * np.exp(2j * np.arctan(bulges))
        inner = 1j * ahead
        inner = np.where(_dot(inner, toward) < 0, -inner, inner)
        curved = np.abs(bulges) > STRAIGHT_BULGE
        bulges = np.where(curved, bulges, 1.0)
        hub = post + chord / 2 - 1j * chord * (1 - bulges**2) / (4 * bulges)
        radius = np.where(curved, np.abs(hub - post), np.inf)
        outside = np.where(_dot(hub - post, inner) > 0, -1.0, 1.0)
        return cls(post, ahead, inner, length, hub, radius, outside)

    def distance(self, places: Places) -> tuple[Numbers, Places]:
        """Return how far places are on the inner side, and the direction in which that grows."""
        away = places - self.hub
        far = np.abs(away)
        with np.errstate(invalid="ignore"):
            round_ = self.outside * (far - self.radius), self.outside * away / far
        curved = np.isfinite(self.radius)
        straight = _dot(places - self.post, self.inner)
        return (np.where(curved, round_[0], straight), np.where(curved, round_[1], self.inner))

    def nearest(self, places: Places) -> Places:
        """Return the point of each wall that is nearest to a place."""
        distance, away = self.distance(places)
        return places - distance * away


def _dot(one: Places, other: Places) -> Numbers:
    result: Numbers = (one * other.conj()).real
    return result


def _cross(one: Places, other: Places) -> Numbers:
    result: Numbers = (one.conj() * other).imag
    return result


def round_bends(line: Strokes, in_bends: Bools, pen: Pen) -> Strokes:
    """Return a line with an arc in each bend where just two walls meet, as wide as fits."""
    bulges = np.zeros(len(line.points)) if line.bulges is None else line.bulges
    bends, sides, angle = _bend(line, in_bends, bulges)
    shorter = np.minimum(sides[0].length, sides[1].length)
    radius = np.minimum(RADIUS * pen.clear, TANGENT * shorter * np.tan(angle / 2))
    return _with_arcs(line, bends, _centres(sides, radius, angle / 2), sides, bulges)


def _bend(
    line: Strokes, in_bends: Bools, bulges: Numbers
) -> tuple[Ids, tuple[_Sides, _Sides], Numbers]:
    """Return the points int64[k] of bends, the walls before and behind, and their angles."""
    places, after = places_of(line.points), onward(line.starts, closed_of(line))
    before = np.full(len(places), -1)
    before[after[after >= 0]] = np.flatnonzero(after >= 0)
    candidates = np.flatnonzero(in_bends & (before >= 0) & (after >= 0))
    back = (places[before] - places) * np.exp(-2j * np.arctan(bulges[before]))
    ahead = (places[after] - places) * np.exp(2j * np.arctan(bulges))
    angle = np.abs(np.angle(ahead[candidates] / back[candidates]))
    bent = (angle > STRAIGHT) & (angle < np.pi - STRAIGHT)
    bends, angle = candidates[bent], angle[bent]
    post, last, following = places[bends], places[before[bends]], places[after[bends]]
    sides = (
        _Sides.of(post, last, -bulges[before[bends]], ahead[bends]),
        _Sides.of(post, following, bulges[bends], back[bends]),
    )
    return bends, sides, angle


def _centres(sides: tuple[_Sides, _Sides], radius: Numbers, half: Numbers) -> Places:
    """Return the places that are ``radius`` from both walls; ``half`` their angle is the start."""
    one, other = sides
    middle = one.ahead + other.ahead
    places = one.post + middle / np.abs(middle) * radius / np.sin(half)
    for _step in range(NEWTON):
        (s, u), (t, v) = one.distance(places), other.distance(places)
        s, t = s - radius, t - radius
        scale = _cross(u, v)
        places = places - 1j * (u * t - v * s) / scale
    return places


def _with_arcs(
    line: Strokes, bends: Ids, centre: Places, sides: tuple[_Sides, _Sides], bulges: Numbers
) -> Strokes:
    """Return a line that leaves the first side of each bend, and goes round a centre."""
    count = np.ones(len(bulges), np.int64)
    count[bends] = 2
    firsts = np.concatenate([[0], np.cumsum(count)])
    leave, arrive = (side.nearest(centre) for side in sides)
    places = np.empty(firsts[-1], np.complex128)
    places[firsts[:-1]] = places_of(line.points)
    places[firsts[bends]], places[firsts[bends] + 1] = leave, arrive
    result = np.zeros(len(places))
    result[firsts[1:] - 1] = bulges  # the last of each goes on along the wall
    starts = firsts[line.starts]
    curved = np.flatnonzero(np.abs(result) > STRAIGHT_BULGE)
    if len(curved):
        result[curved] = _shorten(line, bulges, places, starts, curved, firsts)
    sweep = np.angle((arrive - centre) / (leave - centre))
    result[firsts[bends]] = -np.tan(sweep / 4)
    points = places.view(np.float64).reshape(-1, 2)
    return replace(line, points=points, starts=starts, cap="round", bulges=result)


def _shorten(
    line: Strokes, bulges: Numbers, places: Places, starts: Ids, curved: Ids, firsts: Ids
) -> Numbers:
    """Return the bulges of arcs whose ends have moved along their circles."""
    source = np.searchsorted(firsts, curved, "right") - 1
    before, after = places_of(line.points), onward(line.starts, line.closed)
    chord, bulge = before[after[source]] - before[source], bulges[source]
    hub = before[source] + chord / 2 - 1j * chord * (1 - bulge**2) / (4 * bulge)
    ends = places[curved], places[onward(starts, line.closed)[curved]]
    result: Numbers = -np.tan(np.angle((ends[1] - hub) / (ends[0] - hub)) / 4)
    # of half a circle the sign of the angle is lost
    return np.copysign(result, bulge)


@wall_style("rounded", _("Rounded lines"), order=2, memory=420, path=round_bends)
def rounded(graph: WallGraph, pen: Pen, job: Job) -> Strokes:
    """Round ends and bends."""
    line, in_bends = lines_of(graph, pen, job)
    return round_bends(line, in_bends, pen)
