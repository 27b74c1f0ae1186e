"""A right click offers what can be done at the place: on the maze, and on every part around it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from mazeeditor.app.commands import COMMANDS, PLACES
from mazeeditor.gui.window.context_menu import MAX_ENTRIES, ON_TARGET
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import with_locks
from mazeeditor.maze.shapes import SHAPES
from tests.events import click, key, settle
from tests.gui.desk import Desk, open_more
from tests.oracle import open_field

pytestmark = pytest.mark.usefixtures("display")


def is_open(desk: Desk) -> bool:
    menu = desk.window.context_menus.menu
    return menu is not None and bool(menu.winfo_viewable())


def labels(desk: Desk) -> list[str]:
    """Return the labels of the open menu, those of a submenu before its own."""
    desk.wait(lambda: is_open(desk), "the menu on the screen")
    menu = desk.window.context_menus.menu
    assert menu
    assert len(labels_in(menu, deep=False)) <= MAX_ENTRIES
    return labels_in(menu)


def entries_in(menu: tk.Menu, *, deep: bool = True) -> Iterator[tuple[str, str]]:
    """Yield label and state of each entry, also of those in submenus."""
    last = menu.index("end")
    assert last is not None
    for index in range(last + 1):
        if menu.type(index) == "cascade" and deep:
            yield from entries_in(menu.nametowidget(str(menu.entrycget(index, "menu"))))
        if menu.type(index) != "separator":
            yield str(menu.entrycget(index, "label")), str(menu.entrycget(index, "state"))


def labels_in(menu: tk.Menu, *, deep: bool = True) -> list[str]:
    return [label for label, _state in entries_in(menu, deep=deep)]


def choose(desk: Desk, label: str) -> None:
    """Choose an entry of the open menu by keys."""
    menu = desk.window.context_menus.menu
    assert menu
    for _step in range(60):
        active = menu.index("active")
        if active is not None and menu.entrycget(active, "label") == label:
            key(desk.root, "Return")
            settle(desk.root)
            return
        if active is not None and menu.type(active) == "cascade":
            child = menu.nametowidget(str(menu.entrycget(active, "menu")))
            if label in labels_in(child):
                menu = child
                key(desk.root, "Right")
                continue
        key(desk.root, "Down")
    raise AssertionError(f"{label} is not in {labels(desk)}")


def test_every_place_is_used_by_some_command() -> None:
    used = {place for command in COMMANDS for place in command.places if command.name != "palette"}
    assert used == set(PLACES)
    assert set(PLACES) >= ON_TARGET


def test_a_wall_is_erased_and_added(desk: Desk) -> None:
    for _time in range(2):
        before = desk.is_closed(3, 3, "right")
        click(desk.canvas, *desk.middle_of(3, 3, "right"), button=3)
        choose(desk, "Erase this wall" if before else "Add a wall here")
        assert desk.is_closed(3, 3, "right") is not before
    assert desk.document.undo_name
    assert desk.session.view.target is None
    assert desk.view.cell is None, "a right click moves no cell cursor"


def test_openings_are_set_and_removed(desk: Desk) -> None:
    maze = desk.document.maze
    cell = maze.lattice.cell(5, 0)
    left = Opening(cell, maze.lattice.sides.index("left"))
    click(desk.canvas, *desk.at(5.5, 0.1), button=3)
    assert "Remove this opening" not in labels(desk)
    choose(desk, "Entrance here")
    assert desk.document.maze.entrance == left
    click(desk.canvas, *desk.at(7.5, 7.5), button=3)
    choose(desk, "Another exit here")
    assert desk.document.maze.exits[-1] == Opening(maze.lattice.cell(7, 7))
    assert len(desk.document.maze.exits) == 2
    click(desk.canvas, *desk.at(5.5, 0.1), button=3)
    assert "Remove this opening" in labels(desk)[:2]
    assert "Entrance here" not in labels(desk)
    choose(desk, "Remove this opening")
    assert desk.document.maze.entrance is None
    click(desk.canvas, *desk.at(8.5, 8.5), button=3)
    choose(desk, "Exit here")
    assert desk.document.maze.exits == (Opening(maze.lattice.cell(8, 8)),)


def test_a_cell_with_locked_walls_is_not_blanked_and_a_symmetry_blanks_its_image(
    desk: Desk,
) -> None:
    lattice = desk.document.maze.lattice
    cell, image = lattice.cell(4, 4), lattice.cell(4, lattice.columns - 5)
    desk.session.view.symmetry.choose("left-right")
    locked = np.arange(lattice.size) == cell
    desk.document.maze.set_locks(with_locks(desk.document.maze, locked, locked=True))
    click(desk.canvas, *desk.at(4.5, 4.5), button=3)
    choose(desk, "Blank this cell")
    assert desk.document.maze.lattice is lattice
    desk.document.maze.set_locks(None)
    click(desk.canvas, *desk.at(4.5, 4.5), button=3)
    choose(desk, "Blank this cell")
    assert not desk.document.maze.lattice.inside[[cell, image]].any()
    assert desk.document.maze.lattice.cells == lattice.cells - 2
    key(desk.root, "ctrl+z")
    assert desk.document.maze.lattice.inside[[cell, image]].all(), "in one step"


def test_by_keys_at_the_cell_cursor(desk: Desk) -> None:
    for row, keys in ((6, "Menu"), (7, "shift+F10")):
        desk.view.cell = desk.document.maze.lattice.cell(row, 6)
        desk.canvas.focus_set()
        key(desk.root, keys)
        choose(desk, "Exit here")
        assert desk.document.maze.exits == (Opening(desk.document.maze.lattice.cell(row, 6)),)


@pytest.mark.slow
def test_on_every_shape(desk: Desk) -> None:
    for shape in SHAPES.names():
        desk.session.view.draft.choose_shape(shape)
        desk.window.run(COMMANDS["generate"])
        desk.wait_for_work()
        maze = desk.document.maze
        cell = int(maze.lattice.inside.nonzero()[0][maze.lattice.cells // 2])
        click(desk.canvas, *desk.view.viewport.to_px(*desk.view.place_of(cell)), button=3)
        choose(desk, "Entrance here")
        assert desk.document.maze.entrance == Opening(cell)
        assert not desk.answers.errors


PARTS: dict[str, Callable[[Desk], tk.Misc]] = {
    "rulers": lambda desk: desk.view.rulers[0].canvas,
    "tools": lambda desk: desk.window.strip,
    "bar": lambda desk: desk.window.bar,
    "status": lambda desk: desk.window.status.figures,
    "draw": lambda desk: desk.generate.summary,
    "panel": lambda desk: desk.generate.summary,
    "maze": lambda desk: desk.canvas,
    "overview": lambda desk: desk.view.minimap.widget,  # of another maze, so it is the last
}


def test_every_part_has_its_commands(desk: Desk) -> None:
    for place, part_of in PARTS.items():
        if place == "overview":
            desk.document.new(open_field(300, 300))
            desk.view.look(desk.view.viewport.zoomed(20))
            settle(desk.root)
        dirty = desk.document.dirty
        part = part_of(desk)
        corner = 3 if place in ("tools", "bar") else part.winfo_height() // 2
        click(part, 6, corner, button=3)
        shown = labels(desk)
        for command in COMMANDS:
            if place in command.places:
                assert command.label_in(desk.session.parts) in shown, (place, command.name)
        assert shown[-1] == "Command palette…", place
        key(desk.root, "Escape")
        assert desk.document.dirty == dirty, place
        assert not desk.document.can_undo, place


@pytest.mark.slow
def test_each_tab_has_its_own(desk: Desk) -> None:
    for tab in ("draw", "solve", "page", "inspect"):
        desk.window.show_tab(tab)
        settle(desk.root)
        panel = desk.window.build_panel()
        desk.canvas.focus_set()
        click(panel, panel.winfo_width() // 2, panel.winfo_height() - 8, button=3)
        shown = labels(desk)
        for command in COMMANDS:
            if tab in command.places:
                assert command.label_in(desk.session.parts) in shown, (tab, command.name)
        key(desk.root, "Escape")


def test_fields_have_the_clipboard(desk: Desk) -> None:
    open_more(desk.generate.recipe)
    seed = desk.generate.recipe.boxes["seed"].typed_in
    click(seed, button=3)
    assert labels(desk) == ["Cut", "Copy", "Paste", "Select all"]
    choose(desk, "Select all")
    click(seed, button=3)
    choose(desk, "Copy")
    assert desk.root.clipboard_get() == str(seed.tk.call(seed, "get"))


def test_a_tick_shows_what_is_on(desk: Desk) -> None:
    ruler = desk.view.rulers[0].canvas
    click(ruler, 80, 5, button=3)
    menu = desk.window.context_menus.menu
    assert menu
    variable = str(menu.entrycget("Rulers", "variable"))
    assert desk.root.getvar(variable) in ("1", 1)
    choose(desk, "Rulers")
    assert not desk.session.services.settings.rulers
    desk.session.view.toolbox.press(3.5, 3.5, extend=False)
    desk.session.view.toolbox.drag(5.5, 3.5)
    before = desk.window.context_menus.menu
    click(desk.canvas, 200, 200, button=3)
    assert desk.window.context_menus.menu is before, "none opens in the middle of a stroke"
    desk.session.view.toolbox.cancel()


def test_during_a_game_it_shows_nothing_of_the_maze(desk: Desk) -> None:
    key(desk.root, "F8")
    click(desk.canvas, 200, 200, button=3)
    menu = desk.window.context_menus.menu
    assert menu
    by_label = {command.label: command for command in COMMANDS}
    for label, state in entries_in(menu):
        if label in by_label and state == "normal":
            assert by_label[label].in_play
    key(desk.root, "Escape")
    assert desk.window.game is not None
