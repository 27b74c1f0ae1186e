"""The gallery covers the window at the start and by New; by keys alone, by the pointer alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tkinter as tk
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pytest

from mazeeditor import api
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.gallery.categories import CATEGORIES, NAMES, SHOWN_IN
from mazeeditor.app.gallery.templates import templates
from mazeeditor.app.settings import Settings
from mazeeditor.gui import app
from mazeeditor.gui.dialogs.settings_dialog import CHOICES, SWITCHES
from mazeeditor.gui.widgets.focus_order import tab_stops
from mazeeditor.gui.window.gallery import GalleryView, gallery_of
from tests.dialogs import TclWindow, descendants, dialog
from tests.display import Display
from tests.events import click, key, screenshot, settle, type_text
from tests.gui.desk import Answers, Desk
from tests.gui.making import make_of
from tests.on_screen import seen

pytestmark = [pytest.mark.usefixtures("display")]


def start(settings: Settings | None = None, path: Path | None = None) -> Desk:
    desk = Desk(app.start(settings or Settings(), path, Answers, gallery=True))
    if path is None:
        wait_for_templates(desk)
    return desk


def wait_for_templates(desk: Desk) -> None:
    desk.wait(lambda: bool(desk.session.view.gallery.shown or note(desk)), "the templates")


def note(desk: Desk) -> str:
    return desk.session.view.gallery.note


@pytest.fixture
def desk() -> Desk:
    return start()


def gallery(desk: Desk) -> GalleryView:
    shown = gallery_of(desk.window)
    assert shown
    return shown


def names(desk: Desk) -> list[str]:
    """Return the names of the cards that can be seen whole."""
    drawn = {item.text for item in seen(desk.root) if item.kind == "drawn"}
    return [each.name for each in desk.session.view.gallery.shown if each.name in drawn]


def selected(desk: Desk) -> str:
    template = desk.session.view.gallery.selected
    return template.name if template else ""


def wait_for_maze(desk: Desk) -> None:
    desk.wait(lambda: gallery_of(desk.window) is None, "the maze")
    desk.wait_for_work()
    assert desk.answers.errors == []
    assert not desk.document.dirty
    assert not desk.document.can_undo


def go_to(desk: Desk, category: str) -> None:
    """Go to a category by keys alone."""
    steps = NAMES.index(category) - NAMES.index(desk.session.view.gallery.category)
    key(desk.root, "Home")
    key(desk.root, "Left")
    key(desk.root, "Down" if steps > 0 else "Up", abs(steps))
    key(desk.root, "Right")
    assert desk.session.view.gallery.category == category


# Nothing else


@pytest.mark.slow
def test_nothing_else_is_shown_before_a_choice(desk: Desk) -> None:
    """Not even once the panel is made, which is later than the gallery."""
    desk.wait(lambda: desk.window.panel is not None, "the panel")
    desk.wait(lambda: not desk.session.services.background.busy, "the pictures")
    settle(desk.root)
    cover = gallery(desk)
    inside = [
        item
        for item in seen(desk.root)
        if item.kind not in ("bar", "entry") and not item.path.startswith(str(cover))
    ]
    assert inside == []
    size = desk.root.winfo_width(), desk.root.winfo_height()
    assert (cover.winfo_width(), cover.winfo_height()) == size
    for x in range(5, size[0], 60):
        for y in range(5, size[1], 60):
            at = desk.root.winfo_rootx() + x, desk.root.winfo_rooty() + y
            assert str(desk.root.winfo_containing(*at)).startswith(str(cover)), (x, y)
    status = desk.window.status
    assert not status.chip.winfo_ismapped()
    assert status.figures.cget("text") == ""
    visited = set()
    for _stop in range(8):
        key(desk.root, "Tab")
        visited.add(str(desk.root.tk.call("focus")))
    assert visited == {*tab_stops(desk.root, str(cover))}
    key(desk.root, "Escape")
    assert gallery_of(desk.window), "it leads nowhere at the start"
    assert not cover.back.winfo_ismapped()


@pytest.mark.slow
def test_commands_about_a_maze_that_is_not_there_are_not_offered(desk: Desk) -> None:
    before = desk.document.maze
    ready = {
        entry.command.name
        for entry in desk.window.menus.entries
        if str(entry.menu.entrycget(entry.index, "state")) == "normal"
    }
    assert {"new", "open", "import", "quit", "help", "palette", "book"} <= ready
    assert {"generate", "save", "undo", "export", "solve", "tool-wall", "panel"}.isdisjoint(ready)
    parts = desk.session.parts
    settings = [*SWITCHES, *(name for commands in CHOICES.values() for name in commands)]
    assert [name for name in settings if not COMMANDS[name].ready(parts)] == []
    refusal = COMMANDS["generate"].why_not(parts)
    assert refusal.startswith("There is no maze yet")
    assert "Escape" not in refusal, "there is no maze to go back to"
    for combination in ("F5", "ctrl+a", "ctrl+s", "ctrl+e", "F6", "ctrl+t", "F8"):
        key(desk.root, combination)
    desk.wait_for_work()
    assert desk.document.maze is before
    assert gallery_of(desk.window)
    assert desk.answers.asked == []
    key(desk.root, "Return")
    wait_for_maze(desk)
    assert all(COMMANDS[name].ready(parts) for name in ("generate", "save", "export"))
    assert desk.window.status.chip.winfo_ismapped()
    assert "dead ends" in desk.figures


def test_with_a_file_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    api.save(api.generate("prim", rows=5, columns=8, seed=3), path)
    desk = start(path=path)
    desk.wait(lambda: desk.document.path == path, "the file")
    assert gallery_of(desk.window) is None


# By keys alone


@pytest.mark.slow
def test_each_category_by_keys_alone(desk: Desk) -> None:
    go_to(desk, "recent")
    assert names(desk) == []
    shown = [item.text for item in seen(desk.root) if item.kind == "drawn"]
    assert shown == [note(desk)]
    key(desk.root, "Return")
    assert gallery_of(desk.window)
    for category in [name for name in NAMES if name not in ("recent", "book", "class")]:
        key(desk.root, "ctrl+n")
        wait_for_templates(desk)
        before = desk.document.maze
        go_to(desk, category)
        key(desk.root, "Right")
        assert selected(desk) == desk.session.view.gallery.shown[1].name
        key(desk.root, "Return")
        wait_for_maze(desk)
        assert desk.document.maze is not before
        workspace = SHOWN_IN[category] or "draw"
        assert desk.session.view.workspaces.name == workspace
        if workspace == "page":
            panel = str(desk.window.panel)
            desk.wait(
                lambda panel=panel: str(desk.root.focus_get()).startswith(panel),  # type: ignore[misc]
                "its first field",
            )
        elif workspace == "make":
            desk.wait(lambda: desk.window.switch.content.zoomed is not None, "Make")
            assert desk.root.focus_get() is make_of(desk).objects.list
        elif workspace == "draw":
            assert str(desk.root.focus_get()) == str(desk.canvas)


@pytest.mark.slow
def test_a_word_by_keys_alone(desk: Desk) -> None:
    def answer(window: TclWindow) -> None:
        desk.wait(lambda: str(desk.root.tk.call("focus")).startswith(f"{window}."), "the keyboard")
        type_text(window, "HI")
        key(window, "Return")

    go_to(desk, "shape")
    with dialog(desk.root, lambda window: key(window, "Escape")):  # no word after all
        key(desk.root, "Return")
    assert gallery_of(desk.window)
    with dialog(desk.root, answer):
        key(desk.root, "Return")
    wait_for_maze(desk)
    assert desk.document.recipe.masks[0].options["text"] == "HI"
    assert desk.document.page.solution == "page"


def said_in(window: TclWindow, *words: str) -> str:
    """Return the label of a dialog that has all these words, "" as long as there is none."""
    labels = (TclWindow(window, path) for path in descendants(window, str(window)))
    found = [label for label in labels if label.winfo_class() == "TLabel"]
    texts = [str(label.tk.call(label, "cget", "-text")) for label in found]
    return next((text for text in texts if all(word in text for word in words)), "")


def letter_of(menu: tk.Menu, label: str) -> str:
    """Return the key of an entry, by a pattern of its label."""
    text = str(menu.entrycget(label, "label"))
    return text[int(menu.entrycget(label, "underline"))].lower()


@pytest.mark.slow
def test_from_the_outline_of_a_field_to_its_plan(desk: Desk, tmp_path: Path) -> None:
    """Ten clicks at most: a file is one in the desktop's dialog, and two are keys of menus."""
    places = [[8.5, 50.1], [8.501, 50.1002], [8.5009, 50.1008], [8.5, 50.1006], [8.5, 50.1]]
    outline = {"type": "Polygon", "coordinates": [places]}
    (tmp_path / "f.geojson").write_text(json.dumps(outline))
    desk.answers.paths = [tmp_path / "f.geojson", tmp_path / "plan.pdf"]
    clicks, said = list[str](), list[str]()

    def press(what: str, widget: tk.Misc, x: float | None = None, y: float | None = None) -> None:
        clicks.append(what)
        click(widget, x, y)

    def answer(window: TclWindow) -> None:
        press("Browse", window.find("TButton", "Browse…"))
        clicks.append("the file")
        desk.wait(lambda: bool(said_in(window, " cells")), "the preview")
        press("Use outline", window.find("TButton", "Use outline"))

    def save(window: TclWindow) -> None:
        desk.wait(lambda: bool(said_in(window, " stakes", " of A4")), "the stakes")
        said.append(said_in(window, " stakes", " of A4"))
        press("Save", window.find("TButton", "Save…"))

    press("Shape", gallery(desk).categories["shape"])
    canvas = gallery(desk).cards.canvas
    canvas.yview_moveto(1.0)  # by the wheel
    settle(desk.root)
    press("the template", canvas, *place(desk, "Maize field or hedge"))
    with dialog(desk.root, answer):
        press("Use", gallery(desk).use)
    wait_for_maze(desk)
    step = desk.document.recipe.masks[0]
    assert step.name == "field"
    assert str(step.options["field"]).startswith("data:application/geo+json;name=f.geojson;")
    assert desk.document.maze.lattice.cells > 400
    with dialog(desk.root, save):
        key(desk.root, "alt+f")
        bar = desk.window.menus.bar
        menu = bar.nametowidget(bar.entrycget(0, "menu"))
        key(desk.root, letter_of(menu, "Export"))  # what the pointer opens by resting there
        key(desk.root, letter_of(bar.nametowidget(menu.entrycget("Export", "menu")), "Field plan*"))
        clicks.extend(["File", "Field plan"])
    clicks.append("the name")
    desk.wait(lambda: (tmp_path / "plan.pdf").exists(), "the plan")
    assert (tmp_path / "plan.pdf").read_bytes().startswith(b"%PDF")
    assert len(clicks) <= 10, clicks
    (about,) = said
    pages = (tmp_path / "plan.pdf").read_bytes()
    with pikepdf.open(BytesIO(pages)) as document:
        assert f"{len(document.pages)} page" in about


