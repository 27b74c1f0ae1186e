"""Shortcuts that work with Caps Lock, on every keyboard and system; fields keep keys of their own.

A shortcut is written ``Mod+Shift+Z``; ``Mod`` is Control, and Command on macOS. One handler turns
each key event into such a chord, instead of one binding for each shortcut: no shortcut is bound
twice without notice, and one rule specifies which keys belong to an entry field.
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable

from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.blocking import blocking_dialog, is_blocked

LEAVE = "<<LeaveForm>>"  # generated when the user leaves a form by Escape in one of its fields
SHIFT, CONTROL = 0x1, 0x4
MAC = sys.platform == "darwin"
MOD = 0x8 if MAC else CONTROL  # Tk calls the Command key Mod1
ALT = {"darwin": 0x10, "win32": 0x20000}.get(sys.platform, 0x8)

NAMES = {
    "plus": "Plus",
    "equal": "Plus",  # the same key, without Shift, on most keyboards
    "KP_Add": "Plus",
    "+": "Plus",  # as Tk 9.1 names these
    "=": "Plus",
    "-": "Minus",
    "_": "Minus",
    "minus": "Minus",
    "underscore": "Minus",
    "KP_Subtract": "Minus",
    "KP_0": "0",
    "KP_1": "1",
    "space": "Space",
    "question": "?",
    "slash": "/",
    "KP_Divide": "/",
    "bracketleft": "[",
    "bracketright": "]",
    "comma": ",",
}
PLAIN = {"Plus", "Minus", "?", "/", "[", "]"}  # Shift only selects these characters
EDITABLE = {"Entry", "TEntry", "Spinbox", "TSpinbox", "TCombobox", "Text"}  # classes of widgets
# the chords that an entry field handles itself
OWN = {"Mod+" + key for key in "ACVXYZ"} | {"Mod+Shift+Z"}


def chord(event: tk.Event[tk.Misc]) -> str:
    """Return the chord of a key event: ``Mod+Shift+Z``, ``F5``, ``W``."""
    state = int(event.state)
    if sys.platform == "win32" and state & ALT and state & CONTROL and _types(event):
        state &= ~(CONTROL | ALT)  # AltGr, which [ needs on many keyboards
    key = NAMES.get(event.keysym, event.keysym)
    key = key.upper() if len(key) == 1 else key
    shifted = state & SHIFT and (len(event.keysym) > 1 or key.isalpha()) and key not in PLAIN
    parts = [
        *(["Mod"] if state & MOD else []),
        *(["Alt"] if state & ALT else []),
        *(["Shift"] if shifted else []),
        key,
    ]
    return "+".join(parts)


def _types(event: tk.Event[tk.Misc]) -> bool:
    """Whether a key types a character: with Ctrl alone it is a control character, if any."""
    return bool(event.char) and event.char.isprintable()


def typed_into(widget: object) -> bool:
    """Whether a widget takes what is typed; a box that only offers choices does not."""
    if not isinstance(widget, tk.Misc) or widget.winfo_class() not in EDITABLE:
        return False
    return str(widget.cget("state")) == "normal"


def belongs_to(widget: object, keys: str) -> bool:
    """Whether a chord is the widget's own: letters, cursor keys, undo and the clipboard."""
    if not typed_into(widget):
        return False
    function_key = len(keys) > 1 and keys[0] == "F" and keys[1:].isdigit()
    return keys in OWN or not (keys.startswith(("Mod+", "Alt+")) or function_key)


def chord_label(keys: str) -> str:
    """Return a chord as menus show it: ``Ctrl+Shift+Z``, and ``⇧⌘Z`` on macOS."""
    if MAC:
        signs = {"Mod": "⌘", "Alt": "⌥", "Shift": "⇧", "Plus": "+", "Minus": "-"}
        order = ("Alt", "Shift", "Mod")
        parts = keys.split("+")
        parts.sort(key=lambda part: order.index(part) if part in order else len(order))
        return "".join(signs.get(part, part) for part in parts)
    names = {
        "Mod": _("Ctrl"),
        "Alt": _("Alt"),
        "Shift": _("Shift"),
        "Space": _("Space"),
        "BackSpace": _("Backspace"),
        "Escape": _("Esc"),
        "Return": _("Enter"),
        "Prior": _("Page Up"),
        "Next": _("Page Down"),
        "Plus": "+",
        "Minus": "-",
    }
    return "+".join(names.get(part, part) for part in keys.split("+"))


def bind_chords(window: tk.Misc, press: Callable[[str], bool]) -> None:
    """Call ``press`` with each chord pressed in a window, unless a field handles it itself.

    A window that a dialog blocks may get keys before it loses the keyboard; it ignores them.
    ``press`` returns whether the chord was handled; then nothing else receives the key.
    """

    def handle(event: tk.Event[tk.Misc]) -> str | None:
        keys = chord(event)
        if is_blocked(event.widget, blocking_dialog(window)):
            return "break"
        if belongs_to(event.widget, keys):
            return None
        return "break" if press(keys) else None

    window.bind("<KeyPress>", handle, add=True)


# What fields do by keys of Emacs under X11, beside what the commands with these keys do.
EMACS_EVENTS = {"<<Paste>>": "y", "<<Cut>>": "w"}
EMACS_KEYS = "dhikot"  # with Ctrl: they delete, swap or insert
FIELDS = "Entry", "TEntry", "TCombobox", "Spinbox", "TSpinbox", "Text"  # classes of Tk


def leave_keys_to_commands(root: tk.Misc) -> None:
    """Let fields change nothing by Ctrl and a letter that commands have, but by Cut and Paste.

    Ctrl+W would cut what is selected in a field, and then close the window.
    """
    if root.tk.call("tk", "windowingsystem") != "x11":
        return
    for event, letter in EMACS_EVENTS.items():
        root.event_delete(event, f"<Control-Key-{letter}>", f"<Control-Lock-Key-{letter.upper()}>")
    for widget in FIELDS:
        for letter in EMACS_KEYS:
            root.tk.call("bind", widget, f"<Control-Key-{letter}>", "")


def guard_menu_keys(root: tk.Misc) -> None:
    """Let the keys that open menus fail silently: the window may be minimised by then.

    The scripts of Tk that these keys run would be reported as internal errors.
    """
    for event in ("<F10>", "<Alt-Key>"):
        if script := str(root.tk.call("bind", "all", event)).strip():
            guarded = f"if {{[catch {{{script}}}]}} {{tk::MenuUnpost {{}}}}"
            root.tk.call("bind", "all", event, guarded)
