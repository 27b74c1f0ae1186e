"""The sections of the panel: what they ask for happens, and what happens they show."""

from __future__ import annotations

import tkinter as tk
from typing import Any

import pytest

from mazeeditor.app.commands import COMMANDS
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.gui.canvas.maze_view import MazeView
from mazeeditor.gui.context import TABS
from mazeeditor.gui.panels import SECTIONS
from mazeeditor.gui.panels.openings_panel import OpeningsPanel
from mazeeditor.gui.widgets import child_of
from mazeeditor.gui.window.view_commands import PANEL_STEP
from mazeeditor.gui.window.window import PanelEdge
from mazeeditor.gui.workspaces import WORKSPACES
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.solvers import SOLVERS
from tests.events import click, key, settle, type_text
from tests.gui.desk import Desk, open_desk, open_more

pytestmark = pytest.mark.usefixtures("display")


def write(field: tk.Misc, text: str) -> None:
    click(field)
    key(field, "ctrl+a")
    type_text(field, text)


@pytest.mark.slow
def test_a_tab_is_filled_when_it_is_first_shown(desk: Desk) -> None:
    """A window opens sooner without the fields of all tabs, and of sections that are folded."""
    panel = desk.window.build_panel()
    for number in range(1, len(TABS) + 1):
        assert {SECTIONS[section].tab for section in panel.contents} == {*list(TABS)[:number]}
        show(desk, list(TABS)[min(number, len(TABS) - 1)])
    folded = {name for name, section in panel.sections.items() if not section.open.get()}
    assert folded == {*SECTIONS.names()} - panel.contents.keys() == {"openings", "underlay", "fix"}
    show(desk, "draw")
    for name in reversed([name for name in panel.sections if name in folded]):
        click(panel.sections[name].heading)  # which moves those below, out of sight at last
    assert panel.contents.keys() == {*SECTIONS.names()}


def test_the_maze_stays_where_it_is_when_the_panel_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[tuple[int, int]] = []
    resize = MazeView.resize

    def noted(view: MazeView, width: int, height: int) -> None:
        sizes.append((width, height))
        resize(view, width, height)

    monkeypatch.setattr(MazeView, "resize", noted)
    desk = open_desk(fresh=True)
    assert {*sizes} == {(desk.canvas.winfo_width(), desk.canvas.winfo_height())}
    desk.window.show_panel(False)
    settle(desk.root)
    assert desk.canvas.winfo_width() > sizes[0][0], "without the panel its room is the maze's"


@pytest.mark.slow
def test_every_section_is_one_click_or_key_away(desk: Desk) -> None:
    panel = desk.window.build_panel()
    assert {section.tab for section in SECTIONS} == set(TABS)
    for size in ("700x500", "1600x1160"):
        desk.root.geometry(size)
        settle(desk.root)
        for name in (*TABS, *reversed(TABS)):
            show(desk, name)
            shown = [panel.content(s.name) for s in SECTIONS if s.tab == name]
            assert [content for content in panel.contents.values() if is_seen(content)] == [
                content for content in shown if content.winfo_viewable()
            ]
            assert is_seen(shown[0])
            assert panel.tab == name
    show(desk, "inspect")
    panel.tabs["inspect"].focus_set()
    for name in ("solve", "inspect"):
        key(desk.root, "Right")
        assert panel.tab == name
        assert desk.root.focus_get() is panel.tabs[name]


def show(desk: Desk, tab: str) -> None:
    """Show a tab by a click on its workspace, and on it where there are several."""
    panel = desk.window.build_panel()
    entry = next(entry for entry in WORKSPACES if tab in entry.tabs)
    click(desk.window.bar.workspaces.buttons[entry.name])
    if len(entry.tabs) > 1:
        click(panel.tabs[tab])


def is_seen(widget: tk.Misc) -> bool:
    return bool(widget.winfo_viewable())


# Generate


def seeds(desk: Desk) -> Any:
    open_more(desk.generate.recipe)
    return desk.generate.recipe.boxes["seed"]


def test_seeds_are_drawn_anew_unless_one_is_typed(desk: Desk) -> None:
    def generated(keys: str = "ctrl+g") -> tuple[int, bytes]:
        key(desk.root, keys)
        desk.wait_for_work()
        seed = desk.document.recipe.seed
        assert seed is not None
        assert seeds(desk).variable.get() == str(seed)
        return seed, desk.document.maze.walls.tobytes()

    assert len({generated()[0] for _time in range(3)}) == 3
    write(seeds(desk).typed_in, "77\n")
    desk.wait_for_work()
    first = generated()
    assert first == generated()
    assert first[0] == 77
    assert desk.generate.recipe.values()["keep_seed"] is True
    click(desk.generate.die)
    desk.wait_for_work()
    assert desk.document.recipe.seed != 77
    assert seeds(desk).variable.get() == str(desk.document.recipe.seed)


@pytest.mark.slow
def test_every_generator_can_be_chosen(desk: Desk) -> None:
    form = desk.generate
    for generator in GENERATORS:
        form.choice.boxes["generator"].variable.set(generator.label)
        form.choice.boxes["generator"].commit()
        text = str(form.summary.cget("text"))
        assert text.lower().startswith(generator.texture.lower())
        assert text.endswith(generator.summary)
        named = {*form.options.boxes, *form.rare_options.boxes}
        assert named == {option.name for option in generator.options}
        key(desk.root, "ctrl+g")
        desk.wait_for_work()
        assert desk.document.recipe.generator == generator.name
        assert desk.verdict == "Exactly one route"


