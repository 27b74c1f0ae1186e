"""Pictures of outlines: of pixels, of an SVG, of closed lines in a DXF, or a text of signs.

A text is that of "Mazes for Programmers" (J. Buck, 2015), where ``X`` is no cell and ``.`` is one::

    X....X
    ......
    X....X
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mazeeditor.core.disk.file_kinds import DXF, kind_of
from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.dxf_entities import lines_of, read_entities
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.pictures import KEPT_PIXELS, MOST_BYTES, SUFFIXES, read_picture
from mazeeditor.core.translation import _, quote_value
from mazeeditor.maze.geometry import Points

if TYPE_CHECKING:
    from PIL import Image

FILES = (*SUFFIXES, ".dxf", ".txt")
SIDE = 2000  # px of the longer side of a drawing
TOLERANCE = 1e-6  # of the size of a drawing: ends that are nearer are joined
MOST_RINGS = 500  # closed lines, each of which is drawn as large as all
BLANK, CELL = "xX", "."


def read_outline(path: Path) -> Image.Image:
    """Return a picture that is dark where cells are; raises ``UsageError`` that names the file."""
    suffix = path.suffix.lower()
    if suffix not in (".dxf", ".txt"):
        return read_picture(path)
    try:
        data = bytes_of(path, MOST_BYTES)
        return _of_dxf(data) if suffix == ".dxf" or kind_of(data) == DXF else _of_text(data)
    except MazeError as error:
        text = _("Cannot read the outline {file}: {reason}")
        raise UsageError(text.format(file=quote_value(path.name), reason=error)) from None


def _of_text(data: bytes) -> Image.Image:
    """Return a picture with a pixel for each sign of a text."""
    from PIL import Image

    text = data.decode("utf-8-sig", "replace")
    lines = [line.rstrip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    for number, line in enumerate(lines, 1):
        if other := set(line) - {*BLANK, CELL}:
            message = _("line {number} has {sign}: X is no cell, and . is one.")
            raise UsageError(message.format(number=number, sign=quote_value(min(other))))
        if len(line) != len(lines[0]):
            message = _("line {number} has {count:,} signs, and the first one {first:,}.")
            known = {"number": number, "count": len(line), "first": len(lines[0])}
            raise UsageError(message.format(**known))
    if not any(CELL in line for line in lines):
        raise UsageError(_("it has no cell: X is no cell, and . is one."))
    if len(lines) * len(lines[0]) > KEPT_PIXELS:
        raise UsageError(_("it has more than {most:,} signs.").format(most=KEPT_PIXELS))
    pixels = [[0 if sign == CELL else 255 for sign in line] for line in lines]
    return Image.fromarray(np.array(pixels, np.uint8))


def _of_dxf(data: bytes) -> Image.Image:
    """Return what the closed lines of a DXF surround: within an odd number of these is dark."""
    from PIL import Image, ImageChops, ImageDraw

    found: list[tuple[Points, bool]] = []

    def take(entity: Any) -> None:
        found.extend(lines_of(entity))

    read_entities(data, take, Job())
    rings = list(_rings(found))
    if not rings:
        raise UsageError(_("it has no closed line, as which an outline must be drawn."))
    every = np.concatenate(rings)
    low, size = every.min(axis=0), np.ptp(every, axis=0)
    if not size.min() > size.max() / SIDE:
        raise UsageError(_("its outline is too narrow."))
    scale = SIDE / float(size.max())
    width, height = (max(1, round(float(one) * scale)) for one in size)
    inside = Image.new("1", (width, height), 0)
    for ring in rings:
        one = Image.new("1", inside.size, 0)
        places = ((ring - low) * scale - 0.5).tolist()
        ImageDraw.Draw(one).polygon(list(map(tuple, places)), fill=1)
        inside = ImageChops.logical_xor(inside, one)
    return ImageChops.invert(inside.convert("L"))


def _rings(lines: list[tuple[Points, bool]]) -> Iterator[Points]:
    """Yield closed lines, and those that open ones make whose ends meet; raises ``UsageError``."""
    if not lines:
        return
    every = np.concatenate([points for points, _closed in lines])
    near = max(float(np.ptp(every, axis=0).max()) * TOLERANCE, 1e-12)
    rings = [points for points, closed in lines if closed and len(points) > 2]
    rest = [points for points, closed in lines if not closed and len(points) > 1]
    ends: dict[tuple[int, int], list[int]] = {}
    for number, points in enumerate(rest):
        for end in (points[0], points[-1]):
            ends.setdefault(_key(end, near), []).append(number)
    used: set[int] = set()
    for number in range(len(rest)):
        ring = _chain(number, rest, ends, used, near)
        if ring is not None:
            rings.append(ring)
    if len(rings) > MOST_RINGS:
        text = _("it has more than {most:,} closed lines: keep those of the outline.")
        raise UsageError(text.format(most=MOST_RINGS))
    yield from rings


def _key(place: Points, near: float) -> tuple[int, int]:
    x, y = np.rint(place / near).astype(np.int64).tolist()
    return x, y


def _chain(
    first: int,
    lines: list[Points],
    ends: dict[tuple[int, int], list[int]],
    used: set[int],
    near: float,
) -> Points | None:
    """Return the ring that lines make which follow each other, None where they make none."""
    if first in used:
        return None
    used.add(first)
    parts, start, place = [lines[first]], _key(lines[first][0], near), lines[first][-1]
    while _key(place, near) != start:
        others = [one for one in ends[_key(place, near)] if one not in used]
        if len(others) != 1:
            return None
        used.add(others[0])
        line = lines[others[0]]
        if _key(line[0], near) != _key(place, near):
            line = line[::-1]
        parts.append(line[1:])
        place = line[-1]
    ring = np.concatenate(parts)[:-1]
    return ring if len(ring) > 2 else None
