"""Marks, and things along the route, of the Page section: chosen by keys and by the mouse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tkinter import ttk

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.page.drawings.motifs import Motif, motif_of
from mazeeditor.page.questions.asking import label_of as label_of_questions
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, settle
from tests.gui.desk import Desk, open_more


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.window.show_section("page")
    page = desk.document.page  # with an answer page, so that both are shown small
    desk.document.apply(SetPage(page, replace(page, solution="page")))
    return desk


@pytest.fixture
def section(desk: Desk) -> PagePanel:
    section = desk.section(PagePanel)
    open_more(section.form)
    return section


def box(desk: Desk, section: PagePanel, name: str) -> ttk.Combobox:
    widget = section.form.boxes[name].widget
    assert isinstance(widget, ttk.Combobox)
    desk.window.build_panel().see(widget)
    settle(desk.root)
    return widget


def choose(desk: Desk, section: PagePanel, name: str, label: str) -> None:
    """Choose an entry of a list as users do: with the arrow keys."""
    widget = box(desk, section, name)
    click(widget)  # opens the list, whose current entry is the one in use
    settle(desk.root)
    labels = list(map(str, widget["values"]))
    steps = labels.index(label) - (labels.index(widget.get()) if widget.get() in labels else 0)
    key(widget, "Down" if steps > 0 else "Up", abs(steps)) if steps else None
    key(widget, "Return")
    settle(desk.root)
    assert widget.get() == label


@pytest.mark.slow
def test_a_drawing_of_the_user(desk: Desk, section: PagePanel, tmp_path: Path) -> None:
    """A hostile one changes nothing; one that is safe is kept, also while words are chosen."""
    own, hostile = tmp_path / "own.svg", tmp_path / "hostile.svg"
    own.write_text('<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>')
    hostile.write_text("<svg><image href='file:///etc/passwd'/></svg>")
    settle(desk.root)
    assert not section.form.files["goal_picture"].winfo_ismapped()
    choose(desk, section, "marks", "Pictures")

    def choose_own(name: str, path: Path) -> None:
        desk.answers.paths.append(path)
        desk.window.build_panel().see(section.form.files[name])
        settle(desk.root)
        with dialog(desk.root, choose_file, "Choose a picture"):
            click(section.form.files[name])
        desk.wait_for_work()

    choose_own("start_picture", hostile)
    assert desk.document.page.start_picture == "mouse"
    (error,) = desk.answers.errors
    assert "hostile.svg" in str(error)
    assert "pictures in it" in str(error)
    choose_own("goal_picture", own)
    motif = motif_of(desk.document.page.goal_picture)
    assert isinstance(motif, Motif)
    assert motif.name == "own.svg"
    assert box(desk, section, "goal_picture").get() == "own.svg"
    choose(desk, section, "marks", "Words")
    choose(desk, section, "marks", "Pictures")
    assert box(desk, section, "goal_picture").get() == "own.svg"


def choose_file(window: TclWindow) -> None:
    click(window.find("TButton", "From a file…"))


@pytest.mark.slow
def test_questions_at_forks(desk: Desk, section: PagePanel, tmp_path: Path) -> None:
    """Kinds are in a list; a CSV is asked for without a choice of pictures, and kept."""
    open_more(section.form)
    desk.session.view.draft.sizes.update({"rows": 8, "columns": 8})
    desk.window.run(COMMANDS["generate"])
    desk.wait_for_work()
    choose(desk, section, "along", "Questions at forks")
    choose(desk, section, "questions", "Multiplication up to 100")
    assert desk.document.page.questions == "times-100"
    desk.wait(lambda: section.preview.settled, "the preview")
    assert section.preview.shown.problem == ""
    path = tmp_path / "words.csv"
    path.write_text("dog,Hund\ncat,Katze\nbird,Vogel\ntree,Baum\nmoon,Mond\n")
    desk.answers.paths.append(path)
    desk.window.build_panel().see(section.form.files["questions"])
    settle(desk.root)
    click(section.form.files["questions"])
    desk.wait_for_work()
    assert desk.document.page.questions.startswith("data:text/csv;name=words.csv")
    assert box(desk, section, "questions").get() == "words.csv"
    desk.document.undo()
    before = desk.document.page.questions
    assert box(desk, section, "questions").get() == label_of_questions(before)
    path.write_text("dog\n")
    desk.answers.paths.append(path)
    click(section.form.files["questions"])
    desk.wait_for_work()
    assert desk.document.page.questions == before
    (error,) = desk.answers.errors
    assert "needs a question and its answer" in str(error)
