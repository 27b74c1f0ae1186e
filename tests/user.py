"""A user at the program: looks at the screen, moves a real pointer, presses real keys; is counted.

    def act(user: User) -> None:
        user.click("Export")          # a button, a card, a menu, a line of a list
        user.wait_for_window("Export")
        user.key("Return")

    watch(window.root, desktop, act)

The user acts in a thread of its own: dialogs run event loops of theirs, in which the test would
stand still. The thread never touches Tk; it asks the event loop what is seen.
"""

from __future__ import annotations

import queue
import threading
import time
import tkinter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from Xlib import X
from Xlib.ext import xtest

from tests import keyboard
from tests.display import Display
from tests.events import SPELLED
from tests.on_screen import FIELDS, Seen, is_readable, keys_shown, seen

T = TypeVar("T")
LOOK_MS = 10  # between two looks of the event loop at what is asked
STILL = 0.06  # s that something stays where it is before it is clicked
SECONDS = 60.0
MOST = 10  # steps of a task


class User:
    """What it does is one step each; ``steps`` lists them."""

    def __init__(self, root: tkinter.Misc, display: Display) -> None:
        self._root, self._screen = root, display.screen
        self._questions: queue.SimpleQueue[tuple[Callable[[], Any], queue.SimpleQueue[Any]]]
        self._questions = queue.SimpleQueue()
        self.steps: list[str] = []

    # What is seen

    def ask(self, question: Callable[[], T]) -> T:
        """Return what a function returns that is called in the event loop."""
        answer: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._questions.put((question, answer))
        try:
            result = answer.get(timeout=SECONDS)
        except queue.Empty:
            raise AssertionError("the event loop stands still") from None
        if isinstance(result, BaseException):
            raise result
        return result

    def serve(self) -> None:
        """Answer what is asked; called by the event loop again and again."""
        while not self._questions.empty():
            question, answer = self._questions.get()
            try:
                answer.put(question())
            except BaseException as error:
                answer.put(error)

    def seen(self) -> list[Seen]:
        """Return all that is on the screen."""
        return self.ask(lambda: seen(self._root))

    def wait(self, condition: Callable[[], object], what: str) -> None:
        """Wait until something is so; the condition is evaluated in the event loop."""
        until = time.monotonic() + SECONDS
        while not self.ask(condition):
            if time.monotonic() > until:
                shown = sorted({item.text for item in self.seen() if item.text})
                raise AssertionError(f"waited in vain for {what}; shown are {shown}")
            time.sleep(0.02)

    def find(self, text: str, kinds: tuple[str, ...] = ()) -> Seen:
        """Return what shows a text, once it stays where it is; the last one where several do."""

        def look() -> Seen | None:
            fitting = [
                item
                for item in self.seen()
                if item.text == text and item.enabled and (not kinds or item.kind in kinds)
            ]
            return fitting[-1] if fitting else None

        until, before = time.monotonic() + SECONDS, None
        while True:
            item = look()
            if item is not None and item == before:
                return item
            if time.monotonic() > until:
                shown = sorted({item.text for item in self.seen() if item.text})
                raise AssertionError(f"{text!r} is not on the screen, but {shown}")
            before = item
            time.sleep(STILL)

    def field(self, label: str) -> Seen:
        """Return the field to the right of a label."""
        named = self.find(label, ("TLabel",))
        row = named.middle[1]
        beside = [
            item
            for item in self.seen()
            if item.kind in FIELDS
            and item.box[0] >= named.box[2]
            and item.box[1] <= row <= item.box[3]
        ]
        assert beside, f"there is no field beside {label!r}"
        return min(beside, key=lambda item: item.box[0])

    def wait_for_window(self, title: str) -> None:
        """Wait until a window that begins with a title has the keyboard."""

        def has_keyboard() -> bool:
            path = str(self._root.tk.call("focus"))
            if not path:
                return False
            top = self._root.tk.call("winfo", "toplevel", path)
            return str(self._root.tk.call("wm", "title", top)).startswith(title)

        self.wait(has_keyboard, f"the window {title!r} with the keyboard")

    def wait_for_ring(self, text: str) -> None:
        """Wait until the widget with a text has the keyboard."""

        def has_keyboard() -> bool:
            path = str(self._root.tk.call("focus"))
            return any(item.path == path and item.text == text for item in seen(self._root))

        self.wait(has_keyboard, f"{text!r} with the keyboard")

    def wait_for_file_dialog(self) -> None:
        """Wait until the name of a file can be typed into the dialog."""

        def has_keyboard() -> bool:
            path = str(self._root.tk.call("focus"))
            return "!filedialog" in path and path.endswith("!entry")

        self.wait(has_keyboard, "the file dialog with the keyboard")

    # What is done

    def click(self, text: str, kinds: tuple[str, ...] = ()) -> None:
        """Click what shows a text."""
        self._click(f"click {text}", *self.find(text, kinds).middle)

    def click_field(self, label: str) -> None:
        """Click the field beside a label."""
        self._click(f"click {label}", *self.field(label).middle)

    def click_at(self, name: str, x: int, y: int) -> None:
        """Click a place of the screen."""
        self._click(f"click {name}", x, y)

    def drag(self, name: str, points: Sequence[tuple[int, int]]) -> None:
        """Drag from the first of some places of the screen through the others.

        There is a pause at each: Tk merges the motions of a faster hand.
        """
        self.steps.append(f"drag {name}")
        self._send(X.MotionNotify, 0, *points[0])
        self._send(X.ButtonPress, 1, *points[0])
        for point in points[1:]:
            self._send(X.MotionNotify, 0, *point)
            time.sleep(0.1)
        self._send(X.ButtonRelease, 1, *points[-1])

    def _send(self, kind: int, button: int, x: int, y: int) -> None:
        xtest.fake_input(self._screen.connection, kind, button, x=x, y=y)
        self._screen.connection.sync()
        self.ask(lambda: None)

    def _click(self, name: str, x: int, y: int) -> None:
        self.steps.append(name)
        for kind, button in ((X.MotionNotify, 0), (X.ButtonPress, 1), (X.ButtonRelease, 1)):
            self._send(kind, button, x, y)

    def hold(self, combination: str, times: int) -> None:
        """Hold an arrow key until it has repeated, which is one step."""
        self.steps.append(f"{combination} held")
        for _time in range(times):
            self.press(combination)

    def key(self, combination: str) -> None:
        """Press a key that is standard or shown somewhere; raises ``AssertionError`` otherwise."""
        items = self.seen()
        keys = self.ask(lambda: keys_shown(self._root, items))
        assert is_readable(combination, keys), f"{combination} can be read nowhere"
        self.steps.append(combination)
        self.press(combination)

    def choose(self, label: str) -> None:
        """Press the letter that is underlined in an entry of an open menu."""
        self.key(self.find(label, ("entry",)).letter)

    def type_text(self, text: str) -> None:
        """Type a text, which is one step, into the field that has the keyboard."""

        def kind() -> str:
            path = str(self._root.tk.call("focus"))
            return str(self._root.tk.call("winfo", "class", path)) if path else ""

        self.wait(lambda: kind() in FIELDS, "a field with the keyboard")
        self.steps.append(f'type "{text}"')
        for character in text:
            self.press(SPELLED.get(character, character))

    def type_anywhere(self, text: str) -> None:
        """Type a text, which is one step, whatever has the keyboard."""
        self.steps.append(f'type "{text}"')
        for character in text:
            self.press(SPELLED.get(character, character))

    def press(self, combination: str) -> None:
        """Press a key that is no step of a task."""
        codes = keyboard.codes(self._screen, combination)
        keyboard.press(self._screen, codes)
        keyboard.release(self._screen, codes)
        self._screen.connection.sync()
        self.ask(lambda: None)


def watch(root: tkinter.Misc, display: Display, act: Callable[[User], None]) -> list[str]:
    """Let a user act on the windows of a program; returns its steps, raises what it raises."""
    user, errors = User(root, display), list[BaseException]()

    def live() -> None:
        try:
            act(user)
        except BaseException as error:
            errors.append(error)

    def serve() -> None:
        user.serve()
        if thread.is_alive():
            root.after(LOOK_MS, serve)
        else:
            _close_dialogs(root)

    thread = threading.Thread(target=live, name="user", daemon=True)
    thread.start()
    root.after(LOOK_MS, serve)
    while thread.is_alive():
        root.tk.dooneevent(0)
    if errors:
        raise errors[0]
    return user.steps


def _close_dialogs(root: tkinter.Misc) -> None:
    """Close what a user has left open: the loops of dialogs end with their windows."""
    for path in root.tk.splitlist(root.tk.call("winfo", "children", ".")):
        with suppress(tkinter.TclError):
            if str(root.tk.call("winfo", "toplevel", path)) == str(path):
                root.tk.call("destroy", path)
