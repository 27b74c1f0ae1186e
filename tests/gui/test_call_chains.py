"""How many files must be read to follow a click to what it shows, and how many of them it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

import mazeeditor
from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.files.user_folders import recovery_folder
from mazeeditor.files.snapshots import snapshots
from mazeeditor.gui.canvas.tiles import Tile
from mazeeditor.gui.panels.page_panel import PagePanel
from mazeeditor.gui.statusbar import VerdictButton
from mazeeditor.gui.workspaces.page import PageWorkspace
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build
from tests.call_chains import CallChains
from tests.events import click, key, settle, type_text
from tests.gui.desk import Desk, open_desk, open_more
from tests.ran import counted

MOST_FILES = 20
# three of them look whether the walls show a code for cameras, two whether Windows has such names
MOST_FILES_OF_AN_SVG = 45
MOST_FILES_OF_AN_OPTION = 47  # the view looks whether the page has stops to visit
# in the event loop: the offered wall, the drawn route, stops and doors move too
MOST_FILES_OF_A_LENGTH = 74
# files and functions: fewer are better; since a drag is a line, and one wall may be offered, more
MOST_RUN = {"at once": (45, 216), "in all": (66, 392)}
# in the event loop; what a maze shows has a field, a draft and a state
MOST_FILES_TO_GENERATE = 91
TIMES = 4  # a timer, or what a busy machine shows of its work, adds to some of them


def desk_to_click() -> Desk:
    """Return a window whose compiler is done, as all is drawn again then.

    What a click runs depends on what becomes of the routes, so it is always the same maze.
    """
    desk = open_desk()
    desk.wait(lambda: not desk.session.services.background.busy, "the compiler", 300)
    desk.document.new(generate("backtracker", build("rectangular", rows=30, columns=40), 7))
    desk.wait_for_work()
    settle(desk.root)
    return desk


def wait_for_snapshot(desk: Desk) -> None:
    """Wait until unsaved work is kept: what is edited from then on goes to its journal."""
    desk.wait(lambda: bool(snapshots(recovery_folder())), "the snapshot")
    settle(desk.root)


@pytest.mark.usefixtures("display")
def test_a_click_on_a_wall_passes_few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    chains = CallChains(monkeypatch)
    chains.follow(Tile, "touch_up")
    chains.follow(VerdictButton, "show")
    desk = desk_to_click()
    chains.to.clear()
    for _click in range(5):  # while the window still changes its size all is drawn instead
        click(desk.canvas, *desk.middle_of(4, 4, "right"))
        desk.wait_for_work()
        settle(desk.root)
        if "touch_up" in chains.to:
            break
    screen, verdict = chains.to["touch_up"], chains.to["show"]
    for chain in (screen, verdict):  # from the event, over the document, to the end
        assert chain[0].file == "gui/canvas/gestures.py"
        assert "editing/document.py" in {call.file for call in chain}
    assert screen[-1].file == "gui/canvas/tiles.py"
    assert verdict[-1].file == "gui/statusbar.py"
    files = {call.file for call in (*screen, *verdict)}
    assert len(files) <= MOST_FILES, "\n".join(sorted(files))


@pytest.mark.usefixtures("display")
def test_a_click_on_a_wall_runs_few_functions() -> None:
    desk = desk_to_click()
    x, y = desk.middle_of(4, 4, "right")
    for _click in range(2):  # what is made at a first click is made
        click(desk.canvas, x, y)
        desk.wait_for_work()
        settle(desk.root)
    wait_for_snapshot(desk)

    runs: dict[str, list[set[tuple[str, str]]]] = {when: [] for when in MOST_RUN}
    for _click in range(TIMES):
        with counted() as at_once:
            desk.canvas.event_generate("<ButtonPress-1>", x=x, y=y)
            desk.canvas.event_generate("<ButtonRelease-1>", x=x, y=y)
        with counted() as later:
            desk.wait_for_work()
            settle(desk.root)
        runs["at once"].append(at_once.functions)
        runs["in all"].append(at_once.functions | later.functions)
    for when, most in MOST_RUN.items():
        functions = set.intersection(*runs[when])
        files = {file for file, _function in functions}
        assert len(files) <= most[0], (when, sorted(files))
        assert len(functions) <= most[1], (when, sorted(functions))


@pytest.mark.usefixtures("display")
def test_generating_runs_few_files() -> None:
    desk = open_desk()
    desk.wait(lambda: not desk.session.services.background.busy, "the compiler", 300)
    desk.window.run(COMMANDS["generate"])  # what is made at the first time is made
    desk.wait_for_work()
    wait_for_snapshot(desk)
    runs = []
    for _time in range(TIMES):
        with counted() as ran:
            desk.window.run(COMMANDS["generate"])
            desk.wait_for_work()
            settle(desk.root)
        runs.append(ran.files)
    files = set.intersection(*runs)
    assert len(files) <= MOST_FILES_TO_GENERATE, sorted(files)


def test_exporting_an_svg_runs_few_files(tmp_path: Path) -> None:
    maze = mazeeditor.generate("backtracker", rows=30, columns=40, seed=7)
    mazeeditor.export(maze, tmp_path / "a.svg", page="A4")  # what is made at the first time is made
    with counted() as ran:
        mazeeditor.export(maze, tmp_path / "a.svg", page="A4")
    assert len(ran.files) <= MOST_FILES_OF_AN_SVG, sorted(ran.files)


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize(
    ("option", "values", "most"),
    [
        ("colour", ("#c62828", "#0a3d91", "#1b5e20", "#4a148c"), MOST_FILES_OF_AN_OPTION),
        # the maze has another place and size
        ("margin", ("20", "18", "16", "14"), MOST_FILES_OF_A_LENGTH),
    ],
)
def test_an_option_of_the_page_runs_few_files_to_its_preview(
    option: str, values: tuple[str, ...], most: int
) -> None:
    desk = open_desk()
    desk.window.show_section("page")
    section, page = desk.section(PagePanel), desk.window.switch.contents["page"]
    assert isinstance(page, PageWorkspace)
    desk.wait(lambda: not desk.session.services.background.busy, "the compiler", 300)
    open_more(section.form)
    field = section.form.boxes[option].typed_in
    click(field)
    runs = []
    for value in values:  # the first one also makes what is made once
        key(field, "ctrl+a")
        type_text(field, value)
        settle(desk.root)
        with counted() as ran:
            type_text(field, "\n")
            desk.wait(lambda: section.preview.settled and page.layer.settled, "the page")
        assert str(getattr(desk.document.page, option)).startswith(value)
        runs.append(ran.files)
    files = set.intersection(*runs)
    assert len(files) <= most, sorted(files)
