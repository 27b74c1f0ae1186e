"""Long use: what a process holds does not grow with what was done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.breadth import stress
from tests.events import click
from tests.gui.desk import Desk
from tests.long_use import Sessions

pytestmark = [
    pytest.mark.usefixtures("display"),
    pytest.mark.slow,
    pytest.mark.own_window("what a process holds is counted"),
]

HOURS, PACE = 8, 2.0  # s from one gesture of a user to the next
GESTURES = round(HOURS * 3600 / PACE) if stress() else 200  # three times each session
FULL = 1 / 2 if stress() else 2 / 3  # of them: caches are full by then, after twice each session
# Memory of large arrays comes and goes, and a kernel that is compiled late adds 12,000 objects for
# good: a leak in each session is far more. A message in the status bar and the next snapshot have
# a timer, and the maze a tile more at another zoom. The legend of the last film, of a random maze,
# has a line more or less, and some pages of Sheets are in view or not.
ALLOWED = {"resident": 0.1 if stress() else 0.15, "objects": 0.1}
ALLOWED |= {"timers": 1.0, "commands": 0.01, "images": 0.04, "widgets": 0.004}


def test_nothing_grows(desk: Desk, tmp_path: Path) -> None:
    """Compare what is held at the end with what is held once caches are full."""
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    # the lock of the snapshots stays open from the first one on
    assert desk.session.opened.recovery.write_now()
    sessions = Sessions(desk, tmp_path)
    while sessions.gestures < GESTURES * FULL:
        sessions.play()
    full = sessions.measure()
    while sessions.gestures < GESTURES:
        sessions.play()
    assert sessions.measure().grown(full, ALLOWED) == []
