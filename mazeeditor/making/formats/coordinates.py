r"""Paths as a machine sees them: y goes up from the corner of the sheet that is its 0, 0.

::

  bottom-left                    top-left
    y
    ^ +--------+                  0,0 --------+ --> x
    | | sheet  |                   | | sheet  |
    | +--------+                   | +--------+
   0,0 ----------> x               v  y < 0

Seen from above nothing changes, so an arc that turns anticlockwise on paper does so here. What
``page/curves.py`` does to arcs takes y downwards: that comes before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.making.paths.tool_paths import ToolPaths
from mazeeditor.page.curves import onward
from mazeeditor.page.formats.numbers import Words

if TYPE_CHECKING:
    from mazeeditor.making.presets.machines import Machine
    from mazeeditor.making.sheets.layout import SheetLayout


def with_y_up(paths: ToolPaths, top: float, steps: int = 1000) -> ToolPaths:
    """Return paths of a sheet whose upper edge is at y = ``top`` mm, y upwards.

    All points are rounded to one of ``steps`` in a mm, and where two of a path become one, no line
    or arc is left between them: to a controller such an arc is a whole circle.
    """
    x, y = paths.points.T
    points = np.rint(np.stack([x, top - y], axis=1) * steps) / steps + 0.0
    return without_stops(replace(paths, points=points))


def without_stops(paths: ToolPaths) -> ToolPaths:
    """Return paths without lines of no length, and without paths that have none left."""
    after = onward(paths.starts, paths.closed)
    kept = (after < 0) | (paths.points[after] != paths.points).any(axis=1)
    lengths = np.diff(paths.starts)
    path = np.repeat(np.arange(len(paths)), lengths)
    counts = np.bincount(path[kept], minlength=len(paths))
    long = counts > 1
    kept &= long[path]
    starts = np.concatenate([[0], np.cumsum(counts[long])]).astype(np.int64)
    return ToolPaths(paths.points[kept], starts, paths.closed[long], paths.bulges[kept])


def top_of(layout: SheetLayout, machine: Machine) -> float:
    """Return where a machine has the upper edge of a sheet, in mm."""
    return layout.height if machine.origin == "bottom-left" else 0.0


def open_rings(paths: ToolPaths) -> ToolPaths:
    """Return paths of which closed ones end with the point where they begin, all open now."""
    lasts = paths.starts[1:][paths.closed]
    points = np.insert(paths.points, lasts, paths.heads[paths.closed], axis=0)
    starts = paths.starts + np.concatenate([[0], np.cumsum(paths.closed)])
    bulges = np.insert(paths.bulges, lasts, 0.0)
    return ToolPaths(points, starts, np.zeros(len(paths), np.bool_), bulges)


def micrometres(points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return lengths in mm in whole micrometres."""
    return np.rint(points * 1000).astype(np.int64)


def words_for(numbers: NDArray[Any], word: Callable[[Any], str]) -> Words:
    """Return a ``word`` for each number; each different one is formatted once."""
    values, places = np.unique(numbers, return_inverse=True)
    words: Words = np.array([word(value) for value in values.tolist()], object)
    return words[places.reshape(numbers.shape)]


def words_in_mm(lengths: NDArray[np.int64]) -> Words:
    """Return micrometres as mm with a digit before the point: "0.5", as every controller reads."""
    return words_for(lengths, lambda length: word_in_mm(length / 1000))


def word_in_mm(length: float) -> str:
    """Return a length in mm to a micrometre."""
    return f"{round(length, 3) + 0.0:.12g}"
