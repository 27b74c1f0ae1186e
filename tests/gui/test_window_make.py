"""Make, as a person uses it: a job is chosen, its sheet seen and played, a file written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mazeeditor.api import generate as made
from mazeeditor.app.making.tabs import TabDraft
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.gui.widgets import has_keyboard
from mazeeditor.making.jobs import JOBS
from mazeeditor.making.options import MakeOptions
from mazeeditor.making.sheets.picture import TINTS, SheetPicture
from mazeeditor.making.tabs.places import Bridge
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from mazeeditor.page.page import Page
from tests import events
from tests.events import click, key, screenshot, settle, wait_until
from tests.gui.desk import Desk, open_more
from tests.gui.making import settled, show_make

TINTED = {tuple(int(tint[i : i + 2], 16) for i in (1, 3, 5)) for tint in TINTS}


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.document.new(generate("prim", build("rectangular", rows=8, columns=10), 1))
    return desk


@pytest.mark.slow
def test_a_stencil_by_keys_alone(desk: Desk, tmp_path: Path) -> None:
    desk.answers.paths = [tmp_path / "a.svg"]
    make = show_make(desk)
    assert has_keyboard(make.objects.list)
    before = make.shown
    key(make, "Down")  # coaster, stencil
    assert make.draft.fields["job"] == "stencil"
    wait_until(make, lambda: make.shown is not before, 10, "the plan")
    settled(make)
    assert make.shown.problem == ""
    assert "pieces 1 " in make.shown.figures
    key(make, "ctrl+e")
    desk.wait_for_work()
    assert desk.answers.errors == []
    assert "outer-cut" in (tmp_path / "a.svg").read_text()
    made = {"object": "stencil", "job": "stencil", "overall": 200.0, "tab_every": 80.0}
    assert desk.session.services.settings.making == made


@pytest.mark.slow
def test_the_head_is_played(desk: Desk) -> None:
    make = show_make(desk)
    whole = screenshot(make.pages.view)
    click(make.play)
    wait_until(make, lambda: 0.02 < make.share.get() < 1)
    click(make.play)
    paused = make.share.get()
    settled(make)
    assert whole != screenshot(make.pages.view)
    assert make.share.get() == paused
    make.share.set(1.0)
    make._slide("")
    wait_until(make, lambda: whole == screenshot(make.pages.view))


@pytest.mark.slow
def test_what_is_wrong_stands_in_the_place_of_the_sheet(desk: Desk) -> None:
    make = show_make(desk)
    make.draft.fields.edit("sheet", "40x30mm")
    wait_until(make, lambda: bool(make.shown.problem), 20)
    assert "or a larger sheet" in make.shown.problem
    assert desk.verdict == "Cannot be made"
    settle(make)
    save = desk.window.bar.buttons["save-making"]
    assert save.instate(["disabled"])
    key(make, "ctrl+e")
    assert desk.answers.errors == desk.answers.asked == []
    reason = f"Nothing to save yet: {make.shown.problem}"
    assert reason in save.tip.current_text()
    assert make.play.instate(["disabled"])
    make.draft.fields.edit("sheet", None)
    wait_until(make, lambda: not make.shown.problem, 20)
    make.draft.fields.edit("job", "stencil")
    make.draft.fields.edit("outline", "none")  # a frame would hold all of it
    make.draft.fields.edit("tabs", "leave")
    wait_until(make, lambda: "2 loose pieces" in make.shown.warning, 20)


def test_loose_pieces_have_colours_of_their_own() -> None:
    from mazeeditor.making.plan import plan_making

    maze = made("prim", rows=8, columns=10, seed=1)
    page = Page(page="fit", cell=8.0, wall=2.0)
    for tabs, count in (("leave", 1), ("automatic", 0)):
        making = plan_making(maze, page, MakeOptions(job="stencil", outline="none", tabs=tabs))
        picture = SheetPicture.whole(making.sheets[0], making.machine, (400, 400)).image()
        colours = {colour for _count, colour in picture.getcolors(1 << 20) or []}
        assert len(colours & TINTED) == count


def check_fields(make: MakePane) -> None:
    """Check that all fields are shown that have an effect on the job, and no others."""
    for form in make.forms:
        for name, box in form.boxes.items():
            used = not box.option.why_unused(form.fields.values)
            opened = form.more is None or form.more.is_open
            in_front = form is make.forms[0]
            here = (name in make.draft.asks) == in_front or form.fields is make.draft.page_fields
            assert bool(box.widget.winfo_manager()) == (used and opened and here), name


@pytest.mark.slow
def test_every_job_has_a_picture(desk: Desk) -> None:
    make = show_make(desk)
    check_fields(make)
    open_more(make.forms[1])
    check_fields(make)
    for job in JOBS:
        before = make.shown
        make.draft.fields.edit("job", job.name)
        wait_until(make, lambda before=before: make.shown is not before, 15, job.name)  # type: ignore[misc]
        assert make.shown.problem == "", job.name
        assert make.shown.drawing is not None
        assert make.shown.figures
        check_fields(make)
        assert make.request().suffixes


# Tabs by hand


def stencil(desk: Desk) -> MakePane:
    """Show Make with a stencil of three pieces and more."""
    desk.document.new(made("prim", rows=6, columns=8, seed=1, braid=0.5))
    desk.session.services.settings.making = {"job": "stencil", "kerf": 0.2}
    desk.document.apply(SetPage(desk.document.page, Page(cell=8.0, wall=2.0)))

    make = show_make(desk)
    assert len(make.draft.tabs.bridges) > 2
    return make


def places(make: MakePane) -> list[tuple[float, float]]:
    """Return where the middles of the tabs are, in px of the view."""
    tabs = make.draft.tabs
    assert tabs.sheet_tabs
    assert make.sheet.view
    middles = tabs.sheet_tabs.ends(tabs.bridges)[0].mean(axis=1)
    return [make.sheet.view.to_px(x, y) for x, y in middles.tolist()]


def picture_of(make: MakePane) -> Image.Image:
    """Return what is seen of the sheet."""
    assert make.sheet.frame_shown
    return make.sheet.frame_shown.image


def loose(make: MakePane) -> int:
    """Return the number of loose pieces of the plan, compared with what the dialog says."""
    settled(make)
    sheet_tabs = make.draft.tabs.sheet_tabs
    assert sheet_tabs
    count = sheet_tabs.tabs.loose
    said = str(make.tabs.summary.cget("text")).partition(" · ")[2]
    assert said == ("" if count == 1 else f"{count} loose pieces")
    assert f"pieces {count} " in make.shown.figures
    return count


@pytest.mark.slow
def test_a_tab_is_dragged_along_its_border(desk: Desk) -> None:
    make = stencil(desk)
    view, tabs = make.pages.view, make.draft.tabs
    before = tabs.bridges
    number = 0
    # along the passage: at right angles to the tab
    dx, dy = (b - a for a, b in zip(before[0].begin, before[0].end, strict=True))
    assert make.sheet.view
    cell = 8 * make.sheet.view.scale
    length = (dx * dx + dy * dy) ** 0.5
    side = -1 if before[0].middle[0] > 4 else 1
    x, y = places(make)[number]
    step = (side * abs(dy) / length * cell / 3, side * abs(dx) / length * cell / 3)
    events.move(view, x, y)
    assert str(view["cursor"]) == "hand2"
    whole = screenshot(view)
    events.press(view, x, y)
    events.move(view, x + step[0] / 2, y + step[1] / 2)
    events.move(view, x + step[0], y + step[1])
    assert tabs.bridges == before  # a preview alone
    assert screenshot(view) != whole
    events.release(view)
    assert len(tabs.bridges) == len(before)
    assert tabs.bridges[1:] == before[1:]
    moved = tabs.bridges[0].middle
    assert abs(moved[0] - before[0].middle[0] - step[0] / cell) < 0.1
    assert abs(moved[1] - before[0].middle[1] - step[1] / cell) < 0.1
    assert loose(make) == 1
    assert tabs.sheet_tabs
    assert tabs.sheet_tabs.tabs.bridges == tabs.bridges
    key(view, "ctrl+z")
    assert tabs.bridges == before
    assert not tabs.by_hand
    key(view, "ctrl+y")
    assert tabs.by_hand
    assert loose(make) == 1
    key(desk.root, "alt+1")
    assert desk.document.tabs["between walls"]  # what was placed is the document's
    assert desk.document.undo_name == "Place tabs"


@pytest.mark.slow
def test_tabs_are_moved_removed_and_added_by_keys_alone(desk: Desk) -> None:
    make = stencil(desk)
    view, tabs = make.pages.view, make.draft.tabs
    automatic = tabs.bridges
    while not has_keyboard(view):
        key(make, "Tab")
    moved = move_by_keys(make)
    key(view, "Delete")
    assert len(tabs.bridges) == len(automatic) - 1
    assert loose(make) == 2
    colours = {colour for _n, colour in picture_of(make).getcolors(1 << 20) or []}
    assert len(colours & TINTED) == 1
    key(view, "Insert")
    assert loose(make) == 1
    key(view, "Insert")  # one more beside it
    assert (loose(make), len(tabs.bridges)) == (1, len(automatic) + 1)
    for _step in range(3):
        key(view, "ctrl+z")
    assert tabs.bridges == moved
    key(view, "Home")
    settled(make)
    assert tabs.bridges == automatic


def move_by_keys(make: MakePane) -> tuple[Bridge, ...]:
    """Choose a tab and move it; return the tabs that there are then."""
    view, tabs = make.pages.view, make.draft.tabs
    automatic = tabs.bridges
    key(view, "Right")  # the first one
    assert tabs.chosen == 0
    key(view, "Right")
    key(view, "Left")
    chosen = tabs.chosen
    assert chosen is not None
    for direction in ("Left", "Right", "Up", "Down"):
        key(view, f"shift+{direction}")
        if tabs.by_hand:
            break
        assert tabs.problem in make.tabs.hint.cget("text")
    assert tabs.bridges[chosen] != automatic[chosen]
    settled(make)
    return tabs.bridges


def is_near(tabs: TabDraft, x: float, y: float) -> bool:
    """Whether a tab can be at a place in mm."""
    bridge = tabs.sketch(None, x, y)
    if bridge is None or tabs.sheet_tabs is None:
        return False
    middle = tabs.sheet_tabs.ends([bridge])[0, 0].mean(axis=0)
    return bool(np.hypot(*(middle - (x, y))) < 2)


@pytest.mark.slow
def test_a_double_click_adds_a_tab_and_a_button_puts_all_back(desk: Desk) -> None:
    make = stencil(desk)
    view, tabs = make.pages.view, make.draft.tabs
    automatic = tabs.bridges
    assert tabs.sheet_tabs
    assert make.sheet.view
    place = next(
        (x, y)
        for x in range(4, 60, 2)
        for y in range(4, 40, 2)
        if tabs.sheet_tabs.tab_at(automatic, x, y, 8) is None and is_near(tabs, x, y)
    )
    at = make.sheet.view.to_px(*place)
    click(view, *at)
    assert tabs.chosen is None
    click(view, *at, count=2)  # soon after: three clicks add one tab
    assert len(tabs.bridges) == len(automatic) + 1
    assert tabs.chosen == len(automatic)
    assert loose(make) == 1
    x, y = places(make)[-1]
    assert abs(x - at[0]) + abs(y - at[1]) < 20
    click(make.tabs.button)
    settled(make)
    assert tabs.bridges == automatic
    assert make.tabs.button.instate(["disabled"])
    make.draft.fields.edit("tabs", "leave")
    settled(make)
    assert not make.tabs.button.winfo_ismapped()
    assert "loose pieces" in make.shown.warning
