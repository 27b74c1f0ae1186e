"""Comments, links and fields: what of them is printed with the page."""

from __future__ import annotations

from typing import Any

from mazeeditor.core.translation import _
from mazeeditor.prepress.content.painter import GraphicsState, PagePainter, corners_of
from mazeeditor.prepress.content.paths import PagePath
from mazeeditor.prepress.document.document import PdfPage
from mazeeditor.prepress.document.values import (
    UnreadError,
    box,
    entry,
    items,
    kind_of,
    matrix,
    multiplied,
    name,
    number,
    transformed,
)

HIDDEN, PRINTED = 0b10, 0b100  # flags of an annotation
_WITHOUT_PICTURE = {"Popup", "Link", "Sound", "FileAttachment", "Movie", "Screen", "Widget", "Text"}


def paint_annotations(painter: PagePainter, page: PdfPage) -> None:
    """Paint the annotations of a page that are printed; raises ``TooMuchError``."""
    every = entry(page.page, "Annots")
    if every is not None and kind_of(every) != "array":
        painter.ink.not_read(_("its comments are no array"))
    for one in items(every, None):
        painter.work(1)
        try:
            _paint(painter, page, one)
        except UnreadError as error:
            painter.ink.not_read(str(error))


def _paint(painter: PagePainter, page: PdfPage, one: Any) -> None:
    flags, kind = int(number(entry(one, "F"))), name(entry(one, "Subtype"))
    if flags & HIDDEN or not flags & PRINTED or kind == "Popup":
        return
    if painter.document.is_hidden(entry(one, "OC")):
        return
    picture, area = _picture(one), box(entry(one, "Rect"))
    state = GraphicsState(page.upright, page.visible)
    if picture is not None and area is not None:
        bounds = box(entry(picture, "BBox"))
        if bounds is None:
            raise UnreadError(_("the picture of a comment has no box"))
        around = transformed(bounds, matrix(entry(picture, "Matrix")))
        width, height = around[2] - around[0], around[3] - around[1]
        if width <= 0 or height <= 0:
            return
        across, up = (area[2] - area[0]) / width, (area[3] - area[1]) / height
        place = (across, 0, 0, up, area[0] - around[0] * across, area[1] - around[1] * up)
        state.ctm = multiplied(place, state.ctm)
        painter.resources, painter.state = page.resources, state
        painter.paint_form(picture, state)
    elif kind not in _WITHOUT_PICTURE:
        text = _("readers draw a comment ({kind}) each in its own way")
        raise UnreadError(text.format(kind=kind[:40]))
    elif area is not None and kind == "Link":
        width = _border(one)
        if width > 0:
            outline = PagePath()
            outline.rectangles(corners_of(area), page.upright)
            where = painter.ink.trim
            painter.ink.line(width, transformed(area, page.upright) or where, None, outline)


def _border(one: Any) -> float:
    """Return how thick the frame around a link is."""
    border = items(entry(one, "Border"))
    if len(border) > 2:
        return number(border[2])
    return number(entry(entry(one, "BS"), "W"), 1.0)


def _picture(one: Any) -> Any:
    """Return the form that an annotation looks like, None where it has none."""
    usual = entry(entry(one, "AP"), "N")
    if kind_of(usual) == "dictionary":
        state = name(entry(one, "AS"))
        usual = entry(usual, state) if state else None
    return usual if kind_of(usual) == "stream" else None
