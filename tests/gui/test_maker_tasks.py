"""What makers come for, in ten steps at most, by keys alone; the first by the pointer too.

The saved files are measured by shapely, and by trimesh: neither knows how they were made.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from shapely.geometry import Point, Polygon

from mazeeditor.gui.window.window import Window
from tests.desktop import Desktop
from tests.gui.test_tasks import Act, begin_by_keys, begin_by_pointer, done_by, window
from tests.making.replays import read_svg_paths
from tests.user import User

__all__ = ["window"]  # a fixture
KERF = 0.2  # mm, of plywood


def files_of(window: Window, desktop: Desktop, act: Act) -> list[Path]:
    """Let a user act, and return the files that were saved."""
    done_by(window, desktop, act, lambda: window.session.opened.exported)
    return list(window.session.opened.exported)


def rings(path: Path, layer: str) -> list[Polygon]:
    """Return what lies in each closed path of a layer."""
    lines = read_svg_paths(path).get(layer, [])
    assert all(abs(line[0] - line[-1]) < 1e-6 for line in lines), "every cut is closed"
    return [Polygon([(at.real, at.imag) for at in line[:-1]]) for line in lines]


def save_by_pointer(user: User, verdict: str) -> None:
    user.find(verdict)
    user.click("Save the files")
    user.wait_for_file_dialog()
    user.click("Save", ("TButton",))


def save_by_keys(user: User, verdict: str) -> None:
    user.find(verdict)
    user.key("ctrl+e")
    user.wait_for_file_dialog()
    user.key("Return")


def coaster_by_pointer(user: User, window: Window) -> None:
    begin_by_pointer(user, window, "Classic")
    user.click("Make")
    user.click_field("How large")
    user.key("ctrl+a")
    user.type_text("200")
    save_by_pointer(user, "200 × 200 mm")


def coaster_by_keys(user: User, window: Window) -> None:
    begin_by_keys(user, window, "round laser", "Round laser")
    user.find("How large")
    user.key("Return")  # to the first question
    user.key("ctrl+a")
    user.type_text("200")
    save_by_keys(user, "200 × 200 mm")


@pytest.mark.slow
@pytest.mark.parametrize("act", [coaster_by_pointer, coaster_by_keys])
def test_a_coaster_of_exactly_200_mm(window: Window, desktop: Desktop, act: Act) -> None:
    (path,) = files_of(window, desktop, act)
    (ring,) = rings(path, "outer-cut")
    left, top, right, bottom = ring.buffer(-KERF / 2, quad_segs=128).bounds
    assert (right - left, bottom - top) == pytest.approx((200, 200), abs=3e-3)
    away = [Polygon(ring).centroid.distance(Point(at)) for at in ring.exterior.coords]
    assert max(away) - min(away) < 3e-3, "a circle"


def game_by_keys(user: User, window: Window) -> None:
    begin_by_keys(user, window, "marble", "Marble maze")
    user.find("Levels")
    user.key("Return")
    user.key("Tab")
    user.key("Up")  # one level more
    user.key("Tab")
    user.type_text("ply 4")  # chooses Plywood 4 mm
    save_by_keys(user, "15 parts: nothing falls out")


@pytest.mark.slow
def test_a_marble_game_of_two_levels(window: Window, desktop: Desktop) -> None:
    paths = files_of(window, desktop, game_by_keys)
    making = window.session.opened.making
    assert making
    assert making.draft.fields["levels"] == 2
    assert making.draft.fields["material"] == "plywood-4"
    for path in paths:
        for ring in rings(path, "outer-cut"):
            assert ring.is_valid
            assert ring.area > 1


def sign_by_keys(user: User, window: Window) -> None:
    begin_by_keys(user, window, "classic", "Classic")
    user.key("alt+4")
    user.find("Coaster")
    user.type_anywhere("n")
    user.find("Word")
    user.key("Return")
    user.type_text("Ada")
    user.key("Return")
    wait_for_word(user, window)
    save_by_keys(user, "One piece: nothing falls out")


def wait_for_word(user: User, window: Window) -> None:
    user.wait(lambda: bool(window.session.document.recipe.masks), "the word")
    user.wait(lambda: not window.session.services.jobs.busy, "the end of the job")


@pytest.mark.slow
def test_a_sign_with_a_name(window: Window, desktop: Desktop) -> None:
    (path,) = files_of(window, desktop, sign_by_keys)
    (ring,) = rings(path, "outer-cut")
    left, _top, right, _bottom = ring.buffer(-KERF / 2).bounds
    assert right - left == pytest.approx(250, abs=0.01)
    holes = rings(path, "inner-cut")
    assert len(holes) == 2, "so wide a sign hangs by two holes"
    for hole in holes:
        assert ring.contains(hole)
        x1, y1, x2, y2 = hole.buffer(KERF / 2).bounds
        assert (x2 - x1, y2 - y1) == pytest.approx((4, 4), abs=0.05)
    one, other = (hole.centroid for hole in holes)
    assert (one.x + other.x) / 2 == pytest.approx((left + right) / 2, abs=0.5), "it hangs level"
    assert one.y == pytest.approx(other.y, abs=0.01)
    (mask,) = window.session.document.recipe.masks
    assert mask.options["text"] == "Ada"
