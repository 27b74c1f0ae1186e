"""Arcs as chords: never farther than a tenth of a pixel from the arc, and joined to each other."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.maze.geometry import distances
from mazeeditor.screen.raster.chords import pieces_of
from mazeeditor.screen.viewport import wall_width

px = st.floats(-300, 300)


@given(px, px, px, px, st.floats(-1, 1), st.integers(1, 40))
def test_chords_keep_to_the_arc(
    x0: float, y0: float, x1: float, y1: float, bulge: float, zoom: int
) -> None:
    """Up to half a circle: the walls of rings are a sixth of one at the most."""
    if abs(bulge) < 1e-6 or np.hypot(x1 - x0, y1 - y0) < 0.01:
        return
    ends, bulges = np.array([[[x0, y0], [x1, y1]]]), np.array([bulge])
    pieces, walls = pieces_of(ends, bulges, zoom, curved=True)
    assert (walls == 0).all()
    ends = ends * zoom + wall_width(zoom) % 2 / 2
    np.testing.assert_array_equal(pieces[0, 0], ends[0, 0])
    np.testing.assert_array_equal(pieces[-1, 1], ends[0, 1])
    np.testing.assert_array_equal(pieces[:-1, 1], pieces[1:, 0])
    for share in (0.0, 0.3, 0.5, 0.9):
        places = pieces[:, 0] + share * (pieces[:, 1] - pieces[:, 0])
        away = distances(places, ends, np.full(len(places), bulge))
        assert away.max() < 0.1 + 1e-6, share


def test_straight_walls_are_one_piece_at_whole_pixels() -> None:
    ends = np.array([[[0.1, 0.2], [1.33, 0.2]], [[2.0, 5.0], [2.0, 6.1]]])
    pieces, walls = pieces_of(ends, np.zeros(2), 10, curved=False)
    np.testing.assert_array_equal(pieces, [[[1.5, 2.5], [13.5, 2.5]], [[20.5, 50.5], [20.5, 61.5]]])
    assert walls.tolist() == [0, 1]
