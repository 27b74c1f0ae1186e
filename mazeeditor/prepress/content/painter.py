"""The state of a page that is being painted: its matrix, clip, colours, path and layers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from math import hypot
from typing import Any

from mazeeditor.core.translation import _
from mazeeditor.prepress.content.ink import Ink
from mazeeditor.prepress.content.paths import LineEnds, PagePath
from mazeeditor.prepress.content.thin_areas import FilledAreas
from mazeeditor.prepress.content.tokens import UNREAD, arguments, operations, quote_bytes
from mazeeditor.prepress.document.colours import DEVICE_GREY, Colour, Space
from mazeeditor.prepress.document.document import PdfDocument, TooMuchError
from mazeeditor.prepress.document.fonts import FontFacts
from mazeeditor.prepress.document.language import FORM as FORM_KEYS
from mazeeditor.prepress.document.language import GROUP, SHADED, SHADING, TILING
from mazeeditor.prepress.document.values import (
    IDENTITY,
    NOWHERE,
    Matrix,
    Rectangle,
    UnreadError,
    box,
    entry,
    identity,
    intersection,
    is_empty,
    items,
    kind_of,
    lies_in,
    matrix,
    multiply,
    name,
    number,
    transform_box,
    union,
)

DEEPEST_FORM = 60
MOST_SAVED = 5_000  # graphics states
MOST_MARKS = 100_000  # marked contents in each other
MOST_OPERATIONS = 12_000_000  # of a page, those of its forms included
FORM = 50  # operators that take as long as it takes to begin a form
STREAM = 28  # the same for one of many streams of a page
LOOKED_UP = 10  # the same for what is looked up in resources
PAINTED = 6  # the same for what is painted
_DECIMALS = 6  # of matrices that count as the same


class GraphicsState:
    """The graphics state, as far as it matters here."""

    def __init__(self, ctm: Matrix, clip: Rectangle) -> None:
        self.ctm, self.clip = ctm, clip
        self.shapes: tuple[ClipShape, ...] = ()  # clips that are no plain rectangles
        self.fill = self.stroke = Colour(DEVICE_GREY, (0.0,))
        self.fill_alpha = self.stroke_alpha = 1.0
        self.line_width, self.ends = 1.0, LineEnds()
        self.font: FontFacts | None = None
        self.size, self.leading, self.rise, self.stretch = 0.0, 0.0, 0.0, 1.0
        self.glyph_space, self.word_space, self.mode = 0.0, 0.0, 0.0


class ClipShape:
    """A clip that may be so narrow that what is painted through it is a line."""

    def __init__(self, path: PagePath, even_odd: bool) -> None:
        self.path, self.even_odd, self.measured = path, even_odd, False


class PagePainter:
    """Paints one page into an ``Ink``; raises ``TooMuchError`` for one that is too much work.

    ``actions`` carry out the operators: each gets the painter and the operands.
    """

    def __init__(self, document: PdfDocument, ink: Ink, actions: Mapping[bytes, Action]) -> None:
        self.document, self.ink = document, ink
        self.areas = FilledAreas(ink, self.work)
        self.resources: Any = None
        self.path = PagePath()
        self.clipping: str = ""  # by which rule the path becomes the clip when it is painted
        self.concealed = 0  # how many of the marked contents around are hidden layers
        self.uncoloured = False  # what is painted has the colour of what it is used for
        self._marks: list[bool] = []
        self.text = self.line = IDENTITY
        self.state = GraphicsState(IDENTITY, (0, 0, 0, 0))
        self.saved: list[GraphicsState] = []
        self._actions = actions
        self._left = MOST_OPERATIONS
        self._forms: list[tuple[int, int]] = []  # those that are being painted
        self._tile: Rectangle | None = None  # where a pattern is painted
        self._painted: dict[Any, Rectangle] = {}  # glyphs and patterns, and where they are
        self._base = IDENTITY
        self._page: Rectangle = NOWHERE

    def page(self, content: Iterable[bytes], resources: Any, ctm: Matrix, clip: Rectangle) -> None:
        self._page = clip
        self._run(content, resources, GraphicsState(ctm, clip))

    def _run(self, content: Iterable[bytes], resources: Any, state: GraphicsState) -> None:
        outer = self.resources, self.saved, self.path, self._marks, self.text, self.line
        outside = self.state, self._base, self.uncoloured, self.concealed
        self.resources, self.saved, self.path, self._marks = resources, [], PagePath(), []
        self.state, self._base, self.concealed = state, state.ctm, 0  # what is entered is seen
        try:
            for operator, operands in operations(content):
                self.work(1)
                self._do(operator, operands)
        except UnreadError as error:
            self.ink.not_read(str(error))
        self.resources, self.saved, self.path, self._marks, self.text, self.line = outer
        self.state, self._base, self.uncoloured, self.concealed = outside

    def _do(self, operator: bytes, operands: list[Any]) -> None:
        """Carry out an operator; what cannot be read becomes a finding."""
        action = self._actions.get(operator)
        try:
            if action is not None:
                action(self, arguments(operator, operands, self.ink.not_read))
            elif operator == UNREAD:
                self.ink.not_read(operands[0])
            else:
                self.ink.not_read(
                    _("the operator {name} is unknown").format(name=quote_bytes(operator))
                )
        except UnreadError as error:
            self.work(PAINTED)  # as that takes as long
            self.ink.not_read(str(error))
        except (ValueError, IndexError, TypeError, OverflowError, ArithmeticError):
            self.ink.not_read(
                _("the operator {name} has wrong operands").format(name=quote_bytes(operator))
            )

    def work(self, steps: int) -> None:
        """Count the work done; raises ``TooMuchError``, ``CancelledError``."""
        before, self._left = self._left, self._left - steps
        if before >> 12 != self._left >> 12:
            self.document.work(max(1 << 12, steps))
            if self._left <= 0:
                raise TooMuchError(_("it has more drawing operators than can be checked"))

    def resource(self, kind: str, called: Any) -> Any:
        """Return what a name stands for; raises ``UnreadError``."""
        self.work(LOOKED_UP)
        found = entry(entry(self.resources, kind), str(called))
        if found is None:
            text = _("there is no {kind} {name} in its resources")
            raise UnreadError(text.format(kind=kind, name=quote_bytes(str(called).encode("utf-8"))))
        return found

    def check(self, kind: str, holder: Any) -> Mapping[str, Any]:
        """Return the entries of a dictionary that PDF knows; record what could not be checked."""
        known = self.document.known_entries(kind, holder)
        for reason in known.problems:
            self.ink.not_read(f"{kind}: {reason}")
        return known.values

    def visible(self, area: Rectangle) -> Rectangle | None:
        """Return the part of a box that is printed; of a tile, where its pattern is painted."""
        if self.concealed:
            return None
        if self._tile is not None:
            return self._tile
        where = intersection(area, self.state.clip)
        return None if is_empty(where) else where

    def through_clip(self, where: Rectangle) -> None:
        """Record how narrow the clips are through which something is painted."""
        for shape in self.state.shapes:
            part = intersection(where, shape.path.box)
            if not shape.measured and (self._tile is not None or not is_empty(part)):
                shape.measured = True
                if shape.path.thinnest is not None:
                    self.ink.thin_area(shape.path.thinnest, part)
                self.areas.add(shape.path, shape.even_odd, where)

    def used(self, colour: Colour, alpha: float = 1.0) -> float | None:
        """Record the colour space of something painted; return its tint."""
        if colour.pattern is None:
            self.use(colour.space)
        return None if colour.tint is None or self.ink.masking else colour.tint * alpha

    def use(self, space: Space) -> None:
        """Record a colour space."""
        if space.label and not self.ink.masking:
            self.ink.colours.add(space.label)

    def paint_pattern(self, colour: Colour, where: Rectangle) -> None:
        pattern = colour.pattern
        if pattern is None:
            return
        kind = number(entry(pattern, "PatternType"))
        if kind == 2:
            self.check(SHADED, pattern)
            effects = entry(pattern, "ExtGState")
            if effects is not None:
                raise UnreadError(_("a shading pattern has a graphics state of its own"))
            self.shade(entry(pattern, "Shading"))
        elif kind == 1:
            self._paint_tile(colour, pattern, where)
        else:
            raise UnreadError(_("a pattern is of an unknown type"))

    def _paint_tile(self, colour: Colour, pattern: Any, where: Rectangle) -> None:
        paint = number(entry(pattern, "PaintType"))
        if paint not in (1, 2):
            raise UnreadError(_("a pattern is of an unknown type"))
        ctm = multiply(matrix(entry(pattern, "Matrix")), self._base)
        key = (identity(pattern), _round(ctm), colour.space.label, colour.values)
        known = self._painted.get(key)
        if known is not None:
            if not lies_in(where, known):
                self.ink.area(where, None)  # its tiles may be anywhere there
                self._painted[key] = union(known, where)
            return
        self._painted[key] = where
        self.check(TILING, pattern)
        state = GraphicsState(ctm, where)
        if paint == 2:
            state.fill = state.stroke = Colour(colour.space.plain, colour.values)
        outer = self._tile
        if self._tile is None:
            bounds = transform_box(box(entry(pattern, "BBox")) or NOWHERE, ctm)
            if lies_in(where, bounds) and _steps_over(pattern, ctm, where):
                state.clip = where  # one tile is seen: what it paints has its place
            else:
                self._tile = where
        try:
            self.enter(pattern, state, uncoloured=paint == 2)
        finally:
            self._tile = outer

    def shade(self, shading: Any) -> None:
        """Record the colour space of a shading; raises ``UnreadError``."""
        self.check(SHADING, shading)
        if number(entry(shading, "ShadingType")) not in range(1, 8):
            raise UnreadError(_("a shading is of an unknown type"))
        self.use(self.document.space(entry(shading, "ColorSpace"), self.resources))

    def paint_form(self, form: Any, state: GraphicsState) -> None:
        """Paint a form as far as it is seen; ``state`` is that before it."""
        self.check(FORM_KEYS, form)
        group = entry(form, "Group")
        if group is not None:
            self.check(GROUP, group)
        state = copy(state)
        state.ctm = multiply(matrix(entry(form, "Matrix")), state.ctm)
        area = box(entry(form, "BBox"))
        if area is None:
            raise UnreadError(_("a form has no box"))
        outline = PagePath.of_box(area, state.ctm)
        state.clip = intersection(state.clip, outline.box)
        if outline.thinnest is not None:
            state.shapes = (*state.shapes, ClipShape(outline, even_odd=False))
        if self.visible(state.clip) is not None:
            self.enter(form, state)

    def paint_mask(self, form: Any) -> None:
        """Paint a soft mask: its lines, texts and pictures are seen in what is painted through."""
        state = GraphicsState(self.state.ctm, self._page)
        self.ink.masking += 1
        try:
            self.paint_form(form, state)
        finally:
            self.ink.masking -= 1

    def paint_glyph(self, key: Any, glyph: Any, resources: Any, state: GraphicsState) -> None:
        """Paint a glyph that is a page of its own; one that was painted before is placed only."""
        x, y = state.ctm[4:]
        fill = state.fill
        key = (key, _round(state.ctm[:4]), fill.space.label, fill.values, self.ink.masking)
        known = self._painted.get(key)
        if known is not None:
            where = self.visible((known[0] + x, known[1] + y, known[2] + x, known[3] + y))
            if where is not None:
                self.ink.place(where, self.used(fill, state.fill_alpha))
            return
        before, self.ink.span = self.ink.span, NOWHERE
        self.enter(glyph, state, resources)
        span, self.ink.span = self.ink.span, before
        if not is_empty(span):
            self._painted[key] = (span[0] - x, span[1] - y, span[2] - x, span[3] - y)

    def enter(
        self,
        form: Any,
        state: GraphicsState,
        resources: Any = None,
        *,
        uncoloured: bool = False,
    ) -> None:
        """Run the operators of a form, pattern or glyph; raises ``UnreadError``."""
        which = identity(form)
        if which is None or kind_of(form) != "stream":
            raise UnreadError(_("a form, pattern or glyph has no operators"))
        if which in self._forms:
            raise UnreadError(_("a form, pattern or glyph is painted by itself"))
        if len(self._forms) >= DEEPEST_FORM:
            text = _("forms lie more than {most} deep in each other")
            raise UnreadError(text.format(most=DEEPEST_FORM))
        if name(entry(entry(form, "Group"), "S")) == "Transparency":
            self.ink.features.add("transparency")
        self.work(FORM)
        own = entry(form, "Resources")
        self._forms.append(which)
        before, self.uncoloured = self.uncoloured, self.uncoloured or uncoloured
        try:
            usual = self.resources if resources is None else resources
            self._run(self.document.parts(form), usual if own is None else own, state)
        finally:
            self._forms.pop()
            self.uncoloured = before

    def mark(self, hidden: bool) -> None:
        """Begin a marked content, which may be a hidden layer; raises ``UnreadError``."""
        if len(self._marks) >= MOST_MARKS:
            raise TooMuchError(_("too many marked contents lie in each other"))
        self._marks.append(hidden)
        self.concealed += hidden

    def unmark(self) -> None:
        """End the marked content that began last."""
        if self._marks:
            self.concealed -= self._marks.pop()

    def save(self) -> None:
        """Save the graphics state."""
        if len(self.saved) >= MOST_SAVED:
            raise TooMuchError(_("too many graphics states are saved"))
        self.saved.append(copy(self.state))

    def restore(self) -> None:
        """Restore the graphics state that was saved last."""
        if self.saved:
            self.state = self.saved.pop()

    def content_of_page(self, page: Any) -> Iterable[bytes]:
        """Yield the operators of a page in parts; a stream that cannot be read is a finding."""
        contents = entry(page, "Contents")
        if contents is None:
            if b"/Contents" in page.unparse():
                self.ink.not_read(_("its operators are missing"))
            return
        for stream in items(contents, None) if kind_of(contents) == "array" else [contents]:
            self.work(STREAM)
            try:
                yield from self.document.parts(stream)
            except UnreadError as error:
                self.ink.not_read(str(error))
            yield b"\n"


def _steps_over(pattern: Any, ctm: Matrix, where: Rectangle) -> bool:
    """Whether the next tiles of a pattern lie beyond a box."""
    across, up = (abs(number(entry(pattern, key))) for key in ("XStep", "YStep"))
    a, b, c, d, _e, _f = ctm
    width, height = where[2] - where[0], where[3] - where[1]
    if b == c == 0 and abs(a) * across >= width and abs(d) * up >= height:
        return True
    return min(hypot(a, b) * across, hypot(c, d) * up) >= hypot(width, height)


def _round(by: Iterable[float]) -> tuple[float, ...]:
    """Return a matrix by which what is about the same is found again."""
    return tuple(round(part, _DECIMALS) for part in by)


Action = Callable[[PagePainter, list[Any]], None]
