"""One value to fill in: shows it, checks what is typed, and reports what the user has changed.

What is typed counts with Enter, when the keyboard goes elsewhere, or after a pause; choices, steps
and sliders count at once. Escape and Ctrl+Z in a box put back what was there before the typing.
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Any

from mazeeditor.errors import UsageError
from mazeeditor.gui.fields import FieldText, Slider, complaint, editor
from mazeeditor.options import Option

PAUSE = 700  # ms without a key after which what is typed counts
COUNTS = ("<<ComboboxSelected>>", "<ButtonRelease-1>", "<FocusOut>")
TAKES_BACK = ("<Command-z>",) if sys.platform == "darwin" else ("<Control-z>",)
LEAVE = "<<LeaveForm>>"  # sent when the user leaves a form: the keyboard goes to the maze


class Typing:
    """The boxes of an application in which something stands that is not committed yet."""

    def __init__(self) -> None:
        self._boxes: dict[Box, None] = {}

    def add(self, box: Box) -> None:
        """Note that something is being typed."""
        self._boxes[box] = None

    def remove(self, box: Box) -> None:
        """Note that it is committed, or was taken back."""
        self._boxes.pop(box, None)

    def commit(self) -> None:
        """Commit what stands in every box, in the order of typing."""
        for box in tuple(self._boxes):
            box.commit()


def typing_of(widget: tk.Misc) -> Typing:
    """Return that of the application of a widget; it is kept with the root window."""
    typing: Typing = vars(widget.nametowidget(".")).setdefault("typing", Typing())
    return typing


class Box:
    """The editor of one option; its ``widget`` is to be laid out by the caller.

    ``changed(value)`` is called when the user changed it to something valid, ``complain(sentence)``
    when its text is invalid ("" when it is valid again), ``submit`` for Enter, and ``on_invalid``
    gets a text that cannot be committed.
    """

    def __init__(
        self,
        parent: ttk.Frame,
        option: Option,
        labels: Mapping[str, str],
        changed: Callable[[Any], None],
        complain: Callable[[str], None],
        submit: Callable[[], None],
        *,
        steps: bool = True,
    ) -> None:
        self.option = option
        self.variable = tk.StringVar(parent)
        self._text = FieldText(option, labels)
        self._changed, self._complain_to, self._submit = changed, complain, submit
        self.on_invalid: Callable[[str], None] = lambda _text: None
        self.value: Any = None  # the one committed or shown last
        self.invalid = False
        self._typing = typing_of(parent)
        self._timer: str | None = None
        self.widget = editor(parent, self._text, self.variable, steps=steps)
        self._listen()

    @property
    def typed_in(self) -> ttk.Widget:
        """The widget that takes the keyboard."""
        return self.widget.entry if isinstance(self.widget, Slider) else self.widget

    def _listen(self) -> None:
        self.variable.trace_add("write", self._touched)
        for widget in (self.widget, *self.widget.winfo_children()):
            for event in COUNTS:
                widget.bind(event, self._counts, add=True)
            widget.bind("<Return>", self._entered)
            widget.bind("<KP_Enter>", self._entered)
            widget.bind("<Escape>", self._leave)
            for event in TAKES_BACK:
                widget.bind(event, self._take_back)
            widget.bind("<Destroy>", lambda _event: self._stop(), add=True)
            widget.bind("<Control-a>", self._mark_all)  # Tk on X11 goes to the start instead

    def _counts(self, _event: tk.Event[tk.Misc]) -> None:
        self._stop()
        self._timer = self.widget.after_idle(self.commit)  # Tk writes the text after this event
        self._typing.add(self)

    def _touched(self, *_trace: str) -> None:
        """Wait for the end of typing; take back a complaint as soon as all is right."""
        if self.empty or not complaint(self._text, self.variable.get()):
            self._complain("")
        self._stop()
        self._timer = self.widget.after(PAUSE, self.commit)
        self._typing.add(self)

    def _stop(self) -> None:
        if self._timer:
            self.widget.after_cancel(self._timer)
            self._timer = None
        self._typing.remove(self)

    def _entered(self, _event: tk.Event[tk.Misc]) -> str:
        if self.commit():
            self._submit()
        return "break"

    def _mark_all(self, _event: tk.Event[tk.Misc]) -> str:
        self.typed_in.event_generate("<<SelectAll>>")
        return "break"

    def _take_back(self, _event: tk.Event[tk.Misc]) -> str:
        self.show(self.value)
        return "break"

    def _leave(self, _event: tk.Event[tk.Misc]) -> str:
        self.show(self.value)
        self.widget.event_generate(LEAVE)
        return "break"

    def _complain(self, sentence: str) -> None:
        self.invalid = bool(sentence)
        self.typed_in.state(["invalid" if sentence else "!invalid"])
        self._complain_to(sentence)

    def commit(self) -> bool:
        """Take over what is written, or complain; returns whether it is valid."""
        if self.empty:
            self._stop()
            return True
        try:
            before, value = self.value, self.read()
        except UsageError:
            self.on_invalid(self.variable.get())
            return False
        if value != before:
            self._changed(value)
        return True

    def show(self, value: Any) -> None:
        """Show a value from elsewhere; nothing is reported as changed."""
        self.value = value
        text = self._text.of(value)
        if self.variable.get() != text:
            self.variable.set(text)
        self._stop()
        self._complain("")

    def write(self, text: str) -> None:
        """Put a text into the field as if it had been typed, and commit it."""
        self.variable.set(text)
        self.commit()

    def clear(self) -> None:
        """Show that there is no value, which is valid until the user types one."""
        self.show("")
        self.value = None

    @property
    def empty(self) -> bool:
        """Whether ``clear`` has been called and nothing was typed since."""
        return self.value is None and not self.variable.get()

    def read(self) -> Any:
        """Return the value; raises ``UsageError`` after complaining."""
        self._stop()
        try:
            self.value = self._text.read(self.variable.get())
        except UsageError as problem:
            self._complain(str(problem))
            raise
        self._complain("")
        return self.value
