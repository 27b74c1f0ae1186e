"""The operators of PDF that draw lines and areas: a million walls in a second; arcs are curves."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.lengths import POINTS
from mazeeditor.page.colours import rgb
from mazeeditor.page.curves import (
    FLAT,
    Drawn,
    closed_of,
    in_pieces,
    places_of,
    radii_of,
    with_last_arcs,
)
from mazeeditor.page.formats.numbers import Words, chunks, decimals_of, ends_of, whole, words_of
from mazeeditor.page.scene import Ids, LongStrokes, Numbers, Points, Polygons, Scene, Strokes

CAPS = {"square": "2 J", "round": "1 J", "butt": "0 J"}
JOINS = {"miter": "0 j 4 M", "round": "1 j", "bevel": "2 j"}
OFF = 0.0003  # mm: the largest distance of a curve from the circle
PAINTED = 1000  # strokes at a time: printers have little memory


def ink_of(colour: str, operator: str) -> str:
    """Return the operator (``RG`` for lines, ``rg`` for areas) that chooses a colour.

    Black and greys are DeviceGray: offset printers would mix RGB of all four inks.
    """
    parts = parts_of(colour)
    return " ".join([f"{part / 255:.4g}" for part in parts] + [operator[len(parts) == 1 :]])


def parts_of(colour: str) -> tuple[int, ...]:
    """Return a colour as PDF needs it, 0 to 255: one grey, or red, green and blue."""
    parts = rgb(colour)
    return parts[:1] if len(set(parts)) == 1 else parts


def operators_of(item: Strokes | LongStrokes | Polygons, scene: Scene, job: Job) -> Iterator[str]:
    """Yield the operators that draw an item.

    Places are whole steps of a micrometre, or of a tenth of one where arcs are to be as true as
    that; a matrix turns them into points, y up.
    """
    curved = not isinstance(item, LongStrokes) and item.bulges is not None
    decimals, share = decimals_of(scene) + curved, scene.share(item)
    step = POINTS / 10**decimals
    yield f"q {step:.10f} 0 0 {-step:.10f} 0 {scene.height * POINTS:.4f} cm"
    if isinstance(item, Strokes | LongStrokes):
        width = item.width * 10**decimals
        yield f"{ink_of(item.colour, 'RG')} {width:.6g} w {CAPS[item.cap]} {JOINS[item.corners]}"
    if isinstance(item, LongStrokes):
        for portion in item.portions(job, share):
            yield from _paths(portion, decimals, Job(), paint="S")
    elif isinstance(item, Strokes):
        job.phase(len(item.starts) - 1, share)
        yield from _paths(item, decimals, job, paint="S")
    else:
        job.phase(len(item.starts) - 1, share)
        yield ink_of(item.colour, "rg")
        yield from _paths(item, decimals, job)
        yield "f*"
    yield "Q"


def _paths(item: Strokes | Polygons, decimals: int, job: Job, paint: str = "") -> Iterator[str]:
    """Yield the paths of strokes, ended by ``paint`` from time to time where it is given."""
    item = with_last_arcs(_in_curves(item))
    points, starts, closed = item.points, item.starts, closed_of(item)
    for part in chunks(starts, job):
        firsts, lasts = ends_of(starts, part)
        here = slice(firsts[0], lasts[-1] + 1)
        places = whole(points[here], decimals)
        firsts, lasts = firsts - firsts[0], lasts - firsts[0]
        words = _pairs(places) + " l"
        words[firsts] = [word[:-1] + "m" for word in words[firsts]]
        if item.bulges is not None:
            _bend(words, points[here], item.bulges[here], decimals)
        words[lasts[closed[part]]] += " h"
        if paint:
            words[np.append(lasts[PAINTED - 1 :: PAINTED], lasts[-1])] += " " + paint
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
