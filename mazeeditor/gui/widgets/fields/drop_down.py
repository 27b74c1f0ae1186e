"""A small window below a field, from which something is chosen; a click elsewhere closes it."""

from __future__ import annotations

import tkinter as tk
from contextlib import suppress
from tkinter import ttk

from mazeeditor.gui.desktop.blocking import DROP_DOWN
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets import on_destroy


class DropDown(tk.Toplevel):
    """An empty window with a ``body`` to fill, which ``post`` shows below ``field``.

    When it closes, ``opener`` gets the keyboard.
    """

    def __init__(self, field: ttk.Widget, opener: ttk.Widget) -> None:
        super().__init__(field, class_=DROP_DOWN)
        self.withdraw()
        self.overrideredirect(True)
        with suppress(tk.TclError):  # not known to every window manager
            self.attributes("-topmost", True)
            self.attributes("-type", "dropdown_menu")
        self._field, self._opener = field, opener
        self._timer = ""
        theme = current(self)
        self.configure(background=theme.outline)
        self.body = ttk.Frame(self, padding=theme.px(10))
        self.body.pack(padx=theme.px(1), pady=theme.px(1), fill="both", expand=True)
        self.bind("<Escape>", lambda _event: self.close())
        self.bind("<ButtonPress>", self._pressed)
        self.bind("<FocusOut>", lambda _event: self._look_soon())
        on_destroy(self, self._stop_looking)

    def post(self, focus: tk.Misc) -> None:
        """Show the window and give the keyboard to a part of it.

        Where a menu, or another program, has the pointer, it closes again.
        """
        self.place_at_field()
        self.deiconify()
        self.lift()
        self.wait_visibility()
        try:
            self.tk.call("ttk::grabWindow", self)
        except tk.TclError:
            self.close()
            return
        focus.focus_force()

    def place_at_field(self) -> None:
        """Put it below the field, or above it where the screen ends."""
        self.update_idletasks()
        field, width, height = self._field, self.winfo_reqwidth(), self.winfo_reqheight()
        left = field.winfo_rootx() + field.winfo_width() - width
        top = field.winfo_rooty() + field.winfo_height()
        if top + height > self.winfo_screenheight():
            top = max(field.winfo_rooty() - height, 0)
        self.geometry(f"+{max(left, 0)}+{top}")

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        """Close at a click elsewhere, which the grab directs to this window."""
        inside = 0 <= event.x < self.winfo_width() and 0 <= event.y < self.winfo_height()
        if event.widget is self and not inside:
            self.close()

    def _look_soon(self) -> None:
        self._stop_looking()
        self._timer = self.after_idle(self._look_at_focus)

    def _stop_looking(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    def _look_at_focus(self) -> None:
        if self.winfo_exists() and not str(self.tk.call("focus")):
            self.close()  # another program has the keyboard

    def close(self) -> None:
        """Close; the keyboard goes back to the field."""
        self.tk.call("ttk::releaseGrab", self)
        self._opener.focus_set()
        self.destroy()
