"""The operators that paint pictures and forms."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any

from mazeeditor.core.translation import _
from mazeeditor.prepress.content.painter import LOOKED_UP, PagePainter, corners_of
from mazeeditor.prepress.content.paths import PagePath
from mazeeditor.prepress.document.colours import DEVICE_CMYK, DEVICE_GREY, DEVICE_RGB
from mazeeditor.prepress.document.language import IMAGE, INLINE, SHORT_KEYS
from mazeeditor.prepress.document.pictures import filters_of, label_of, size_of_picture
from mazeeditor.prepress.document.values import (
    Rectangle,
    UnreadError,
    entries,
    entry,
    items,
    kind_of,
    name,
    number,
    transformed,
)

_OBLONG = 4  # a single pixel so many times as long as it is wide is a line
_SPACES = {space.label: space for space in (DEVICE_GREY, DEVICE_RGB, DEVICE_CMYK)}


def paint_object(painter: PagePainter, operands: list[Any]) -> None:
    """``Do``: paint a picture or a form."""
    what = painter.resource("XObject", operands[-1])
    kind = name(entry(what, "Subtype"))
    if painter.concealed or painter.document.is_hidden(entry(what, "OC")):
        return
    if kind == "Image":
        _paint_image(painter, IMAGE, dict(entries(what)), what)
    elif kind == "Form":
        painter.paint_form(what, painter.state)
    elif kind == "PS":
        painter.ink.features.add("PostScript")
        raise UnreadError(_("it holds PostScript"))
    else:
        raise UnreadError(_("an object is of an unknown type"))


def paint_inline(painter: PagePainter, operands: list[Any]) -> None:
    """``BI``: paint a picture within the operators."""
    values = {SHORT_KEYS.get(key, key): value for key, value in operands[0].items()}
    _paint_image(painter, INLINE, values, None)


def _paint_image(painter: PagePainter, kind: str, values: Mapping[str, Any], stream: Any) -> None:
    where = painter.visible(transformed((0, 0, 1, 1), painter.state.ctm))
    if where is None:
        return
    painter.work(LOOKED_UP)
    painter.check(kind, None, values)
    filters = filters_of(values)
    width, height = size_of_picture(values)
    stencil = values.get("ImageMask") is True
    data = painter.document.picture(stream, filters) if stream is not None else None
    if data is not None and (data.width, data.height) != (width, height):
        raise UnreadError(_("the data of a picture have another size than it says"))
    if stencil:
        painter.used(painter.state.fill)
        painter.paint_pattern(painter.state.fill, where)
    elif not painter.uncoloured:
        space = values.get("ColorSpace")
        if space is None and filters[-1:] == ["JPXDecode"] and data is not None:
            own = _SPACES[label_of(data)]
            painter.use(painter.document.device(own, painter.resources))
        else:
            painter.use(painter.document.space(space, painter.resources))
    if not stencil and filters[-1:] != ["JPXDecode"] and not number(values.get("BitsPerComponent")):
        raise UnreadError(_("a picture has no bits"))
    _mark(painter, width, height, where)
    if stream is not None:
        _paint_others(painter, values, width * height, where)


def _mark(painter: PagePainter, width: int, height: int, where: Rectangle) -> None:
    """Record how coarse a picture is; one of a single pixel is an area, or a line."""
    a, b, c, d, _e, _f = painter.state.ctm
    across, up = hypot(a, b), hypot(c, d)
    plain = width * height <= 1 or not across or not up
    painter.ink.image(None if plain else 72 * min(width / across, height / up), where)
    if plain and min(across, up) * _OBLONG <= max(across, up) > 0:
        thin = abs(a * d - b * c) / max(across, up)
        outline = PagePath()
        outline.rectangles(corners_of(where), (1, 0, 0, 1, 0, 0))
        painter.ink.line(thin, where, None, outline)
    painter.through_clip(where)


def _paint_others(
    painter: PagePainter, values: Mapping[str, Any], pixels: int, where: Rectangle
) -> None:
    """Record the masks of a picture, and the pictures that printers may take in its place."""
    soft, mask = values.get("SMask"), values.get("Mask")
    if kind_of(soft) == "stream" or number(values.get("SMaskInData")) in (1, 2):
        painter.ink.features.add("transparency")
    if kind_of(soft) == "stream" and pixels <= 1:  # what is seen is the mask
        _mark(painter, *size_of_picture(dict(entries(soft))), where)
    if kind_of(mask) == "stream":
        _mark(painter, *size_of_picture(dict(entries(mask))), where)
    elif mask is not None and kind_of(mask) != "array":
        raise UnreadError(_("a picture has an unknown mask"))
    for other in items(values.get("Alternates")):
        picture = entry(other, "Image")
        inner = dict(entries(picture))
        inner.pop("Alternates", None)
        _paint_image(painter, IMAGE, inner, picture)
