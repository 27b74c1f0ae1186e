"""Shortcuts that work with Caps Lock, on every keyboard and system; fields keep keys of their own.

A shortcut is written ``Mod+Shift+Z``; ``Mod`` is Control, and Command on macOS. One handler turns
each key event into such a chord, instead of one binding for each shortcut: no shortcut is bound
twice without notice, and one rule specifies which keys belong to an entry field.

On macOS Option types letters: with it alone a key belongs to a field, and Tk names the letter it
would type (``Greek_pi`` for Option+P), so that the key itself is found by its number. The system
runs what its own menu has by itself.
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable

from mazeeditor.core.key_names import MAC, OF_SYSTEM
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.blocking import blocking_dialog, is_blocked

LEAVE = "<<LeaveForm>>"  # generated when the user leaves a form by Escape in one of its fields
SHIFT, CONTROL = 0x1, 0x4
MOD = 0x8 if MAC else CONTROL  # Tk calls the Command key Mod1
ALT = {"darwin": 0x10, "win32": 0x20000}.get(sys.platform, 0x8)
ALT_KEY = "Option" if MAC else "Alt"  # as bindings of Tk name it
REMOVES = ALT | (MOD if MAC else CONTROL)  # a click with Control is a right click there

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
# Keys of a Mac by their numbers, as HIToolbox numbers those of a US keyboard.
POSITIONS = dict(
    zip(
        (*range(10), *range(11, 36), *range(37, 48), 50),
        "ASDFHGZXCVBQWERYT123465=97-80]OU[IPLJ'K;\\,/NM.`",
        strict=True,
    )
)
# Events of keys that delete in lists: a MacBook has the former key alone.
DELETE_EVENTS = ("<BackSpace>", "<Delete>") if MAC else ("<Delete>",)
PLAIN = {"Plus", "Minus", "?", "/", "[", "]"}  # Shift only selects these characters
SIGNS = {  # of keys on macOS
    "Mod": "⌘",
    "Alt": "⌥",
    "Shift": "⇧",
    "Plus": "+",
    "Minus": "-",
    "BackSpace": "⌫",
    "Delete": "⌦",
    "Return": "↩",
    "Tab": "⇥",
    "Prior": "⇞",
    "Next": "⇟",
    "Home": "↖",
    "End": "↘",
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
}
IN_MENUS = {  # the names of keys that Tk knows there
    "Mod": "Command",
    "Alt": "Option",
    "Plus": "+",
    "Minus": "-",
    "BackSpace": "Backspace",
    "Prior": "PageUp",
    "Next": "PageDown",
}
EDITABLE = {"Entry", "TEntry", "Spinbox", "TSpinbox", "TCombobox", "Text"}  # classes of widgets
# the chords that an entry field handles itself
OWN = {"Mod+" + key for key in "ACVXYZ"} | {"Mod+Shift+Z"}


def chord(event: tk.Event[tk.Misc]) -> str:
    """Return the chord of a key event: ``Mod+Shift+Z``, ``F5``, ``W``."""
    state, keysym = int(event.state), event.keysym
    if MAC:
        keysym = KEYBOARD.key_of(event)
    if sys.platform == "win32" and state & ALT and state & CONTROL and _types(event):
        state &= ~(CONTROL | ALT)  # AltGr, which [ needs on many keyboards
    key = NAMES.get(keysym, keysym)
    key = key.upper() if len(key) == 1 else key
    shifted = state & SHIFT and (len(keysym) > 1 or key.isalpha()) and key not in PLAIN
    parts = [
        *(["Mod"] if state & MOD else []),
        *(["Alt"] if state & ALT else []),
        *(["Shift"] if shifted else []),
        key,
    ]
    return "+".join(parts)


class MacKeys:
    """The keys of a Mac by their numbers, whatever letters Option makes of them.

    One that has not been pressed without Option yet is that of a US keyboard.
    """

    def __init__(self) -> None:
        self._typed: dict[int, str] = {}

    def key_of(self, event: tk.Event[tk.Misc]) -> str:
        """Return the name of a key as Tk has it without Option."""
        number, state = event.keycode >> 24 & 0xFF, int(event.state)
        if number not in POSITIONS:
            return event.keysym
        if not state & ALT:
            if not state & SHIFT:
                self._typed[number] = event.keysym
            return event.keysym
        key = self._typed.get(number, POSITIONS[number].lower())
        return {"=": "equal", "-": "minus"}.get(key, key)


KEYBOARD = MacKeys()


def _types(event: tk.Event[tk.Misc]) -> bool:
    """Whether a key types a character: with Ctrl alone it is a control character, if any."""
    return bool(event.char) and event.char.isprintable()


def typed_into(widget: object) -> bool:
    """Whether a widget takes what is typed; a box that only offers choices does not."""
    if not isinstance(widget, tk.Misc) or widget.winfo_class() not in EDITABLE:
        return False
    return str(widget.cget("state")) == "normal"


def field_of(root: tk.Misc) -> tk.Misc | None:
    """Return the field that takes text and has the keyboard, or has lent it to an open menu."""
    name = str(root.tk.call("focus"))
    if name and str(root.tk.call("winfo", "class", name)) == "Menu":
        name = str(root.tk.eval("set ::tk::Priv(focus)"))
    try:
        widget = root.nametowidget(name) if name else None
    except KeyError:  # a window of Tk's own, such as the list of a box
        return None
    return widget if typed_into(widget) else None


def belongs_to(widget: object, keys: str) -> bool:
    """Whether a chord is the widget's own: letters, cursor keys, undo and the clipboard."""
    if not typed_into(widget):
        return False
    function_key = len(keys) > 1 and keys[0] == "F" and keys[1:].isdigit()
    commands = ("Mod+",) if MAC else ("Mod+", "Alt+")
    return keys in OWN or not (keys.startswith(commands) or function_key)


