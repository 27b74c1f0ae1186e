"""How large the next maze is, as one number: rows and columns together, in their proportion.

::

    0          0.25        0.5         0.75         1     position
    5           16          50         158         500    cells across
    Tiny      Small        Large     Very large   Huge
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache

from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.overall_size import ShapeExtents
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _

SMALLEST, LARGEST = 5.0, 500.0  # cells across: a child's first maze, a poster
SLACK = 1e-6  # cells
STEPS = 25  # from one end to the other, by keys
WORDS = {  # the least cells across of all but the first
    0.0: _("Tiny"),
    9.0: _("Small"),
    20.0: _("Medium"),
    45.0: _("Large"),
    100.0: _("Very large"),
    200.0: _("Huge"),
}


class MazeScale:
    """Reads and changes the sizes that ``fields`` returns, those of the chosen ``shape``.

    Rounding would change the proportion a little at each step, so that with which a change began
    is kept, as is the exact position, until the sizes are changed by others.
    """

    def __init__(self, shape: Callable[[], str], fields: Callable[[], FieldValues]) -> None:
        self._shape, self._fields = shape, fields
        self._began: Mapping[str, int] = {}
        self._made: Mapping[str, int] = {}
        self._position = 0.0

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of rows and columns, or of rings."""
        values = self._fields().values
        return {
            option.name: values[option.name]
            for option in self._counted()
            if isinstance(values[option.name], int)
        }

    def _counted(self) -> list[Option]:
        options = self._fields().options.values()
        return [option for option in options if option.kind is int and option.default]

    @property
    def position(self) -> float:
        """Where between the smallest, 0, and the largest, 1, the sizes are."""
        if self.counts == self._made:
            return self._position
        share = math.log(_across(self.counts) / SMALLEST) / math.log(LARGEST / SMALLEST)
        return min(max(share, 0.0), 1.0)

    @property
    def word(self) -> str:
        """The size in a word."""
        across = _across(self.counts)
        return next(word for least, word in reversed(WORDS.items()) if across >= least)

    @property
    def text(self) -> str:
        """The numbers: ``30 × 40``."""
        return " × ".join(f"{count:,}" for count in self.counts.values())

    def move_to(self, position: float) -> None:
        """Make the maze as large as a position between 0 and 1 stands for."""
        counts = self.counts
        if counts != self._made:
            self._began = counts
        self._position = position = min(max(position, 0.0), 1.0)
        across = SMALLEST * (LARGEST / SMALLEST) ** position
        self._made = self._scaled(across / _across(self._began))
        fields = self._fields()
        for name, count in self._made.items():
            if fields[name] != count or name in fields.uncommitted:
                fields.edit(name, count)

    def _scaled(self, factor: float) -> dict[str, int]:
        """Return the counts with which the maze is larger, those with which the change began.

        Only the largest is rounded up: a triangle must be as wide as its rows need.
        """
        began, more = self._began, _offsets(self._shape())
        largest = max(began, key=lambda name: began[name])
        whole = began[largest] + more[largest]
        factor = (round(whole * factor - more[largest]) + more[largest]) / whole
        result = {}
        for option in self._counted():
            name = option.name
            count = int((began[name] + more[name]) * factor - more[name] + SLACK)
            result[name] = min(max(count, int(option.low), 1), int(option.high))
        return result

    def step(self, direction: int) -> None:
        """Make the maze a little larger, by 1, or smaller, by -1; some number changes."""
        before, position = self.counts, self.position
        for number in range(1, STEPS + 1):
            self.move_to(position + direction * number / STEPS)
            if self.counts != before:
                return


@cache
def _offsets(shape: str) -> dict[str, float]:
    """Return what to add to rows and columns of a shape to get its height and width in them."""
    extents = ShapeExtents(shape, {})
    result = {}
    for side, name in extents.names.items():
        start = extents.across(side, 0)
        result[name] = start / (extents.across(side, 1) - start)
    return result


def _across(counts: Mapping[str, int]) -> float:
    """Return how many cells wide a square of as many cells would be; rings stand for two."""
    numbers = list(counts.values())
    if len(numbers) == 1:
        return max(2.0 * numbers[0], 1.0)
    return max(math.prod(numbers) ** (1 / len(numbers)), 1.0) if numbers else SMALLEST
