"""However the process ends, the unsaved work of each of its windows is offered afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.app.ui import Recover
from mazeeditor.core.job import Job
from mazeeditor.editing.step_records import read_work
from mazeeditor.files.snapshots import snapshots
from tests.display import Display
from tests.gui.desk import open_desk

pytestmark = [
    pytest.mark.usefixtures("without_gallery"),
    pytest.mark.own_window("how the process ends"),
]
WINDOWS = 3
EDITED = """
import signal, sys
import numpy as np
from mazeeditor.cli import main
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.gui import app

signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored in the background

def start(*what, **named):
    window = original(*what, **named)

    def edit():
        for number in range(2):
            window.windows.open()
        for number, one in enumerate(window.windows):
            document = one.session.document
            lattice = document.maze.lattice
            walls = np.array([lattice.wall(lattice.cell(3 + number, 3), 1)])
            document.apply(ToggleWalls.of(document.maze, walls))
        print("edited", flush=True)

    window.root.after(1, edit)
    return window

original, app.start = app.start, start
sys.exit(main([]))
"""


def edited(display: Display) -> subprocess.Popen[str]:
    """Return a process whose windows have all been edited."""
    process = subprocess.Popen(
        [sys.executable, "-c", EDITED],
        env={**os.environ, "DISPLAY": display.name, "MAZEEDITOR_PURE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "edited\n"
    return process


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["SIGTERM", *(pytest.param(s, marks=pytest.mark.slow) for s in ("SIGINT", "SIGKILL"))]
)
def test_each_window_is_kept(display: Display, name: str) -> None:
    number = signal.Signals[name]
    process = edited(display)
    folder = recovery_folder()
    if name == "SIGKILL":
        until = time.monotonic() + 60
        while len(snapshots(folder)) < WINDOWS and time.monotonic() < until:
            time.sleep(0.1)
    process.send_signal(number)
    _out, err = process.communicate(timeout=60)
    assert "Traceback" not in err
    kept = snapshots(folder)
    assert len(kept) == WINDOWS
    assert not any(one.running for one in kept)
    mazes = [read_work(one, Job()).project.maze for one in kept]
    assert len({maze.walls.tobytes() for maze in mazes}) == WINDOWS


@pytest.mark.slow
def test_the_screen_is_lost() -> None:
    display = Display()
    process = edited(display)
    del Display.running[display.name]
    display.screen.connection.display.socket.close()
    display.server.kill()
    display.server.wait()
    _out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "the unsaved work is kept" in err
    assert len(snapshots(recovery_folder())) == WINDOWS


@pytest.mark.slow
def test_all_are_opened_at_the_next_start(
    display: Display, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = edited(display)
    process.terminate()
    process.communicate(timeout=60)
    from tests.gui.desk import Answers

    monkeypatch.setattr(
        Answers, "ask_recovery", lambda _self, offered: (Recover.OPEN, offered[0]), raising=False
    )
    desk = open_desk()
    desk.wait(lambda: len(desk.windows) == WINDOWS, "a window for each", 60)
    desk.wait(lambda: all(w.session.document.dirty for w in desk.windows), "its work")
    mazes = {window.session.document.maze.walls.tobytes() for window in desk.windows}
    assert len(mazes) == WINDOWS
    assert all(window.session.document.can_undo for window in desk.windows)
