"""The dialog of a sheet: the page beside its fields, pages that turn, and the file that comes."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.jobs import ignore
from mazeeditor.app.printing.sheet_draft import SheetDraft, SheetPreview, draw_sheet
from mazeeditor.app.ui import Kinds
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.dialogs import sheet_dialog
from mazeeditor.gui.dialogs.sheet_dialog import SheetDialog
from mazeeditor.page.page import Page
from mazeeditor.page.tokens import TOKENS
from mazeeditor.sheets import names_file
from mazeeditor.sheets.names_file import read_names
from tests.dialogs import TclWindow, dialog
from tests.events import alive, key, type_text, wait_until
from tests.gui.desk import Desk, open_desk
from tests.page.formats.read_pdf import pages_of

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    desk = open_desk()
    desk.workspace.view.draft.sizes.update({"rows": 8, "columns": 8})
    return desk


def sheet_of(desk: Desk, window: TclWindow) -> SheetDialog:
    widget = desk.root.nametowidget(str(window))
    assert isinstance(widget, SheetDialog)
    return widget


def settled(sheet: SheetDialog, pages: int) -> None:
    wait_until(sheet, lambda: sheet.shown.pages == pages and sheet.drawing.settled, 20)


def test_a_sheet_by_keys(desk: Desk, tmp_path: Path) -> None:
    places = []

    def answer(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        settled(sheet, 2)
        type_text(window, "3")  # the keyboard is in the first field, its text selected
        key(window, "Tab")
        type_text(window, "2")
        key(window, "Tab")
        settled(sheet, 3)
        places.append(sheet.pages.where.cget("text"))
        key(window, "Next")
        key(window, "Next")
        key(window, "Next")  # there is no fourth page
        wait_until(sheet, lambda: sheet.shown.number == 3, 20)
        places.append(sheet.pages.where.cget("text"))
        key(window, "shift+Tab")  # from More, which Return would open, to a field
        key(window, "Return")

    desk.answers.paths = [tmp_path / "class.pdf"]
    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])
    desk.wait_for_work()
    assert places == ["Page 1 of 3", "Page 3 of 3"]
    assert len(pages_of((tmp_path / "class.pdf").read_bytes())) == 3
    assert desk.workspace.services.settings.sheet == {"count": 3, "per_page": "2"}
    assert desk.workspace.opened.exported == [tmp_path / "class.pdf"]


def test_what_is_wrong_stands_in_the_place_of_the_page(desk: Desk) -> None:
    def answer(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        settled(sheet, 2)
        sheet.draft.fields.edit("title", "For {nobody}")
        wait_until(sheet, lambda: "{nobody}" in sheet.shown.problem, 20)
        assert sheet.pages.problem.winfo_viewable()
        key(window, "Return")  # neither saved nor asked for a name
        assert alive(sheet)
        sheet.draft.fields.edit("title", "For {number}")
        settled(sheet, 2)
        assert not sheet.pages.problem.winfo_viewable()
        key(window, "Escape")

    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])
    assert not desk.workspace.services.settings.sheet


def test_a_warning_over_the_foot_of_the_page(desk: Desk) -> None:
    """Characters that no typeface has are named before the file is made."""

    def answer(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        settled(sheet, 2)
        assert not sheet.pages.warning.winfo_ismapped()
        sheet.draft.fields.edit("title", "Maze \U000e0fff\U0010e123")
        wait_until(sheet, lambda: "U+10E123" in sheet.shown.warning, 20)
        wait_until(sheet, sheet.pages.warning.winfo_viewable)
        assert "left out" in sheet.pages.warning.cget("text")
        sheet.draft.fields.edit("title", "Maze")
        wait_until(sheet, lambda: not sheet.pages.warning.winfo_ismapped(), 20)
        key(window, "Escape")

    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])


def test_the_maze_in_the_window(desk: Desk, tmp_path: Path) -> None:
    def answer(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        sheet.draft.fields.edit("mazes", "this")
        settled(sheet, 2)
        key(window, "Return")

    desk.answers.paths = [tmp_path / "one.pdf"]
    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])
    desk.wait_for_work()
    assert len(pages_of((tmp_path / "one.pdf").read_bytes())) == 2


def test_a_page_that_is_outdated_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = threading.Event()

    def slowly(*drawing: Any) -> SheetPreview:
        assert drawn.wait(20)
        return draw_sheet(*drawing)

    monkeypatch.setattr(sheet_dialog, "draw_sheet", slowly)

    def answer(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        wait_until(sheet, lambda: sheet.pages.where.cget("text") == "Being drawn…", 20)
        drawn.set()
        settled(sheet, 2)
        assert sheet.pages.where.cget("text") == "Page 1 of 2"
        drawn.clear()
        sheet.draft.fields.edit("count", 5)
        wait_until(sheet, lambda: sheet.pages.where.cget("text") == "Being drawn…", 20)
        drawn.set()
        settled(sheet, 3)
        assert sheet.pages.where.cget("text") == "Page 1 of 3"
        key(window, "Escape")

    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])


@pytest.mark.parametrize(
    ("title", "names", "expected"),
    [
        ("The Lost Dinosaur", "", "The Lost Dinosaur.pdf"),
        ("A maze for {number}", "", "Untitled-sheet.pdf"),
        ("A maze for {name}", "class 3b.csv", "class 3b.pdf"),
        ("", "", "Untitled-sheet.pdf"),
    ],
)
def test_the_name_suggested_for_its_file(
    desk: Desk,
    title: str,
    names: str,
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proposals: list[Path] = []

    def ask(_title: str, _kinds: Kinds, proposal: Path) -> None:
        proposals.append(proposal)

    monkeypatch.setattr(desk.answers, "file_to_save", ask)

    def answer(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        if names:
            (tmp_path / names).write_text("name\nAda\nBen\n")
            sheet.draft.fields.edit("names", str(tmp_path / names))
        sheet.draft.fields.edit("title", title)
        wait_until(sheet, lambda: bool(sheet.shown.pages) and sheet.drawing.settled, 20)
        key(window, "Return")

    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])
    assert [proposal.name for proposal in proposals] == [expected]


def test_below_the_list_of_names_stands_what_it_has(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read by the worker that draws the page, and what is saved is what was shown."""
    names = tmp_path / "class.csv"
    names.write_text("name\n" + "\n".join(f"Pupil {number}" for number in range(1, 25)))
    threads = set()

    def read(*given: Any) -> list[dict[str, str]]:
        threads.add(threading.current_thread())
        return read_names(*given)

    monkeypatch.setattr(names_file, "read_names", read)
    notes: list[str] = []

    def answer(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        settled(sheet, 2)
        form = next(form for form in sheet.forms if "names" in form.boxes)
        field = form.boxes["names"]

        def type_path(path: Path) -> None:
            field.typed_in.focus_force()
            wait_until(sheet, lambda: sheet.focus_get() is field.typed_in)
            key(window, "ctrl+a")
            type_text(window, str(path))
            key(window, "Tab")

        def said() -> list[str]:
            labels = [child for child in form.winfo_children() if child.winfo_class() == "TLabel"]
            shown = [label for label in labels if label.winfo_manager()]
            return [str(label.cget("text")) for label in shown]

        assert form.boxes["name_above"].typed_in.instate(["disabled"])
        type_path(names)
        sheet.draft.fields.edit("per_page", "2")
        settled(sheet, 16)
        assert not form.boxes["name_above"].typed_in.instate(["disabled"])
        assert "24 names found: Pupil 1, Pupil 2, Pupil 3, …" in said()
        notes.append(sheet.pages.where.cget("text"))
        type_path(tmp_path / "none.csv")
        wait_until(sheet, lambda: any("none.csv" in text for text in said()), 20)
        assert not any("names found" in text for text in said())
        key(window, "ctrl+z")
        settled(sheet, 16)
        wait_until(sheet, lambda: any("24 names found" in text for text in said()), 20)
        key(window, "Return")

    desk.answers.paths = [tmp_path / "class.pdf"]
    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])
    desk.wait_for_work()
    assert notes == ["Page 1 of 16"]
    assert len(pages_of((tmp_path / "class.pdf").read_bytes())) == 16
    assert threading.main_thread() not in threads


