"""Small pictures for start and goal: drawings of the program, or the user's own as lines or pixels.

A drawing of the program is a file in ``icons/pictures/``; one there is one more. An SVG of the user
becomes lines and areas, which a page keeps as text in the simplest of forms, so that no file is
read again and nothing but these lines is in a project::

    data:image/svg+xml;name=bee.svg;base64,...      4000,2500        width and height
                                                    #000000 300 0    colour, width, open or closed,
                                                    120,240 130,250
"""

from __future__ import annotations

import os
import re
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import cast
from urllib.parse import unquote

import numpy as np

from mazeeditor.core.disk.input_files import STANDARD_INPUT, bytes_of
from mazeeditor.core.disk.named_files import DATA_URI
from mazeeditor.core.disk.paths import icons_folder
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.lengths import POINT
from mazeeditor.core.pictures import (
    MOST_BYTES,
    PIXELS,
    SUFFIXES,
    Logo,
    as_text,
    check_logo,
    load_logo,
    logo_of,
    name_of,
)
from mazeeditor.core.svg import Cap, Join
from mazeeditor.core.svg.geometry import PathLine
from mazeeditor.core.svg.shapes import MOST_POINTS, DrawnPart, read_shapes
from mazeeditor.core.svg.strokes import StrokePen, stroke_pieces
from mazeeditor.core.translation import _, quote_value
from mazeeditor.page.scene import Box, Ink, Points, Polygons, Strokes

THINNEST_LINE_MM = 0.75 * POINT  # mm: print shops take no thinner lines
MAX_ASPECT = 50  # times as long as wide
STEPS = 4  # until the size of a picture with lines made thicker is known to a micrometre
SIDE = 10_000  # steps of the larger side of what is kept_text
BLACK = "#000000"  # becomes the colour of the walls
SVG = ".svg"
PICTURES = "pictures"  # the folder of the drawings, among the icons
FILES = SUFFIXES
MOST_TEXT = 8_000_000  # characters of what is kept_text
USUAL_START, USUAL_GOAL = "mouse", "cheese"
_KEPT = re.compile(r"data:image/svg\+xml;name=([^;,]*);base64,([A-Za-z0-9+/]+=*)")
_LINE = re.compile(r"[0-9]{1,5},[0-9]{1,5}(?: [0-9]{1,5},[0-9]{1,5})*")
_HEAD = re.compile(
    r"(#[0-9a-f]{6}) ([0-9]{1,5}) ([01])(?: (butt|round|square) (miter|round|bevel))?"
)
ROUND_LINES: tuple[Cap, Join] = ("round", "round")


@dataclass(frozen=True, eq=False)
class Motif:
    """A drawing whose larger side is 1; ``goal`` is the name of the one that it looks for."""

    name: str
    width: float
    height: float
    shapes: tuple[DrawnPart, ...]
    goal: str = ""

    def items(self, box: Box, colour: str, outline: float) -> tuple[Ink, ...]:
        """Return it in the middle of a box, in mm; its black in ``colour``.

        Where ``outline`` is not 0, all is lines of that width, as lasers draw them.
        """
        left, top, right, bottom = box
        scale = self._scale(right - left, bottom - top, outline)
        size = np.array([self.width, self.height]) * scale
        corner = (np.array([left + right, top + bottom]) - size) / 2
        return tuple(_item(shape, scale, corner, colour, outline) for shape in self.shapes)

    def scale_in(self, width: float, height: float) -> float:
        """Return how many times as large it fits a room in mm, drawn as lines and areas."""
        return self._scale(width, height, 0.0)

    def _scale(self, width: float, height: float, outline: float) -> float:
        """Return how many times as large it is drawn, so that lines made thicker stay within."""
        beyond, scale = 0.0, 0.0
        for _step in range(STEPS):
            room = max(width - 2 * beyond, 0.0), max(height - 2 * beyond, 0.0)
            scale = min(room[0] / self.width, room[1] / self.height)
            thicker = (_width(shape, scale, outline) - shape.width * scale for shape in self.shapes)
            beyond = max(thicker) / 2
        return scale


