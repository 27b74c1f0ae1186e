"""What is chosen for a book, as one immutable value: its options, its chapters, replaced mazes.

::

    .mazebook --- read ---> Book ---> BookChoice --- values ---> .mazebook
                                       |   ^
                                  to_json  from_json      steps, and what outlives a crash
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, unquote_to_bytes

from mazeeditor.app.drafts.document_fields import LOGO
from mazeeditor.app.drafts.draft import chosen_pieces, complete_recipe
from mazeeditor.app.drafts.field_values import complete, part_of, valid_values
from mazeeditor.app.drafts.steps import Json
from mazeeditor.core.errors import UsageError
from mazeeditor.core.numbers import is_whole
from mazeeditor.core.options import Option, defaults_of, options_of, values_of
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.random import SEED
from mazeeditor.maze.recipe import MASK_KEY, PIECES_KEY, SUBJECT_KEY, Recipe
from mazeeditor.maze.shapes import SHAPES, size_in_words
from mazeeditor.page.page import Page
from mazeeditor.sheets.books.book import GREY, Book, BookStyle, Chapter, ChapterStyle, look_options

Replacement = int | Path  # what is printed for a maze: that of another seed, or a project
RULES = "rules"
WRITTEN = ("title", "trim", "seed", RULES)  # keys that are written also with their defaults
WRITTEN_OF_CHAPTERS = ("title", "count")
USUAL_LOOK = {"solution_colour": GREY}


def chapter_looks() -> list[Option]:
    """Return the options of how the mazes of a chapter are drawn, but for the logo."""
    return [option for option in look_options() if option.name != LOGO]


@dataclass(frozen=True)
class ChapterChoice:
    """What is chosen for a chapter; ``number`` is one that no other chapter of its book has.

    ``recipe`` is what its mazes are made from, with all sizes and options. ``to`` are those sizes
    of its last maze that differ from the first one. ``look`` is how they are drawn, with ``logo``
    as a page keeps it. ``replaced`` is what is printed for some mazes, by their places from 0.
    """

    number: int
    style: Mapping[str, Any]
    recipe: Recipe
    to: Mapping[str, int]
    look: Mapping[str, Any]
    logo: str = ""
    replaced: Mapping[int, Replacement] = field(default_factory=dict)

    @classmethod
    def of(cls, number: int, chapter: Chapter) -> ChapterChoice:
        recipe = complete_recipe(chapter.recipe)
        recipe = replace(recipe, braid=recipe.braid or 0.0, seed=None)
        style = values_of(options_of(ChapterStyle), chapter.style)
        look = values_of(chapter_looks(), chapter.page)
        return cls(number, style, recipe, dict(chapter.to), look, chapter.page.logo)

    @property
    def count(self) -> int:
        return int(self.style["count"])

    @property
    def ends(self) -> dict[str, int]:
        """The sizes of the last maze, which are those of the first one until they are chosen."""
        recipe = self.recipe
        counted = [option.name for option in SHAPES[recipe.shape].options if option.kind is int]
        return {name: self.to.get(name, recipe.sizes[name]) for name in counted}

    @property
    def page(self) -> Page:
        return Page(**self.look, logo=self.logo)

    def with_ends(self, ends: Mapping[str, Any]) -> ChapterChoice:
        """Return a chapter whose last maze has other sizes, None for those of the first one."""
        first = self.recipe.sizes
        to = {name: end for name, end in ends.items() if end not in (None, first[name])}
        return replace(self, to=to)

    def with_recipe(self, recipe: Recipe) -> ChapterChoice:
        """Return a chapter whose mazes are made otherwise; in another shape all grow from there."""
        return replace(self, recipe=recipe, to=self.to if recipe.shape == self.recipe.shape else {})

    @property
    def sized_by(self) -> tuple[object, ...]:
        """The audience, with what ``with_sizes`` changes: others need other sizes."""
        return self.style["audience"], self.recipe, self.to, self.look

    def with_sizes(self, made: Chapter) -> ChapterChoice:
        """Return a chapter with the sizes, generator and walls that were found for an audience."""
        recipe = complete_recipe(
            replace(
                self.recipe,
                generator=made.recipe.generator,
                options=made.recipe.options,
                sizes={**self.recipe.sizes, **made.recipe.sizes},
            )
        )
        look = {**self.look, "wall": made.page.wall}
        chapter = replace(self, recipe=recipe, look=look)
        return chapter.with_ends({**chapter.ends, **made.to})

    @property
    def summary(self) -> str:
        """Shape and sizes for a list: ``12 × 9 – 20 × 14``, ``Round, 8 – 14 rings``."""
        ends, recipe = self.ends, self.recipe
        text = size_in_words(recipe.shape, recipe.sizes, {**recipe.sizes, **ends})
        return text if recipe.shape == "rectangular" else f"{SHAPES[recipe.shape].label}, {text}"

    @cached_property
    def values(self) -> Json:
        recipe, to = self.recipe, {n: end for n, end in self.ends.items() if n in self.to}
        look = own_values(chapter_looks(), self.look, usual=USUAL_LOOK)
        look |= {LOGO: self.logo} if self.logo else {}
        return {
            **own_values(options_of(ChapterStyle), self.style, WRITTEN_OF_CHAPTERS),
            "shape": recipe.shape,
            "sizes": dict(recipe.sizes),
            **({"to": to} if to else {}),
            "recipe": self._recipe_values(),
            **({"page": look} if look else {}),
        }

    def _recipe_values(self) -> dict[str, Any]:
        recipe = self.recipe
        options = GENERATORS[recipe.generator].options
        values: dict[str, Any] = {"generator": recipe.generator}
        values |= own_values(options, recipe.options)
        values |= {"braid": recipe.braid} if recipe.braid else {}
        values |= {MASK_KEY: [step.to_json() for step in recipe.masks]} if recipe.masks else {}
        values |= {SUBJECT_KEY: recipe.subject.to_json()} if recipe.subject else {}
        pieces = chosen_pieces(recipe)
        return values | ({PIECES_KEY: pieces} if pieces else {})

    @cached_property
    def json(self) -> Json:
        """All of it as JSON values but its number, in the order in which differences are named."""
        recipe = self.recipe
        return {
            "style": self.style,
            "shape": recipe.shape,
            "generator": recipe.generator,
            MASK_KEY: [step.to_json() for step in recipe.masks],
            PIECES_KEY: recipe.pieces,
            SUBJECT_KEY: recipe.subject.to_json() if recipe.subject else None,
            "braid": recipe.braid,
            "sizes": dict(recipe.sizes),
            "options": dict(recipe.options),
            "to": self.to,
            "look": self.look,
            "logo": self.logo,
            "replaced": record_replaced(self.replaced),
        }

    @classmethod
    def from_json(cls, number: int, values: object) -> ChapterChoice:
        """Return the chapter of what ``json`` was, unchecked."""
        given = values if isinstance(values, Mapping) else {}
        get: Callable[[str], Any] = given.get
        made = Recipe.from_json({key: get(key) for key in (MASK_KEY, PIECES_KEY, SUBJECT_KEY)})
        recipe = replace(
            made,
            shape=str(get("shape")),
            generator=str(get("generator")),
            braid=get("braid"),
            sizes=part_of(values, "sizes"),
            options=part_of(values, "options"),
        )
        replaced = {int(key): by for key, by in replacements_of(values).items() if is_whole(key)}
        style, to, look = (part_of(values, key) for key in ("style", "to", "look"))
        return cls(number, style, recipe, to, look, get("logo") or "", replaced)

    def only_valid(self) -> ChapterChoice:
        braid = valid_values((BRAID,), {BRAID.name: self.recipe.braid}).get(BRAID.name, 0.0)
        recipe = complete_recipe(replace(self.recipe, braid=braid))
        to = valid_values(SHAPES[recipe.shape].options, self.to)
        return replace(
            self,
            style=complete(options_of(ChapterStyle), self.style),
            recipe=recipe,
            to={name: end for name, end in to.items() if type(end) is int},
            look=complete(chapter_looks(), {**USUAL_LOOK, **self.look}),
            logo=self.logo if isinstance(self.logo, str) and self.logo.isascii() else "",
        )


@dataclass(frozen=True)
class BookChoice:
    """What is chosen for a book; ``selected`` is the place of the chapter that is being changed.

    What replaces a maze is kept with its chapter, and moves with it; ``by_id`` has what the file
    names by the ids of mazes.
    """

    fields: Mapping[str, Any]
    chapters: tuple[ChapterChoice, ...]
    selected: int = 0
    by_id: Mapping[str, Replacement] = field(default_factory=dict)

    @classmethod
    def of(cls, book: Book) -> BookChoice:
        fields = values_of(options_of(BookStyle), book.style)
        chapters = [ChapterChoice.of(number, each) for number, each in enumerate(book.chapters, 1)]
        return cls(fields, tuple(chapters))

    @cached_property
    def by_number(self) -> Mapping[int, ChapterChoice]:
        return {chapter.number: chapter for chapter in self.chapters}

    @property
    def count(self) -> int:
        return sum(chapter.count for chapter in self.chapters)

    def select(self, place: int) -> BookChoice:
        return replace(self, selected=min(max(place, 0), len(self.chapters) - 1))

    def with_chapter(self, chapter: ChapterChoice) -> BookChoice:
        chapters = (chapter if each.number == chapter.number else each for each in self.chapters)
        return replace(self, chapters=tuple(chapters))

    def place_of(self, number: int) -> tuple[ChapterChoice, int]:
        """Return the chapter of a maze and its place there, from 0; raises ``IndexError``."""
        place = number - 1
        for chapter in self.chapters:
            if place < chapter.count:
                return chapter, place
            place -= chapter.count
        raise IndexError(number)

    def replace_maze(self, number: int, replacement: Replacement | None, key: str) -> BookChoice:
        """Return the book with something else in the place of a maze, None for the maze itself.

        ``key`` is what replaces it by now.
        """
        by_id = {name: by for name, by in self.by_id.items() if name != key}
        chapter, place = self.place_of(number)
        replaced = {at: by for at, by in chapter.replaced.items() if at != place}
        replaced |= {} if replacement is None else {place: replacement}
        return replace(self, by_id=by_id).with_chapter(replace(chapter, replaced=replaced))

    @property
    def replacements(self) -> list[Replacement]:
        every: list[Mapping[Any, Replacement]] = [self.by_id]
        every += [chapter.replaced for chapter in self.chapters]
        return [by for replaced in every for by in replaced.values()]

    @property
    def values(self) -> dict[str, Any]:
        """The values for its file, without what replaces mazes."""
        own = own_values(options_of(BookStyle), self.fields, WRITTEN)
        return {**own, "chapters": [chapter.values for chapter in self.chapters]}

    def replaced_mazes(self) -> dict[str, Replacement]:
        """Return what replaces mazes by their numbers and ids."""
        result, first = dict(self.by_id), 1
        for chapter in self.chapters:
            own = {place: chapter.replaced[place] for place in sorted(chapter.replaced)}
            result |= {str(first + place): own[place] for place in own if place < chapter.count}
            first += chapter.count
        return result

    def to_json(self) -> Json:
        """Return all of it as JSON values, those of chapters by their numbers."""
        return {
            "fields": self.fields,
            "replaced": record_replaced(self.by_id),
            "order": [chapter.number for chapter in self.chapters],
            "chapters": {str(chapter.number): chapter.json for chapter in self.chapters},
            "selected": self.selected,
        }

    @classmethod
    def from_json(cls, values: Json, like: BookChoice | None = None) -> BookChoice:
        """Return the book of what ``to_json`` returned, unchecked.

        Chapters whose values are those of ``like`` are its chapters.
        """
        chapters, known_chapters = [], like.by_number if like else {}
        for number in dict.fromkeys(values["order"]):
            own, same = values["chapters"][str(number)], known_chapters.get(number)
            kept = same if same and same.json is own else None
            chapters.append(kept or ChapterChoice.from_json(int(number), own))
        selected = values.get("selected")
        book = cls(part_of(values, "fields"), tuple(chapters), 0, replacements_of(values))
        return book.select(selected if isinstance(selected, int) else 0)

    def only_valid(self, options: Iterable[Option], like: BookChoice | None = None) -> BookChoice:
        """Return it with what is valid of it; chapters of ``like`` are."""
        kept = like.by_number if like else {}
        chapters = (
            chapter if kept.get(chapter.number) is chapter else chapter.only_valid()
            for chapter in self.chapters
        )
        return replace(self, fields=complete(options, self.fields), chapters=tuple(chapters))


def record_replaced(replaced: Mapping[Any, Replacement]) -> dict[str, Any]:
    """Return what replaces mazes as JSON values: seeds, and the bytes of the names of files."""
    return {
        str(key): by if isinstance(by, int) else quote_from_bytes(os.fsencode(by))
        for key, by in replaced.items()
    }


def replacements_of(record: object) -> dict[str, Replacement]:
    """Return what is valid of the ``replaced`` of a record, by the text of its key."""
    result: dict[str, Replacement] = {}
    for key, by in part_of(record, "replaced").items():
        if not f"{key}{by}".isascii():  # ``record_replaced`` writes nothing else
            continue
        if isinstance(by, str):
            result[key] = Path(os.fsdecode(unquote_to_bytes(by)))
            continue
        with suppress(UsageError):
            seed = SEED.check(by)
            if seed is not None:
                result[key] = seed
    return result


def own_values(
    options: Iterable[Option],
    values: Mapping[str, Any],
    keys: tuple[str, ...] = (),
    *,
    usual: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the values that are not as ``usual`` or the defaults, and those of ``keys``."""
    defaults = {**defaults_of(options), **(usual or {})}
    return {
        name: values[name]
        for name, default in defaults.items()
        if values[name] != default or name in keys
    }
