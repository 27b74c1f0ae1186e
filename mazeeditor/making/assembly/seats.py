"""Names of parts, places for them that are covered, and seats of sheets that lie on each other."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mazeeditor.making.parts import NamePlace
from mazeeditor.making.paths.tool_paths import ToolPaths
from mazeeditor.page.scene import Box, Ids, Points

IN_WALL = 0.6  # how high capitals are in a wall, as a share of its width
IN_BORDER, HIGHEST = 0.4, 5.0  # as a share of a border's width, at most so many mm
STRAIGHT = 1e-6
LETTERS = 26


def letter(number: int) -> str:
    """Return ``a`` for 0, ``b`` for 1, ... ``aa`` after ``z``."""
    before, last = divmod(number, LETTERS)
    return (letter(before - 1) if before else "") + chr(ord("a") + last)


def list_names(names: Iterable[str]) -> str:
    """Return names as a reader wants them: ``W1a–W1d`` for more than two in a row."""
    rows: list[list[str]] = []
    for name in names:
        if rows and _next(rows[-1][-1]) == name:
            rows[-1].append(name)
        else:
            rows.append([name])
    return ", ".join(f"{row[0]}–{row[-1]}" if len(row) > 2 else ", ".join(row) for row in rows)


def _next(name: str) -> str:
    """Return the name after one: ``A10`` after ``A9``, ``W1b`` after ``W1a``."""
    stem = name.rstrip("0123456789")
    if stem != name:
        return f"{stem}{int(name[len(stem) :]) + 1}"
    stem = name.rstrip("abcdefghijklmnopqrstuvwxyz")
    number = 0
    for character in name[len(stem) :]:
        number = LETTERS * number + ord(character) - ord("a") + 1
    return stem + letter(number) if number else ""


def in_border(box: Box, border: float) -> NamePlace:
    """Return the place of a name in the middle of the upper border of a part of that box."""
    left, top, right, _bottom = box
    width = right - left - 2 * border
    return NamePlace((left + right) / 2, top + border / 2, min(HIGHEST, IN_BORDER * border), width)


def in_wall(lines: ToolPaths, wall: float) -> NamePlace | None:
    """Return the place of a name in the longest straight wall, None where all are arcs.

    ``lines`` are the centre lines of walls, ``wall`` mm wide; the name stays within the wall.
    """
    first, last = straight_runs(lines)
    if not len(first):
        return None
    lengths = np.hypot(*(last - first).T)
    run = int(np.argmax(np.round(lengths, 6)))
    x, y = (first[run] + last[run]) / 2
    right, down = last[run] - first[run]
    angle = float(np.arctan2(down, right))
    if not -np.pi / 2 < angle <= np.pi / 2:  # it is to be read from the left to the right
        angle -= np.pi * np.sign(angle)
    return NamePlace(float(x), float(y), IN_WALL * wall, float(lengths[run]), angle)


def straight_runs(lines: ToolPaths) -> tuple[Points, Points]:
    """Return where straight stretches of lines begin and end, each as long as it is straight."""
    here: Ids = np.arange(len(lines.points))
    after = here + 1
    ends, closed = lines.starts[1:] - 1, lines.closed
    after[ends] = np.where(closed, lines.starts[:-1], -1)
    some = np.flatnonzero((after >= 0) & (np.abs(lines.bulges) < STRAIGHT))
    first, last = lines.points[some], lines.points[after[some]]
    if not len(some):
        return first, last
    along = last - first
    unit = along / np.maximum(np.hypot(*along.T), STRAIGHT)[:, None]
    joined = (after[some][:-1] == some[1:]) & ((unit[1:] * unit[:-1]).sum(axis=1) > 1 - STRAIGHT)
    begins = np.flatnonzero(np.concatenate([[True], ~joined]))
    finishes = np.concatenate([begins[1:], [len(some)]]) - 1
    return first[begins], last[finishes]
