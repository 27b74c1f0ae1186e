"""The verdict is a button: true after each edit, what it means, and the cells it is about."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import numpy as np

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.shown import verdict
from mazeeditor.app.shown.highlights import HIGHLIGHTS
from mazeeditor.editing.edits import SetOpenings, ToggleWalls
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.search.blocks import cells_on_routes
from mazeeditor.screen.pixel_colours import LEFT, TINTED, mix
from tests.events import click, key, keys_at_once, move, screenshot, settle
from tests.graphs import graph_of
from tests.gui.desk import Desk
from tests.gui.test_window_explanation import popup

NAMES = [highlight.name for highlight in HIGHLIGHTS]


def labels(desk: Desk) -> list[str]:
    """Return what the popup offers besides walls, once More is pressed where that is there."""
    shown = popup(desk)
    if shown and "More" in first_labels(desk):
        click(shown.command_buttons[-1])
    return first_labels(desk)


def first_labels(desk: Desk) -> list[str]:
    shown = popup(desk)
    return [str(button.cget("text")) for button in shown.command_buttons] if shown else []


def label(name: str) -> str:
    return COMMANDS[f"highlight-{name}"].label


def repairs(*goals: str) -> list[str]:
    return [COMMANDS[f"repair-{goal}"].label for goal in goals]


def wall_off(desk: Desk, row: int, column: int) -> None:
    """Close all walls of a cell."""
    maze = desk.document.maze
    lattice = maze.lattice
    walls = np.array([lattice.wall(lattice.cell(row, column), slot) for slot in range(4)])
    walls = walls[[lattice.is_inner(int(wall)) for wall in walls]]
    desk.document.apply(ToggleWalls.of(maze, walls[~maze.is_closed(walls)]))
    desk.wait_for_work()


def open_loops(desk: Desk) -> None:
    for row in range(2, 28, 3):
        for column in range(2, 38, 3):
            if desk.is_closed(row, column, "right"):
                wall = np.array([desk.wall(row, column, "right")])
                desk.document.apply(ToggleWalls.of(desk.document.maze, wall))
    desk.wait_for_work()


def highlighted(desk: Desk, name: str) -> None:
    desk.wait(
        lambda: (result := desk.session.view.highlight.result) is not None and result.name == name,
        name,
    )
    desk.wait(lambda: desk.view.fine)
    move(desk.canvas, 3, 3)
    settle(desk.root)


def colour_at(desk: Desk, cell: int) -> str:
    """Return the colour of a cell beside its middle, where the line of a route is not."""
    x, y = desk.view.place_of(cell)
    px, py = desk.view.viewport.to_px(x + 0.3, y + 0.3)
    pixel = screenshot(desk.canvas).crop((int(px), int(py), int(px) + 1, int(py) + 1))
    return f"#{pixel.tobytes().hex()}"


def tint(desk: Desk) -> str:
    return mix(desk.theme.paper, desk.theme.wall_hover, 0.42)


def test_a_click_on_the_chip_says_what_it_means_and_shows_the_route(desk: Desk) -> None:
    chip = desk.window.status.chip
    click(chip)
    desk.wait(lambda: popup(desk) is not None, "the popup")
    shown = popup(desk)
    assert shown
    assert str(shown.title.cget("text")) == "Exactly one route" == desk.verdict
    assert "One route leads from the entrance" in str(shown.text.cget("text"))
    assert labels(desk) == [label("route"), label("filled")]
    assert shown.winfo_rooty() + shown.winfo_height() <= chip.winfo_rooty()
    click(shown.buttons[0])
    assert popup(desk) is None
    highlighted(desk, "route")
    result = desk.session.view.highlight.result
    assert result
    expected = nx.shortest_path(
        graph_of(desk.document.maze), result.solution.route[0], result.solution.route[-1]
    )
    assert result.solution.route.tolist() == expected
    assert colour_at(desk, expected[3]) == desk.theme.route_soft
    assert desk.view.note.text == f"A shortest route: {len(expected)} cells"
    key(desk.root, "Escape")
    assert colour_at(desk, expected[3]) == desk.theme.paper
    assert not desk.view.note.shown
    assert not desk.session.view.highlight.active


def test_by_keys_alone_however_fast_they_come(desk: Desk) -> None:
    open_loops(desk)
    key(desk.root, "F4")
    assert first_labels(desk) == [label("routes"), *repairs("one-route"), "More"]
    keys_at_once(desk.root, "Down", "Up", "Return")
    highlighted(desk, "routes")
    assert desk.root.focus_get() is desk.canvas
    on_route = cells_on_routes(desk.document.maze)
    assert desk.view.note.text == f"Cells on some route: {on_route.sum():,}"
    inside = desk.document.maze.lattice.inside_cells()
    for cell in (*inside[on_route[inside]][:40:8], *inside[~on_route[inside]][:5]):
        expected = tint(desk) if on_route[cell] else desk.theme.paper
        assert colour_at(desk, int(cell)) == expected


def test_loops_and_a_second_route(desk: Desk) -> None:
    open_loops(desk)
    desk.window.run(COMMANDS["highlight-loops"])
    highlighted(desk, "loops")
    graph = graph_of(desk.document.maze)
    bridges = {frozenset(bridge) for bridge in nx.bridges(graph)}
    on_loops = {cell for step in graph.edges if frozenset(step) not in bridges for cell in step}
    marks = desk.session.view.highlight.result.solution.marks  # type: ignore[union-attr]
    assert set(np.flatnonzero(marks).tolist()) == on_loops
    assert desk.view.note.text == f"Cells on loops: {len(on_loops):,}"
    desk.window.run(COMMANDS["highlight-second"])
    highlighted(desk, "second")
    solution = desk.session.view.highlight.result.solution  # type: ignore[union-attr]
    route, beside = solution.route.tolist(), set(np.flatnonzero(solution.marks).tolist())
    assert beside
    assert not beside & set(route)
    ways = nx.all_simple_paths(graph.subgraph(beside | set(route)), route[0], route[-1])
    assert any(set(way) > beside for way in ways)
    assert colour_at(desk, min(beside)) == tint(desk)


def test_it_closes_at_whatever_is_done_next(desk: Desk) -> None:
    acts: dict[str, Callable[[], None]] = {
        "the chip": lambda: click(desk.window.status.chip),
        "its key": lambda: key(desk.root, "F4"),
        "a button": lambda: click(desk.window.bar.buttons["solve"]),
        "another maze": lambda: key(desk.root, "ctrl+g"),
        "the canvas": lambda: click(desk.canvas, *desk.at(5.5, 5.5)),
    }
    for name, act in acts.items():
        key(desk.root, "F4")
        assert popup(desk), name
        act()
        desk.wait_for_work()
        assert popup(desk) is None, name


def test_without_a_route_both_sides_of_the_walls_are_shown(desk: Desk) -> None:
    exit_ = desk.document.maze.exits[0].cell
    lattice = desk.document.maze.lattice
    wall_off(desk, *lattice.place(exit_))
    wall_off(desk, 10, 10)
    assert desk.verdict == "No route"
    key(desk.root, "F4")
    assert labels(desk) == [label("unreached"), *repairs("solvable", "perfect")]
    key(desk.root, "Return")
    highlighted(desk, "unreached")
    marks = desk.session.view.highlight.result.solution.marks  # type: ignore[union-attr]
    assert marks[exit_] == LEFT
    assert marks[lattice.cell(10, 10)] == TINTED
    assert colour_at(desk, lattice.cell(10, 10)) == tint(desk)
    reached = nx.node_connected_component(
        graph_of(desk.document.maze),
        desk.document.maze.entrance.cell,  # type: ignore[union-attr]
    )
    assert {*lattice.inside_cells().tolist()} - {*np.flatnonzero(marks).tolist()} == reached
    assert "Reached from an exit only: 1" in desk.view.note.text
    assert "Reached from neither: " in desk.view.note.text


def test_what_does_not_apply_is_not_offered(desk: Desk) -> None:
    """Without openings nothing is known of routes; during a game nothing may be revealed."""
    desk.document.apply(SetOpenings(desk.document.maze, None, ()))
    desk.wait_for_work()
    assert not any(COMMANDS[f"highlight-{name}"].ready(desk.session.parts) for name in NAMES)
    key(desk.root, "F4")
    assert "Set an entrance" in str(popup(desk).text.cget("text"))  # type: ignore[union-attr]
    assert labels(desk) == []
    key(desk.root, "Escape")
    assert popup(desk) is None


def test_the_bar_says_what_is_counted(desk: Desk) -> None:
    for place in ((4, 4), (10, 20), (21, 3), (15, 15)):
        click(desk.canvas, *desk.middle_of(*place, "right"))
        desk.wait_for_work()
        maze = desk.document.maze
        counted = facts(maze.copy())
        assert (desk.window.status.chip.cget("style"), desk.verdict) == (
            f"{verdict.chip(maze, counted)[0].capitalize()}.Chip.TButton",
            verdict.chip(maze, counted)[1],
        )
        assert desk.figures == verdict.figures(counted)


def test_sealed_cells_are_counted_and_tinted_at_once_with_the_verdict(desk: Desk) -> None:
    shown = list[int]()

    def look() -> None:
        if not desk.session.view.verdict.outdated:
            cells = desk.session.view.sealed.cells
            shown.append(0 if cells is None else int(cells.sum()))

    desk.wait_for_work()
    desk.session.view.verdict.changed.subscribe(look)
    maze, lattice = desk.document.maze, desk.document.maze.lattice
    cell = lattice.cell(7, 7)
    walls = np.array([lattice.wall(cell, slot) for slot in range(4)])
    desk.document.apply(ToggleWalls.of(maze, walls[~maze.is_closed(walls)]))
    desk.wait_for_work()
    sealed = facts(maze.copy()).sealed
    assert shown == [sealed], "the tint is as new as the words"
    assert sealed >= 1
    assert desk.figures.endswith(f"{sealed:,} sealed cell{'s' * (sealed > 1)}")
