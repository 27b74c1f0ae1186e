"""A window in a process of its own that writes down what its dialogs show, and is then killed.

::

    test --- real keys ---> window --- every 20 ms: what stands in all fields ---> journal
      `---- SIGKILL ------> window
      `---- start again --> window: which of the states in the journal is shown?
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tkinter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mazeeditor.app.books.draft import BookDraft
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.cli import main
from mazeeditor.core.errors import UsageError
from mazeeditor.gui import app
from mazeeditor.gui.books.book_pane import BookPane
from mazeeditor.gui.forms.fields import Box
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.gui.sheets.sheet_pane import SheetPane
from mazeeditor.gui.window.window import Window
from mazeeditor.gui.workspaces.make import MakeWorkspace
from mazeeditor.gui.workspaces.sheets import SheetsWorkspace
from mazeeditor.making.tabs.places import checksum_of
from tests import keyboard
from tests.display import Display

LOOK = 20  # ms between two looks at the fields
START_SECONDS = 60.0
AGAIN = 8.0  # s until a key that does nothing is pressed again: a busy machine takes its time
TAKEN = 2.0  # s until a character is taken by a field that takes any
SPELLED = {" ": "space", "\t": "Tab", "\n": "Return"}

Texts = dict[int, dict[str, Box]]  # the boxes by the fields that they are bound to, and names
Watched = BookPane | SheetPane | MakePane


# In the window's process


def toplevels(widget: tkinter.Misc) -> Iterator[tkinter.Toplevel]:
    for child in widget.winfo_children():
        if isinstance(child, tkinter.Toplevel):
            if child.winfo_viewable():
                yield child
            yield from toplevels(child)


def boxes_of(widget: tkinter.Misc) -> Texts:
    """Return all boxes below a widget: of an option with two, the one that is shown."""
    found: Texts = {}
    for child in widget.winfo_children():
        if isinstance(child, Form):
            known = found.setdefault(id(child.fields), {})
            for name, box in child.boxes.items():
                if name not in known or box.widget.winfo_manager():
                    known[name] = box
        for key, boxes in boxes_of(child).items():
            found.setdefault(key, {}).update(boxes)
    return found


def shown(fields: FieldValues, texts: Texts) -> dict[str, Any]:
    """Return what stands in fields: values, or texts that are none yet."""
    values = fields.values | fields.uncommitted
    for name, box in texts.get(id(fields), {}).items():
        if not box.empty:
            values[name] = box.variable.get()
            try:
                values[name] = box.text.read(values[name])
            except UsageError:
                continue
    return {name: str(value) for name, value in values.items()}


def book_state(draft: BookDraft, texts: Texts) -> dict[str, Any]:
    chapters = [
        {
            "style": shown(chapter.style, texts),
            "kinds": shown(chapter.mazes.kinds, texts),
            "sizes": shown(chapter.mazes.sizes, texts),
            "options": shown(chapter.mazes.options, texts),
            "ends": shown(chapter.ends, texts),
            "look": shown(chapter.look, texts),
            "replaced": {str(place): str(by) for place, by in chapter.choice.replaced.items()},
        }
        for chapter in draft.chapters
    ]
    return {"fields": shown(draft.fields, texts), "chapters": chapters}


def state_of(dialog: Watched) -> dict[str, Any]:
    texts = boxes_of(dialog)
    if isinstance(dialog, BookPane):
        return book_state(dialog.editor.draft, texts)
    draft = dialog.work.draft if isinstance(dialog, SheetPane) else dialog.draft
    state: dict[str, Any] = {
        name: shown(getattr(draft, name), texts) for name in ("fields", "page_fields")
    }
    if isinstance(dialog, MakePane):
        state["tabs"] = dialog.draft.tabs.hand.to_json()
    return state


class Journal:
    """Writes a line whenever what is shown has changed."""

    def __init__(self, window: Window, path: Path) -> None:
        self._window, self._file = window, path.open("ab", buffering=0)
        self._last = ""
        self._look()

    def _look(self) -> None:
        window, document = self._window, self._window.session.document
        dialogs = list(toplevels(window.root))
        titles = [dialog.title() for dialog in dialogs]
        content = window.switch.content
        shown: list[tkinter.Misc] = [*dialogs]
        if isinstance(content, MakeWorkspace | SheetsWorkspace) and content.pane:
            if window.session.book.in_front and content.whole:
                shown.append(content.whole)
                titles.append("Book")
            elif not dialogs:
                shown.append(content.pane)
                titles.append(window.switch.shown.label)
        line: dict[str, Any] = {"titles": titles, "ready": True}
        line |= {"unsaved": document.dirty, "maze": checksum_of(document.maze)}
        line["status"] = window.status.text
        for dialog in shown:
            if isinstance(dialog, Watched):
                line |= {"kind": type(dialog).__name__, "state": state_of(dialog)}
                line["tab"] = dialog._tab.get() if isinstance(dialog, BookPane) else ""
                line["keyboard"] = str(dialog.tk.call("focus")).startswith(str(dialog))
        text = json.dumps(line)
        if text != self._last:
            self._last = text
            self._file.write(f"{time.monotonic()} {text}\n".encode())
        self._window.root.after(LOOK, self._look)


def run(journal: Path) -> int:
    """Run the program as its command does, and keep a journal."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored in the background
    original = app.start

    def start(*what: Any, **known: Any) -> Window:
        window = original(*what, **known)
        Journal(window, journal)
        return window

    app.start = start
    return main(sys.argv[2:])


