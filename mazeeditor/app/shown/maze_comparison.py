"""Compare with another version of the maze: what differs, in two colours, and the next place.

It is a highlight that lasts: after each edit it is found anew, until Escape.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mazeeditor.app.files.user_folders import holds
from mazeeditor.app.shown.highlights import NO_CELLS, Highlight, Highlighted
from mazeeditor.core.disk.atomic import previous_of
from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, count
from mazeeditor.editing.work import before_last_step
from mazeeditor.maze.facts.differences import MazeDifferences, check_comparable, maze_differences
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solvers import Solution
from mazeeditor.screen.pixel_colours import AREA, TINTED

if TYPE_CHECKING:
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.parts.view import View
    from mazeeditor.editing.document import Document
    from mazeeditor.maze.geometry import Ids
    from mazeeditor.maze.lattice import Lattice

NAME = "differences"
KINDS = (AREA + 4, TINTED)  # of cells at what only this, only the other maze has
COLOURS = ("route", "wall_hover")  # of these walls, as palettes name them


Read = Callable[[Job], Maze]


class Version(NamedTuple):
    """A maze to compare with: what offers it, what differences call it, what reads it."""

    label: str
    called: str
    read: Read


def versions(document: Document) -> dict[str, Version]:
    """Return the versions of the maze that are known, by their names, the one to offer first."""
    found = {}
    if (path := document.path) and holds(path.is_file):
        label = _("Saved version: {name}").format(name=path.name)
        found["saved"] = Version(label, path.name, reading(path))
        older = previous_of(path.resolve())  # a link stays one
        if holds(older.is_file):
            label = _("Version saved before: {name}").format(name=older.name)
            found["previous"] = Version(label, older.name, reading(older))
    if step := before_last_step(document):
        name, read = step
        label = _("Before the last step: {step}").format(step=name)
        found["step"] = Version(label, _("the maze before the last step"), read)
    return found


def reading(path: Path) -> Read:
    def read_maze(job: Job) -> Maze:
        from mazeeditor.files import read

        return read(path, job).maze

    return read_maze


def compare_with(document: Document, view: View, services: Services, name: str, read: Read) -> None:
    """Read another maze as a job and show what differs; an error names what cannot be."""
    lattice = document.maze.lattice

    def work(job: Job) -> Maze:
        other = read(job)
        check_comparable(lattice, other.lattice)
        return other

    def show(other: Maze) -> None:
        find = partial(_highlight, other, name)
        view.highlight.show(Highlight(NAME, "", "", lambda _facts: True, find, lasting=True))

    services.jobs.start(_("Comparing with {name}").format(name=name), work, show)


def comparing(view: View) -> bool:
    """Whether differences are shown."""
    result = view.highlight.result
    return result is not None and result.name == NAME


def next_difference(view: View, services: Services, step: int) -> int | None:
    """Return the next cell at a difference after the pointed one (``step`` 1), or before (-1).

    After the last comes the first. A message counts them. None where nothing differs.
    """
    result = view.highlight.result
    if result is None or not len(result.stops):
        return None
    here = services.ui.pointed_cell
    stops, last = result.stops, len(result.stops) - 1
    if here is None:
        place = 0 if step > 0 else last
    elif step > 0:
        place = int(np.searchsorted(stops, here, side="right")) % len(stops)
    else:
        place = (int(np.searchsorted(stops, here)) - 1) % len(stops)
    text = _("Difference {place:,} of {number:,}")
    services.ui.show_status(text.format(place=place + 1, number=len(stops)))
    return int(stops[place])


def _highlight(other: Maze, name: str, maze: Maze, job: Job) -> Highlighted:
    """Return what differs between a maze and an ``other`` one from a file of a name."""
    differences = maze_differences(maze, other, job)
    lattice = maze.lattice
    marks = np.zeros(lattice.size, np.uint8)
    touched = [differences.touched(lattice, side) for side in (0, 1)]
    for kind, cells in zip(KINDS, touched, strict=True):
        marks[cells] = kind
    marks[~lattice.inside] = 0
    titles = (_("Only here: {what}"), _("Only in {name}: {what}").replace("{name}", name))
    captions = tuple(
        (kind, title.replace("{what}", _describe_counts(differences, side)))
        for side, (kind, title) in enumerate(zip(KINDS, titles, strict=True))
    )
    if differences.equal:
        text = _("Walls, cells and openings are those of {name}.").replace("{name}", name)
        captions = ((KINDS[0], text),)
    return Highlighted(
        NAME,
        Solution(lattice, "", NO_CELLS, marks),
        captions,
        NO_CELLS,
        tuple((_walls_to_draw(lattice, differences, side), COLOURS[side]) for side in (0, 1)),
        _stops(lattice, differences),
    )


def _stops(lattice: Lattice, differences: MazeDifferences) -> Ids:
    """Return the inside cells at differences to go to, lowest first, each once.

    One at each wall, and the neighbours of cells that only the other maze has.
    """
    openings = [opening.cell for side in differences.openings for _kind, opening in side]
    blank = differences.cells[1]
    adjacent = [lattice.beyond(blank, slot)[0] for slot in range(lattice.degree)]
    walls = [walls // lattice.degree for walls in differences.walls]
    parts = [*walls, differences.cells[0], *adjacent, np.array(openings, np.int64)]
    cells = distinct(np.concatenate(parts))
    cells = cells[cells >= 0]
    return cells[lattice.inside[cells]]


def _walls_to_draw(lattice: Lattice, differences: MazeDifferences, side: int) -> Ids:
    """Return the walls int64[k] to draw: those that differ, and all around cells that do."""
    cells = differences.cells[side]
    parts = [differences.walls[side]]
    for slot in range(lattice.degree):
        own = cells[lattice.uses(cells, np.full(len(cells), slot))]
        parts.append(lattice.wall_ids(own, np.full(len(own), slot)))
    return distinct(np.concatenate(parts))


def _describe_counts(differences: MazeDifferences, side: int) -> str:
    """Return how much only one of the mazes has: ``3 walls, 1 cell``."""
    numbers = {
        (_("wall"), _("walls")): len(differences.walls[side]),
        (_("cell"), _("cells")): len(differences.cells[side]),
        (_("opening"), _("openings")): len(differences.openings[side]),
    }
    parts = [count(number, *names) for names, number in numbers.items() if number]
    return ", ".join(parts) or _("nothing")
