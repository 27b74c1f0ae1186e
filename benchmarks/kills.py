"""Seconds of work lost when a window is killed while somebody edits without a pause.

    python -m benchmarks kills [--json] [--size N ...] [--hand HAND ...] [--count N] [--cost]

Each of COUNT trials opens a maze of N x N cells in a window on a display of its own (Xvfb), edits
it by real events, one about each 100 ms, kills the process (SIGKILL) at a random moment 3 to 15 s
after the first edit, restores the work by ``mazeeditor recover`` and looks up in the log of the
window when it was like that: ``lost_s`` is the time from the first change that is not there to the
kill. HAND is how it is edited: ``clicks``, ``drags`` that go on for 2 s, ``undo``: Ctrl+Z and
Ctrl+Y held down as a keyboard repeats them, 30 times a second.

With ``--cost`` nobody kills it: for 60 s each, ``core`` is the processor time of the process as a
share of one core, and what it takes with nothing kept on the disk, in turns; ``stall_ms`` is the
longest time in which the event loop did not come to a timer, as far as this process computed in it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from Xlib import XK, X
from Xlib.ext import xtest

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.maze.walls import inner_walls
from tests.display import Display

SIZES = (20, 300, 1000, 2000)
HANDS = ("clicks", "drags", "undo")
PACE = 0.1  # s between two edits
REPEAT = 1 / 30  # s between two events of a key that is held
DRAG = 2.0  # s
FIRST, LAST = 3.0, 15.0  # s from the first edit to the kill
COST = 60.0  # s


@dataclass
class Killed:
    """A window in a process of its own, edited by a hand."""

    process: subprocess.Popen[str]
    display: Display
    log: Path
    box: tuple[int, int, int, int]
    chance: random.Random

    def changes(self) -> list[tuple[float, float, str, float]]:
        """Return time, processor time, walls and longest stall of each change."""
        found = []
        for line in self.log.read_text().splitlines():
            words, _bar, stall = line.partition(" | ")
            moment, cpu, *walls = words.split()
            found.append((float(moment), float(cpu), " ".join(walls), float(stall)))
        return found

    def edit(self, hand: str, seconds: float) -> None:
        """Edit for some time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            getattr(self, hand)(end)

    def clicks(self, _end: float) -> None:
        """Click somewhere."""
        self._event(X.MotionNotify, at=self._point())
        self._event(X.ButtonPress, 1)
        self._event(X.ButtonRelease, 1)
        time.sleep(PACE)

    def drags(self, end: float) -> None:
        """Paint walls along a line that goes on for a while."""
        (x, y), (left, top, width, height) = self._point(), self.box
        self._event(X.MotionNotify, at=(x, y))
        self._event(X.ButtonPress, 1)
        stop = min(end, time.monotonic() + DRAG)
        while time.monotonic() < stop:
            x = min(max(x + self.chance.randint(-9, 9), left + 20), left + width - 20)
            y = min(max(y + self.chance.randint(-9, 9), top + 20), top + height - 20)
            self._event(X.MotionNotify, at=(x, y))
            time.sleep(PACE / 5)
        if time.monotonic() < end or self.chance.random() < 0.5:
            self._event(X.ButtonRelease, 1)

    def undo(self, end: float) -> None:
        """Click a few times, and hold Ctrl+Z, then Ctrl+Y."""
        for _click in range(5):
            self.clicks(end)
        control = self._code(XK.XK_Control_L)
        self._event(X.KeyPress, control)
        for name in ("z", "y"):
            for _repeat in range(self.chance.randint(2, 30)):
                if time.monotonic() > end:
                    return
                self._event(X.KeyPress, self._code(XK.string_to_keysym(name)))
                self._event(X.KeyRelease, self._code(XK.string_to_keysym(name)))
                time.sleep(REPEAT)
        self._event(X.KeyRelease, control)

    def _code(self, keysym: int) -> int:
        code: int = self.display.screen.connection.keysym_to_keycode(keysym)
        return code

    def _point(self) -> tuple[int, int]:
        left, top, width, height = self.box
        x, y = self.chance.uniform(0.2, 0.8), self.chance.uniform(0.2, 0.8)
        return round(left + x * width), round(top + y * height)

    def _event(self, kind: int, detail: int = 0, at: tuple[int, int] = (0, 0)) -> None:
        screen = self.display.screen
        xtest.fake_input(screen.connection, kind, detail, x=at[0], y=at[1])
        screen.sync()


def environment(folder: Path, display: str) -> dict[str, str]:
    """Return that of a user with a folder of its own, for whom the window is not the first."""
    settings = folder / "settings.json"
    settings.write_text("{}")
    homes = {"MAZEEDITOR_STATE": str(folder / "state"), "MAZEEDITOR_SETTINGS": str(settings)}
    return {**os.environ, **homes, "DISPLAY": display}


