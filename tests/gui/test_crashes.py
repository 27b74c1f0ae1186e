"""However the window ends, its work is offered afterwards: under real events, killed at random."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from Xlib import XK, X
from Xlib.ext import xtest

from mazeeditor import generate, save
from mazeeditor.files import read
from mazeeditor.maze.maze import Maze
from tests.app.test_recovery import crashed
from tests.breadth import repeats, stress
from tests.cli.run import mazeeditor
from tests.display import Display

pytestmark = [pytest.mark.usefixtures("without_gallery"), pytest.mark.slow]
START_SECONDS = 60.0
FIRST = 3.0  # s after the first edit from which on there must be a snapshot
LAST = 7.0 if stress() else 5.0  # s until the process is killed
SOON = LAST if stress() else 1.5  # where it does not matter when: the end writes the snapshot
LOST = 2.0 + 3.0  # s of work that may be lost; the machine may be busy

WINDOW = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored in the background
from mazeeditor.cli import main
from mazeeditor.gui import app
from tests.gui.test_crashes import digest

def start(*what, **named):
    window = original(*what, **named)
    journal = open(sys.argv[1], "ab", buffering=0)
    session, canvas = window.session, window.maze_view.canvas

    def note(_change=None):
        journal.write(f"{time.monotonic()} {digest(session.document.maze)}\\n".encode())

    # first, as the screen may be lost while a change is drawn
    session.document.changed._listeners.insert(0, note)
    note()
    window.root.after(100, lambda: print(
        canvas.winfo_rootx(), canvas.winfo_rooty(), canvas.winfo_width(), canvas.winfo_height(),
        flush=True,
    ))
    return window

original, app.start = app.start, start
sys.exit(main([]))
"""


