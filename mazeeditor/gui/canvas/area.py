"""A rectangle of whole pixels, for asking which part of the picture to paint."""

from __future__ import annotations

from typing import NamedTuple


class Area(NamedTuple):
    """The pixels left <= x < right, top <= y < bottom."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The width in px, 0 where the area is empty."""
        return max(0, self.right - self.left)

    @property
    def height(self) -> int:
        """The height in px, 0 where the area is empty."""
        return max(0, self.bottom - self.top)

    @property
    def size(self) -> int:
        """The number of pixels."""
        return self.width * self.height

    def cut(self, other: Area) -> Area:
        """Return what both have in common; its size is 0 where that is nothing."""
        return Area(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def join(self, other: Area) -> Area:
        """Return the smallest area that holds both."""
        return Area(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def moved(self, x: int, y: int) -> Area:
        """Return the area moved right by ``x`` and down by ``y``."""
        return Area(self.left + x, self.top + y, self.right + x, self.bottom + y)
