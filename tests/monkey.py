"""A monkey at the real window: random keys, clicks, drags, wheels, windows and dialogs.

    monkey = Monkey(desk, desktop, seed=7, folder=tmp_path)
    monkey.play(600)              # comes back when all events are handled

The same seed draws the same events; what they hit depends on what is on the screen then. All go
through the X server and the window manager. It only leaves out what would end the test: quitting
(the command runs, the window stays) and files anywhere but in ``folder``.
"""

from __future__ import annotations

import os
import random
import sys
import time
import tkinter as tk
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from Xlib import X
from Xlib.ext import xtest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts.draft import Draft
from mazeeditor.app.ui import Kinds
from mazeeditor.editing.document import Document
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.look import Theme
from mazeeditor.gui.window.open_windows import OpenWindows
from mazeeditor.gui.window.window import Window
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.transforms import Transform
from tests import keyboard
from tests.desktop import Desktop
from tests.dialogs import TclWindow, open_windows
from tests.gui.desk import Desk

LARGEST = 60  # rows and columns: what is typed may mean ten thousand
STALL = 1.0  # s between two turns of the event loop, on a machine with nothing else to do
PATIENCE = 5.0  # s until a job is cancelled
MOST_WINDOWS = 3
BATCH = 4  # events that are sent at once
BETWEEN = 100  # events between two checks
TEXTS = ["5", "12", "0", "-1", "3.5", "1e9", "abc", "é", "A4", "", "200x100mm", "1,1"]
NAMED = ["Return", "Escape", "Tab", "space", "Left", "Right", "Up", "Down", "Delete", "BackSpace"]
NAMED += [
    "Home",
    "End",
    "Prior",
    "Next",
    "F10",
    "shift+Tab",
    "shift+Left",
    "shift+Down",
    "KP_Enter",
]
SPELLED = {"Mod": "ctrl", "Plus": "plus", "Minus": "minus", "?": "question", "Space": "space"}
SPELLED |= {"[": "bracketleft", "]": "bracketright", "Alt": "alt", "Shift": "shift"}


def chords() -> list[str]:
    """Return the shortcuts of all commands, as ``tests.keyboard`` spells them."""
    keys = [key for command in COMMANDS for key in command.keys]
    return ["+".join(SPELLED.get(part, part) for part in key.split("+")) for key in keys]


