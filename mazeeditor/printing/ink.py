"""What a page paints, as far as a print shop asks: the thinnest line, the palest grey, the margins.

Only the worst of each kind is kept, so a page of a million lines takes no more than an empty one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from mazeeditor.printing.pdf_values import NOWHERE, Box, around, common, is_empty

LINE, AREA, TEXT, IMAGE = "line", "area", "text", "image"
LEFT, BOTTOM, RIGHT, TOP = range(4)  # sides, as the numbers of a box are
REACHED = 0.15  # points: what ends so near to the edge of the bleed reaches it


@dataclass(frozen=True)
class Extreme:
    """A figure and where it was seen; ``what`` is one of the kinds above or a name."""

    value: float
    where: Box
    what: str


@dataclass
class Ink:
    """What is painted on a page; lengths in points, tints from 0 to 1.

    ``trim`` is the page after it was cut, ``bleed`` what is printed beyond it on each side.
    """

    trim: Box
    bleed: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    painted: bool = False
    thinnest: Extreme | None = None
    smallest: Extreme | None = None  # text
    palest: Extreme | None = None
    coarsest: Extreme | None = None  # image: dots per inch
    nearest: dict[int, Extreme] = field(default_factory=dict)  # by side, to the edge of the trim
    short: Extreme | None = None  # goes beyond the trim, but ends before the bleed does
    beside: bool = False  # something lies outside of the trim altogether
    colours: set[str] = field(default_factory=set)
    foreign_fonts: set[str] = field(default_factory=set)  # used, but not embedded
    subsets: set[str] = field(default_factory=set)
    features: set[str] = field(default_factory=set)  # "transparency", "invisible text", ...
    _dark: Box = NOWHERE  # around all areas and images that are not white

    def line(self, width: float, where: Box, tint: float | None) -> None:
        """Record a line; a white one counts where it lies on something dark."""
        if self._seen(LINE, where, tint):
            self.thinnest = _smaller(self.thinnest, width, where, LINE)

    def area(self, where: Box, tint: float | None) -> None:
        """Record a filled area."""
        if self._seen(AREA, where, tint):
            self._dark = around(self._dark, where)

    def text(self, size: float, where: Box, tint: float | None) -> None:
        """Record a text."""
        if self._seen(TEXT, where, tint):
            self.smallest = _smaller(self.smallest, size, where, TEXT)

    def image(self, dpi: float | None, where: Box) -> None:
        """Record an image; one of a single pixel has no dots per inch."""
        self._seen(IMAGE, where, None)
        self._dark = around(self._dark, where)
        if dpi is not None:
            self.coarsest = _smaller(self.coarsest, dpi, where, IMAGE)

    def _seen(self, kind: str, where: Box, tint: float | None) -> bool:
        """Record where something is; return False where it is white on white."""
        if tint is not None and tint <= 0:
            return not is_empty(common(where, self._dark))
        self.painted = True
        if tint is not None:
            self.palest = _smaller(self.palest, tint, where, kind)
        if is_empty(common(where, self.trim)):
            self.beside = True
            return True
        for side, distance in enumerate(self._distances(where)):
            self._reach(side, distance, kind, where)
        return True

    def _distances(self, where: Box) -> Iterator[float]:
        trim = self.trim
        yield where[LEFT] - trim[LEFT]
        yield where[BOTTOM] - trim[BOTTOM]
        yield trim[RIGHT] - where[RIGHT]
        yield trim[TOP] - where[TOP]

    def _reach(self, side: int, distance: float, kind: str, where: Box) -> None:
        nearest = self.nearest.get(side)
        if nearest is not None and distance >= nearest.value:
            return
        if any(self.bleed) and kind != TEXT and distance <= REACHED:
            if distance > REACHED - self.bleed[side]:
                self.short = _smaller(self.short, distance, where, kind)
            return
        self.nearest[side] = Extreme(distance, where, kind)


def _smaller(best: Extreme | None, value: float, where: Box, what: str) -> Extreme:
    return best if best is not None and best.value <= value else Extreme(value, where, what)
