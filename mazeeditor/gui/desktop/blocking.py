"""Which dialog blocks the other windows, and how it comes in front when one of them is used.

A dialog has Tk's grab: clicks elsewhere in the program go to it. The window manager knows nothing
of that; it raises any window that is clicked, gives it the keyboard, and asks it to close. Tk hides
from the program that a blocked window got the keyboard, but not that the window manager asks it to
take the keyboard (WM_TAKE_FOCUS).
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress

DIALOG = "::mazeeditor_dialog"  # variable of Tcl: the path of the dialog that blocks, ""
RETRY_MS = 100  # ms
FURTHER = "window"  # how the names of windows begin that are not the first one
DROP_DOWN = "DropDown"
NO_DIALOGS = {
    "Menu",
    "ComboboxPopdown",
    DROP_DOWN,
}  # classes of windows that have the grab for a choice


def blocking_dialog(widget: tk.Misc) -> str:
    """Return the path of the dialog that blocks all other windows, "" where none does."""
    call = widget.tk.call
    grabbed = str(call("grab", "current", "."))
    is_window = grabbed not in ("", ".") and str(call("winfo", "toplevel", grabbed)) == grabbed
    if is_window and str(call("winfo", "class", grabbed)) not in NO_DIALOGS:
        return grabbed
    dialog = str(call("set", DIALOG)) if call("info", "exists", DIALOG) else ""
    return dialog if dialog and call("winfo", "exists", dialog) else ""


def set_blocking(widget: tk.Misc, dialog: str) -> None:
    """Let a dialog block all other windows, "" for none; one of Tk's own only needs its grab."""
    call = widget.tk.call
    call("set", DIALOG, dialog)
    if dialog:
        _grab(widget, dialog)


def _grab(widget: tk.Misc, dialog: str) -> None:
    """Give a dialog the grab, a moment later where a menu that is closing still has it."""
    call = widget.tk.call
    if call("winfo", "viewable", dialog):
        try:
            call("grab", "set", dialog)
        except tk.TclError:
            call("after", RETRY_MS, f"catch {{grab set {dialog}}}")


def is_blocked(widget: tk.Misc | str, by: str) -> bool:
    """Whether a widget lies outside of the dialog ``by``, "" for none."""
    return bool(by) and f"{widget}." != f"{by}." and not str(widget).startswith(f"{by}.")


def leads_to_dialog(root: tk.Misc) -> bool:
    """Bring the blocking dialog in front, if any; returns whether there is one.

    On macOS the menus can be used while a dialog has the grab.
    """
    dialog = blocking_dialog(root)
    if dialog:
        root.bell()
        bring_forward(root, dialog)
    return bool(dialog)


def lead_to_dialogs(root: tk.Misc) -> None:
    """Bring the blocking dialog in front when there is a click outside of it."""

    def lead(path: str) -> None:
        with suppress(tk.TclError):  # the dialog may be closing
            dialog = blocking_dialog(root)
            if dialog and path == dialog:
                root.bell()
                bring_forward(root, dialog)

    # the grab directs it to the dialog; Tcl leaves out all other clicks in a tenth of the time
    outside = "%x < 0 || %y < 0 || %x >= [winfo width %W] || %y >= [winfo height %W]"
    script = f"if {{[winfo exists %W] && ({outside})}} {{{root.register(lead)} %W}}"
    root.tk.call("bind", "all", "<ButtonPress>", f"+{script}")


def bring_forward(root: tk.Misc, window: str) -> None:
    """Raise a window and give it the keyboard, with the window that it belongs to."""
    call = root.tk.call
    if not call("winfo", "viewable", window):  # minimised with its window
        owner = str(call("wm", "transient", window))
        for path in (owner, window):
            if path:
                call("wm", "deiconify", path)
    call("raise", window)
    call("focus", "-force", call("focus", "-lastfor", window))


def guard(window: tk.Tk | tk.Toplevel, close: Callable[[], object]) -> None:
    """Call ``close`` when the window manager asks a window to close.

    Where a dialog blocks the window, it comes in front instead; so it does when the window manager
    gives the window the keyboard.
    """

    def lead() -> bool:
        dialog = blocking_dialog(window)
        if not is_blocked(window, dialog):
            return False
        window.bell()
        bring_forward(window, dialog)
        return True

    window.protocol("WM_DELETE_WINDOW", lambda: lead() or close())
    window.protocol("WM_TAKE_FOCUS", lead)


def window_in_use(root: tk.Misc) -> tk.Misc:
    """Return the window that a new dialog belongs to: the blocking dialog, else the focused one.

    Where another document's window has the focus, it is ``root``.
    """
    focus = str(root.tk.call("focus"))
    used = focus and str(root.tk.call("winfo", "toplevel", focus))
    path = blocking_dialog(root) or (used if _of_one_document(used, str(root)) else "")
    try:
        widget = root.nametowidget(path) if path else root
    except KeyError:  # a window of Tcl's own
        return root
    usable = isinstance(widget, (tk.Tk, tk.Toplevel)) and widget.winfo_viewable()
    # a list of choices closes when a dialog opens, and a dialog over it would close with it
    return widget if usable and widget.winfo_class() not in NO_DIALOGS else root


def _of_one_document(path: str, other: str) -> bool:
    """Whether two windows belong to the same document: those of further ones have a name."""
    names = (window.split(".")[1] if window != "." else "" for window in (path or ".", other))
    first, second = (name if name.startswith(FURTHER) else "" for name in names)
    return first == second


class Blocker:
    """Blocks all windows while a dialog of another program is open; they go on drawing.

    A frame of one pixel has the grab and the keyboard. ``wait`` returns after ``end``, after
    Escape, and when the window is closed.
    """

    def __init__(self, over: tk.Misc) -> None:
        call = over.tk.call
        let_go_of_menus(over)
        self._over, self._before = over, str(call("focus"))
        self._blocked = blocking_dialog(over)
        self._frame = tk.Frame(over, width=1, height=1, takefocus=True)
        self._frame.place(x=0, y=0)
        self._frame.bindtags((str(self._frame), "all"))
        self._frame.bind("<Escape>", lambda _event: self.end())
        self._frame.bind("<KeyPress>", lambda _event: "break")
        over.update_idletasks()
        set_blocking(over, str(self._frame))
        self._frame.focus_set()

    def end(self) -> None:
        """Let ``wait`` return."""
        self._frame.destroy()

    def wait(self) -> bool:
        """Handle events until the end, then give the keyboard back; False where all is closed."""
        call = self._over.tk.call
        try:
            if self._frame.winfo_exists():
                self._frame.wait_window()
            set_blocking(self._over, self._blocked)
            if self._before and call("winfo", "exists", self._before):
                call("focus", self._before)
        except tk.TclError:
            return False
        return True


def let_go_of_menus(root: tk.Misc) -> None:
    """Close open menus and lists of choices: a dialog takes the grab from them."""
    grabbed = str(root.tk.call("grab", "current", "."))
    kind = str(root.tk.call("winfo", "class", grabbed)) if grabbed else ""
    if kind == "Menu":  # what Escape does, for each level
        root.tk.eval(f"catch {{{grabbed} activate none; {grabbed} postcascade none}}")
        root.tk.eval(f"catch {{tk::MenuUnpost {grabbed}}}; grab release {grabbed}")
    elif kind == "ComboboxPopdown":
        root.tk.eval(f"catch {{ttk::combobox::Unpost [winfo parent {grabbed}]}}")
    elif kind == DROP_DOWN:
        root.tk.eval(f"catch {{ttk::releaseGrab {grabbed}}}; destroy {grabbed}")
