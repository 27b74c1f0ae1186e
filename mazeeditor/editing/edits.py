"""The steps of a maze that can be undone, each its own inverse; and the stroke, which becomes one.

``swap`` puts what an edit holds into the content and keeps what it displaces, so doing, undoing and
redoing are the same call. An edit that cannot be done raises and has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.content import Change, Content
from mazeeditor.editing.difference import Difference
from mazeeditor.editing.history import OVERHEAD_BYTES, History, Step
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze, locks_of
from mazeeditor.maze.recipe import Recipe
from mazeeditor.page.page import Page, page_options
from mazeeditor.page.underlay import Underlay

if TYPE_CHECKING:
    from mazeeditor.maze.transforms.rows_and_columns import CarriedLines

PICTURES = ("logo", "tone")  # the values of a page that take many bytes
BYTES_AT_ONCE = 1 << 23  # bytes that change without a worker: about 25 ms


Edit = Step[Content, Change]  # of a maze and its page; a false ``Change`` stands for nothing


class ToggleWalls(Edit):
    """Close what is open and open what is closed; holds little more than the ids of the walls."""

    def __init__(self, walls: Ids, name: str, *, by_hand: bool = True) -> None:
        """Prepare to toggle ``walls`` int64[k], each given once; ``of`` finds the name.

        ``by_hand`` says that somebody has drawn or erased them, and no algorithm.
        """
        self._walls = walls.astype(np.int32)  # the largest maze has 8 * 10**8 ids
        self.name, self.by_hand = name, by_hand
        self.size = OVERHEAD_BYTES + self._walls.nbytes

    @property
    def walls(self) -> Ids:
        """The ids of the walls, int64[k]."""
        return self._walls.astype(np.int64)

    @classmethod
    def of(cls, maze: Maze, walls: Ids) -> ToggleWalls:
        """Return the edit that toggles ``walls`` int64[k] of ``maze`` as it is now."""
        walls = np.array(walls, np.int64)
        closed = int(np.count_nonzero(maze.is_closed(walls)))
        return cls(walls, name_walls(len(walls) - closed, closed))

    def swap(self, content: Content) -> Change:
        """Toggle the walls; raises ``UsageError`` for an outer wall."""
        walls = self.walls
        content.maze.toggle(walls)
        return Change(walls=walls)


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

    @classmethod
    def of(cls, name: str, entrance: Opening | None, exits: tuple[Opening, ...]) -> SetOpenings:
        edit = cls.__new__(cls)
        edit.name, edit._other = name, (entrance, exits)
        return edit

    @property
    def openings(self) -> Openings:
        """The entrance and the exits that ``swap`` would set."""
        return self._other

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
    return {lattice.wall(gap.cell, gap.slot) for gap in openings if gap.slot is not None}


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


Openings = tuple[Opening | None, tuple[Opening, ...]]


class ChangedParts(NamedTuple):
    """What two mazes differ in: ``ends`` and ``openings`` are those of the other one."""

    walls: Difference
    inside: Difference
    locks: Difference
    ends: tuple[Opening, Opening]
    openings: Openings


class ChangeMaze(Edit):
    """Change cells, many walls and the recipe of a maze: holds only what differs.

    The other maze is built when it is needed, on the tables of neighbours that both share. That
    takes time where the maze is ``large``: then a worker builds it by ``other``, and ``prepare``
    hands it over before ``swap``.
    """

    def __init__(self, name: str, before: Maze, after: Maze, recipe: Recipe) -> None:
        """Prepare to make ``after`` of ``before``; both have ``alike`` lattices.

        ``after`` belongs to the edit until it is shown.
        """
        self.name = name
        self.recipe = recipe.at(after.lattice)
        self._walls = Difference(before.walls, after.walls)
        self._inside = Difference(_bytes(before.lattice), _bytes(after.lattice))
        self._locks = Difference(locks_of(before), locks_of(after))
        self._ends = after.lattice.first, after.lattice.last
        self._openings = after.entrance, after.exits
        self.prepared: Maze | None = after
        self.size = self._size()

    def _size(self) -> int:
        return OVERHEAD_BYTES + self._walls.size + self._inside.size + self._locks.size

    @classmethod
    def of(cls, name: str, recipe: Recipe, held: ChangedParts) -> ChangeMaze:
        """Return the step of that name that makes a maze of what is ``held``."""
        edit = cls.__new__(cls)
        edit.name, edit.recipe, edit.prepared = name, recipe, None
        edit._walls, edit._inside, edit._locks, edit._ends, edit._openings = held
        edit.size = edit._size()
        return edit

    @property
    def held(self) -> ChangedParts:
        return ChangedParts(self._walls, self._inside, self._locks, self._ends, self._openings)

    @property
    def large(self) -> bool:
        """Whether ``swap`` takes long unless a worker has prepared it."""
        number = self._walls.flipped + self._inside.flipped
        return self.prepared is None and number > BYTES_AT_ONCE

    def prepare(self, other: Maze) -> None:
        """Let ``swap`` put in what ``other`` returned for the maze of the document as it is."""
        self.prepared = other

    def swap(self, content: Content) -> Change:
        before = content.maze
        content.maze = self.prepared or self.other(before)
        self.prepared = None
        self._ends = before.lattice.first, before.lattice.last
        self._openings = before.entrance, before.exits
        self.recipe, content.recipe = content.recipe, self.recipe
        return Change(walls=None, maze=True, openings=True, locks=True)

    def other(self, maze: Maze) -> Maze:
        """Return the other maze of ``maze``, the document's; changes nothing."""
        lattice, walls = maze.lattice, maze.walls.copy()
        self._walls.flip(walls)
        if self._inside:
            inside = lattice.inside.copy()
            self._inside.flip(inside.view(np.uint8))
            first, last = self._ends
            geometry = lattice.geometry.masked(inside)
            lattice = replace(lattice, inside=inside, geometry=geometry, first=first, last=last)
        other = Maze(lattice, walls, *self._openings)
        other.set_locks(_flip(maze, self._locks))
        return other


