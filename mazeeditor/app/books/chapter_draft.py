"""The fields of a chapter of a book while the user changes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from mazeeditor.app.books.choices import BookChoice, ChapterChoice, chapter_looks
from mazeeditor.app.drafts.draft import Draft
from mazeeditor.app.drafts.field_values import Derived, FieldValues
from mazeeditor.app.drafts.state import Part, State
from mazeeditor.core.options import Option, Shown, defaults_of, options_of
from mazeeditor.core.translation import _
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.themes import PLAIN, label_of
from mazeeditor.sheets.books.book import NOBODY, ChapterStyle

if TYPE_CHECKING:
    from mazeeditor.core.listeners import Listeners

THEME, AUDIENCE = "theme", "audience"
FORMS = "style", "sizes", "options", "rest", "to", "look"  # of a chapter, in their order


class ChapterDraft:
    """The fields of the chapter of a ``number`` in the ``book``.

    ``style`` are those of ``ChapterStyle``, ``mazes`` what all mazes are made from, ``look`` is
    how they are drawn. ``ends`` are the sizes of the last maze, which follow those of the first one
    until they are chosen. ``audience_chosen`` is notified of it once an audience was chosen.
    """

    def __init__(
        self,
        book: State[BookChoice],
        number: int,
        audience_chosen: Listeners[[ChapterDraft]],
    ) -> None:
        self._book, self.number, self._audience_chosen = book, number, audience_chosen
        self.changed = book.changed
        self._last = book.value.by_number[number]
        self._ends: dict[str, FieldValues] = {}  # by shape

    @property
    def choice(self) -> ChapterChoice:
        """What is chosen for it, as it was last if it was removed."""
        self._last = self._book.value.by_number.get(self.number, self._last)
        return self._last

    def put(self, choice: ChapterChoice) -> None:
        """Let another choice take the place of the one there is."""
        self._book.set(self._book.value.with_chapter(choice))

    @property
    def _whole(self) -> Part[ChapterChoice]:
        return Part(lambda: self.choice, self.put, self.changed)

    # What forms are bound to

    @cached_property
    def style(self) -> FieldValues:
        style = FieldValues(options_of(ChapterStyle), part=self._whole.field("style"))
        style.edited.subscribe(self._note_audience)
        return style

    def _note_audience(self, name: str, value: object) -> None:
        if name == AUDIENCE and value != NOBODY:
            self._audience_chosen.notify(self)

    @cached_property
    def mazes(self) -> Draft:
        put = lambda recipe: self.put(self.choice.with_recipe(recipe))  # noqa: E731
        return Draft(Part(lambda: self.choice.recipe, put, self.changed))

    @property
    def ends(self) -> FieldValues:
        """The sizes of the last maze, in the chosen shape."""
        shape = self.choice.recipe.shape
        if shape not in self._ends:
            options = [option for option in SHAPES[shape].options if option.kind is int]
            put = lambda ends: self.put(self.choice.with_ends(ends))  # noqa: E731
            part = Part(partial(self._ends_in, shape), put, self.changed)
            sources = {option.name: _("The size of the first maze") for option in options}
            derived = Derived(sources, lambda name: name not in self.choice.to)
            self._ends[shape] = FieldValues(options, part=part, derived=derived)
        return self._ends[shape]

    def _ends_in(self, shape: str) -> Mapping[str, Any]:
        """Return the sizes of the last maze; of another shape than it has, the defaults."""
        if self.choice.recipe.shape == shape:
            return self.choice.ends
        return defaults_of(option for option in SHAPES[shape].options if option.kind is int)

    @cached_property
    def look(self) -> FieldValues:
        """How its mazes are drawn."""
        self._shown_theme = self._book_theme
        self._book.changed.subscribe(self._follow_theme)
        return FieldValues(self._look_options(), part=self._whole.field("look"))

    def _follow_theme(self) -> None:
        """Let the field of the theme say which one is printed now."""
        if self._shown_theme != self._book_theme:
            self._shown_theme = self._book_theme
            self.look.changed.notify()

    def _look_options(self) -> Iterator[Option]:
        """Yield how mazes are drawn; without a theme of its own it says what it prints."""
        for option in chapter_looks():
            if option.name == THEME:
                yield replace(option, shown=Shown(PLAIN, self._theme_of_book, self._has_theme))
            else:
                yield option

    @property
    def _book_theme(self) -> str:
        return str(self._book.value.fields[THEME])

    def _has_theme(self, _values: Mapping[str, Any]) -> bool:
        return self._book_theme != PLAIN

    def _theme_of_book(self) -> str:
        return _("As the book: {theme}").format(theme=label_of(self._book_theme))

    @property
    def logo(self) -> str:
        """Its logo, as a page keeps it, "" for none."""
        return self.choice.logo

    def set_logo(self, logo: str) -> None:
        """Use a logo, as a page keeps it, "" for none."""
        self.put(replace(self.choice, logo=logo))

    @property
    def count(self) -> int:
        return self.choice.count

    @property
    def forms(self) -> tuple[FieldValues, ...]:
        mazes = self.mazes
        return self.style, mazes.sizes, mazes.options, mazes.rest, self.ends, self.look

    @property
    def texts(self) -> dict[str, dict[str, str]]:
        """What stands in fields that show something else than their values, by its forms."""
        if not self._is_shown:
            return {}
        forms = zip(FORMS, self.forms, strict=True)
        return {name: form.texts for name, form in forms if form.texts}

    @property
    def _is_shown(self) -> bool:
        """Whether any of its fields were made: only these can hold texts."""
        return bool(self._ends) or not {"style", "mazes", "look"}.isdisjoint(vars(self))

    def check(self) -> None:
        """Raise ``UsageError`` where the text in a field is invalid."""
        for fields in self.forms if self._is_shown else ():
            fields.read()
