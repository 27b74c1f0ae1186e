"""Things that stand in the cells: on the route, and others off it; each file is one kind of them.

::

    @token("numbers", _("Numbers to add up"), order=2)
    def numbers(course: Course, *, along_count: int | None, largest: int) -> TokenSet:

A kind gets those options of the page that it names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mazeeditor.core.registry import Entry, Registry

if TYPE_CHECKING:
    from mazeeditor.core.job import Job
    from mazeeditor.maze.collecting.tour import Tour
    from mazeeditor.maze.maze import Maze
    from mazeeditor.page.marks.course import Course


BLANK = "____"  # to write an answer on; at the end of a listed line as wide as there is room


@dataclass(frozen=True)
class Token:
    """What stands in a cell: a ``text``, or a ``picture`` by its name or as a page keeps it.

    With ``toward``, another cell, it stands in the passage to that. Where ``framed`` it is asked
    for: a frame stands around it. ``below`` is a second, smaller line of a text in a ring.
    A ``door`` is a bar across that passage, with the text in it. A ``sign`` is one of
    ``drawings/signs.py`` in a ``colour``.
    """

    cell: int
    text: str = ""
    picture: str = ""
    on_route: bool = True
    toward: int | None = None
    framed: bool = False
    below: str = ""
    door: bool = False
    sign: int | None = None
    colour: str = ""


@dataclass(frozen=True)
class TokenSet:
    """All tokens of a maze, those on the route first, in its order.

    ``question`` is the line below the maze, to write on, and ``answer`` what it is on a page of
    answers. Where ``ringed``, each token stands in a ring. ``listed`` are further short lines in
    columns below the question, and ``solved`` what they are on a page of answers. Where
    ``labels``, tokens have the size that lets them stand next to each other. If that is small,
    ``instead`` takes their place, which says the same with less in the cells; small is an em of
    less than ``legible`` mm, where that is not the usual. In ``snug`` rings texts have little room
    to spare. Where ``crossing``,
    the route is drawn over those on it, and what counts are the others. Where ``bare``, they show
    the way alone: thin lines stand between the cells, and of the walls only the outer ones.
    ``signs`` are the colours of the signs that stand before the listed lines, in their order.
    ``way`` are the cells of the route that answers show, if it is not the shortest one. If
    ``close``, listed lines leave children no more room to write than others.
    """

    tokens: tuple[Token, ...]
    question: str
    answer: str
    ringed: bool = False
    labels: bool = False
    bare: bool = False
    listed: tuple[str, ...] = ()
    solved: tuple[str, ...] = ()
    instead: TokenSet | None = None
    crossing: bool = False
    snug: bool = False
    legible: float | None = None
    signs: tuple[str, ...] = ()
    way: tuple[int, ...] = ()
    close: bool = False


Run = Callable[..., TokenSet]


@dataclass(frozen=True, kw_only=True)
class TokenKind(Entry[Run]):
    """A registered kind: ``run(course, **options)``.

    New mazes of sheets and books that are made for it pass ``forks`` forks at the most, unless it
    is None, and where ``apart`` have a route that never runs beside itself. On sheets their
    ``generator`` is another one than their audience has, unless it is "", and their audience, where
    none is chosen, ``audience``. Where ``to_first``, the route that matters is that to the first
    exit, whatever routes lead to others. ``passage(**options)`` is how wide their passages are at
    the least, in mm. What it returns ``shortens`` if it may have less in the cells (``instead``).
    One ``by_name`` is not meant by who gives its options alone: another kind is;
    nor is one by those that it ``shares``.

    With ``tour`` it is of any maze, not of one with a single route: ``run(maze, **options)``, and
    ``tour(maze, **options)`` returns the cells that answers show in place of a shortest route, as
    a ``Tour``. ``fixed(maze, anew, **options)`` returns values of options that keep its things
    where they are in a maze, or find them places ``anew``; without a maze they are to be placed.
    """

    forks: int | None = None
    apart: bool = False
    generator: str = ""
    audience: str = ""
    passage: Callable[..., float] | None = None
    shortens: bool = False
    by_name: bool = False
    shares: frozenset[str] = frozenset()
    tour: Callable[..., Tour] | None = None
    fixed: Callable[..., Mapping[str, Any]] | None = None
    to_first: bool = False

    @property
    def uses(self) -> frozenset[str]:
        """The names of the options of a page that it takes."""
        parameters = inspect.signature(self.run).parameters.values()
        return frozenset(each.name for each in parameters if each.kind is each.KEYWORD_ONLY)

    def tokens(self, course: Course | Maze, values: object) -> TokenSet:
        """Return the tokens for the options that ``values``, a page, has as attributes.

        Raises ``UsageError``.
        """
        return self.run(course, **self._options(values))

    def tour_in(self, maze: Maze, values: object, job: Job) -> Tour | None:
        """Return the tour for the options of a page, None where a route is meant.

        Raises ``UsageError`` and ``CancelledError``.
        """
        return self.tour(maze, job=job, **self._options(values)) if self.tour else None

    def fixed_in(self, maze: Maze | None, values: object, *, anew: bool) -> Mapping[str, Any]:
        """Return the options of a page that keep its things in their places."""
        return self.fixed(maze, anew, **self._options(values)) if self.fixed else {}

    def passage_for(self, values: object) -> float:
        """Return how wide passages are at the least for the options of a page, in mm."""
        return self.passage(**self._options(values)) if self.passage else 0.0

    def _options(self, values: object) -> dict[str, Any]:
        return {name: getattr(values, name) for name in self.uses}


TOKENS: Registry[TokenKind] = Registry("thing along the route", __name__)
token = TOKENS.decorator(TokenKind)
