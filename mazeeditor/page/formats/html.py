"""Web page: one file that shows a maze as it is printed, to play by mouse, finger and keys.

::

    +--------------------------+     The drawing is the page's own SVG. A second one lies over it
    |  0:42  Steps 12  Best –  |     with the trail, a hint, the exits and the player, who walks
    |  Hint  Solution  Print   |     by the cells and passages in a block of JSON.
    |  +--------------------+  |
    |  |  +  +--+--+--+--+  |  |     Nothing is loaded: the policy in the head of the file allows
    |  |  | o-----   |     |  |  |     its one script, by its digest, its styles, and pictures that
    |  +--------------------+  |     are in it.
    +--------------------------+
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, language
from mazeeditor.core.typefaces.shaping import width_of
from mazeeditor.core.typefaces.typefaces import ASCENT, DESCENT
from mazeeditor.maze.collecting.things import letter
from mazeeditor.maze.collecting.tour import shortest_tour
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.playing.walk import digest_of
from mazeeditor.maze.search.search import without_gaps
from mazeeditor.page.curves import extremes_of
from mazeeditor.page.formats import MazePage, exporter
from mazeeditor.page.formats.svg import svg
from mazeeditor.page.mirroring import Mirror
from mazeeditor.page.page import NOTHING
from mazeeditor.page.planning import plan_page
from mazeeditor.page.scene import (
    SOLUTION,
    WALLS,
    Box,
    Item,
    Layer,
    LongStrokes,
    Picture,
    Points,
    Scene,
    Text,
)
from mazeeditor.page.tokens import TOKENS
from mazeeditor.page.tokens.stops import STOPS, state_of, things_on

FOLDER = Path(__file__).parent / "web"
MAX_CELLS = 250_000  # cells: browsers draw more too slowly to be played
HINT = 6  # cells of the way that a hint shows
MARGIN_SHARE = 0.02  # of the longer side: left free around what is drawn
OF_ANSWERS = ("tokens", "note")  # layers that look different where the solution is shown
PLACE = re.compile("<!--([a-z]+)-->")


@exporter(
    "html",
    _("Web page"),
    words=_("website browser online game"),
    suffix=".html",
    order=4,
    paged=True,
    played=True,
    most=MAX_CELLS,
    memory=1200,
)
def html(page: MazePage, job: Job) -> bytes:
    """One file to play in any browser, without a network: keys, mouse, touch, hints, print."""
    sheet, refused = _sheet(page), why_not_played(page)
    drawing = bytes(svg([sheet], job, letters="outlines")).decode()
    view = _view(page)
    data: dict[str, Any] = {"words": _words()}
    if not refused:
        data |= {"view": view, "hint": HINT, **_script_maze(page)}
    title = sheet.title or _("Maze")
    script = _part("play.js")
    parts = {
        "language": escape(language()),
        "policy": _policy(script),
        "title": escape(title),
        "style": _part("play.css") + _sizes(sheet, view),
        "controls": _controls(playing=not refused, solved=len(page.scenes) > 1),
        "board": _board(title, playing=not refused),
        "drawing": _place_drawing(drawing) + ("" if refused else _layer(data)),
        "message": escape(refused),
        "help": "" if refused else escape(_HELP),
        "data": json_in_html(data),
        "script": script,
    }
    job.check()
    return PLACE.sub(lambda place: parts[place[1]], _part("page.html")).encode()


def why_not_played(page: MazePage) -> str:
    """Return why a maze cannot be played, as its page says; "" where it can."""
    maze = page.maze
    if maze.entrance is None and not maze.exits:
        return _("This maze has neither entrance nor exit: it can be printed, but not played.")
    if maze.entrance is None:
        return _("This maze has no entrance: it can be printed, but not played.")
    if not maze.exits:
        return _("This maze has no exit: it can be printed, but not played.")
    if maze.entrance.cell in {exit_.cell for exit_ in maze.exits}:
        return _("The entrance is an exit: there is nothing to play.")
    if len(page.scenes) < 2:
        if lost := _why_uncollectable(page):
            return lost
        return _("No route leads from the entrance to an exit: there is nothing to play.")
    return ""


_HELP = _(
    "Walk with the arrow keys or W A S D, with Shift to the next fork; or draw the way with the "
    "mouse or a finger. Backspace goes back, H shows a hint."
)


def _words() -> dict[str, str]:
    """Return what the script says, with names in braces."""
    return {
        "won": _("You are out: {time}, {steps} steps. The shortest way has {shortest}."),
        "record": _("That is your best time."),
        "withHints": _("Hints: {hints}. So the time does not count as your best."),
        "withSolution": _("The solution was seen. So the time does not count as your best."),
        "hinted": _("The way goes on: {way}."),
        "ways": _("Open: {ways}"),
        "shut": _("The door {name} is shut: fetch its key."),
        "unlocked": _("The key opens the door {name}."),
        "visited": _("Visited: {number} of {all}."),
        "missing": _("Not yet: {number} of {all} stops are visited."),
        "wrong": _("This goal is wrong."),
        "up": _("up"),
        "right": _("right"),
        "down": _("down"),
        "left": _("left"),
    }


def _part(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _policy(script: str) -> str:
    """Return what the page may do: run that script, and show what is in the file."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def json_in_html(value: Mapping[str, Any]) -> str:
    """Return JSON that ends no element, whatever its texts are."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


# The drawing


def _sheet(page: MazePage) -> Scene:
    """Return the page with the route, and what answers show, in layers that styles hide."""
    puzzle, *answers = page.scenes
    if not answers:
        return puzzle
    layers: list[Layer] = []
    further = {layer.name: layer for layer in answers[0].layers}
    for layer in puzzle.layers:
        if layer.name in ("logo", WALLS) and SOLUTION in further:  # the route lies below both
            layers.append(further.pop(SOLUTION))
        layers.append(layer)
    solved = (further[name] for name in OF_ANSWERS if name in further)
    layers += [replace(layer, name=f"{layer.name}-solved") for layer in solved]
    return replace(puzzle, layers=tuple(layers))


def _view(page: MazePage) -> Box:
    """Return left and top, width and height in mm of what a screen shows: the page's ink."""
    sheet = page.scenes[0]
    points = [place for scene in page.scenes for item in scene.items for place in _ends(item)]
    places = np.concatenate([np.zeros((0, 2)), *points])
    if not len(places):
        return (0.0, 0.0, sheet.width, sheet.height)
    free = MARGIN_SHARE * float((places.max(axis=0) - places.min(axis=0)).max()) + 0.5
    low = np.maximum(places.min(axis=0) - free, 0)
    high = np.minimum(places.max(axis=0) + free, (sheet.width, sheet.height))
    left, top = (round(float(value), 3) for value in low)
    width, height = (round(float(value), 3) for value in high - low)
    return left, top, width, height


