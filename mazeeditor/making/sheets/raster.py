r"""Straight lines as samples of a picture, each with the time at which it is drawn; areas too.

::

    lines      column by column along their longer side, `width` samples across
    areas      where a line crosses the middle of a row of samples, what lies to its right is
               raised or lowered; the sums along a row say within which rings each sample lies

Lines that begin earlier are drawn last, so a sample has the time of the first one that covers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.page.scene import Ids, Numbers, Points

AT_ONCE = 1 << 18  # samples, about, whose places are worked out at a time
NEVER = np.float32(np.inf)


@dataclass(frozen=True, eq=False)
class LineSamples:
    """What lines cover: ``time`` float32[h, w] in s, ``NEVER`` where none does.

    ``colour`` uint8[h, w] is the number of the colour there.
    """

    time: NDArray[np.float32]
    colour: NDArray[np.uint8]

    @classmethod
    def blank(cls, size: tuple[int, int]) -> LineSamples:
        """Return one of so many samples, nothing drawn."""
        return cls(np.full(size[::-1], NEVER, np.float32), np.zeros(size[::-1], np.uint8))


@dataclass(frozen=True, eq=False)
class TimedLines:
    """Lines in samples: ``begin`` and ``end`` float64[j, 2], ``since`` and ``until`` float64[j].

    ``colour`` uint8[j]. Earlier ones come first.
    """

    begin: Points
    end: Points
    since: Numbers
    until: Numbers
    colour: NDArray[np.uint8]

    def chosen(self, ids: Ids) -> TimedLines:
        """Return some of the lines."""
        return TimedLines(
            self.begin[ids], self.end[ids], self.since[ids], self.until[ids], self.colour[ids]
        )


def draw_lines(trace: LineSamples, lines: TimedLines, width: int, align: int, job: Job) -> None:
    """Draw lines ``width`` samples wide; raises ``CancelledError``.

    Level and upright ones begin at a multiple of ``align`` samples, so that they look sharp.
    """
    along = np.abs(lines.end - lines.begin)
    for ids in _portions((along.max(axis=1, initial=0.0) + width) * width):
        job.check()
        some = lines.chosen(ids[::-1])
        steep = np.abs(some.end - some.begin) @ (-1.0, 1.0) > 0
        # upright ones are drawn as level ones of the picture turned over
        for turned in (False, True):
            chosen = np.flatnonzero(steep == turned)
            if len(chosen):
                _draw_level(trace, some.chosen(chosen), width, align, turned=turned)


def _portions(costs: Numbers) -> Iterator[Ids]:
    """Yield lines in portions, the last first, that take about as many samples."""
    sums = np.cumsum(np.minimum(costs, AT_ONCE))
    portion = (sums / AT_ONCE).astype(np.int64) if len(costs) else sums.astype(np.int64)
    edges = np.flatnonzero(np.diff(portion, prepend=-1, append=-1))
    for first, last in zip(edges[-2::-1], edges[:0:-1], strict=True):
        yield np.arange(first, last)


def _draw_level(
    trace: LineSamples, lines: TimedLines, width: int, align: int, *, turned: bool
) -> None:
    """Draw lines that are longer along x than along y, or (``turned``) the other way round."""
    time, colour = (part.T if turned else part for part in (trace.time, trace.colour))
    high, wide = time.shape
    x, y = (0, 1) if not turned else (1, 0)
    u, v = lines.begin[:, x], lines.begin[:, y]
    du, dv = lines.end[:, x] - u, lines.end[:, y] - v
    half = width / 2
    first = np.ceil(np.minimum(u, u + du) - half - 0.5).clip(0, wide)
    last = np.ceil(np.maximum(u, u + du) + half - 0.5).clip(0, wide)
    counts = (last - first).astype(np.int64)
    line = np.repeat(np.arange(len(u)), counts)
    skipped = np.cumsum(counts) - counts - first.astype(np.int64)
    column = np.arange(len(line)) - np.repeat(skipped, counts)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = ((column + 0.5 - u[line]) / du[line]).clip(0, 1)
    share = np.where(du[line] == 0, 0.0, share)
    across = v[line] + share * dv[line]
    level = dv[line] == 0
    row = np.ceil(across - half - 0.5)
    row = np.where(level, np.round((across - half) / align) * align, row).astype(np.int64)
    when = (lines.since[line] + share * (lines.until - lines.since)[line]).astype(np.float32)
    number = lines.colour[line]
    for step in range(width):
        seen = (row + step >= 0) & (row + step < high)
        seen &= when <= time[(row + step).clip(0, high - 1), column]  # what is there came later
        place = row[seen] + step, column[seen]
        time[place], colour[place] = when[seen], number[seen]


def sums_of(
    begin: Points, end: Points, raised: NDArray[np.int32], size: tuple[int, int], job: Job
) -> NDArray[np.int32]:
    """Return int32[h, w]: for each sample the sum of ``raised`` int32[j] of the lines left of it.

    A line that leads up counts as often, one that leads down as often less. Raises
    ``CancelledError``.
    """
    wide, high = size
    result = np.zeros((high, wide + 1), np.int32)
    flat = result.ravel()
    up = end[:, 1] < begin[:, 1]
    upper, lower = np.where(up[:, None], end, begin), np.where(up[:, None], begin, end)
    signed = np.where(up, raised, -raised)
    first = np.ceil(upper[:, 1] - 0.5).clip(0, high)
    counts = (np.ceil(lower[:, 1] - 0.5).clip(0, high) - first).astype(np.int64)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = (lower[:, 0] - upper[:, 0]) / (lower[:, 1] - upper[:, 1])
    for ids in _portions(counts.astype(np.float64)):
        job.check()
        line = np.repeat(ids, counts[ids])
        skipped = np.cumsum(counts[ids]) - counts[ids] - first[ids].astype(np.int64)
        row = np.arange(len(line)) - np.repeat(skipped, counts[ids])
        x = upper[line, 0] + (row + 0.5 - upper[line, 1]) * slope[line]
        column = np.ceil(x - 0.5).clip(0, wide).astype(np.int64)
        np.add.at(flat, row * (wide + 1) + column, signed[line])
    np.cumsum(result, axis=1, dtype=np.int32, out=result)
    return result[:, :wide]
