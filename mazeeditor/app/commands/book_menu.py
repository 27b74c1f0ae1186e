"""The commands of a book, which is shown in the workspace Sheets."""

from __future__ import annotations

from mazeeditor.app.books.open_book import OpenBook
from mazeeditor.app.commands import command, idle
from mazeeditor.app.parts.services import Services
from mazeeditor.core.translation import _

GROUP = _("Book")
NO_BOOK = _("Only while a book is shown, and no job is running.")


def is_shown(book: OpenBook, services: Services) -> bool:
    return book.in_front is not None and not services.jobs.busy


@command(
    "book",
    _("Show the book…"),
    words=_("booklet chapters kdp"),
    menu="file",
    order=41,
    group=GROUP,
    keys=("Mod+Alt+B",),
    enabled=idle,
    without_maze=True,
    manual="book",
)
def show_book(book: OpenBook) -> None:
    """Make a book of mazes: chapters, answers, a cover, and what its print shop asks for."""
    book.show_last()


@command(
    "save-book",
    _("Make the book…"),
    words=_("pdf booklet"),
    menu="file",
    order=42,
    group=GROUP,
    icon="export",
    enabled=is_shown,
    reason=NO_BOOK,
    manual="book",
)
def save_book(book: OpenBook) -> None:
    """Write the book as a PDF for its print shop, and check that."""
    if book.in_front:
        book.in_front.print()


@command(
    "check-book",
    _("Check the book"),
    words=_("preflight print shop"),
    menu="file",
    order=43,
    group=GROUP,
    icon="check",
    enabled=is_shown,
    reason=NO_BOOK,
    manual="book",
)
def check_book(book: OpenBook) -> None:
    """Find out what the print shop would not take, without writing a file."""
    if book.in_front:
        book.in_front.check()


@command(
    "print-book",
    _("Print the book…"),
    menu="file",
    order=44,
    group=GROUP,
    icon="print",
    enabled=is_shown,
    reason=NO_BOOK,
    manual="book",
)
def print_book(book: OpenBook) -> None:
    """Print the book on a printer."""
    if book.in_front:
        book.in_front.print_out()


@command(
    "save-cover",
    _("Save the cover…"),
    words=_("kdp"),
    menu="file",
    order=45,
    group=GROUP,
    keys=("Mod+Alt+E",),
    icon="cover",
    enabled=is_shown,
    reason=NO_BOOK,
    manual="book",
)
def save_cover(book: OpenBook) -> None:
    """Write back, spine and front as one PDF, as wide as the book needs."""
    if book.in_front:
        book.in_front.save_cover()


@command(
    "own-maze",
    _("Print your own maze here…"),
    menu="file",
    order=46,
    group=GROUP,
    keys=("Mod+Alt+O",),
    enabled=is_shown,
    reason=NO_BOOK,
    manual="book",
)
def take_own(book: OpenBook) -> None:
    """Print the maze of a file in the place of the one that is chosen in the book."""
    editor = book.in_front
    if editor and editor.preview.maze:
        editor.take_own(editor.preview.maze)


@command(
    "close-book",
    _("Close the book"),
    menu="file",
    order=47,
    group=GROUP,
    enabled=is_shown,
    reason=NO_BOOK,
    manual="book",
)
def close_book(book: OpenBook) -> None:
    """Close the book; the maze of the window stays open."""
    book.leave()
