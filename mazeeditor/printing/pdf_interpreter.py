"""Carries out the operators of a page as a printer does, and records what they paint.

Form XObjects, tiling patterns and inline images are followed; hidden layers, empty clips and
invisible text paint nothing.
"""

from __future__ import annotations

from copy import copy
from functools import partial
from math import hypot
from typing import Any

import numpy as np

from mazeeditor.printing.ink import Ink
from mazeeditor.printing.paths import PagePath, numbers_of, widened
from mazeeditor.printing.pdf_colours import DEVICE_CMYK, DEVICE_GREY, DEVICE_RGB, Space
from mazeeditor.printing.pdf_document import PdfDocument, PdfPage
from mazeeditor.printing.pdf_painter import Action, Colour, PagePainter
from mazeeditor.printing.pdf_text import TEXT_ACTIONS
from mazeeditor.printing.pdf_tokens import CURVES, LINES
from mazeeditor.printing.pdf_values import (
    box,
    common,
    entries,
    entry,
    matrix,
    moved,
    name,
    number,
    times,
)

RUN = 8  # points of a run take as long as an operator
_EFFECTS = {"TR": "transfer functions", "TR2": "transfer functions", "HTP": "halftones"}


def paint_page(document: PdfDocument, page: PdfPage, ink: Ink) -> None:
    """Paint a page into ``ink``; raises ``MazeError`` for one that is too much work."""
    painter = PagePainter(document, ink, _ACTIONS)
    painter.page(document.content_of_page(page), page.resources, page.upright, page.visible)


def _transform(painter: PagePainter, operands: list[Any]) -> None:
    a, b, c, d, e, f = numbers_of(operands, 6)
    painter.state.ctm = times((a, b, c, d, e, f), painter.state.ctm)


def _set_width(painter: PagePainter, operands: list[Any]) -> None:
    painter.state.line_width = abs(numbers_of(operands, 1)[0])


def _set_effects(painter: PagePainter, operands: list[Any]) -> None:
    effects = painter.resource("ExtGState", operands[-1])
    state = painter.state
    for key, value in entries(effects):
        if key == "LW":
            state.line_width = abs(number(value))
        elif key == "ca":
            state.fill_alpha = number(value, 1.0)
        elif key == "CA":
            state.stroke_alpha = number(value, 1.0)
        elif key == "Font":
            font, size = list(value)
            state.font, state.size = painter.document.font(font), number(size)
        elif key in _EFFECTS and name(value) not in ("Default", "Identity"):
            painter.ink.features.add(_EFFECTS[key])
    mask, blend = entry(effects, "SMask"), entry(effects, "BM")
    masked = mask is not None and name(mask) != "None"
    blended = blend is not None and name(blend) not in ("Normal", "Compatible")
    if masked or blended or min(state.fill_alpha, state.stroke_alpha) < 1:
        painter.ink.features.add("transparency")


# colours


def _device(space: Space, stroke: bool, painter: PagePainter, operands: list[Any]) -> None:
    _choose(painter, Colour(space, tuple(numbers_of(operands, space.parts))), stroke)


def _space(stroke: bool, painter: PagePainter, operands: list[Any]) -> None:
    space = painter.document.space(operands[-1], painter.resources)
    _choose(painter, Colour(space, space.initial), stroke)


def _colour(stroke: bool, painter: PagePainter, operands: list[Any]) -> None:
    space = (painter.state.stroke if stroke else painter.state.fill).space
    values = tuple(one for one in operands if isinstance(one, float))
    pattern = painter.resource("Pattern", operands[-1]) if space.pattern else None
    _choose(painter, Colour(space, values, pattern), stroke)


def _choose(painter: PagePainter, colour: Colour, stroke: bool) -> None:
    if stroke:
        painter.state.stroke = colour
    else:
        painter.state.fill = colour


# paths


