"""Which texts of a book still are those of its template, or name another number of mazes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.app.books.draft import BookDraft

AUTHOR = "your name"  # in the templates, to be replaced
NUMBER_OF_MAZES = re.compile(r"(?<![\w.,])([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9})\s+mazes\b", re.I)
TITLES = "title", "subtitle"


def unfinished_text(draft: BookDraft) -> str:
    """Return what must be changed before the book is printed, "" for nothing."""
    author = draft.fields["author"].strip()
    if author.casefold() != AUTHOR:
        return ""
    text = _(
        "The author is still “{author}”, as in the template: type the name into the field Author "
        "of the tab Book, or leave it empty."
    )
    return text.format(author=author)


def wrong_numbers(draft: BookDraft) -> list[str]:
    """Return a sentence for each number of mazes in title and subtitle that the book has not."""
    number = sum(chapter.count for chapter in draft.chapters)
    text = _("The {field} says “{said}”, and the book has {number:,}.")
    return [
        text.format(field=draft.fields.options[name].label.lower(), said=found[0], number=number)
        for name in TITLES
        for found in NUMBER_OF_MAZES.finditer(draft.fields[name])
        if int(found[1].replace(",", "")) != number
    ]