def digest(maze: Maze) -> str:
    """Return what tells a maze from another one."""
    text = f"{maze.lattice.shape}{maze.walls.tolist()}{maze.entrance}{maze.exits}"
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass
class Child:
    """A window in a process of its own; ``journal`` has a line for each state of its maze."""

    process: subprocess.Popen[str]
    display: Display
    journal: Path
    box: tuple[int, int, int, int]

    def states(self) -> list[tuple[float, str]]:
        """Return when each state began, and its digest."""
        lines = [line.split() for line in self.journal.read_text().splitlines()]
        return [(float(moment), state) for moment, state in lines]

    def act(self, chance: random.Random) -> None:
        """Click, drag or press Ctrl+Z, as a user does."""
        what = chance.random()
        if what < 0.5:
            self._press(*self._point(chance))
        elif what < 0.8:
            self._press(*self._point(chance), *self._point(chance))
        else:
            self._chord(XK.XK_Control_L, XK.string_to_keysym(chance.choice("zzy")))

    def _point(self, chance: random.Random) -> tuple[int, int]:
        left, top, width, height = self.box
        x, y = chance.uniform(0.2, 0.8), chance.uniform(0.2, 0.8)
        return round(left + x * width), round(top + y * height)

    def _press(self, *places: int) -> None:
        screen = self.display.screen
        for number, (x, y) in enumerate(zip(places[::2], places[1::2], strict=True)):
            xtest.fake_input(screen.connection, X.MotionNotify, x=x, y=y)
            if number == 0:
                xtest.fake_input(screen.connection, X.ButtonPress, 1)
        xtest.fake_input(screen.connection, X.ButtonRelease, 1)
        screen.sync()

    def _chord(self, *keysyms: int) -> None:
        screen = self.display.screen
        codes = [screen.connection.keysym_to_keycode(keysym) for keysym in keysyms]
        for code in codes:
            xtest.fake_input(screen.connection, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(screen.connection, X.KeyRelease, code)
        screen.sync()


@contextmanager
def child(display: Display, folder: Path) -> Iterator[Child]:
    """Start a window, and let it end with the test."""
    journal = folder / "journal"
    process = subprocess.Popen(
        [sys.executable, "-c", WINDOW, str(journal)],
        env={**os.environ, "DISPLAY": display.name, "MAZEEDITOR_PURE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        left, top, width, height = map(int, process.stdout.readline().split())
        yield Child(process, display, journal, (left, top, width, height))
    finally:
        process.kill()
        process.wait(START_SECONDS)


def use(window: Child, chance: random.Random, first: float, last: float) -> None:
    """Edit without a pause once there is something unsaved, until a random moment (s) after it."""
    window.display.screen.sync()
    while len(window.states()) < 2:
        window.act(chance)
        time.sleep(0.05)
    end = time.monotonic() + chance.uniform(first, last)
    while time.monotonic() < end:
        window.act(chance)
        time.sleep(chance.uniform(0.01, 0.2))
    if len(window.states()) % 2 and chance.random() < 0.3:  # one more edit, at the last moment
        window.act(chance)


def offered(folder: Path) -> str:
    """Return the digest of the one maze that is offered."""
    (line,) = mazeeditor("recover", "--list", "--json").out.splitlines()
    facts = json.loads(line)
    assert not facts["running"]
    assert mazeeditor("recover", "--restore", facts["id"], "-o", folder / "a.maze").status == 0
    return digest(read(folder / "a.maze").maze)


def check_recent(window: Child, killed: float, state: str) -> None:
    """Fail unless the maze had this state in the last seconds before the process was killed."""
    states = window.states()
    ends = [moment for moment, _state in states[1:]] + [killed]
    current = [end for (_begin, known), end in zip(states, ends, strict=True) if known == state]
    assert current, "the maze never was in this state"
    assert max(current) > killed - LOST


@pytest.mark.parametrize("seed", repeats(1, 100))
def test_a_killed_window(display: Display, seed: int, tmp_path: Path) -> None:
    with child(display, tmp_path) as window:
        use(window, random.Random(seed), FIRST, LAST)
        window.process.kill()
        killed = time.monotonic()
        window.process.wait(START_SECONDS)
        check_recent(window, killed, offered(tmp_path))


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("seed", repeats(1, 20))
def test_a_window_that_is_to_end(display: Display, name: str, seed: int, tmp_path: Path) -> None:
    number = signal.Signals[name]
    with hangups(signal.SIG_DFL), child(display, tmp_path) as window:
        use(window, random.Random(seed), 0.0, SOON)
        window.process.send_signal(number)
        _out, error = window.process.communicate(timeout=START_SECONDS)
        assert window.process.returncode == 128 + number
        kept = "the unsaved work is kept, and offered at the next start"
        assert error == f"mazeeditor: Terminated; {kept}.\n"
        assert offered(tmp_path) == window.states()[-1][1]


@pytest.mark.parametrize("seed", repeats(1, 20))
def test_a_lost_screen(seed: int, tmp_path: Path) -> None:
    display = Display()
    with child(display, tmp_path) as window:
        use(window, random.Random(seed), 0.0, SOON)
        del Display.running[display.name]
        display.screen.connection.display.socket.close()
        display.server.kill()
        display.server.wait()
        killed = time.monotonic()
        window.process.wait(START_SECONDS)
        check_recent(window, killed, offered(tmp_path))
        assert offered(tmp_path) == window.states()[-1][1]


def test_a_window_with_nothing_unsaved_leaves_nothing(display: Display, tmp_path: Path) -> None:
    with child(display, tmp_path) as window:
        window.process.terminate()
        _out, error = window.process.communicate(timeout=START_SECONDS)
        assert (window.process.returncode, error) == (143, "mazeeditor: Terminated.\n")
        assert mazeeditor("recover", "--list").out == ""


def test_a_signal_that_is_ignored_stays_so(display: Display, tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has no such signal")
    with hangups(signal.SIG_IGN), child(display, tmp_path) as window:
        window.process.send_signal(signal.SIGHUP)
        time.sleep(1.0)
        assert window.process.poll() is None
        window.process.terminate()
        assert window.process.wait(START_SECONDS) == 143


@contextmanager
def hangups(handler: signal.Handlers) -> Iterator[None]:
    """Let programs that are started now end at SIGHUP, or ignore it as under nohup."""
    if sys.platform == "win32":
        pytest.skip("Windows has no such signal")
    before = signal.signal(signal.SIGHUP, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


STARTING = """
import importlib, os, sys, time
from mazeeditor.cli import main

module, _dot, name = sys.argv[1].rpartition(".")
try:
    owner = importlib.import_module(module)
except ImportError:
    module, _dot, owner = module.rpartition(".")
    owner = getattr(importlib.import_module(module), owner)
original = getattr(owner, name)

def lose(*what, **more):
    os.kill(int(sys.argv[2]), 9)
    time.sleep(0.3)
    return original(*what, **more)

setattr(owner, name, lose)
sys.exit(main(sys.argv[3:]))
"""


@pytest.mark.parametrize(
    "function",
    [
        "mazeeditor.gui.app.Application.withdraw",  # Tk is connected, and nothing else is done
        "mazeeditor.gui.desktop.system.detect_scale",
        "mazeeditor.gui.app.put_bar",
        "mazeeditor.gui.look.apply",
        "mazeeditor.gui.window.open_windows.OpenWindows.add",
        "mazeeditor.gui.window.window.Window.get_ready",
    ],
)
def test_a_screen_that_is_lost_while_the_window_starts(function: str, tmp_path: Path) -> None:
    walls = crashed(5)
    file = tmp_path / "a.maze"
    save(generate("prim", rows=5, columns=5), file)
    display = Display()
    try:
        done = subprocess.run(
            [sys.executable, "-c", STARTING, function, str(display.server.pid), str(file)],
            env={**os.environ, "DISPLAY": display.name, "MAZEEDITOR_PURE": "1"},
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
            check=False,
        )
    finally:
        del Display.running[display.name]
        display.screen.connection.display.socket.close()
        display.server.kill()
        display.server.wait()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "mazeeditor: The screen is gone.\n"
    facts = json.loads(mazeeditor("recover", "--list", "--json").out)
    assert mazeeditor("recover", "--restore", facts["id"], "-o", tmp_path / "b.maze").status == 0
    assert read(tmp_path / "b.maze").maze.walls.tolist() == walls