@contextmanager
def opened(file: Path, folder: Path, mode: str, seed: int) -> Iterator[Killed]:
    """Open a window with a file; it ends with the block."""
    display = Display()
    child = [sys.executable, "-m", "benchmarks.killed_window"]
    command = [*child, str(folder / "log"), mode, str(file)]
    process = subprocess.Popen(
        command, env=environment(folder, display.name), stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        left, top, width, height = map(int, process.stdout.readline().split())
        display.screen.sync()
        box = left, top, width, height
        yield Killed(process, display, folder / "log", box, random.Random(seed))
    finally:
        process.kill()
        process.wait()
        del Display.running[display.name]
        display.screen.connection.close()


def restored(folder: Path) -> Any:
    """Return the maze that ``mazeeditor recover`` brings back, None where there is none."""

    def recover(*what: object) -> str:
        command = [sys.executable, "-m", "mazeeditor", "recover", *map(str, what)]
        done = subprocess.run(
            command, env=environment(folder, ""), check=True, capture_output=True, text=True
        )
        return done.stdout

    lines = recover("--list", "--json").splitlines()
    if not lines:
        return None
    recover("--restore", json.loads(lines[0])["id"], "-o", folder / "out.maze")
    return mazeeditor.load(folder / "out.maze")


def lost(maze: Any, before: Any, changes: Sequence[tuple[float, float, str, float]]) -> int | None:
    """Return how many changes at the end are not in ``maze``, which ``before`` was at first.

    None where it never was like that.
    """
    if maze is None:
        return len(changes)
    found = set(inner_walls(before.lattice, before.walls ^ maze.walls, Job()).tolist())
    state: set[int] = set()
    last = 0 if not found else None
    for number, change in enumerate(changes, 1):
        state ^= set(map(int, change[2].split()))
        last = number if state == found else last
    return None if last is None else len(changes) - last


def without_last_line(folder: Path) -> None:
    """Cut the last line off the newest journal of a process that was killed."""
    path = max(folder.glob("state/*/*/journal-*"), key=lambda path: path.stat().st_mtime_ns)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))


def trial(file: Path, size: int, hand: str, seed: int) -> dict[str, object]:
    """Kill a window; return what was lost."""
    early = 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        with opened(file, folder, "", seed) as window:
            opening = len(window.changes()) if window.log.exists() else 0
            while len(window.changes()) == opening:
                window.clicks(0.0)
            window.edit(hand, window.chance.uniform(FIRST, LAST))
            window.process.kill()
            killed = time.monotonic()
            window.process.wait()
            changes = window.changes()[opening:]
        before = mazeeditor.load(file)
        number = lost(restored(folder), before, changes)
        if number is None:  # a change is in the journal before the window can log it
            without_last_line(folder)
            number = lost(restored(folder), before, changes)
            assert number == 0, f"seed {seed}: the maze never was like that"
            early = 1
    seconds = killed - changes[-number][0] if number else 0.0
    row = {"size": size, "hand": hand, "seed": seed, "changes": len(changes), "lost": number}
    row |= {"early": early}
    return {**row, "lost_s": round(seconds, 3), "edited_s": round(killed - changes[0][0], 1)}


def cost(file: Path, size: int, hand: str, mode: str) -> dict[str, object]:
    """Edit for a while; return what the process took."""
    with TemporaryDirectory() as name, opened(file, Path(name), mode, 1) as window:
        window.edit(hand, 5.0)  # what is imported and compiled first
        before = len(window.changes()) - 1
        window.edit(hand, COST)
        changes = window.changes()[before:]
    first, last = changes[0], changes[-1]
    share = (last[1] - first[1]) / (last[0] - first[0])
    row = {"size": size, "hand": hand, "mode": mode, "changes": len(changes)}
    return {**row, "core": round(share, 4), "stall_ms": last[3]}


def rows(options: argparse.Namespace, folder: Path) -> Iterator[dict[str, object]]:
    """Yield what each trial gave."""
    files = {}
    for size in options.size:
        files[size] = folder / f"{size}.maze"
        maze = mazeeditor.generate("backtracker", rows=size, columns=size, seed=1)
        mazeeditor.save(maze, files[size])
    cases = [(size, hand) for size in options.size for hand in options.hand]
    for number in range(options.count):
        if options.cost:
            for size, hand in cases:
                for mode in ("", "unprotected", "beat"):
                    yield cost(files[size], size, hand, mode)
        else:
            size, hand = cases[number % len(cases)]
            yield trial(files[size], size, hand, options.seed + number)


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="benchmarks kills", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--size", metavar="N", type=int, nargs="+", default=SIZES)
    parser.add_argument("--hand", choices=HANDS, nargs="+", default=HANDS[:1])
    parser.add_argument("--count", metavar="N", type=int, default=None)
    parser.add_argument("--seed", metavar="N", type=int, default=1)
    parser.add_argument("--cost", action="store_true", help="what keeping the work takes")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    options = parser.parse_args(arguments)
    options.count = options.count or (1 if options.cost else 20)
    done = []
    with TemporaryDirectory() as folder:
        for row in rows(options, Path(folder)):
            done.append(row)
            text = "  ".join(f"{name} {value}" for name, value in row.items())
            print(json.dumps(row) if options.json else text, flush=True)
    if not options.json and not options.cost:
        seconds = [float(str(row["lost_s"])) for row in done]
        print(f"lost_s: median {median(seconds):.2f}, most {max(seconds):.2f}")
    return 0
