"""Parts put together in Make: chosen over the sheet, turned, pulled apart, the ball rolled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

from mazeeditor.api import generate
from mazeeditor.app.making.assembled import ASSEMBLED, EXPLODED, SHEET
from mazeeditor.gui.making.make_pane import MakePane
from mazeeditor.gui.making.zoomed_sheet import ZOOM_HINT
from tests.events import click, drag, key, screenshot, wait_until, wheel
from tests.gui.desk import open_desk
from tests.gui.making import settled, show_make

pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def make() -> Iterator[MakePane]:
    """Show Make with a marble maze; no error may have come at the end."""
    desk = open_desk()
    desk.root.geometry("700x500")  # the fewer pixels the sooner are they drawn
    desk.document.new(generate("prim", rows=3, columns=3, seed=1))
    desk.session.services.settings.making = {"job": "kit", "levels": 2}
    yield show_make(desk)
    assert desk.answers.errors == []


def choose(make: MakePane, mode: str) -> None:
    click(make.assembly.buttons[mode])
    seen(make)


def seen(make: MakePane) -> None:
    """Wait until what is asked for is seen."""
    wait_until(make, lambda: make.assembly.settled, 20, "the parts put together")


def pixels(make: MakePane) -> Image.Image:
    seen(make)
    return screenshot(make.assembly.canvas)


@pytest.mark.slow
def test_parts_are_put_together_pulled_apart_and_turned(make: MakePane) -> None:
    assembly = make.assembly
    assert assembly.row.winfo_ismapped()
    assert not assembly.shown
    assert str(make.where.cget("text")).startswith("Sheet 1 of")
    choose(make, ASSEMBLED)
    assert not make.where.cget("text"), "only a sheet is called one"
    together = pixels(make)
    assert assembly.shown
    assert "turn" in str(make.tabs.hint.cget("text"))
    assert ZOOM_HINT not in str(make.tabs.hint.cget("text")), "a drag turns here"
    assert make.sheet.zoom is not None
    assert make.sheet.zoom.instate(["disabled"]), "it is that of the sheet"
    drag(assembly.canvas, [(60, 60), (90, 70), (120, 80)])
    turned = pixels(make)
    assert turned != together
    key(assembly.canvas, "0")
    assert pixels(make) == together
    key(assembly.canvas, "Left")
    assert pixels(make) != together
    key(assembly.canvas, "0")
    wheel(assembly.canvas, 1, 50, 50)
    assert pixels(make) != together
    key(assembly.canvas, "0")
    choose(make, EXPLODED)
    apart = pixels(make)
    assert apart != together
    assert make.share.get() == 1.0
    make.share.set(0.2)
    make._slide("")
    assert pixels(make) not in (apart, together)
    choose(make, SHEET)
    assert not assembly.shown
    settled(make)
    assert make.sheet.zoom.instate(["!disabled"])


@pytest.mark.slow
def test_the_ball_is_rolled_and_one_piece_has_nothing_to_put_together(make: MakePane) -> None:
    choose(make, ASSEMBLED)
    assert make.share.get() == 0.0
    first = pixels(make)
    click(make.play)
    wait_until(make, lambda: make.assembly.view.rolled > 0.05, 20, "the ball rolls")
    click(make.play)
    assert pixels(make) != first
    assert make.share.get() == pytest.approx(make.assembly.view.rolled)
    before = make.shown
    make.draft.fields.edit("job", "score")
    wait_until(make, lambda: make.shown is not before, 15, "the lines")
    assert not make.assembly.shown
    assert not make.assembly.row.winfo_manager()
    before = make.shown
    make.draft.fields.edit("job", "kit")
    wait_until(make, lambda: make.shown is not before, 15, "the kit")
    assert make.assembly.shown, "as it was before"
