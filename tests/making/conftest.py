"""What every test of making gets: compiled kernels."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mazeeditor.core.kernels import compiled


@pytest.fixture(autouse=True, scope="module")
def compiled_kernels() -> Iterator[None]:
    """Run no kernel interpreted: plans of small mazes take half of the time then.

    That interpreted kernels give the same results is tested in tests/core.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "FEW_ELEMENTS", -1)
        patch.setattr(compiled, "INTERPRETED_ELEMENTS", -1)
        yield
