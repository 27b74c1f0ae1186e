"""What names in braces stand for in the texts of a book, and which texts are not finished."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from mazeeditor.core.options import options_of
from mazeeditor.core.translation import _
from mazeeditor.sheets.books.book import Book, BookStyle, Chapter
from mazeeditor.sheets.sheet import PLACEHOLDER

AUTHOR = "your name"  # in the templates, to be replaced
PAGES = "pages"  # known once all pages are planned
TITLES = "title", "subtitle"
TEXTS = (*TITLES, "how_to_text", "back_text")
CHAPTER_TEXTS = "title", "text"
NUMBER_OF_MAZES = re.compile(r"(?<![\w.,])([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9})\s+mazes\b", re.I)


def fields_of(book: Book, pages: int) -> dict[str, str]:
    """Return what ``{mazes}``, ``{pages}``, ``{author}`` and ``{year}`` stand for."""
    style = book.style
    year = date.today().year if style.year is None else style.year
    fields = {"mazes": f"{book.count:,}", PAGES: f"{pages:,}", "year": str(year)}
    return {**fields, "author": with_fields(style.author, fields)}


def with_fields(text: str, fields: Mapping[str, str]) -> str:
    """Return a text with what its names in braces stand for; those that are unknown stay."""

    def value(match: re.Match[str]) -> str:
        return fields.get(match[1].strip().casefold(), match[0])

    return PLACEHOLDER.sub(value, text)


def with_texts(book: Book, pages: int) -> Book:
    """Return a book of so many pages whose texts name nothing in braces that is known of it.

    Heading, instructions and footer of chapters are as they were: pages have more names for them.
    """
    fields = fields_of(book, pages)
    texts: dict[str, Any] = {name: with_fields(getattr(book.style, name), fields) for name in TEXTS}
    chapters = tuple(_chapter_with(chapter, fields) for chapter in book.chapters)
    style = replace(book.style, author=fields["author"], **texts)
    return replace(book, style=style, chapters=chapters)


def _chapter_with(chapter: Chapter, fields: Mapping[str, str]) -> Chapter:
    texts: dict[str, Any] = {
        name: with_fields(getattr(chapter.style, name), fields) for name in CHAPTER_TEXTS
    }
    return replace(chapter, style=replace(chapter.style, **texts))


def names_pages(book: Book) -> bool:
    return with_texts(book, 0) != with_texts(book, 1)


# Texts that are not finished


def unfinished_author(author: str, advice: str) -> str:
    """Return that the author is still that of a template, "" where not; ``advice`` follows."""
    if author.strip().casefold() != AUTHOR:
        return ""
    text = _("The author is still “{author}”, as in the template: {advice}")
    return text.format(author=author.strip(), advice=advice)


def wrong_numbers(texts: Mapping[str, str], number: int) -> list[str]:
    """Return a sentence for each number of mazes in some texts that the book has not.

    ``texts`` are title and subtitle by the names of their options.
    """
    labels = {option.name: option.label.lower() for option in options_of(BookStyle)}
    text = _("The {field} says “{said}”, and the book has {number:,}.")
    return [
        text.format(field=labels[name], said=found[0], number=number)
        for name in TITLES
        for found in NUMBER_OF_MAZES.finditer(texts[name])
        if int(found[1].replace(",", "")) != number
    ]
