"""The sheet of Make, zoomed and moved by mouse and keys, while it is played and tabs are moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from mazeeditor.api import generate
from mazeeditor.editing.edits import SetPage
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.making.sheets.view import SheetView
from mazeeditor.page.page import Page
from tests import events
from tests.events import click, key, screenshot, wait_until
from tests.gui.desk import open_desk
from tests.gui.making import box_of, settled, show_make

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def stencil() -> Iterator[Callable[..., MakePane]]:
    """Return what shows Make with a stencil; no error may have come at the end."""
    desk = open_desk()

    def show(rows: int = 6, wall: float = 2.0) -> MakePane:
        desk.document.new(generate("prim", rows=rows, columns=rows, seed=1, braid=0.5))
        desk.session.services.settings.making = {"job": "stencil", "kerf": 0.2}
        desk.document.apply(SetPage(desk.document.page, Page(cell=8.0, wall=wall)))
        return show_make(desk)

    yield show
    assert desk.answers.errors == []


def view_of(make: MakePane) -> SheetView:
    assert make.sheet.view
    return make.sheet.view


def seen(make: MakePane) -> SheetView | None:
    return make.sheet.frame_shown.view if make.sheet.frame_shown else None


@pytest.mark.slow
def test_the_wheel_zooms_at_the_pointer_and_drags_move(stencil: Callable[..., MakePane]) -> None:
    make = stencil()
    view, whole = make.pages.view, view_of(make)
    before = screenshot(view)
    place = whole.to_mm(200, 150)
    for _notch in range(6):
        events.wheel(view, 1, 200, 150)
    settled(make)
    near = view_of(make)
    assert near.percent > 3 * whole.percent
    assert near.to_mm(200, 150) == pytest.approx(place)
    assert make.sheet.zoom is not None
    assert make.sheet.zoom.get() == f"{near.percent:.0f} %"
    assert screenshot(view) != before
    for button in (2, 1):
        left = view_of(make).left
        events.press(view, 200, 150, button=button)
        events.move(view, 160, 140)
        events.move(view, 140, 130)
        events.release(view, button=button)
        assert (view_of(make).left - left) * near.scale == pytest.approx(60, abs=1)
        assert str(view["cursor"]) in ("", "hand2")
    for _notch in range(12):
        events.wheel(view, -1, 200, 150)
    settled(make)
    assert view_of(make).percent == pytest.approx(100)  # no smaller
    key(view, "0")
    assert view_of(make).fits


@pytest.mark.slow
def test_keys_zoom_move_and_fit_as_in_the_window(stencil: Callable[..., MakePane]) -> None:
    make = stencil()
    view, whole = make.pages.view, view_of(make)
    box_of(make, "gap").typed_in.focus_force()
    key(make, "ctrl+plus")  # from a field too
    assert view_of(make).scale > whole.scale
    key(make, "plus")  # is text there
    once = view_of(make)
    view.focus_force()
    key(view, "plus", 5)
    key(view, "minus")
    assert view_of(make).percent == pytest.approx(once.percent * 1.25**4)
    left = view_of(make).left
    key(view, "ctrl+Right")
    assert view_of(make).left > left
    key(view, "0")
    assert view_of(make).fits
    key(view, "ctrl+1")
    assert view_of(make).percent == pytest.approx(100)
    key(view, "ctrl+0")
    assert view_of(make).fits


@pytest.mark.slow
def test_a_tab_of_half_a_millimetre_is_dragged_close_by(stencil: Callable[..., MakePane]) -> None:
    make = stencil(rows=10)
    view, tabs = make.pages.view, make.draft.tabs
    view.focus_force()
    key(view, "Right")
    number = tabs.chosen
    assert number is not None
    assert tabs.sheet_tabs
    x, y = tabs.sheet_tabs.ends([tabs.bridges[number]])[0, 0].mean(axis=0).tolist()
    px, py = view_of(make).to_px(x, y)
    for _notch in range(9):
        events.wheel(view, 1, px, py)
    settled(make)
    assert 0.5 * view_of(make).scale > 8
    px, py = view_of(make).to_px(x, y)
    before = tabs.bridges[number]
    dx, dy = (b - a for a, b in zip(before.begin, before.end, strict=True))
    across = (30, 0) if abs(dy) > abs(dx) else (0, 30)
    events.move(view, px, py)
    assert str(view["cursor"]) == "hand2"
    events.press(view, px, py)
    events.move(view, px + across[0] / 2, py + across[1] / 2)
    events.move(view, px + across[0], py + across[1])
    events.release(view)
    after = tabs.bridges[number]
    moved = (after.middle[0] - before.middle[0]) ** 2 + (after.middle[1] - before.middle[1]) ** 2
    assert moved**0.5 * 8 == pytest.approx(30 / view_of(make).scale, abs=0.2)
    settled(make)
    assert not view_of(make).fits  # the view stays when the sheet is planned anew


@pytest.mark.slow
def test_what_keys_choose_comes_into_view(stencil: Callable[..., MakePane]) -> None:
    make = stencil(rows=12)
    view, tabs = make.pages.view, make.draft.tabs
    view.focus_force()
    key(view, "plus", 10)
    for arrow in ("Right", "Right", "Down", "Left", "Up"):
        key(view, arrow)
        assert tabs.chosen is not None
        assert tabs.sheet_tabs
        middle = tabs.sheet_tabs.ends([tabs.bridges[tabs.chosen]])[0, 0].mean(axis=0)
        x, y = view_of(make).to_px(*middle.tolist())
        assert 0 < x < view.winfo_width()
        assert 0 < y < view.winfo_height()


@pytest.mark.slow
def test_it_is_zoomed_while_the_head_moves(stencil: Callable[..., MakePane]) -> None:
    make = stencil()
    view = make.pages.view
    click(make.play)
    wait_until(make, lambda: make.share.get() > 0.01)
    for _notch in range(3):
        events.wheel(view, 1, 100, 100)
    share = make.share.get()
    wait_until(make, lambda: make.share.get() > share)
    assert not view_of(make).fits
    wait_until(make, lambda: seen(make) == view_of(make))
    view.focus_force()
    key(view, "0")
    before, top = view_of(make), make.winfo_toplevel()
    top.geometry(f"{top.winfo_width() + 200}x{top.winfo_height() + 60}")
    wait_until(make, lambda: view_of(make).size[0] > before.size[0] + 150)
    settled(make)
    assert view_of(make).fits
    assert view_of(make).scale > before.scale, "a larger sheet in a larger window"
    assert make.sheet.photo is not None
    assert make.sheet.photo.width() == view_of(make).size[0]


@pytest.mark.slow
def test_a_resize_while_a_list_is_open_is_no_error(stencil: Callable[..., MakePane]) -> None:
    make = stencil()
    box_of(make, "machine").typed_in.focus_force()
    key(make, "Down")
    wait_until(make, lambda: "popdown" in str(make.tk.call("focus")), 20, "the list")
    height = make.panel.canvas.winfo_height()
    top = make.winfo_toplevel()
    top.geometry(f"{top.winfo_width()}x{top.winfo_height() - 60}")
    wait_until(make, lambda: make.panel.canvas.winfo_height() < height, 20, "less room")
    key(make, "Escape")  # the list


@pytest.mark.slow
def test_a_zoom_is_typed_and_what_is_none_is_refused(stencil: Callable[..., MakePane]) -> None:
    make = stencil()
    zoom = make.sheet.zoom
    assert zoom is not None
    zoom.focus_force()
    events.type_text(make, "250")
    key(make, "Return")
    assert make.winfo_exists()
    assert view_of(make).percent == pytest.approx(250)
    zoom.focus_force()
    events.type_text(make, "near")
    key(make, "Return")
    assert "near is not a zoom" in make.notes.warning.cget("text")
    assert view_of(make).percent == pytest.approx(250)


@pytest.mark.slow
def test_long_notes_scroll_and_leave_the_sheet_its_room(stencil: Callable[..., MakePane]) -> None:
    make = stencil()
    notes, room = make.notes, make.pages.view.winfo_height()
    assert not notes.bar.winfo_ismapped()
    make.notes.say("Take thicker walls.\n" * 60)
    wait_until(make, lambda: bool(notes.bar.winfo_ismapped()))
    assert int(notes.canvas["height"]) == make.winfo_height() // 4
    assert make.pages.view.winfo_height() > room / 2
    notes.canvas.focus_force()
    without = screenshot(notes)
    key(make, "Down")
    assert screenshot(notes) != without
    assert notes.canvas.canvasy(0) > 0
    make.notes.say("")
    wait_until(make, lambda: not notes.bar.winfo_ismapped())
    assert make.pages.view.winfo_height() >= room


@pytest.mark.slow
def test_a_solid_has_no_zoom_and_legends_have_their_lines(stencil: Callable[..., MakePane]) -> None:
    make = stencil(wall=1.0)
    legend = make.legend
    assert make.sheet.zoom
    assert make.sheet.zoom.get().endswith("%")
    marks = [label for label in legend.winfo_children() if label.winfo_ismapped()]
    assert marks
    for label in marks:
        right = label.winfo_rootx() + label.winfo_width()
        assert right <= legend.winfo_rootx() + legend.winfo_width()
        assert label.winfo_width() == label.winfo_reqwidth()
    make.draft.fields.edit("job", "plate")
    wait_until(make, lambda: make.shown.figures.endswith("triangles"), 30, "the plate")
    assert make.sheet.zoom.get() == ""
    assert legend.winfo_children() == []
    settled(make)
    assert legend.winfo_height() == 1
    # a hint has one line, where there is room for one
    assert make.tabs.winfo_height() <= make.tabs.hint.winfo_reqheight() + make.theme.px(4)
