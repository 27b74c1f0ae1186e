"""The state of a page that is being painted: its matrix, clip, colours, path and layers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

from mazeeditor.errors import MazeError
from mazeeditor.printing.ink import Ink
from mazeeditor.printing.paths import PagePath
from mazeeditor.printing.pdf_colours import DEVICE_GREY, Space, tint_of
from mazeeditor.printing.pdf_document import PdfDocument
from mazeeditor.printing.pdf_fonts import FontFacts
from mazeeditor.printing.pdf_tokens import operations
from mazeeditor.printing.pdf_values import (
    IDENTITY,
    Box,
    Matrix,
    common,
    entry,
    identity,
    is_empty,
    matrix,
    name,
    number,
    times,
)
from mazeeditor.translation import _

DEEPEST_FORM = 20
MOST_SAVED = 5_000  # graphics states
MOST_MARKS = 100_000  # marked contents in each other
MOST_OPERATIONS = 5_000_000  # of a page, those of its forms included
FORM = 50  # operators that take as long as it takes to begin a form


class Colour:
    """A colour space with the tint of the colour in it, and the pattern it may be."""

    def __init__(self, space: Space, values: tuple[float, ...], pattern: Any = None) -> None:
        self.space, self.pattern = space, pattern
        self.tint = tint_of(space, values)


class GraphicsState:
    """The graphics state, as far as it matters here."""

    def __init__(self, ctm: Matrix, clip: Box) -> None:
        self.ctm, self.clip = ctm, clip
        self.fill = self.stroke = Colour(DEVICE_GREY, (0.0,))
        self.fill_alpha = self.stroke_alpha = 1.0
        self.line_width = 1.0
        self.font: FontFacts | None = None
        self.size, self.leading, self.rise, self.stretch = 0.0, 0.0, 0.0, 1.0
        self.glyph_space, self.word_space, self.mode = 0.0, 0.0, 0.0


class PagePainter:
    """Paints one page into an ``Ink``; raises ``MazeError`` for a page that is too much work.

    ``actions`` carry out the operators: each gets the painter and the operands.
    """

    def __init__(self, document: PdfDocument, ink: Ink, actions: Mapping[bytes, Action]) -> None:
        self.document, self.ink = document, ink
        self.resources: Any = None
        self.path = PagePath()
        self.clipping = False  # whether the path becomes the clip when it is painted
        self.concealed = 0  # how many of the marked contents around are hidden layers
        self._marks: list[bool] = []
        self.text = self.line = IDENTITY
        self.state = GraphicsState(IDENTITY, (0, 0, 0, 0))
        self.saved: list[GraphicsState] = []
        self._actions = actions
        self._left = MOST_OPERATIONS
        self._forms: list[tuple[int, int]] = []  # those that are being painted
        self._tile: Box | None = None  # where a pattern is painted
        self._base = IDENTITY

    def page(self, data: bytes, resources: Any, ctm: Matrix, clip: Box) -> None:
        """Paint a page."""
        self._base = ctm
        self._run(data, resources, GraphicsState(ctm, clip))

    def _run(self, data: bytes, resources: Any, state: GraphicsState) -> None:
        outer = self.resources, self.saved, self.path, self._marks, self.text, self.line
        self.resources, self.saved, self.path, self._marks = resources, [], PagePath(), []
        self.state, self.concealed = state, 0  # nothing is entered that is concealed
        actions = self._actions
        for operator, operands in operations(data):
            self.work(1 if operator else len(operands))
            action = actions.get(operator)
            if action is None:
                continue
            try:
                action(self, operands)
            except (ValueError, IndexError, TypeError, OverflowError, ArithmeticError):
                continue  # printers skip operators whose operands are damaged
        self.resources, self.saved, self.path, self._marks, self.text, self.line = outer
        self.concealed = 0

    def work(self, steps: int) -> None:
        """Count the work done; raises ``MazeError`` where it is too much, ``CancelledError``."""
        before, self._left = self._left, self._left - steps
        if before >> 12 != self._left >> 12:
            self.document.work(1 << 12)
            if self._left <= 0:
                message = _("it has a page with more drawing operators than can be checked.")
                raise MazeError(message)

    def resource(self, kind: str, called: Any) -> Any:
        """Return what a name stands for, None for nothing."""
        return entry(entry(self.resources, kind), str(called))

    def visible(self, area: Box) -> Box | None:
        """Return the part of a box that is printed; of a tile, where its pattern is painted."""
        if self.concealed:
            return None
        if self._tile is not None:
            return self._tile
        where = common(area, self.state.clip)
        return None if is_empty(where) else where

    def used(self, colour: Colour, alpha: float = 1.0) -> float | None:
        """Record the colour space of something painted; return its tint."""
        if colour.pattern is None:
            self.use(colour.space)
        return None if colour.tint is None else colour.tint * alpha

    def use(self, space: Space) -> None:
        """Record a colour space."""
        if space.label:
            self.ink.colours.add(space.label)

    def paint_pattern(self, colour: Colour, where: Box) -> None:
        """Paint one tile of a pattern, all of it where the pattern is."""
        pattern = colour.pattern
        if pattern is None:
            return
        if number(entry(pattern, "PatternType")) == 2:
            self.shade(entry(pattern, "Shading"))
        elif self._tile is None:
            self._tile = where
            ctm = times(matrix(entry(pattern, "Matrix")), self._base)
            state = GraphicsState(ctm, where)
            state.fill = state.stroke = (
                Colour(colour.space, ()) if colour.space.parts else (state.fill)
            )
            self.enter(pattern, state)
            self._tile = None

    def shade(self, shading: Any) -> None:
        """Record the colour space of a shading."""
        self.use(self.document.space(entry(shading, "ColorSpace"), self.resources))

    def enter(self, form: Any, state: GraphicsState) -> None:
        """Run the operators of a form or pattern, unless it is one of those around."""
        which = identity(form)
        if which is None or which in self._forms or len(self._forms) >= DEEPEST_FORM:
            return
        if name(entry(entry(form, "Group"), "S")) == "Transparency":
            self.ink.features.add("transparency")
        self.work(FORM)
        outer, own = self.state, entry(form, "Resources")
        self._forms.append(which)
        self._run(self.document.content(form), self.resources if own is None else own, state)
        self._forms.pop()
        self.state = outer

    def mark(self, hidden: bool) -> None:
        """Begin a marked content, which may be a hidden layer."""
        if len(self._marks) < MOST_MARKS:
            self._marks.append(hidden)
            self.concealed += hidden

    def unmark(self) -> None:
        """End the marked content that began last."""
        if self._marks:
            self.concealed -= self._marks.pop()

    def save(self) -> None:
        """Save the graphics state."""
        if len(self.saved) < MOST_SAVED:
            self.saved.append(copy(self.state))

    def restore(self) -> None:
        """Restore the graphics state that was saved last."""
        if self.saved:
            self.state = self.saved.pop()


Action = Callable[[PagePainter, list[Any]], None]
