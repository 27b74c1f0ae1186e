"""What texts and commands say of keys on a Mac, in a program that takes this system for one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mazeeditor.core import key_names
from mazeeditor.core.key_names import own_chords, with_own_keys

OF_PC = r"""
import sys
sys.platform = "darwin"
import mazeeditor.core.translation as translation
known = []
plain = translation._
translation._ = lambda text: known.append(text) or plain(text)
import importlib, pkgutil, re
import mazeeditor.app.commands, mazeeditor.editing.tools, mazeeditor.gui.window.window
for room in (mazeeditor.app.commands, mazeeditor.editing.tools):
    for part in pkgutil.iter_modules(room.__path__, f"{room.__name__}."):
        importlib.import_module(part.name)
from mazeeditor.app.commands import COMMANDS
from mazeeditor.core.key_names import TAKEN_CHORDS
from mazeeditor.gui.desktop.keys import accelerator, chord_label
from mazeeditor.gui.dialogs.shortcuts_dialog import groups
from mazeeditor.app.settings import Settings
from mazeeditor.app.shortcuts import Shortcuts
listed = [line for _title, lines in groups(Shortcuts(Settings()), {}) for line in lines]
shown = [text for line in listed for text in line]
shown += [plain(text) for text in list(known)]
print(len(known) > 500, [text for text in shown if re.search(r"\b(Ctrl|Alt)\b", text)])
chords = [chord for command in COMMANDS for chord in command.keys]
print(len(chords) > 100, len(chords) - len(set(chords)), sorted(TAKEN_CHORDS & set(chords)))
parsed = r"((Option|Shift|Command)-)*(.|F\d+|[A-Z][a-z]+|Page(Up|Down))"
print([chord for chord in chords if not re.fullmatch(parsed, accelerator(chord))])
print([label for label in map(chord_label, chords) if "Mod" in label or "Shift" in label])
"""


def test_a_pc_has_its_own_keys() -> None:
    assert with_own_keys("Alt or Ctrl takes away") == "Alt or Ctrl takes away"
    assert own_chords(("Mod+M",), ("Mod+Alt+V",)) == ("Mod+M",)


def test_a_mac_has_command_and_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_names, "MAC", True)
    assert with_own_keys("Shift adds, Alt or Ctrl takes away") == "Shift adds, ⌥ or ⌘ takes away"
    assert with_own_keys("Alternatives are Controlled") == "Alternatives are Controlled"
    assert own_chords(("Mod+M",), ("Mod+Alt+V",)) == ("Mod+Alt+V",)
    assert own_chords(("Mod+Alt+M", "Alt+4")) == ("Alt+4",)


@pytest.mark.slow
def test_no_text_of_a_mac_names_keys_of_a_pc() -> None:
    """Nor has a command keys that macOS takes, or that another one has."""
    done = subprocess.run(
        (sys.executable, "-c", OF_PC), capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines() == ["True []", "True 0 []", "[]", "[]"], done.stderr
