"""Which part of a sheet is shown, and how large: zoom, pan, fit, and px to mm.

::

    +--- view, size px -------+       (left, top) mm of the sheet lie at its corner, and
    |        +---- sheet -----|---+   `scale` px are a mm; its middle never leaves the sheet
    |        |                |   |
    +-------------------------+   |
             +--------------------+
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from mazeeditor.page.scene import Box

AIR = 8  # px at 96 dpi around a sheet
INCH = 25.4  # mm
DPI = 96  # of a screen whose ``dots`` are 1
CLOSEST = 100.0  # px at 96 dpi for a mm: tabs of 0.1 mm can be seen
STEP = 1.25  # how much larger a step of the zoom is
EXACT_TOLERANCE = 1e-9

Point = tuple[float, float]


@dataclass(frozen=True)
class SheetView:
    """A view of ``size`` px of a ``sheet`` (width and height in mm); ``dots`` is 1 at 96 dpi."""

    sheet: Point
    size: tuple[int, int]
    scale: float = 1.0
    left: float = 0.0
    top: float = 0.0
    dots: float = 1.0

    @classmethod
    def whole(cls, sheet: Point, size: tuple[int, int], dots: float = 1.0) -> SheetView:
        """Return the view of a sheet as large as it fits."""
        view = cls(sheet, (max(1, size[0]), max(1, size[1])), dots=dots)
        scale = view.fitting
        left, top = (
            (length - pixels / scale) / 2 for pixels, length in zip(view.size, sheet, strict=True)
        )
        return replace(view, scale=scale, left=left, top=top)

    @property
    def fitting(self) -> float:
        """The scale at which the sheet fits, with air around it where there is room for that."""
        return min(
            max(pixels - 2 * AIR * self.dots, pixels / 2) / length
            for pixels, length in zip(self.size, self.sheet, strict=True)
        )

    @property
    def fits(self) -> bool:
        """Whether the whole sheet is seen, as large as it fits."""
        return abs(self.scale / self.fitting - 1) <= EXACT_TOLERANCE

    @property
    def actual(self) -> float:
        """The scale at which a mm on the screen is a mm."""
        return DPI * self.dots / INCH

    @property
    def percent(self) -> float:
        """The zoom, 100 where all is seen as large as it is made."""
        return 100 * self.scale / self.actual

    @property
    def box(self) -> Box:
        """The left, upper, right and lower side of what is seen, in mm."""
        width, height = (pixels / self.scale for pixels in self.size)
        return self.left, self.top, self.left + width, self.top + height

    def to_mm(self, px: float, py: float) -> Point:
        return px / self.scale + self.left, py / self.scale + self.top

    def to_px(self, x: float, y: float) -> Point:
        """Return the point of the view where a place of the sheet is seen."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def zoomed(self, scale: float, px: float | None = None, py: float | None = None) -> SheetView:
        """Return the view at another scale with the same place at (px, py), or in the middle."""
        px = self.size[0] / 2 if px is None else px
        py = self.size[1] / 2 if py is None else py
        x, y = self.to_mm(px, py)
        fitting = self.fitting
        scale = min(scale, max(CLOSEST * self.dots, fitting))
        scale = max(scale, min(self.actual, fitting))
        if abs(scale / fitting - 1) <= EXACT_TOLERANCE:
            return SheetView.whole(self.sheet, self.size, self.dots)
        return replace(self, scale=scale, left=x - px / scale, top=y - py / scale)._held()

    def stepped(self, steps: int, px: float | None = None, py: float | None = None) -> SheetView:
        """Return the view zoomed in by ``steps``; negative steps zoom out."""
        return self.zoomed(self.scale * STEP**steps, px, py)

    def panned(self, dx: float, dy: float) -> SheetView:
        """Return the view of what is ``dx`` px to the right and ``dy`` px below."""
        left, top = self.left + dx / self.scale, self.top + dy / self.scale
        return replace(self, left=left, top=top)._held()

    def of_size(self, size: tuple[int, int]) -> SheetView:
        """Return the view in another size: of all where all was seen, else of the same middle."""
        if self.fits:
            return SheetView.whole(self.sheet, size, self.dots)
        size = max(1, size[0]), max(1, size[1])
        middle = self.to_mm(self.size[0] / 2, self.size[1] / 2)
        left, top = (at - pixels / 2 / self.scale for at, pixels in zip(middle, size, strict=True))
        view = replace(self, size=size, left=left, top=top)
        return view.zoomed(view.scale)

    def of_sheet(self, sheet: Point) -> SheetView:
        """Return the view of another sheet: the same part where that is as large."""
        alike = all(abs(a - b) < 1e-6 for a, b in zip(sheet, self.sheet, strict=True))
        return self if alike else SheetView.whole(sheet, self.size, self.dots)

    def revealing(self, x: float, y: float, room: float) -> SheetView:
        """Return the view moved as little as it takes to show a place, ``room`` px around it."""
        inward = [
            _inward(at, min(room, pixels / 2), pixels)
            for at, pixels in zip(self.to_px(x, y), self.size, strict=True)
        ]
        return self.panned(inward[0], inward[1]) if any(inward) else self

    def _held(self) -> SheetView:
        """Return the view with its middle on the sheet, which so stays in reach."""
        left, top = (
            min(max(at, -half), length - half)
            for at, length, half in zip(
                (self.left, self.top),
                self.sheet,
                (pixels / self.scale / 2 for pixels in self.size),
                strict=True,
            )
        )
        return replace(self, left=left, top=top)


def _inward(px: float, room: float, length: int) -> float:
    """Return how far to move so that ``px`` lies at least ``room`` px from both ends."""
    return min(0.0, px - room) + max(0.0, px + room - length)
