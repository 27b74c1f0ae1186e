"""Finds the even spacing of parallel lines, and the direction in which most lines run."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mazeeditor.files.drawings.line_drawing import Segments
from mazeeditor.maze.geometry import Numbers

BINS = 1 << 14  # of the extent of all lines: eight to a cell of 2,000
PADDED = 4  # times as many frequencies
MIN_PEAK = 0.5  # of the strongest peak: those that are tried
MOST_PEAKS = 4
HEAVY = 0.25  # of a cell: lines with less ink than that are no lines of a lattice


class Comb(NamedTuple):
    """Lines at ``start + k * pitch`` for whole numbers k from 0 to ``teeth``."""

    start: float
    pitch: float
    teeth: int


def direction_of(segments: Segments, fold: int) -> tuple[float, float]:
    """Return the direction in which lines run, in radians, and how clear it is, 0 to 1.

    ``fold`` is by how many turns of 360° / fold a lattice looks the same, 4 or 6: the mean of the
    angles times ``fold`` on the circle, weighted by lengths.
    """
    step = segments.end - segments.begin
    length = np.hypot(step[:, 0], step[:, 1])
    total = float(length.sum())
    if total <= 0:
        return 0.0, 0.0
    angle = np.arctan2(step[:, 1], step[:, 0])
    mean = complex((length * np.exp(1j * fold * angle)).sum() / total)
    return float(np.angle(mean)) / fold, abs(mean)


def combs_of(positions: Numbers, weights: Numbers) -> list[Comb]:
    """Return the spacings that lines at ``positions`` float64[n] may have, the widest first.

    The Fourier transform of the lines has peaks at the frequency of the spacing and its multiples.
    ``weights`` are the lengths of the lines.
    """
    heavy = weights > 0
    positions, weights = positions[heavy], weights[heavy]
    if not len(positions):
        return []
    low, high = float(positions.min()), float(positions.max())
    extent = high - low
    if extent <= 0:
        return []
    place = (positions - low) / extent * (BINS - 1)
    below = np.floor(place).astype(np.int64).clip(0, BINS - 2)
    share = place - below
    ink = np.bincount(below, weights * (1 - share), BINS)
    ink += np.bincount(below + 1, weights * share, BINS)
    # a long line, such as a border, counts little more than a short one
    ink = np.sqrt(ink / ink.max())
    spectrum = np.abs(np.fft.rfft(ink, PADDED * BINS)) / ink.sum()
    first = int(PADDED * 0.75)
    last = min(len(spectrum) - 1, PADDED * BINS // 6)
    here = spectrum[first:last]
    peak = np.r_[False, (here[1:-1] >= here[:-2]) & (here[1:-1] > here[2:]), False]
    strong = np.flatnonzero(peak & (here >= MIN_PEAK * here[peak].max(initial=0.0)))
    combs = []
    for at in strong[:MOST_PEAKS].tolist():
        cycles = (first + at) / PADDED * (BINS - 1) / BINS
        comb = _fit(positions, weights, low, extent / max(cycles, 1e-9))
        if comb is not None:
            combs.append(comb)
    return combs


def _fit(positions: Numbers, weights: Numbers, low: float, pitch: float) -> Comb | None:
    """Return the comb nearest to lines: least squares, each line to its nearest tooth."""
    phase = float(np.angle((weights * np.exp(2j * np.pi * (positions - low) / pitch)).sum()))
    start = low + phase / (2 * np.pi) * pitch
    for _round in range(3):
        tooth = np.rint((positions - start) / pitch)
        off = positions - start - tooth * pitch
        near = np.abs(off) < 0.2 * pitch
        if not near.any():
            return None
        k, weight = tooth[near], weights[near]
        mean, middle = np.average(k, weights=weight), np.average(positions[near], weights=weight)
        spread = float((weight * (k - mean) ** 2).sum())
        if spread > 0:
            pitch = float((weight * (k - mean) * (positions[near] - middle)).sum() / spread)
        start = float(middle - mean * pitch)
        if pitch <= 0:
            return None
    tooth = np.rint((positions - start) / pitch)
    near = np.abs(positions - start - tooth * pitch) < 0.2 * pitch
    teeth = tooth[near].astype(np.int64)
    lowest = int(teeth.min())
    ink = np.bincount(teeth - lowest, weights[near])
    used = np.flatnonzero(ink >= HEAVY * pitch)
    if not len(used):
        return None
    first, last = int(used[0]), int(used[-1])
    return Comb(start + (lowest + first) * pitch, pitch, last - first)
