"""Things that stand in the cells: on the route, and others off it; each file is one kind of them.

::

    @token("numbers", _("Numbers to add up"), order=2)
    def numbers(course: Course, *, along_count: int | None, largest: int) -> TokenSet:

A kind gets those options of the page that it names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mazeeditor.core.registry import Entry, Registry

if TYPE_CHECKING:
    from mazeeditor.page.marks.course import Course


@dataclass(frozen=True)
class Token:
    """What stands in a cell: a ``text``, or a ``picture`` by its name or as a page keeps it."""

    cell: int
    text: str = ""
    picture: str = ""
    on_route: bool = True


@dataclass(frozen=True)
class TokenSet:
    """All tokens of a maze, those on the route first, in its order.

    ``question`` is the line below the maze, to write on, and ``answer`` what it is on a page of
    answers. Where ``ringed``, each token stands in a ring.
    """

    tokens: tuple[Token, ...]
    question: str
    answer: str
    ringed: bool = False


Run = Callable[..., TokenSet]


@dataclass(frozen=True, kw_only=True)
class TokenKind(Entry[Run]):
    """A registered kind: ``run(course, **options)``."""

    @property
    def uses(self) -> frozenset[str]:
        """The names of the options of a page that it takes."""
        parameters = inspect.signature(self.run).parameters.values()
        return frozenset(each.name for each in parameters if each.kind is each.KEYWORD_ONLY)

    def tokens(self, course: Course, values: object) -> TokenSet:
        """Return the tokens for the options that ``values``, a page, has as attributes.

        Raises ``UsageError``.
        """
        return self.run(course, **{name: getattr(values, name) for name in self.uses})


TOKENS: Registry[TokenKind] = Registry("thing along the route", __name__)
token = TOKENS.decorator(TokenKind)