def _ends(item: Item) -> Iterator[Points]:
    """Yield places that all of an item lies between, in mm."""
    if isinstance(item, Text):
        width = width_of(item.text, item.lettering) * item.size
        left = item.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * width
        top, bottom = item.y - ASCENT * item.size, item.y + DESCENT * item.size
        yield np.array([[left, top], [left + width, bottom]])
    elif isinstance(item, Picture):
        yield np.array([[item.x, item.y], [item.x + item.width, item.y + item.height]])
    elif not isinstance(item, LongStrokes) and len(item.points):
        around = getattr(item, "width", 0.0) / 2
        places = np.concatenate([item.points, extremes_of(item)])
        yield np.stack([places.min(axis=0) - around, places.max(axis=0) + around])


def _sizes(sheet: Scene, view: Box) -> str:
    """Return the styles that put the drawing into its place, on a screen and on paper."""
    left, top, width, height = view
    return (
        f":root {{ --width: {sheet.width:.10g}mm; --height: {sheet.height:.10g}mm; "
        f"--ratio: {width / height:.6g}; }}\n"
        f"#play-page {{ left: {-left / width:.6%}; top: {-top / height:.6%}; "
        f"width: {sheet.width / width:.6%}; }}\n"
        f"@page {{ size: {sheet.width:.10g}mm {sheet.height:.10g}mm; margin: 0; }}\n"
    )


def _place_drawing(drawing: str) -> str:
    """Return the drawing as a part of the page: its size is said by styles."""
    _declaration, _tag, rest = drawing.partition("<svg ")
    return f'<svg id="play-page" aria-hidden="true" {rest.strip()}\n'


def _layer(data: Mapping[str, Any]) -> str:
    """Return what is drawn over the maze, each as thick as the script makes it."""
    view = " ".join(f"{value:.10g}" for value in data["view"])
    goals = "".join(
        f'<circle class="play-goal" cx="{x}" cy="{y}"/>'
        for x, y in (data["cells"][goal] for goal in data["goals"])
    )
    goals += "".join(
        f'<circle class="play-thing" cx="{x}" cy="{y}"/>'
        for x, y in (data["cells"][cell] for cell in _things(data))
    )
    goals += '<polyline class="play-door"/>' * len(data.get("keys", ()))
    lines = "".join(f'<polyline id="play-{name}"/>' for name in ("trail", "hint-line"))
    return (
        f'<svg id="play-layer" aria-hidden="true" viewBox="{view}">{goals}{lines}'
        '<circle id="play-player"/></svg>'
    )


def _things(data: Mapping[str, Any]) -> list[int]:
    """Return the cells of stops, then of keys."""
    return [*data.get("stops", ()), *(key[0] for key in data.get("keys", ()))]


# The controls


