"""The order is that of numpy's stable sort, compiled and interpreted."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mazeeditor.core.errors import CancelledError
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import available
from mazeeditor.maze.order import by_size
from tests.kernels import compiled, interpreted


def test_smallest_first_and_equal_ones_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    for largest in [0, 1, 9, 2**14 - 1, 2**14, 10**8, 2**31 - 1]:
        random = Random(largest)
        for number in (0, 1, 2, 3000):
            sizes = np.array([random.randint(0, largest) for _ in range(number)], np.int32)
            with interpreted(monkeypatch):
                order = by_size(sizes, Job())
            assert order.dtype == np.int32, largest
            assert order.tolist() == np.argsort(sizes, kind="stable").tolist(), largest
            if available():
                with compiled(monkeypatch):
                    assert np.array_equal(by_size(sizes, Job()), order), largest


def test_cancel() -> None:
    job = Job()
    job.cancel()
    with pytest.raises(CancelledError):
        by_size(np.arange(9, dtype=np.int32), job)
