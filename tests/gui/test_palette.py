"""The palette in the window: opened by its key or menu, used by keys alone or by the pointer."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Iterator
from pathlib import Path

import pytest

from mazeeditor.app.command_palette import Action
from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.books.book_tabs import BookTab
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.panels import SECTIONS
from mazeeditor.gui.widgets import child_of
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.window.palette_popup import PalettePopup
from mazeeditor.gui.window.window_actions import all_actions
from mazeeditor.gui.workspaces.make import MakeWorkspace
from mazeeditor.gui.workspaces.sheets import SheetsWorkspace
from tests.events import click, key, move, settle, type_text, wheel
from tests.gui.books import book_in, open_book
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
    """Return the fields of the panel."""
    palette = opened(desk)
    starts = tuple(f"field:{section.name}:" for section in SECTIONS)
    found = [action for action in palette.list.actions if action.name.startswith(starts)]
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


WORDS = {  # what people type, and the name of an action among the first five
    "kerf": "field:make:kerf",
    "width of a cut": "field:make:kerf",
    "laser": "field:make:machine",
    "router": "field:make:machine",
    "g-code": "workspace-make",
    "dxf": "workspace-make",
    "nesting": "workspace-make",
    "plywood": "field:make:material",
    "marble": "object:marble-game",
    "coaster": "object:coaster",
    "stencil": "object:stencil",
    "door plate": "object:name-sign",
    "3d print": "object:plate",
    "hole": "field:make:hole",
    "key ring": "field:make:hole",
    "clear walls": "empty-grid",
    "empty grid": "empty-grid",
    "blank page": "new",
    "zoom to fit": "fit",
    "undo all": "undo",
    "print": "print",
    "pdf": "export:pdf",
    "image": "export:png",
    "website": "export:html",
    "minecraft": "export:mcfunction",
    "landscape": "choice:page:orientation:landscape",
    "a4": "choice:page:page:A4",
    "line width": "field:page:wall",
    "font": "field:page:typeface",
    "watermark": "field:page:background",
    "answer": "field:page:solution",
    "riddle": "field:page:along",
    "names": "field:sheets:typed_names",
    "left handed": "field:page:mirrored",
    "bleed": "field:sheets:trim_box",
    "booklet": "book",
    "worksheet": "workspace-sheets",
    "sums": "card:class-sums.mazepreset",
    "halloween": "card:theme-halloween.mazepreset",
    "difficulty": "field:generate:audience",
    "random": "new-seed",
    "hexagon": "choice:generate:shape:hexagonal",
    "heart": "outline:heart",
    "mirror": "symmetry",
    "eraser": "tool-erase",
    "lasso": "tool-lasso",
    "unreachable": "sealed",
    "statistics": "section:inspect",
    "units": "setting:units",
    "inches": "setting:units",
    "dark mode": "setting:theme",
    "shortcuts": "shortcuts",
    "backup": "previous",
    "autosave": "recover",
    "import picture": "open",
    "gif": "save-film",
    "game": "play",
    "diff": "compare-with",
    "full screen": "full-screen",
    "minimap": "minimap",
}
NOTHING_TO_DO = ("undo", "save-film", "field:page:typeface")  # in a new window without a title
MOST_MS = 50  # of the processor, as others may have it meanwhile


def with_all(desk: Desk) -> PalettePopup:
    """Open the palette, and wait for what a worker reads for it."""
    palette = opened(desk)
    desk.wait(lambda: desk.session.services.cards is not None, "the cards")
    settle(desk.root)
    return palette


@pytest.mark.slow
def test_what_people_call_things_is_found(desk: Desk) -> None:
    palette = with_all(desk)
    wrong = {}
    for text, name in WORDS.items():
        palette.text.set("")
        begun = time.thread_time()
        palette.text.set(text)
        taken = (time.thread_time() - begun) * 1000
        found = [action.name for action in palette.list.actions]
        if name not in found[:5]:
            wrong[text] = found[:5]
        reason = next(action.reason for action in palette.list.actions if action.name == name)
        assert not reason or name in NOTHING_TO_DO, f"{text}: {reason}"
        assert taken < MOST_MS, text
    assert not wrong
    assert len(WORDS) >= 50
    palette.close()
    begun = time.thread_time()
    palette = opened(desk)
    assert (time.thread_time() - begun) * 1000 < MOST_MS
    palette.close()


@pytest.mark.slow
@pytest.mark.parametrize("workspace", ["make", "sheets", "book"])
def test_every_field_of_a_workspace_gets_the_keyboard(
    desk: Desk, tmp_path: Path, workspace: str
) -> None:
    """Those that are of use now; Make is opened by the first."""
    if workspace == "book":
        book_in(desk, tmp_path)
        open_book(desk)
    with_all(desk).close()
    offered = all_actions(desk.window, desk.session.services)
    found = [action for action in offered if action.name.startswith(f"field:{workspace}:")]
    assert len([action for action in found if not action.reason]) > 10
    for action in found:
        if not action.reason:
            desk.window.show_tab("draw")
            action.run()
            desk.wait(lambda: desk.window.switch.content.settled, "the workspace")
            settle(desk.root)
            focus = desk.root.focus_get()
            assert focus is not None, action.name
            assert focus.winfo_viewable(), action.name
            whole = desk.window.switch.content.whole
            assert str(focus).startswith(f"{whole}."), action.name
            box = next(
                (
                    form.boxes[name]
                    for form in forms_of(desk)
                    for name in form.boxes
                    if action.name.endswith(f":{name}") and form.has_place_for(name)
                ),
                None,
            )
            if box:
                assert str(focus) == str(box.typed_in), action.name
                panel = next(
                    part for part in parents_of(box.widget) if isinstance(part, ScrolledPanel)
                )
                top, height = panel.canvas.winfo_rooty(), panel.canvas.winfo_height()
                assert top <= focus.winfo_rooty() < top + height, f"{action.name} is out of view"


@pytest.mark.slow
def test_an_object_is_chosen_and_its_first_question_has_the_keyboard(desk: Desk) -> None:
    with_all(desk)
    type_text(desk.root, "stencil")
    key(desk.root, "Return")
    desk.wait(lambda: desk.window.switch.content.settled, "Make")
    settle(desk.root)
    making = desk.session.opened.making
    assert making
    assert making.draft.fields["object"] == "stencil"
    content = desk.window.switch.content
    assert isinstance(content, MakeWorkspace)
    assert content.pane
    box = content.pane.forms[0].boxes[making.draft.asks[0]]
    assert str(desk.root.focus_get()) == str(box.typed_in)


def test_no_row_only_says_what_there_is_not(desk: Desk) -> None:
    palette = with_all(desk)
    for action in palette.list.actions:
        assert not action.label.startswith("Not for this shape"), action.label
        assert action.label != action.reason


def parents_of(widget: tk.Misc) -> Iterator[tk.Misc]:
    """Yield all that a widget stands in."""
    while (parent := widget.master) is not None:
        yield parent
        widget = parent


def forms_of(desk: Desk) -> list[Form]:
    """Return the forms of Make, Sheets or the book."""
    content = desk.window.switch.content
    if isinstance(content, SheetsWorkspace) and content.book_pane:
        panel = content.book_pane.panels["book"]
        assert isinstance(panel, BookTab)
        return panel.forms
    assert isinstance(content, MakeWorkspace | SheetsWorkspace)
    assert content.pane
    return content.pane.forms
