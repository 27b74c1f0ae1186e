r"""How well lines fit a lattice, and which of its walls they draw.

Lines are sampled; each sample belongs to the nearest wall, if it runs along that wall and is near::

        o==x==x==x==x==o        x samples of a line, in the inner half of the wall: which of its
        |                       eight parts have one says whether the wall is there
        x  <- near the post, where other walls meet: these say nothing
        |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.files.drawings.line_drawing import Bools, Segments
from mazeeditor.files.drawings.placing import Placing
from mazeeditor.maze.geometry import Ids, Numbers, Points, centres, distances
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.links import NOWHERE

PARTS = 8  # of the inner half of a wall
INNER_SHARES = 0.23, 0.77  # shares of a wall
SPACING = 1 / 20  # walls between samples
BESIDE_CELLS = 0.15  # cells to both sides: where to look for the cells of a sample
NEAR_CELLS = 0.2  # cells: how far a sample may be off its wall
ALONG_COSINE = 0.8  # cosine: how far its direction may be off
SAMPLES_AT_ONCE = 1 << 16  # samples
MOST_SAMPLES = 60_000_000
OF_A_CELL, FEWEST, TRIED = 60, 4_000, 24_000  # samples by which guesses are compared


@dataclass(frozen=True, eq=False)
class Cover:
    """What lines draw of a lattice.

    ``parts`` uint8[walls] counts the parts of each wall that are drawn, ``ink`` is how much of the
    lines lies on walls, 0 to 1, and ``off`` float64[2] how far that lies off on the average, in
    cells; ``aside`` is how far to the right of their own direction. ``share`` is how much of the
    lattice was looked at.
    """

    parts: Ids
    ink: float
    off: Points
    aside: float
    share: float = 1.0


def cover_of(
    lattice: Lattice, placing: Placing, segments: Segments, job: Job, most: int = MOST_SAMPLES
) -> Cover:
    """Return what lines draw of a lattice, by ``most`` samples; raises ``CancelledError``."""
    begin, end = placing.place(segments.begin), placing.place(segments.end)
    drawn = np.zeros((lattice.size * lattice.degree, PARTS), np.bool_)
    job.phase(len(begin))
    total = on_walls = 0.0
    off, weighed, aside = np.zeros(2), 0.0, 0.0
    for at, along, weight in _samples(begin, end, most):
        job.check()
        wall, share, away, parallel = _nearest(lattice, at, along)
        near = (wall >= 0) & (np.hypot(away[:, 0], away[:, 1]) <= NEAR_CELLS)
        inner = near & parallel & (share > INNER_SHARES[0]) & (share < INNER_SHARES[1])
        part = (share - INNER_SHARES[0]) / (INNER_SHARES[1] - INNER_SHARES[0]) * PARTS
        drawn[wall[inner], part[inner].astype(np.int64)] = True
        posts = near & ((share < 0.3) | (share > 0.7))
        total += float(weight.sum())
        on_walls += float(weight[(near & parallel) | posts].sum())
        off += (away[inner] * weight[inner, None]).sum(axis=0)
        weighed += float(weight[inner].sum())
        right = np.stack([-along[inner, 1], along[inner, 0]], axis=-1)
        aside += float(((away[inner] * right).sum(-1) * weight[inner]).sum())
    parts = drawn.sum(axis=1)
    mean = off / weighed if weighed else np.zeros(2)
    ink = on_walls / total if total else 0.0
    return Cover(parts, ink, mean, aside / weighed if weighed else 0.0)


def tried_cover(lattice: Lattice, placing: Placing, segments: Segments, job: Job) -> Cover:
    """Return about what lines draw of a lattice, by so many samples as guesses need."""
    most = min(max(OF_A_CELL * lattice.cells, FEWEST), TRIED)
    if most == TRIED:
        return _cover_of_window(lattice, placing, segments, job)
    return cover_of(lattice, placing, segments, job, most)


def _cover_of_window(lattice: Lattice, placing: Placing, segments: Segments, job: Job) -> Cover:
    """Return what lines draw in a part of a large lattice, around the middle of the lines."""
    begin, end = placing.place(segments.begin), placing.place(segments.end)
    half = (TRIED / OF_A_CELL) ** 0.5 / 2
    middle = np.median((begin + end) / 2, axis=0)
    low, high = middle - half, middle + half
    here = (np.maximum(begin, end) >= low).all(axis=1) & (np.minimum(begin, end) <= high).all(
        axis=1
    )
    begin, end = _clip(begin[here], end[here], low, high)
    whole = Placing(placing.shape, placing.parameters, 0.0, np.zeros(2), np.ones(2))
    cover = cover_of(lattice, whole, Segments(begin, end), job, TRIED)
    everywhere = cover_of(lattice, placing, segments, job, FEWEST)
    share = min(4 * half * half / lattice.cells, 1.0)
    return replace(cover, share=share, ink=everywhere.ink)


def _clip(begin: Points, end: Points, low: Points, high: Points) -> tuple[Points, Points]:
    """Return lines cut off at a box (Liang and Barsky, 1984)."""
    step = end - begin
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = (low - begin) / step, (high - begin) / step
    level = step == 0
    first = np.where(level, 0.0, np.minimum(one, two)).max(axis=1).clip(0, 1)
    last = np.where(level, 1.0, np.maximum(one, two)).min(axis=1).clip(0, 1)
    crossing = last >= first
    begin, step, first, last = begin[crossing], step[crossing], first[crossing], last[crossing]
    return begin + step * first[:, None], begin + step * last[:, None]


def _samples(begin: Points, end: Points, most: int) -> Iterator[tuple[Points, Points, Numbers]]:
    """Yield samples of lines, some at a time: places, unit vectors (0 of dots), and weights."""
    step = end - begin
    length = np.hypot(step[:, 0], step[:, 1])
    counts = np.maximum(np.ceil(length / SPACING), 1)
    if counts.sum() > most:  # longer steps, then only some of the lines
        counts = np.maximum(np.ceil(length * most / max(float(length.sum()), 1e-300) / 2), 1)
        if counts.sum() > most:
            some = np.linspace(0, len(begin) - 1, most).astype(np.int64)
            begin, step, length, counts = begin[some], step[some], length[some], counts[some]
    counts = counts.astype(np.int64)
    unit = step / np.maximum(length, 1e-300)[:, None] * (length > 1e-3)[:, None]
    first = 0
    ends = np.cumsum(counts)
    while first < len(begin):
        last = int(
            np.searchsorted(ends, (ends[first - 1] if first else 0) + SAMPLES_AT_ONCE, "right")
        )
        last = max(last, first + 1)
        here = counts[first:last]
        owner = np.repeat(np.arange(first, last), here)
        number = np.arange(len(owner)) - np.repeat(np.cumsum(here) - here, here)
        share = (number + 0.5) / counts[owner]
        weight = np.maximum(length[owner], 1e-3) / counts[owner]
        yield begin[owner] + step[owner] * share[:, None], unit[owner], weight
        first = last


def _nearest(lattice: Lattice, at: Points, along: Points) -> tuple[Ids, Numbers, Points, Bools]:
    """Return the wall of each sample (-1 for none), the share of it, how far off, if along it."""
    across = np.stack([-along[:, 1], along[:, 0]], axis=-1) * BESIDE_CELLS
    across[~along.any(axis=1)] = (BESIDE_CELLS * 0.83, BESIDE_CELLS * 0.55)  # a dot
    best = np.full(len(at), np.inf)
    wall = np.full(len(at), -1, np.int64)
    for sign in (1.0, -1.0):
        beside = at + across * sign
        cells = lattice.geometry.all_under(beside[:, 0], beside[:, 1])
        for slot in range(lattice.degree):
            known = np.flatnonzero(cells != NOWHERE)
            slots = np.full(len(known), slot, np.int64)
            known = known[lattice.uses(cells[known], slots)]
            ids = lattice.wall_ids(cells[known], np.full(len(known), slot, np.int64))
            ends = lattice.geometry.post_positions(lattice.geometry.posts(ids))
            bulges = lattice.geometry.bulges(ids)
            far = distances(at[known], ends, bulges)
            # of two walls as near, the one that the line runs along
            far = far + 0.1 * ~_parallel(at[known], along[known], ends, bulges)
            lower, _slots, upper, _backs = lattice.sides_of(ids)
            far[~(lattice.inside[lower] | lattice.inside[upper])] = np.inf
            nearer = far < best[known]
            best[known[nearer]], wall[known[nearer]] = far[nearer], ids[nearer]
    share, away = np.zeros(len(at)), np.full((len(at), 2), np.inf)
    parallel = np.zeros(len(at), np.bool_)
    found = np.flatnonzero(wall >= 0)
    if len(found):
        ends = lattice.geometry.post_positions(lattice.geometry.posts(wall[found]))
        bulges = lattice.geometry.bulges(wall[found])
        step = ends[:, 1] - ends[:, 0]
        from_first = at[found] - ends[:, 0]
        share[found] = (from_first * step).sum(-1) / (step * step).sum(-1)
        parallel[found] = _parallel(at[found], along[found], ends, bulges)
        away[found] = _off(at[found], ends, bulges)
    return wall, share, away, parallel


def _parallel(at: Points, along: Points, ends: Points, bulges: Numbers) -> Bools:
    """Return whether each sample runs along a wall; a dot does along any."""
    step = ends[:, 1] - ends[:, 0]
    if bulges.any():
        curved = bulges != 0
        middle = centres(ends[curved], bulges[curved])
        away = at[curved] - middle
        step = step.copy()
        step[curved] = np.stack([-away[:, 1], away[:, 0]], axis=-1)
    length = np.hypot(step[:, 0], step[:, 1])
    result: Bools = np.abs((step * along).sum(-1)) >= ALONG_COSINE * length
    result |= ~along.any(axis=1)
    return result


def _off(at: Points, ends: Points, bulges: Numbers) -> Points:
    """Return float64[k, 2], the vector from the line of a wall to each sample."""
    step = ends[:, 1] - ends[:, 0]
    unit = step / np.hypot(step[:, 0], step[:, 1])[:, None]
    away = at - ends[:, 0]
    off: Points = away - (away * unit).sum(-1)[:, None] * unit
    curved = bulges != 0
    if curved.any():
        middle = centres(ends[curved], bulges[curved])
        radius = np.hypot(*(ends[curved, 0] - middle).T)
        from_middle = at[curved] - middle
        far = np.hypot(from_middle[:, 0], from_middle[:, 1])
        off[curved] = from_middle * ((far - radius) / np.maximum(far, 1e-300))[:, None]
    return off
