"""Repairs in the window: shown as walls in colours, left out one by one, accepted or left."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import ImageColor

import mazeeditor
from mazeeditor.app.commands import COMMANDS
from mazeeditor.editing.edits import ToggleWalls
from mazeeditor.gui.panels.fix_panel import FixPanel
from mazeeditor.gui.widgets import child_of
from mazeeditor.gui.window.verdict_popup import VerdictPopup
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.repairs import GOALS, Repair
from mazeeditor.screen.pixel_colours import mix
from tests.events import click, key, move, screenshot, settle
from tests.gui.desk import Desk
from tests.gui.test_window_explanation import on_canvas


def toggle(desk: Desk, *walls: tuple[int, int, str]) -> None:
    ids = np.array([desk.wall(*wall) for wall in walls], np.int64)
    desk.document.apply(ToggleWalls.of(desk.document.maze, ids))
    desk.wait_for_work()


def seal(desk: Desk, number: int = 1) -> list[int]:
    """Close dead ends, lowest cells first; return them."""
    maze = desk.document.maze
    lattice, ends = maze.lattice, {opening.cell for opening in maze.openings}
    found: list[int] = []
    walls: list[int] = []
    for cell in lattice.inside_cells().tolist():
        slots = [slot for slot in range(4) if not maze.walls[cell] >> slot & 1]
        row, column = lattice.place(cell)
        if len(slots) == 1 and cell not in ends and len(found) < number and row > 3 and column > 3:
            found.append(cell)
            walls.append(lattice.wall(cell, slots[0]))
    desk.document.apply(ToggleWalls.of(maze, np.unique(walls)))
    desk.wait_for_work()
    return found


def separate(desk: Desk) -> None:
    """Close what leads to the exit."""
    maze = desk.document.maze
    cell = maze.exits[0].cell
    walls = np.array([maze.lattice.wall(cell, slot) for slot in range(4)], np.int64)
    walls = walls[[maze.lattice.is_inner(int(wall)) for wall in walls]]
    desk.document.apply(ToggleWalls.of(maze, walls[~maze.is_closed(walls)]))
    desk.wait_for_work()


def open_up(desk: Desk, rows: range) -> None:
    closed = [(row, column, "right") for row in rows for column in range(2, 38, 3)]
    toggle(desk, *[wall for wall in closed if desk.is_closed(*wall)])


def shown(desk: Desk) -> Repair:
    desk.wait(lambda: desk.session.view.repair.result is not None, "the repair")
    settle(desk.root)
    result = desk.session.view.repair.result
    assert result
    return result


def colours(desk: Desk, wall: int) -> set[str]:
    """Return the colours around the middle of a wall."""
    x, y = on_canvas(desk, wall)
    box = screenshot(desk.canvas).crop((int(x) - 6, int(y) - 6, int(x) + 7, int(y) + 7))
    pixels = box.convert("RGB").getcolors(200) or []
    return {"#{:02x}{:02x}{:02x}".format(*colour) for _number, colour in pixels}  # type: ignore[misc]


@pytest.mark.slow
def test_from_the_chip_to_a_maze_with_one_route_in_two_clicks_and_enter(desk: Desk) -> None:
    open_up(desk, range(2, 28, 3))
    assert desk.verdict.endswith(" routes")
    before = desk.document.maze.walls.copy()
    click(desk.window.status.chip)
    desk.wait(lambda: child_of(desk.root, VerdictPopup) is not None, "the popup")
    popup = child_of(desk.root, VerdictPopup)
    assert popup is not None
    labels = [str(button.cget("text")) for button in popup.command_buttons]
    click(popup.command_buttons[labels.index("Make one route")])
    repair = shown(desk)
    panel = desk.section(FixPanel)
    assert panel.winfo_viewable()
    assert str(panel.closed.cget("text")) == f"━ To close: {len(repair.closed)}"
    desk.wait(lambda: "Then: Exactly one route" in note(panel), "what the maze would be")
    assert note(panel).lower().startswith(repair.bound_text())
    assert desk.theme.entrance in colours(desk, int(repair.closed[0]))
    assert np.array_equal(desk.document.maze.walls, before), "nothing is changed yet"
    key(desk.root, "Return")
    desk.wait_for_work()
    assert desk.verdict == "Exactly one route"
    assert desk.document.undo_name == "Make one route"
    assert panel.buttons["apply"].instate(["disabled"])
    key(desk.root, "ctrl+z")
    assert np.array_equal(desk.document.maze.walls, before)
    assert not desk.document.maze.locks


@pytest.mark.slow
@pytest.mark.parametrize("goal", GOALS.names())
def test_every_goal_by_its_key(desk: Desk, goal: str) -> None:
    open_up(desk, range(20, 26))
    seal(desk)
    if goal == "solvable":
        separate(desk)
    key(desk.root, f"ctrl+alt+{[*GOALS.names()].index(goal) + 1}")
    repair = shown(desk)
    key(desk.root, "Return")
    desk.wait_for_work()
    assert not GOALS[goal].offered(facts(desk.document.maze))
    assert desk.document.undo_name == GOALS[goal].label
    key(desk.root, f"ctrl+alt+{[*GOALS.names()].index(goal) + 1}")
    desk.wait(lambda: "nothing has to change" in desk.window.status.text)
    assert not desk.session.view.repair.active
    assert len(repair) > 0


@pytest.mark.slow
def test_a_click_leaves_a_wall_out(desk: Desk) -> None:
    seal(desk, 2)
    key(desk.root, "ctrl+alt+3")
    first, second = shown(desk).opened.tolist()
    assert desk.theme.exit in colours(desk, first)
    click(desk.canvas, *on_canvas(desk, first))
    assert desk.session.view.repair.left_out == {first}
    assert desk.theme.exit not in colours(desk, first)
    panel = desk.section(FixPanel)
    assert "1 wall left out" in note(panel)
    assert str(panel.opened.cget("text")) == "┄ To open: 1"
    click(desk.canvas, *on_canvas(desk, first))
    assert not desk.session.view.repair.left_out
    click(desk.canvas, *on_canvas(desk, first))
    assert desk.document.maze.is_closed(np.array([first]))[0], "the tool has not changed it"
    click(panel.buttons["apply"])
    desk.wait_for_work()
    assert desk.document.maze.is_closed(np.array([first, second])).tolist() == [True, False]


def note(panel: FixPanel) -> str:
    return str(panel.note.cget("text"))


@pytest.mark.slow
def test_by_keys_alone_and_it_ends_by_escape_the_button_or_an_edit(desk: Desk) -> None:
    seal(desk, 2)
    key(desk.root, "ctrl+alt+3")
    walls = sorted(shown(desk).opened.tolist())
    key(desk.root, "Right")
    key(desk.root, "Right")
    key(desk.root, "space")
    assert desk.session.view.repair.left_out == {walls[1]}
    key(desk.root, "Up")
    key(desk.root, "space")
    assert desk.session.view.repair.left_out == set(walls)
    key(desk.root, "Escape")
    assert not desk.session.view.repair.active
    assert desk.document.undo_name == "Add 2 walls"
    key(desk.root, "Right")
    assert desk.view.cell is not None, "the arrows are the cursor's again"
    key(desk.root, "ctrl+alt+4")
    shown(desk)
    click(desk.section(FixPanel).buttons["cancel"])
    assert not desk.session.view.repair.active
    assert not desk.canvas.find_withtag("repair")
    before = desk.is_closed(5, 5, "right")
    click(desk.canvas, *desk.middle_of(5, 5, "right"))
    assert desk.is_closed(5, 5, "right") != before, "the tool is back"
    key(desk.root, "ctrl+alt+4")
    shown(desk)
    key(desk.root, "ctrl+z")
    assert not desk.session.view.repair.active
    assert desk.session.view.fixing.choice is None


def test_what_is_locked_is_said_and_shown(desk: Desk) -> None:
    cell = seal(desk)[0]
    maze = desk.document.maze
    locks = np.zeros(maze.lattice.size, np.uint8)
    for slot in range(4):
        locks[cell] |= 1 << slot
        locks[maze.lattice.neighbour(cell, slot)] |= 1 << maze.lattice.back(cell, slot)
    maze.set_locks(locks)
    key(desk.root, "ctrl+alt+4")
    desk.wait(lambda: desk.session.view.highlight.result is not None)
    assert "seal 1 cell" in desk.window.status.text
    assert "seal 1 cell" in desk.view.note.text
    result = desk.session.view.highlight.result
    assert result
    assert np.flatnonzero(result.solution.marks).tolist() == [cell]


def colours_along(desk: Desk, wall: int) -> set[tuple[int, ...]]:
    """Return the colours on the screen at three places of a wall."""
    desk.wait(lambda: desk.view.painted, "the picture")
    settle(desk.root)
    picture, geometry = np.array(screenshot(desk.canvas)), desk.document.maze.lattice.geometry
    first, last = geometry.post_positions(geometry.posts(np.array([wall], np.int64)))[0]
    places = [first + (last - first) * share for share in (0.3, 0.5, 0.7)]
    points = [desk.view.viewport.to_px(*place.tolist()) for place in places]
    return {tuple(picture[int(y), int(x), :3].tolist()) for x, y in points}


def test_thousands_of_walls_are_lines_from_afar_too(desk: Desk) -> None:
    maze = desk.document.maze
    walls = [wall for wall in Maze(maze.lattice).closed_walls() if maze.lattice.is_inner(int(wall))]
    ids = np.array(walls, np.int64)
    desk.document.apply(ToggleWalls.of(maze, ids[maze.is_closed(ids)]))
    desk.wait_for_work()
    key(desk.root, "ctrl+alt+4")
    assert len(shown(desk)) > 1000
    wall = int(shown(desk).closed[500])
    colour = {ImageColor.getrgb(desk.theme.entrance)[:3]}
    for _step in range(2):
        assert colours_along(desk, wall) == colour
        desk.view.zoom_by(-2)
    desk.session.view.repair.toggle(wall)
    assert colours_along(desk, wall) != colour, "it is left out"
    desk.session.view.repair.toggle(wall)
    key(desk.root, "Return")
    desk.wait_for_work()
    assert facts(desk.document.maze).loops == 0


@pytest.mark.slow
@pytest.mark.own_window("it changes the theme")
def test_sealed_cells_are_tinted_without_asking(desk: Desk) -> None:
    row, column = desk.document.maze.lattice.place(seal(desk)[0])
    move(desk.canvas, 3, 3)

    def tinted() -> bool:
        return colour_in(desk, row, column) == mix(desk.theme.paper, desk.theme.wall_hover, 0.42)

    desk.wait(tinted)
    key(desk.root, "F5")
    desk.wait_for_work()
    desk.wait(tinted, "beside the answer of a solver")
    desk.window.windows.set_theme("dark")
    desk.window.run(COMMANDS["sealed"])
    desk.wait(lambda: not tinted(), "switched off")
    desk.window.run(COMMANDS["sealed"])
    desk.wait(tinted, "and on")
    key(desk.root, "F8")
    desk.wait(lambda: not tinted(), "in a game")
    key(desk.root, "Escape")
    desk.wait(tinted, "and after it")
    key(desk.root, "ctrl+z")
    desk.wait(lambda: not tinted(), "no longer sealed")


def colour_in(desk: Desk, row: int, column: int) -> str:
    """Return the colour of a cell beside its middle."""
    x, y = desk.at(row + 0.3, column + 0.3)
    pixel = screenshot(desk.canvas).crop((int(x), int(y), int(x) + 1, int(y) + 1))
    return f"#{pixel.tobytes().hex()}"


@pytest.mark.slow
def test_saving_says_that_a_preview_is_not_in_the_file(desk: Desk, tmp_path: Path) -> None:
    seal(desk)
    desk.answers.paths.append(tmp_path / "a.maze")
    key(desk.root, "ctrl+s")
    desk.wait_for_work()
    assert desk.window.status.text.startswith("Saved a.maze")
    for name in ("perfect", "braid"):
        desk.session.view.fix(name)
        result, before = shown(desk), desk.document.maze.walls.copy()
        key(desk.root, "ctrl+s")
        desk.wait_for_work()
        label = desk.session.view.fixing.fixes[name].label
        assert desk.window.status.text.startswith(f"Saved without {label}, which is only shown")
        assert np.array_equal(mazeeditor.load(tmp_path / "a.maze").walls, before)
        assert desk.session.view.repair.result is result, "it is still shown"
        key(desk.root, "Return")
        key(desk.root, "ctrl+s")
        desk.wait_for_work()
        assert desk.window.status.text.startswith("Saved a.maze")
        assert not np.array_equal(mazeeditor.load(tmp_path / "a.maze").walls, before)
