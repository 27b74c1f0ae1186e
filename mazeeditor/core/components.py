"""Connected components of what pairs join: places of a grid, triangles, runs of ink."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int64]


def components(size: int, ones: Ids, others: Ids) -> Ids:
    """Return int64[size]: the lowest of all that each is joined to by the pairs of both arrays."""
    labels = np.arange(size, dtype=np.int64)
    while len(ones):
        a, b = labels[ones], labels[others]
        differ = a != b
        if not differ.any():
            break
        ones, others, a, b = ones[differ], others[differ], a[differ], b[differ]
        np.minimum.at(labels, np.maximum(a, b), np.minimum(a, b))
        while True:
            shorter = labels[labels]
            if np.array_equal(shorter, labels):
                break
            labels = shorter
    return labels