@pytest.mark.slow
def test_typing_anywhere_searches_everywhere(desk: Desk) -> None:
    go_to(desk, "teach")
    type_text(desk.root, "heart")
    assert gallery(desk).search.get() == "heart"
    assert names(desk)[0] == "Heart"
    key(desk.root, "BackSpace", 5)
    assert selected(desk) == "Watch a generator", "the category as before"
    type_text(desk.root, "ring")
    assert names(desk)[0] == "Ring"
    key(desk.root, "Return")
    wait_for_maze(desk)
    assert desk.document.maze.lattice.shape == "polar"


@pytest.mark.slow
def test_a_search_leads_to_what_the_program_can_do_as_well(desk: Desk) -> None:
    type_text(desk.root, "title")
    shown = gallery(desk).actions
    desk.wait(lambda: "Title" in {str(one.cget("text")) for one in shown.buttons}, "the field")
    next(button for button in shown.buttons if button.cget("text") == "Title").focus_force()
    key(desk.root, "Return")
    assert gallery_of(desk.window) is None
    settle(desk.root)
    type_text(desk.root, "Away")
    key(desk.root, "Return")
    assert desk.document.page.title == "Away"


def test_results_are_gone_through_and_where_there_are_none_that_is_said(desk: Desk) -> None:
    type_text(desk.root, "zzz")
    shown = [item.text for item in seen(desk.root) if item.kind == "drawn"]
    assert shown == ["Nothing is called “zzz”. Type fewer letters."]
    assert gallery(desk).use.instate(["disabled"])
    key(desk.root, "Return")
    assert gallery_of(desk.window)
    key(desk.root, "Escape")
    assert gallery(desk).search.get() == ""
    assert names(desk)[0] == "Children"
    type_text(desk.root, "sheet")
    first = selected(desk)
    key(desk.root, "Down")
    key(desk.root, "Right")
    assert selected(desk) != first
    key(desk.root, "Left")
    key(desk.root, "Up")
    assert selected(desk) == first
    assert desk.root.focus_get() is gallery(desk).search
    key(desk.root, "Return")
    wait_for_maze(desk)


