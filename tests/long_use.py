"""Typical sessions, again and again at full speed, and what a process holds after each.

sessions = Sessions(desk, folder)
while sessions.gestures < 14_400:
sessions.play()               # each kind of session once
print(sessions.measure())
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.commands.export_menu import start_export
from mazeeditor.app.ui import Unsaved
from mazeeditor.films.formats import FilmOptions
from tests.events import click, drag, key, move, settle, type_text, wheel
from tests.gui.desk import Desk
from tests.gui.watching.films import Screening, stages
from tests.windows import callbacks

SOON = 5.0  # s: a message and the next snapshot have a timer; a busy machine is late with them


@dataclass(frozen=True)
class Held:
    """What the process holds at a moment."""

    resident: int  # kB
    threads: int
    timers: int
    images: int  # of Tk
    commands: int  # of Tcl that call Python
    widgets: int
    files: int  # open
    objects: int  # that Python's collector knows

    def grown(self, before: Held, allowed: dict[str, float]) -> list[str]:
        """Return what has grown by more than a share of what it was."""
        return [
            f"{field.name}: {was:,} -> {now:,}"
            for field in fields(self)
            for was, now in [(getattr(before, field.name), getattr(self, field.name))]
            if now > was * (1 + allowed.get(field.name, 0.0))
        ]


class Sessions:
    """The sessions of one window; ``gestures`` counts what a user does: keys, clicks, drags."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk, self.root, self.folder = desk, desk.root, folder
        self.gestures = 0
        self._all: list[Callable[[], None]] = [
            self.generate,
            self.paint,
            self.solve,
            self.look_around,
            self.watch,
            self.compare,
            self.play_the_maze,
            self.use_files,
            self.change_the_look,
            self.use_panels,
            self.go_through_workspaces,
        ]

    def play(self) -> None:
        """Play each session once."""
        for session in self._all:
            session()
            self._idle()

    def _idle(self) -> None:
        desk = self.desk
        desk.wait_for_work()
        desk.wait(lambda: not desk.session.services.background.busy, "the threads", 120)
        settle(self.root)

    def measure(self) -> Held:
        """Return what the process holds, after timers that end soon, and a full collection."""
        self._idle()
        until = time.monotonic() + SOON
        while self._timers() > 1 and time.monotonic() < until:
            time.sleep(0.02)
            settle(self.root)
        gc.collect()
        call, split = self.root.tk.call, self.root.tk.splitlist
        status = Path("/proc/self/status").read_text()
        return Held(
            next(int(line.split()[1]) for line in status.splitlines() if line[:5] == "VmRSS"),
            threading.active_count(),
            self._timers(),
            len(split(call("image", "names"))),
            len(callbacks(self.root.tk)),
            self._widgets("."),
            len([*Path("/proc/self/fd").iterdir()]),
            len(gc.get_objects()) + gc.get_freeze_count(),
        )

    def _timers(self) -> int:
        return len(self.root.tk.splitlist(self.root.tk.call("after", "info")))

    def _widgets(self, path: str) -> int:
        children = self.root.tk.splitlist(self.root.tk.call("winfo", "children", path))
        return 1 + sum(self._widgets(str(child)) for child in children)

    # Gestures

    def _key(self, keys: str) -> None:
        self.gestures += 1
        key(self.root, keys)

    def _click(self, row: int, column: int, side: str) -> None:
        self.gestures += 1
        click(self.desk.canvas, *self.desk.middle_of(row, column, side))

    def _drag(self, *cells: tuple[int, int]) -> None:
        self.gestures += 1
        drag(self.desk.canvas, [self.desk.at(row + 0.5, column + 0.5) for row, column in cells])

    def _run(self, name: str) -> None:
        self.gestures += 1
        self.desk.window.run(COMMANDS[name])
        settle(self.root)

    # Sessions

    def generate(self) -> None:
        """Try generators, and undo."""
        for name in ("backtracker", "prim", "kruskal"):
            self.desk.session.view.draft.choose_generator(name)
            self._key("ctrl+g")
            self._idle()
        for keys in ("ctrl+z", "ctrl+z", "ctrl+y"):
            self._key(keys)

    def paint(self) -> None:
        """Change walls, cells and openings by hand."""
        self.desk.view.fit()
        for keys in ("w", "a", "e"):
            self._key(keys)
            self._click(2, 3, "right")
            self._drag((5, 5), (5, 9), (8, 9))
        for keys in ("b", "m"):
            self._key(keys)
            self._drag((10, 10), (11, 12))
            self._idle()
            self._key("ctrl+z")
        for keys in ("n", "x", "w"):
            self._key(keys)
            self._click(0, 4, "top")
        for _time in range(3):
            self._key("ctrl+z")

    def solve(self) -> None:
        """Solve, and show distances."""
        self._key("F5")
        self._idle()
        for keys in ("h", "h"):
            self._key(keys)
            self._idle()

    def look_around(self) -> None:
        """Zoom and pan."""
        for turns in (3, -2, 2, -3):
            self.gestures += 1
            wheel(self.desk.canvas, turns, 200, 200)
        for keys in ("Right", "Down", "shift+Right", "ctrl+z", "ctrl+0"):
            self._key(keys)

    def watch(self) -> None:
        """Watch a film, save it, and go back to the maze in Draw."""
        self._run("watch-solving")
        self.desk.wait(lambda: bool(stages(self.desk)), "the film")
        shown = Screening(self.desk)
        for keys in ("End", "Home", "plus", "space"):
            self.gestures += 1
            key(shown.stage, keys)
        shown.wait_for_record()
        options = FilmOptions(seconds=0.2, hold=0.0)
        shown.saver.start(shown.playback.films, self.folder / "film.gif", options)
        self.desk.wait(lambda: not shown.saver.busy, "the file", 60)
        for keys in ("Escape", "alt+1"):
            self._key(keys)

    def compare(self) -> None:
        """Compare solvers."""
        self._run("compare")
        self.gestures += 1
        key(self.root, "Return")
        self._idle()
        for keys in ("Escape", "alt+1"):
            self._key(keys)

    def play_the_maze(self) -> None:
        """Walk a few steps."""
        for keys in ("F8", "Down", "Right", "Up", "Escape"):
            self._key(keys)

    def use_files(self) -> None:
        """Save, export, open."""
        desk, answers = self.desk, self.desk.answers
        path = self.folder / "session.maze"
        answers.paths, answers.unsaved = [path, path], [Unsaved.DISCARD]
        self._run("save-as")
        self._idle()
        desk.session.parts.call(start_export, self.folder / "session.svg", {})
        self._idle()
        self._key("ctrl+o")
        self._idle()
        answers.paths.clear()
        answers.unsaved.clear()
        answers.asked.clear()
        assert not answers.errors, answers.errors

    def go_through_workspaces(self) -> None:
        """See the page, a sheet and an object of another maze, and export the page."""
        self._key("ctrl+g")
        self._idle()
        for number in (2, 3, 4, 5, 1):
            self._key(f"alt+{number}")
            self.desk.wait(lambda: self.desk.window.switch.content.settled, "the view", 120)
        for name in ("page.pdf", "page.png"):
            self.desk.session.parts.call(start_export, self.folder / name, {})
            self._idle()

    def change_the_look(self) -> None:
        """Use both themes, and the rulers."""
        for name in ("theme-dark", "theme-light", "rulers", "rulers"):
            self._run(name)

    def use_panels(self) -> None:
        """Close and open the panel, and type a title that prints."""
        for name in ("panel", "panel"):
            self._run(name)
        self.desk.window.show_section("page")
        move(self.desk.canvas)
        self._key("ctrl+g")
        self._idle()
        self.desk.canvas.focus_set()
        type_text(self.root, "w")
        self._key("ctrl+z")
        self._key("alt+1")