def _lines(painter: PagePainter, operands: list[Any]) -> None:
    painter.path.lines(operands[0], painter.state.ctm)
    painter.work(len(operands[0]) // RUN)


def _curves(painter: PagePainter, operands: list[Any]) -> None:
    painter.path.curves(operands[0], painter.state.ctm)
    painter.work(len(operands[0]) // RUN)


def _first_curve(painter: PagePainter, operands: list[Any]) -> None:
    """``v``: a curve whose first handle is where it begins."""
    x, y, end_x, end_y = numbers_of(operands, 4)
    begin = painter.path.last or (x, y)
    painter.path.curves(np.array([[*begin, x, y, end_x, end_y]]), painter.state.ctm)


def _last_curve(painter: PagePainter, operands: list[Any]) -> None:
    """``y``: a curve whose second handle is where it ends."""
    x, y, end_x, end_y = numbers_of(operands, 4)
    painter.path.curves(np.array([[x, y, end_x, end_y, end_x, end_y]]), painter.state.ctm)


def _rectangle(painter: PagePainter, operands: list[Any]) -> None:
    x, y, width, height = numbers_of(operands, 4)
    painter.path.rectangle(x, y, width, height, painter.state.ctm)


def _clip(painter: PagePainter, _operands: list[Any]) -> None:
    painter.clipping = True


def _draw(fill: bool, stroke: bool, painter: PagePainter, _operands: list[Any]) -> None:
    path, state = painter.path, painter.state
    clipping, painter.path, painter.clipping = painter.clipping, PagePath(), False
    if not path:
        return
    if fill:
        _fill(painter, path)
    if stroke:
        _stroke(painter, path)
    if clipping:
        state.clip = common(state.clip, path.box)


def _fill(painter: PagePainter, path: PagePath) -> None:
    where = painter.visible(path.box)
    if where is None:
        return
    colour = painter.state.fill
    tint = painter.used(colour, painter.state.fill_alpha)
    if path.thinnest is not None and colour.pattern is None:
        painter.ink.line(path.thinnest, where, tint)
    painter.ink.area(where, tint)
    painter.paint_pattern(colour, where)


def _stroke(painter: PagePainter, path: PagePath) -> None:
    state = painter.state
    where = painter.visible(widened(path.box, state.line_width, state.ctm))
    if where is not None:
        tint = painter.used(state.stroke, state.stroke_alpha)
        painter.ink.line(path.line_width(state.line_width, state.ctm), where, tint)
        painter.paint_pattern(state.stroke, where)


def _shading(painter: PagePainter, operands: list[Any]) -> None:
    where = painter.visible(painter.state.clip)
    if where is not None:
        painter.shade(painter.resource("Shading", operands[-1]))
        painter.ink.area(where, None)


# images, forms and layers


def _object(painter: PagePainter, operands: list[Any]) -> None:
    what = painter.resource("XObject", operands[-1])
    kind = name(entry(what, "Subtype"))
    if painter.concealed or painter.document.is_hidden(entry(what, "OC")):
        return
    if kind == "Image":
        if name(entry(entry(what, "SMask"), "Subtype")) == "Image":
            painter.ink.features.add("transparency")
        _paint_image(painter, dict(entries(what)))
    elif kind == "Form":
        _paint_form(painter, what)
    elif kind == "PS":
        painter.ink.features.add("PostScript")


def _paint_form(painter: PagePainter, form: Any) -> None:
    state = copy(painter.state)
    state.ctm = times(matrix(entry(form, "Matrix")), state.ctm)
    area = box(entry(form, "BBox"))
    if area is not None:
        state.clip = common(state.clip, moved(area, state.ctm))
    if painter.visible(state.clip) is not None:
        painter.enter(form, state)


def _paint_image(painter: PagePainter, values: dict[str, Any]) -> None:
    a, b, c, d, _e, _f = painter.state.ctm
    where = painter.visible(moved((0, 0, 1, 1), painter.state.ctm))
    if where is None:
        return
    if values.get("ImageMask", values.get("IM")) is True:
        painter.used(painter.state.fill)
        painter.paint_pattern(painter.state.fill, where)
    else:
        space = values.get("ColorSpace", values.get("CS"))
        painter.use(painter.document.space(space, painter.resources))
    width, height = (
        number(values.get(long, values.get(short)))
        for long, short in (("Width", "W"), ("Height", "H"))
    )
    across, up = hypot(a, b), hypot(c, d)
    plain = width * height <= 1 or not across or not up  # one pixel is an area
    painter.ink.image(None if plain else 72 * min(width / across, height / up), where)


def _inline(painter: PagePainter, operands: list[Any]) -> None:
    _paint_image(painter, operands[0])


def _begin_marked(painter: PagePainter, operands: list[Any]) -> None:
    hidden = False
    if len(operands) > 1 and operands[-2] == "OC":
        hidden = painter.document.is_hidden(painter.resource("Properties", operands[-1]))
    painter.mark(hidden)


def _end_marked(painter: PagePainter, _operands: list[Any]) -> None:
    painter.unmark()


def _colour_actions() -> dict[bytes, Action]:
    actions: dict[bytes, Action] = {}
    pairs = {DEVICE_GREY: (b"g", b"G"), DEVICE_RGB: (b"rg", b"RG"), DEVICE_CMYK: (b"k", b"K")}
    for stroke in (False, True):
        for space, names in pairs.items():
            actions[names[stroke]] = partial(_device, space, stroke)
        actions[(b"cs", b"CS")[stroke]] = partial(_space, stroke)
        actions[(b"sc", b"SC")[stroke]] = partial(_colour, stroke)
        actions[(b"scn", b"SCN")[stroke]] = partial(_colour, stroke)
    return actions


_ACTIONS: dict[bytes, Action] = {
    **TEXT_ACTIONS,
    **_colour_actions(),
    **dict.fromkeys((b"f", b"F", b"f*"), partial(_draw, True, False)),
    **dict.fromkeys((b"S", b"s"), partial(_draw, False, True)),
    **dict.fromkeys((b"B", b"B*", b"b", b"b*"), partial(_draw, True, True)),
    **dict.fromkeys((b"W", b"W*"), _clip),
    **dict.fromkeys((b"BDC", b"BMC"), _begin_marked),
    b"n": partial(_draw, False, False),
    b"q": lambda painter, _operands: painter.save(),
    b"Q": lambda painter, _operands: painter.restore(),
    b"cm": _transform,
    b"w": _set_width,
    b"gs": _set_effects,
    LINES: _lines,
    CURVES: _curves,
    b"v": _first_curve,
    b"y": _last_curve,
    b"re": _rectangle,
    b"sh": _shading,
    b"Do": _object,
    b"BI": _inline,
    b"EMC": _end_marked,
}
