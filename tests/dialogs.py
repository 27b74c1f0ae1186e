"""Answers dialogs: acts on the window that a block opens, also where the block waits for it.

    with dialog(app.root, lambda window: key(window, "Return")):
        click(save_button)  # comes back when the dialog is closed

Without this the test itself would wait for ever: a dialog runs an event loop of its own.
"""

from __future__ import annotations

import time
import tkinter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from mazeeditor.gui.desktop.blocking import blocking_dialog
from mazeeditor.gui.widgets.modal import Modal
from tests.events import alive, settle

LOOK_MS = 10
CLOSE_SECONDS = 10.0


class TclWindow(tkinter.Misc):
    """A window by its Tk path; also one that Tcl made itself, such as a file dialog."""

    def __init__(self, owner: tkinter.Misc, path: str) -> None:
        self.master, self.tk, self.children = owner, owner.tk, {}
        self._w = path

    def find(self, kind: str, text: str = "") -> TclWindow:
        """Return the first widget of that Tk class ("TButton") whose text is ``text``."""
        for path in descendants(self, str(self)):
            widget = TclWindow(self, path)
            if widget.winfo_class() == kind and (not text or _text_of(widget) == text):
                return widget
        raise AssertionError(f"{self} has no {kind} with the text {text!r}")


def _text_of(widget: tkinter.Misc) -> str:
    try:
        return str(widget.tk.call(widget, "cget", "-text"))
    except tkinter.TclError:
        return ""


def descendants(widget: tkinter.Misc, path: str) -> Iterator[str]:
    """Yield the paths of all widgets below ``path``."""
    for child in map(str, widget.tk.splitlist(widget.tk.call("winfo", "children", path))):
        yield child
        yield from descendants(widget, child)


def open_windows(widget: tkinter.Misc) -> list[str]:
    """Return the paths of the windows on the screen, menus and tooltips left out, oldest first."""
    paths = [".", *descendants(widget, ".")]
    return [
        path
        for path in paths
        if str(widget.tk.call("winfo", "toplevel", path)) == path
        and widget.tk.call("winfo", "viewable", path)
        and not widget.tk.call("wm", "overrideredirect", path)
        and widget.tk.call("winfo", "class", path) != "Menu"
    ]


@contextmanager
def dialog(
    widget: tkinter.Misc,
    act: Callable[[TclWindow], object],
    title: str | None = None,
    seconds: float = 30.0,
) -> Iterator[None]:
    """Call ``act(window)`` on the first new window (of that title) opened during the block.

    Raises ``AssertionError`` where none opens within ``seconds`` or ``act`` leaves it open, and
    whatever ``act`` raises; the window is destroyed in both cases, so that the block goes on.
    """
    settle(widget)
    answer = _Answer(widget, act, title, time.monotonic() + seconds)
    widget.after(LOOK_MS, answer.look)
    yield
    while not answer.over and alive(widget):
        settle(widget)
        time.sleep(LOOK_MS / 1000)
    if answer.error is not None:
        raise answer.error


class _Answer:
    """Looks every few milliseconds for a new window, acts on it, and sees that it goes."""

    def __init__(
        self,
        owner: tkinter.Misc,
        act: Callable[[TclWindow], object],
        title: str | None,
        until: float,
    ) -> None:
        self.owner, self.act, self.title, self.until = owner, act, title, until
        self.before = set(open_windows(owner))
        self.window: TclWindow | None = None
        self.over = False
        self.error: BaseException | None = None

    def look(self) -> None:
        new = [path for path in open_windows(self.owner) if path not in self.before]
        fitting = [path for path in new if self.title in (None, self._title(path))]
        if fitting and self._has_keyboard(fitting[0]):
            self.window = TclWindow(self.owner, fitting[0])
            self._act(self.window)
        elif time.monotonic() < self.until:
            self.owner.after(LOOK_MS, self.look)
        else:
            titles = [self._title(path) for path in new]
            self._give_up(AssertionError(f"no dialog {self.title or ''} opened, but {titles}"), new)

    def _has_keyboard(self, path: str) -> bool:
        """Whether a dialog of ours has been given the keyboard: a moment after it is shown."""
        try:
            window = self.owner.nametowidget(path)
        except KeyError:  # a window that Tcl made itself
            return True
        return not isinstance(window, Modal) or blocking_dialog(window) == path

    def _title(self, path: str) -> str:
        return str(self.owner.tk.call("wm", "title", path))

    def _act(self, window: TclWindow) -> None:
        try:
            settle(window)
            self.act(window)
            settle(window)
        except BaseException as error:
            self._give_up(error, [str(window)])
        else:
            self.until = time.monotonic() + CLOSE_SECONDS
            self._see_it_go()

    def _see_it_go(self) -> None:
        """Wait for the window to go: what waits for it goes on only after this callback."""
        path = str(self.window)
        if not alive(self.owner) or path not in open_windows(self.owner):
            self.over = True
        elif time.monotonic() < self.until:
            self.owner.after(LOOK_MS, self._see_it_go)
        else:
            title = self._title(path)
            self._give_up(AssertionError(f"the dialog {title!r} was left open"), [path])

    def _give_up(self, error: BaseException, windows: list[str]) -> None:
        self.error, self.over = error, True
        for path in windows:
            with suppress(tkinter.TclError):
                self.owner.tk.call("destroy", path)
