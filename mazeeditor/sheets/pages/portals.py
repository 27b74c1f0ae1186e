"""A maze of a book that is one maze: where its portals stand, what they say, the way through it.

::

    +------+        +----+
    | (12) |        |(12)|      where cells are small, the number stands in the ring, and the page
    |  p.31|        +----+      in a list below the maze: 12 → p. 31
    +------+
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.portals.network import FINISH, START, Leg, MazeLinks
from mazeeditor.maze.portals.placing import Linked, linked, opened_as
from mazeeditor.page.page_layout import MIN_EM_MM
from mazeeditor.page.tokens import Token, TokenSet

if TYPE_CHECKING:
    from mazeeditor.maze.recipe import Recipe


@dataclass(frozen=True)
class PartOfWhole:
    """What makes a maze of a book a part of its one maze: its ``links``.

    ``origin`` is the recipe that it was made from where the book prints another one in its place,
    edited by hand: its portals are where they were. ``page`` is the page that it is on, and
    ``pages`` those of all mazes by their numbers; 0 and empty where they are not known yet.
    """

    links: MazeLinks
    origin: Recipe | None = None
    page: int = 0
    pages: Mapping[int, int] | None = None

    def on_pages(self, pages: Mapping[int, int]) -> PartOfWhole:
        """Return it with the pages of all mazes, those that its portals lead to."""
        own = {portal.to: pages.get(portal.to, 0) for portal in self.links.portals}
        return replace(self, page=pages.get(self.links.number, 0), pages=own)

    def linked(self, maze: Maze, original: Maze | None, job: Job) -> Linked:
        """Return a maze as a part: cut into areas, or, edited from an ``original``, as it is.

        Raises ``UsageError``, and ``MazeError`` where it has another form than that.
        """
        if original is None:
            return linked(maze, self.links, job)
        first = linked(original, self.links, job)
        if not maze.lattice.same(first.maze.lattice):
            text = _(
                "Maze {number} has another shape or size than the one it replaces: the portals of "
                "that have no place in it."
            )
            raise MazeError(text.format(number=self.links.number))
        return Linked(opened_as(maze, self.links), first.cells)

    def tokens(self, cells: tuple[int, ...], *, solved: bool) -> TokenSet:
        """Return the portals as what stands in ``cells``; with the way on pages of answers."""
        used, pages = self.links.used, self.pages or {}
        numbered = [
            (Token(cell, str(portal.number), on_route=portal.number in used), portal.to)
            for portal, cell in zip(self.links.portals, cells, strict=True)
        ]
        listed = tuple(
            _("{number} → p. {page}").format(number=token.text, page=pages.get(to, 0))
            for token, to in numbered
        )
        small = TokenSet(
            tuple(token for token, _to in numbered),
            "",
            "",
            ringed=True,
            snug=True,
            listed=() if solved else listed,
        )
        if solved:
            return small
        paged = tuple(
            replace(token, below=_("p. {page}").format(page=pages.get(to, 0)))
            for token, to in numbered
        )
        return replace(small, tokens=paged, listed=(), instead=small, legible=MIN_EM_MM)

    @property
    def name(self) -> str:
        """What stands above its answer: the page, and what the way does there."""
        page = _("Page {page}").format(page=self.page)
        return "  ·  ".join([page, *map(_in_words, self.links.legs)])

    def mazes_of_legs(self, placed: Linked) -> Iterator[Maze]:
        """Yield the maze for each leg of the way, with that as its only way through it."""
        cells = {
            portal.number: cell
            for portal, cell in zip(self.links.portals, placed.cells, strict=True)
        }
        for leg in self.links.legs:
            maze = placed.maze.copy()
            entrance, exits = maze.entrance, maze.exits
            if leg.enters != START:
                entrance = Opening(cells[leg.enters])
            if leg.leaves != FINISH:
                exits = (Opening(cells[leg.leaves]),)
            maze.set_openings(entrance, exits)
            yield maze


def _in_words(leg: Leg) -> str:
    """Return a leg as answers have it: "7. 12 → 45"."""
    enters, leaves = names_of(leg)
    return f"{leg.step}. {enters} → {leaves}"


def names_of(leg: Leg) -> tuple[str, str]:
    """Return what a leg enters and leaves a maze by."""
    enters = _("Start") if leg.enters == START else str(leg.enters)
    return enters, _("Finish") if leg.leaves == FINISH else str(leg.leaves)
