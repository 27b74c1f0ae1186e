r"""Finds the lines of a grid among straight strokes: where they are, and how far apart.

Of each row the middles of all runs of ink count that are part of an upright stroke; in a straight
picture those of one line of the grid lie above each other, and lines are one pitch apart::

    |  |__|        counts        o     o     o
    |__   |        of each       8     4     7         (upright strokes of a column of pixels)
    |  |  |        column        .     .     .
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.recognition.ink import Darkness

Counts = NDArray[np.float64]
Ink = NDArray[np.bool_]

SLENDER = 1.5  # a stroke is so many times as long as thick
LEAST_PITCH = 1.25  # times the thickness of walls
SIMILAR_SCORE = 0.9  # of the best score: of pitches that are as good, the widest is the grid
MOST_PITCHES = 6
MOST_SHORT = 16_000  # pixels a side, of which two together fit into 16 bits
MOST_TIPS = 60_000  # pixels whose strokes are looked at
FINER_PLACES = 8  # places of the spectrum for each whole number of lines


@dataclass(frozen=True, eq=False)
class Strokes:
    """Middles of upright and of level strokes, bool[h, w] each, their thickness in px, and ink.

    ``tips`` are the ends of level strokes, and those of upright ones.
    """

    upright: Ink
    level: Ink
    thickness: float
    ink: Ink
    tips: tuple[Tips, Tips]

    def cut(self, rows: slice, columns: slice) -> Strokes:
        """Return those in a part of the picture."""
        upright, level = np.zeros_like(self.upright), np.zeros_like(self.level)
        upright[rows, columns], level[rows, columns] = (
            self.upright[rows, columns],
            self.level[rows, columns],
        )
        first, second = (tips.within(rows, columns) for tips in self.tips)
        return Strokes(upright, level, self.thickness, self.ink, (first, second))


@dataclass(frozen=True, eq=False)
class Tips:
    """Ends of strokes, ``x`` and ``y`` float64[k] in px; ``weights`` of a stroke are 2 together.

    A wall ends at a post, so each tells where a line across it is.
    """

    x: Counts
    y: Counts
    weights: Counts

    def within(self, rows: slice, columns: slice) -> Tips:
        """Return those in a part of a picture."""
        inside = np.ones(len(self.x), np.bool_)
        for places, part in ((self.x, columns), (self.y, rows)):
            if part.start is not None:
                inside &= (places >= part.start) & (places < part.stop)
        return Tips(self.x[inside], self.y[inside], self.weights[inside])


class Pitch(NamedTuple):
    """Lines are at ``first + k * pitch`` pixels; ``score`` says how many strokes lie on these."""

    pitch: float
    first: float
    score: float


def strokes_of(darkness: Darkness, threshold: float) -> Strokes | None:
    """Return the strokes in a straight picture; None where there is no ink."""
    ink = darkness > threshold
    above, below = _lengths(ink)
    left, right = (each.T for each in _lengths(np.ascontiguousarray(ink.T)))
    tall, wide = above + below - ink, left + right - ink
    middles = ink & ((np.abs(left - right) <= 1) | (np.abs(above - below) <= 1))
    thin = np.minimum(tall, wide)[middles]
    if not len(thin):
        return None
    thickness = float(np.median(thin))
    least = max(3.0, SLENDER * thickness)
    upright = ink & (tall >= SLENDER * wide) & (tall >= least) & (np.abs(left - right) <= 1)
    level = ink & (wide >= SLENDER * tall) & (wide >= least) & (np.abs(above - below) <= 1)
    tips = (
        _tips(ink, level, left, right, thickness),
        _tips(ink.T, upright.T, above.T, below.T, thickness),
    )
    downward = Tips(tips[1].y, tips[1].x, tips[1].weights)
    return Strokes(upright, level, thickness, ink, (tips[0], downward))


def _tips(ink: Ink, level: Ink, left: NDArray[Any], right: NDArray[Any], thickness: float) -> Tips:
    """Return the ends of level strokes: half a thickness within the ink to both sides."""
    y, x = np.nonzero(level)
    if len(x) > MOST_TIPS:
        chosen = np.linspace(0, len(x) - 1, MOST_TIPS).astype(np.int64)
        y, x = y[chosen], x[chosen]
    before, behind = left[y, x].astype(np.int64), right[y, x].astype(np.int64)
    first, last = x - before + 1, x + behind - 1
    rows = np.tile(y, 2)
    free = np.concatenate([_is_free(ink, first, y, -thickness), _is_free(ink, last, y, thickness)])
    ends = np.concatenate([first + thickness / 2, last + 1 - thickness / 2])
    weights = np.tile(1.0 / (before + behind - 1), 2)
    return Tips(ends[free], rows[free] + 0.5, weights[free])


def _is_free(ink: Ink, x: NDArray[Any], y: NDArray[Any], reach: float) -> Ink:
    """Return bool[k], whether there is paper beyond ends of strokes, and beside that.

    A line that is not quite straight ends in one row of pixels and goes on in the next one.
    """
    result: Ink = np.ones(len(x), np.bool_)
    aside = max(1, round(abs(reach)))
    for along in (1, 2):
        column = x + round(along * reach) + (1 if reach > 0 else -1)
        inside = (column >= 0) & (column < ink.shape[1])
        for row in (y - aside, y, y + aside):
            on = ink[row.clip(0, len(ink) - 1), column.clip(0, ink.shape[1] - 1)]
            result &= ~(on & inside)
    return result


def _lengths(ink: Ink) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return int[h, w] twice: pixels of ink without a gap up to each one, from both ends."""
    kind = np.int16 if len(ink) <= MOST_SHORT else np.int32
    above, below = (np.zeros(ink.shape, kind) for _ in range(2))
    run: NDArray[Any] = np.zeros(ink.shape[1], kind)
    for y in range(len(ink)):
        run += 1
        run *= ink[y]
        above[y] = run
    run[:] = 0
    for y in range(len(ink) - 1, -1, -1):
        run += 1
        run *= ink[y]
        below[y] = run
    return above, below


