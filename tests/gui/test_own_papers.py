"""Papers of the user's own: offered where they were typed once, newest first, until removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts.document_fields import MOST_PAPERS, OwnPapers
from mazeeditor.app.settings import Settings
from mazeeditor.gui.forms.fields import Box
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.page.paper import OFFERS, paper_words
from tests.events import click, key, settle, type_text
from tests.gui.desk import Desk, open_desk, open_more

pytestmark = pytest.mark.usefixtures("display")
SHOWN = [paper_words(page) for page in OFFERS]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = open_desk(Settings(path=tmp_path / "settings.json"))
    desk.window.show_section("page")
    open_more(desk.section(PagePanel).form)
    return desk


def box_of(desk: Desk) -> Box:
    return desk.section(PagePanel).form.boxes["page"]


def type_paper(desk: Desk, size: str) -> None:
    field = box_of(desk).typed_in
    click(field)
    key(field, "ctrl+a")
    type_text(field, f"{size}\n")


def offered(desk: Desk) -> list[str]:
    """Return what the opened list shows, and close it."""
    field = box_of(desk).typed_in
    desk.root.lift()
    click(field)
    key(field, "Down")
    window = str(field.tk.call("ttk::combobox::PopdownWindow", field))
    result = list(map(str, field.tk.splitlist(field.tk.call(f"{window}.f.l", "get", 0, "end"))))
    key(field, "Escape")
    return result


@pytest.mark.slow
def test_sizes_that_were_typed_are_offered_newest_first(desk: Desk) -> None:
    for size in ("210 x 200", "a5", "6,5 x 9 in".replace(",", "."), "6x9in", "210x200mm"):
        type_paper(desk, size)
    assert offered(desk) == ["210 × 200 mm", "6.5 × 9 in", *SHOWN]
    type_paper(desk, "nonsense")
    type_paper(desk, "2x3mm")
    assert offered(desk) == ["210 × 200 mm", "6.5 × 9 in", *SHOWN]


@pytest.mark.slow
def test_one_is_chosen_by_keys_and_removed_by_a_click(desk: Desk) -> None:
    for size in ("210x200mm", "6.5x9in", "A4"):
        type_paper(desk, size)
    panel, field = desk.section(PagePanel), box_of(desk).typed_in
    assert panel.remove.instate(["disabled"]), "A4 stays"
    for name in ("Down", "ctrl+Home", "Return"):
        key(field, name)
    assert desk.document.page.page == "6.5x9in"
    assert desk.document.undo_name == "Change page: Paper"
    click(panel.remove)
    assert desk.document.page.page == "6.5x9in", "only the list has changed"
    assert offered(desk) == ["210 × 200 mm", *SHOWN]
    assert panel.remove.instate(["disabled"])
    type_paper(desk, "210x200mm")
    desk.wait(lambda: panel.remove.instate(["!disabled"]), "the button")
    panel.remove.focus_set()
    key(desk.root, "space")
    desk.wait(lambda: offered(desk) == [*SHOWN], "the list")


@pytest.mark.slow
def test_all_windows_and_the_next_start_offer_them(desk: Desk, tmp_path: Path) -> None:
    type_paper(desk, "210x200mm")
    desk.window.run(COMMANDS["new-window"])
    desk.wait(lambda: len(desk.windows) == 2, "the other window")
    other = Desk(desk.windows[-1])
    other.wait_for_work()
    other.window.show_section("page")
    settle(other.root)
    assert offered(other)[0] == "210 × 200 mm"
    type_paper(other, "100x100mm")
    assert offered(desk)[:2] == ["100 × 100 mm", "210 × 200 mm"]
    desk.session.services.settings.save()
    assert OwnPapers(Settings.load(tmp_path / "settings.json")).sizes == ["100x100mm", "210x200mm"]


def test_a_handful_is_kept_and_what_is_none_is_left_out() -> None:
    settings = Settings(papers=["A4", "nonsense", "6X9IN", "6x9in", "100x110mm", "0x0mm"])
    papers = OwnPapers(settings)
    assert papers.sizes == ["100x110mm"]
    for width in range(101, 101 + 2 * MOST_PAPERS):
        papers.note("page", f"{width}x100mm")
    papers.note("margin", "55x55mm")
    papers.note("page", "fit")
    assert papers.sizes == [
        f"{width}x100mm" for width in range(100 + 2 * MOST_PAPERS, 100 + MOST_PAPERS, -1)
    ]
    assert settings.papers == papers.sizes
    papers.remove("55x55mm")
    assert len(papers.sizes) == MOST_PAPERS
