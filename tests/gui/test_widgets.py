"""The widgets that ttk has not, driven by real pointer and keys."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

import pytest

from mazeeditor.core.listeners import Listeners
from mazeeditor.gui.look import Theme, apply
from mazeeditor.gui.look.icons import Icons
from mazeeditor.gui.widgets import follow, unbroken
from mazeeditor.gui.widgets.buttons import IconButton
from mazeeditor.gui.widgets.scrolled_panel import FoldingSection
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.window.template_cards import lines_of
from tests.events import click, key, move, settle, wait_until


@pytest.fixture
def theme(root: tk.Tk) -> Theme:
    return apply(root, "light", 1)


@pytest.fixture
def icons(root: tk.Tk, theme: Theme) -> Icons:
    return Icons(root, theme)


# Tooltips


@pytest.fixture
def tip(root: tk.Tk, theme: Theme) -> Tooltip:
    first, button = ttk.Button(root, text="First"), ttk.Button(root, text="Undo")
    assert theme
    first.pack()
    button.pack()
    settle(root)
    first.focus_set()
    settle(root)
    return Tooltip(button, "Take back the last step", "Ctrl+Z", delay=20)


def shown(tip: Tooltip) -> str:
    """Return what a tooltip shows, nothing where it is hidden."""
    if tip.window is None or not tip.window.winfo_viewable():
        return ""
    (label,) = tip.window.winfo_children()
    return str(label.cget("text"))


def test_a_tooltip_names_what_is_under_the_pointer_and_its_key(tip: Tooltip) -> None:
    assert not shown(tip)
    move(tip.widget)
    wait_until(tip.widget, lambda: bool(shown(tip)))
    assert "Take back" in shown(tip)
    assert "Ctrl+Z" in shown(tip)
    move(tip.widget, -20, -20)
    assert not shown(tip)
    key(tip.widget, "Tab")
    wait_until(tip.widget, lambda: bool(shown(tip)))
    key(tip.widget, "shift+Tab")
    assert not shown(tip)


def test_a_tooltip_changes_its_words_and_goes_with_its_widget(root: tk.Tk, tip: Tooltip) -> None:
    words = [""]
    tip.text = lambda: words[0]
    tip.show()
    assert tip.window is None
    words[0] = "Nothing to undo"
    tip.show()
    settle(tip.widget)
    assert "Nothing to undo" in shown(tip)
    tip.widget.destroy()
    settle(root)
    assert tip.window is None
    (left,) = root.winfo_children()
    assert left.winfo_class() == "TButton"


# Sections


@pytest.fixture
def section(root: tk.Tk, theme: Theme) -> FoldingSection:
    assert theme
    section = FoldingSection(root, "Generate", tk.BooleanVar(root, value=False))
    ttk.Button(section.body, text="Generate").pack()
    section.pack(fill="x")
    settle(root)
    return section


def test_a_section_opens_and_folds_with_a_key(section: FoldingSection) -> None:
    section.heading.focus_set()
    for press, opened in (
        ("space", True),
        ("space", False),
        ("Return", True),
        ("Return", False),
        ("Right", True),
        ("Right", True),
        ("Left", False),
        ("Left", False),
    ):
        key(section, press)
        assert bool(section.body.winfo_viewable()) is opened
        assert section.open.get() is opened


def test_a_section_obeys_its_variable_which_may_outlive_it(section: FoldingSection) -> None:
    section.open.set(True)
    settle(section)
    assert section.body.winfo_viewable()
    variable = section.open
    section.destroy()
    variable.set(False)
    variable.set(True)


# Buttons


def test_a_button_of_the_bar_leaves_the_keyboard_where_it_is(root: tk.Tk, icons: Icons) -> None:
    pressed: list[int] = []
    entry = ttk.Entry(root)
    button = IconButton(root, icons, "undo", "Undo", lambda: pressed.append(1), "Ctrl+Z")
    entry.pack()
    button.pack()
    settle(root)
    entry.focus_set()
    click(button)
    assert pressed == [1]
    assert root.focus_get() is entry
    key(entry, "Tab")
    assert root.focus_get() is button
    for press in ("space", "Return", "KP_Enter"):
        key(button, press)
    assert len(pressed) == 4


# Subscriptions


def test_a_subscription_ends_with_its_widget_not_with_a_part(root: tk.Tk) -> None:
    for widget in (tk.Frame(root), tk.Toplevel(root)):
        part = tk.Label(widget)
        listeners: Listeners[[int]] = Listeners()
        numbers: list[int] = []
        follow(widget, listeners, numbers.append)
        part.destroy()
        listeners.notify(1)
        widget.destroy()
        listeners.notify(2)
        assert numbers == [1]
        assert len(listeners) == 0


def test_figures_stay_with_their_units() -> None:
    texts: dict[str, list[str]] = {
        "hands: 7 × 7, thick": ["7_×_7,"],
        "sheets 1 of 271 × 184 mm": ["271_×_184_mm"],
        "drawn 6.00 m · travel 1.74 m": ["6.00_m_·", "1.74_m"],
        "takes 2 min 11 s in all, 5 mm": ["2_min", "11_s", "5_mm"],
        "4 mazes, 3 inner ones": [],
    }
    for text, kept in texts.items():
        joined = unbroken(text).split(" ")
        assert [word.replace("\u00a0", "_") for word in joined if "\u00a0" in word] == kept


def test_a_card_breaks_no_figure() -> None:
    """As "7" and "× 7" of the first card did at 700 px."""
    lines = lines_of("Large cells for small hands: 7 × 7, thick walls", 31, 2, len)
    assert lines == ["Large cells for small hands:", "7 × 7, thick walls"]
