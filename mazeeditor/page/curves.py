r"""Arcs among the lines of strokes: cut into equal pieces, as fine as a format or a picture needs.

A stroke bends at its points; between two of them it is straight, or an arc where the first has a
bulge, the tangent of a quarter of the angle (DXF's, with the sign of ``Tiling.bulges``)::

          . - - .                     theta  the angle of the arc, 4 * arctan(bulge)
        /         \                   phi    half of it, between chord and tangent
       p --------- q                  bulge  height of the arc over half of its chord

Points are complex numbers here, x + y * 1j: turning one is a product.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.page.scene import Ids, Numbers, Points, Polygons, Strokes

STRAIGHT_BULGE = 1e-9  # the bulge of a line
MIN_ARC_MM = 0.01  # mm: arcs are not cut as near as that to their ends
NO_LENGTH = 1e-12  # mm: a line as short as that leads nowhere
Places = NDArray[np.complex128]
Drawn = TypeVar("Drawn", bound=Strokes | Polygons)


def places_of(points: Points) -> Places:
    """Return points float64[m, 2] as complex128[m]."""
    return np.ascontiguousarray(points, np.float64).view(np.complex128).ravel()


def onward(starts: Ids, closed: NDArray[np.bool_]) -> Ids:
    """Return int64[m], the point that follows each one, -1 behind the last of an open stroke."""
    after = np.arange(1, int(starts[-1]) + 1)
    after[starts[1:] - 1] = np.where(closed, starts[:-1], -1)
    return after


def closed_of(item: Strokes | Polygons) -> NDArray[np.bool_]:
    """Return bool[k], which strokes go back to their start; rings all do."""
    return item.closed if isinstance(item, Strokes) else np.ones(len(item.starts) - 1, np.bool_)


def radii_of(item: Strokes | Polygons) -> Numbers:
    """Return float64[m] in mm: how far each arc is from its centre, infinite where it is a line."""
    assert item.bulges is not None
    chords = np.abs(_chords(item))
    bulges = np.abs(item.bulges)
    return np.divide(
        chords * (1 + bulges**2),
        4 * bulges,
        out=np.full(len(bulges), np.inf),
        where=bulges > STRAIGHT_BULGE,
    )


def _chords(item: Strokes | Polygons) -> Places:
    """Return complex128[m], the vector from each point to the next; 0 behind the last."""
    places, after = places_of(item.points), onward(item.starts, closed_of(item))
    return np.where(after < 0, 0, places[after] - places)


def directions_at(item: Strokes | Polygons) -> tuple[Places, Places]:
    """Return complex128[m] twice, the unit vectors along which lines leave and reach the points.

    They are 0 where a stroke ends or begins, and for a line without length.
    """
    chords, after = _chords(item), onward(item.starts, closed_of(item))
    lengths = np.abs(chords)
    lines = np.flatnonzero(lengths > NO_LENGTH)
    phi = np.zeros(len(lines)) if item.bulges is None else 2 * np.arctan(item.bulges[lines])
    units = chords[lines] / lengths[lines]
    leaving, arriving = np.zeros_like(chords), np.zeros_like(chords)
    leaving[lines] = units * np.exp(1j * phi)
    arriving[after[lines]] = units * np.exp(-1j * phi)
    return leaving, arriving


def in_pieces(item: Drawn, largest: Numbers | float) -> Drawn:
    """Return an item whose arcs are cut into equal ones of at most ``largest`` radians.

    ``largest`` is one angle, or float64[m] for each arc.
    """
    if item.bulges is None:
        return item
    half = 2 * np.arctan(item.bulges)
    return cut(item, np.maximum(np.ceil(2 * np.abs(half) / largest - 1e-6), 1).astype(np.int64))


def cut(item: Drawn, pieces: Ids) -> Drawn:
    """Return an item whose lines and arcs are cut into ``pieces`` int64[m] equal ones.

    That of the last point of an open stroke must be 1.
    """
    half = np.zeros(len(pieces)) if item.bulges is None else 2 * np.arctan(item.bulges)
    firsts = np.concatenate([[0], np.cumsum(pieces)])
    arc = np.repeat(np.arange(len(pieces)), pieces)
    step = np.arange(firsts[-1]) - firsts[arc]
    places = places_of(item.points)[arc]
    inner = np.flatnonzero(step)
    ahead = share_ahead(half[arc[inner]], (step / pieces[arc])[inner])
    places[inner] += _chords(item)[arc[inner]] * ahead
    bulges = None if item.bulges is None else np.tan(half / 2 / pieces)[arc]
    points = places.view(np.float64).reshape(-1, 2)
    return replace(item, points=points, starts=firsts[item.starts], bulges=bulges)


def share_ahead(phi: Numbers, share: Numbers) -> Places:
    """Return complex128[k]: times its chord, how far a share of a line or an arc leads.

    ``phi`` float64[k] are the angles between chords and tangents, 0 of lines.
    """
    # the part of an arc up to a share of it is an arc, too: its chord is the sine of its half
    with np.errstate(invalid="ignore"):
        ahead = np.where(phi == 0, share, np.sin(share * phi) / np.sin(phi))
    result: Places = ahead * np.exp(1j * (1 - share) * phi)
    return result


def lengths_of(item: Strokes | Polygons) -> Numbers:
    """Return float64[m], how long the line or arc from each point is; 0 behind the last."""
    chords = np.abs(_chords(item))
    if item.bulges is None:
        return chords
    result: Numbers = chords / np.sinc(2 * np.arctan(item.bulges) / np.pi)
    return result


def extremes_of(item: Strokes | Polygons) -> Points:
    """Return float64[k, 2]: where arcs reach farthest left, up, right and down between points."""
    if item.bulges is None:
        return np.zeros((0, 2))
    arcs = np.flatnonzero((np.abs(item.bulges) > STRAIGHT_BULGE) & (np.abs(_chords(item)) > 0))
    begin, chord, bulge = places_of(item.points)[arcs], _chords(item)[arcs], item.bulges[arcs]
    centre = begin + chord / 2 - 1j * chord * (1 - bulge**2) / (4 * bulge)
    spans, radii = 4 * np.arctan(bulge), np.abs(begin - centre)
    # angles go from x towards y, arcs with a bulge above 0 the other way
    ahead = (np.arange(4)[:, None] * np.pi / 2 - np.angle(begin - centre)) * -np.sign(bulge)
    passed = ahead % (2 * np.pi) < np.abs(spans)
    turned = centre + radii * (1j ** np.arange(4))[:, None]
    return np.ascontiguousarray(turned[passed]).view(np.float64).reshape(-1, 2)


def cut_at_extremes(item: Drawn, least: float) -> Drawn:
    """Return an item whose arcs end where they reach farthest left, up, right and down.

    Those with a radius of less than ``least`` mm stay as they are.
    """
    if item.bulges is None:
        return item
    begin, chord = places_of(item.points), _chords(item)
    radii = radii_of(item)
    arcs = np.flatnonzero(np.isfinite(radii) & (radii >= least) & (np.abs(chord) > 0))
    bulge, radius = item.bulges[arcs], radii[arcs]
    centre = begin[arcs] + chord[arcs] / 2 - 1j * chord[arcs] * (1 - bulge**2) / (4 * bulge)
    # quarters of a turn, in the direction of the arc: angles go from x towards y
    turns = -np.sign(bulge)
    first = turns * np.angle(begin[arcs] - centre) / (np.pi / 2)
    last = first + 4 * np.arctan(np.abs(bulge)) / (np.pi / 2)
    short = MIN_ARC_MM / radius / (np.pi / 2)
    low = np.floor(first + short).astype(np.int64) + 1
    pieces = np.ones(len(begin), np.int64)
    pieces[arcs] += np.maximum(np.ceil(last - short).astype(np.int64) - low, 0)
    firsts = np.concatenate([[0], np.cumsum(pieces)])
    source = np.repeat(np.arange(len(begin)), pieces)
    of_arc = np.full(len(begin), -1)
    of_arc[arcs] = np.arange(len(arcs))
    places, bulges = begin[source], item.bulges[source]
    some = np.flatnonzero(pieces[source] > 1)
    arc, step = of_arc[source[some]], some - firsts[source[some]]
    inner = step > 0
    quarter = low[arc] + step
    ends = np.where(step + 1 < pieces[source[some]], quarter, last[arc])
    begins = np.where(inner, quarter - 1, first[arc])
    bulges[some] = np.sign(bulges[some]) * np.tan((ends - begins) * np.pi / 8)
    arc, at = arc[inner], quarter[inner] - 1
    places[some[inner]] = (
        centre[arc]
        + radius[arc] * np.array([1, 1j, -1, -1j])[(turns[arc].astype(np.int64) * at) % 4]
    )
    points = places.view(np.float64).reshape(-1, 2)
    return replace(item, points=points, starts=firsts[item.starts], bulges=bulges)


def flatten(item: Drawn, error: float) -> Drawn:
    """Return an item of straight lines only, nowhere farther than ``error`` mm from the arcs."""
    if item.bulges is None:
        return item
    angles = 2 * np.arccos(np.maximum(1 - error / radii_of(item), 0.5))
    return replace(in_pieces(item, np.maximum(angles, 1e-3)), bulges=None)


def with_last_arcs(item: Drawn) -> Drawn:
    """Return an item whose strokes arrive at their start again where an arc leads back to it.

    What closes a path is always straight: nothing is left to draw then.
    """
    if item.bulges is None:
        return item
    lasts = item.starts[1:] - 1
    back = closed_of(item) & (np.abs(item.bulges[lasts]) > STRAIGHT_BULGE)
    points = np.insert(item.points, lasts[back] + 1, item.points[item.starts[:-1][back]], axis=0)
    bulges = np.insert(item.bulges, lasts[back] + 1, 0.0)
    starts = item.starts + np.concatenate([[0], np.cumsum(back)])
    return replace(item, points=points, starts=starts, bulges=bulges)
