"""For whom: one field of Generate sets size, generator, passages and walls."""

from __future__ import annotations

from dataclasses import replace
from tkinter import ttk

from mazeeditor.app.commands import COMMANDS
from mazeeditor.editing.edits import SetPage
from mazeeditor.page.page import Page
from tests.events import click, key, settle
from tests.gui.desk import Desk


def choose(desk: Desk, label: str) -> None:
    """Choose an audience with the arrow keys in the list."""
    box = desk.generate.audience.form.boxes["audience"]
    labels = list(box.widget.cget("values"))
    steps = labels.index(label) - labels.index(box.variable.get())
    click(box.widget)
    settle(desk.root)
    popdown = box.widget.tk.call("ttk::combobox::PopdownWindow", box.widget) + ".f.l"
    desk.wait(lambda: str(desk.root.tk.call("focus")) == popdown, "the list")
    key(desk.root, "Down" if steps > 0 else "Up", abs(steps))
    key(desk.root, "Return")
    settle(desk.root)


def text_of(label: ttk.Label) -> str:
    return str(label.cget("text"))


def shown(desk: Desk) -> str:
    return str(desk.generate.audience.form.boxes["audience"].variable.get())


def test_choosing_sets_all_of_it_and_generate_makes_it(desk: Desk) -> None:
    document, draft = desk.document, desk.generate.draft
    assert shown(desk) == "Not set"
    choose(desk, "4 to 6 years")
    assert shown(desk) == "4 to 6 years"
    assert (draft.sizes["rows"], draft.sizes["columns"]) == (8, 6)
    assert (draft.generator, draft.options["straight"]) == ("backtracker", 0.5)
    assert document.page == Page(), "Generate does all of it"
    assert not document.dirty
    desk.window.run(COMMANDS["generate"])
    desk.wait(lambda: document.maze.lattice.cells == 48, "the maze")
    assert shown(desk) == "4 to 6 years"
    assert document.page.wall == 1.5
    assert document.page.cell is None  # cells that fit
    document.undo()
    settle(desk.root)
    assert document.page == Page()
    assert shown(desk) == "Not set"


def test_walls_that_are_chosen_after_generate_stay(desk: Desk) -> None:
    """The next Generate made them as the audience has them again."""
    document = desk.document
    choose(desk, "4 to 6 years")
    desk.window.run(COMMANDS["generate"])
    desk.wait(lambda: document.maze.lattice.cells == 48, "the maze")
    maze = document.maze
    document.apply(SetPage(document.page, replace(document.page, wall=0.7)))
    assert shown(desk) == "Not set"
    desk.window.run(COMMANDS["generate"])
    desk.wait(lambda: document.maze is not maze, "another maze")
    assert document.page.wall == 0.7


def test_what_waits_for_generate_is_marked_until_it_is_in_the_maze(desk: Desk) -> None:
    """The label of the field, the button, and a line that says what becomes what."""
    panel, button = desk.generate, desk.window.bar.buttons["generate"]
    usual = str(button.cget("image"))

    def marked() -> tuple[str, str, bool]:
        settle(desk.root)
        text = str(panel.waiting.cget("text")) if panel.waiting.winfo_ismapped() else ""
        labels = (one for one in panel.sizes.winfo_children() if isinstance(one, ttk.Label))
        rows = next(label for label in map(text_of, labels) if label.startswith("Rows"))
        return rows, text, str(button.cget("image")) != usual

    assert marked() == ("Rows", "", False)
    desk.generate.draft.sizes.edit("rows", 19)
    desk.generate.draft.sizes.edit("columns", 20)
    assert marked() == ("Rows •", "Not in the maze yet: 30 × 40 → 19 × 20", True)
    assert button.tip.current_text().startswith("Generate: 30 × 40 → 19 × 20")
    desk.window.run(COMMANDS["generate"])
    desk.wait(lambda: desk.document.maze.lattice.rows == 19, "the maze")
    assert marked() == ("Rows", "", False)
    desk.generate.draft.rest.edit("seed", 5)
    assert marked() == ("Rows", "", False), "each press draws another one"
