"""The kernels that paint are compiled before anything is compared with what they paint."""

from __future__ import annotations

import pytest

from mazeeditor.core.kernels.compiled import available
from mazeeditor.screen.raster.shape_closeup import kernels_for


@pytest.fixture(scope="session", autouse=True)
def _compiled_kernels() -> None:
    for kernel in kernels_for(filled=True, blanks=True) if available() else ():
        kernel.compile()