def test_a_list_of_names_is_chosen_and_taken_back(desk: Desk, tmp_path: Path) -> None:
    """Its count of mazes comes and goes with it, in one step."""
    names = tmp_path / "class.csv"
    names.write_text("Ada\nBen\n")

    def answer(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        settled(sheet, 2)
        form = next(form for form in sheet.forms if "names" in form.boxes)
        form.files["names"].focus_force()
        wait_until(sheet, lambda: sheet.focus_get() is form.files["names"])
        key(window, "space")
        wait_until(sheet, lambda: sheet.shown.names == "2 names found: Ada, Ben", 20)
        values = sheet.draft.fields.values
        assert (values["names"], values["count"]) == (str(names), 1)
        key(window, "ctrl+z")
        wait_until(sheet, lambda: values["names"] == "")
        assert values["count"] == 4
        key(window, "ctrl+shift+z")
        wait_until(sheet, lambda: values["names"] == str(names))
        assert values["count"] == 1
        settled(sheet, 2)
        key(window, "Escape")

    desk.answers.paths = [names]
    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])


def test_damaged_settings_of_a_sheet(desk: Desk) -> None:
    desk.workspace.services.settings.sheet = {
        "count": "x",
        "title": 3,
        "per_page": "2x9",
        "names": 7,
        "z": 1,
    }
    values = SheetDraft(desk.workspace.services.settings, Page(), ignore).fields.values
    assert (values["count"], values["title"], values["per_page"]) == (4, "", "2x9")


