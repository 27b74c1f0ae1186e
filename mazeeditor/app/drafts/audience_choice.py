r"""For whom the next maze is: choosing it sets size, generator, passages and walls together.

::

    choice ---> size_for ----> Draft: rows and columns, generator and its options --+
                        \---> cells and walls on the page -------------------------+--> Generate

Nothing of the document changes before Generate does it, in one step. Once one of these is another,
the choice is not set any more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mazeeditor.app.drafts.draft import Draft
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.core.errors import UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.editing.followers import Follower
from mazeeditor.editing.work import same_page
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import size_names
from mazeeditor.page.audiences import AUDIENCES, FINEST, Audience
from mazeeditor.page.readable_words import size_for

if TYPE_CHECKING:
    from mazeeditor.editing.work import OnPage
    from mazeeditor.page.page import Page

NAME, NOT_SET = "audience", "none"
CHOICES = {NOT_SET: _("Not set")} | {each.name: each.label for each in AUDIENCES.values()}
AUDIENCE = Option(
    NAME,
    str,
    NOT_SET,
    _(
        "Age or skill that the maze must suit: size, generator, passages and walls follow, "
        "so that the maze fills the page"
    ),
    own_label=_("For whom"),
    words=_("difficulty level hard easy age grade children adults"),
).offering(CHOICES)
TAKE_FEWER_CELLS = _("Use fewer cells ({audience})").format(audience=FINEST.label)


class AudienceChoice:
    """The field of the section Generate; ``problem`` is why the last choice was not taken.

    ``changed`` is notified of that.
    """

    def __init__(self, draft: Draft, document: Document) -> None:
        self.field = FieldValues((AUDIENCE,))
        self.problem = ""
        self.changed: Listeners[[]] = Listeners()
        self._draft, self._document = draft, document
        self._made: tuple[Any, ...] = ()  # what was set
        self._page: Page | None = None  # which the next maze is to have, but for its paper
        self._looks: tuple[Any, ...] = ()  # cells and walls before Generate, and after it
        self._setting = False
        self._sizes, self._options = draft.sizes, draft.options
        self._ends = [values.changed.subscribe(self._check) for values in self._followed()]
        self.field.edited.subscribe(lambda _name, value: self.choose(value))
        draft.changed.subscribe(self._follow_draft)
        document.changed.follow(Follower.AUDIENCE, self._follow_page)

    def choose(self, name: str) -> None:
        """Set what belongs to an audience, nothing for ``NOT_SET``."""
        problem, self._page = "", None
        if name != NOT_SET:
            self._setting = True
            try:
                self._set(AUDIENCES[name])
            except UsageError as error:
                problem, name = str(error), NOT_SET
            finally:
                self._setting = False
            self._made = self._values()
            self._looks = tuple(map(_look_of, filter(None, (self._document.page, self._page))))
        self.field.update({NAME: name})
        self._show_problem(problem)

    def _set(self, audience: Audience) -> None:
        draft, document = self._draft, self._document
        found = size_names(draft.shape)
        kept = {name: value for name, value in draft.sizes.values.items() if name not in found}
        recipe = Recipe(shape=draft.shape, masks=draft.masks.masks)
        made = size_for(audience, recipe, document.page, kept)
        draft.choose_generator(audience.generator)
        draft.options.reset(audience.options)
        draft.sizes.update(made.sizes)
        self._page = made.page

    @property
    def on_page(self) -> OnPage:
        """What returns the page of the next maze: with cells and walls for those it is for."""
        wanted = self._page
        if wanted is None:
            return same_page
        return lambda _maze, page, _job: replace(page.unsized, cell=wanted.cell, wall=wanted.wall)

    def _followed(self) -> tuple[FieldValues, FieldValues]:
        return self._sizes, self._options

    def _follow_draft(self) -> None:
        """Follow the sizes and options of what is chosen now."""
        draft = self._draft
        if self._followed() != (draft.sizes, draft.options):
            for end in self._ends:
                end()
            self._sizes, self._options = draft.sizes, draft.options
            self._ends = [values.changed.subscribe(self._check) for values in self._followed()]
        self._check()

    def _follow_page(self, _change: Change) -> None:
        self._check()

    def _check(self) -> None:
        """Choose none where something that was set has changed."""
        chosen = not self._setting and self.field[NAME] != NOT_SET
        kept = _look_of(self._document.page) in self._looks and self._values() == self._made
        if chosen and not kept:
            self.field.update({NAME: NOT_SET})
            self._page = None
        if not self._setting and self.problem:
            self._show_problem("")

    def _show_problem(self, problem: str) -> None:
        if problem != self.problem:
            self.problem = problem
            self.changed.notify()

    def _values(self) -> tuple[Any, ...]:
        draft, page = self._draft, self._document.page
        made = draft.shape, dict(draft.sizes.values), draft.generator, dict(draft.options.values)
        return *made, page.page, page.orientation, page.margin, page.poster, page.walls


def _look_of(page: Page) -> tuple[Any, ...]:
    return page.cell, page.maze_width, page.maze_height, page.wall
