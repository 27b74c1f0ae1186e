"""The paper: as large as the maze and its margin, with an edge, on the ground."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.screen import maze_picture
from mazeeditor.screen.area import Area
from mazeeditor.screen.palette import LIGHT
from mazeeditor.screen.pixel_colours import Pixels, pixel_colours
from mazeeditor.screen.viewport import Viewport
from tests.screen.mazes import ZOOMS, box, painted

SHADES = pixel_colours(LIGHT)


def whole(view: Viewport, around: int) -> tuple[Pixels, Area]:
    maze = box(int(view.rows), int(view.columns), seed=1)
    area = Area(*np.add(view.paper, (-around, -around, around, around)).tolist())
    return maze_picture.compose_page(painted(maze), SHADES, view, area), area


@pytest.mark.slow
@given(st.sampled_from(ZOOMS), st.sampled_from([1.0, 2.0]), st.integers(1, 6), st.integers(1, 6))
def test_paper_edge_and_ground(zoom: float, scale: float, rows: int, columns: int) -> None:
    view = Viewport(columns, rows, 500, 400, round(28 * scale), scale, zoom)
    picture, area = whole(view, 5)
    edge = round(scale)
    width, height = round(columns * zoom), round(rows * zoom)
    sheet_size = width + 2 * view.margin, height + 2 * view.margin
    assert np.count_nonzero(picture == SHADES.ground) == area.size - sheet_size[0] * sheet_size[1]
    rim = 2 * edge * (sheet_size[0] + sheet_size[1] - 2 * edge)
    assert np.count_nonzero(picture == SHADES.edge) == rim
    assert (picture[5 + edge : 5 + view.margin // 2, 5 + edge : -5 - edge] == SHADES.paper).all()
    ink = np.argwhere(picture[:, :] != SHADES.paper)
    assert len(ink) > 0


@given(st.sampled_from(ZOOMS), st.integers(-60, 300), st.integers(-60, 300))
def test_a_part_is_cut_out_of_the_whole(zoom: float, left: int, top: int) -> None:
    view = Viewport(7, 5, 500, 400, 28, 1.0, zoom)
    picture, area = whole(view, 400)
    part = Area(left, top, left + 90, top + 70).cut(area)
    if part.size:
        x, y = part.left - area.left, part.top - area.top
        expected = picture[y : y + part.height, x : x + part.width]
        maze = box(5, 7, seed=1)
        np.testing.assert_array_equal(
            maze_picture.compose_page(painted(maze), SHADES, view, part), expected
        )
