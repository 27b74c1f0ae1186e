"""Characters of a title that no typeface has are named on the page, and asked about at export."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.gui.panels.page_panel import PagePanel
from tests.core.typefaces.small_fonts import small_font
from tests.dialogs import dialog
from tests.events import key
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk(own_fonts: Path) -> Desk:
    assert not list(own_fonts.iterdir())
    desk = open_desk()
    desk.window.show_section("page")
    return desk


def entitle(desk: Desk, title: str) -> PagePanel:
    """Give the page a title; return the section when its preview is drawn."""
    section = desk.section(PagePanel)
    section.form.fields.edit("title", title)
    desk.wait(lambda: desk.document.page.title == title, "the title")
    desk.wait(lambda: section.preview.settled, "the preview")
    return section


@pytest.mark.slow
def test_the_page_names_them_until_there_is_a_typeface(desk: Desk, own_fonts: Path) -> None:
    section = entitle(desk, "Лабиринт")
    assert not section.notice.error.winfo_ismapped()
    boxes = section.form.boxes.values()
    before = [box.widget.winfo_rooty() for box in boxes]
    entitle(desk, "Maze ไ")
    desk.wait(lambda: bool(section.notice.error.winfo_viewable()), "the warning")
    text = str(section.notice.error["text"])
    assert "ไ (U+0E44): left out. Install Noto Sans Thai." in text
    assert [box.widget.winfo_rooty() for box in boxes] == before
    assert section.notice.error.winfo_width() <= desk.view.winfo_width()
    small_font(own_fonts / "thai.ttf", "Thai", "ไ")
    entitle(desk, "Mazes ไ")
    desk.wait(lambda: not section.notice.error.winfo_ismapped(), "no warning")


@pytest.mark.slow
def test_export_asks_about_letters_that_are_not_there(desk: Desk, tmp_path: Path) -> None:
    desk.session.services.settings.format = "svg"

    def export(name: str) -> Path:
        desk.answers.paths = [tmp_path / name]
        with dialog(desk.root, lambda window: key(window, "Return"), "Export"):
            key(desk.root, "ctrl+e")
        return tmp_path / name

    entitle(desk, "Лабиринт")
    file = export("known.svg")
    desk.wait(file.exists, "the file")
    desk.wait_for_work()
    assert not desk.answers.texts
    entitle(desk, "Maze ไ")
    for answer in (None, "export"):
        desk.answers.chosen = [answer]
        file = export("missing.svg")
        desk.wait(lambda: not desk.answers.chosen, "the question")
        desk.wait_for_work()
        assert "Noto Sans Thai" in desk.answers.texts[-1]
        assert file.exists() == (answer == "export")
