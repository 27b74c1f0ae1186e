"""In which colours a route is filled in, by a picture that lies over the whole maze."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.photo.pencils import NO_PENCIL, pencils_of

PARTS = ("#d62020", "#f7d51d", "#2e8b2e", "#1f5fd0")  # of a route without a picture, in their order


def colours_along(
    lattice: Lattice, route: Sequence[int], pencils: str
) -> tuple[list[int], tuple[str, ...]]:
    """Return the number of the colour of each cell of a route, and the colours.

    Where the picture is clear the colour stays as it was; at the start it is the next one. Without
    a picture the route is in parts of the same length. Raises ``UsageError`` where ``pencils`` is
    invalid.
    """
    if not pencils:
        parts = min(len(PARTS), len(route))
        return [place * parts // len(route) for place in range(len(route))], PARTS[:parts]
    known = pencils_of(pencils)
    height, width = known.paints.shape
    geometry = lattice.geometry
    middles = geometry.centres(np.array(route, np.int64))
    columns = (middles[:, 0] / geometry.width * width).astype(np.int64).clip(0, width - 1)
    rows = (middles[:, 1] / geometry.height * height).astype(np.int64).clip(0, height - 1)
    found = known.paints[rows, columns].tolist()
    last = next((number for number in found if number != NO_PENCIL), 0)
    numbers = []
    for number in found:
        last = last if number == NO_PENCIL else number
        numbers.append(last)
    return numbers, known.colours


def changes_along(numbers: Sequence[int], free: Sequence[int]) -> list[int]:
    """Return the places on a route at which a sign stands: the first, and where a colour begins.

    Of a colour that begins where no sign may stand, it is the next place that is ``free``.
    """
    places, before = [], NO_PENCIL
    for place in free:
        if numbers[place] != before:
            before = numbers[place]
            places.append(place)
    return places
