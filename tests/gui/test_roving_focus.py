"""Command bar, tool bar and strip of tools are one Tab stop each; arrow keys move within."""

from __future__ import annotations

from mazeeditor.gui.widgets.focus_order import tab_stops
from tests.events import click, key, settle
from tests.gui.desk import Desk


def focused(desk: Desk) -> str:
    return str(desk.root.tk.call("focus"))


def names(desk: Desk) -> list[str]:
    """Return the names of the buttons where Tab stops, in the bars and in the strip."""
    window = desk.window
    buttons = {str(button): name for name, button in window.bar.buttons.items()}
    buttons |= {str(button): name for name, button in window.bar.workspaces.buttons.items()}
    modes = window.tool_bar.row.modes
    buttons |= {str(button): f"mode {name}" for name, button in modes.items()}
    buttons |= {str(button): name for name, button in window.strip.buttons.items()}
    return [buttons[stop] for stop in tab_stops(desk.root, ".") if stop in buttons]


def test_each_bar_is_one_stop(desk: Desk) -> None:
    assert names(desk) == ["draw", "new", "generate", "mode wall", "wall"]
    bar, strip = desk.window.bar.buttons, desk.window.strip.buttons
    desk.window.bar.workspaces.buttons["draw"].focus_set()
    key(desk.root, "Tab")
    assert focused(desk) == str(bar["new"])
    key(desk.root, "Tab", 2)
    assert focused(desk) == str(desk.window.tool_bar.row.modes["wall"])
    key(desk.root, "Tab")
    assert focused(desk) == str(strip["wall"]), "one Tab from group to group"
    key(desk.root, "shift+Tab", 4)
    assert focused(desk) == str(desk.window.bar.workspaces.buttons["draw"])


def test_arrows_move_past_what_cannot_be_pressed(desk: Desk) -> None:
    icons = ("new", "open", "save", "undo", "redo")
    bar = {name: desk.window.bar.buttons[name] for name in icons}
    bar["new"].focus_set()
    visited = []
    for _press in bar:
        visited.append(focused(desk))
        key(desk.root, "Right")
    usable = [str(button) for button in bar.values() if not button.instate(["disabled"])]
    assert 2 < len(usable) < len(bar), "there is nothing to undo"
    assert visited[: len(usable)] == usable
    assert visited[len(usable)] == usable[0], "round"
    bar["new"].focus_set()
    key(desk.root, "Left")
    assert focused(desk) == usable[-1]
    key(desk.root, "Home")
    assert focused(desk) == usable[0]
    key(desk.root, "End")
    assert focused(desk) == usable[-1]
    assert names(desk)[1] == next(name for name in bar if str(bar[name]) == usable[-1])
    click(desk.canvas, *desk.middle_of(4, 4, "right"))
    desk.wait(lambda: not bar["undo"].instate(["disabled"]), "something to undo")
    bar["undo"].focus_set()
    settle(desk.root)
    assert names(desk)[1] == "undo"
    key(desk.root, "space")
    desk.wait(lambda: bar["undo"].instate(["disabled"]), "nothing to undo")
    assert names(desk)[1] == "new", "the stop moves on"
    key(desk.root, "Right")
    assert focused(desk) == str(bar["new"])


def test_a_tool_is_chosen_by_arrows_and_space(desk: Desk) -> None:
    strip = desk.window.strip.buttons
    tools = list(strip)
    strip["wall"].focus_set()
    key(desk.root, "Down", 2)
    assert focused(desk) == str(strip[tools[2]])
    assert desk.session.view.toolbox.mode.name == "wall", "arrows only move"
    key(desk.root, "space")
    assert desk.session.view.toolbox.tool.name == tools[2]
    key(desk.root, "Up")
    assert names(desk)[-1] == tools[1], "Tab comes back to where it was"
    desk.view.canvas.focus_set()
    key(desk.root, "x")
    assert desk.session.view.toolbox.mode.name == "exit"
    assert names(desk)[-1] == "openings", "the tool in use"
    click(strip["cells"])
    assert names(desk)[-1] == "cells"
