"""A book while it is changed as plain JSON values, with all that stands in its fields, and back.

The file of a book holds only what its reader takes; a book that a crash interrupts may hold texts
that are half typed and sizes that are too large.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, unquote_to_bytes

from mazeeditor.app.books.chapter_draft import ChapterDraft, Replacement
from mazeeditor.app.books.draft import RULES, BookDraft
from mazeeditor.app.drafts.field_values import part_of
from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.core.translation import _
from mazeeditor.maze.random import SEED
from mazeeditor.maze.recipe import MASK_KEY, PIECES_KEY, Recipe
from mazeeditor.sheets.books.book import Book, BookStyle


def record_book(draft: BookDraft) -> dict[str, Any]:
    """Return all values of a book."""
    return {
        "about": draft.about,
        "fields": draft.fields.record(),
        "chapters": [_record_chapter(chapter) for chapter in draft.chapters],
        "selected": draft.selected,
        "replaced": _record_replaced(draft.by_id),
    }


def restore_book(values: Mapping[str, Any], path: Path | None) -> BookDraft:
    """Return the book of a record, with what is valid of it; raises ``MazeError``."""
    chapters = values.get("chapters")
    if not (isinstance(chapters, list) and chapters):
        raise MazeError(_("a book needs a chapter."))
    rules = str(part_of(part_of(values, "fields"), "values").get(RULES, ""))
    style = replace(BookStyle(), rules=rules) if rules else BookStyle()
    draft = BookDraft(Book(style, (), {}), str(values.get("about", "")), path)
    for chapter in chapters:
        draft.append(_restore_chapter(chapter))
    draft.fields.restore(values.get("fields"))
    draft.by_id = dict(_replacements(values))
    selected = values.get("selected")
    draft.select(selected if isinstance(selected, int) else 0)
    draft.file_changed()  # no file holds it
    return draft


FORMS = "style", "sizes", "options", "rest", "ends", "look"  # of a chapter, in their order


def _record_chapter(chapter: ChapterDraft) -> dict[str, Any]:
    mazes = chapter.mazes
    return {
        "shape": mazes.shape,
        "generator": mazes.generator,
        MASK_KEY: [step.to_json() for step in mazes.masks.masks],
        PIECES_KEY: mazes.masks.pieces,
        **{name: form.record() for name, form in zip(FORMS, chapter.forms, strict=True)},
        "logo": chapter.logo,
        "replaced": _record_replaced(chapter.replaced),
    }


def _restore_chapter(values: object) -> ChapterDraft:
    values = values if isinstance(values, Mapping) else {}
    chapter = ChapterDraft()
    masked = Recipe.from_json({key: values.get(key) for key in (MASK_KEY, PIECES_KEY)})
    shape, generator = (str(values.get(key, "")) for key in ("shape", "generator"))
    recipe = replace(masked, shape=shape, generator=generator)
    chapter.mazes.take(recipe, whole=True)
    for name, form in zip(FORMS, chapter.forms, strict=True):
        form.restore(values.get(name))
    logo = values.get("logo")
    chapter.logo = logo if isinstance(logo, str) else ""
    places = [(key, by) for key, by in _replacements(values) if key.isdecimal()]
    chapter.replaced = {int(key): by for key, by in places}
    return chapter


def _record_replaced(replaced: Mapping[Any, Replacement]) -> dict[str, Any]:
    """Return what replaces mazes: seeds, and the bytes of the names of files."""
    return {
        str(key): by if isinstance(by, int) else quote_from_bytes(os.fsencode(by))
        for key, by in replaced.items()
    }


def _replacements(values: Mapping[str, Any]) -> list[tuple[str, Replacement]]:
    """Return those that are valid."""
    result: list[tuple[str, Replacement]] = []
    for key, by in part_of(values, "replaced").items():
        if isinstance(by, str):
            result.append((key, Path(os.fsdecode(unquote_to_bytes(by)))))
            continue
        with suppress(UsageError):
            seed = SEED.check(by)
            if seed is not None:
                result.append((key, seed))
    return result
