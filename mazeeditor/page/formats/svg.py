"""SVG: true sizes, a layer for walls, marks, title and solution, one path a layer."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from io import StringIO
from math import pi
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.core.typefaces.chosen_typeface import typeface_of
from mazeeditor.core.typefaces.shaping import is_plain
from mazeeditor.page.colours import hexadecimal
from mazeeditor.page.curves import (
    STRAIGHT_BULGE,
    closed_of,
    cut_at_extremes,
    in_pieces,
    radii_of,
    with_last_arcs,
)
from mazeeditor.page.formats import exporter
from mazeeditor.page.formats.numbers import (
    Words,
    chunks,
    decimals_of,
    ends_of,
    join_words,
    millimetres,
    short,
    whole,
    words_of,
)
from mazeeditor.page.kept_project import kept_in_svg
from mazeeditor.page.scene import (
    Ids,
    LongStrokes,
    Numbers,
    Picture,
    Polygons,
    Scene,
    Strokes,
    Text,
)
from mazeeditor.page.text.lettering import clean
from mazeeditor.page.text.placed_text import parts_of

WIDEST = pi * 2 / 3  # of an arc: one of half a circle moves far where its ends are rounded
SWELLING = 3.0  # mm: programs that take arcs for curves of Bezier make them 0.03 % of that larger
PLACEHOLDER = "\x01"  # stands for a path until all else is written; no text may have it
FONTS = "DejaVu Sans, Verdana, Noto Sans, Arial, sans-serif"


@exporter(
    "svg", "SVG", words=_("vector inkscape illustrator"), suffix=".svg", order=1, keep=kept_in_svg
)
def svg(
    scenes: list[Scene],
    job: Job,
    *,
    letters: Annotated[
        Literal["automatic", "text", "outlines"],
        _(
            "form of letters: text to edit, or outlines; automatic: text if every computer "
            "has the letters"
        ),
    ] = "automatic",
) -> bytes | bytearray:
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
    inkscape, decimals, lines = Inkscape(drawing), decimals_of(scene), []
    for layer in scene.layers:
        group = drawing.add(inkscape.layer(label=layer.label, id=layer.name))
        for item in layer.items:
            if isinstance(item, Text) and _is_text(item, letters):
                group.add(_text(drawing, item))
            elif isinstance(item, Text):
                group.add(_outlines(drawing, item, decimals))
            elif isinstance(item, Picture):
                group.add(_picture(drawing, item))
            else:
                lines.append(item)
                group.add(_path(drawing, item, PLACEHOLDER))
    frame = StringIO()
    drawing.write(frame)
    before, *others = frame.getvalue().split(PLACEHOLDER)
    data = bytearray(before.encode())
    for item, after in zip(lines, others, strict=True):
        for part in _path_parts(item, decimals, job, scene.share(item)):
            data += part.encode()
        data += after.encode()
    return data


def _picture(drawing: Any, item: Picture) -> Any:
    return drawing.image(
        f"data:image/{item.kind};base64,{b64encode(item.data).decode()}",
        insert=(millimetres(item.x), millimetres(item.y)),
        size=(millimetres(item.width), millimetres(item.height)),
        preserveAspectRatio="none",  # they are the picture's own, but for a micrometre
    )


def _path(drawing: Any, item: Strokes | LongStrokes | Polygons, path: str) -> Any:
    """Return the SVG element of lines or areas."""
    if isinstance(item, Strokes | LongStrokes):
        ink = _ink(item.colour, item.width)
        return drawing.path(path, stroke_linecap=item.cap, stroke_linejoin=item.corners, **ink)
    return drawing.path(path, fill_rule="evenodd", **_ink(item.colour))


def _is_text(item: Text, letters: str) -> bool:
    """Whether a line is written as text: cutters take outlines alone."""
    if letters == "automatic":
        return not item.outline and is_plain(item.text, item.lettering)
    return letters == "text"


def _text(drawing: Any, item: Text) -> Any:
    """Return a line as text, in the direction in which it is read."""
    extra = {}
    if item.lettering.rtl:
        extra = {"direction": "rtl", "unicode_bidi": "embed"}
    # the anchor says where a line begins, which is on the right there
    turned = {"start": "end", "end": "start"} if extra else {}
    return drawing.text(
        clean(item.text),
        insert=(millimetres(item.x), millimetres(item.y)),
        font_family=_fonts(item),
        font_size=millimetres(item.size),
        text_anchor=turned.get(item.anchor, item.anchor),
        **extra,
        **_ink(item.colour, item.outline),
    )


def _fonts(item: Text) -> str:
    """Return the names of the typeface and of those that look like it, quoted where needed."""
    chosen = typeface_of(item.lettering.typeface) if item.lettering.typeface else None
    family = clean(chosen.family).replace("'", "").replace("\\", "") if chosen else ""
    return f"'{family}', {FONTS}" if family else FONTS


def _outlines(drawing: Any, item: Text, decimals: int) -> Any:
    """Return the outlines of a line, and what it says, as Inkscape keeps that."""
    group = drawing.g()
    group["aria-label"] = clean(item.text)
    for part in parts_of(item):
        if isinstance(part, Picture):
            group.add(_picture(drawing, part))
            continue
        path = path_data(part, decimals, Job())
        # of areas the usual rule, non-zero: the outlines of letters that join overlap
        areas = isinstance(part, Polygons)
        group.add(drawing.path(path, **_ink(part.colour)) if areas else _path(drawing, part, path))
    return group


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


def path_data(item: Strokes | Polygons, decimals: int, job: Job) -> str:
    """Return the ``d`` of a path: ``m1 2h.5v1z``, everything relative to what is before it."""
    return "".join(_path_parts(item, decimals, job, 1.0))


def _path_parts(
    item: Strokes | LongStrokes | Polygons, decimals: int, job: Job, share: float
) -> Iterator[str]:
    """Yield the ``d`` of a path, which is ``share`` of the job, part by part."""
    pen = np.zeros(2, np.int64)
    if isinstance(item, LongStrokes):
        for portion in item.portions(job, share):
            yield from _relative(portion, decimals, Job(), pen)
    else:
        job.phase(len(item.starts) - 1, share)
        yield from _relative(item, decimals, job, pen)


def _relative(
    item: Strokes | Polygons, decimals: int, job: Job, pen: NDArray[np.int64]
) -> Iterator[str]:
    """Yield commands from where the ``pen`` int64[2] is, and move it on."""
    item = with_last_arcs(in_pieces(cut_at_extremes(item, SWELLING), WIDEST))
    points, starts, closed = item.points, item.starts, closed_of(item)
    for part in chunks(starts, job):
        firsts, lasts = ends_of(starts, part)
        here = slice(firsts[0], lasts[-1] + 1)
        places = whole(points[here], decimals)
        firsts, lasts = firsts - firsts[0], lasts - firsts[0]
        # after z the pen is back at the first point of the stroke
        left = places[np.where(closed[part], firsts, lasts)]
        steps = np.diff(places, axis=0, prepend=pen[None])
        steps[firsts] = places[firsts] - np.concatenate([pen[None], left[:-1]])
        pen[:] = left[-1]
        words = _commands(steps, firsts, decimals)
        if item.bulges is not None:
            _bend(words, steps, item.bulges[here], radii_of(item)[here], decimals)
        words[lasts[closed[part]]] += "z"
        yield join_words(words)


def _commands(steps: Ids, firsts: Ids, decimals: int) -> Words:
    """Return a word for each step: m, h, v or l."""
    pairs, places = _distinct(steps)
    x, y = words_of(pairs[:, 0], decimals), words_of(pairs[:, 1], decimals)
    both = x + np.where(pairs[:, 1] < 0, "", " ").astype(object) + y
    line = np.where(pairs[:, 1] == 0, "h" + x, np.where(pairs[:, 0] == 0, "v" + y, "l" + both))
    words: Words = line[places]
    words[firsts] = ("m" + both)[places[firsts]]
    return words


def _bend(words: Words, steps: Ids, bulges: Numbers, radii: Numbers, decimals: int) -> None:
    """Put an arc in the place of the word for each step that is one.

    The bulge is that of the point before, and more than 0 where the arc turns anticlockwise, which
    SVG calls the negative sweep.
    """
    arcs = np.flatnonzero(np.abs(bulges) > STRAIGHT_BULGE)
    radius = words_of(whole(radii[arcs], decimals), decimals)
    sweep = np.where(bulges[arcs] > 0, " 0 0 0 ", " 0 0 1 ").astype(object)
    x, y = (words_of(steps[arcs + 1, axis], decimals) for axis in (0, 1))
    words[arcs + 1] = "a" + radius + " " + radius + sweep + x + " " + y


def _distinct(steps: Ids) -> tuple[Ids, Ids]:
    """Return the distinct steps, which are few, and the index of each step among them.

    numpy does the same for rows (``axis=0``), ten times slower.
    """
    across, x = np.unique(steps[:, 0], return_inverse=True)
    down, y = np.unique(steps[:, 1], return_inverse=True)
    codes, places = np.unique(x.ravel() * len(down) + y.ravel(), return_inverse=True)
    pairs = np.stack([across[codes // len(down)], down[codes % len(down)]], axis=-1)
    return pairs, places.ravel()
