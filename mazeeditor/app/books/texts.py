"""Which texts of a book still are those of its template, or name another number of mazes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazeeditor.core.translation import _
from mazeeditor.sheets.books.book_texts import TITLES, unfinished_author
from mazeeditor.sheets.books.book_texts import wrong_numbers as wrong_numbers_in

if TYPE_CHECKING:
    from mazeeditor.app.books.draft import BookDraft


def unfinished_text(draft: BookDraft) -> str:
    """Return what must be changed before the book is printed, "" for nothing."""
    advice = _("type the name into the field Author of the tab Book, or leave it empty.")
    return unfinished_author(draft.fields["author"], advice)


def wrong_numbers(draft: BookDraft) -> list[str]:
    """Return a sentence for each number of mazes in title and subtitle that the book has not."""
    return wrong_numbers_in({name: draft.fields[name] for name in TITLES}, draft.count)
