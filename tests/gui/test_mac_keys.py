"""Keys of a Mac, by events as Tk for macOS makes them; no test runs there.

There the number of a key stands in the highest byte of its code, and Option changes the letter.
"""

from __future__ import annotations

import tkinter as tk
from types import SimpleNamespace
from typing import Any

import pytest

from mazeeditor.app import shortcuts
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.core.errors import UsageError
from mazeeditor.gui.desktop import keys

SHIFT, COMMAND, OPTION = 0x1, 0x8, 0x10
A, P, ONE, EQUAL, MINUS, Z, LEFT = 0, 35, 18, 24, 27, 6, 123


@pytest.fixture(autouse=True)
def _mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "MAC", True)
    monkeypatch.setattr(keys, "MOD", COMMAND)
    monkeypatch.setattr(keys, "ALT", OPTION)
    monkeypatch.setattr(keys, "KEYBOARD", keys.MacKeys())
    monkeypatch.setattr(shortcuts, "MAC", True)


def pressed(number: int, keysym: str, state: int = 0) -> str:
    event: Any = SimpleNamespace(keycode=number << 24 | 0x61, keysym=keysym, state=state, char="")
    return keys.chord(event)


def test_option_does_not_change_the_key() -> None:
    for number, keysym, state, chord in (
        (A, "a", COMMAND, "Mod+A"),
        (A, "A", COMMAND | SHIFT, "Mod+Shift+A"),
        (P, "Greek_pi", COMMAND | OPTION, "Mod+Alt+P"),
        (P, "Greek_PI", COMMAND | OPTION | SHIFT, "Mod+Alt+Shift+P"),
        (ONE, "exclamdown", OPTION, "Alt+1"),
        (EQUAL, "notequal", OPTION, "Alt+Plus"),
        (MINUS, "endash", OPTION, "Alt+Minus"),
        (LEFT, "Left", OPTION, "Alt+Left"),
        (58, "Alt_L", OPTION, "Alt+Alt_L"),
        (Z, "Omega", COMMAND | OPTION, "Mod+Alt+Z"),
        (Z, "y", 0, "Y"),  # a German one, known by what was typed
        (Z, "yen", COMMAND | OPTION, "Mod+Alt+Y"),
    ):
        assert pressed(number, keysym, state) == chord


def test_option_types_letters_in_fields(root: tk.Tk) -> None:
    field = tk.Entry(root)
    assert keys.belongs_to(field, "Alt+1")
    assert keys.belongs_to(field, "Alt+Left")
    assert not keys.belongs_to(field, "Mod+Alt+P")
    assert not keys.belongs_to(tk.Frame(root), "Alt+1")


def test_menus_get_names_and_texts_signs() -> None:
    for chord, label, in_menu in (
        ("Mod+Z", "⌘Z", "Command-Z"),
        ("Mod+Shift+Z", "⇧⌘Z", "Shift-Command-Z"),
        ("Mod+Alt+R", "⌥⌘R", "Option-Command-R"),
        ("Mod+Plus", "⌘+", "Command-+"),
        ("Mod+Minus", "⌘-", "Command--"),
        ("Mod+Next", "⌘⇟", "Command-PageDown"),
        ("Delete", "⌦", "Delete"),
        ("Shift+F1", "⇧F1", "Shift-F1"),
        ("", "", ""),
    ):
        assert (keys.chord_label(chord), keys.accelerator(chord)) == (label, in_menu)


def test_what_the_menu_runs_is_not_run_twice(root: tk.Tk, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def press(chord: str) -> bool:
        seen.append(chord)
        return True

    keys.bind_chords(root, press)
    root.focus_force()
    for chord in ("Mod+Q", "Mod+S", "Mod+,"):
        monkeypatch.setattr(keys, "chord", lambda _event, chord=chord: chord)
        root.event_generate("<KeyPress>", keysym="a")
        root.update()
    assert seen == ["Mod+S"]


def test_keys_of_the_system_cannot_be_given_to_commands() -> None:
    own = Shortcuts(Settings())
    for chord in ("Mod+H", "Mod+M", "Mod+Q", "Mod+,"):
        with pytest.raises(UsageError, match="macOS itself has this key"):
            own.give(COMMANDS["save"], chord)
    own.give(COMMANDS["save"], "Alt+F")  # opens no menu there
    assert own.of(COMMANDS["save"]) == ("Alt+F",)