def chord_label(keys: str) -> str:
    """Return a chord as menus show it: ``Ctrl+Shift+Z``, and ``⇧⌘Z`` on macOS."""
    if MAC:
        names = SIGNS | {"Space": _("Space"), "Escape": _("Esc")}
        return "".join(names.get(part, part) for part in _in_order(keys))
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


def accelerator(keys: str) -> str:
    """Return a chord as Tk's menus take it: on macOS they draw the signs of it themselves."""
    if not MAC:
        return chord_label(keys)
    return "-".join(IN_MENUS.get(part, part) for part in _in_order(keys)) if keys else ""


def _in_order(keys: str) -> list[str]:
    """Return the parts of a chord, modifiers in the order in which a Mac names them."""
    order = ("Alt", "Shift", "Mod")
    parts = keys.split("+")
    return sorted(parts, key=lambda part: order.index(part) if part in order else len(order))


def bind_chords(window: tk.Misc, press: Callable[[str], bool]) -> None:
    """Call ``press`` with each chord pressed in a window, unless a field handles it itself.

    A window that a dialog blocks may get keys before it loses the keyboard; it ignores them.
    ``press`` returns whether the chord was handled; then nothing else receives the key.
    """

    def handle(event: tk.Event[tk.Misc]) -> str | None:
        keys = chord(event)
        if is_blocked(event.widget, blocking_dialog(window)):
            return "break"
        if belongs_to(event.widget, keys) or (MAC and keys in OF_SYSTEM):
            return None
        return "break" if press(keys) else None

    window.bind("<KeyPress>", handle, add=True)


# What fields do by keys of Emacs under X11, beside what the commands with these keys do.
EMACS_EVENTS = {"<<Paste>>": "y", "<<Cut>>": "w"}
EMACS_KEYS = "dhikot"  # with Ctrl: they delete, swap or insert
FIELDS = "Entry", "TEntry", "TCombobox", "Spinbox", "TSpinbox", "Text"  # classes of Tk
TABLE_KEYS = "abefnp"  # with Ctrl: since Tk 9.1 they choose another line of a table


def leave_keys_to_commands(root: tk.Misc) -> None:
    """Let fields change nothing by Ctrl and a letter that commands have, but by Cut and Paste.

    Ctrl+W would cut what is selected in a field, and then close the window. A table does not go to
    another line by such keys.
    """
    if root.tk.call("tk", "windowingsystem") != "x11":
        return
    for event, letter in EMACS_EVENTS.items():
        root.event_delete(event, f"<Control-Key-{letter}>", f"<Control-Lock-Key-{letter.upper()}>")
    for widget in FIELDS:
        for letter in EMACS_KEYS:
            root.tk.call("bind", widget, f"<Control-Key-{letter}>", "")
    for letter in TABLE_KEYS:
        for key in (f"Key-{letter}", f"Lock-Key-{letter.upper()}"):
            root.tk.call("bind", "Treeview", f"<Control-{key}>", "# left to commands")
