"""The player's hand on the canvas: it draws the trail where passages lead."""

from __future__ import annotations

from collections.abc import Callable

from mazeeditor.playing.dragging import Point, follow
from mazeeditor.playing.walk import Walk


class PlayHand:
    """Walks where the pointer is dragged, and calls ``walked`` after it did."""

    def __init__(self, walk: Walk, walked: Callable[[], None]) -> None:
        self._walk, self._walked = walk, walked
        self._last: Point | None = None  # where the pointer was, within a drag

    def hover(self, x: float, y: float) -> None:
        """Show nothing: a maze is read with the eyes."""

    def leave(self) -> None:
        """Show nothing."""

    def press(self, x: float, y: float) -> None:
        """Begin where the pointer is, beside the player or not."""
        self._last = x, y
        self.drag(x, y)

    def drag(self, x: float, y: float) -> None:
        """Go on in a straight line."""
        if self._last is None:  # pressed before the game began
            return
        start, self._last = self._last, (x, y)
        if follow(self._walk, start, self._last):
            self._walked()

    def release(self, x: float, y: float) -> None:  # noqa: ARG002 - a Hand is told
        """Stop here."""
        self._last = None

    def toggle(self, cell: int, slot: int) -> None:
        """Change no wall."""