# In the test's process


@dataclass
class WatchedWindow:
    """A window in a process of its own, with its journal."""

    process: subprocess.Popen[bytes]
    display: Display
    journal: Path
    read: int = 0  # bytes of the journal, up to the end of a line
    known: list[tuple[float, dict[str, Any]]] = field(default_factory=list)

    def lines(self) -> list[tuple[float, dict[str, Any]]]:
        if self.journal.exists():
            with self.journal.open("rb") as file:
                file.seek(self.read)
                whole = file.read().rpartition(b"\n")[0]
            for line in whole.splitlines():
                at, text = line.split(b" ", 1)
                self.known.append((float(at), json.loads(text)))
            self.read += len(whole) + 1 if whole else 0
        return self.known

    @property
    def now(self) -> dict[str, Any]:
        lines = self.lines()
        return lines[-1][1] if lines else {}

    def wait(self, condition: Callable[[dict[str, Any]], object], what: str) -> None:
        until = time.monotonic() + START_SECONDS
        while not condition(self.now):
            assert time.monotonic() < until, f"{what}: waited in vain, {self.now.get('titles')}"
            assert self.process.poll() is None, f"{what}: the window has ended"
            self.display.screen.sync()
            time.sleep(0.02)

    def wait_for(self, title: str) -> None:
        self.wait(lambda now: any(title in one for one in now.get("titles", [])), title)

    def key(self, keys: str) -> None:
        screen = self.display.screen
        screen.sync()
        codes = keyboard.codes(screen, keys)
        keyboard.press(screen, codes)
        keyboard.release(screen, codes)
        screen.sync()

    def type(self, text: str, pause: float = 0.0) -> None:
        for character in text:
            self.key(SPELLED.get(character, character))
            time.sleep(pause)

    def press_until(self, keys: str, condition: Callable[[dict[str, Any]], object]) -> None:
        """Press keys until that is seen: a new window may miss the first ones."""
        until = time.monotonic() + START_SECONDS
        pressed = 0.0
        while not condition(self.now):
            assert time.monotonic() < until, f"{keys} does nothing: {self.now.get('titles')}"
            if time.monotonic() - pressed > AGAIN:
                pressed = time.monotonic()
                self.key(keys)
            time.sleep(0.02)

    def begin_typing(self, character: str) -> None:
        """Type a character into the first field that takes it."""
        before, until = self.now["state"], time.monotonic() + START_SECONDS
        while self.now.get("state", before) == before:
            assert time.monotonic() < until, f"{character} cannot be typed"
            self.key(character)
            taken = time.monotonic() + TAKEN
            while self.now.get("state", before) == before and time.monotonic() < taken:
                time.sleep(0.02)
            if self.now.get("state", before) == before:
                self.key("Tab")

    def kill(self) -> float:
        """Kill the window as the system does without memory; return when that was."""
        self.process.kill()
        killed = time.monotonic()
        self.process.wait(START_SECONDS)
        return killed

    def lost(self, state: dict[str, Any], killed: float) -> float:
        """Return for how many seconds a state had been over when the window was killed.

        Infinite where it never was shown.
        """
        states = [(at, line.get("state")) for at, line in self.lines()]
        ends = [at for at, _state in states[1:]] + [killed]
        found = [end for (_at, known), end in zip(states, ends, strict=True) if known == state]
        return killed - max(found, default=float("-inf"))


@contextmanager
def watched_window(display: Display, journal: Path, *arguments: str) -> Iterator[WatchedWindow]:
    """Start a window, and let it end with the block."""
    journal.unlink(missing_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.gui.typed_states", str(journal), *arguments],
        env={**os.environ, "DISPLAY": display.name, "MAZEEDITOR_PURE": "1"},
        stdin=subprocess.DEVNULL,
    )
    try:
        window = WatchedWindow(process, display, journal)
        window.wait(lambda now: now.get("ready"), "the window")
        yield window
    finally:
        process.kill()
        process.wait(START_SECONDS)


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1])))
