"""Shortcuts from real keys, and what an entry field keeps for itself."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.desktop.keys import bind_chords, chord, chord_label, leave_keys_to_commands
from tests.events import key, settle, type_text


@pytest.fixture
def pressed(root: tk.Tk) -> list[str]:
    """Return the chords that reach the window."""
    chords: list[str] = []

    def handle(keys: str) -> bool:
        chords.append(keys)
        return False

    bind_chords(root, handle)
    root.focus_force()
    settle(root)
    return chords


def without_modifiers(chords: list[str]) -> list[str]:
    return [chord for chord in chords if not chord.rpartition("+")[2].endswith(("_L", "_R"))]


def test_chords(root: tk.Tk, pressed: list[str]) -> None:
    chords = {
        "w": "W",
        "shift+w": "Shift+W",
        "ctrl+z": "Mod+Z",
        "ctrl+shift+z": "Mod+Shift+Z",
        "ctrl+plus": "Mod+Plus",
        "ctrl+equal": "Mod+Plus",
        "ctrl+minus": "Mod+Minus",
        "ctrl+0": "Mod+0",
        "F5": "F5",
        "shift+F1": "Shift+F1",
        "Escape": "Escape",
        "question": "?",
    }
    for combination in chords:
        key(root, combination)
    assert without_modifiers(pressed) == [*chords.values()]
    key(root, "Caps_Lock")
    try:
        key(root, "ctrl+z")
        key(root, "w")
    finally:
        key(root, "Caps_Lock")
    assert [press for press in pressed if press != "Caps_Lock"][-2:] == ["Mod+Z", "W"]
    assert [chord_label(one) for one in ("Mod+Shift+Z", "Mod+Plus")] == ["Ctrl+Shift+Z", "Ctrl++"]
    choice = ttk.Combobox(root, values=["a", "b"], state="readonly")
    choice.pack()
    choice.focus_force()
    key(choice, "w")
    assert pressed[-1] == "W", "a choice keeps no letters"


FIELDS: list[Callable[[tk.Misc], tk.Widget]] = [
    ttk.Entry,
    ttk.Spinbox,
    ttk.Combobox,
    tk.Entry,
    tk.Text,
]


def test_fields_keep_what_is_typed(root: tk.Tk, pressed: list[str]) -> None:
    for kind in FIELDS:
        field = kind(root)
        field.pack()
        field.focus_force()
        pressed.clear()
        type_text(field, "w e 7")
        key(field, "Left")
        for combination in ("ctrl+z", "ctrl+shift+z", "ctrl+y", "ctrl+a"):
            key(field, combination)
        assert without_modifiers(pressed) == [], kind
        key(field, "ctrl+s")
        key(field, "F1")
        assert without_modifiers(pressed) == ["Mod+S", "F1"], kind


def test_keys_of_commands_change_nothing_in_a_field_or_table(root: tk.Tk) -> None:
    """Neither what is selected there, nor the letters beside the cursor."""
    leave_keys_to_commands(root)
    table = ttk.Treeview(root)
    for line in "abc":
        table.insert("", "end", line)
    table.pack()
    table.focus_force()
    table.focus("b")
    table.selection_set("b")
    for letter in sorted(letters_of_commands()):
        key(table, f"ctrl+{letter.lower()}")
        assert table.selection() == ("b",), letter
    for kind in FIELDS:
        field = kind(root)
        field.pack()
        field.focus_force()
        type_text(field, "word")
        for letter in sorted(letters_of_commands() - set("ACVXZ")):  # which fields have themselves
            for keys in ("Home", f"ctrl+{letter.lower()}", "shift+End", f"ctrl+{letter.lower()}"):
                key(field, keys)
            text = field.get("1.0", "end-1c") if isinstance(field, tk.Text) else field.get()  # type: ignore[attr-defined]
            assert text == "word", (kind, letter)


def letters_of_commands() -> set[str]:
    """Return the letters that are the keys of commands together with Ctrl."""
    keys = {one for command in COMMANDS for one in command.keys if one.startswith("Mod+")}
    letters = {one[-1] for one in keys if len(one) == len("Mod+A") and one[-1].isalpha()}
    assert len(letters) > 12
    return letters


def test_keys_have_one_name_whatever_tk_calls_them() -> None:
    event: tk.Event[tk.Misc] = tk.Event()
    event.state = 0
    keysyms = ["plus", "+", "equal", "=", "minus", "-", "slash", "/"]  # each before and since 9.1
    names = []
    for event.keysym in keysyms:
        names.append(chord(event))
    assert names == ["Plus", "Plus", "Plus", "Plus", "Minus", "Minus", "/", "/"]
