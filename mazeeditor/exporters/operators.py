"""Strokes and areas as operators of PDF, a million walls in a second."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mazeeditor.drawing.colours import rgb
from mazeeditor.drawing.scene import Ids, Points, Polygons, Scene, Strokes
from mazeeditor.exporters.numbers import chunks, decimals_of, ends_of, whole, words_of
from mazeeditor.job import Job

POINT = 72 / 25.4  # points in a mm
CAPS = {"square": "2 J 0 j 4 M", "round": "1 J 1 j"}
PAINTED = 1000  # strokes at a time: printers have little memory


def ink_of(colour: str, operator: str) -> str:
    """Return the operator (``RG`` for lines, ``rg`` for areas) that chooses a colour."""
    return " ".join([f"{part / 255:.4g}" for part in rgb(colour)] + [operator])


def operators_of(item: Strokes | Polygons, scene: Scene, job: Job) -> Iterator[str]:
    """Yield what draws an item.

    Places are whole steps of a micrometre, which a matrix turns into points, y up.
    """
    decimals = decimals_of(scene)
    step = POINT / 10**decimals
    yield f"q {step:.10f} 0 0 {-step:.10f} 0 {scene.height * POINT:.4f} cm"
    job.phase(len(item.starts) - 1, scene.share(item))
    if isinstance(item, Strokes):
        width = item.width * 10**decimals
        yield f"{ink_of(item.colour, 'RG')} {width:.6g} w {CAPS[item.cap]}"
        yield from _paths(item.points, item.starts, item.closed, decimals, job, paint="S")
    else:
        yield ink_of(item.colour, "rg")
        rings = np.ones(len(item.starts) - 1, np.bool_)
        yield from _paths(item.points, item.starts, rings, decimals, job)
        yield "f*"
    yield "Q"


def _paths(
    points: Points,
    starts: Ids,
    closed: NDArray[np.bool_],
    decimals: int,
    job: Job,
    paint: str = "",
) -> Iterator[str]:
    """Yield the paths of strokes, ended by ``paint`` from time to time where it is given."""
    for part in chunks(starts, job):
        heads, tails = ends_of(starts, part)
        places = whole(points[heads[0] : tails[-1] + 1], decimals)
        heads, tails = heads - heads[0], tails - heads[0]
        words = words_of(places[:, 0]) + " " + words_of(places[:, 1]) + " l"
        words[heads] = [word[:-1] + "m" for word in words[heads]]
        words[tails[closed[part]]] += " h"
        if paint:
            words[np.append(tails[PAINTED - 1 :: PAINTED], tails[-1])] += " " + paint
        yield "\n".join(words.tolist())
