r"""Which passage an arrow key means, in cells of any shape.

::

     \ N /      A key means a passage within 45 degrees of it, so that behind it a wall is a wall,
    W  o  E     and each passage has a key. Where two fit, as the upper two of a hexagon, the arrow
     / S \      pressed before decides: Right and then Up leads to the upper right.
"""

from __future__ import annotations

from mazeeditor.playing.walk import Walk

WIDTH = 0.7071  # the cosine of a little more than 45 degrees
LEAN = 0.45  # how much the arrow before counts: enough to choose among eight ways


class Steering:
    """Remembers the arrows pressed; directions are (dx, dy), x to the right and y down."""

    def __init__(self) -> None:
        self._lean = (0.0, 0.0)
        self._last = (0.0, 0.0)

    def slot(self, walk: Walk, dx: float, dy: float) -> int | None:
        """Return the passage that an arrow means where the player stands; None for a wall."""
        if (dx, dy) != self._last and dx * self._last[0] + dy * self._last[1] == 0:
            self._lean = self._last
        self._last = dx, dy
        cell, outward = walk.cell, walk.lattice.geometry.outward
        sides = {slot: outward(cell, slot) for slot in walk.ways(cell)}
        fitting = [slot for slot, (x, y) in sides.items() if x * dx + y * dy >= WIDTH]

        def agreement(slot: int) -> float:
            (x, y), (aside, along) = sides[slot], self._lean
            return x * (dx + LEAN * aside) + y * (dy + LEAN * along)

        return max(fitting, key=agreement, default=None)
