"""What is typed is never lost: commands commit it first, and widgets can be made again."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

import pytest

from mazeeditor.app.ui import Unsaved
from mazeeditor.core.options import Option
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.files import read
from mazeeditor.gui.dialogs import Dialogs
from mazeeditor.gui.forms.fields import Box
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.panels import SidePanel
from mazeeditor.gui.panels.openings_panel import OpeningsPanel
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.gui.widgets.modal import Modal
from mazeeditor.maze.lattice import Opening
from tests.dialogs import dialog
from tests.events import click, close, key, settle, type_text
from tests.gui.desk import Desk
from tests.windows import Watch


def type_into(form: Form, name: str, text: str) -> None:
    """Type into a field with real keys, and nothing more: no Enter, no pause."""
    field = form.boxes[name].typed_in
    click(field)
    key(field, "ctrl+a")
    type_text(field, text)


def page_of(desk: Desk) -> PagePanel:
    desk.window.show_section("page")
    settle(desk.root)
    return desk.section(PagePanel)


@pytest.mark.slow
def test_a_title_that_is_being_typed_is_saved_and_asked_about(desk: Desk, tmp_path: Path) -> None:
    type_into(page_of(desk).form, "title", "For Otto")
    assert desk.document.page.title == "", "it is not committed yet"
    desk.answers.paths = [tmp_path / "a.maze"]
    key(desk.root, "ctrl+s")
    desk.wait_for_work()
    assert page_of(desk).form.boxes["title"].variable.get() == "For Otto"
    assert read(tmp_path / "a.maze").page["title"] == "For Otto"
    type_into(page_of(desk).form, "title", "For Anna")
    desk.answers.unsaved = [Unsaved.KEEP]
    close(desk.root)
    assert desk.answers.asked[-1] == "a.maze"
    assert desk.document.page.title == "For Anna"


@pytest.mark.slow
def test_every_command_commits_what_is_being_typed(desk: Desk) -> None:
    page = page_of(desk)
    for number, combination in enumerate(("ctrl+g", "F5", "ctrl+plus", "F9")):
        type_into(page.form, "title", f"Maze {number}")
        key(desk.root, combination)
        assert desk.document.page.title == f"Maze {number}", combination
        desk.wait_for_work()


INVALID = "not valid"


def takes_any_text(option: Option) -> bool:
    """Whether no text is invalid for an option: a title, a word at an opening."""
    return option.kind is str and not (option.written or option.choices or option.typeface)


@pytest.mark.slow
@pytest.mark.parametrize("committed", [True, False])
def test_no_text_in_any_field_of_any_panel_is_lost(desk: Desk, committed: bool) -> None:
    """Whether it is invalid, or still being typed when all widgets of the panel are destroyed."""
    window, session = desk.window, desk.session
    maze = desk.document.maze
    exits = (*maze.exits, Opening(maze.lattice.cell(3, 4)))
    desk.document.apply(SetOpenings(maze, None, exits))
    session.view.draft.choose_generator("binary-tree")
    session.view.solver.kind.edit("solver", "wall-follower")
    settle(desk.root)
    typed = [box for box in boxes_of(desk.whole_panel()) if can_be_typed_into(box)]
    names = [box.option.name for box in typed]
    assert {"rows", "seed", "bias", "margin", "colour", "row", "column"} <= {*names}
    assert names.count("row") == 3, "one for each opening"
    for number, box in enumerate(typed):
        box.variable.set("Otto" if takes_any_text(box.option) else f"{INVALID} {number}")
        if committed:
            box.commit()
    texts = texts_of(typed)
    window.build_panel().destroy()
    again = [box for box in boxes_of(desk.whole_panel()) if can_be_typed_into(box)]
    assert texts_of(again) == texts
    for box in again:
        assert box.typed_in.instate(["!invalid" if takes_any_text(box.option) else "invalid"])
    assert desk.document.page.title == "Otto"
    assert "must be" in str(desk.section(OpeningsPanel).error.cget("text"))


def boxes_of(widget: SidePanel) -> list[Box]:
    """Return all boxes of the panel, in its order."""
    boxes = [box for form in forms_of(widget) for box in form.boxes.values()]
    openings = next(value for value in widget.contents.values() if isinstance(value, OpeningsPanel))
    return boxes + [box for line in openings.lines for box in line.boxes.values()]


def texts_of(boxes: list[Box]) -> list[tuple[str, str]]:
    """Return name and text of each box; a form that was replaced lies elsewhere in the panel."""
    return sorted((box.option.name, box.variable.get()) for box in boxes)


def can_be_typed_into(box: Box) -> bool:
    option = box.option
    return option.kind is not bool and not option.choices and not option.typeface


def forms_of(widget: tk.Misc) -> list[Form]:
    """Return all forms in a widget."""
    inner = [form for child in widget.winfo_children() for form in forms_of(child)]
    return [widget, *inner] if isinstance(widget, Form) else inner


# Errors while a dialog stands


def test_an_error_while_a_dialog_stands_is_shown_over_it_and_logged(
    desk: Desk, watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    watch.allow(ZeroDivisionError)
    desk.window.dialogs = Dialogs(desk.root)
    modal = Modal(desk.root, "Standing")
    modal.after(50, lambda: 1 / 0)
    errors: list[str] = []

    def read_and_close(window: tk.Misc) -> None:
        errors.append(str(window.tk.call("wm", "transient", window)))
        key(window, "Return")
        modal.after(50, modal.destroy)

    with dialog(desk.root, read_and_close, "That did not work"):
        modal.show(modal.add_button("Close", modal.destroy))
    assert errors == [str(modal)], "it stands over the dialog"
    assert "ZeroDivisionError" in caplog.text
