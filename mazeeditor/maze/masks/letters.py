"""A mask from a text: a maze in the shape of a word, in any script and typeface.

Letters are spaced wider than in print, where they nearly touch, so that each is a piece of maze of
its own. In scripts whose letters join, or that run from right to left, a line is drawn as a whole.
"""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import floor
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import numpy as np

from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Label
from mazeeditor.core.translation import _, quote_value
from mazeeditor.core.typefaces.chosen_typeface import (
    CHOSEN,
    chosen_face,
    find_typeface,
    replaced_typeface,
)
from mazeeditor.core.typefaces.harfbuzz import rings_of
from mazeeditor.core.typefaces.shaping import (
    VIRAMA,
    Lettering,
    clusters,
    glyphs_of,
    missing_in,
    runs,
)
from mazeeditor.core.typefaces.typefaces import BUNDLED, Face, face, face_of, read_names
from mazeeditor.maze.masks import Stencil, mask, stencil_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image, ImageFont
from math import ceil, sqrt

from numpy.typing import NDArray

HEIGHT = 160  # pixels of a letter: more than a printed maze has cells
OVERSAMPLING = 4  # pixels, across, of which one is reckoned
LEFTWARDS = ("R", "AL")  # Hebrew and the like, Arabic and the like
MAX_CHARACTERS = 200  # characters