def test_categories_by_page_keys(desk: Desk) -> None:
    key(desk.root, "ctrl+Next")
    assert desk.session.view.gallery.category == NAMES[1]
    key(desk.root, "ctrl+Prior", 2)
    assert desk.session.view.gallery.category == NAMES[-1]
    key(desk.root, "ctrl+Next")
    key(desk.root, "End")
    assert selected(desk) in names(desk), "scrolled into view"
    key(desk.root, "Home")
    assert names(desk)[0] == selected(desk) == "Children"


# By the pointer alone


def place(desk: Desk, name: str) -> tuple[float, float]:
    cards = gallery(desk).cards
    shown = desk.session.view.gallery.shown
    left, top, right, bottom = cards.box([each.name for each in shown].index(name))
    return (left + right) / 2, (top + bottom) / 2 - cards.canvas.canvasy(0)


@pytest.mark.slow
def test_a_click_selects_and_a_button_takes(desk: Desk) -> None:
    click(gallery(desk).categories["shape"])
    click(gallery(desk).cards.canvas, *place(desk, "Heart"))
    assert selected(desk) == "Heart"
    canvas = gallery(desk).cards.canvas
    click(canvas, canvas.winfo_width() - 3, 5, count=2)  # beside the cards
    assert selected(desk) == "Heart"
    assert gallery_of(desk.window)
    click(gallery(desk).use)
    wait_for_maze(desk)
    assert desk.document.recipe.masks[0].name == "heart"
    key(desk.root, "ctrl+n")
    wait_for_templates(desk)
    click(gallery(desk).categories["page"])
    click(gallery(desk).cards.canvas, *place(desk, "Expert"), count=2)
    wait_for_maze(desk)
    assert desk.document.maze.lattice.rows == 60


