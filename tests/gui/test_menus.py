"""Menus: flat, with pictures of the theme at its scale; keys, posting and grabs are Tk's."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.empty_window import MENUS
from mazeeditor.gui.look import apply
from mazeeditor.gui.look.widget_pictures import MENU_ROW, MENU_ROW_LOW
from mazeeditor.gui.widgets.flat_menu import FlatMenu, letters_of
from mazeeditor.gui.window.window import Window
from mazeeditor.screen.palette import PALETTES
from tests.breadth import in_turns
from tests.display import Display
from tests.events import click, key, move, screenshot, settle
from tests.gui.desk import Desk

MODES = sorted(PALETTES)
SCALES = (1.0, 2.0)


class Popup:
    """A menu with an entry of each kind, and what was chosen."""

    def __init__(self, root: tk.Tk) -> None:
        self.root, self.chosen = root, list[str]()
        self.menu = FlatMenu(root)
        self.tick, self.dot = tk.BooleanVar(root), tk.StringVar(root, "a")
        self.menu.add_command(label="New", accelerator="Ctrl+Shift+N", command=self.note("new"))
        self.menu.add_checkbutton(label="Tick", variable=self.tick, command=self.note("tick"))
        self.menu.add_radiobutton(label="Dot", variable=self.dot, value="a")
        self.menu.add_separator()
        self.inner = FlatMenu(self.menu)
        self.inner.add_command(label="Inner", command=self.note("inner"))
        self.menu.add_cascade(label="More", menu=self.inner)
        self.menu.add_command(label="Off", state="disabled", command=self.note("off"))

    def note(self, name: str) -> Callable[[], None]:
        return lambda: self.chosen.append(name)

    def open(self) -> None:
        self.menu.tk_popup(self.root.winfo_rootx() + 40, self.root.winfo_rooty() + 40)
        settle(self.root)

    def row(self, index: int) -> np.ndarray:
        """Return the pixels of an entry, uint8[h, w, 3]."""
        picture = np.array(screenshot(self.menu))
        top = self.menu.yposition(index)
        below = self.menu.yposition(index + 1) if index < 5 else len(picture) - 5
        return picture[top:below]

    def middle(self, index: int) -> tuple[float, float]:
        row = self.row(index)
        return row.shape[1] / 2, self.menu.yposition(index) + len(row) / 2


@pytest.fixture
def popup(display: Display) -> Iterator[Popup]:
    root = tk.Tk(screenName=display.name)
    root.geometry("600x600+0+0")
    apply(root, "light", 1.0)
    settle(root)
    yield Popup(root)
    root.destroy()


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def count(pixels: np.ndarray, colour: str) -> int:
    return int((pixels == rgb(colour)).all(axis=2).sum())


@pytest.mark.parametrize(("mode", "scale"), in_turns(MODES, SCALES))
def test_a_menu_is_flat_and_has_the_colours(popup: Popup, mode: str, scale: float) -> None:
    """Each row is its ground, the ink of the text and what lies between them: no relief."""
    theme = apply(popup.root, mode, scale)
    popup.open()
    picture = np.array(screenshot(popup.menu))
    for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]):
        assert (edge == rgb(theme.outline)).all()
    key(popup.menu, "Down")
    key(popup.menu, "Down")
    active, line = popup.row(1), popup.row(3)
    inset, edge = theme.px(4), theme.px(1)
    assert (active[:, inset] == rgb(theme.tint)).all()
    assert (active[0, inset:-inset] == rgb(theme.tint)).all()
    assert (active[-1, inset:-inset] == rgb(theme.tint)).all()
    colours = np.unique(line[:, edge:-edge].reshape(-1, 3), axis=0)
    assert {tuple(colour) for colour in colours} == {rgb(theme.raised), rgb(theme.border)}
    assert count(line[:, edge:-edge], theme.border) == theme.px(1) * (picture.shape[1] - 2 * edge)
    high = MENU_ROW_LOW if theme.narrow else MENU_ROW  # so that menus fit on a low screen
    assert len(popup.row(0)) == pytest.approx(high * scale, abs=4 * scale)
    key(popup.menu, "Escape")


@pytest.mark.parametrize("scale", SCALES)
def test_ticks_dots_and_arrows_are_pictures_of_the_scale(popup: Popup, scale: float) -> None:
    theme = apply(popup.root, "light", scale)
    popup.open()
    side = theme.px(30)
    assert count(popup.row(1)[:, :side], theme.raised) > 0.9 * side * len(popup.row(1))
    dots = (popup.row(2)[:, theme.px(8) : side] < 128).all(axis=2)
    assert dots.sum() == pytest.approx(np.pi * (3 * scale) ** 2, rel=0.3)
    arrow = popup.row(4)[:, -theme.px(20) : -theme.px(4)]
    ink = np.nonzero((arrow < 200).all(axis=2))
    assert np.ptp(ink[0]) == pytest.approx(8 * scale, abs=2 * scale)
    key(popup.menu, "Down")
    key(popup.menu, "Down")
    key(popup.menu, "Return")
    assert popup.tick.get()
    popup.open()
    ticked = popup.row(1)[:, theme.px(4) : side]
    assert count(ticked, theme.text) > 0
    key(popup.menu, "Down")
    key(popup.menu, "Down")
    assert count(popup.row(1)[:, theme.px(4) : side], theme.text) == 0, "as at rest"
    assert count(popup.row(1)[:, theme.px(4) : side], theme.tint_text) > 0
    key(popup.menu, "Escape")


def test_a_menu_works_by_keys(popup: Popup) -> None:
    popup.open()
    begins = []
    for index in (0, 1, 2, 4):
        row = popup.row(index)[:, 32:120]
        begins.append(int(np.nonzero((row < 128).all(axis=2).any(axis=0))[0][0]))
    assert max(begins) - min(begins) <= 2, "labels are below each other"
    for name in ("Down", "Down", "Down", "Down", "Right"):  # the separator is left out
        key(popup.menu, name)
    assert popup.inner.winfo_viewable()
    key(popup.inner, "Return")
    assert popup.chosen == ["inner"]
    assert not popup.menu.winfo_viewable()
    popup.open()
    for name in ("Down", "Up"):  # what is disabled is left out
        key(popup.menu, name)
    assert popup.menu.index("active") == 4
    key(popup.menu, "Escape")
    assert not popup.menu.winfo_viewable()


def test_a_menu_works_by_pointer_on_every_part_of_an_entry(popup: Popup) -> None:
    """The arrow and the lines are windows of their own: the pointer goes through them."""
    popup.open()
    x, y = popup.middle(4)
    width = popup.menu.winfo_width()
    move(popup.menu, x, y)
    move(popup.menu, width - 8, y)
    assert popup.menu.index("active") == 4
    click(popup.menu, width - 8, y)
    assert popup.inner.winfo_viewable(), "by its arrow"
    arrow = popup.row(4)[:, -20:-5]
    assert count(arrow, PALETTES["light"].tint) > arrow.shape[0] * 10
    click(popup.inner)
    assert popup.chosen == ["inner"]
    popup.open()
    move(popup.menu, x, popup.middle(1)[1])
    assert popup.menu.index("active") == 1
    move(popup.menu, *popup.middle(3))
    assert popup.menu.index("active") is None, "a line is no entry"
    click(popup.menu, 1, popup.middle(1)[1])
    assert not popup.menu.winfo_viewable()


def test_what_is_disabled_looks_so_and_does_nothing(popup: Popup) -> None:
    theme = apply(popup.root, "dark", 1.0)
    popup.open()
    off = popup.row(5)[:, 4:-4]
    assert count(off, theme.text) == 0
    assert count(off, theme.text_off) > 0
    assert count(off[:, :28], theme.raised) == off[:, :28].shape[0] * 28, "no pattern on pictures"
    click(popup.menu, *popup.middle(5))
    assert not popup.chosen
    key(popup.menu, "Escape")


@pytest.mark.slow
@pytest.mark.own_window("it changes the theme")
def test_the_menu_bar_opens_its_menus_in_the_theme(desk: Desk) -> None:
    """What a menu bar shows are copies of the menus; a switch of the theme reaches them too."""
    for mode in ("light", "dark"):
        desk.window.windows.set_theme(mode)
        theme = desk.theme
        key(desk.root, "F10")
        key(desk.root, "Down")
        key(desk.root, "Down")
        picture = np.array(screenshot(desk.root, whole_screen=True))[:, :280]
        tint = (picture == rgb(theme.tint)).all(axis=2)
        rows = np.nonzero(tint.sum(axis=1) > 150)[0]
        assert 24 <= np.ptp(rows[rows < 300]) <= 40
        key(desk.root, "Escape")
        key(desk.root, "Escape")
        key(desk.root, "Escape")
        settle(desk.root)
        assert not desk.root.tk.call("grab", "current")


def letters(menu: tk.Menu) -> list[str]:
    last = menu.index("end")
    result = []
    for index in range(0 if last is None else last + 1):
        if menu.type(index) != "separator":
            place = int(menu.entrycget(index, "underline"))
            label = str(menu.entrycget(index, "label"))
            result.append(label[place].lower() if place >= 0 else "")
    return result


def test_each_entry_has_a_letter_of_its_own_and_menus_fit_on_small_screens(desk: Desk) -> None:
    """Tk cuts off those that are higher than the screen: nothing leads to their last entries."""
    assert desk.window.menus.entries
    for index in range(len(MENUS)):
        menu = desk.window.menus.bar.nametowidget(desk.window.menus.bar.entrycget(index, "menu"))
        assert isinstance(menu, FlatMenu)
        assert len(letters(menu)) > 3
        assert len(set(letters(menu))) == len(letters(menu))
        assert "" not in letters(menu)
        assert menu.winfo_reqheight() <= desk.theme.px(740), index


def test_a_menu_is_filled_when_it_is_first_opened(desk: Desk) -> None:
    """Filling all of them would take a sixth of the time of a new window."""
    bar = desk.window.menus.bar
    menus = [bar.nametowidget(bar.entrycget(index, "menu")) for index in range(len(MENUS))]
    assert [menu.index("end") for menu in menus] == [None] * len(MENUS)
    key(desk.root, "alt+e")
    edit = menus[list(MENUS).index("edit")]
    count = edit.index("end")
    assert count
    assert edit.entrycget("Undo", "state") == "disabled"
    key(desk.root, "Right")
    key(desk.root, "Escape")
    key(desk.root, "Escape")
    opened = [name for name, menu in zip(MENUS, menus, strict=True) if menu.index("end")]
    assert opened == ["edit", "select"]
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    key(desk.root, "alt+e")
    assert edit.index("end") == count
    assert str(edit.entrycget(0, "label")).startswith("Undo: ")
    assert edit.entrycget(0, "state") == "normal"
    key(desk.root, "Escape")
    key(desk.root, "ctrl+z")
    assert edit.entrycget("Undo", "state") == "disabled", "also while it may be open"


def test_a_letter_chooses(desk: Desk) -> None:
    key(desk.root, "alt+v")
    key(desk.root, "s")  # a menu in the menu
    key(desk.root, "r")
    assert not desk.session.services.settings.rulers
    key(desk.root, "alt+m")
    place = list(MENUS).index("maze")
    menu = desk.root.nametowidget(desk.window.menus.bar.entrycget(place, "menu"))
    labels = [
        str(menu.entrycget(index, "label"))
        for index in range((menu.index("end") or 0) + 1)
        if menu.type(index) != "separator"
    ]
    key(desk.root, letters(menu)[labels.index("Transform")])
    index = menu.index("Transform")
    child = menu.nametowidget(menu.entrycget(index, "menu"))
    labels = [str(child.entrycget(at, "label")) for at in range(child.index("end") + 1)]
    at_once = next(at for at, label in enumerate(labels) if ":" in label)
    key(desk.root, letters(child)[at_once])
    desk.wait_for_work()
    assert desk.document.can_undo, labels[at_once]


def letter_of(menu: tk.Menu, index: int) -> str:
    place = int(menu.entrycget(index, "underline"))
    return str(menu.entrycget(index, "label"))[place].lower()


@pytest.mark.slow
def test_every_command_is_reached_by_letters(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that can be done now: Alt and the letter of the menu, then that of the entry."""
    run: list[str] = []
    monkeypatch.setattr(Window, "run", lambda _window, command: run.append(command.name))
    desk.session.view.selection.select(desk.document.maze.lattice.inside)  # many need a selection
    settle(desk.root)
    bar = dict(zip(MENUS, letters(desk.window.menus.bar), strict=True))
    ready = [
        entry
        for entry in desk.window.menus.entries
        if entry.menu.entrycget(entry.index, "state") != "disabled"
    ]
    for entry in ready:
        key(desk.root, f"alt+{bar[entry.command.menu]}")
        if entry.command.group:
            key(desk.root, letter_of(*desk.window.menus.groups[str(entry.menu)]))
        key(desk.root, letter_of(entry.menu, entry.index))
    assert run == [entry.command.name for entry in ready]
    assert len(run) > 0.7 * len(COMMANDS)


def test_letters_are_initials_where_they_can_be() -> None:
    assert letters_of(["New", "Open", "New window"]) == [0, 0, 4]
    assert letters_of(["Close", "Copy", "C"]) == [1, 1, 0]
    assert letters_of(["Ab", "Ba", "A", "B"]) == [0, 0, -1, -1]
    assert letters_of(["…", "", "«Élan»", "élan"]) == [-1, -1, 1, 1]


def test_the_zoom_is_shown_while_a_menu_has_the_keyboard(desk: Desk) -> None:
    """Tkinter knows no widget that is a copy of a menu."""
    key(desk.root, "F10")
    settle(desk.root)
    assert "#" in str(desk.root.tk.call("focus"))
    desk.view.zoom_by(2)
    settle(desk.root)
    assert desk.window.status.zoom.get() == f"{desk.view.viewport.percent:.0f} %"
    key(desk.root, "Escape")