THICKNESS = {"regular": 0, "bold": HEIGHT // 32, "heavy": HEIGHT // 14}  # px around letters


def _needs(options: Mapping[str, Any]) -> tuple[float, float]:
    return _least_cells(options["text"], options["typeface"], options["weight"])


@lru_cache(maxsize=16)
def _least_cells(text: str, typeface: str, weight: str) -> tuple[float, float]:
    """Return the least width and height in cells in which a text can be read."""
    ink = np.asarray(_ink(text, typeface, weight)) >= 128
    cell = pixels_a_cell(ink)
    return ink.shape[1] / cell, ink.shape[0] / cell


@mask("text", _("Text"), order=9, needs=_needs)
def text(
    *,
    text: Annotated[str, _("text whose letters are the outline; \\n begins a new line")] = "",
    typeface: Annotated[
        str, CHOSEN, _("typeface of the letters: its name, such as DejaVu Serif, or its file")
    ] = "",
    weight: Annotated[
        Literal["regular", "bold", "heavy"],
        Label(_("Thickness")),
        _("thickness of the letters"),
    ] = "bold",
) -> Stencil:
    """The letters of a text."""
    return stencil_of(_ink(text, typeface, weight), 0.5)


@lru_cache(maxsize=4)
def _ink(text: str, typeface: str, weight: str) -> Image.Image:
    """Return the picture of a text, which is only read: one is cut to many mazes."""
    return draw_lines(_check(text), typeface, THICKNESS[weight])


def _check(text: str) -> list[str]:
    """Return the lines of a text; raises ``UsageError`` if there are none, or too many."""
    lines = _lines(text)
    if not any(lines):
        raise UsageError(_("Write the text for the outline."))
    length = sum(map(len, lines))
    if length > MAX_CHARACTERS:
        raise UsageError(
            _("The text has {length:,} characters, more than {most:,}.").format(
                length=length, most=MAX_CHARACTERS
            )
        )
    return lines


def _lines(text: str) -> list[str]:
    """Return the lines of a text: accents composed with their letters, no invisible characters."""
    plain = unicodedata.normalize("NFC", text.replace("\\n", "\n").replace("\t", " ").strip())
    return [
        "".join(
            character for character in line if unicodedata.category(character) not in ("Cc", "Cs")
        ).strip()
        for line in plain.splitlines()[: MAX_CHARACTERS + 1]
    ]


def draw_lines(lines: list[str], typeface: str, thick: int) -> Image.Image:
    """Return the lines as a picture in grey, light where a letter is and ``thick`` px around it.

    ``typeface`` is the name of one; "" chooses for each letter one that has it, and so does a name
    that this computer lacks, with a warning in the log. Raises ``UsageError``.
    """
    from PIL import Image

    chosen = _chosen_face(typeface)
    rows = [_row(line, typeface, chosen, thick) for line in lines]
    spacing, step = 2 * thick + HEIGHT // 12, HEIGHT * 5 // 4 + 2 * thick
    widths = [sum(piece.width + spacing for piece in row) for row in rows]
    size = round(max(widths)) + HEIGHT, step * len(lines) + 2 * HEIGHT
    ink = Image.new("L", size, 0)
    for number, (row, width) in enumerate(zip(rows, widths, strict=True)):
        x = (size[0] - width + spacing) / 2
        for piece in row:
            piece.draw(ink, round(x), number * step + HEIGHT * 3 // 2)
            x += piece.width + spacing
    box = ink.getbbox()
    if box is None:
        raise UsageError(_("The text {text} leaves no mark.").format(text=quote_value(lines[0])))
    return ink.crop(box)


class Piece(NamedTuple):
    """What is drawn at once: its width in px, and what draws it with its origin at a pixel."""

    width: float
    draw: Callable[[Image.Image, int, int], None]


def _row(line: str, typeface: str, chosen: Face | None, thick: int) -> list[Piece]:
    """Return the pieces of a line: each letter with its accents, or the whole line."""
    joins = any(_joins(character) for character in line)
    seen = "".join(character for character in line if not _invisible(character))
    parts = [line] if joins else clusters(seen)
    return [
        _letter(part, _face_for(part, chosen), thick)
        if len(part) == 1
        else _shape(part, typeface if chosen else "", chosen, thick)
        for part in parts
    ]


def _letter(character: str, held: Face, thick: int) -> Piece:
    """Return a letter of one character, whose width is known without rounding to pixels."""
    from PIL import ImageDraw

    font = _font(held)

    def draw(ink: Image.Image, x: int, y: int) -> None:
        ImageDraw.Draw(ink).text((x, y), character, 255, font, anchor="ls", stroke_width=thick)

    return Piece(floor(held.advances[character] * HEIGHT * 64 + 0.5) / 64, draw)


def _shape(text: str, typeface: str, chosen: Face | None, thick: int) -> Piece:
    """Return a text as HarfBuzz shapes it, the same on each system; Pillow's Raqm is not on all."""
    lettering = Lettering(typeface, outlines=True)
    _face_for(text if chosen else "".join(missing_in(text, lettering)), chosen)  # what is lacking
    parts = [(run.face, glyph) for run in runs(text, lettering) for glyph in glyphs_of(run)]

    def draw(ink: Image.Image, x: int, y: int) -> None:
        pen = float(x)
        for held, glyph in parts:
            corner = pen + glyph.x * HEIGHT, y - glyph.y * HEIGHT
            rings = [ring * (HEIGHT, -HEIGHT) + corner for ring in rings_of(held, glyph.number)]
            if rings:
                _fill(ink, rings, thick)
            pen += glyph.advance * HEIGHT

    return Piece(sum(glyph.advance for _face, glyph in parts) * HEIGHT, draw)


def _fill(ink: Image.Image, rings: list[NDArray[np.float64]], thick: int) -> None:
    """Add a glyph to a picture: its rings in px, whose direction tells letters from their holes."""
    from PIL import Image, ImageChops, ImageDraw

    points = np.concatenate(rings)
    left, top = (int(side) - thick - 1 for side in np.floor(points.min(axis=0)))
    right, bottom = (int(side) + thick + 1 for side in np.ceil(points.max(axis=0)))
    fine = Image.new("L", ((right - left) * OVERSAMPLING, (bottom - top) * OVERSAMPLING), 0)
    pen = ImageDraw.Draw(fine)
    areas = [_area(ring) for ring in rings]
    outward = max(areas, key=abs) > 0
    order = sorted(range(len(rings)), key=lambda number: -abs(areas[number]))
    shapes = [list(map(tuple, (rings[number] - (left, top)) * OVERSAMPLING)) for number in order]
    for number, shape in zip(order, shapes, strict=True):
        pen.polygon(shape, 255 if (areas[number] > 0) == outward else 0)
    for shape in shapes if thick else ():
        pen.line([*shape, shape[0]], 255, 2 * thick * OVERSAMPLING)
        for point in shape:  # the corners, of which lines leave out a part
            pen.circle(point, thick * OVERSAMPLING, 255)
    box = left, top, right, bottom
    ink.paste(ImageChops.lighter(ink.crop(box), fine.reduce(OVERSAMPLING)), box)


def _area(ring: NDArray[np.float64]) -> float:
    """Return twice the area of a ring, below 0 where it runs the other way round."""
    after = np.roll(ring, -1, axis=0)
    return float(np.sum(ring[:, 0] * after[:, 1] - ring[:, 1] * after[:, 0]))


def _joins(character: str) -> bool:
    """Whether a character belongs to a script whose letters join or run from right to left."""
    return (
        unicodedata.bidirectional(character) in LEFTWARDS
        or unicodedata.category(character) == "Mc"
        or unicodedata.combining(character) == VIRAMA
    )


def _invisible(character: str) -> bool:
    """Whether a character only controls how others are set, as a mark for the direction does."""
    return unicodedata.category(character) == "Cf"


def _face_for(run: str, chosen: Face | None) -> Face:
    """Return the chosen typeface, or one that has all of a run; raises ``UsageError``."""
    visible = [character for character in run if character != " " and not _invisible(character)]
    others = [] if chosen else [other for character in visible if (other := face_of(character))]
    first = chosen or face(BUNDLED)
    for candidate in (first, *others):
        if all(character in candidate.advances for character in visible):
            return candidate
    if chosen is None:
        missing = next((character for character in visible if not face_of(character)), run)
        message = _("No typeface here has {character}: choose one that has.")
        raise UsageError(message.format(character=quote_value(missing)))
    missing = next(character for character in visible if character not in chosen.advances)
    raise UsageError(
        _("The typeface {name} has no {character}: choose another one.").format(
            name=chosen.path.name, character=quote_value(missing)
        )
    )


def _chosen_face(typeface: str) -> Face | None:
    chosen = chosen_face(typeface)
    if chosen is None and isinstance(typeface, NamedFile):
        find_typeface(typeface)  # raises what is wrong with it
    if chosen is None and (text := replaced_typeface(typeface)):
        logging.getLogger(__name__).warning(text)
    return chosen


@cache
def _font(held: Face) -> ImageFont.FreeTypeFont:
    """Return the letters of a typeface; raises ``UsageError`` where it has pictures instead."""
    from PIL import ImageFont

    try:
        return ImageFont.truetype(str(held.path), HEIGHT, held.index)
    except OSError as error:
        message = _("Cannot read the typeface {name}: it is damaged, or not TrueType or OpenType.")
        if any(typeface.coloured for typeface in read_names(held.path)):
            message = _(
                "The typeface {name} has coloured pictures, and such emoji can be neither walls "
                "nor outlines: choose a typeface with outlines, such as Noto Emoji, or other signs."
            )
        raise UsageError(message.format(name=held.path.name)) from error


Bools = NDArray[np.bool_]

STROKE, GAP = 2, 1  # cells, at the least
KEPT_INK = 0.8  # of the ink that an opening leaves: thin joins and serifs may get lost
CLOSED = 0.03  # of the ink, by which it may grow: the ends of narrow notches may close
MOST_PIXELS = 500_000  # that are measured; larger pictures are made smaller first
MAX_STROKE_PIXELS = 80  # pixels of a square: the stroke of a letter, at the most


def pixels_a_cell(ink: Bools) -> float:
    """Return how many pixels wide a cell is at the most, for ink bool[height, width]."""
    step = max(1, round(sqrt(ink.size / MOST_PIXELS)))
    ink = ink[::step, ::step]
    marks = int(ink.sum())
    stroke = _last(lambda side: _open_ink(ink, side).sum() >= KEPT_INK * marks, MAX_STROKE_PIXELS)
    most = max(1, ceil(stroke * GAP / STROKE))  # wider gaps do not matter
    paper = ~np.pad(ink, most)
    bare = int(paper.sum())
    gap = _last(lambda side: bare - _open_ink(paper, side).sum() <= CLOSED * marks, most)
    return step * min(stroke / STROKE, gap / GAP)


def _last(holds: Callable[[int], bool], most: int) -> int:
    """Return the largest side from 1 to ``most`` for which something holds, as for smaller ones."""
    low, high = 1, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def _open_ink(ink: Bools, side: int) -> Bools:
    """Return what squares of ink with so many pixels a side cover; ink ends at the border."""
    eroded = _sums(np.pad(ink, side), side) == side * side
    dilated = _sums(np.pad(eroded, side - 1), side) > 0
    result: Bools = dilated[side:-side, side:-side]
    return result


def _sums(ink: Bools, side: int) -> NDArray[np.int32]:
    """Return how many pixels of ink each square has, int32[height - side + 1, ...]."""
    sums = np.pad(ink.cumsum(0, np.int32).cumsum(1, np.int32), ((1, 0), (1, 0)))
    result: NDArray[np.int32] = (
        sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    )
    return result
