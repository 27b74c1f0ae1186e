"""Shortcuts that users change: one chord, one command, whatever the settings hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.app.shortcuts import Shortcuts
from mazeeditor.core.errors import UsageError

GENERATE, SOLVE, REDO = (COMMANDS[name] for name in ("generate", "solve", "redo"))


def test_every_usual_chord_is_allowed_and_of_one_command() -> None:
    owners: dict[str, str] = {}
    for command in COMMANDS:
        for chord in command.keys:
            owner = owners.setdefault(chord, command.name)
            assert owner == command.name, f"{chord} is of {owner} already: choose another key"
            if command.name != "cancel":
                Shortcuts(Settings()).check(chord)


def test_a_chord_has_one_owner(tmp_path: Path) -> None:
    settings = Settings(path=tmp_path / "a.json")
    shortcuts = Shortcuts(settings)
    assert shortcuts.changed == set()
    shortcuts.give(SOLVE, "Mod+G")
    assert shortcuts.of(SOLVE) == ("Mod+G",)
    assert shortcuts.of(GENERATE) == ()
    assert shortcuts.commands["Mod+G"] is SOLVE
    assert "F5" not in shortcuts.commands
    shortcuts.give(GENERATE, "Mod+Y")
    assert shortcuts.of(REDO) == ("Mod+Shift+Z",)
    settings.save()
    again = Shortcuts(Settings.load(settings.path))
    assert again.commands["Mod+G"] is SOLVE
    assert again.changed == {"solve", "generate", "redo"}
    again.reset(GENERATE)
    assert again.of(GENERATE) == ("Mod+G",)
    assert again.of(SOLVE) == ()
    again.reset_all()
    assert again.changed == set()
    again.take_away(SOLVE)
    assert (again.of(SOLVE), again.changed) == ((), {"solve"})
    with pytest.raises(UsageError, match="Cancel"):
        again.take_away(COMMANDS["cancel"])
    newer = Shortcuts(Settings(shortcuts={"solve": ["Mod+E"]}))
    assert newer.commands["Mod+E"] is SOLVE, "a new usual chord does not take a chosen one"
    assert newer.of(COMMANDS["export"]) == ()


def test_keys_of_widgets_are_none() -> None:
    widgets = "Left", "Shift+Up", "Return", "Tab", "Space", "Alt+F", "Shift+Mod+A"
    for chord in (*widgets, "", "Control_L"):
        with pytest.raises(UsageError):
            Shortcuts(Settings()).give(SOLVE, chord)


NAMES = st.sampled_from([*COMMANDS.names()[:12], "nothing", ""])
CHORDS = st.sampled_from(["Mod+G", "F5", "Q", "Left", "Alt+F", "x" * 100, "", "Mod+Mod+Q", 7, None])
STORED = st.dictionaries(NAMES, st.one_of(st.lists(CHORDS, max_size=10), CHORDS))


@given(stored=STORED)
def test_whatever_the_settings_hold(stored: dict[str, object]) -> None:
    shortcuts = Shortcuts(Settings(shortcuts=stored))
    owners = [chord for command in COMMANDS for chord in shortcuts.of(command)]
    assert len(owners) == len(set(owners))
    assert set(owners) == set(shortcuts.commands)
    for chord in owners:
        if chord != "Escape":
            shortcuts.check(chord)
    shortcuts.give(SOLVE, "Mod+Alt+Q")
    assert shortcuts.of(SOLVE) == ("Mod+Alt+Q",)
    shortcuts.reset_all()
    assert all(shortcuts.of(command) == command.keys for command in COMMANDS)
