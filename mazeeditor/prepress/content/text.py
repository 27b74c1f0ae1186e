"""The operators of text: where it stands, how large it is, in which typeface."""

from __future__ import annotations

from copy import copy
from math import hypot
from typing import Any

from mazeeditor.core.translation import _
from mazeeditor.prepress.content.painter import (
    LOOKED_UP,
    PAINTED,
    Action,
    GraphicsState,
    PagePainter,
)
from mazeeditor.prepress.content.paths import PagePath, stretches
from mazeeditor.prepress.document.fonts import FontFacts, GlyphProcedures
from mazeeditor.prepress.document.values import (
    IDENTITY,
    Matrix,
    Rectangle,
    UnreadError,
    entry,
    multiply,
    transform_box,
)

INVISIBLE, CLIP = 3, 7  # rendering modes
_FILLED, _STROKED = (0, 2, 4, 6), (1, 2, 5, 6)


def _begin(painter: PagePainter, _operands: list[Any]) -> None:
    painter.text = painter.line = IDENTITY


def _choose_font(painter: PagePainter, operands: list[Any]) -> None:
    called, size = operands
    font = entry(entry(painter.resources, "Font"), called)
    painter.work(LOOKED_UP)
    painter.state.size = size
    painter.state.font = None if font is None else painter.document.font(font)


def _set_mode(painter: PagePainter, operands: list[Any]) -> None:
    if operands[0] not in range(8):
        raise UnreadError(_("a text has an unknown mode"))
    painter.state.mode = operands[0]


def _setting(field: str, scale: float = 1.0) -> Action:
    def set_field(painter: PagePainter, operands: list[Any]) -> None:
        setattr(painter.state, field, operands[0] * scale)

    return set_field


def _move(painter: PagePainter, operands: list[Any]) -> None:
    x, y = operands
    painter.text = painter.line = multiply((1, 0, 0, 1, x, y), painter.line)


def _move_with_leading(painter: PagePainter, operands: list[Any]) -> None:
    painter.state.leading = -operands[1]
    _move(painter, operands)


def _set_matrix(painter: PagePainter, operands: list[Any]) -> None:
    a, b, c, d, e, f = operands
    painter.text = painter.line = (a, b, c, d, e, f)


def _next_line(painter: PagePainter, _operands: list[Any]) -> None:
    _move(painter, [0.0, -painter.state.leading])


def _show(painter: PagePainter, operands: list[Any]) -> None:
    _write(painter, [operands[-1]])


def _show_all(painter: PagePainter, operands: list[Any]) -> None:
    _write(painter, operands[-1])


def _show_next(painter: PagePainter, operands: list[Any]) -> None:
    _next_line(painter, [])
    _write(painter, [operands[-1]])


def _show_spaced(painter: PagePainter, operands: list[Any]) -> None:
    painter.state.word_space, painter.state.glyph_space = operands[0], operands[1]
    _show_next(painter, operands[2:])


def _write(painter: PagePainter, parts: list[Any]) -> None:
    """Write a text: its width moves the next one, its box is what it covers."""
    state = painter.state
    font = state.font
    if font is None and painter.concealed:
        return
    if font is None:
        raise UnreadError(_("a text has no typeface"))
    for reason in font.unread:
        painter.ink.not_read(reason)
    painter.work(PAINTED + len(parts))
    before, seen = painter.text, False
    advance = 0.0
    for part in parts:
        if isinstance(part, float):
            advance -= part / 1000 * state.size * (1 if font.upright else state.stretch)
        elif isinstance(part, bytes):
            if font.glyphs is not None:
                _draw_glyphs(painter, font, font.glyphs, part, advance)
            advance += _advance(state, font, part)
            seen = seen or bool(part if font.double else part.strip(b" "))
        else:
            raise UnreadError(_("a text has something else than letters and numbers"))
    by = multiply((1, 0, 0, 1, 0, state.rise), multiply(before, state.ctm))
    down = font.upright
    painter.text = multiply((1, 0, 0, 1, 0 if down else advance, advance if down else 0), before)
    if seen:
        heights = sorted(part * font.scale * state.size for part in (font.ascent, font.descent))
        along = sorted((0.0, advance))
        area = (along[0], heights[0], along[1], heights[1])
        if down:
            half = abs(state.size) / 2
            area = (-half, along[0], half, along[1])
        _record(painter, font, transform_box(area, by), by)


