"""What a workspace covers cannot be changed unseen: commands are off with a reason, or show it."""

from __future__ import annotations

import pytest

from mazeeditor.app.commands import COMMANDS, COVERED, IN_GALLERY, SUBMENUS
from mazeeditor.gui.window.gallery import gallery_of
from tests.events import key, settle
from tests.gui.desk import Desk

COVERING = {"sheets": "alt+3", "make": "alt+4", "compare": "F6"}
CHANGING = ("cut", "paste", "select-all", "lock", "tool-wall", "corners", "clear-route")
ANOTHER = ("generate", "new-seed", "size", "search")  # of which Make draws its object at once
NOT_CHANGING = (
    "save",
    "export",
    "settings",
    "palette",
    "workspace-page",
    "solve",
    "play",
    "repair",
)


def menu_state(desk: Desk, name: str) -> str:
    """Return the state of a command in its menu."""
    menus = desk.window.menus
    entry = next(each for each in menus.entries if each.command.name == name)
    menus.refresh()
    return str(entry.menu.entrycget(entry.index, "state"))


@pytest.mark.sample(1)
@pytest.mark.parametrize("place", COVERING)
def test_what_changes_a_covered_maze_is_off_by_menu_palette_and_key(desk: Desk, place: str) -> None:
    maze, parts = desk.document.maze, desk.window.parts
    walls = maze.walls.copy()
    key(desk.root, COVERING[place])
    settle(desk.root)
    assert not desk.view.winfo_viewable()
    desk.root.focus_force()  # in a field Cut and Paste are about its text
    settle(desk.root)
    assert (COMMANDS["generate"].why_not(parts) == "") == (place == "make")
    for name in (*CHANGING, *(ANOTHER if place != "make" else ())):
        assert COMMANDS[name].why_not(parts) == COVERED, name
        assert menu_state(desk, name) == "disabled", name
    for name in NOT_CHANGING:
        assert COMMANDS[name].why_not(parts) != COVERED, name
    assert SUBMENUS["transform"].why_not(parts) == COVERED
    assert SUBMENUS["recent"].why_not(parts) == ""
    desk.root.focus_force()
    for pressed in ("ctrl+shift+u", *(("ctrl+g",) if place != "make" else ())):
        desk.window.show_status("")
        key(desk.root, pressed)
        desk.wait_for_work()
        assert desk.window.status.text == COVERED
    assert desk.document.maze is maze
    assert (maze.walls == walls).all()
    assert not desk.session.view.selection.active
    key(desk.root, "alt+1")
    assert COMMANDS["generate"].why_not(parts) == ""
    assert menu_state(desk, "select-all") == "normal"


@pytest.mark.slow
def test_an_answer_shows_the_maze(desk: Desk) -> None:
    for place in COVERING.values():
        desk.document.new(desk.document.maze.copy())  # without an answer
        key(desk.root, place)
        settle(desk.root)
        assert not desk.view.winfo_viewable()
        key(desk.root, "F5")
        desk.wait(lambda: desk.document.solution is not None, "the answer")
        desk.wait_for_work()
        settle(desk.root)
        assert desk.view.winfo_viewable(), place
    for name in ("distances", "distances-exit"):  # they take the place of a film, of no sheet
        key(desk.root, "F6")
        desk.window.run(COMMANDS[name])
        settle(desk.root)
        assert desk.view.winfo_viewable(), name
    key(desk.root, "alt+3")
    assert COMMANDS["distances"].why_not(desk.window.parts) == COVERED


def test_steps_of_a_covered_maze_are_not_taken_back_unseen(desk: Desk) -> None:
    desk.window.run(COMMANDS["swap"])
    assert desk.document.can_undo
    key(desk.root, "F6")
    desk.root.focus_force()
    key(desk.root, "ctrl+z")
    desk.wait_for_work()
    assert desk.document.can_undo
    assert desk.window.status.text == COVERED
    assert desk.window.bar.buttons["undo"].instate(["disabled"])
    assert COMMANDS["zoom-in"].why_not(desk.window.parts)
    assert not desk.window.status.zoom.winfo_ismapped()
    key(desk.root, "Escape")
    key(desk.root, "ctrl+z")
    desk.wait_for_work()
    assert not desk.document.can_undo


@pytest.mark.slow
def test_keys_say_why_they_do_nothing_in_the_gallery(desk: Desk) -> None:
    desk.root.geometry("700x500")
    desk.window.show_gallery(True)
    settle(desk.root)
    gallery = gallery_of(desk.window)
    assert gallery
    for pressed in ("alt+1", "alt+5", "ctrl+alt+s", "ctrl+alt+m", "ctrl+g"):
        gallery.hint.configure(text="")
        key(gallery.cards.canvas, pressed)
        settle(desk.root)
        assert gallery.winfo_viewable()
        assert str(gallery.hint.cget("text")) == IN_GALLERY, pressed
        assert gallery.hint.winfo_viewable()
        assert gallery.hint.winfo_reqwidth() <= gallery.hint.winfo_width()


@pytest.mark.slow
def test_the_bar_of_teach_has_what_one_does_in_its_view(desk: Desk) -> None:
    """Save film was the main action of views without a film, where it could never be used."""
    named = {"play", "solve", "save-film", "generate", "export"}
    for pressed, buttons in {
        "alt+5": ("solve",),
        "F7": ("save-film",),
        "F6": (),
        "ctrl+F6": (),
        "alt+1": ("play", "solve", "export", "generate"),
    }.items():
        key(desk.root, pressed)
        settle(desk.root)
        shown = desk.window.bar.buttons
        assert tuple(name for name in shown if name in named) == buttons, pressed
        assert all(shown[name].winfo_viewable() for name in buttons)
        styles = [str(shown[name].cget("style")) for name in buttons]
        assert ["Primary" in style or "Accent" in style for style in styles] == [
            name == buttons[-1] for name in buttons
        ]
