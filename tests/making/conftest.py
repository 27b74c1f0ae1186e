"""What every test of making gets: compiled kernels, where they are in the cache."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from mazeeditor.core.kernels import compiled
from mazeeditor.core.kernels.jit import cache_folder


@pytest.fixture(autouse=True, scope="module")
def compiled_kernels() -> Iterator[None]:
    """Run no kernel interpreted: plans of small mazes take half of the time then.

    After a change of the program, when none is in the cache, to compile them would take longer.
    That interpreted kernels give the same results is tested in tests/core.
    """
    kept = 0
    with suppress(OSError):  # there is no folder that can be written to
        kept = sum(1 for _path in cache_folder().rglob("*.nbi"))
    if not compiled.available() or kept < len(compiled.KERNELS):
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "SMALL", -1)
        patch.setattr(compiled, "PATIENCE", -1)
        yield
