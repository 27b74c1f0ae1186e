"""Make, as a person uses it: a job is chosen, its sheet seen and played, a file written."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from mazeeditor.api import generate as made
from mazeeditor.generators import generate
from mazeeditor.gui.dialogs.make_dialog import MakeDialog
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.make_options import MakeOptions
from mazeeditor.shapes import build
from tests.dialogs import TclWindow, dialog
from tests.events import click, key, screenshot, wait_until
from tests.gui.desk import Desk, open_desk

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def desk() -> Desk:
    desk = open_desk()
    desk.document.new(generate("prim", build("rectangular", rows=8, columns=10), 1))
    return desk


def shown(desk: Desk, window: TclWindow) -> MakeDialog:
    """Return the dialog when its sheet is drawn."""
    make = desk.root.nametowidget(str(window))
    assert isinstance(make, MakeDialog)
    wait_until(make, lambda: bool(make.pages._photos or make.shown.problem), 20, "the sheet")
    return make


def test_a_stencil_by_keys_alone(desk: Desk, tmp_path: Path) -> None:
    desk.answers.paths = [tmp_path / "a.svg"]

    def act(window: TclWindow) -> None:
        make = shown(desk, window)
        before = make.shown
        make.forms[0].boxes["job"].typed_in.focus_force()
        key(make, "Down", 3)  # the list opens; score, slots, stencil
        key(make, "Return")
        assert make._draft.fields["job"] == "stencil"
        wait_until(make, lambda: make.shown is not before, 10, "the plan")
        assert make.shown.problem == ""
        assert "pieces 1 " in make.shown.figures
        make.forms[-1].boxes["gap"].typed_in.focus_force()
        key(make, "Return")

    with dialog(desk.root, act, "Make"):
        key(desk.root, "ctrl+alt+m")
    desk.wait_for_work()
    assert desk.answers.errors == []
    assert "outer-cut" in (tmp_path / "a.svg").read_text()
    assert desk.workspace.settings.making == {"job": "stencil"}


def test_the_head_is_played(desk: Desk) -> None:
    def act(window: TclWindow) -> None:
        make = shown(desk, window)
        whole = screenshot(make.pages.view)
        click(make.play)
        wait_until(make, lambda: 0.02 < make.share.get() < 1)
        click(make.play)
        paused = make.share.get()
        wait_until(make, lambda: whole != screenshot(make.pages.view))
        assert make.share.get() == paused
        make.share.set(1.0)
        make._slide("")
        wait_until(make, lambda: whole == screenshot(make.pages.view))
        key(make, "Escape")

    with dialog(desk.root, act, "Make"):
        key(desk.root, "ctrl+alt+m")


def test_what_is_wrong_stands_in_the_place_of_the_sheet(desk: Desk) -> None:
    def act(window: TclWindow) -> None:
        make = shown(desk, window)
        make._draft.fields.edit("sheet", "40x30mm")
        wait_until(make, lambda: bool(make.shown.problem), 20)
        assert "take smaller cells or a larger sheet" in make.shown.problem
        assert make.play.instate(["disabled"])
        make._draft.fields.edit("sheet", None)
        wait_until(make, lambda: not make.shown.problem, 20)
        make._draft.fields.edit("tabs", "leave")
        make._draft.fields.edit("job", "stencil")
        wait_until(make, lambda: "2 loose pieces" in make.shown.warning, 20)
        key(make, "Escape")

    with dialog(desk.root, act, "Make"):
        key(desk.root, "ctrl+alt+m")
    assert desk.workspace.settings.making == {}


def test_loose_pieces_have_colours_of_their_own() -> None:
    from mazeeditor.drawing.page import Page
    from mazeeditor.making.making import plan_making
    from mazeeditor.making.sheet_picture import TINTS, SheetPicture

    maze = made("prim", rows=8, columns=10, seed=1)
    page = Page(page="fit", cell=8.0, wall=2.0)
    for tabs, count in (("leave", 2), ("automatic", 0)):
        making = plan_making(maze, page, MakeOptions(job="stencil", tabs=tabs))  # type: ignore[arg-type]
        picture = SheetPicture.of(making.sheets[0], making.machine, (400, 400)).base
        colours = {colour for _count, colour in picture.getcolors(1 << 20) or []}
        tints = {tuple(int(tint[i : i + 2], 16) for i in (1, 3, 5)) for tint in TINTS}
        assert len(colours & tints) == count
        assert isinstance(picture, Image.Image)


def test_every_job_has_a_picture(desk: Desk) -> None:
    def act(window: TclWindow) -> None:
        make = shown(desk, window)
        for job in JOBS:
            before = make.shown
            make._draft.fields.edit("job", job.name)
            wait_until(make, lambda before=before: make.shown is not before, 15, job.name)  # type: ignore[misc]
            assert make.shown.problem == "", job.name
            assert make.shown.picture is not None
            assert make.shown.figures
            assert make._request().suffixes
        key(make, "Escape")

    with dialog(desk.root, act, "Make"):
        key(desk.root, "ctrl+alt+m")
