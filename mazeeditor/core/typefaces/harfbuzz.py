"""Glyphs of a typeface: which of them a text needs, where they stand, and what they look like."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, printable
from mazeeditor.core.typefaces.typefaces import Face

Points = NDArray[np.float64]

STEPS = 12  # lines of a curve: nowhere off by a thousandth of an em
COLOURED_EM_PX = 256  # px: the em of a coloured glyph that is drawn from layers
REGULAR = 400  # the weight that variable typefaces are set to
CHARACTERS = 1  # the level of clusters at which each mark keeps its own


@dataclass(frozen=True)
class Glyph:
    """A glyph by its number; how far on it leads and how far aside it stands, in em, y up.

    ``cluster`` is where its characters begin in the text.
    """

    number: int
    advance: float
    x: float
    y: float
    cluster: int


@dataclass(frozen=True, eq=False)
class Image:
    """A coloured glyph as a PNG file, and its box in em, y up: left, top, width and height."""

    data: bytes
    left: float
    top: float
    width: float
    height: float


def library() -> Any:
    """Return HarfBuzz, which publishes no types."""
    return import_module("uharfbuzz")


@cache
def font_of(face: Face) -> Any:
    """Return the font of HarfBuzz; one of many weights is set to the regular one."""
    blob = library().Blob.from_file_path(str(face.path))
    font = library().Font(library().Face(blob, face.index))
    if font.face.has_var_data:
        font.set_variations({"wght": REGULAR})
    return font


def shaped(face: Face, text: str, rtl: bool, script: str, language: str) -> list[Glyph]:
    """Return the glyphs of a text of one script, from left to right.

    Raises ``UsageError`` if a typeface makes far too many of it.
    """
    font, buffer = font_of(face), library().Buffer()
    buffer.cluster_level = CHARACTERS
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    if script:
        buffer.script = script
    buffer.language = language or "und"  # else that of this computer's user
    try:
        library().shape(font, buffer, {})
    except MemoryError:  # what HarfBuzz has given up says so
        message = _("The typeface {name} is damaged: it turns a letter into too many.")
        raise UsageError(message.format(name=printable(face.path.name))) from None
    em = font.face.upem
    return [
        Glyph(info.codepoint, at.x_advance / em, at.x_offset / em, at.y_offset / em, info.cluster)
        for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    ]


def is_drawn(face: Face, character: str, *, outlines: bool) -> bool:
    """Whether a typeface has an outline, or unless only these will do a picture, of a character."""
    try:
        glyph = font_of(face).get_nominal_glyph(ord(character))
    except Exception:  # a damaged file
        return False
    if not glyph:
        return False
    return bool(rings_of(face, glyph)) or (not outlines and image_of(face, glyph) is not None)


@lru_cache(4096)
def rings_of(face: Face, glyph: int) -> tuple[Points, ...]:
    """Return the rings of a glyph in em, y up; curves are lines already."""
    rings: list[list[complex]] = []

    def to(*controls: float) -> None:
        """Go on to the last of the points along the Bezier curve that they control."""
        ring = rings[-1]
        points = [ring[-1], *map(complex, controls[::2], controls[1::2])]
        steps = STEPS if len(points) > 2 else 1
        ring += [_on_curve(points, (step + 1) / steps) for step in range(steps)]

    draw = library().DrawFuncs()
    draw.set_move_to_func(lambda x, y, _data: rings.append([complex(x, y)]))
    draw.set_line_to_func(lambda x, y, _data: to(x, y))
    draw.set_quadratic_to_func(lambda a, b, x, y, _data: to(a, b, x, y))
    draw.set_cubic_to_func(lambda a, b, c, d, x, y, _data: to(a, b, c, d, x, y))
    draw.set_close_path_func(lambda _data: None)
    font = font_of(face)
    font.draw_glyph(glyph, draw, None)
    em = font.face.upem
    arrays = [np.array(ring).view(np.float64).reshape(-1, 2) / em for ring in rings]
    return tuple(array for array in arrays if len(array) > 2)


def _on_curve(points: list[complex], share: float) -> complex:
    """Return the point of a Bezier curve at a share of it (de Casteljau)."""
    while len(points) > 1:
        points = [a + (b - a) * share for a, b in pairwise(points)]
    return points[0]


@lru_cache(1024)
def image_of(face: Face, glyph: int) -> Image | None:
    """Return a glyph in its colours, ``None`` where it has only an outline."""
    font = font_of(face)
    if font.face.has_color_png:
        return _bitmap(font, glyph)
    if font.face.has_color_layers or font.face.has_color_paint:
        return _paint(font, glyph)
    return None


def _bitmap(font: Any, glyph: int) -> Image | None:
    """Return the picture that the typeface holds."""
    blob, box = font.get_glyph_color_png(glyph), font.get_glyph_extents(glyph)
    if not blob or not blob.data or box is None or not box.width or not box.height:
        return None
    em = font.face.upem
    return Image(
        bytes(blob.data), box.x_bearing / em, box.y_bearing / em, box.width / em, -box.height / em
    )


def _paint(font: Any, glyph: int) -> Image | None:
    """Return a picture of layers and gradients; older versions of HarfBuzz draw none."""
    if not hasattr(library(), "RasterPaint"):
        return None
    from PIL import Image as Pillow

    paint, em = library().RasterPaint(), font.face.upem
    paint.scale_factor = (em / COLOURED_EM_PX, em / COLOURED_EM_PX)
    box = font.get_glyph_extents(glyph)
    if (
        box is None
        or not paint.set_glyph_extents(box)
        or not paint.paint_glyph_or_fail(font, glyph)
    ):
        return None
    image = paint.render()
    if image is None:
        return None
    area = image.extents
    size = area.width, area.height
    # rows from the bottom, and colours that are multiplied by how opaque they are
    picture = Pillow.frombuffer("RGBa", size, image.buffer, "raw", "BGRa", area.stride, -1)
    file = BytesIO()
    picture.convert("RGBA").save(file, "PNG")
    left, top = area.x_origin / COLOURED_EM_PX, (area.y_origin + area.height) / COLOURED_EM_PX
    return Image(
        file.getvalue(), left, top, area.width / COLOURED_EM_PX, area.height / COLOURED_EM_PX
    )
