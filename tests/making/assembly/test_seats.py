"""Names of seats: letters, lists of them, and the lines along which a name may stand."""

from __future__ import annotations

import numpy as np

from mazeeditor.making.assembly.seats import letter, list_names, straight_runs
from mazeeditor.making.paths.tool_paths import ToolPaths


def test_letters_and_lists() -> None:
    assert [letter(number) for number in (0, 25, 26, 27, 52)] == ["a", "z", "aa", "ab", "ba"]
    assert list_names(["W1a"]) == "W1a"
    assert list_names(["W1a", "W1b"]) == "W1a, W1b"
    assert list_names(["W1a", "W1b", "W1c"]) == "W1a–W1c"
    assert list_names(["A2", "A10", "A11"]) == "A2, A10, A11"
    assert list_names(["A1", "A8", "A9", "A10", "B11"]) == "A1, A8–A10, B11"
    assert list_names(["W1y", "W1z", "W1aa", "W1ab"]) == "W1y–W1ab"
    assert list_names(["B"]) == "B"


def test_straight_runs_go_through_points_on_a_line() -> None:
    points = np.array([(0, 0), (1, 0), (3, 0), (3, 2), (9, 9), (9, 8)], float)
    starts, closed = np.array([0, 4, 6]), np.array([False, False])
    paths = ToolPaths(points, starts, closed, np.array([0, 0, 0, 0, 0.4, 0]))
    first, last = straight_runs(paths)
    assert first.tolist() == [[0, 0], [3, 0]]
    assert last.tolist() == [[3, 0], [3, 2]]
