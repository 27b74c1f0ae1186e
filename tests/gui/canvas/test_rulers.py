"""The rulers: every number stands at its cell, none runs into the next, they follow the view."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.canvas.rulers import Ruler, readable_step
from tests.events import move, screenshot, settle
from tests.gui.canvas.conftest import option
from tests.screen.mazes import box


@given(st.floats(0.01, 128), st.floats(1, 100))
def test_steps_are_one_two_five_times_a_power_of_ten(zoom: float, pixels: float) -> None:
    step = readable_step(pixels, zoom)
    assert str(step).rstrip("0") in {"1", "2", "5"}
    assert step * zoom >= pixels
    assert step == 1 or step * zoom < 2.5 * pixels


def labels(ruler: Ruler) -> dict[int, tuple[float, ...]]:
    canvas = ruler.canvas
    texts = [item for item in canvas.find_all() if str(canvas.type(item)) == "text"]
    return {
        int(option(canvas, item, "text")): canvas.bbox(item)
        for item in texts
        if option(canvas, item, "state") == "normal"
    }


@pytest.mark.slow
@pytest.mark.dpi(192)
def test_numbers_stand_at_the_middle_of_their_cells(view: MazeView) -> None:
    view.show(box(300, 290))
    for zoom in (0.11, 2, 17, 60):
        for factor in (1, 2):
            view.look(view.viewport.zoomed(zoom * factor).moved(37, 51))
            settle(view)
            for axis, ruler in enumerate(view.rulers):
                shown = labels(ruler)
                assert shown
                for number, bounds in shown.items():
                    middle = (bounds[axis] + bounds[axis + 2]) / 2
                    assert middle == pytest.approx(
                        view.viewport.to_px(number + 0.5, number + 0.5)[axis], abs=3
                    )
                edges = sorted((bounds[axis], bounds[axis + 2]) for bounds in shown.values())
                gaps = [after[0] - before[1] for before, after in pairwise(edges)]
                assert all(gap > 0 for gap in gaps)
                assert max(shown) < (290, 300)[axis]


def test_the_pointer_lights_up_its_row_and_column(view: MazeView) -> None:
    view.show(box(9, 9))
    settle(view)
    light = tuple(bytes.fromhex(view.theme.route_soft[1:]))
    for place in ((2.5, 3.5), (7.5, 0.5)):
        move(view.canvas, *view.viewport.to_px(*place))
        for axis, ruler in enumerate(view.rulers):
            pixels = np.asarray(screenshot(ruler.canvas))
            lit = np.argwhere((pixels == light).all(axis=-1))[:, 1 - axis]
            middle = view.viewport.to_px(*place)[axis]
            assert abs(lit.mean() - middle) < 0.2 * view.viewport.zoom
            assert lit.max() - lit.min() < view.viewport.zoom
