"""Values made distinct: as numpy does it, and in a fraction of its time."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct

DTYPES = st.sampled_from([np.int64, np.int32, np.uint8, np.uint16])


@given(arrays.arrays(DTYPES, arrays.array_shapes(max_dims=2, min_side=0, max_side=30)))
def test_it_is_what_numpy_makes_of_it(
    values: NDArray[np.int64],
) -> None:
    result = distinct(values)
    assert np.array_equal(result, np.unique(values))
    assert result.dtype == values.dtype