def pitches_of(counts: Counts, thickness: float) -> list[Pitch]:
    """Return what may be the distance of lines whose strokes lie at ``counts`` float64[w].

    The spectrum of the counts has a peak where lines are one period apart.
    """
    total, size = float(counts.sum()), len(counts)
    if total <= 0 or size < 6:
        return []
    spectrum = np.abs(np.fft.rfft(counts, FINER_PLACES * size)) / total
    least = max(2.0, LEAST_PITCH * thickness)
    frequencies = np.arange(len(spectrum)) / (FINER_PLACES * size)
    allowed = (frequencies > 0.4 / size) & (frequencies <= 1 / least)
    peaks = np.zeros(len(spectrum), np.bool_)
    peaks[1:-1] = (spectrum[1:-1] >= spectrum[:-2]) & (spectrum[1:-1] > spectrum[2:])
    places = np.flatnonzero(peaks & allowed)
    places = places[np.argsort(-spectrum[places], kind="stable")][:40]
    found: list[Pitch] = []
    for place in places.tolist():
        for part in (1, 2, 3):
            pitch = fit_pitch(counts, part / frequencies[place])
            if pitch.pitch >= least and pitch.pitch <= size:
                found.append(pitch)
    return _best(found)


def _best(found: list[Pitch]) -> list[Pitch]:
    """Return distinct pitches, the widest of those first that are about as good as the best."""
    if not found:
        return []
    best = max(pitch.score for pitch in found)
    good = [pitch for pitch in found if pitch.score >= 0.5 * best]
    good.sort(
        key=lambda one: (
            one.score < SIMILAR_SCORE * best,
            -one.pitch if one.score >= SIMILAR_SCORE * best else -one.score,
        )
    )
    distinct: list[Pitch] = []
    for pitch in good:
        if all(abs(pitch.pitch / other.pitch - 1) > 0.01 for other in distinct):
            distinct.append(pitch)
    return distinct[:MOST_PITCHES]


def fit_pitch(counts: Counts, pitch: float) -> Pitch:
    """Return the lines about ``pitch`` apart that are nearest to most strokes."""
    places = np.flatnonzero(counts) + 0.5
    weights = counts[counts > 0]
    total = weights.sum()
    wave = (weights * np.exp(2j * np.pi * places / pitch)).sum()
    first = float(np.angle(wave)) / (2 * np.pi) * pitch
    for reach in (0.25, 0.15, 0.1):
        numbers = np.rint((places - first) / pitch)
        off = places - first - numbers * pitch
        near = np.abs(off) <= max(reach * pitch, 1.0)
        if not near.any():
            break
        mass = weights[near]
        middle = (numbers[near] * mass).sum() / mass.sum()
        shift = (off[near] * mass).sum() / mass.sum()
        away = numbers[near] - middle
        spread = (away * away * mass).sum()
        change = (away * off[near] * mass).sum() / spread if spread > 0 else 0.0
        pitch, first = pitch + change, first + shift - change * middle
    tolerance = 0.07 * pitch + 0.75
    off = np.abs((places - first + pitch / 2) % pitch - pitch / 2)
    share = float(weights[off <= tolerance].sum() / total)
    chance = min(0.98, 2 * tolerance / pitch)
    return Pitch(float(pitch), float(first), (share - chance) / (1 - chance))


def extent_of(counts: Counts, tips: Counts, lines: Pitch, least: float) -> tuple[int, int]:
    """Return the numbers of the first and the last line: those around the heaviest one.

    A line counts where it has strokes of ``least`` pixels together; two in a row may have none,
    or more where strokes across them end there, at ``tips`` float64[k] px.
    """
    size = len(counts)
    low, high = -(lines.first // lines.pitch) - 1, (size - lines.first) // lines.pitch + 1
    numbers = np.arange(int(low), int(high) + 1)
    reach = 0.12 * lines.pitch + 1.0
    sums = np.concatenate([[0.0], counts.cumsum()])
    at = lines.first + numbers * lines.pitch
    ends = np.rint(np.stack([at - reach, at + reach])).clip(0, size).astype(np.int64)
    support = sums[ends[1]] - sums[ends[0]]
    heavy = support >= least
    if not heavy.any():
        return 0, 0
    ended = heavy.copy()
    near = np.rint((tips - lines.first) / lines.pitch)
    near = near[np.abs(tips - lines.first - near * lines.pitch) <= reach] - numbers[0]
    ended[near[(near >= 0) & (near < len(ended))].astype(np.int64)] = True
    start = stop = int(support.argmax())
    while start > 0 and ended[max(0, start - 3) : start].any():
        start -= 1
    while stop < len(numbers) - 1 and ended[stop + 1 : stop + 4].any():
        stop += 1
    start += int(heavy[start:].argmax())
    stop -= int(heavy[stop::-1].argmax())
    return int(numbers[start]), int(numbers[stop])