class MonkeyDialogs(Dialogs):
    """The real dialogs, but for those that choose a file: these answer at once, in one folder."""

    def __init__(self, root: tk.Misc, folder: Path, chance: random.Random) -> None:
        super().__init__(root)
        self._folder, self._chance = folder, chance

    def file_to_open(self, title: str, kinds: Kinds, folder: Path | None = None) -> Path | None:  # noqa: ARG002
        files = sorted(self._folder.iterdir())
        return self._chance.choice([None, *files, self._folder / "missing.maze"])

    def file_to_save(self, title: str, kinds: Kinds, proposal: Path) -> Path | None:  # noqa: ARG002
        if self._chance.random() < 0.2:
            return None
        return self._folder / f"{self._chance.choice('abc')}{proposal.suffix}"

    def ask_transform(
        self, transform: Transform, values: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        answer = super().ask_transform(transform, values)
        return answer and {name: small(value) for name, value in answer.items()}


def small(value: Any) -> Any:
    """Return a size that takes no time, for one that may."""
    return min(value, LARGEST) if type(value) is int else value


def queued() -> float:
    """Return the seconds that this thread has waited for a processor; 0 where Linux is not."""
    try:
        times = Path("/proc/thread-self/schedstat").read_text(encoding="ascii").split()
    except OSError:
        return 0.0
    return int(times[1]) / 1e9


@dataclass
class Measured:
    """What was measured at one moment."""

    events: int
    resident: int  # kB
    longest: float = 0.0  # s between two turns of the event loop, of the main thread's own time
    waited: float = 0.0  # the same, by the clock, less what it waited for a processor


class Monkey:
    """One player of one window; ``problems`` is what it has found."""

    def __init__(self, desk: Desk, desktop: Desktop, seed: int, folder: Path) -> None:
        self.desk, self.desktop, self.seed = desk, desktop, seed
        self.root, self.screen = desk.root, desktop.screen
        self.chance, self.answers = random.Random(seed), random.Random(seed + 1)
        self.events = self.checks = 0
        self.problems: list[str] = []
        self.history: list[Measured] = []
        self.done = self._held = self._back = False
        self._goal, self._checked = 0, 0
        self._busy_since = 0.0
        self._worst = self._waited = 0.0
        self._chords = chords()
        assert isinstance(desk.window.windows, OpenWindows)
        self._folder, self._windows = folder, desk.window.windows
        desk.window.close = lambda: None  # type: ignore[method-assign]
        self._let_in(desk.window)
        self._follow_windows()

    def _follow_windows(self) -> None:
        """Play in the windows that it opens as in the first one."""
        add = self._windows.add

        def adding(root: Any, theme: Theme) -> Window:
            window = add(root, theme)
            self._let_in(window)
            return window

        self._windows.add = adding  # type: ignore[method-assign]

    def _let_in(self, window: Window) -> None:
        window.dialogs = MonkeyDialogs(window.root, self._folder, self.answers)
        self._keep_small(window.session.view.draft)

    def _keep_small(self, draft: Draft) -> None:
        recipe_of = draft.recipe

        def recipe(*, fresh: bool = False, shown: bool = False) -> Recipe:
            recipe = recipe_of(fresh=fresh, shown=shown)
            return replace(
                recipe, sizes={name: small(value) for name, value in recipe.sizes.items()}
            )

        draft.recipe = recipe  # type: ignore[method-assign]

    # Time

    def play(self, events: int) -> None:
        """Make events until there have been so many, then close what they have opened."""
        self._goal, self.done, self._back = events, False, False
        self._own, self._clock = time.thread_time(), time.monotonic() - queued()
        self.root.after(1, self._turn)
        while not self.done:
            self.root.tk.dooneevent(0)
        self._back = True

    def _turn(self) -> None:
        """Make a few events, in whatever event loop runs now."""
        own, clock = time.thread_time(), time.monotonic() - queued()
        self._worst = max(self._worst, own - self._own)
        self._waited = max(self._waited, clock - self._clock)
        load = 0.0
        if sys.platform != "win32":
            load = os.getloadavg()[0]
        patience = STALL * max(1.0, load / (os.cpu_count() or 1))
        if own - self._own > STALL or clock - self._clock > 2 * patience:
            stall = f"{own - self._own:.2f} s of work, {clock - self._clock:.2f} s by the clock"
            self.problems.append(f"event {self.events}: a stall of {stall}")
        self._own, self._clock = own, clock
        try:
            self._advance()
        except Exception as error:
            self.problems.append(f"event {self.events}: {type(error).__name__}: {error}")
            self._finish()

    def _advance(self) -> None:
        if self.problems:
            self._finish()
        elif self.events >= self._goal:
            self._tidy_up(20)
        else:
            self._mind_jobs()
            for _event in range(BATCH):
                self.events += 1
                self._act()
            self.screen.sync()
            if self.events - self._checked >= BETWEEN:
                self._check()
            self.root.after(1, self._turn)

    def _mind_jobs(self) -> None:
        jobs, now = self.desk.session.services.jobs, time.monotonic()
        if not jobs.busy:
            self._busy_since = now
        elif now - self._busy_since > PATIENCE:
            jobs.cancel()

    def _tidy_up(self, turns: int) -> None:
        """Close dialogs and windows as a user does, until only the main window is left."""
        self._let_go()
        for window in self._windows:
            if window is not self.desk.window:
                window.close()
        shown = open_windows(self.root)
        others = [path for path in shown if path != "."]
        if "." not in shown and turns:
            self.root.deiconify()  # its dialog is hidden with it, and waits for an answer
        elif not others or not turns:
            if others:
                self.problems.append(f"{others} do not close")
            self._finish()
            return
        self._key("Escape")
        self.screen.sync()
        if turns < 15 and others:
            self.desktop.close(TclWindow(self.root, others[-1]))
        self.root.after(50, self._tidy_up, turns - 1)

    def _finish(self) -> None:
        """Come back from ``play``, once no event opens a dialog any more."""
        self._let_go()
        self.done = True
        self._sweep()

    def _sweep(self) -> None:
        """Close what the last events open, as ``play`` cannot come back while a dialog waits."""
        shown = open_windows(self.root)
        for path in shown:
            if path != ".":
                self.root.tk.call("destroy", path)
        if "." not in shown:
            self.root.deiconify()
        if not self._back:
            self.root.after(20, self._sweep)

    # Events

    def _act(self) -> None:
        """Make one event; the same numbers are drawn whatever is on the screen."""
        kind, x, y, choice = (self.chance.random() for _number in range(4))
        ways: list[tuple[float, Callable[[float, float, float], None]]] = [
            (0.22, self._move),
            (0.20, self._click),
            (0.12, self._drag),
            (0.05, self._wheel),
            (0.14, self._press_chord),
            (0.12, self._press_named),
            (0.08, self._type),
            (0.04, self._manage),
            (0.03, self._run_command),
        ]
        for share, act in ways:
            if kind < share:
                act(x, y, choice)
                return
            kind -= share

    def _fake(self, kind: int, detail: int = 0, x: int = 0, y: int = 0) -> None:
        xtest.fake_input(self.screen.connection, kind, detail, x=x, y=y)

    def _target(self, choice: float) -> TclWindow:
        paths = open_windows(self.root) or ["."]
        top = paths[-1] if choice < 0.7 else paths[int(choice * 1000) % len(paths)]
        return TclWindow(self.root, top)

    def _go(self, x: float, y: float, choice: float) -> None:
        window = self._target(choice)
        if choice * 10 % 1 < 0.5 and str(window) == ".":  # more often on the maze
            window = TclWindow(self.root, str(self.desk.canvas))
        left, top = window.winfo_rootx(), window.winfo_rooty()
        width, height = window.winfo_width(), window.winfo_height()
        self._fake(X.MotionNotify, x=round(left + x * width), y=round(top + y * height))

    def _move(self, x: float, y: float, choice: float) -> None:
        self._go(x, y, choice)

    def _click(self, x: float, y: float, choice: float) -> None:
        self._go(x, y, choice)
        button = 1 if choice * 100 % 1 < 0.9 else 2 if choice * 100 % 1 < 0.95 else 3
        codes = keyboard.codes(self.screen, ["", "", "shift", "ctrl"][int(choice * 1000) % 4])
        keyboard.press(self.screen, codes)
        for _time in range(2 if choice * 1000 % 1 < 0.1 else 1):
            self._fake(X.ButtonPress, button)
            self._fake(X.ButtonRelease, button)
        keyboard.release(self.screen, codes)

    def _drag(self, x: float, y: float, choice: float) -> None:
        """Press, move or release: the drag goes on while other events come."""
        if self._held:
            if choice * 10 % 1 < 0.3:
                self._let_go()
            else:
                self._go(x, y, choice)
        else:
            self._go(x, y, choice)
            self._fake(X.ButtonPress, 1)
            self._held = True

    def _let_go(self) -> None:
        if self._held:
            self._fake(X.ButtonRelease, 1)
            self._held = False

    def _wheel(self, x: float, y: float, choice: float) -> None:
        self._go(x, y, choice)
        for _notch in range(1 + int(choice * 100) % 3):
            button = 4 if choice * 1000 % 1 < 0.5 else 5
            self._fake(X.ButtonPress, button)
            self._fake(X.ButtonRelease, button)

    def _key(self, combination: str) -> None:
        codes = keyboard.codes(self.screen, combination)
        keyboard.press(self.screen, codes)
        keyboard.release(self.screen, codes)

    def _press_chord(self, x: float, _y: float, _choice: float) -> None:
        self._key(self._chords[int(x * len(self._chords))])

    def _press_named(self, x: float, _y: float, _choice: float) -> None:
        self._key(NAMED[int(x * len(NAMED))])

    def _type(self, x: float, _y: float, _choice: float) -> None:
        spelled = {"-": "minus", ".": "period", ",": "comma"}
        for character in TEXTS[int(x * len(TEXTS))]:
            self._key(spelled.get(character, character))

    def _manage(self, x: float, y: float, choice: float) -> None:
        """Act on a window by its frame, as the window manager's buttons do."""
        paths = open_windows(self.root) or ["."]
        window = TclWindow(self.root, paths[int(x * len(paths))])
        if choice < 0.4:
            self.desktop.activate(window)
        elif choice < 0.6:
            self.desktop.close(window)
        elif choice < 0.8:
            self.root.geometry(f"{600 + round(x * 900)}x{400 + round(y * 700)}")
        elif choice < 0.9:
            self.desktop.minimise(window)
            self.root.after(30, self._activate, window)

    def _activate(self, window: TclWindow) -> None:
        with suppress(tk.TclError):  # it may be closed by now
            self.desktop.activate(window)

    def _run_command(self, x: float, _y: float, _choice: float) -> None:
        """Run a command that has no shortcut, as the menus do, once this turn is over."""
        if self.root.tk.call("grab", "current", "."):
            return  # a menu behind a dialog cannot be reached
        commands = [command for command in COMMANDS if not command.keys]
        self.root.after(0, self.desk.window.run, commands[int(x * len(commands))])

    # What must be so at any moment

    def _check(self) -> None:
        """Raise ``AssertionError`` or ``MazeError`` where something contradicts itself."""
        self._checked = self.events
        self.checks += 1
        for window in self._windows:
            self._check_document(window.session.document)
        self._close_some()
        document = self.desk.document
        game = self.desk.window.game
        assert game or self.desk.view.maze is document.maze
        if not self.checks % 10:
            self.history.append(self._measured())

    def _check_document(self, document: Document) -> None:
        document.maze.check()
        document.history.check()
        assert document.dirty == (bool(document.running) or document.history.dirty)

    def _close_some(self) -> None:
        """Close windows beyond a few, the first ones: a user does not keep hundreds."""
        further = [window for window in self._windows if window is not self.desk.window]
        for window in further[: len(further) + 1 - MOST_WINDOWS]:
            window.close()

    def _measured(self) -> Measured:
        with Path(f"/proc/{os.getpid()}/status").open() as status:
            resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        measured = Measured(self.events, resident, self._worst, self._waited)
        self._worst = self._waited = 0.0
        return measured
