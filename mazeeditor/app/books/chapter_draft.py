"""A chapter of a book while the user changes it: what its mazes are made from, as fields."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes

from mazeeditor.app.drafts.document_fields import LOGO
from mazeeditor.app.drafts.draft import Draft
from mazeeditor.app.drafts.field_values import FieldValues, checked, part_of
from mazeeditor.core.errors import UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.numbers import is_whole
from mazeeditor.core.options import Option, Shown, options_of
from mazeeditor.core.translation import _
from mazeeditor.maze.random import SEED
from mazeeditor.maze.recipe import MASK_KEY, PIECES_KEY, SUBJECT_KEY, Recipe
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.themes import PLAIN, label_of
from mazeeditor.sheets.books.book import GREY, Chapter, ChapterStyle, look_options

THEME_OPTION, AUDIENCE = "theme", "audience"
Replacement = int | Path  # what is printed for a maze: that of another seed, or a project
WRITTEN = ("title", "count")  # keys that are written also where they have their defaults
FORMS = "style", "sizes", "options", "rest", "ends", "look"  # of a chapter, in their order
FIRST = {"rows": 12, "columns": 9}  # of the first maze of a new chapter


class ChapterState(NamedTuple):
    """The values of a chapter at one moment, as ``ChapterDraft`` has them."""

    style: dict[str, Any]
    recipe: Recipe
    ends: dict[str, Any]
    look: dict[str, Any]
    logo: str
    replaced: dict[int, Replacement]

    def to_json(self) -> dict[str, Any]:
        """Return its parts as JSON values."""
        recipe = self.recipe
        made = {"made": recipe.to_json(), "shape": recipe.shape, "sizes": dict(recipe.sizes)}
        return {**self._asdict(), "recipe": made, "replaced": record_replaced(self.replaced)}

    @classmethod
    def from_json(cls, parts: Mapping[str, Any]) -> ChapterState:
        """Return the state of parts; raises ``UsageError``, ``LookupError`` or ``TypeError``."""
        shape, made = str(parts["recipe"]["shape"]), parts["recipe"]
        sizes = checked(SHAPES[shape].options, made["sizes"])
        recipe = replace(Recipe.from_json(made["made"]), shape=shape, sizes=sizes)
        return cls(
            checked(options_of(ChapterStyle), parts["style"]),
            recipe,
            checked(SHAPES[shape].options, parts["ends"]),
            checked(look_options(), parts["look"]),
            str(parts["logo"]),
            {int(key): by for key, by in replacements_of(parts).items()},
        )


class ChapterDraft:
    """The fields of a chapter; ``changed`` is notified of every change.

    ``style`` are those of ``ChapterStyle``, ``mazes`` what all mazes are made from, ``look`` is
    how they are drawn, with ``logo`` as a page keeps it. ``ends`` are the sizes of the last maze,
    which follow those of the first one until they are changed. ``replaced`` has what is printed
    for some mazes, by their places from 0.
    """

    def __init__(self) -> None:
        self.changed: Listeners[[]] = Listeners()
        self.number = 0  # which other chapters of its book do not have
        self.style = FieldValues(options_of(ChapterStyle))
        self.mazes = Draft()
        self.book_theme = PLAIN  # which it has where it has none of its own
        self.look = FieldValues(self._look_options(), {"solution_colour": GREY})
        self.logo = ""
        self.replaced: dict[int, Replacement] = {}
        self._ends: dict[str, FieldValues] = {}
        self._before: dict[str, dict[str, Any]] = {}  # sizes by shape, when seen last
        self._followed: set[int] = set()
        self.mazes.sizes.update(FIRST)
        for fields in (self.style, self.look, self.mazes.rest):
            fields.changed.subscribe(self.changed.notify)
        self.mazes.changed.subscribe(self._follow_mazes)
        self._follow_mazes()

    def _look_options(self) -> Iterator[Option]:
        """Yield how mazes are drawn; without a theme of its own it says what it prints."""
        for option in look_options():
            if option.name == THEME_OPTION:
                yield replace(option, shown=Shown(PLAIN, self._theme_of_book, self._has_theme))
            elif option.name != LOGO:
                yield option

    def _has_theme(self, _values: Mapping[str, Any]) -> bool:
        return self.book_theme != PLAIN

    def _theme_of_book(self) -> str:
        return _("As the book: {theme}").format(theme=label_of(self.book_theme))

    @classmethod
    def of(cls, chapter: Chapter) -> ChapterDraft:
        """Return the draft of a chapter of a book."""
        result = cls()
        result.style.update(asdict(chapter.style))
        result.mazes.take(chapter.recipe, whole=not chapter.recipe.masks)
        result.ends.update({**chapter.recipe.sizes, **chapter.to})
        result.look.update(asdict(chapter.page))
        result.logo = chapter.page.logo
        return result

    @property
    def ends(self) -> FieldValues:
        """The sizes of the last maze, in the chosen shape."""
        shape = self.mazes.shape
        if shape not in self._ends:
            options = [option for option in SHAPES[shape].options if option.kind is int]
            fields = self._ends[shape] = FieldValues(options, self.mazes.sizes.values)
            fields.changed.subscribe(self.changed.notify)
        return self._ends[shape]

    def _follow_mazes(self) -> None:
        """Follow the options of the chosen shape and generator too."""
        for fields in (self.mazes.sizes, self.mazes.options, *self.mazes.subject.fields):
            if id(fields) not in self._followed:
                self._followed.add(id(fields))
                fields.changed.subscribe(self._follow_sizes)
        self._follow_sizes()

    def _follow_sizes(self) -> None:
        """Let the last maze grow with the first one where it was as large."""
        shape, sizes, ends = self.mazes.shape, self.mazes.sizes.values, self.ends
        before = self._before.get(shape, sizes)
        alike = {name: sizes[name] for name, end in ends.values.items() if end == before[name]}
        self._before[shape] = dict(sizes)
        if any(ends[name] != value for name, value in alike.items()):
            ends.update(alike)
        else:
            self.changed.notify()

    def sized_by(self) -> tuple[object, ...]:
        """Return the audience, with what ``take_sizes`` changes: others need other sizes."""
        state = self.state()
        return state.style[AUDIENCE], state.recipe, state.ends, state.look

    def take_sizes(self, made: Chapter) -> None:
        """Take over sizes, generator and walls that were found for an audience."""
        self.mazes.choose_generator(made.recipe.generator)
        self.mazes.options.reset(made.recipe.options)
        self.mazes.sizes.update(made.recipe.sizes)
        self.ends.update(made.to)
        self.look.update({"wall": made.page.wall})

    def set_logo(self, logo: str) -> None:
        """Use a logo, as a page keeps it, "" for none."""
        self.logo = logo
        self.changed.notify()

    @property
    def count(self) -> int:
        """The number of its mazes."""
        return int(self.style["count"])

    @property
    def forms(self) -> tuple[FieldValues, ...]:
        """All fields in which texts are typed; each may change those behind it."""
        mazes = self.mazes
        return self.style, mazes.sizes, mazes.options, mazes.rest, self.ends, self.look

    def check(self) -> None:
        """Raise ``UsageError`` where the text in a field is invalid."""
        for fields in self.forms:
            fields.read()

    # The file

    def values(self) -> dict[str, Any]:
        """Return the object for a file."""
        mazes, sizes = self.mazes, self.mazes.sizes.values
        grown = {name: end for name, end in self.ends.values.items() if end != sizes[name]}
        look = changed(self.look, {"solution_colour": GREY})
        look |= {LOGO: self.logo} if self.logo else {}
        return {
            **changed(self.style, keys=WRITTEN),
            "shape": mazes.shape,
            "sizes": dict(sizes),
            **({"to": grown} if grown else {}),
            "recipe": self._recipe(),
            **({"page": look} if look else {}),
        }

    def _recipe(self) -> dict[str, Any]:
        mazes, masks = self.mazes, self.mazes.masks
        values: dict[str, Any] = {"generator": mazes.generator, **changed(mazes.options)}
        values |= {"braid": mazes.rest["braid"]} if mazes.rest["braid"] else {}
        values |= {MASK_KEY: [step.to_json() for step in masks.masks]} if masks.masks else {}
        subject = mazes.subject.read(checked=False)
        values |= {SUBJECT_KEY: subject.to_json()} if subject else {}
        return values | ({PIECES_KEY: masks.pieces} if masks.pieces else {})

    def copy(self) -> ChapterDraft:
        """Return another chapter with the same values, and nothing that replaces mazes."""
        result = ChapterDraft()
        result.restore(self.state()._replace(replaced={}))
        return result

    def state(self) -> ChapterState:
        """Return all values, as a copy."""
        mazes, options, rest = self.mazes, self.mazes.options.values, self.mazes.rest
        recipe = Recipe(
            mazes.generator,
            dict(options),
            None,
            rest["braid"],
            mazes.shape,
            dict(mazes.sizes.values),
            mazes.masks.masks,
            mazes.masks.pieces,
            subject=mazes.subject.read(checked=False),
        )
        return ChapterState(
            dict(self.style.values),
            recipe,
            dict(self.ends.values),
            dict(self.look.values),
            self.logo,
            dict(self.replaced),
        )

    def restore(self, state: ChapterState) -> None:
        """Take over the values of a state, also in the place of texts that are invalid."""
        self.style.update(state.style)
        self.mazes.take(state.recipe, whole=not state.recipe.masks)
        self.ends.update(state.ends)
        self.look.update(state.look)
        self.logo, self.replaced = state.logo, dict(state.replaced)
        self.changed.notify()

    # Unsaved work

    def record(self) -> dict[str, Any]:
        """Return all that stands in the fields, valid or not, as JSON values."""
        mazes = self.mazes
        subject = mazes.subject.read(checked=False)
        return {
            "number": self.number,
            "shape": mazes.shape,
            "generator": mazes.generator,
            MASK_KEY: [step.to_json() for step in mazes.masks.masks],
            PIECES_KEY: mazes.masks.pieces,
            SUBJECT_KEY: subject.to_json() if subject else None,
            **{name: form.record() for name, form in zip(FORMS, self.forms, strict=True)},
            "logo": self.logo,
            "replaced": record_replaced(self.replaced),
        }

    @classmethod
    def from_record(cls, values: object) -> ChapterDraft:
        """Return the chapter of a record, with what is valid of it."""
        values = values if isinstance(values, Mapping) else {}
        chapter = cls()
        keys = MASK_KEY, PIECES_KEY, SUBJECT_KEY
        masked = Recipe.from_json({key: values.get(key) for key in keys})
        shape, generator = (str(values.get(key, "")) for key in ("shape", "generator"))
        chapter.mazes.take(replace(masked, shape=shape, generator=generator), whole=True)
        for name, form in zip(FORMS, chapter.forms, strict=True):
            form.restore(values.get(name))
        number = values.get("number")
        chapter.number = number if isinstance(number, int) else 0
        logo = values.get("logo")
        chapter.logo = logo if isinstance(logo, str) and logo.isascii() else ""
        chapter.replaced = {
            int(key): by for key, by in replacements_of(values).items() if is_whole(key)
        }
        return chapter

    def restore_texts(self, values: object) -> None:
        """Take over the texts of a record as if they had been typed."""
        for name, form in zip(FORMS, self.forms, strict=True):
            form.restore_texts(part_of(values, name))

    def summary(self) -> str:
        """Return shape and sizes for a list: ``12 × 9 – 20 × 14``, ``Rings 8 – 14``."""
        names = list(self.ends.options)
        sizes = [_size_text(values, names) for values in (self.mazes.sizes, self.ends)]
        text = " – ".join(dict.fromkeys(sizes))
        shape = self.mazes.shape
        return text if shape == "rectangular" else f"{SHAPES[shape].label}, {text}"


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


def _size_text(fields: FieldValues, names: list[str]) -> str:
    return " × ".join(str(fields[name]) for name in names)


def changed(
    fields: FieldValues, usual: Mapping[str, Any] | None = None, keys: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return the values that are not the defaults, and those of ``keys``."""
    defaults = {option.name: option.default for option in fields.options.values()}
    defaults |= usual or {}
    return {
        name: value
        for name, value in fields.values.items()
        if value != defaults[name] or name in keys
    }
