"""The size slider: rows and columns, or rings, by one drag or some keys, in a word."""

from __future__ import annotations

import pytest

from mazeeditor.app.drafts.maze_size import WORDS
from mazeeditor.gui.panels.generate_panel import SizeSlider
from mazeeditor.maze.shapes import SHAPES
from tests.breadth import stress
from tests.events import click, drag, key, move, press, release, settle
from tests.gui.desk import Desk


def slider_of(desk: Desk) -> SizeSlider:
    return desk.generate.slider


def shown(desk: Desk, name: str) -> str:
    return desk.generate.sizes.boxes[name].variable.get()


def knob(slider: SizeSlider) -> tuple[float, float]:
    """Return where the knob is, px in the scale."""
    x, y = slider.scale.coords(slider.scale.get())
    return x, y


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES.names() if stress() else ["rectangular", "polar"])
def test_one_drag_goes_from_tiny_to_huge(desk: Desk, shape: str) -> None:
    desk.session.view.draft.choose_shape(shape)
    settle(desk.root)
    slider, sizes = slider_of(desk), desk.session.view.draft.sizes
    counted = list(desk.session.view.draft.scale.counts)
    words, numbers = [], []

    def look() -> None:
        words.append(str(slider.word.cget("text")))
        numbers.append([int(shown(desk, name)) for name in counted])
        assert numbers[-1] == [sizes[name] for name in counted], "seen while dragging"

    drag(slider.scale, [knob(slider), (0, 10)])
    press(slider.scale, *knob(slider))
    x, y = knob(slider)
    while x < slider.scale.winfo_width() + 10:
        look()
        x += 9
        move(slider.scale, x, y)
    look()
    release(slider.scale)
    look()
    assert list(dict.fromkeys(words)) == list(WORDS.values())
    assert numbers == sorted(numbers)
    assert max(numbers[0]) <= 9
    assert max(numbers[-1]) >= 250
    assert not desk.document.dirty, "the maze is as it was until Generate"


def test_keys_and_clicks(desk: Desk) -> None:
    slider = slider_of(desk)
    slider.scale.focus_set()
    numbers = [int(shown(desk, "rows"))]
    for name in ("Right", "Up", "Prior"):
        key(desk.root, name)
        numbers.append(int(shown(desk, "rows")))
    for name in ("Next", "Down", "Left"):
        key(desk.root, name)
        numbers.append(int(shown(desk, "rows")))
    assert numbers[:4] == sorted(set(numbers[:4]))
    assert numbers[3:] == numbers[:4][::-1]
    assert (shown(desk, "rows"), shown(desk, "columns")) == ("30", "40")
    key(desk.root, "Home")
    assert (shown(desk, "rows"), shown(desk, "columns")) == ("4", "6")
    assert str(slider.word.cget("text")) == "Tiny"
    key(desk.root, "End")
    assert int(shown(desk, "columns")) == 577
    half = slider.scale.winfo_width() / 2
    click(slider.scale, half, 10)
    assert slider.scale.get() == pytest.approx(0.5, abs=0.05), "where the click was"
    assert str(slider.word.cget("text")) == "Large"
    key(desk.root, "ctrl+g")
    desk.wait_for_work()
    lattice = desk.document.maze.lattice
    assert (str(lattice.rows), str(lattice.columns)) == (
        shown(desk, "rows"),
        shown(desk, "columns"),
    )
    assert lattice.cells == pytest.approx(50 * 50, rel=0.3)
