"""Carries out the operators of a page as a printer does, and records what they paint.

Form XObjects, tiling patterns, soft masks, glyphs of Type 3, comments and inline images are
followed; hidden layers, empty clips and invisible text paint nothing. Whatever is not understood is
recorded in ``Ink.unread``.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from mazeeditor.core.translation import _
from mazeeditor.prepress.content.annotations import paint_annotations
from mazeeditor.prepress.content.images import paint_inline, paint_object
from mazeeditor.prepress.content.ink import Ink
from mazeeditor.prepress.content.painter import PAINTED, Action, ClipShape, PagePainter
from mazeeditor.prepress.content.paths import PagePath, numbers_of, widened
from mazeeditor.prepress.content.text import TEXT_ACTIONS
from mazeeditor.prepress.content.tokens import CURVES, LINES, RECTANGLES
from mazeeditor.prepress.document.colours import DEVICE_CMYK, DEVICE_GREY, DEVICE_RGB, Colour, Space
from mazeeditor.prepress.document.document import PdfDocument, PdfPage, TooMuchError
from mazeeditor.prepress.document.language import GRAPHICS_STATE, HARMLESS_OPERATORS, SOFT_MASK
from mazeeditor.prepress.document.values import (
    UnreadError,
    entries,
    entry,
    intersection,
    items,
    kind_of,
    multiplied,
    name,
    number,
)

RUN = 8  # points of a run take as long as an operator
MOST_SHAPES = 50  # clips in each other that are measured
_FARTHEST = 1e12  # of a matrix, in points
_ENDS = {"LC": "cap", "LJ": "join", "ML": "limit"}
_EFFECTS = {
    "TR": "transfer functions",
    "TR2": "transfer functions",
    "HTP": "halftones",
}


def paint_page(document: PdfDocument, page: PdfPage, ink: Ink) -> None:
    """Paint a page into ``ink``."""
    painter = PagePainter(document, ink, ACTIONS)
    try:
        content = painter.content_of_page(page.page)
        painter.page(content, page.resources, page.upright, page.visible)
        paint_annotations(painter, page)
        painter.areas.measure()
    except TooMuchError as error:
        ink.not_read(str(error))


def _transform(painter: PagePainter, operands: list[Any]) -> None:
    a, b, c, d, e, f = operands
    ctm = multiplied((a, b, c, d, e, f), painter.state.ctm)
    if not max(map(abs, ctm)) < _FARTHEST:
        raise UnreadError(_("a matrix has numbers that are too large"))
    painter.state.ctm = ctm


def _set_width(painter: PagePainter, operands: list[Any]) -> None:
    painter.state.line_width = abs(numbers_of(operands, 1)[0])


def _set_ends(part: str, painter: PagePainter, operands: list[Any]) -> None:
    painter.state.ends = replace(painter.state.ends, **{part: operands[0]})


def _set_effects(painter: PagePainter, operands: list[Any]) -> None:
    effects = painter.resource("ExtGState", operands[-1])
    if kind_of(effects) != "dictionary":
        raise UnreadError(_("a graphics state is no dictionary"))
    painter.check(GRAPHICS_STATE, effects)
    state, features = painter.state, painter.ink.features
    for key, value in entries(effects):
        if key == "LW":
            state.line_width = abs(_figure(value))
        elif key in _ENDS:
            _set_ends(_ENDS[key], painter, [_figure(value)])
        elif key == "ca":
            state.fill_alpha = _figure(value)
        elif key == "CA":
            state.stroke_alpha = _figure(value)
        elif key == "Font":
            font, size = items(value)
            state.font, state.size = painter.document.font(font), number(size)
        elif key in _EFFECTS and name(value) not in ("Default", "Identity"):
            features.add(_EFFECTS[key])
        elif key == "BM":
            modes = [name(value)] if name(value) else [name(one) for one in items(value)]
            if any(mode not in ("Normal", "Compatible") for mode in modes):
                features.add("transparency")
    mask = entry(effects, "SMask")
    masked = mask is not None and name(mask) != "None"
    if masked or min(state.fill_alpha, state.stroke_alpha) < 1:
        features.add("transparency")
    if masked:
        painter.check(SOFT_MASK, mask)
        painter.paint_mask(entry(mask, "G"))


def _figure(value: Any) -> float:
    """Return a number; raises ``UnreadError``."""
    result = number(value, -1.0)
    if result == -1.0:
        raise UnreadError(_("a graphics state has something else than a number"))
    return result


# colours


def _device(space: Space, stroke: bool, painter: PagePainter, operands: list[Any]) -> None:
    usual = painter.document.device(space, painter.resources)
    _choose(painter, Colour(usual, tuple(operands)), stroke)


def _space(stroke: bool, painter: PagePainter, operands: list[Any]) -> None:
    space = painter.document.space(operands[-1], painter.resources)
    _choose(painter, Colour(space, space.initial), stroke)


def _colour(stroke: bool, painter: PagePainter, operands: list[Any]) -> None:
    if painter.uncoloured:
        return
    space = (painter.state.stroke if stroke else painter.state.fill).space
    values = tuple(one for one in operands if isinstance(one, float))
    pattern = painter.resource("Pattern", operands[-1]) if space.pattern else None
    if len(values) != len(operands) - space.pattern or len(values) != space.parts:
        raise UnreadError(_("a colour has other parts than its space"))
    _choose(painter, Colour(space, values, pattern), stroke)


def _choose(painter: PagePainter, colour: Colour, stroke: bool) -> None:
    if painter.uncoloured:
        return
    if stroke:
        painter.state.stroke = colour
    else:
        painter.state.fill = colour


# paths


def _lines(painter: PagePainter, operands: list[Any]) -> None:
    painter.path.lines(operands[0], painter.state.ctm)
    painter.work(len(operands[0]) // RUN)


def _point(kind: int, painter: PagePainter, operands: list[Any]) -> None:
    painter.path.lines(np.array([[*operands, kind]], np.float64), painter.state.ctm)


def _close(painter: PagePainter, _operands: list[Any]) -> None:
    painter.path.close(painter.state.ctm)


def _curves(painter: PagePainter, operands: list[Any]) -> None:
    painter.path.curves(operands[0], painter.state.ctm)
    painter.work(len(operands[0]) // RUN)


def _curve(painter: PagePainter, operands: list[Any]) -> None:
    painter.path.curves(np.array([operands]), painter.state.ctm)


def _first_curve(painter: PagePainter, operands: list[Any]) -> None:
    """``v``: a curve whose first handle is where it begins."""
    x, y, end_x, end_y = operands
    begin = painter.path.last or (x, y)
    _curve(painter, [*begin, x, y, end_x, end_y])


def _last_curve(painter: PagePainter, operands: list[Any]) -> None:
    """``y``: a curve whose second handle is where it ends."""
    x, y, end_x, end_y = operands
    _curve(painter, [x, y, end_x, end_y, end_x, end_y])


def _rectangles(painter: PagePainter, operands: list[Any]) -> None:
    painter.path.rectangles(operands[0], painter.state.ctm)
    painter.work(len(operands[0]) // RUN)


def _rectangle(painter: PagePainter, operands: list[Any]) -> None:
    painter.path.rectangles(np.array([operands]), painter.state.ctm)


def _clip(rule: str, painter: PagePainter, _operands: list[Any]) -> None:
    painter.clipping = rule


def _draw(fill: str, stroke: bool, painter: PagePainter, _operands: list[Any]) -> None:
    """Paint the path: ``fill`` is "nonzero", "evenodd" or "" for not at all."""
    path, state = painter.path, painter.state
    clipping, painter.path, painter.clipping = painter.clipping, PagePath(), ""
    if not path:
        return
    painter.work(PAINTED)
    if fill:
        _fill(painter, path, fill == "evenodd", stroke)
    if stroke:
        _stroke(painter, path)
    if clipping:
        state.clip = intersection(state.clip, path.box)
        if not path.is_rectangle or path.thinnest is not None:
            state.shapes = (*state.shapes, ClipShape(path, clipping == "evenodd"))[-MOST_SHAPES:]


def _fill(painter: PagePainter, path: PagePath, even_odd: bool, outlined: bool) -> None:
    where = painter.visible(path.box)
    if where is None:
        return
    colour = painter.state.fill
    tint = painter.used(colour, painter.state.fill_alpha)
    seen = colour.is_tiled or painter.ink.area(where, tint)  # tiles record what they paint
    if seen and not outlined:  # the line around an area makes it thicker
        if path.thinnest is not None:
            painter.ink.thin_area(path.thinnest, where)
        painter.areas.add(path, even_odd, where)
    painter.through_clip(where)
    painter.paint_pattern(colour, where)


def _stroke(painter: PagePainter, path: PagePath) -> None:
    state = painter.state
    width, by = state.line_width, state.ctm
    area = widened(path.box, width, by)
    if not painter.ink.is_within(state.ends.farthest(path.box, width, by)):
        area = state.ends.covered(path, width, by)
    where = painter.visible(area)
    if where is not None:
        tint = painter.used(state.stroke, state.stroke_alpha)
        if state.stroke.is_tiled:
            painter.ink.thin_area(path.line_width(width, by), where)
        else:
            painter.ink.line(path.line_width(width, by), where, tint, path)
        painter.through_clip(where)
        painter.paint_pattern(state.stroke, where)


def _shading(painter: PagePainter, operands: list[Any]) -> None:
    shading = painter.resource("Shading", operands[-1])
    where = painter.visible(painter.state.clip)
    if where is not None:
        if not painter.uncoloured:
            painter.shade(shading)
        painter.ink.area(where, None)
        painter.through_clip(where)


# layers and glyphs


def _begin_marked(painter: PagePainter, operands: list[Any]) -> None:
    painter.mark(False)
    if len(operands) > 1 and operands[-2] == "OC":
        hidden = painter.document.is_hidden(painter.resource("Properties", operands[-1]))
        painter.unmark()
        painter.mark(hidden)


def _end_marked(painter: PagePainter, _operands: list[Any]) -> None:
    painter.unmark()


def _glyph_without_colours(painter: PagePainter, _operands: list[Any]) -> None:
    """``d1``: the glyph has the colour of the text, whatever its operators say."""
    painter.uncoloured = True


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


ACTIONS: dict[bytes, Action] = {
    **TEXT_ACTIONS,
    **_colour_actions(),
    **dict.fromkeys(HARMLESS_OPERATORS, lambda _painter, _operands: None),
    **dict.fromkeys((b"f", b"F"), partial(_draw, "nonzero", False)),
    **dict.fromkeys((b"B", b"b"), partial(_draw, "nonzero", True)),
    **dict.fromkeys((b"B*", b"b*"), partial(_draw, "evenodd", True)),
    **dict.fromkeys((b"S", b"s"), partial(_draw, "", True)),
    **dict.fromkeys((b"BDC", b"BMC"), _begin_marked),
    b"f*": partial(_draw, "evenodd", False),
    b"n": partial(_draw, "", False),
    b"W": partial(_clip, "nonzero"),
    b"W*": partial(_clip, "evenodd"),
    b"q": lambda painter, _operands: painter.save(),
    b"Q": lambda painter, _operands: painter.restore(),
    b"cm": _transform,
    b"w": _set_width,
    b"J": partial(_set_ends, "cap"),
    b"j": partial(_set_ends, "join"),
    b"M": partial(_set_ends, "limit"),
    b"gs": _set_effects,
    LINES: _lines,
    CURVES: _curves,
    RECTANGLES: _rectangles,
    b"m": partial(_point, 0),
    b"l": partial(_point, 1),
    b"h": _close,
    b"c": _curve,
    b"v": _first_curve,
    b"y": _last_curve,
    b"re": _rectangle,
    b"sh": _shading,
    b"Do": paint_object,
    b"BI": paint_inline,
    b"EMC": _end_marked,
    b"d0": lambda _painter, _operands: None,
    b"d1": _glyph_without_colours,
}