def _advance(state: GraphicsState, font: FontFacts, part: bytes) -> float:
    width, glyphs, spaces = font.advance(part)
    spacing = glyphs * state.glyph_space + spaces * state.word_space
    if font.upright:
        return spacing - glyphs * state.size
    return (width * state.size + spacing) * state.stretch


def _draw_glyphs(
    painter: PagePainter, font: FontFacts, glyphs: GlyphProcedures, part: bytes, advance: float
) -> None:
    """Paint the glyphs of a Type 3 typeface, each a page of its own."""
    state = painter.state
    if state.mode in (INVISIBLE, CLIP) or painter.concealed:
        return
    start = multiply(painter.text, state.ctm)
    for code in part:
        glyph = glyphs.streams.get(code)
        painter.work(1)
        if glyph is not None:
            place = (state.size * state.stretch, 0, 0, state.size, advance, state.rise)
            own = copy(state)
            own.ctm = multiply(glyphs.matrix, multiply(place, start))
            resources = painter.resources if glyphs.resources is None else glyphs.resources
            painter.paint_glyph((glyphs.which, code, state.line_width), glyph, resources, own)
        advance += _advance(state, font, bytes([code]))


def _record(painter: PagePainter, font: FontFacts, area: Rectangle, by: Matrix) -> None:
    state, ink = painter.state, painter.ink
    where = painter.visible(area)
    if where is None:
        return
    if state.mode == INVISIBLE:
        ink.features.add("invisible text")
        return
    if not font.embedded:
        ink.foreign_fonts.add(font.name)
    elif font.subset:
        ink.subsets.add(font.name)
    size = _size(state.size, by)
    if font.glyphs is not None:
        size *= font.scale * font.glyphs.em
        ink.text_size(size, where, painter.used(state.fill, state.fill_alpha))
        return
    if state.mode in _FILLED:
        ink.text(size, where, painter.used(state.fill, state.fill_alpha))
        painter.paint_pattern(state.fill, where)
    if state.mode in _STROKED:
        tint = painter.used(state.stroke, state.stroke_alpha)
        ink.text(size, where, tint)
        outline = PagePath.of_box(where, IDENTITY)
        ink.line(state.line_width * stretches(state.ctm)[0], where, tint, outline)
        painter.paint_pattern(state.stroke, where)
    if state.mode == CLIP:
        ink.text(size, where, None)
    painter.through_clip(where)


def _size(size: float, by: Matrix) -> float:
    """Return how high an em is on paper, at right angles to the line that the text stands on."""
    a, b, c, d, _e, _f = by
    along = hypot(a, b)
    return abs(size) * abs(a * d - b * c) / along if along else 0.0


TEXT_ACTIONS: dict[bytes, Action] = {
    b"BT": _begin,
    b"ET": lambda _painter, _operands: None,
    b"Tf": _choose_font,
    b"Tz": _setting("stretch", 0.01),
    b"Tr": _set_mode,
    b"Tc": _setting("glyph_space"),
    b"Tw": _setting("word_space"),
    b"TL": _setting("leading"),
    b"Ts": _setting("rise"),
    b"Td": _move,
    b"TD": _move_with_leading,
    b"Tm": _set_matrix,
    b"T*": _next_line,
    b"Tj": _show,
    b"TJ": _show_all,
    b"'": _show_next,
    b'"': _show_spaced,
}
