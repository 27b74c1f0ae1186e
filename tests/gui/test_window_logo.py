"""The logo of the Page section: chosen, shown, undone, removed; a message where it does not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mazeeditor.core.pictures import logo_of
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.maze.generators import generate
from mazeeditor.maze.masks.cutting import cut
from mazeeditor.maze.shapes import build
from tests.events import click, settle
from tests.gui.desk import Desk, open_desk, open_more

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    Image.new("RGB", (30, 20), "red").save(tmp_path / "otto.png")
    desk = open_desk()
    desk.window.show_section("page")
    return desk


@pytest.fixture
def section(desk: Desk) -> PagePanel:
    section = desk.section(PagePanel)
    open_more(section.form)
    panel = desk.window.build_panel()
    panel.see(section.logo)
    return section


def choose(desk: Desk, section: PagePanel, path: Path | None) -> None:
    desk.answers.paths.append(path)
    settle(desk.root)  # a mask takes one row more above
    desk.window.build_panel().see(section.logo)
    settle(desk.root)
    click(section.logo.choose)
    desk.wait_for_work()


def with_hole(desk: Desk) -> None:
    lattice = cut("hole", build("rectangular", rows=20, columns=20)).lattice
    desk.document.new(generate("backtracker", lattice, 1))


@pytest.mark.slow
def test_choose_undo_redo_remove(desk: Desk, section: PagePanel, tmp_path: Path) -> None:
    with_hole(desk)
    page = desk.document.page
    desk.document.apply(SetPage(page, replace(page, solution="page")))  # both are shown small
    choose(desk, section, tmp_path / "otto.png")
    assert logo_of(desk.document.page.logo).name == "otto.png"
    assert section.logo.file.cget("text") == "otto.png, 30 × 20 px"
    assert section.logo.file.winfo_viewable()
    assert desk.document.undo_name == "Change page: Logo"
    desk.wait(lambda: section.preview.settled, "the preview")
    pixels = np.asarray(section.preview.shown.images[0].convert("RGB")).reshape(-1, 3)
    assert (pixels == (255, 0, 0)).all(axis=1).sum() > 100
    desk.document.undo()
    assert desk.document.page.logo == ""
    assert not section.logo.file.winfo_viewable()
    desk.document.redo()
    click(section.logo.remove)
    assert desk.document.page.logo == ""
    assert section.logo.remove.instate(["disabled"])


def test_a_broken_picture_changes_nothing(desk: Desk, section: PagePanel, tmp_path: Path) -> None:
    choose(desk, section, None)
    assert desk.answers.errors == []
    (tmp_path / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    choose(desk, section, tmp_path / "broken.png")
    (sentence,) = desk.answers.errors
    assert sentence.startswith("Cannot read the picture broken.png: ")
    assert not desk.document.dirty
