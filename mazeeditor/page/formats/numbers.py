"""Numbers of files: whole steps of a micrometre, so that millions of them stay short and exact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.page.scene import Ids, Points, Scene

Words = NDArray[np.object_]
CHUNK = 1 << 15  # strokes formatted at once, between two checks of the job
# Sines have another last digit on another system: what lies half way between two steps, and what
# lies a thousandth of a step below, is rounded up, so that files have the same bytes everywhere.
HALF_STEP = 0.501


def decimals_of(scene: Scene) -> int:
    """Return how many digits behind the point a mm has: 3, and 5 where cells are tiny."""
    return 3 if scene.cell >= 0.1 else 5


def whole(points: Points, decimals: int) -> NDArray[np.int64]:
    """Return points in whole steps of the last digit."""
    return np.floor(points * 10.0**decimals + HALF_STEP).astype(np.int64)


def words_of(numbers: NDArray[np.int64], decimals: int = 0) -> Words:
    """Return the numbers, counted in steps of the last digit, as text; each is formatted once."""
    values, places = np.unique(numbers, return_inverse=True)
    words: Words = np.array([short(value, decimals) for value in values.tolist()], object)
    return words[places.reshape(numbers.shape)]


def short(steps: int, decimals: int) -> str:
    """Return ``steps`` of the last digit as a number without superfluous digits: ``-.5``."""
    if not decimals or not steps:
        return str(steps)
    head, tail = divmod(abs(steps), 10**decimals)
    behind = f"{tail:0{decimals}}".rstrip("0")
    return "-" * (steps < 0) + (str(head) if head else "") + ("." + behind if behind else "")


def millimetres(number: float) -> str:
    """Return a length in mm to a micrometre."""
    return short(round(number * 1000), 3)


def chunks(starts: Ids, job: Job) -> Iterator[slice]:
    """Yield slices of strokes, each a short task; reports the progress to the job."""
    strokes = len(starts) - 1
    for first in range(0, strokes, CHUNK):
        job.step(first)
        yield slice(first, min(first + CHUNK, strokes))


def join_words(words: Words) -> str:
    return "".join(words.tolist())


def ends_of(starts: Ids, part: slice) -> Any:
    """Return the numbers of the first and the last point of each stroke of a part."""
    return starts[part], starts[part.start + 1 : part.stop + 1] - 1