def _width(shape: DrawnPart, scale: float, outline: float) -> float:
    """Return how thick the lines of a part are drawn in mm, 0 for an area."""
    return outline or max(shape.width * scale, THINNEST_LINE_MM * bool(shape.width))


def _item(shape: DrawnPart, scale: float, corner: Points, colour: str, outline: float) -> Ink:
    points = np.concatenate(shape.rings) * scale + corner
    starts = np.cumsum([0, *map(len, shape.rings)])
    ink = colour if shape.colour == BLACK else shape.colour
    if not outline and not shape.width:
        return Polygons(points, starts, ink)
    closed = np.array(shape.closed, np.bool_)
    width = _width(shape, scale, outline)
    if outline:
        return Strokes(points, starts, closed, width, ink, "round")
    return Strokes(points, starts, closed, width, ink, shape.cap, join=shape.join)


def _reach(shape: DrawnPart) -> tuple[Points, Points]:
    """Return the least and the largest x and y of the ink of a part."""
    rings, beyond = shape.rings, shape.width / 2
    if shape.width and (shape.cap != "round" or shape.join != "round"):
        lines = map(PathLine, rings, shape.closed, shape.closed)
        rings = tuple(stroke_pieces(list(lines), StrokePen(shape.width, shape.cap, shape.join)))
        beyond = 0.0
    low = np.min([ring.min(axis=0) for ring in rings], axis=0)
    high = np.max([ring.max(axis=0) for ring in rings], axis=0)
    return low - beyond, high + beyond


def trim(name: str, shapes: Sequence[DrawnPart], goal: str = "") -> Motif:
    """Return shapes as large as 1 with nothing around their ink; raises ``UsageError``."""
    low, high = (np.stack(corners) for corners in zip(*map(_reach, shapes), strict=True))
    corner, size = low.min(axis=0), high.max(axis=0) - low.min(axis=0)
    scale = float(size.max())
    if not size.min() > scale / MAX_ASPECT:
        raise UsageError(_("it is too narrow for a picture."))
    fitted = tuple(
        replace(
            shape,
            rings=tuple((ring - corner) / scale for ring in shape.rings),
            width=shape.width / scale,
        )
        for shape in shapes
    )
    return Motif(name, float(size[0] / scale), float(size[1] / scale), fitted, goal)


@cache
def names() -> tuple[str, ...]:
    """Return the names of the program's drawings."""
    return tuple(sorted(file.stem for file in (icons_folder() / PICTURES).glob(f"*{SVG}")))


@cache
def drawing(name: str) -> Motif:
    data = (icons_folder() / PICTURES / f"{name}{SVG}").read_bytes()
    shapes, attributes = read_shapes(data)
    return trim(name, shapes, attributes.get("data-goal", ""))


def load_motif(path: Path) -> str:
    """Return what a page keeps of a picture: its name, or the text of a file.

    Raises ``UsageError`` that names the file.
    """
    name = str(path).strip().lower()
    if name in names():
        return name
    suffix = path.suffix.lower()
    if suffix in PIXELS:
        return load_logo(path)
    if not (suffix or path == STANDARD_INPUT or os.path.exists(path)):  # noqa: PTH110
        raise UsageError(_unknown(str(path)))
    try:
        data = bytes_of(path, MOST_BYTES)
        if suffix == SVG or data.lstrip().startswith(b"<"):
            return kept_text(data, path.name)
    except MazeError as error:
        text = _("Cannot use the drawing {file}: {reason}")
        raise UsageError(text.format(file=path.name, reason=error)) from None
    return load_logo(path, data)


def _unknown(name: str) -> str:
    text = _("There is no picture {name}. Choose one of {known}, or a file such as own.svg.")
    return text.format(name=quote_value(name), known=", ".join(names()))


