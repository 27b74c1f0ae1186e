r"""Finds a round maze in a picture: the middle of its circles, then rings and spokes.

The gradient of a circle points at its middle, so that is where most lines across edges meet. Around
it the picture is unrolled, and circles and spokes become lines of a grid::

        .-'-.         ----------- r
       /  |  \    ->    |     |
       \     /        ------  |
        '-.-'
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.shapes import build
from mazeeditor.maze.shapes.polar import MOST_RINGS, ring_sizes
from mazeeditor.recognition.choices import Choices
from mazeeditor.recognition.grid_map import GridMap
from mazeeditor.recognition.ink import Darkness, Layer
from mazeeditor.recognition.lines import Pitch, fit_pitch, pitches_of, strokes_of
from mazeeditor.recognition.outlines import WallTable
from mazeeditor.recognition.straightening import Edges, Points, edges_of
from mazeeditor.recognition.wall_reading import WallReading, locate, read_walls, weigh_coverage
from mazeeditor.recognition.wall_samples import bilinear

STRAIGHT = 0.5  # clearness of the directions of walls above which a maze is not round
MOST_TURNS = 2400  # columns of the unrolled picture
MAX_TRIED = 4
MOST_SPOKES, MOST_TRIED_TURNS, ROUNDER = 2000, 400, 4  # to find by how much rings are turned
# of the edges that point at the middle, which is a tenth where they are anyhow
MIN_CENTRED_EDGES = 0.35
MIN_CIRCLE_INK = 0.3  # of a circle in ink, that of the outermost at least


def read_rings(layer: Layer, choices: Choices, job: Job) -> Iterator[WallReading]:
    """Yield readings of a layer as a round maze."""
    edges = edges_of(layer.darkness)
    if edges is None:
        return
    straight = max(edges.turn(4)[1], edges.turn(6)[1])
    if straight > STRAIGHT and choices.shape is None:
        return
    middle, round_share = middle_of(edges)
    if round_share < MIN_CENTRED_EDGES and choices.shape is None:
        return
    height, width = layer.darkness.shape
    if not (0 < middle[0] < width and 0 < middle[1] < height):
        return
    radius = max(middle[0], middle[1], width - middle[0], height - middle[1])
    unrolled = unroll(layer.darkness, middle, radius)
    strokes = strokes_of(unrolled, layer.threshold)
    if strokes is None:
        return
    counts = strokes.level.sum(axis=1).astype(np.float64)
    share = (unrolled > layer.threshold).mean(axis=1)
    tried: set[tuple[int, int]] = set()
    pitches = pitches_of(counts, strokes.thickness)
    # rings twice as wide have half as many posts without a wall
    wider = [pitch._replace(pitch=2 * pitch.pitch) for pitch in pitches[:2]]
    for pitch in [pitches[0], *wider[:1], *pitches[1:], *wider[1:]] if pitches else []:
        job.check()
        rings = _rings(counts, share, pitch)
        if rings is None or rings in tried:
            continue
        tried.add(rings)
        first, last, scale = rings[0], rings[1], _scale(counts, pitch)
        for hole in dict.fromkeys((0, first) if first == 1 else (first if first > 1 else 0,)):
            if last - hole < 1 or last > MOST_RINGS or last * scale > 2 * radius:
                continue
            reading = _reading(layer, middle, scale, hole, last, strokes.thickness, job)
            if reading is not None:
                yield weigh_coverage(reading)
        if len(tried) == MAX_TRIED:
            return


def middle_of(edges: Edges) -> tuple[Points, float]:
    """Return float64[2], where the lines across edges meet, and how many of them do, 0 .. 1."""
    tangents = np.stack([-np.sin(edges.angles), np.cos(edges.angles)], axis=-1)
    points, weights = edges.points, edges.weights
    middle: Points = (points.min(axis=0) + points.max(axis=0)) / 2
    size = max(edges.width, edges.height)
    for tolerance in (0.2, 0.1, 0.05, 0.02, 0.01, 0.01, 0.01):
        away = ((middle - points) * tangents).sum(axis=1)
        trusted = weights / (1 + (away / (tolerance * size)) ** 2) ** 2
        left = (tangents * trusted[:, None]).T @ tangents
        right = (tangents * (trusted * (points * tangents).sum(axis=1))[:, None]).sum(axis=0)
        middle = np.linalg.solve(left + np.eye(2) * 1e-9 * trusted.sum(), right)
    away = np.abs(((middle - points) * tangents).sum(axis=1))
    return middle, float(weights[away < 0.02 * size].sum() / weights.sum())


def unroll(darkness: Darkness, middle: Points, radius: float) -> Darkness:
    """Return float32[radius, turns], the picture around a point, clockwise from the top."""
    turns = int(min(MOST_TURNS, max(360, 2 * pi * radius)))
    angles = (np.arange(turns) + 0.5) / turns * 2 * pi
    result = np.empty((int(radius) + 1, turns), np.float32)
    direction = np.stack([np.sin(angles), -np.cos(angles)], axis=-1)
    for start in range(0, len(result), 256):
        radii = np.arange(start, min(len(result), start + 256)) + 0.5
        result[start : start + 256] = bilinear(darkness, middle + radii[:, None, None] * direction)
    return result


def _rings(
    counts: np.ndarray[tuple[int], np.dtype[np.float64]],
    share: np.ndarray[tuple[int], np.dtype[np.float64]],
    pitch: Pitch,
) -> tuple[int, int] | None:
    """Return the numbers of the first and the last circle that have arcs, counted from 0."""
    scale = _scale(counts, pitch)
    last = int(len(counts) / scale)
    dark = np.array([_most(share, k * scale, 0.15 * scale) for k in range(1, last + 1)])
    outer = np.flatnonzero(dark > MIN_CIRCLE_INK)
    if not len(outer):
        return None
    some = np.flatnonzero(dark > 0.06)
    return int(some[0]) + 1, int(outer[-1]) + 1


def _most(share: np.ndarray[tuple[int], np.dtype[np.float64]], place: float, reach: float) -> float:
    low, high = max(0, int(place - reach)), int(place + reach) + 1
    part = share[low:high]
    return float(part.max()) if len(part) else 0.0


def _scale(counts: np.ndarray[tuple[int], np.dtype[np.float64]], pitch: Pitch) -> float:
    """Return pixels a ring where the middle is the circle number 0."""
    places = np.flatnonzero(counts) + 0.5
    weights = counts[counts > 0]
    scale = fit_pitch(counts, pitch.pitch).pitch
    for reach in (0.3, 0.15, 0.1):
        numbers = np.rint(places / scale)
        near = (np.abs(places - numbers * scale) <= reach * scale) & (numbers > 0)
        if near.any():
            mass = weights[near]
            scale = float(
                (places[near] * numbers[near] * mass).sum() / (numbers[near] ** 2 * mass).sum()
            )
    return scale


def _reading(
    layer: Layer,
    middle: Points,
    scale: float,
    hole: int,
    last: int,
    thickness: float,
    job: Job,
) -> WallReading | None:
    if sum(ring_sizes(last)) > 1 << 17:
        return None
    lattice = build("polar", rings=last - hole, hole=hole)
    turn = _turn(layer.darkness, lattice, middle, scale)
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    start = middle - np.array([cos - sin, sin + cos]) * last
    matrix = np.array([[cos, -sin, start[0]], [sin, cos, start[1]], [0, 0, 1]])
    grid = GridMap(matrix, 2.0 * last, 2.0 * last)
    grid, thick = locate(layer, lattice, grid, min(0.6, thickness / scale), job)
    return read_walls(layer, lattice, grid, thick, job, lattice.inside.copy())


def _turn(darkness: Darkness, lattice: Lattice, middle: Points, scale: float) -> float:
    """Return by how many radians a lattice is turned: where most of its spokes are dark."""
    geometry = lattice.geometry
    walls = WallTable.of(lattice).walls
    spokes = walls[geometry.bulges(walls) == 0]
    if len(spokes) > MOST_SPOKES:
        spokes = spokes[np.linspace(0, len(spokes) - 1, MOST_SPOKES).astype(np.int64)]
    if not len(spokes):
        return 0.0
    ends = geometry.post_positions(geometry.posts(spokes))
    ends = (ends - [geometry.width / 2, geometry.height / 2]) * scale
    shares = np.array([0.3, 0.5, 0.7])[:, None, None]
    points = (ends[:, 0] + shares * (ends[:, 1] - ends[:, 0])).reshape(-1, 2)
    period = 2 * pi / int(lattice.row_lengths[0])  # of the innermost ring
    step = 0.5 / lattice.rows / ROUNDER  # of a cell of the outermost ring, in radians
    turns = np.arange(0, period, max(step, period / MOST_TRIED_TURNS))
    scores = np.empty(len(turns))
    for number, turn in enumerate(turns.tolist()):
        cos, sin = np.cos(turn), np.sin(turn)
        turned = points @ np.array([[cos, sin], [-sin, cos]]) + middle
        scores[number] = bilinear(darkness, turned).mean()
    best = float(turns[int(scores.argmax())])
    return best if scores.max() > scores[0] * 1.02 else 0.0
