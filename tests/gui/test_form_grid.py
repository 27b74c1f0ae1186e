"""One grid for all forms: in each panel and dialog fields begin below each other, and end so."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from pathlib import Path

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.forms.more import remember_rare_options
from mazeeditor.gui.panels import SECTIONS
from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.gui.workspaces import WORKSPACES
from tests.asked import asked
from tests.dialogs import TclWindow, dialog
from tests.events import key, settle
from tests.gui.books import opened_book
from tests.gui.desk import Desk

pytestmark = [pytest.mark.usefixtures("display")]

WINDOWS = ("size", "route-text", "export", "go-cell", "search", "settings")
BEGIN_LATER = ("Search", "Maze in scan.png")  # in what most people come for


def below(widget: tk.Misc) -> Iterator[tk.Misc]:
    yield widget
    for child in widget.winfo_children():
        yield from below(child)


def check(parent: tk.Misc) -> int:
    """Fail unless all rows of the forms in a panel or dialog have one grid; return how many.

    A field and the button beside it end where other fields do. What stands below its label begins
    where labels do.
    """
    settle(parent)
    fields: dict[int, str] = {}  # the last option whose field begins there
    labels: dict[int, str] = {}
    ends: dict[int, str] = {}
    number = 0
    for form in below(parent):
        if not isinstance(form, Form):
            continue
        for name, box in form.boxes.items():
            if not box.widget.winfo_viewable():
                continue
            number += 1
            shown = [widget for widget in form._rows[name] if widget.winfo_viewable()]
            labels[form._labels[name].winfo_rootx()] = name
            ends[max(each.winfo_rootx() + each.winfo_width() for each in shown)] = name
            if form.is_below_label(name):
                assert box.widget.winfo_rootx() == form.winfo_rootx(), name
            else:
                fields[box.widget.winfo_rootx()] = name
                label = form._labels[name]
                assert label.winfo_rootx() + label.winfo_width() < box.widget.winfo_rootx(), name
                assert label.winfo_height() >= label.winfo_reqheight(), name
    assert len(fields) <= 1, fields
    assert len(labels) <= 1, labels
    assert len(ends) <= 1, ends
    return number


@pytest.mark.slow
@pytest.mark.own_window("all rare options are shown")
@pytest.mark.parametrize("size", ["700x500", "1366x768"])
def test_panels(desk: Desk, size: str, tmp_path: Path) -> None:
    remember_rare_options(desk.root, Settings(everything=True))
    desk.root.geometry(size)
    number = 0
    for name in SECTIONS.names():
        desk.window.show_section(name)
        number += check(desk.window.build_panel().content(name))
    for workspace in WORKSPACES:
        desk.window.show_workspace(workspace.name, "")
        content = desk.window.switch.content
        for part in (content.middle, content.left, content.whole):
            number += check(part) if part else 0
    desk.window.show_workspace("teach", "compare-generators")
    compared = desk.window.switch.content.middle
    assert compared
    number += check(compared)
    book = opened_book(desk, tmp_path)
    for name in book.tabs:
        book.show_tab(name)
        number += check(book.panel)
    assert number > 80


@pytest.mark.slow
def test_dialogs(desk: Desk, tmp_path: Path) -> None:
    """They have one grid, and begin in their first field."""

    def look(window: TclWindow) -> None:
        modal = desk.root.nametowidget(str(window))
        assert isinstance(modal, Modal)
        numbers.append(check(modal))
        forms = [each for each in below(modal) if isinstance(each, Form) and each.boxes]
        if forms and modal.title() not in BEGIN_LATER:
            first = next(iter(forms[0].boxes.values()))
            assert desk.root.focus_get() is first.typed_in, modal.title()
        key(window, "Escape")

    numbers: list[int] = []
    for name in WINDOWS:
        with dialog(desk.root, look, seconds=20):
            desk.window.run(COMMANDS[name])
            desk.wait_for_work()
    for show in asked(desk.window, tmp_path).values():
        with dialog(desk.root, look, seconds=60):
            show()
    assert sum(number > 0 for number in numbers) == len(numbers) - 1, "one asks for a file"
    assert len(numbers) > 20