def test_a_wrong_size_unfolds_the_section_and_generates_nothing(desk: Desk) -> None:
    panel, before = desk.window.build_panel(), desk.document.maze
    desk.generate.sizes.boxes["rows"].variable.set("0")
    panel.sections["generate"].open.set(False)
    key(desk.root, "ctrl+g")
    settle(desk.root)
    assert panel.sections["generate"].open.get()
    assert desk.document.maze is before
    assert desk.root.focus_get() is desk.generate.sizes.boxes["rows"].typed_in


# Openings


@pytest.fixture
def openings(desk: Desk) -> OpeningsPanel:
    desk.window.show_section("openings")
    return desk.section(OpeningsPanel)


def shown(openings: OpeningsPanel) -> list[tuple[str, ...]]:
    return [tuple(box.variable.get() for box in line.boxes.values()) for line in openings.lines]


def test_openings_are_shown_and_moved_by_typing(desk: Desk, openings: OpeningsPanel) -> None:
    assert shown(openings) == [("left", "0", "0"), ("right", "29", "39")]
    click(openings.swap)
    assert shown(openings) == [("right", "29", "39"), ("left", "0", "0")]
    click(openings.corners)
    assert shown(openings) == [("left", "0", "0"), ("right", "29", "39")]
    desk.document.undo()
    desk.document.undo()
    write(openings.lines[1].boxes["row"].typed_in, "30\n")
    assert "from 0 to 29" in str(openings.error.cget("text"))
    assert not desk.document.dirty
    write(openings.lines[1].boxes["row"].typed_in, "12\n")
    maze = desk.document.maze
    assert maze.exits == (Opening(maze.lattice.cell(12, 39), 1),)
    assert desk.document.undo_name
    desk.document.undo()
    assert shown(openings)[1] == ("right", "29", "39")
    cell = maze.lattice.cell(3, 4)
    desk.document.apply(SetOpenings(maze, Opening(cell), (*maze.exits, Opening(cell + 1))))
    assert shown(openings) == [("middle", "3", "4"), ("right", "29", "39"), ("middle", "3", "5")]


def test_remove_and_add_again(desk: Desk, openings: OpeningsPanel) -> None:
    click(openings.lines[0].remove)
    assert desk.document.maze.entrance is None
    assert shown(openings)[0] == ("", "", "")
    desk.wait_for_work()
    assert desk.verdict == "No entrance"
    write(openings.lines[0].boxes["row"].typed_in, "2\n")
    maze = desk.document.maze
    assert maze.entrance == Opening(maze.lattice.cell(2, 0))
    click(openings.add)
    assert len(desk.document.maze.exits) == 2
    assert len(openings.lines) == 3
    click(openings.lines[2].remove)
    click(openings.lines[1].remove)
    assert not desk.document.maze.exits
    desk.wait_for_work()
    assert desk.verdict == "No exit"


# Solve


@pytest.mark.slow
def test_every_solver_can_be_chosen(desk: Desk) -> None:
    section = desk.solve
    for solver in SOLVERS:
        section.choice.boxes["solver"].variable.set(solver.label)
        section.choice.boxes["solver"].commit()
        assert section.summary.cget("text") == solver.summary
        key(desk.root, "F5")
        desk.wait_for_work()
        solution = desk.document.solution
        assert solution is not None
        assert solution.solver == solver.name
        found = f"{len(solution.route):,} cells" if solution.solved else "No route"
        words = str(section.answer.cget("text"))
        assert words.startswith(f"{found} · {solution.visited:,} visited · ")


def test_a_section_is_shown_with_its_heading(desk: Desk) -> None:
    """Where it is higher than the panel, its top was out of sight."""
    desk.root.geometry("700x420")
    panel = desk.window.build_panel()
    for name, section in panel.sections.items():
        desk.window.show_section(name)
        settle(desk.root)
        assert section.heading.winfo_rooty() >= panel.winfo_rooty(), name
        panel.see(section)
        section.open.set(name == "generate")


def test_its_edge_is_dragged_and_the_width_is_remembered(desk: Desk) -> None:
    window, settings = desk.window, desk.session.services.settings
    desk.root.geometry("1200x800")
    panel = window.build_panel()
    settle(desk.root)
    usual, edge = panel.winfo_width(), child_of(desk.root, PanelEdge)
    assert edge
    for x in (2, -98):
        edge.event_generate("<B1-Motion>" if x < 0 else "<ButtonPress-1>", x=x, y=50)
    settle(desk.root)
    assert abs(panel.winfo_width() - usual - 100) <= 2
    assert settings.panel_width > 0
    dragged = settings.panel_width
    for name, by in (("wider-panel", PANEL_STEP), ("narrower-panel", 0)):  # without a mouse
        window.run(COMMANDS[name])
        assert abs(settings.panel_width - dragged - by) <= 1, name
    edge.event_generate("<B1-Motion>", x=-2000, y=50)
    settle(desk.root)
    assert panel.winfo_width() <= 600, "half of the window is for the maze"
    for _click in range(2):
        edge.event_generate("<ButtonPress-1>", x=2, y=50)
        edge.event_generate("<ButtonRelease-1>", x=2, y=50)
    settle(desk.root)
    assert (panel.winfo_width(), settings.panel_width) == (usual, 0)
