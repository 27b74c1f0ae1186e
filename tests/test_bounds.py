"""What ``make bounds`` relies on: a kernel that reads outside of an array ends in an error."""

from __future__ import annotations

import numpy as np
import pytest

from mazeeditor.core.kernels.compiled import InI64, kernel


@kernel
def _element(values: InI64, index: int) -> int:
    return values[index]


def test_indices_are_checked(pytestconfig: pytest.Config) -> None:
    if not pytestconfig.getoption("--bounds"):
        pytest.skip("runs with --bounds")
    values = np.arange(5)
    assert _element(values, 4) == 4
    for index in (-1, 5):
        with pytest.raises(IndexError):
            _element(values, index)