class SetLocks(Edit):
    """Lock walls, or unlock them: holds only which locks differ."""

    def __init__(self, maze: Maze, locks: NDArray[np.uint8], name: str) -> None:
        """Prepare to give ``maze`` other ``locks`` uint8[n]."""
        self.name = name
        self._locks = Difference(locks_of(maze), locks)
        self.size = OVERHEAD_BYTES + self._locks.size

    @classmethod
    def of(cls, name: str, locks: Difference) -> SetLocks:
        """Return the step of that name that changes locks by a difference."""
        edit = cls.__new__(cls)
        edit.name, edit._locks, edit.size = name, locks, OVERHEAD_BYTES + locks.size
        return edit

    @property
    def locks(self) -> Difference:
        """What the locks before and after differ in."""
        return self._locks

    def swap(self, content: Content) -> Change:
        content.maze.set_locks(_flip(content.maze, self._locks))
        return Change(locks=bool(self._locks))


def _flip(maze: Maze, difference: Difference) -> NDArray[np.uint8] | None:
    if maze.locks is None and not difference:
        return None
    locks = locks_of(maze).copy()
    difference.flip(locks)
    return locks


def _bytes(lattice: Lattice) -> NDArray[np.uint8]:
    return lattice.inside.view(np.uint8)


class ReplaceMaze(Edit):
    """Put another maze, with its recipe, in the place of this one: what Generate does.

    Two references change places, whatever the size; the maze that is not shown counts in the
    history with all its bytes.
    """

    def __init__(
        self,
        name: str,
        maze: Maze,
        recipe: Recipe,
        lines: CarriedLines | None = None,
        needs: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare to show ``maze``, which belongs to the edit from now on.

        ``lines`` are the rows and columns that stay, with which underlay and selection move;
        ``needs`` are values of the page with which the maze is to be seen, by their names.
        """
        self.name, self.lines = name, lines
        self.maze, self.needs = maze, dict(needs or {})
        self.recipe = recipe.at(maze.lattice)
        self.size = OVERHEAD_BYTES + _bytes_of(maze) + _held_bytes(self.needs)

    def swap(self, content: Content) -> Change:
        self.maze, content.maze = content.maze, self.maze
        self.recipe, content.recipe = content.recipe, self.recipe
        page = content.page
        if self.needs:
            kept = {name: getattr(page, name) for name in self.needs}
            content.page, self.needs = replace(page, **self.needs), kept
        self.size = OVERHEAD_BYTES + _bytes_of(self.maze, content.maze) + _held_bytes(self.needs)
        before, lines = content.underlay, self.lines
        if lines:
            content.underlay, self.lines = before.moved(*lines.shift), lines.back
        moved = content.underlay is not before
        return Change(
            walls=None,
            maze=True,
            openings=True,
            locks=True,
            page=content.page != page,
            underlay=moved,
            lines=lines,
        )


def _held_bytes(values: Mapping[str, Any]) -> int:
    """Return the bytes of the pictures among values of a page."""
    return sum(len(values.get(name, "")) for name in PICTURES)


def _bytes_of(maze: Maze, other: Maze | None = None) -> int:
    """Return the bytes of a maze that are not shared with ``other``."""
    held = {id(table) for table in _tables(other)} if other else set()
    return sum(table.nbytes for table in _tables(maze) if id(table) not in held)


def _tables(maze: Maze) -> tuple[NDArray[Any], ...]:
    lattice = maze.lattice
    rows = lattice.row_starts, lattice.row_lengths
    locks = () if maze.locks is None else (maze.locks,)
    return (maze.walls, *locks, *rows, *lattice.tables)


P = TypeVar("P")


class SetPart(Edit, Generic[P]):
    """Put another value in the place of a part of the content.

    Changing the same fields of it further is the same step: ``changed`` are their names. ``held``
    are the bytes of the pictures that the two values do not share.
    """

    def __init__(self, name: str, after: P, changed: Collection[str], held: int) -> None:
        """Prepare to put ``after`` in."""
        self.name, self.changed = name, frozenset(changed)
        self.size = OVERHEAD_BYTES + held
        self._shown, self._other = after, after

    @property
    def other(self) -> P:
        """The value that ``swap`` would put in."""
        return self._other

    def merge(self, later: Edit) -> bool:
        """Take in a change of the same fields: what they were before is held here."""
        if not isinstance(later, type(self)) or later.changed != self.changed or not self.changed:
            return False
        self._shown = later._shown
        return True

    @property
    def void(self) -> bool:
        return self._shown == self._other


class SetPage(SetPart[Page]):
    """Print on another page."""

    def __init__(self, before: Page, after: Page) -> None:
        """Prepare to put ``after`` in the place of ``before``, the page of the document."""
        changed = [
            option
            for option in page_options()
            if getattr(before, option.name) != getattr(after, option.name)
        ]
        name = _("Change page")
        if len(changed) == 1:
            name = _("Change page: {field}").format(field=changed[0].label)
        changed_names = [option.name for option in changed]
        pictures = [name for name in PICTURES if name in changed_names]
        held = sum(max(len(getattr(page, name)) for page in (before, after)) for name in pictures)
        super().__init__(name, after, changed_names, held)

    @classmethod
    def of(cls, name: str, page: Page) -> SetPage:
        """Return the step of that name that puts ``page`` in; it merges with no later one."""
        edit = cls(page, page)
        edit.name, edit.size = name, OVERHEAD_BYTES + _held_bytes(vars(page))
        return edit

    def swap(self, content: Content) -> Change:
        self._other, content.page = content.page, self._other
        return Change(page=self._other != content.page)


class Stroke:
    """The walls that a drag has toggled so far; made by ``Document.begin``.

    Parts merge by XOR: a wall toggled twice is unchanged. The stroke ends with ``finish`` or
    ``cancel``, or when anything else changes the document (Undo in the middle of a drag undoes the
    drag); after that it does nothing any more.
    """

    def __init__(
        self, content: Content, notify: Callable[[Change], None], end: Callable[[Stroke], None]
    ) -> None:
        self.open = True
        self._content, self._notify, self._end = content, notify, end
        self._closed: dict[int, bool] = {}  # the walls that differ, and whether they are closed

    @property
    def void(self) -> bool:
        """Whether no wall differs from before."""
        return not self._closed

    @property
    def name(self) -> str:
        """What menus call the step that the stroke makes."""
        added = sum(self._closed.values())
        return name_walls(added, len(self._closed) - added)

    @property
    def number(self) -> int:
        """How many walls differ from before."""
        return len(self._closed)

    def resume(self, walls: Ids) -> None:
        """Go on with a stroke that has toggled ``walls`` int64[k] before."""
        closed = self._content.maze.is_closed(walls)
        self._closed = dict(zip(walls.tolist(), closed.tolist(), strict=True))

    @property
    def edit(self) -> ToggleWalls:
        return ToggleWalls(np.array(sorted(self._closed), np.int64), self.name)

    def toggle(self, walls: Ids) -> None:
        """Toggle ``walls`` int64[k] now, each given once; raises ``UsageError`` for outer walls."""
        if not self.open or not len(walls):
            return
        maze, numbers = self._content.maze, walls.tolist()
        before = {wall: self._closed[wall] for wall in numbers if wall in self._closed}
        try:
            with maze.restored_on_error():
                maze.toggle(walls)
                for wall, closed in zip(numbers, maze.is_closed(walls).tolist(), strict=True):
                    if self._closed.pop(wall, None) is None:
                        self._closed[wall] = closed
        except BaseException:
            for wall in numbers:
                self._closed.pop(wall, None)
            self._closed.update(before)
            raise
        self._notify(Change(walls=walls))

    def finish(self) -> None:
        """Make it a step of the history, unless nothing differs."""
        if self.open:
            self.open = False
            self._end(self)

    def cancel(self) -> None:
        """Put every wall back; the history is as if nothing had happened."""
        if not self.open:
            return
        change = self.take_back()
        self.finish()
        if change:
            self._notify(change)

    def take_back(self) -> Change:
        """Put every wall back, and go on without any; returns what has changed."""
        if self.void:
            return Change()
        with self._content.restored_on_error():
            change = self.edit.swap(self._content)
            self._closed.clear()
        return change


EditHistory = History[Content, Change]


class SetUnderlay(SetPart[Underlay]):
    """Trace another picture, or see it elsewhere."""

    def __init__(self, before: Underlay, after: Underlay) -> None:
        """Prepare to put ``after`` in the place of ``before``, that of the document."""
        changed = {name for name in vars(before) if getattr(before, name) != getattr(after, name)}
        name = _("Move underlay") if changed <= {"left", "top"} else _("Change underlay")
        if not after.picture:
            name = _("Remove underlay")
        elif before.picture != after.picture:
            name = _("Choose underlay")
        same = before.picture is after.picture
        held = 0 if same else max(len(before.picture), len(after.picture))
        super().__init__(name, after, changed, held)

    @classmethod
    def of(cls, name: str, underlay: Underlay) -> SetUnderlay:
        """Return the step of that name that puts ``underlay`` in; it merges with no later one."""
        edit = cls(underlay, underlay)
        edit.name, edit.size = name, OVERHEAD_BYTES + len(underlay.picture)
        return edit

    def swap(self, content: Content) -> Change:
        self._other, content.underlay = content.underlay, self._other
        return Change(underlay=self._other != content.underlay)

    def merge(self, later: Edit) -> bool:
        """Take in a later change of the same fields; another picture is a step of its own."""
        return "picture" not in self.changed and super().merge(later)


TabValues = Mapping[str, Any]  # plain JSON values, as projects hold them


class SetTabs(SetPart[TabValues]):
    """Place tabs by hand, or let them be automatic again."""

    def __init__(self, after: TabValues) -> None:
        """Prepare to put ``after`` in the place of the tabs of the document."""
        super().__init__(_("Place tabs"), after, ("tabs",), sum(map(len, map(str, after.values()))))

    def swap(self, content: Content) -> Change:
        self._other, content.tabs = content.tabs, self._other
        return Change(tabs=self._other != content.tabs)
