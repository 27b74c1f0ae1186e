"""Keys that are typed before what they are for is there: they wait, and are typed once it is.

::

    key    a     b        c      d                       e
    held   hold  hold     hold   hold  |  give --> a b c d   (handled as any other key)
           the file is    its fields   |  to the field that has
           being read     are laid out |  the keyboard now

Until Tk has read a key from the display, it waits there; ``take_keyboard`` is in time for it, where
a widget can be mapped at once. What is in a part that scrolls is laid out by later events: a
``KeyHolder`` has the keyboard until then.
"""

from __future__ import annotations

import tkinter as tk
from contextlib import suppress

HOLDER = "keys"  # the name of a widget that is never seen
TIMEOUT_MS = 5_000  # ms that keys wait for a widget to be seen: then something else is in its place


class WaitingKeys:
    """The keys that were pressed in a window, in their order, until they are given or dropped."""

    def __init__(self, window: tk.Misc) -> None:
        self._window = window
        self._keys: list[tuple[int, int]] = []  # numbers of keys, and what was held down with them

    def hold(self, event: tk.Event[tk.Misc]) -> str:
        """Hold a key, which nothing else gets; returns what a binding does then."""
        self._keys.append((event.keycode, int(event.state)))
        return "break"

    def drop(self) -> None:
        """Forget them: what they were for does not come."""
        self._keys.clear()

    def give(self) -> None:
        """Type them into what has the keyboard, and into what one of them opens."""
        keys, self._keys = self._keys, []
        for keycode, state in keys:
            self._window.event_generate("<KeyPress>", keycode=keycode, state=state, when="tail")


def take_keyboard(widget: tk.Misc, *, force: bool = False) -> None:
    """Give the keyboard to a widget that has just been put into a window, and the keys that wait.

    Tk gives it only to what is mapped, which is so when the event loop is idle, or later. Until
    then what is typed would go to what had it before. With ``force`` also where another program
    has it.
    """
    window = widget.winfo_toplevel()
    if window.winfo_viewable() and not widget.winfo_viewable():
        widget.update_idletasks()
        if not widget.winfo_viewable() and _is_placed(widget):
            KeyHolder(window, widget, force=force)
            return
    if force:
        widget.focus_force()
    else:
        widget.focus_set()


def _is_placed(widget: tk.Misc) -> bool:
    """Whether a widget and what it stands in are to be shown, as far as its window."""
    part: tk.Misc | None = widget
    while part and part is not widget.winfo_toplevel():
        if not part.winfo_manager():
            return False
        part = part.master
    return True


class KeyHolder(tk.Frame):
    """Has the keyboard of a window until ``widget`` is seen, then that gets it and the keys.

    Where the keyboard is given to something else meanwhile, or the widget goes, that has the keys.
    """

    def __init__(self, window: tk.Misc, widget: tk.Misc, *, force: bool) -> None:
        super().__init__(window, width=1, height=1, takefocus=False, name=HOLDER)
        self._window, self._widget, self._keys = window, widget, WaitingKeys(window)
        self.place(x=0, y=0)
        self.lower()
        self.update_idletasks()
        self.bindtags((str(self),))
        widget.bindtags((str(self), *widget.bindtags()))  # they go with the holder
        self.bind("<KeyPress>", self._keys.hold)
        self.bind("<FocusOut>", lambda _event: self._look_at_focus())
        self.bind("<Visibility>", self._seen)
        self.bind("<Destroy>", self._gone)
        self._late = self.after(TIMEOUT_MS, self._hand_over)
        if force:
            self.focus_force()
        else:
            self.focus_set()

    @property
    def _has_keyboard(self) -> bool:
        """Whether it has the keyboard of its window, or will once that has it."""
        return str(self.tk.call("focus", "-lastfor", self._window)) == str(self)

    def _look_at_focus(self) -> None:
        if not self._has_keyboard:
            self.destroy()

    def _seen(self, event: tk.Event[tk.Misc]) -> None:
        # it may have been mapped, and no longer be so
        if event.widget is self._widget and self._widget.winfo_viewable():
            self._hand_over()

    def _hand_over(self) -> None:
        if self._has_keyboard:
            self._widget.focus_set()
        self.destroy()

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._widget:
            self.destroy()

    def destroy(self) -> None:
        """Hand over the keys, to what has the keyboard now."""
        self.after_cancel(self._late)
        with suppress(tk.TclError):  # the widget or the window may be gone
            tags = self._widget.bindtags()
            self._widget.bindtags(tuple(tag for tag in tags if tag != str(self)))
        super().destroy()
        with suppress(tk.TclError):
            self._keys.give()