def test_the_title_is_that_of_the_page_unless_another_one_was_typed(desk: Desk) -> None:
    settings = desk.workspace.services.settings
    draft = SheetDraft(settings, Page(title="The Lost Dinosaur"), ignore)
    assert draft.fields.values["title"] == "The Lost Dinosaur"
    draft.keep()
    assert "title" not in settings.sheet, "the next document may have another one"
    draft.fields.edit("title", "A maze for {name}")
    draft.keep()
    again = SheetDraft(settings, Page(title="The Lost Dinosaur"), ignore)
    assert again.fields.values["title"] == "A maze for {name}"


def test_below_the_page_stands_for_whom_it_is_or_what_is_too_thin(desk: Desk) -> None:
    notes = []

    def answer(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        settled(sheet, 2)
        notes.append(sheet.shown.warning or sheet.note.cget("text"))
        type_text(window, "9")
        key(window, "Tab")
        type_text(window, "9")
        key(window, "Tab")
        settled(sheet, 3)
        notes.append(sheet.note.cget("text"))
        key(window, "Escape")

    document = desk.workspace.document
    document.apply(SetPage(document.page, Page(page="A6", walls="double", wall=1.0)))
    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])
    assert notes[0].startswith("Lines of 0.71 pt are thinner")
    desk.workspace.opened.forms.forget("sheet")
    document.apply(SetPage(document.page, Page()))
    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])
    assert notes[2].startswith("Passages of ")
    assert notes[2].endswith("mm. For whom: 10 years and over")
    assert notes[3].endswith("mm. For whom: Adults")


@pytest.mark.parametrize("kept", [False, True])
def test_marks_and_letters_along_the_route(desk: Desk, tmp_path: Path, kept: bool) -> None:
    """They are those of the page at first, and the page takes them over: one step of undo."""
    desk.document.apply(SetPage(desk.document.page, Page(marks="word")))
    page = desk.document.page

    def answer(window: TclWindow) -> None:
        sheet = sheet_of(desk, window)
        settled(sheet, 2)
        before = sheet.shown.image
        look = {name: form for form in sheet.forms for name in form.boxes}
        assert look["marks"].boxes["marks"].variable.get() == "Words"
        look["marks"].boxes["marks"].write("Pictures")
        look["along"].boxes["along"].write(TOKENS["letters"].label)
        look["sentence"].boxes["sentence"].write("FIND")
        wait_until(sheet, lambda: sheet.drawing.settled, 20)
        assert before
        assert sheet.shown.image
        assert sheet.shown.image.tobytes() != before.tobytes()
        assert look["start_picture"].files["start_picture"].winfo_manager()
        assert desk.document.page == page
        key(window, "Return" if kept else "Escape")

    desk.answers.paths = [tmp_path / "class.pdf"]
    with dialog(desk.root, answer, "Sheet"):
        desk.window.run(COMMANDS["sheet"])
    desk.wait_for_work()
    assert (tmp_path / "class.pdf").exists() is kept
    if kept:
        now = desk.document.page
        assert (now.marks, now.along, now.sentence) == ("picture", "letters", "FIND")
        desk.document.undo()
    assert desk.document.page == page
