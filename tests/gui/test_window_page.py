"""The Page section: an edit a change, a preview of what is exported, and a page that would do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import ImageColor

from mazeeditor.app.printing.snapshot import Print
from mazeeditor.core.job import Job
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.maze.generators import generate
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.shapes import build
from mazeeditor.page.formats import EXPORTERS
from mazeeditor.page.page import Page
from mazeeditor.page.raster.raster import draw
from tests.dialogs import TclWindow, descendants, dialog
from tests.events import click, key, move, screenshot, settle
from tests.gui.desk import Desk, open_more


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.window.show_section("page")
    return desk


@pytest.fixture
def section(desk: Desk) -> PagePanel:
    return desk.section(PagePanel)


def set_page(desk: Desk, **values: object) -> None:
    page = desk.document.page
    desk.document.apply(SetPage(page, replace(page, **values)))  # type: ignore[arg-type]


def wait_for_preview(desk: Desk, section: PagePanel) -> None:
    if section.preview.winfo_manager():
        desk.window.build_panel().see(section.preview)
    desk.wait(lambda: section.preview.settled, "the preview")


@pytest.mark.slow
def test_the_preview_is_the_page_that_is_exported(desk: Desk, section: PagePanel) -> None:
    values = {"title": "For Otto", "orientation": "landscape", "marks": "word", "walls": "bands"}
    set_page(desk, **values, solution="page")
    wait_for_preview(desk, section)
    shown, _answer = section.preview.shown.images
    scene, _answer_scene = Print.of(desk.document).scenes(Job())
    assert np.array_equal(np.asarray(shown), np.asarray(draw(scene, shown.width)))
    assert shown.width > shown.height
    assert "297 × 210 mm" in str(section.summary.cget("text"))
    assert ". Suits: Adults" in str(section.summary.cget("text"))


@pytest.mark.slow
def test_an_edit_reaches_the_preview_once_it_is_shown(desk: Desk, section: PagePanel) -> None:
    set_page(desk, solution="page")
    wait_for_preview(desk, section)
    before = np.asarray(section.preview.shown.images[0]).copy()
    desk.session.view.toolbox.choose("wall")
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    wait_for_preview(desk, section)
    assert not np.array_equal(np.asarray(section.preview.shown.images[0]), before)
    desk.window.show_tab("draw")
    hidden = section.preview.shown
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    desk.wait_for_work()
    assert section.preview.shown is hidden, "a hidden one is not drawn"
    desk.window.show_tab("page")
    desk.wait(lambda: section.preview.shown is not hidden, "the preview")


@pytest.mark.slow
def test_a_page_without_room_offers_one_with_it(desk: Desk, section: PagePanel) -> None:
    set_page(desk, cell=12.0)
    wait_for_preview(desk, section)
    assert "5.98 mm would fit" in str(section.notice.error.cget("text"))
    assert section.preview.shown.images == ()
    click(section.notice.offer)
    assert desk.document.page.cell == 5.98
    wait_for_preview(desk, section)
    assert not section.preview.shown.problem
    assert not section.notice.error.winfo_viewable()
    assert not section.notice.offer.winfo_viewable()


@pytest.mark.slow
def test_a_large_maze_is_drawn_when_asked_for(
    desk: Desk, section: PagePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mazeeditor.app.printing.shown_page.MOST_CELLS", 1000)
    set_page(desk, margin=20.0)
    wait_for_preview(desk, section)
    assert section.preview.shown.images == ()
    assert "297 × 210 mm" in str(section.summary.cget("text"))
    panel = desk.window.build_panel()
    panel.see(section.preview)
    click(section.preview.ask)
    desk.wait(lambda: bool(section.preview.shown.images), "the preview")
    set_page(desk, cell=12.0)
    wait_for_preview(desk, section)
    assert "would fit" in str(section.notice.error.cget("text"))


@pytest.mark.slow
def test_every_format_is_written_from_the_dialog(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "out"
    desk.document.new(
        generate("prim", build("rectangular", rows=16, columns=16), 1)
    )  # as files of contests need
    for exporter in EXPORTERS:
        desk.answers.paths = [path]  # without a suffix: the format's is added
        desk.session.services.settings.format = exporter.name
        with dialog(desk.root, lambda window: key(window, "Return"), "Export"):
            key(desk.root, "ctrl+e")
        desk.wait_for_work()
        assert desk.answers.errors == []
        assert path.with_suffix(exporter.suffix).stat().st_size > 100


@pytest.mark.sample(1)
@pytest.mark.parametrize("panel", [True, False])
def test_a_problem_is_told_once(desk: Desk, section: PagePanel, panel: bool) -> None:
    """By a notice with an edge, or in the status bar where the panel, which has it, is hidden."""
    desk.window.show_panel(panel)
    settle(desk.root)
    content, boxes = desk.window.switch.content, section.form.boxes.values()
    before = [box.widget.winfo_rooty() for box in boxes]
    set_page(desk, cell=40.0)
    desk.wait(lambda: content.settled and (section.preview.settled or not panel), "the page")
    settle(desk.root)
    assert section.notice.winfo_ismapped() == panel
    assert ("Cells of 40 mm" in desk.window.status.text) != panel
    if panel:
        edge = screenshot(section.notice).getpixel((0, 5))
        assert edge == ImageColor.getrgb(desk.theme.outline)
        assert [box.widget.winfo_rooty() for box in boxes] == before, "no field moves"
        desk.window.show_panel(False)
        settle(desk.root)
        assert not section.notice.winfo_ismapped()


@pytest.mark.slow
def test_a_field_that_does_nothing_is_grey_and_says_why(desk: Desk, section: PagePanel) -> None:
    open_more(section.form)
    box = section.form.boxes["wall"]
    assert not box.widget.instate(["disabled"])
    section.form.fields.edit("walls", "hairlines")
    settle(desk.root)
    assert box.widget.instate(["disabled"])
    wait_for_preview(desk, section)  # below which the fields move as lines come and go
    desk.window.build_panel().see(box.widget)
    settle(desk.root)
    move(box.widget)
    reason = box.option.why_unused(section.form.fields.values)
    assert reason
    desk.wait(lambda: reason in shown_texts(desk), "the tooltip")
    desk.document.undo()
    settle(desk.root)
    assert not box.widget.instate(["disabled"])


def shown_texts(desk: Desk) -> list[str]:
    """Return the texts of all tooltips that are shown."""
    paths = descendants(desk.root, ".")
    labels = [TclWindow(desk.root, path) for path in paths]
    return [
        str(label.tk.call(label, "cget", "-text"))
        for label in labels
        if label.winfo_class() == "TLabel"
        and label.tk.call(label, "cget", "-style") == "Tip.TLabel"
    ]


@pytest.mark.parametrize("mend", ["Use fewer cells (Experts)", "Print on A2"])
def test_a_maze_too_small_to_solve_is_mended(desk: Desk, section: PagePanel, mend: str) -> None:
    """The maze itself may be perfect: its sign was green."""
    recipe = Recipe("backtracker", seed=3, sizes={"rows": 120, "columns": 40})
    desk.document.new(maze_of(recipe), recipe, Page(page="A4"))
    desk.wait_for_work()
    key(desk.root, "alt+2")
    verdict = desk.session.view.verdict
    desk.wait(lambda: verdict.chip()[0] == "bad", "the sign")
    assert verdict.chip() == ("bad", "Too small to solve on this page")
    assert str(section.notice.error.cget("text")).startswith("Too small to solve on this page: ")
    button = next(one for one in section.notice.offers if one.cget("text") == mend)
    button.focus_force()
    key(button, "space")
    desk.wait_for_work()
    desk.wait(lambda: verdict.settled and verdict.chip()[0] == "good", "no more")
    assert not section.notice.error.winfo_viewable()
    key(desk.root, "alt+1")


def test_an_old_file_of_the_second_page_is_asked_about(desk: Desk, tmp_path: Path) -> None:
    set_page(desk, solution="page")
    old = tmp_path / "out-solution.svg"
    old.write_text("precious")
    desk.session.services.settings.format = "svg"
    desk.answers.paths, desk.answers.confirmed = [tmp_path / "out.svg"], [False]
    with dialog(desk.root, lambda window: key(window, "Return"), "Export"):
        key(desk.root, "ctrl+e")
    desk.wait_for_work()
    assert old.read_text() == "precious"
    assert not (tmp_path / "out.svg").exists()
    desk.answers.paths, desk.answers.confirmed = [tmp_path / "out.svg"], [True]
    with dialog(desk.root, lambda window: key(window, "Return"), "Export"):
        key(desk.root, "ctrl+e")
    desk.wait_for_work()
    assert old.read_text().startswith("<?xml")
    assert (tmp_path / "out.svg").exists()


def test_a_page_is_judged_also_while_the_panel_is_hidden(desk: Desk) -> None:
    recipe = Recipe("backtracker", seed=3, sizes={"rows": 120, "columns": 40})
    desk.document.new(maze_of(recipe), recipe, Page(page="A4"))
    desk.window.show_panel(False)
    key(desk.root, "alt+1")
    desk.wait_for_work()
    verdict = desk.session.view.verdict
    assert verdict.chip()[0] == "good", "no page is shown"
    key(desk.root, "alt+2")
    desk.wait(lambda: verdict.chip()[0] == "bad", "the sign")
    assert verdict.chip() == ("bad", "Too small to solve on this page")
    key(desk.root, "alt+1")
    desk.wait(lambda: verdict.chip()[0] == "good", "the maze alone")
