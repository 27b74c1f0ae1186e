"""The steps that can be undone; each is its own way back.

``swap`` puts what an edit holds into the content and keeps what it displaces, so doing, undoing and
redoing are the same call. An edit that cannot be done raises and has changed nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.drawing.style import Page, page_options
from mazeeditor.editing.change import Change
from mazeeditor.editing.content import Content
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.words import _, ngettext

OVERHEAD = 512  # bytes of a step beside its arrays: its objects and its place in the history


class Edit(ABC):
    """One step of the history.

    ``name`` is what menus call it, the same whether it is undone or redone: "Erase 12 walls".
    ``size`` are the bytes that keeping it costs now.
    """

    name: str
    size: int = OVERHEAD

    @abstractmethod
    def swap(self, content: Content) -> Change:
        """Do it, or undo what was done; returns what changed, a false ``Change`` for nothing."""

    def merge(self, later: Edit) -> bool:  # noqa: ARG002 - most steps stay alone
        """Take in the step done just after this one, where both are one to a person."""
        return False

    @property
    def void(self) -> bool:
        """Whether all that was done has been taken back by merging."""
        return False


class ToggleWalls(Edit):
    """Close what is open and open what is closed; holds int64 ids and nothing else."""

    def __init__(self, walls: Ids, name: str) -> None:
        """Prepare to toggle ``walls`` int64[k], each given once; ``of`` finds the name."""
        self.walls = walls
        self.name = name
        self.size = OVERHEAD + walls.nbytes

    @classmethod
    def of(cls, maze: Maze, walls: Ids) -> ToggleWalls:
        """Return the edit that toggles ``walls`` int64[k] of ``maze`` as it is now."""
        walls = np.array(walls, np.int64)
        closed = int(np.count_nonzero(maze.is_closed(walls)))
        return cls(walls, name_walls(len(walls) - closed, closed))

    def swap(self, content: Content) -> Change:
        """Toggle the walls; raises ``UsageError`` for an outer wall."""
        content.maze.toggle(self.walls)
        return Change(walls=self.walls)


def name_walls(added: int, erased: int) -> str:
    """Return what menus call a change of walls."""
    number = added + erased
    if not erased:
        text = ngettext("Add {number:,} wall", "Add {number:,} walls", number)
    elif not added:
        text = ngettext("Erase {number:,} wall", "Erase {number:,} walls", number)
    else:
        text = ngettext("Change {number:,} wall", "Change {number:,} walls", number)
    return text.format(number=number)


class SetOpenings(Edit):
    """Set entrance and exits together: moving, adding and removing one are all of this."""

    def __init__(self, maze: Maze, entrance: Opening | None, exits: tuple[Opening, ...]) -> None:
        """Prepare to give ``maze`` these openings instead of its own."""
        self.name = name_openings(maze, entrance, exits)
        self._other = entrance, exits

    def swap(self, content: Content) -> Change:
        """Exchange the openings; raises ``UsageError`` where one has no place in the maze."""
        maze = content.maze
        before = maze.entrance, maze.exits
        maze.set_openings(*self._other)
        self._other, after = before, (maze.entrance, maze.exits)
        walls = _gaps(maze.lattice, *before) ^ _gaps(maze.lattice, *after)
        return Change(walls=np.array(sorted(walls), np.int64), openings=before != after)


def _gaps(lattice: Lattice, entrance: Opening | None, exits: tuple[Opening, ...]) -> set[int]:
    openings = [*([entrance] if entrance else []), *exits]
    return {lattice.wall(each.cell, each.slot) for each in openings if each.slot is not None}


def name_openings(maze: Maze, entrance: Opening | None, exits: tuple[Opening, ...]) -> str:
    """Return what menus call the step from the openings of ``maze`` to these."""
    if entrance == maze.entrance:
        return _name_exits(set(maze.exits), set(exits))
    if exits != maze.exits:
        return _("Set entrance and exits")
    if entrance is None:
        return _("Remove entrance")
    return _("Move entrance") if maze.entrance else _("Set entrance")


def _name_exits(before: set[Opening], after: set[Opening]) -> str:
    if not before:
        return _("Set exit")
    if after < before:
        return _("Remove exits") if len(before - after) > 1 else _("Remove exit")
    return _("Add exit") if before < after else _("Move exit")


class ReplaceMaze(Edit):
    """Put another maze, with its recipe, in the place of this one: what Generate does.

    Two references change places, whatever the size; the maze that is not shown counts in the
    history with all its bytes.
    """

    def __init__(self, name: str, maze: Maze, recipe: Mapping[str, Any]) -> None:
        """Prepare to show ``maze``, which belongs to the edit from now on."""
        self.name = name
        self.maze = maze
        self.recipe = recipe
        self.size = OVERHEAD + _bytes_of(maze)

    def swap(self, content: Content) -> Change:
        """Exchange the mazes."""
        self.maze, content.maze = content.maze, self.maze
        self.recipe, content.recipe = content.recipe, self.recipe
        self.size = OVERHEAD + _bytes_of(self.maze, content.maze)
        return Change(walls=None, maze=True, openings=True)


def _bytes_of(maze: Maze, beside: Maze | None = None) -> int:
    """Return the bytes of a maze that one ``beside`` it does not hold anyway."""
    held = {id(table) for table in _tables(beside)} if beside else set()
    return sum(table.nbytes for table in _tables(maze) if id(table) not in held)


def _tables(maze: Maze) -> tuple[NDArray[Any], ...]:
    lattice = maze.lattice
    rows = lattice.row_starts, lattice.row_lengths
    return (maze.walls, lattice.inside, *rows, *lattice.tables)


class SetPage(Edit):
    """Print on another page; turning one knob further is the same step."""

    def __init__(self, before: Page, after: Page) -> None:
        """Prepare to put ``after`` in the place of ``before``, the page of the document."""
        self.changed = [
            option
            for option in page_options()
            if getattr(before, option.name) != getattr(after, option.name)
        ]
        self.name = (
            _("Change page: {field}").format(field=self.changed[0].label)
            if len(self.changed) == 1
            else _("Change page")
        )
        self._shown, self._other = after, after
        if before.logo is not after.logo:
            self.size = OVERHEAD + max(len(before.logo), len(after.logo))

    def swap(self, content: Content) -> Change:
        """Exchange the pages."""
        self._other, content.page = content.page, self._other
        return Change(page=self._other != content.page)

    def merge(self, later: Edit) -> bool:
        """Take in a change of the same fields: what they were before is held here."""
        if not isinstance(later, SetPage) or later.changed != self.changed:
            return False
        self._shown = later._shown
        return True

    @property
    def void(self) -> bool:
        """Whether the page is what it was."""
        return self._shown == self._other
