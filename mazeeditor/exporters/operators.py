"""Strokes and areas as operators of PDF, a million walls in a second; arcs as Bezier curves."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import numpy as np

from mazeeditor.drawing.colours import rgb
from mazeeditor.drawing.curves import (
    FLAT,
    Drawn,
    closed_of,
    in_pieces,
    places_of,
    radii_of,
    with_last_arcs,
)
from mazeeditor.drawing.scene import Ids, Numbers, Points, Polygons, Scene, Strokes
from mazeeditor.exporters.numbers import Words, chunks, decimals_of, ends_of, whole, words_of
from mazeeditor.job import Job

POINT = 72 / 25.4  # points in a mm
CAPS = {"square": "2 J 0 j 4 M", "round": "1 J 1 j"}
OFF = 0.0003  # mm that a curve may be off the circle
PAINTED = 1000  # strokes at a time: printers have little memory


def ink_of(colour: str, operator: str) -> str:
    """Return the operator (``RG`` for lines, ``rg`` for areas) that chooses a colour."""
    return " ".join([f"{part / 255:.4g}" for part in rgb(colour)] + [operator])


def operators_of(item: Strokes | Polygons, scene: Scene, job: Job) -> Iterator[str]:
    """Yield what draws an item.

    Places are whole steps of a micrometre, or of a tenth of one where arcs are to be as true as
    that; a matrix turns them into points, y up.
    """
    decimals = decimals_of(scene) + (item.bulges is not None)
    step = POINT / 10**decimals
    yield f"q {step:.10f} 0 0 {-step:.10f} 0 {scene.height * POINT:.4f} cm"
    job.phase(len(item.starts) - 1, scene.share(item))
    if isinstance(item, Strokes):
        width = item.width * 10**decimals
        yield f"{ink_of(item.colour, 'RG')} {width:.6g} w {CAPS[item.cap]}"
        yield from _paths(item, decimals, job, paint="S")
    else:
        yield ink_of(item.colour, "rg")
        yield from _paths(item, decimals, job)
        yield "f*"
    yield "Q"


def _paths(item: Strokes | Polygons, decimals: int, job: Job, paint: str = "") -> Iterator[str]:
    """Yield the paths of strokes, ended by ``paint`` from time to time where it is given."""
    item = with_last_arcs(_in_curves(item))
    points, starts, closed = item.points, item.starts, closed_of(item)
    for part in chunks(starts, job):
        heads, tails = ends_of(starts, part)
        here = slice(heads[0], tails[-1] + 1)
        places = whole(points[here], decimals)
        heads, tails = heads - heads[0], tails - heads[0]
        words = _pairs(places) + " l"
        words[heads] = [word[:-1] + "m" for word in words[heads]]
        if item.bulges is not None:
            _bend(words, points[here], item.bulges[here], decimals)
        words[tails[closed[part]]] += " h"
        if paint:
            words[np.append(tails[PAINTED - 1 :: PAINTED], tails[-1])] += " " + paint
        yield "\n".join(words.tolist())


def _pairs(places: Ids) -> Words:
    return words_of(places[:, 0]) + " " + words_of(places[:, 1])


def _in_curves(item: Drawn) -> Drawn:
    """Return an item whose arcs are short enough to be Bezier curves.

    A cubic leaves a circle by 2 / 27 * sin(angle / 4)**6 / cos(angle / 4)**2 of its radius at the
    most (Goldapp, Approximation of circular arcs by cubic polynomials, 1991).
    """
    if item.bulges is None:
        return item
    quarters = (OFF * 13 / radii_of(item)) ** (1 / 6)
    return in_pieces(item, np.clip(4 * quarters, 1e-3, pi / 2))


def _bend(words: Words, points: Points, bulges: Numbers, decimals: int) -> None:
    """Put a Bezier curve in the place of the word for each line that is an arc.

    Its handles lie on the tangents, 4 / 3 * bulge times as long as the radius.
    """
    arcs = np.flatnonzero(np.abs(bulges) > FLAT)
    bulge, places = bulges[arcs], places_of(points)
    before, after = places[arcs], places[arcs + 1]
    handle = (after - before) / 3 * (1 - bulge**2 + 2j * bulge)
    back = (after - before) / 3 * (1 - bulge**2 - 2j * bulge)
    stops = np.stack([before + handle, after - back, after], axis=-1)
    steps = whole(stops.view(np.float64), decimals)
    first, second, last = (_pairs(steps[:, pair : pair + 2]) for pair in (0, 2, 4))
    words[arcs + 1] = first + " " + second + " " + last + " c"
