"""The palette in the window: opened by its key or menu, used by keys alone or by the pointer."""

from __future__ import annotations

import pytest

from mazeeditor.app.command_palette import Action
from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.widgets import child_of
from mazeeditor.gui.window.palette_popup import PalettePopup
from tests.events import click, key, move, settle, type_text, wheel
from tests.gui.desk import Desk


def shown(desk: Desk) -> PalettePopup | None:
    return child_of(desk.root, PalettePopup)


def opened(desk: Desk) -> PalettePopup:
    key(desk.root, "ctrl+shift+p")
    palette = shown(desk)
    assert palette
    return palette


def labels(palette: PalettePopup) -> list[str]:
    return [action.label for action in palette.list.actions]


def test_by_keys_alone(desk: Desk) -> None:
    palette = opened(desk)
    type_text(desk.root, "show dist")
    assert labels(palette)[0] == "Show distances"
    key(desk.root, "Return")
    assert shown(desk) is None
    assert desk.session.view.distances.shown
    assert desk.root.focus_get() is desk.canvas
    palette = opened(desk)
    assert palette.list.actions[0].name == "distances", "the one used last"
    key(desk.root, "Down")
    assert palette.list.selected == 0
    key(desk.root, "Up")
    assert palette.list.selected == len(palette.list.actions) - 1
    key(desk.root, "Down")
    key(desk.root, "Next")
    assert palette.list.selected == palette.list.rows - 1
    key(desk.root, "Escape")
    assert shown(desk) is None
    assert desk.session.view.distances.shown
    for size in ("640x420", "1400x1000"):
        desk.root.geometry(size)
        settle(desk.root)
        palette = opened(desk)
        settle(desk.root)
        assert palette.winfo_x() >= 0
        assert palette.winfo_x() + palette.winfo_width() <= desk.root.winfo_width()
        assert palette.winfo_y() + palette.winfo_height() <= desk.root.winfo_height()
        type_text(desk.root, "qqqq")
        assert labels(palette) == []
        assert "Nothing" in str(palette.summary.cget("text"))
        key(desk.root, "Return")
        key(desk.root, "Down")
        assert shown(desk) is palette
        key(desk.root, "ctrl+shift+p")
        assert shown(desk) is None


@pytest.mark.slow
@pytest.mark.own_window("it changes the theme")
def test_by_pointer(desk: Desk) -> None:
    desk.window.run(COMMANDS["palette"])
    palette = shown(desk)
    assert palette
    settle(desk.root)
    wheel(palette.list, -2)
    top = palette.list.at(0)
    assert top == 6
    move(palette.list, 40, 5)
    assert palette.list.selected == top
    click(palette.entry)
    type_text(desk.root, "dark")
    click(palette.list, 60, palette.list.pitch // 2)
    assert desk.theme.mode == "dark"
    assert shown(desk) is None
    desk.window.run(COMMANDS["palette"])
    click(desk.canvas, 20, desk.canvas.winfo_height() - 20)
    assert shown(desk) is None


def test_what_is_grey_does_nothing_and_says_why(desk: Desk) -> None:
    palette = opened(desk)
    type_text(desk.root, "undo")
    assert palette.list.actions[0].name == "undo"
    assert str(palette.summary.cget("text")) == "There is nothing to undo."
    key(desk.root, "Return")
    assert shown(desk) is palette
    call = palette.list.tk.call
    rows = [
        item for item in palette.list.find_all() if str(call(palette.list, "type", item)) == "text"
    ]
    texts = [str(call(palette.list, "itemcget", item, "-text")) for item in rows]
    assert "There is nothing to undo." in texts
    assert "Ctrl+Z" in texts
    assert "undo" not in desk.session.services.settings.chosen_actions


def fields(desk: Desk) -> list[Action]:
    palette = opened(desk)
    found = [action for action in palette.list.actions if action.name.startswith("field:")]
    key(desk.root, "Escape")
    return found


@pytest.mark.slow
def test_every_field_gets_the_keyboard(desk: Desk) -> None:
    """Those that can be used now; the panel is hidden, and another tab was shown."""
    for number, action in enumerate(fields(desk)):
        if action.reason:
            continue
        desk.window.show_panel(number % 3 > 0)
        desk.window.run(COMMANDS["workspace-teach" if number % 2 else "fit"])
        action.run()
        settle(desk.root)
        _field, section, option = action.name.split(":")
        focus = desk.root.focus_get()
        content = desk.window.build_panel().content(section)
        assert str(focus).startswith(str(content)), action.name
        assert focus is not None
        assert focus.winfo_viewable(), action.name
        assert option


def test_a_shape_is_chosen_in_its_field_and_enter_there_generates(desk: Desk) -> None:
    opened(desk)
    type_text(desk.root, "hexag")
    key(desk.root, "Return")
    assert shown(desk) is None
    assert desk.session.view.draft.shape == "hexagonal"
    assert desk.generate.choice.boxes["shape"].widget is desk.root.focus_get()
    assert desk.document.maze.lattice.shape == "rectangular"
    key(desk.root, "Return")
    desk.wait_for_work()
    assert desk.document.maze.lattice.shape == "hexagonal"
