"""What a click or drag does to stops, keys and doors: what is at a place, and the steps."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.edits import SetPage
from mazeeditor.maze.collecting.things import (
    MOST_STOPS,
    Things,
    check_apart,
    keys_text,
    letter,
    stops_text,
)
from mazeeditor.maze.geometry import middles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.page.page import NOTHING, Page
from mazeeditor.page.shown_page import page_with, placed_on
from mazeeditor.page.tokens import TOKENS
from mazeeditor.page.tokens.stops import STOPS, kept_things

DOOR_CELLS = 0.3  # cells from the middle of a door within which it is meant


@dataclass(frozen=True)
class Grip:
    """What was taken hold of: the stop or key with an index in ``Things.cells``, or its door."""

    index: int
    door: bool = False


def things_of(maze: Maze, page: Page) -> tuple[Page, Things]:
    """Return the page on which all has its place, and what is to be collected on it.

    Raises ``UsageError`` where something else is along the route, or what there is has no place.
    """
    if page.along not in (NOTHING, STOPS):
        text = _("{what} are in the maze: choose stops in the workspace Page, Along the route.")
        raise UsageError(text.format(what=TOKENS[page.along].label))
    if page.along == NOTHING:
        page = replace(page, along=STOPS, stops="", keys="")
        return page, Things(ordered=page.stops_order == "given")
    page = page_with(page, placed_on(maze, page))
    things = kept_things(maze, page)
    if things is None:
        raise UsageError(_("The stops have no place in this maze: the workspace Page says why."))
    return page, things


def grip_at(lattice: Lattice, things: Things, x: float, y: float) -> Grip | None:
    """Return what is at a point, in cells; None for nothing."""
    geometry, stops = lattice.geometry, len(things.stops)
    if things.keys:
        walls = things.doors(lattice, range(len(things.keys)))
        ends = geometry.post_positions(geometry.posts(walls))
        away = np.hypot(*(middles(ends, geometry.bulges(walls)) - (x, y)).T)
        if away.min() < DOOR_CELLS:
            return Grip(stops + int(away.argmin()), door=True)
    cell = geometry.cell_at(x, y)
    return Grip(things.cells.index(cell)) if cell in things.cells else None


def passage_at(maze: Maze, x: float, y: float) -> tuple[int, int] | None:
    """Return the passage nearest to a point as its two cells, None where a wall is nearest."""
    lattice = maze.lattice
    wall = lattice.geometry.wall_at(x, y)
    if wall is None or not lattice.is_inner(wall) or maze.is_closed(np.array([wall]))[0]:
        return None
    cell, slot = divmod(wall, lattice.degree)
    return cell, lattice.neighbour(cell, slot)


def add_stop(maze: Maze, page: Page, cell: int) -> SetPage:
    """Return the step that adds a stop in a cell; raises ``UsageError``."""
    shown, things = things_of(maze, page)
    if len(things.stops) >= MOST_STOPS:
        raise UsageError(_("A maze has {most} stops at most.").format(most=MOST_STOPS))
    name = _("Add stop {number}").format(number=len(things.stops) + 1)
    return _step(maze, shown, replace(things, stops=(*things.stops, cell)), name)


def remove_thing(maze: Maze, page: Page, grip: Grip) -> SetPage:
    """Return the step that removes a stop, or a key with its door."""
    shown, things = things_of(maze, page)
    at = grip.index - len(things.stops)
    name = _name(_("Remove stop {name}"), _("Remove key {name} and its door"), None, things, grip)
    stops = tuple(cell for index, cell in enumerate(things.stops) if index != grip.index)
    keys = tuple(key for index, key in enumerate(things.keys) if index != at)
    return _step(maze, shown, replace(things, stops=stops, keys=keys), name)


def move_thing(maze: Maze, page: Page, grip: Grip, to: int | tuple[int, int]) -> SetPage:
    """Return the step that moves a stop or key to another cell, or a door to another passage.

    Raises ``UsageError`` where something is there already.
    """
    shown, things = things_of(maze, page)
    at = grip.index - len(things.stops)
    texts = _("Move stop {name}"), _("Move key {name}"), _("Move door {name}")
    name = _name(*texts, things, grip)
    stops, keys = [*things.stops], [*things.keys]
    if isinstance(to, tuple):
        others = [frozenset(key.door) for key in things.keys if key is not keys[at]]
        if frozenset(to) in others:
            raise UsageError(_("Another door is here already."))
        keys[at] = replace(keys[at], door=to)
    elif at < 0:
        stops[grip.index] = to
    else:
        keys[at] = replace(keys[at], cell=to)
    return _step(maze, shown, replace(things, stops=tuple(stops), keys=tuple(keys)), name)


def _name(stop: str, key: str, door: str | None, things: Things, grip: Grip) -> str:
    """Return what menus call a step."""
    at = grip.index - len(things.stops)
    if at < 0:
        return stop.format(name=grip.index + 1)
    return (door if door and grip.door else key).format(name=letter(at))


def _step(maze: Maze, page: Page, things: Things, name: str) -> SetPage:
    lattice = maze.lattice
    check_apart(lattice, things.cells)
    stops, keys = stops_text(lattice, things.stops), keys_text(lattice, things.keys)
    if not stops and not keys:
        return SetPage.of(name, replace(page, along=NOTHING, stops="", keys=""))
    return SetPage.of(name, replace(page, stops=stops, keys=keys))