def kept_text(data: bytes, name: str) -> str:
    """Return the text that a page keeps of an SVG; raises ``UsageError`` with the reason."""
    return text_of(trim(name, read_shapes(data)[0]))


def text_of(motif: Motif) -> str:
    """Return the text that a page keeps of a drawing; places are rounded to a ``SIDE``-th."""
    lines = [f"{motif.width * SIDE:.0f},{motif.height * SIDE:.0f}"]
    for shape in motif.shapes:
        for closed in (True, False):
            rings = [
                " ".join(f"{x},{y}" for x, y in np.rint(ring * SIDE).astype(np.int64).tolist())
                for ring, ends in zip(shape.rings, shape.closed, strict=True)
                if ends == closed
            ]
            if rings:
                look = (
                    f" {shape.cap} {shape.join}" if (shape.cap, shape.join) != ROUND_LINES else ""
                )
                lines.append(f"{shape.colour} {shape.width * SIDE:.0f} {closed:d}{look}")
                lines += rings
    return as_text("\n".join(lines).encode(), "svg+xml", motif.name)


@lru_cache(maxsize=8)
def _motif_of(text: str) -> Motif:
    """Return the drawing that a page keeps; raises ``UsageError``."""
    match = _KEPT.fullmatch(text) if len(text) <= MOST_TEXT else None
    try:
        lines = b64decode(match[2], validate=True).decode("ascii").split("\n") if match else []
        width, height = (int(number) for number in lines[0].split(","))
        shapes = _shapes(lines[1:])
        reach = max(float(ring.max()) for shape in shapes for ring in shape.rings)
        if not (match and min(width, height) > 0 and max(width, height, reach) <= 2 * SIDE):
            raise ValueError
    except (ValueError, IndexError):
        raise UsageError(_("The picture is damaged: choose it again.")) from None
    return Motif(unquote(match[1]), width / SIDE, height / SIDE, shapes)


def _shapes(lines: Sequence[str]) -> tuple[DrawnPart, ...]:
    """Return the shapes of the text; raises ``ValueError``."""
    shapes: list[tuple[str, float, bool, tuple[Cap, Join], list[Points]]] = []
    count = 0
    for line in lines:
        if head := _HEAD.fullmatch(line):
            look = cast("tuple[Cap, Join]", (head[4], head[5])) if head[4] else ROUND_LINES
            shapes.append((head[1], int(head[2]) / SIDE, head[3] == "1", look, []))
            continue
        if not _LINE.fullmatch(line) or not shapes:
            raise ValueError(line[:40])
        pairs = [pair.split(",") for pair in line.split(" ")]
        count += len(pairs)
        shapes[-1][-1].append(np.array(pairs, np.int64) / SIDE)
    if not shapes or count > MOST_POINTS or not all(rings for *_head, rings in shapes):
        raise ValueError
    return tuple(
        DrawnPart(tuple(rings), (closed,) * len(rings), colour, width, *look)
        for colour, width, closed, look, rings in shapes
    )


def motif_of(text: str) -> Motif | Logo:
    """Return what a page keeps: lines and areas, or pixels; raises ``UsageError``."""
    if text.startswith("data:image/svg"):
        return _motif_of(text)
    return logo_of(text) if text.startswith(DATA_URI) else drawing(text)


def check_motif(text: str) -> str:
    """Return the usual spelling of a picture, "" for the matching one; raises ``UsageError``."""
    if text.startswith("data:image/svg"):
        _motif_of(text)
        return text
    if text.startswith(DATA_URI):
        return check_logo(text)
    name = text.strip().lower()
    if name not in ("", *names()):
        raise UsageError(_unknown(text))
    return name


def label_of(text: str) -> str:
    """Return the name of a picture for users: that of its file, or of the drawing."""
    if text.startswith("data:image/svg"):
        match = _KEPT.match(text[:4000])
        return unquote(match[1]) if match else _("drawing")
    if text.startswith(DATA_URI):
        return name_of(text)
    return _(text[:1].upper() + text[1:]) if text else _("The one that goes with the start")
