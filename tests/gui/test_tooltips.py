"""Tooltips under a window manager: over nothing one clicks, one at a time, gone at any event."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.gui.look import current
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.gui.widgets.tooltip import GAP, MAX_GAPS, Tips, Tooltip
from tests.desktop import Desktop
from tests.dialogs import TclWindow, descendants, dialog
from tests.events import click, key, move, press, release, settle, wait_until, wheel
from tests.gui.desk import Desk
from tests.gui.test_several_windows import another, in_front

CLICKABLE = {
    *("TButton", "TCheckbutton", "TRadiobutton", "TMenubutton", "TEntry", "TCombobox"),
    *("TSpinbox", "TScale", "TScrollbar", "Treeview", "Text", "Listbox"),
}
Area = tuple[int, int, int, int]


@pytest.fixture
def desk(desk: Desk, desktop: Desktop) -> Desk:  # noqa: ARG001 - where it is shown
    resize(desk, 1280, 860)
    for tooltip in desk.tooltips:
        tooltip.delay = 1
    return desk


def resize(desk: Desk, width: int, height: int) -> None:
    desk.root.geometry(f"{width}x{height}+150+100")
    desk.wait(lambda: desk.root.winfo_width() == width, "the size")


def shown(owner: tk.Misc) -> list[TclWindow]:
    """Return the windows of all tooltips on the screen."""
    paths = descendants(owner, ".")
    labels = [TclWindow(owner, path) for path in paths]
    return [
        TclWindow(owner, toplevel_of(label))
        for label in labels
        if label.winfo_class() == "TLabel"
        if label.winfo_viewable()
        if str(label.tk.call(label, "cget", "-style")) == "Tip.TLabel"
    ]


def toplevel_of(widget: tk.Misc) -> str:
    return str(widget.tk.call("winfo", "toplevel", widget))


def area_of(widget: tk.Misc) -> Area:
    left, top = widget.winfo_rootx(), widget.winfo_rooty()
    return left, top, left + widget.winfo_width(), top + widget.winfo_height()


def overlap(a: Area, b: Area) -> bool:
    return max(a[0], b[0]) < min(a[2], b[2]) and max(a[1], b[1]) < min(a[3], b[3])


def distance(a: Area, b: Area) -> int:
    """Return how many px lie between two areas, across and down."""
    across, down = max(a[0] - b[2], b[0] - a[2], 0), max(a[1] - b[3], b[1] - a[3], 0)
    return across + down


def is_in_view(widget: tk.Misc) -> bool:
    """Whether the middle of a widget can be clicked."""
    if not widget.winfo_viewable():
        return False
    left, top, right, bottom = area_of(widget)
    at = widget.tk.call("winfo", "containing", (left + right) // 2, (top + bottom) // 2)
    return str(at).startswith(str(widget))


def clickable(window: tk.Misc) -> list[tk.Misc]:
    """Return what can be clicked now in a window, the area of the maze left out."""
    path = str(window)
    widgets = [TclWindow(window, path) for path in descendants(window, path)]
    return [
        widget
        for widget in widgets
        if toplevel_of(widget) == path
        if widget.winfo_class() in CLICKABLE and is_in_view(widget)
    ]


def show_by_pointer(tooltip: Tooltip) -> TclWindow:
    """Rest the pointer on what has a tooltip and return the window that shows it."""
    move(tooltip.widget, 4, 4)
    move(tooltip.widget)
    wait_until(tooltip.widget, lambda: bool(shown(tooltip.widget)), 5, str(tooltip.widget))
    (window,) = shown(tooltip.widget)
    return window


def check_all(owner: tk.Misc, window: tk.Misc, tooltips: list[Tooltip]) -> int:
    """Fail where a tooltip of a window is far from its widget; return how many there are.

    Most cover nothing that one could click.
    """
    others = clickable(window)
    path, near = str(window), MAX_GAPS * current(owner).px(GAP)
    number = covering = 0
    for tooltip in tooltips:
        widget = tooltip.widget
        if toplevel_of(widget) != path or not is_in_view(widget):
            continue
        if not tooltip.current_text():
            continue
        covered = area_of(show_by_pointer(tooltip))
        assert not overlap(covered, area_of(widget)), widget
        assert distance(covered, area_of(widget)) <= near, widget
        covering += any(overlap(covered, area_of(other)) for other in others)
        number += 1
    move(owner, 5, 5)
    assert covering <= number / 2
    return number


@pytest.mark.slow
def test_tooltips_stand_beside_their_widgets(desk: Desk) -> None:
    for size, number in {(1280, 860): 20, (700, 500): 15}.items():
        resize(desk, *size)
        assert check_all(desk.root, desk.root, desk.tooltips) > number


def test_that_of_the_verdict_stands_at_it_and_repeats_nothing(desk: Desk) -> None:
    chip, status = desk.window.status.chip, desk.window.status
    window, near = show_by_pointer(chip.tip), MAX_GAPS * current(desk.root).px(GAP)
    assert distance(area_of(window), area_of(chip)) <= near
    status.cover(covered=True)
    status.say("good", "Ready to print")
    assert chip.tip.current_text() == ""
    status.say("bad", "What is wrong with the pages of this sheet " * 9)
    settle(desk.root)
    assert chip.tip.current_text().startswith("What is wrong")
    status.cover(covered=False)


@pytest.fixture
def tips(desk: Desk) -> tuple[Tooltip, Tooltip]:
    """Two tools of the strip, one below the other."""
    first, second, *_others = desk.window.strip.buttons.values()
    return first.tip, second.tip


def test_a_click_on_a_tooltip_goes_below(desk: Desk, tips: tuple[Tooltip, Tooltip]) -> None:
    window = show_by_pointer(tips[1])
    left, top, right, bottom = area_of(window)
    x, y = (left + right) / 2 - desk.canvas.winfo_rootx(), (top + bottom) / 2
    y -= desk.canvas.winfo_rooty()
    pressed: list[tuple[int, int]] = []
    desk.canvas.bind("<ButtonPress-1>", lambda event: pressed.append((event.x, event.y)), add=True)
    released: list[tuple[int, int]] = []
    desk.canvas.bind("<ButtonRelease-1>", lambda event: released.append((event.x, event.y)), True)
    # as when the hand is faster than the program: no event of the way there has been handled
    all_tips: Tips = vars(desk.root)["tips"]
    all_tips.tooltips.pop(str(tips[1].widget))
    desk.root.unbind_class("MazeeditorTooltipOwner", "<Leave>")
    all_tips._check = lambda: None  # type: ignore[method-assign]
    click(desk.canvas, x, y)
    assert shown(desk.root) == []
    assert len(pressed) == len(released) == 1
    assert abs(pressed[0][0] - x) <= 1
    assert pressed == released


def test_one_tooltip_at_a_time(desk: Desk, tips: tuple[Tooltip, Tooltip]) -> None:
    key(desk.root, "Tab")  # brings one of the keyboard
    for tooltip in (*tips, *reversed(tips)):
        show_by_pointer(tooltip)  # fails where there are two
    move(desk.canvas)
    desk.wait(lambda: not shown(desk.root), "no tooltip")


def lose_the_keyboard(desk: Desk, _tooltip: Tooltip) -> None:
    desk.root.tk.eval("toplevel .other; focus .other")


ENDS: dict[str, Callable[[Desk, Tooltip], object]] = {
    "key": lambda desk, _tip: key(desk.root, "Shift_L"),
    "shortcut": lambda desk, _tip: key(desk.root, "ctrl+0"),
    "click": lambda _desk, tip: press(tip.widget),
    "other button": lambda _desk, tip: click(tip.widget, button=3),
    "wheel": lambda _desk, tip: wheel(tip.widget, -1),
    "leaving": lambda desk, _tip: move(desk.canvas),
    "another size": lambda desk, _tip: desk.root.geometry("900x600"),
    "a window that moves": lambda desk, _tip: desk.root.geometry("+40+30"),
    "loss of the keyboard": lose_the_keyboard,
    "minimising": lambda desk, _tip: desk.root.iconify(),
    "a widget that goes": lambda _desk, tip: tip.widget.grid_remove(),  # type: ignore[attr-defined]
}


@pytest.mark.slow
def test_a_tooltip_ends(desk: Desk, tips: tuple[Tooltip, Tooltip]) -> None:
    for end, act in ENDS.items():
        for tooltip in desk.tooltips:
            tooltip.delay = 1
        move(desk.canvas)
        show_by_pointer(tips[1])
        for tooltip in desk.tooltips:
            tooltip.delay = 5000  # one may come again, but not now
        act(desk, tips[1])
        desk.wait(lambda: not shown(desk.root), f"the end by {end}", seconds=3)
        release(desk.root)
        if end == "other button":
            key(desk.root, "Escape")  # the menu that it has opened
        desk.root.tk.eval("destroy .other; wm deiconify .; focus -force .")
        desk.wait(lambda: bool(desk.root.winfo_viewable()), "the window")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["size", "workspace-page"])
def test_none_of_what_the_program_focuses(
    desk: Desk, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only of what the user has gone to: it would hide the title of the dialog."""
    monkeypatch.setattr(Tooltip.__init__, "__defaults__", ("", 1))

    def act(window: tk.Misc) -> None:
        desk.wait(lambda: "spinbox" in focus() or "combobox" in focus(), "the field")
        until = time.monotonic() + 0.2
        desk.wait(lambda: time.monotonic() > until)
        assert not shown(desk.root)
        key(window, "Tab")
        key(window, "shift+Tab")
        desk.wait(lambda: bool(shown(desk.root)), "the tooltip")
        key(window, "Escape")

    def focus() -> str:
        return str(desk.root.tk.call("focus"))

    if name == "workspace-page":
        desk.window.run(COMMANDS[name])
        act(desk.root)
    else:
        with dialog(desk.root, act):
            desk.window.run(COMMANDS[name])


@pytest.mark.slow
def test_a_window_keeps_its_widgets_when_the_first_is_closed(desk: Desk, desktop: Desktop) -> None:
    other = another(desk)
    desktop.close(desk.root)
    desk.wait(lambda: desk.window.closed, "the end of the first window")
    other.wait(lambda: in_front(other), "the other in front")
    rows = other.generate.sizes.boxes["rows"].typed_in
    rows.focus_set()
    key(other.root, "Tab")
    assert other.root.focus_get() is other.generate.sizes.boxes["columns"].typed_in
    tooltip = next(iter(other.window.strip.buttons.values())).tip
    tooltip.delay = 1
    show_by_pointer(tooltip)
    key(other.root, "alt+2")
    other.section(PagePanel).form.boxes["colour"].write("red")
    assert other.session.services.settings.colours == ["red"]
    key(other.root, "alt+1")
    key(other.root, "ctrl+alt+p")
    other.wait(lambda: other.session.view.workspaces.name == "page", "the page")
