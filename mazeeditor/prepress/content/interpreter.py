"""Carries out the operators of a page as a printer does, and records what they paint.

Form XObjects, tiling patterns, soft masks, glyphs of Type 3, comments and inline images are
followed; hidden layers, empty clips and invisible text paint nothing. Whatever is not understood is
recorded in ``Ink.unread``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import hypot
from typing import Any

import numpy as np

from mazeeditor.core.translation import _
from mazeeditor.prepress.content.ink import Ink
from mazeeditor.prepress.content.painter import (
    LOOKED_UP,
    PAINTED,
    Action,
    ClipShape,
    GraphicsState,
    PagePainter,
)
from mazeeditor.prepress.content.paths import PagePath, widen
from mazeeditor.prepress.content.text import TEXT_ACTIONS
from mazeeditor.prepress.content.tokens import CURVES, LINES, RECTANGLES
from mazeeditor.prepress.document.colours import (
    DEVICE_CMYK,
    DEVICE_GREY,
    DEVICE_RGB,
    Colour,
    Space,
)
from mazeeditor.prepress.document.document import (
    PdfDocument,
    PdfPage,
    TooMuchError,
    border_width,
    is_printed,
)
from mazeeditor.prepress.document.language import (
    GRAPHICS_STATE,
    HARMLESS_OPERATORS,
    IMAGE,
    INLINE,
    SHORT_KEYS,
    SOFT_MASK,
)
from mazeeditor.prepress.document.streams import (
    PictureData,
    filters_of,
    label_of,
    size_of_picture,
)
from mazeeditor.prepress.document.values import (
    ENTRIES,
    IDENTITY,
    Rectangle,
    UnreadError,
    box,
    entry,
    intersection,
    items,
    kind_of,
    matrix,
    multiply,
    name,
    number,
    transform_box,
)

RUN = 8  # points of a run take as long as an operator
SHAPES = 2  # curves or rectangles of a run do
MOST_SHAPES = 50  # clips in each other that are measured
_OBLONG = 4  # a single pixel so many times as long as it is wide is a line
_FARTHEST = 1e12  # of a matrix, in points
_WITHOUT_PICTURE = {"Popup", "Link", "Sound", "FileAttachment", "Movie", "Screen", "Widget", "Text"}
_SPACES = {space.label: space for space in (DEVICE_GREY, DEVICE_RGB, DEVICE_CMYK)}
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
        _paint_annotations(painter, page)
        painter.areas.measure()
    except TooMuchError as error:
        ink.not_read(str(error))


def _transform(painter: PagePainter, operands: list[Any]) -> None:
    a, b, c, d, e, f = operands
    ctm = multiply((a, b, c, d, e, f), painter.state.ctm)
    if not max(map(abs, ctm)) < _FARTHEST:
        raise UnreadError(_("a matrix has numbers that are too large"))
    painter.state.ctm = ctm


def _set_width(painter: PagePainter, operands: list[Any]) -> None:
    painter.state.line_width = abs(operands[0])


def _set_ends(part: str, painter: PagePainter, operands: list[Any]) -> None:
    painter.state.ends = replace(painter.state.ends, **{part: operands[0]})


def _set_effects(painter: PagePainter, operands: list[Any]) -> None:
    effects = painter.resource("ExtGState", operands[-1])
    if kind_of(effects) != "dictionary":
        raise UnreadError(_("a graphics state is not a dictionary"))
    values = painter.check(GRAPHICS_STATE, effects)
    state, features = painter.state, painter.ink.features
    for key, value in values.items():
        if key == "LW":
            state.line_width = abs(_figure(value))
        elif key in _ENDS:
            _set_ends(_ENDS[key], painter, [_figure(value)])
        elif key == "ca":
            state.fill_alpha = _figure(value)
        elif key == "CA":
            state.stroke_alpha = _figure(value)
        elif key == "Font":
            font, size = items(value, 2)
            state.font, state.size = painter.document.font(font), number(size)
        elif key in _EFFECTS and name(value) not in ("Default", "Identity"):
            features.add(_EFFECTS[key])
        elif key == "BM":
            modes = [name(value)] if name(value) else [name(one) for one in items(value)]
            painter.work(len(modes) // ENTRIES)
            if any(mode not in ("Normal", "Compatible") for mode in modes):
                features.add("transparency")
    mask = values.get("SMask")
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
    usual = painter.document.usual_space(space, painter.resources)
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
    painter.work(len(operands[0]) // SHAPES)


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
    painter.work(len(operands[0]) // SHAPES)


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
    painter.work(path.given // RUN)
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
    area = widen(path.box, width, by)
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


# pictures and forms


def _paint_object(painter: PagePainter, operands: list[Any]) -> None:
    """``Do``: paint a picture or a form."""
    what = painter.resource("XObject", operands[-1])
    kind = name(entry(what, "Subtype"))
    if painter.concealed or painter.document.is_hidden(entry(what, "OC")):
        return
    if kind == "Image":
        _paint_image(painter, IMAGE, what)
    elif kind == "Form":
        painter.paint_form(what, painter.state)
    elif kind == "PS":
        painter.ink.features.add("PostScript")
        raise UnreadError(_("it holds PostScript"))
    else:
        raise UnreadError(_("an object is of an unknown type"))


def _paint_inline(painter: PagePainter, operands: list[Any]) -> None:
    """``BI``: paint a picture within the operators."""
    values = {SHORT_KEYS.get(key, key): value for key, value in operands[0].items()}
    _paint_image(painter, INLINE, values)


def _paint_image(painter: PagePainter, kind: str, holder: Any, *, instead: bool = False) -> None:
    """Paint a picture; ``instead`` is whether printers may take it in the place of another one."""
    where = painter.visible(transform_box((0, 0, 1, 1), painter.state.ctm))
    if where is None:
        return
    painter.work(LOOKED_UP)
    values = painter.check(kind, holder)
    stream = holder if kind == IMAGE else None
    filters = filters_of(values)
    width, height = size_of_picture(values)
    stencil = values.get("ImageMask") is True
    data = _pixels(painter, stream, filters, (width, height)) if stream is not None else None
    parts = 1
    if stencil:
        painter.used(painter.state.fill)
        painter.paint_pattern(painter.state.fill, where)
    elif not painter.uncoloured:
        space = values.get("ColorSpace")
        if space is None and filters[-1:] == ["JPXDecode"] and data is not None:
            own = _SPACES[label_of(data)]
            painter.use(painter.document.usual_space(own, painter.resources))
        else:
            chosen = painter.document.space(space, painter.resources)
            parts = chosen.parts
            painter.use(chosen)
    if not stencil and filters[-1:] != ["JPXDecode"] and not number(values.get("BitsPerComponent")):
        raise UnreadError(_("a picture has no bits"))
    _record_picture(painter, width, height, where)
    if stream is not None:
        _paint_masks(painter, values, width * height, where)
        for other in [] if instead else items(values.get("Alternates")):
            _paint_image(painter, IMAGE, entry(other, "Image"), instead=True)
    if stream is not None and data is None:
        bits = 1 if stencil else int(number(values.get("BitsPerComponent"), 1))
        _check_length(painter, stream, filters, (width, height), bits * parts)


def _pixels(
    painter: PagePainter, stream: Any, filters: list[str], size: tuple[int, int]
) -> PictureData | None:
    """Return what the data of a picture say of it; raises ``UnreadError`` where it is not that."""
    data = painter.document.picture(stream, filters)
    if data is not None and (data.width, data.height or size[1]) != size:
        raise UnreadError(_("the data of a picture have another size than it says"))
    return data


def _check_length(
    painter: PagePainter, stream: Any, filters: list[str], size: tuple[int, int], bits: int
) -> None:
    """Raise ``UnreadError`` where a picture has fewer data than its pixels of so many bits take."""
    needed = (size[0] * max(1, bits) + 7) // 8 * size[1]
    if not painter.document.has_pixels(stream, filters, needed, size[1]):
        text = _("a picture has less data than its {width:,} × {height:,} pixels take")
        raise UnreadError(text.format(width=size[0], height=size[1]))


def _size_of_mask(painter: PagePainter, mask: Any, *, soft: bool) -> tuple[int, int]:
    """Return the size of a picture that covers parts of another one; raises ``UnreadError``."""
    values = painter.document.known_entries(IMAGE, mask).values
    filters, size = filters_of(values), size_of_picture(values)
    if _pixels(painter, mask, filters, size) is None:
        bits = int(number(values.get("BitsPerComponent"), 1)) if soft else 1
        _check_length(painter, mask, filters, size, bits)
    return size


def _record_picture(painter: PagePainter, width: int, height: int, where: Rectangle) -> None:
    """Record how coarse a picture is; one of a single pixel is an area, or a line."""
    a, b, c, d, _e, _f = painter.state.ctm
    across, up = hypot(a, b), hypot(c, d)
    plain = width * height <= 1 or not across or not up
    painter.ink.image(None if plain else 72 * min(width / across, height / up), where)
    if plain and min(across, up) * _OBLONG <= max(across, up) > 0:
        thin = abs(a * d - b * c) / max(across, up)
        outline = PagePath.of_box(where, IDENTITY)
        painter.ink.line(thin, where, None, outline)
    painter.through_clip(where)


def _paint_masks(
    painter: PagePainter, values: Mapping[str, Any], pixels: int, where: Rectangle
) -> None:
    """Record the masks of a picture."""
    soft, mask = values.get("SMask"), values.get("Mask")
    if kind_of(soft) == "stream" or number(values.get("SMaskInData")) in (1, 2):
        painter.ink.features.add("transparency")
    if kind_of(soft) == "stream":
        size = _size_of_mask(painter, soft, soft=True)
        if pixels <= 1:  # what is seen is the mask
            _record_picture(painter, *size, where)
    if kind_of(mask) == "stream":
        _record_picture(painter, *_size_of_mask(painter, mask, soft=False), where)
    elif mask is not None and kind_of(mask) != "array":
        raise UnreadError(_("a picture has an unknown mask"))


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
    b"Do": _paint_object,
    b"BI": _paint_inline,
    b"EMC": _end_marked,
    b"d0": lambda _painter, _operands: None,
    b"d1": _glyph_without_colours,
}


# comments, links and fields


def _paint_annotations(painter: PagePainter, page: PdfPage) -> None:
    """Paint the annotations of a page that are printed; raises ``TooMuchError``."""
    every = entry(page.page, "Annots")
    if every is not None and kind_of(every) != "array":
        painter.ink.not_read(_("its comments are not an array"))
    for one in items(every, None):
        painter.work(1)
        try:
            _paint_annotation(painter, page, one)
        except UnreadError as error:
            painter.ink.not_read(str(error))


def _paint_annotation(painter: PagePainter, page: PdfPage, one: Any) -> None:
    if not is_printed(one) or painter.document.is_hidden(entry(one, "OC")):
        return
    kind = name(entry(one, "Subtype"))
    picture, area = _appearance(one), box(entry(one, "Rect"))
    state = GraphicsState(page.upright, page.visible)
    if picture is not None and area is not None:
        bounds = box(entry(picture, "BBox"))
        if bounds is None:
            raise UnreadError(_("the picture of a comment has no box"))
        around = transform_box(bounds, matrix(entry(picture, "Matrix")))
        width, height = around[2] - around[0], around[3] - around[1]
        if width <= 0 or height <= 0:
            return
        across, up = (area[2] - area[0]) / width, (area[3] - area[1]) / height
        place = (across, 0, 0, up, area[0] - around[0] * across, area[1] - around[1] * up)
        state.ctm = multiply(place, state.ctm)
        painter.resources, painter.state = page.resources, state
        painter.paint_form(picture, state)
    elif kind not in _WITHOUT_PICTURE:
        text = _("each reader draws a comment ({kind}) in its own way")
        raise UnreadError(text.format(kind=kind[:40]))
    elif area is not None and kind == "Link":
        width = border_width(one)
        if width > 0:
            outline = PagePath.of_box(area, page.upright)
            painter.ink.line(width, outline.box, None, outline)


def _appearance(one: Any) -> Any:
    """Return the form that an annotation looks like, None where it has none."""
    usual = entry(entry(one, "AP"), "N")
    if kind_of(usual) == "dictionary":
        state = name(entry(one, "AS"))
        usual = entry(usual, state) if state else None
    return usual if kind_of(usual) == "stream" else None
