"""The File menu: open, save, compare and close; what becomes of files dropped onto a window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from mazeeditor.app.books.open_book import OpenBook
from mazeeditor.app.commands import COMPARE, command, idle, perform, submenu
from mazeeditor.app.commands.generate_menu import start_generating
from mazeeditor.app.files.document_files import DocumentFiles
from mazeeditor.app.files.user_folders import with_tilde
from mazeeditor.app.gate import leave_all
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.disk.named_files import NamedFile
from mazeeditor.core.translation import _, one_line
from mazeeditor.editing.document import Document
from mazeeditor.files import SUFFIX
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.sheets import BOOK_SUFFIX

LONGEST_NAME = 60  # letters of a name in a menu


@command(
    "open",
    _("Open…"),
    words=_("import picture photo scan load file"),
    menu="file",
    order=12,
    keys=("Mod+O",),
    icon="open",
    bar=12,
    enabled=idle,
    without_maze=True,
    manual="from-elsewhere",
)
def open_file(
    document: Document, opened: OpenDocument, book: OpenBook, view: View, services: Services
) -> None:
    """Open a maze or a book from a file, or what a picture shows."""
    formats = [*_formats(), (_("Book of mazes"), (BOOK_SUFFIX,))]
    suffixes = tuple(dict.fromkeys(suffix for _label, own in formats for suffix in own))
    kinds = [(_("Mazes and books"), suffixes), *formats]
    _ask_and_open(document, opened, book, view, services, _("Open"), kinds)


@submenu("recent", _("Open recent"), menu="file", order=13, without_maze=True)
def recent(
    document: Document, opened: OpenDocument, book: OpenBook, services: Services
) -> list[tuple[str, Callable[[], None]]]:
    """Return the files opened and saved last."""

    def opening(path: Path) -> Callable[[], None]:
        return lambda: open_recent(document, opened, book, services, path)

    paths = [Path(path_text) for path_text in services.settings.recent]
    items = [(_recent_label(path), opening(path)) for path in paths]
    return items or [(_("No files yet"), lambda: None)]


def _recent_label(path: Path) -> str:
    name, folder = path.name, with_tilde(path.parent)
    return f"{one_line(name, LONGEST_NAME)}   ({one_line(folder, LONGEST_NAME)})"


def open_recent(
    document: Document, opened: OpenDocument, book: OpenBook, services: Services, path: Path
) -> None:
    """Open a file of the list; one that does not exist any more is removed from it."""
    with suppress(OSError, ValueError):  # it may not be looked at: opening it says why
        if not path.exists():
            services.settings.forget(path)
    open_chosen(document, opened, book, services, path)


@command(
    "import",
    _("Import…"),
    words=_("picture photo scan"),
    menu="file",
    order=15,
    group=_("Import and recover"),
    keys=("Mod+I",),
    icon="import",
    enabled=idle,
    without_maze=True,
    manual="from-elsewhere",
)
def import_text(
    document: Document, opened: OpenDocument, book: OpenBook, view: View, services: Services
) -> None:
    """Open a maze drawn as text."""
    formats = [file_format for file_format in _formats() if SUFFIX not in file_format[1]]
    _ask_and_open(document, opened, book, view, services, _("Import"), formats)


def _formats() -> list[tuple[str, tuple[str, ...]]]:
    """Return the formats that can be read."""
    from mazeeditor.files import IMPORTERS

    return [(form.label, form.suffixes) for form in IMPORTERS]


def _ask_and_open(
    document: Document,
    opened: OpenDocument,
    book: OpenBook,
    view: View,
    services: Services,
    title: str,
    formats: list[tuple[str, tuple[str, ...]]],
) -> None:
    several = services.ui.several_windows  # else no file is asked for before the question

    def ask() -> None:
        folder = opened.files.folder()
        if path := services.ui.dialogs.file_to_open(title, formats, folder):
            if is_picture(path):
                _open_picture(document, opened, view, services, path)
            elif several:
                open_chosen(document, opened, book, services, path)
            else:
                open_path(opened, book, path)

    if several:
        ask()
    else:
        opened.gate.leave(ask)


def open_chosen(
    document: Document, opened: OpenDocument, book: OpenBook, services: Services, *paths: Path
) -> None:
    """Open files: the first maze and the first book here, the others in further windows.

    Where something is unsaved here, that is another window too. A file that another window has
    open brings that one in front. Books are opened before mazes.
    """
    ui = services.ui
    books = [path for path in paths if is_book(path)]
    if books:
        mazes = [path for path in paths if path not in books]
        closed = [path for path in books if path == book.path or not ui.show_window_of(path)]

        def then() -> None:
            open_chosen(document, opened, book, services, *mazes)

        _open_books(book, services, closed, then)
        return
    own = document.path
    closed = [path for path in paths if path == own or not ui.show_window_of(path)]
    if not closed:
        return
    if ui.several_windows and document.dirty and closed[0] != own:
        _open_in_new_windows(opened, closed, ignore)
    else:
        first, *further = closed
        beside = further if ui.several_windows else []
        _open_in_new_windows(
            opened, beside, lambda: opened.gate.leave(lambda: open_path(opened, book, first))
        )


def _open_in_new_windows(
    opened: OpenDocument, paths: list[Path], then: Callable[[], object]
) -> None:
    """Open files in windows of their own, one after the other, then call ``then``."""
    if not paths:
        then()
        return
    first, *rest = paths
    opened.opener.open_in_new_window(first, lambda: _open_in_new_windows(opened, rest, then))


def is_book(path: Path) -> bool:
    return path.suffix.lower() == BOOK_SUFFIX


def _open_books(
    book: OpenBook, services: Services, paths: list[Path], then: Callable[[], object]
) -> None:
    """Open the first one here and each other one in a window of its own, then call ``then``."""
    if not paths:
        then()
        return
    first, *rest = paths

    def go_on() -> None:
        if rest and services.ui.several_windows:
            services.ui.open_window(lambda book, services: _open_books(book, services, rest, then))
        else:
            then()

    book.open(first, go_on, go_on)


def open_path(opened: OpenDocument, book: OpenBook, path: Path) -> None:
    """Read a file, then replace the document, or the book where it is one.

    Where it cannot be read nothing changes.
    """
    if is_book(path):
        book.open(path)
    else:
        opened.opener.open(path)


def _in_front(opened: OpenDocument, book: OpenBook) -> DocumentFiles:
    """Return the files of what the window shows: the maze, or the book."""
    shown = book.in_front
    return shown.files if shown else opened.files


@command(
    "save", _("Save"), menu="file", order=21, keys=("Mod+S",), icon="save", bar=13, enabled=idle
)
def save(opened: OpenDocument, book: OpenBook, view: View, services: Services) -> None:
    """Write the maze, or the book that is shown, to its file."""
    _in_front(opened, book).save(lambda: _say_what_is_missing(view, services))


@command("save-as", _("Save as…"), menu="file", order=22, keys=("Mod+Shift+S",), enabled=idle)
def save_as(opened: OpenDocument, book: OpenBook, view: View, services: Services) -> None:
    """Write the maze, or the book that is shown, to another file."""
    _in_front(opened, book).save_as(lambda: _say_what_is_missing(view, services))


def _say_what_is_missing(view: View, services: Services) -> None:
    """Say that a preview was not saved, as it is no change of the maze before it is applied."""
    repair = view.repair
    if repair.requested is not None and not repair.proposed:
        text = _("Saved without {preview}, which is only shown: apply it and save again.")
        services.ui.show_status(text.format(preview=repair.requested.label))


@command(
    "previous",
    _("Keep the previous version"),
    words=_("backup version old file"),
    menu="file",
    order=17,
    group=_("Import and recover"),
    checked=lambda services: services.settings.previous,
    without_maze=True,
)
def keep_previous(services: Services) -> None:
    """Let each save keep the file before it as name.maze~, or not."""
    services.settings.previous = not services.settings.previous


@command(
    "close",
    _("Close window"),
    menu="file",
    order=51,
    keys=("Mod+W",),
    in_play=True,
    without_maze=True,
)
def close(book: OpenBook, view: View, services: Services) -> None:
    """Close this window; the other ones stay open."""

    def leave() -> None:
        leave_all(book.gates, services.ui.close)

    if view.awaited:  # nothing in the window is the user's yet
        leave()
    else:
        services.closing.leave_work(leave)


def drop_files(
    document: Document,
    opened: OpenDocument,
    book: OpenBook,
    view: View,
    services: Services,
    paths: Sequence[Path],
) -> None:
    """Open files; of a single picture it is asked what it is."""

    def open_all() -> None:
        if len(paths) == 1 and is_picture(paths[0]):
            _open_picture(document, opened, view, services, paths[0])
        else:
            open_chosen(document, opened, book, services, *paths)

    perform(document, services, open_all)


def is_picture(path: Path) -> bool:
    from mazeeditor.files import IMPORTERS

    return path.suffix.lower() in IMPORTERS["picture"].suffixes


def _open_picture(
    document: Document, opened: OpenDocument, view: View, services: Services, picture: Path
) -> None:
    from mazeeditor.app.commands.tools_menu import trace_picture
    from mazeeditor.app.files.picture_opening import open_picture

    def as_outline() -> None:
        masks = view.draft.masks
        while masks.masks:
            masks.remove(0)
        masks.put(0, MaskStep("picture", {"picture": NamedFile(picture)}))
        start_generating(document, view, services)

    def to_trace() -> None:
        trace_picture(document, opened, services, picture)

    open_picture(document, opened, services, picture, as_outline, to_trace)


FILE = "file"  # the version to compare with that is in a file to be asked for


@command(
    "compare-with",
    _("Compare with…"),
    words=_("diff difference version changes"),
    menu="view",
    order=61,
    group=COMPARE,
    keys=("F3",),
    enabled=idle,
    manual="draw-and-repair#trace-a-picture-compare-versions",
)
def compare_with(document: Document, opened: OpenDocument, view: View, services: Services) -> None:
    """Show in two colours which walls, cells and openings of another version differ."""
    from mazeeditor.app.shown import maze_comparison
    from mazeeditor.files import IMPORTERS

    title, chosen = _("Compare with"), FILE
    versions = maze_comparison.versions(document)
    if versions:
        actions = {name: version.label for name, version in versions.items()}
        question = _(
            "Walls that only this maze or only the other version has are shown in colours."
        )
        answer = services.ui.dialogs.choose(title, question, actions | {FILE: _("A file…")})
        if answer is None:
            return
        chosen = answer
    if chosen != FILE:
        version = versions[chosen]
        maze_comparison.compare_with(document, view, services, version.called, version.read)
        return
    formats = [(form.label, form.suffixes) for form in IMPORTERS]
    if path := services.ui.dialogs.file_to_open(title, formats, opened.files.folder()):
        read = maze_comparison.reading(path)
        maze_comparison.compare_with(document, view, services, path.name, read)
