"""A panel that is longer than the window scrolls, by the wheel and by moving the focus."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

import pytest

from mazeeditor.app.gallery.templates import TEMPLATES
from mazeeditor.gui.context import TABS
from mazeeditor.gui.look import Theme, apply
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from tests.display import Display
from tests.events import key, settle, wheel
from tests.gui.desk import open_desk
from tests.windows import callbacks


@pytest.fixture
def theme(root: tk.Tk) -> Theme:
    return apply(root, "light", 1)


class Crowd:
    """Widgets of every kind in one panel, most of them out of view."""

    def __init__(self, panel: ScrolledPanel) -> None:
        self.box = ttk.Combobox(panel.body, values=["a", "b", "c"], state="readonly")
        self.box.set("b")
        self.number = ttk.Spinbox(panel.body, from_=0, to=9)
        self.number.set(5)
        self.text = tk.Text(panel.body, height=3)
        self.text.insert("1.0", "line\n" * 30)
        self.entries = [ttk.Entry(panel.body) for _ in range(20)]
        for widget in (self.box, self.number, self.text, *self.entries):
            widget.pack(fill="x", pady=5)


@pytest.fixture
def crowd(root: tk.Tk, panel: ScrolledPanel) -> Crowd:
    crowd = Crowd(panel)
    root.geometry("360x200+10+10")
    settle(root)
    return crowd


@pytest.fixture
def panel(root: tk.Tk, theme: Theme) -> ScrolledPanel:
    panel = ScrolledPanel(root, theme.panel_width)
    panel.pack(fill="both", expand=True)
    return panel


def test_a_window_does_not_keep_a_panel_that_is_gone(root: tk.Tk, theme: Theme) -> None:
    """Tcl holds what a binding calls, and with it the panel and all that its pane has shown."""
    before = {*callbacks(root.tk)}
    panel = ScrolledPanel(root, theme.panel_width)
    panel.destroy()
    assert {*callbacks(root.tk)} == before


def top(panel: ScrolledPanel) -> int:
    return int(panel.canvas.canvasy(0))


def test_the_wheel_scrolls_and_stops_at_the_ends(panel: ScrolledPanel, crowd: Crowd) -> None:
    assert panel.bar.winfo_viewable()
    wheel(crowd.entries[0], -1)
    once = top(panel)
    assert once > 0
    wheel(panel.canvas, -100)
    assert top(panel) == panel.body.winfo_height() - panel.canvas.winfo_height()
    wheel(panel.canvas, 100)
    assert top(panel) == 0


def test_who_scrolls_past_a_field_does_not_change_it(panel: ScrolledPanel, crowd: Crowd) -> None:
    box, number, text = crowd.box, crowd.number, crowd.text
    wheel(box, -1)
    assert (box.get(), top(panel) > 0) == ("b", True)
    wheel(panel.canvas, 1, 2, 2)
    wheel(number, -1)
    assert (number.get(), top(panel) > 0) == ("5", True)
    wheel(panel.canvas, 1, 2, 2)
    wheel(text, -1)
    assert top(panel) == 0
    assert text.yview()[0] > 0
    wheel(text, -100)
    assert text.yview()[1] == 1
    assert top(panel) > 0


def test_what_gets_the_keyboard_comes_into_view(panel: ScrolledPanel, crowd: Crowd) -> None:
    fields = crowd.entries
    fields[0].focus_set()
    for _ in range(12):
        key(panel, "Tab")
        focused = panel.focus_get()
        assert focused in fields
        above = focused.winfo_rooty() - panel.canvas.winfo_rooty()
        assert 0 <= above <= panel.canvas.winfo_height() - focused.winfo_height()
    assert top(panel) > 0
    crowd.box.focus_set()
    settle(panel)
    assert crowd.box.winfo_rooty() >= panel.canvas.winfo_rooty()


def test_what_has_the_keyboard_stays_in_view_where_the_panel_becomes_lower(
    root: tk.Tk, panel: ScrolledPanel, crowd: Crowd
) -> None:
    root.geometry("360x900")
    settle(root)
    field = crowd.entries[6]
    field.focus_set()
    settle(root)
    assert top(panel) == 0
    root.geometry("360x200")
    settle(root)
    above = field.winfo_rooty() - panel.canvas.winfo_rooty()
    assert 0 <= above <= panel.canvas.winfo_height() - field.winfo_height()


def test_what_scrolls_is_as_wide_as_the_panel(root: tk.Tk, panel: ScrolledPanel) -> None:
    frame = ttk.Frame(panel.body, height=1000, width=10)
    frame.pack()
    root.geometry("304x300")
    settle(root)
    assert panel.bar.winfo_viewable()

    def widen(_event: tk.Event[tk.Misc]) -> None:
        panel.bar.grid_remove()  # as a scroll command does while the panel is laid out
        panel.canvas.unbind("<Configure>")

    panel.bind("<Configure>", widen)
    root.geometry("348x300")
    settle(root)
    assert panel.canvas.winfo_width() == 348 - panel.bar.winfo_reqwidth()


def test_the_panel_of_a_window_with_a_file_is_as_wide_as_it_should_be(display: Display) -> None:
    assert display
    panel = open_desk(path=TEMPLATES / "01-easy-sheet.maze").window.build_panel()
    for name in TABS:
        panel.show_tab(name)
        settle(panel)
        (page,) = (
            child
            for child in panel.winfo_children()
            if isinstance(child, ScrolledPanel) and child.winfo_viewable()
        )
        assert page.canvas.winfo_width() == page.canvas.winfo_reqwidth(), name
        assert page.body.winfo_width() == page.canvas.winfo_width()


def test_what_is_too_high_shows_its_top(root: tk.Tk, panel: ScrolledPanel, crowd: Crowd) -> None:
    """The Page section was shown from its end, without its preview."""
    crowd.text.configure(height=40)
    settle(root)
    for first in (0, 5000):
        panel.canvas.yview_scroll(first, "units")
        panel.see(crowd.text)
        settle(root)
        assert 0 <= crowd.text.winfo_rooty() - panel.canvas.winfo_rooty() < 60
