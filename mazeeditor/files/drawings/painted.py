"""A drawing of dots or tiles is painted, and read as pictures are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.files import Expected, Project
from mazeeditor.files.drawings.line_drawing import Drawing, Lines
from mazeeditor.maze.geometry import Points

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

SIDE = 2400  # px of the longer side
MARGIN = 400  # px around the drawing
MIN_WIDTH_PX = 4.0  # px
OVERSAMPLING = 2  # times as fine as what is read, so that edges are soft


def painted_maze(
    drawing: Drawing, expected: Expected, job: Job, *, thorough: bool = True
) -> Project | None:
    """Return the maze that is seen in a painted drawing, None for none.

    A search that is not ``thorough`` takes a second or two, and only a grid that fits well: of
    drawings that lie on no lattice most are no mazes. Raises ``CancelledError``.
    """
    from mazeeditor.files.picture import project_of
    from mazeeditor.recognition.choices import Choices
    from mazeeditor.recognition.recognise import GOOD, MIN_FIT, recognise

    try:
        seen = recognise(_paint(drawing), Choices(cells=expected.cells), job, thorough=thorough)
    except MazeError:
        return None
    if seen.fit < (MIN_FIT if thorough else GOOD):  # though as many cells were asked for
        return None
    text = _("Read as a picture of the drawing, {rows} × {columns} cells")
    return project_of(seen, text.format(rows=seen.rows, columns=seen.columns))


def _paint(drawing: Drawing) -> Image:
    from PIL import Image, ImageDraw

    points = np.concatenate([lines.points for lines in drawing.lines] or [np.zeros((1, 2))])
    low, high = points.min(axis=0), points.max(axis=0)
    scale = SIDE / max(float((high - low).max()), 1e-9)
    width, height = (round(float(length) * scale) + 2 * MARGIN for length in high - low)
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    for lines in drawing.lines:
        _paint_lines(image, draw, lines, low, scale)
    return image.reduce(OVERSAMPLING)


def is_dotted(drawing: Drawing) -> bool:
    """Return whether most lines are dots: no lattice follows from what lies between these."""
    dots = total = 0
    for lines in drawing.lines:
        if not lines.look.filled:
            total += len(lines.closed)
            dots += int(np.count_nonzero(lines.sizes().max(axis=1) < lines.look.width / 4))
    return dots > total / 2


def _paint_lines(image: Image, draw: ImageDraw, lines: Lines, low: Points, scale: float) -> None:
    colour = _colour(lines.look.colour)
    pixels = (lines.points - low) * scale + MARGIN
    pieces = [
        pixels[start:end]
        for start, end in zip(lines.starts[:-1].tolist(), lines.starts[1:].tolist(), strict=True)
    ]
    if not lines.look.filled:
        width = max(MIN_WIDTH_PX, lines.look.width * scale)
        for piece, closed in zip(pieces, lines.closed.tolist(), strict=True):
            way = [*piece, piece[0]] if closed else [*piece]
            if float(np.ptp(piece, axis=0).max()) < width / 4:  # a dot
                x, y = piece.mean(axis=0)
                draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), colour)
            else:
                draw.line([tuple(place) for place in way], colour, round(width), "curve")
        return
    areas = [(_area(piece), piece) for piece in pieces if len(piece) > 2]
    for area, piece in sorted(areas, key=lambda one: -abs(one[0])):  # a hole after what it is in
        inside = _place_in(piece, area)
        is_hole = _is_within(image, inside) and image.getpixel(inside) == colour
        draw.polygon([tuple(place) for place in piece], "white" if is_hole else colour)


def _area(piece: Points) -> float:
    """Return the area of an outline float64[k, 2], below 0 for one that turns to the left."""
    x, y = piece.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _place_in(piece: Points, area: float) -> tuple[int, int]:
    """Return a pixel within an outline, beside the middle of its longest side."""
    sides = np.roll(piece, -1, axis=0) - piece
    longest = int(np.hypot(*sides.T).argmax())
    length = max(float(np.hypot(*sides[longest])), 1e-9)
    inward = np.array([-sides[longest][1], sides[longest][0]]) / length * np.sign(area)
    x, y = piece[longest] + sides[longest] / 2 + 1.5 * inward
    return int(x), int(y)


def _is_within(image: Image, place: tuple[int, int]) -> bool:
    return 0 <= place[0] < image.width and 0 <= place[1] < image.height


def _colour(name: str) -> tuple[int, int, int]:
    """Return a colour of a drawing in RGB, black for one that is not known."""
    from PIL import ImageColor

    try:
        red, green, blue = ImageColor.getrgb(name)[:3]
    except ValueError:
        return 0, 0, 0
    return red, green, blue
