"""Keyboard shortcuts are changed by pressing keys, and hold everywhere at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.gui.dialogs.shortcuts_dialog import ShortcutsDialog
from mazeeditor.gui.widgets import child_of
from mazeeditor.gui.window.bars import MenuEntry
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, settle, type_text
from tests.gui.desk import Desk

TITLE = "Change keyboard shortcuts"


def entry(desk: Desk, name: str) -> MenuEntry:
    return next(each for each in desk.window.menus.entries if each.command.name == name)


def using(desk: Desk, act: Callable[[ShortcutsDialog], object]) -> None:
    """Open the dialog, act, and close it by Escape."""

    def run(window: TclWindow) -> None:
        opened = child_of(desk.root, ShortcutsDialog)
        assert opened
        act(opened)
        key(window, "Escape")

    with dialog(desk.root, run, TITLE):
        desk.window.run(COMMANDS["change-shortcuts"])
    settle(desk.root)


def message(opened: ShortcutsDialog) -> str:
    return str(opened.message.cget("text"))


def test_new_keys_by_keys_alone(desk: Desk, tmp_path: Path) -> None:
    desk.session.services.settings.path = tmp_path / "settings.json"

    def act(opened: ShortcutsDialog) -> None:
        type_text(opened, "erase walls")
        assert opened.list.get_children()[0] == "tool-erase"
        key(opened, "Return")
        key(opened, "Return")
        assert opened.waiting is COMMANDS["tool-erase"]
        key(opened, "ctrl+alt+q")
        assert message(opened) == "Ctrl+Alt+Q runs Erase walls now."

    using(desk, act)
    assert entry(desk, "tool-erase").keys == "Ctrl+Alt+Q"
    menu, index = entry(desk, "tool-erase").menu, entry(desk, "tool-erase").index
    assert str(menu.entrycget(index, "accelerator")).strip() == "Ctrl+Alt+Q"
    button = desk.window.tool_bar.row.modes["erase"]
    assert str(button.cget("text")).strip() == "Erase"
    assert button.tip.current_text() == "Erase walls   Ctrl+Alt+Q"
    key(desk.root, "e")
    assert desk.session.view.toolbox.mode.name == "wall"
    key(desk.root, "ctrl+alt+q")
    assert desk.session.view.toolbox.mode.name == "erase"
    desk.session.services.settings.save()
    assert Settings.load(desk.session.services.settings.path).shortcuts == {
        "tool-erase": ["Mod+Alt+Q"]
    }


def test_a_conflict_is_named_and_a_second_press_decides(desk: Desk) -> None:
    def act(opened: ShortcutsDialog) -> None:
        type_text(opened, "choose generator")
        key(opened, "Down")
        key(opened, "space")
        key(opened, "ctrl+g")
        assert message(opened).startswith("Ctrl+G runs Generate. Press it again")
        assert desk.window.keys.commands["Mod+G"] is COMMANDS["generate"]
        key(opened, "ctrl+g")
        assert desk.window.keys.commands["Mod+G"] is COMMANDS["choose-generator"]
        key(opened, "Return")
        key(opened, "Tab")
        assert "cannot be a shortcut" in message(opened)
        key(opened, "Escape")
        assert message(opened) == "The keys are as before."

    using(desk, act)
    assert desk.window.keys.label("generate") == ""
    assert entry(desk, "generate").keys == ""
    assert desk.window.bar.buttons["generate"].tip.current_text() == "Generate"


def test_reset_one_and_all(desk: Desk) -> None:
    desk.session.services.settings.shortcuts.update({"solve": ["Mod+Alt+Q"], "generate": ["Q"]})

    def act(opened: ShortcutsDialog) -> None:
        type_text(opened, "solve")
        assert opened.list.get_children()[0] == "solve"
        click(opened.actions["Reset"])
        assert desk.window.keys.label("solve") == "F5"
        assert desk.window.keys.label("generate") == "Q"
        click(opened.actions["Reset all"])
        assert desk.window.keys.label("generate") == "Ctrl+G"
        assert opened.actions["Reset all"].instate(["disabled"])
        click(opened.list, 40, 40)
        click(opened.actions["No keys"])
        assert desk.session.services.settings.shortcuts[opened.list.selection()[0]] == []
        click(opened.actions["Reset all"])

    using(desk, act)
    assert desk.session.services.settings.shortcuts == {}
