"""On a small screen most of Draw is the maze: little paper around it, and a narrow panel."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from tkinter import ttk

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.settings import Settings
from mazeeditor.gui.canvas.overlay import OPENINGS
from mazeeditor.gui.comparing.solvers_view import COLUMNS, SolversView
from mazeeditor.gui.panels import SECTIONS
from mazeeditor.gui.panels.fix_panel import FixPanel
from mazeeditor.gui.panels.generate_panel import GeneratePanel
from mazeeditor.gui.panels.openings_panel import OpeningsPanel
from mazeeditor.gui.widgets import child_of
from mazeeditor.gui.window.verdict_popup import VerdictPopup
from mazeeditor.gui.workspaces import WORKSPACES
from mazeeditor.maze.generators import GENERATORS, generate
from mazeeditor.maze.shapes import build
from tests.desktop import Desktop
from tests.dialogs import TclWindow, descendants
from tests.events import click, key, settle
from tests.gui.desk import Desk, open_desk
from tests.gui.watching.films import Screening, stages

SCREENS = [  # dpi, px
    (96, 700, 500),
    pytest.param((192, 1366, 768), marks=pytest.mark.slow),
    pytest.param((96, 1280, 850), marks=pytest.mark.slow),
]
LEAST_SHARE = 0.8  # of the canvas, across or down, that is maze
MOST_PANEL = 0.43  # of the window


@pytest.fixture(params=SCREENS, ids=str)
def desk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    dpi, width, height = request.param
    desktop = Desktop(dpi, width, height)
    monkeypatch.setenv("DISPLAY", desktop.name)
    monkeypatch.setenv("MAZEEDITOR_SCALE", str(dpi / 96))
    desk = open_desk(Settings(maximised=True, theme="light"))
    desk.wait(lambda: desk.window.panel is not None, "the panel")
    desk.wait(lambda: desk.root.winfo_width() > 0.95 * width, "all of the screen")
    yield desk
    desktop.screen.let_go()
    desktop.stop()


@pytest.mark.slow
def test_the_maze_has_the_room_and_all_is_on_the_screen(desk: Desk) -> None:
    canvas = desk.canvas
    for cells in (6, 20, 60):
        desk.document.new(generate("wilson", build("rectangular", rows=cells, columns=cells), 1))
        settle(desk.root)
        view = desk.view.viewport
        room = min(canvas.winfo_width(), canvas.winfo_height())
        step = cells / room  # zooms are whole
        assert max(view.maze.width, view.maze.height) / room > LEAST_SHARE - step
        for item in canvas.find_withtag(OPENINGS):
            left, top, right, bottom = canvas.bbox(item)
            assert left >= 0
            assert top >= 0
            assert right <= canvas.winfo_width()
            assert bottom <= canvas.winfo_height()
    status, panel, root = desk.window.status, desk.window.panel, desk.root
    assert panel
    assert panel.winfo_width() <= MOST_PANEL * root.winfo_width()
    for part in (status.chip, status.zoom, panel):
        assert part.winfo_viewable()
        assert part.winfo_rooty() + part.winfo_height() <= root.winfo_screenheight()
        assert part.winfo_rootx() + part.winfo_width() <= root.winfo_screenwidth()
    for keys in ("alt+2", "alt+3", "alt+4", "alt+5", "alt+1"):
        key(root, keys)
        assert status.winfo_rooty() + status.winfo_height() <= root.winfo_screenheight()


def test_names_choices_and_verdict_are_read_whole(desk: Desk) -> None:
    """A list without the room for its entries beside its label stands below it."""
    panel = desk.section(GeneratePanel)
    box = panel.choice.boxes["generator"].typed_in
    assert isinstance(box, ttk.Combobox)
    narrow = desk.root.winfo_width() < desk.theme.px(900)
    assert panel.choice.is_below_label("generator") == narrow
    for generator in GENERATORS:
        desk.session.view.draft.kinds.edit("generator", generator.name)
        settle(desk.root)
        assert str(desk.root.tk.call(box, "get")) == generator.label
        assert box.xview() == (0.0, 1.0), generator.label
    assert panel.summary.winfo_rootx() == box.winfo_rootx()
    desk.session.view.fix("tweak")
    settle(desk.root)
    section = desk.section(FixPanel)
    for button in section.choices.values():
        assert button.winfo_width() >= button.winfo_reqwidth()
    for scale in section.scales.values():
        assert scale.winfo_width() >= desk.theme.px(56)
    desk.document.new(generate("wilson", build("rectangular", rows=12, columns=16), 1))
    desk.wait_for_work()
    settle(desk.root)
    chip = desk.window.status.chip
    click(chip)
    desk.wait(lambda: child_of(desk.root, VerdictPopup) is not None, "the popup")
    shown = child_of(desk.root, VerdictPopup)
    assert shown is not None
    desk.wait(lambda: shown.winfo_rootx() == chip.winfo_rootx(), "its place above the chip")


@pytest.mark.slow
def test_openings_legend_and_table_of_solvers_are_not_cut(desk: Desk) -> None:
    section = desk.section(OpeningsPanel)
    desk.window.show_section("openings")
    settle(desk.root)
    for line in section.lines:
        side = line.boxes["side"].widget
        assert isinstance(side, ttk.Combobox)
        assert side.xview() == (0.0, 1.0)
        assert side.winfo_width() > desk.theme.px(60)
    for button in section.foot.winfo_children():
        assert button.winfo_width() >= button.winfo_reqwidth()
    desk.window.run(COMMANDS["watch-generators"])
    desk.wait(lambda: bool(stages(desk)), "the films")
    legend = Screening(desk).stage.legend
    desk.wait(lambda: len(legend.labels) > 4, "what the colours mean")
    settle(desk.root)
    for label in legend.labels:
        assert label.winfo_x() + label.winfo_width() <= legend.winfo_width(), label.cget("text")
        assert label.winfo_y() + label.winfo_height() <= legend.winfo_height(), label.cget("text")
    desk.window.run(COMMANDS["compare"])
    settle(desk.root)
    view = desk.window.switch.content.middle
    assert isinstance(view, SolversView)
    columns = ("#0", *(name for name, *_rest in COLUMNS))
    widths = [int(view.table.column(name, "width")) for name in columns]
    assert sum(widths) <= view.table.winfo_width()


TEXTS = {"TButton", "TLabel", "TCheckbutton", "TRadiobutton", "TMenubutton"}
VIEWS = ("watch-generators", "watch-solvers", "watch-solving", "compare", "compare-generators")


def cut(root: tk.Misc) -> Iterator[str]:
    """Yield the texts of a window that have less room than they need, or lie beyond its edge."""
    right = root.winfo_rootx() + root.winfo_width()
    for path in descendants(root, "."):
        widget = TclWindow(root, path)
        if widget.winfo_class() not in TEXTS or not widget.winfo_viewable():
            continue
        text = str(widget.tk.call(path, "cget", "-text"))
        needed = widget.winfo_reqwidth(), widget.winfo_reqheight()
        has = widget.winfo_width(), widget.winfo_height()
        if has[0] < needed[0] or has[1] < needed[1] or widget.winfo_rootx() + has[0] > right:
            yield f"{text!r} has {has} of {needed} px"


@pytest.mark.slow
def test_no_text_is_cut(desk: Desk) -> None:
    shown = [(workspace.name, "") for workspace in WORKSPACES]
    shown += [("teach", view) for view in VIEWS]
    for name, view in shown:
        desk.window.show_workspace(name, view)
        desk.wait_for_work()
        desk.wait(lambda: not desk.session.services.background.busy, name)
        settle(desk.root)
        assert [*cut(desk.root)] == [], (name, view)
    for section in SECTIONS.names():
        desk.window.show_section(section)
        desk.wait_for_work()
        settle(desk.root)
        assert [*cut(desk.root)] == [], section


def labels(widget: tk.Misc) -> Iterator[ttk.Label]:
    for child in widget.winfo_children():
        if isinstance(child, ttk.Label) and child.winfo_viewable():
            yield child
        yield from labels(child)


@pytest.mark.slow
@pytest.mark.usefixtures("display")
def test_a_window_that_gets_narrow_has_a_narrower_panel_and_a_wide_one_not() -> None:
    desk = open_desk(Settings(theme="light"))
    panel = desk.window.build_panel()
    wide = panel.winfo_width()
    for size, most in (("700x500", MOST_PANEL), ("1280x850", 0.3), ("640x420", 0.47)):
        desk.root.geometry(size)
        for keys in ("alt+2", "alt+5", "alt+1"):
            key(desk.root, keys)
            desk.wait_for_work()
            assert panel.winfo_width() <= most * desk.root.winfo_width()
            right = panel.winfo_rootx() + panel.winfo_width()
            for label in labels(panel):
                text = str(label.cget("text"))
                assert label.winfo_rootx() + label.winfo_width() <= right, text
                assert label.winfo_reqwidth() <= label.winfo_width() + 1, text
    desk.root.geometry("1280x850")
    settle(desk.root)
    assert panel.winfo_width() == wide
