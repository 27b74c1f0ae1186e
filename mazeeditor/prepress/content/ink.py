"""What a page paints, as far as a print shop asks: the thinnest line, the palest grey, the margins.

Only the worst of each kind is kept, so a page of a million lines takes no more than an empty one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mazeeditor.prepress.content.ground import DarkGround
from mazeeditor.prepress.content.paths import PagePath
from mazeeditor.prepress.document.values import NOWHERE, Box, intersection, is_empty, union

LINE, AREA, TEXT, IMAGE = "line", "area", "text", "image"
SIDES = LEFT, BOTTOM, RIGHT, TOP = range(4)  # sides, as the numbers of a box are
THIN = 0.75  # points: what is asked of lines where no rule says it
STEM = 0.12  # em: about how wide the stems of letters are
MOST_REASONS = 20  # of a page
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
    unread: dict[str, int] = field(default_factory=dict)  # why what of it could not be checked
    thin: float = THIN  # points: areas are measured where they are thinner
    masking: int = 0  # in how many soft masks it is: what these paint is not seen itself
    span: Box = NOWHERE  # around what was recorded since the painter set it
    _ground: DarkGround = field(init=False)

    def __post_init__(self) -> None:
        self._ground = DarkGround(self.trim)

    def line(self, width: float, where: Box, tint: float | None, path: PagePath) -> None:
        """Record a line; a white one counts where it lies on something dark."""
        if _is_white(tint) and not self.masking:
            if self._ground.is_dark_along(path, width):
                self.thinnest = _smaller(self.thinnest, width, where, LINE)
            return
        self._seen(LINE, where, tint)
        self.thinnest = _smaller(self.thinnest, width, where, LINE)
        if not self.masking:
            self._ground.line(path, width)

    def thin_area(self, width: float, where: Box) -> None:
        """Record that an area that was recorded is a line."""
        self.thinnest = _smaller(self.thinnest, width, where, LINE)

    def area(self, where: Box, tint: float | None) -> bool:
        """Record a filled area; return whether it is seen."""
        seen = self._seen(AREA, where, tint)
        if seen and not _is_white(tint) and not self.masking:
            self._ground.area(where)
        return seen

    def text(self, size: float, where: Box, tint: float | None) -> None:
        """Record a text."""
        if self._seen(TEXT, where, tint):
            self.smallest = _smaller(self.smallest, size, where, TEXT)
            if not _is_white(tint) and not self.masking:
                self._ground.area(where, size * STEM)

    def text_size(self, size: float, where: Box, tint: float | None) -> None:
        """Record how large a text is whose glyphs are recorded one by one."""
        if not _is_white(tint) or self._ground.is_dark(where):
            self.smallest = _smaller(self.smallest, size, where, TEXT)

    def place(self, where: Box, tint: float | None) -> None:
        """Record where a part of a text is that is measured elsewhere."""
        self._seen(TEXT, where, tint)

    def image(self, dpi: float | None, where: Box) -> None:
        """Record an image; one of a single pixel has no dots per inch."""
        self._seen(IMAGE, where, None)
        if not self.masking:
            self._ground.area(where)
        if dpi is not None:
            self.coarsest = _smaller(self.coarsest, dpi, where, IMAGE)

    def finish(self) -> None:
        """Forget what only painting needs."""
        self._ground = DarkGround(self.trim)

    def not_read(self, reason: str) -> None:
        """Record that something could not be checked, and why."""
        if reason in self.unread or len(self.unread) < MOST_REASONS:
            self.unread[reason] = self.unread.get(reason, 0) + 1

    def _seen(self, kind: str, where: Box, tint: float | None) -> bool:
        """Record where something is; return False where it is white on white."""
        if self.masking:
            return True
        if _is_white(tint):
            return self._ground.is_dark(where)
        self.painted = True
        self.span = union(self.span, where)
        if tint is not None:
            self.palest = _smaller(self.palest, tint, where, kind)
        if is_empty(intersection(where, self.trim)):
            self.beside = True
            return True
        nearest = self.nearest
        for side, distance in enumerate(self._distances(where)):
            if side not in nearest or distance < nearest[side].value:
                self._reach(side, distance, kind, where)
        return True

    def is_within(self, area: Box) -> bool:
        """Whether what is known reaches as far as an area to each side."""
        known = self.nearest
        return len(known) == len(SIDES) and all(
            distance >= known[side].value for side, distance in enumerate(self._distances(area))
        )

    def _distances(self, where: Box) -> Box:
        left, bottom, right, top = self.trim
        return (where[LEFT] - left, where[BOTTOM] - bottom, right - where[RIGHT], top - where[TOP])

    def _reach(self, side: int, distance: float, kind: str, where: Box) -> None:
        if any(self.bleed) and kind != TEXT and distance <= REACHED:
            if distance > REACHED - self.bleed[side]:
                self.short = _smaller(self.short, distance, where, kind)
            return
        self.nearest[side] = Extreme(distance, where, kind)


def _is_white(tint: float | None) -> bool:
    return tint is not None and tint <= 0


def _smaller(best: Extreme | None, value: float, where: Box, what: str) -> Extreme:
    return best if best is not None and best.value <= value else Extreme(value, where, what)
