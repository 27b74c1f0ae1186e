"""SVG: true sizes, a layer for walls, marks, title and solution, one path a layer."""

from __future__ import annotations

from io import StringIO
from typing import Any

import numpy as np

from mazeeditor.drawing.colours import hexadecimal
from mazeeditor.drawing.lettering import clean
from mazeeditor.drawing.scene import Ids, Item, Points, Scene, Strokes, Text
from mazeeditor.exporters import exporter
from mazeeditor.exporters.numbers import (
    chunks,
    decimals_of,
    ends_of,
    joined,
    millimetres,
    short,
    whole,
    words_of,
)
from mazeeditor.job import Job
from mazeeditor.words import _

FONTS = "DejaVu Sans, Verdana, Noto Sans, Arial, sans-serif"


@exporter("svg", "SVG", suffix=".svg", order=1)
def svg(scenes: list[Scene], job: Job) -> bytes:
    """Drawing for Inkscape, laser cutters and the web, in millimetres and layers."""
    import svgwrite
    from svgwrite.extensions import Inkscape

    (scene,) = scenes
    width, height = millimetres(scene.width), millimetres(scene.height)
    # debug would check every number: 42 s instead of 0.7 for a million walls
    drawing = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False
    )
    drawing.set_desc(clean(scene.title) or _("Maze"), clean(scene.description))
    inkscape = Inkscape(drawing)
    for layer in scene.layers:
        group = drawing.add(inkscape.layer(label=layer.label, id=layer.name))
        for item in layer.items:
            if not isinstance(item, Text):
                job.phase(len(item.starts) - 1, scene.share(item))
            group.add(_element(drawing, item, decimals_of(scene), job))
    file = StringIO()
    drawing.write(file)
    return file.getvalue().encode()


def _element(drawing: Any, item: Item, decimals: int, job: Job) -> Any:
    """Return the SVG element of an item."""
    if isinstance(item, Text):
        return drawing.text(
            clean(item.text),
            insert=(millimetres(item.x), millimetres(item.y)),
            font_family=FONTS,
            font_size=millimetres(item.size),
            text_anchor=item.anchor,
            **_ink(item.colour, item.outline),
        )
    if isinstance(item, Strokes):
        path = path_data(item.points, item.starts, item.closed, decimals, job)
        join = "miter" if item.cap == "square" else "round"
        ink = _ink(item.colour, item.width)
        return drawing.path(path, stroke_linecap=item.cap, stroke_linejoin=join, **ink)
    rings = np.ones(len(item.starts) - 1, np.bool_)
    path = path_data(item.points, item.starts, rings, decimals, job)
    return drawing.path(path, fill_rule="evenodd", **_ink(item.colour))


def _ink(colour: str, line: float = 0.0) -> dict[str, str]:
    """Return how something is drawn: filled, or with a line of some width in mm."""
    if not line:
        return {"fill": hexadecimal(colour)}
    # to a nanometre: the walls of tiny cells have a width too
    return {
        "fill": "none",
        "stroke": hexadecimal(colour),
        "stroke_width": short(round(line * 1e6), 6),
    }


def path_data(
    points: Points,
    starts: Ids,
    closed: np.ndarray[Any, np.dtype[np.bool_]],
    decimals: int,
    job: Job,
) -> str:
    """Return the ``d`` of a path: ``m1 2h.5v1z``, everything relative to what is before it.

    ``points`` float64[m, 2] in mm; stroke ``s`` begins at ``starts[s]``.
    """
    parts = []
    pen = np.zeros(2, np.int64)
    for part in chunks(starts, job):
        heads, tails = ends_of(starts, part)
        places = whole(points[heads[0] : tails[-1] + 1], decimals)
        heads, tails = heads - heads[0], tails - heads[0]
        # after z the pen is back at the head of the stroke
        left = places[np.where(closed[part], heads, tails)]
        steps = np.diff(places, axis=0, prepend=pen[None])
        steps[heads] = places[heads] - np.concatenate([pen[None], left[:-1]])
        pen = left[-1]
        parts.append(joined(_commands(steps, heads, tails[closed[part]], decimals)))
    return "".join(parts)


def _commands(steps: Ids, heads: Ids, closing: Ids, decimals: int) -> Any:
    """Return a word for each step: m, h, v or l, and z behind those that end a closed stroke."""
    pairs, places = _distinct(steps)
    x, y = words_of(pairs[:, 0], decimals), words_of(pairs[:, 1], decimals)
    both = x + np.where(pairs[:, 1] < 0, "", " ").astype(object) + y
    line = np.where(pairs[:, 1] == 0, "h" + x, np.where(pairs[:, 0] == 0, "v" + y, "l" + both))
    words = line[places]
    words[heads] = ("m" + both)[places[heads]]
    words[closing] += "z"
    return words


def _distinct(steps: Ids) -> tuple[Ids, Ids]:
    """Return the different steps, which are few, and which of them each step is.

    numpy does the same for rows (``axis=0``), ten times slower.
    """
    across, x = np.unique(steps[:, 0], return_inverse=True)
    down, y = np.unique(steps[:, 1], return_inverse=True)
    codes, places = np.unique(x.ravel() * len(down) + y.ravel(), return_inverse=True)
    pairs = np.stack([across[codes // len(down)], down[codes % len(down)]], axis=-1)
    return pairs, places.ravel()