def _controls(*, playing: bool, solved: bool) -> str:
    """Return the figures and the buttons; where nothing is played, those that are left."""
    figures = {"time": _("Time"), "steps": _("Steps"), "best": _("Best")}
    clock = {"time": ' role="timer" aria-live="off"'}
    rows = "".join(
        f'<div><dt>{escape(label)}</dt><dd id="play-{name}"{clock.get(name, "")}>–</dd></div>'
        for name, label in figures.items()
    )
    buttons = [
        ("hint", _("Hint"), _("Show the next few cells of the way"), playing),
        ("reveal", _("Solution"), _("Show or hide the solution"), playing and solved),
        ("restart", _("Restart"), _("Begin again at the entrance"), playing),
        ("smaller", "−", _("Smaller"), True),
        ("larger", "+", _("Larger"), True),
        ("print", _("Print"), _("Print the maze as its page is"), True),
        ("theme", _("Dark"), _("Light on dark"), True),
    ]
    bar = "".join(_button(*button) for button in buttons)
    label = escape(_("Controls"))
    shown = f'<dl id="play-figures">{rows}</dl>\n' if playing else ""
    return f'{shown}<div id="play-bar" role="toolbar" aria-label="{label}">{bar}</div>'


def _button(name: str, label: str, about: str, enabled: bool) -> str:
    pressed = ' aria-pressed="false"' if name in ("reveal", "theme") else ""
    spoken = f' aria-label="{escape(about)}"' if name in ("smaller", "larger") else ""
    off = "" if enabled else " disabled"
    return (
        f'<button type="button" id="play-{name}" title="{escape(about)}"{spoken}{pressed}{off}>'
        f"{escape(label)}</button>"
    )


def _board(title: str, *, playing: bool) -> str:
    if not playing:
        return f' role="img" aria-label="{escape(title)}"'
    text = _("{title}: the maze. Walk with the arrow keys.").format(title=title)
    about = 'aria-describedby="play-help"'
    return f' tabindex="0" role="application" aria-label="{escape(text)}" {about}'


# What is played


def _script_maze(page: MazePage) -> dict[str, Any]:
    """Return the maze for the script; cells are numbered from 0 in the order of the lattice.

    ``cells`` are their middles in mm, and ``passages`` of each those cells beyond its passages
    that have a higher number. ``pace`` is the size of a cell in mm.
    """
    maze, lattice = page.maze, page.maze.lattice
    layout = plan_page(maze, page.page)
    cells = lattice.inside_cells()
    number = np.full(lattice.size, -1, np.int64)
    number[cells] = np.arange(len(cells))
    middles = lattice.geometry.centres(cells) * layout.scale.cell + (layout.x, layout.y)
    if mirror := Mirror.of(layout):
        middles = mirror.points(middles)
    digits = 2 if layout.scale.cell >= 1 else 4
    assert maze.entrance is not None
    return {
        "key": digest_of(maze),
        "pace": layout.scale.cell,
        "cells": [[round(x, digits), round(y, digits)] for x, y in middles.tolist()],
        "passages": _passages(maze, cells, number),
        **_script_things(page, number),
        **_right(page, number),
        "start": int(number[maze.entrance.cell]),
        "goals": sorted({int(number[exit_.cell]) for exit_ in maze.exits}),
    }


def _right(page: MazePage, number: Ids) -> dict[str, Any]:
    """Return the goal that a riddle tells, where the page has one."""
    along, exits = page.page.along, page.maze.exits
    if along == NOTHING or not TOKENS[along].to_first or len(exits) < 2:
        return {}
    return {"right": [int(number[exits[0].cell])]}


def _why_uncollectable(page: MazePage) -> str:
    """Return why what is to be collected cannot be, "" where it can or there is nothing."""
    if page.page.along != STOPS:
        return ""
    return state_of(page.maze, page.page, Job()).lost


def _script_things(page: MazePage, number: Ids) -> dict[str, Any]:
    """Return stops in their order or in any, keys with their doors, and the steps of the tour.

    Another set of them is another game, with a best time of its own.
    """
    maze = page.maze
    things = things_on(maze, page.page) if page.page.along == STOPS else None
    if things is None:
        return {}
    tour = shortest_tour(maze, things)
    keys = [
        [int(number[key.cell]), *(int(number[cell]) for cell in key.door), letter(at)]
        for at, key in enumerate(things.keys)
    ]
    stops = [int(number[cell]) for cell in things.stops]
    game = sha256(repr((stops, things.ordered, keys)).encode()).hexdigest()[:8]
    return {
        "key": f"{digest_of(maze)}-{game}",
        "stops": stops,
        "ordered": things.ordered,
        "keys": keys,
        "shortest": tour.cells - 1,
    }


def _passages(maze: Maze, cells: Ids, number: Ids) -> list[list[int]]:
    lattice, walls = maze.lattice, without_gaps(maze)
    result: list[list[int]] = [[] for _cell in range(len(cells))]
    for slot in range(lattice.degree):
        open_ = cells[walls[cells] >> slot & 1 == 0]
        others, _backs = lattice.beyond(open_, slot)
        higher = others > open_
        pairs = zip(number[open_[higher]].tolist(), number[others[higher]].tolist(), strict=True)
        for one, other in pairs:
            result[one].append(other)
    return [sorted(cells_beyond) for cells_beyond in result]
