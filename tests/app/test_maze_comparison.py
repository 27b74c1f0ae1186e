"""From difference to difference: the next and the one before, and round again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np

from mazeeditor.app.shown.maze_comparison import next_difference

if TYPE_CHECKING:
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.parts.view import View


def test_differences_are_gone_through_in_both_directions() -> None:
    said: list[str] = []
    ui = SimpleNamespace(pointed_cell=None, show_status=said.append)
    result = SimpleNamespace(stops=np.array([3, 8, 20]))
    view = cast("View", SimpleNamespace(highlight=SimpleNamespace(result=result)))
    services = cast("Services", SimpleNamespace(ui=ui))
    for step, cells in ((1, [3, 8, 20, 3]), (-1, [20, 8, 3, 20])):
        ui.pointed_cell = None
        for cell in cells:
            ui.pointed_cell = next_difference(view, services, step)
            assert ui.pointed_cell == cell
    assert said[:4] == [f"Difference {place} of 3" for place in (1, 2, 3, 1)]
    assert said[4:] == [f"Difference {place} of 3" for place in (3, 2, 1, 3)]
    result.stops = np.zeros(0, np.int64)
    assert next_difference(view, services, 1) is None