def test_a_file_is_opened_from_it(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    api.save(api.generate("prim", rows=5, columns=8, seed=3), path)
    desk.answers.paths = [path]
    click(gallery(desk).open)
    wait_for_maze(desk)
    assert desk.document.path == path


# By New, over a document


@pytest.fixture
def edited(desk: Desk) -> Desk:
    key(desk.root, "Right")
    key(desk.root, "Return")
    wait_for_maze(desk)
    key(desk.root, "alt+1")
    click(desk.canvas, *desk.middle_of(3, 3, "right"))
    assert desk.document.dirty
    return desk


@pytest.mark.slow
def test_new_shows_it_and_escape_leads_back(edited: Desk) -> None:
    before = edited.document.maze
    key(edited.root, "ctrl+n")
    wait_for_templates(edited)
    assert gallery(edited).back.winfo_ismapped()
    key(edited.root, "ctrl+n")  # there already
    assert len([each for each in edited.root.winfo_children() if type(each) is GalleryView]) == 1
    key(edited.root, "Escape")
    assert gallery_of(edited.window) is None
    assert edited.document.maze is before
    assert edited.document.can_undo
    assert str(edited.root.focus_get()) == str(edited.canvas)
    assert edited.window.status.chip.winfo_ismapped()
    edited.window.show_workspace("page")  # its first field gets the keyboard some events later
    edited.window.run(COMMANDS["new"])
    wait_for_templates(edited)
    type_text(edited.root, "heart")
    assert gallery(edited).gallery.text == "heart", "not into that field"


# The user's own


def test_recent_has_pictures_and_long_names_are_cut(tmp_path: Path) -> None:
    path, gone = tmp_path / f"{'a long name of a maze ' * 8}.maze", str(tmp_path / "gone.maze")
    api.save(api.generate("prim", rows=5, columns=8, seed=3), path)
    desk = start(Settings(recent=[str(path), gone]))
    key(desk.root, "ctrl+Prior")
    cards = gallery(desk).cards
    drawn = [item for item in seen(desk.root) if item.kind == "drawn"]
    assert drawn[0].text.endswith("…")
    left, _top, right, _bottom = cards.box(0)
    assert all(item.box[2] - item.box[0] <= right - left for item in drawn)
    assert desk.session.view.gallery.selected
    click(cards.canvas, *(20, 20))
    assert path.name.removesuffix(".maze")[:40] in cards._about_pointed()
    click(gallery(desk).remove)
    assert desk.session.services.settings.recent == [gone]
    click(cards.canvas, 20, 20)
    key(desk.root, "Delete")
    assert desk.session.services.settings.recent == []


# Each template


NEEDS_A_WINDOW = [
    each for each in templates() if each.values.get("command") and "making" not in each.values
]


@pytest.mark.slow
def test_each_that_needs_a_window_opens_without_an_error(desk: Desk) -> None:
    """The others are tested without one."""
    for template in NEEDS_A_WINDOW:
        key(desk.root, "ctrl+n")
        wait_for_templates(desk)
        gallery_ = desk.session.view.gallery
        gallery_.choose_category(template.category)
        gallery_.select([each.path for each in gallery_.shown].index(template.path))
        key(desk.root, "Return")
        wait_for_maze(desk)
        assert desk.answers.errors == [], template.name
        for child in desk.root.winfo_children():
            if isinstance(child, tk.Toplevel):
                child.destroy()


# Sizes and looks


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", ["700x500", "1600x1200"])
def test_all_has_room_at_any_size(desk: Desk, size: str) -> None:
    desk.root.geometry(size)
    width = int(size.partition("x")[0])
    desk.wait(lambda: desk.root.winfo_width() == width, "the size")
    _check_room(desk)


@pytest.mark.slow
@pytest.mark.dpi(192)
def test_all_has_room_on_a_fine_screen(desk: Desk) -> None:
    _check_room(desk)


def _check_room(desk: Desk) -> None:
    desk.root.update()
    view = gallery(desk)
    narrow = desk.root.winfo_width() < desk.theme.px(900)
    texts = [item.text for item in seen(desk.root)]
    for category in CATEGORIES:
        assert category.label in texts
    rows = {button.winfo_rooty() for button in view.categories.values()}
    assert len(rows) == (2 if narrow else 8)
    assert len(names(desk)) >= 3
    for widget in (view.search, view.use, view.open, view.cards, *view.categories.values()):
        left = widget.winfo_rootx() - view.winfo_rootx()
        top = widget.winfo_rooty() - view.winfo_rooty()
        assert left >= 0
        assert top >= 0
        assert left + widget.winfo_width() <= view.winfo_width()
        assert top + widget.winfo_height() <= view.winfo_height()
    _left, top, _right, bottom = view.cards.box(0)
    assert bottom - top <= view.cards.canvas.winfo_height()
    last = view.cards.box(view.cards.columns - 1)[2]  # the cards of a row share its room
    assert 0 <= view.cards.canvas.winfo_width() - last < desk.theme.px(4) + view.cards.columns
    categories = view.categories
    key(desk.root, "Up" if narrow else "Left")
    assert desk.root.focus_get() is categories["page"]
    key(desk.root, "Right" if narrow else "Down")
    assert desk.session.view.gallery.category == "class"
    key(desk.root, "Down" if narrow else "Right")
    assert desk.root.focus_get() is view.cards.canvas


def test_no_text_of_a_template_of_the_program_is_cut(desk: Desk) -> None:
    cards = gallery(desk).cards
    cut = [
        cards._texts(each, 196 - 24)
        for each in templates()
        if "…" in "".join(cards._texts(each, 196 - 24))
    ]
    assert cut == []


@pytest.mark.slow
def test_it_follows_the_theme(desk: Desk) -> None:
    for mode in ("dark", "light"):
        desk.window.windows.set_theme(mode)
        desk.wait(lambda: not desk.session.services.background.busy, "the pictures")
        settle(desk.root)
        canvas = gallery(desk).cards.canvas
        pixels = np.asarray(screenshot(canvas).convert("L"))
        left, _top, right, bottom = gallery(desk).cards.box(0)
        face = pixels[bottom - 6, left + 8 : right - 8]
        assert (face.mean() > 128) == (mode == "light")


# The whole program

START = """
import sys
from mazeeditor.cli import main
from mazeeditor.gui import app
from mazeeditor.gui.window.gallery import gallery_of
from mazeeditor.app.commands import COMMANDS

def start(*what, **named):
    window = original(*what, **named)
    print(gallery_of(window) is not None)
    window.root.after(1, window.run, COMMANDS["close"])
    return window

original, app.start = app.start, start
sys.exit(main([]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("kept", "shown"), [(None, "True"), ({"gallery": False}, "False")])
def test_it_is_shown_at_each_start_but_where_that_is_switched_off(
    display: Display, tmp_path: Path, kept: dict[str, bool] | None, shown: str
) -> None:
    settings = tmp_path / "settings.json"
    if kept is not None:
        settings.write_text(json.dumps(kept))
    environment = {"DISPLAY": display.name, "MAZEEDITOR_SETTINGS": str(settings)}
    done = subprocess.run(
        [sys.executable, "-c", START],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == shown


def test_the_size_of_a_grid_is_typed_on_its_card(desk: Desk) -> None:
    type_text(desk.root, "empty grid")
    rows, columns = gallery(desk).sizes
    for form, name, text in ((rows, "rows", "6"), (columns, "columns", "9")):
        click(form.boxes[name].widget)
        key(desk.root, "ctrl+a")
        type_text(desk.root, text)
    click(gallery(desk).use)
    wait_for_maze(desk)
    lattice = desk.document.maze.lattice
    assert (lattice.rows, lattice.columns) == (6, 9)
    facts = api.facts(desk.document.maze)
    assert facts.passages == 6 * 8 + 5 * 9
