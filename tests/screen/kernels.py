"""Pictures as they are before their kernels are compiled."""

from __future__ import annotations

import pytest

from mazeeditor.screen.raster.shape_closeup import ShownMaze


def before_kernels(patch: pytest.MonkeyPatch) -> None:
    """Let the kernels that draw closeups count as not compiled."""
    patch.setattr(ShownMaze, "ready", False)
