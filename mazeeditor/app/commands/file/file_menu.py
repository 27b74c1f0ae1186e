"""The File menu: open, save, export and quit; ``new_menu`` has its first group."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.commands import command, idle, submenu
from mazeeditor.app.files.user_folders import with_tilde
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.app.parts.services import Services
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, one_line
from mazeeditor.editing.document import Document
from mazeeditor.files import SUFFIX
from mazeeditor.sheets import BOOK_SUFFIX

if TYPE_CHECKING:
    from mazeeditor.app.files.examples import Example
    from mazeeditor.files import Project

LONGEST_NAME = 60  # letters of a name in a menu


@command(
    "open", _("Open…"), menu="file", order=12, keys=("Mod+O",), icon="open", bar=12, enabled=idle
)
def open_file(document: Document, opened: OpenDocument, services: Services) -> None:
    """Open a maze or a book from a file."""
    formats = [*_formats(), (_("Book of mazes"), (BOOK_SUFFIX,))]
    suffixes = tuple(dict.fromkeys(suffix for _label, own in formats for suffix in own))
    _ask_and_open(
        document, opened, services, _("Open"), [(_("Mazes and books"), suffixes), *formats]
    )


@submenu("recent", _("Open Recent"), menu="file", order=13)
def recent(
    document: Document, opened: OpenDocument, services: Services
) -> list[tuple[str, Callable[[], None]]]:
    """Return the files opened and saved last."""

    def opening(path: Path) -> Callable[[], None]:
        return lambda: open_recent(document, opened, services, path)

    paths = [Path(path_text) for path_text in services.settings.recent]
    items = [(_recent_label(path), opening(path)) for path in paths]
    return items or [(_("No files yet"), lambda: None)]


def _recent_label(path: Path) -> str:
    name, folder = path.name, with_tilde(path.parent)
    return f"{one_line(name, LONGEST_NAME)}   ({one_line(folder, LONGEST_NAME)})"


def open_recent(document: Document, opened: OpenDocument, services: Services, path: Path) -> None:
    """Open a file of the list; one that does not exist any more is removed from it."""
    with suppress(OSError, ValueError):  # it may not be looked at: opening it says why
        if not path.exists():
            services.settings.forget(path)
    open_chosen(document, opened, services, path)


@command(
    "examples",
    _("Examples…"),
    menu="file",
    order=14,
    keys=("Mod+Shift+O",),
    enabled=idle,
)
def open_example(document: Document, opened: OpenDocument, services: Services) -> None:
    """Choose one of the finished mazes that come with the program."""
    from mazeeditor.app.files.examples import examples

    if example := services.ui.dialogs.ask_picture(_("Examples"), examples()):
        _open_example(document, opened, services, example)


def _open_example(
    document: Document, opened: OpenDocument, services: Services, example: Example
) -> None:
    """Open an example without a file, in another window where something is unsaved."""
    title = _("Opening {name}").format(name=example.name)

    def take(document: Document, project: Project) -> None:
        document.open(project, None)

    if services.ui.several_windows and document.dirty:
        services.jobs.start(
            title,
            example.read,
            lambda project: services.ui.open_window(lambda document: take(document, project)),
        )
    else:
        opened.gate.leave(
            lambda: opened.gate.start(title, example.read, lambda project: take(document, project))
        )


@command(
    "import", _("Import…"), menu="file", order=15, keys=("Mod+I",), icon="import", enabled=idle
)
def import_text(document: Document, opened: OpenDocument, services: Services) -> None:
    """Open a maze drawn as text."""
    formats = [file_format for file_format in _formats() if SUFFIX not in file_format[1]]
    _ask_and_open(document, opened, services, _("Import"), formats)


def _formats() -> list[tuple[str, tuple[str, ...]]]:
    """Return the formats that can be read."""
    from mazeeditor.files import IMPORTERS

    return [(form.label, form.suffixes) for form in IMPORTERS]


def _ask_and_open(
    document: Document,
    opened: OpenDocument,
    services: Services,
    title: str,
    formats: list[tuple[str, tuple[str, ...]]],
) -> None:
    several = services.ui.several_windows  # else no file is asked for before the question

    def ask() -> None:
        folder = opened.files.folder()
        if path := services.ui.dialogs.file_to_open(title, formats, folder):
            if several:
                open_chosen(document, opened, services, path)
            else:
                open_path(opened, services, path)

    if several:
        ask()
    else:
        opened.gate.leave(ask)


def open_chosen(document: Document, opened: OpenDocument, services: Services, *paths: Path) -> None:
    """Open files: the first one here, where nothing is unsaved, the others in further windows.

    A file that another window has open brings that one in front. Books are shown before, one after
    the other.
    """
    ui = services.ui
    books = [path for path in paths if is_book(path)]
    if books:
        mazes = [path for path in paths if path not in books]
        _show_books(services, books, lambda: open_chosen(document, opened, services, *mazes))
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
            opened, beside, lambda: opened.gate.leave(lambda: open_path(opened, services, first))
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
    """Whether a file is a book, by its name."""
    return path.suffix.lower() == BOOK_SUFFIX


def _show_books(services: Services, books: list[Path], then: Callable[[], object]) -> None:
    """Show books in their window, one after the other, then call ``then``."""
    if not books:
        then()
        return
    first, *rest = books
    services.ui.show_book(first, lambda: _show_books(services, rest, then))


def open_path(opened: OpenDocument, services: Services, path: Path) -> None:
    """Read a file, then replace the document, or show a book in its window.

    Where it cannot be read nothing changes.
    """
    if is_book(path):
        _show_books(services, [path], ignore)
    else:
        opened.opener.open(path)


@command(
    "save", _("Save"), menu="file", order=21, keys=("Mod+S",), icon="save", bar=13, enabled=idle
)
def save(opened: OpenDocument) -> None:
    """Write the maze to its file."""
    opened.files.save()


@command("save-as", _("Save As…"), menu="file", order=22, keys=("Mod+Shift+S",), enabled=idle)
def save_as(opened: OpenDocument) -> None:
    """Write the maze to another file."""
    opened.files.save_as()


@command(
    "previous",
    _("Keep the Previous Version"),
    menu="file",
    order=23,
    checked=lambda services: services.settings.previous,
)
def keep_previous(services: Services) -> None:
    """Let each save keep the file before it as name.maze~, or not."""
    services.settings.previous = not services.settings.previous


@command(
    "export",
    _("Export…"),
    menu="file",
    order=31,
    keys=("Mod+E",),
    icon="export",
    bar=41,
    named=True,
    enabled=idle,
    places=("page",),
)
def export(document: Document, opened: OpenDocument, services: Services) -> None:
    """Write the page as SVG, PDF, PNG or text."""
    from mazeeditor.page.formats import EXPORTERS, exporter_for

    settings, page = services.settings, document.page
    usual = "svg" if page.walls == "hairlines" else "pdf"  # for a laser, for a printer
    chosen = services.ui.dialogs.ask_export(settings.format or usual, page)
    if chosen is None:
        return
    exporter, options = chosen
    settings.format = exporter.name
    suffixes = [other.suffix for other in EXPORTERS]
    path = opened.files.ask_file(_("Export"), exporter.label, exporter.suffix, further=suffixes)
    if path is None:
        return
    if path.suffix.lower() != exporter.suffix:  # the name that was typed chooses
        typed = exporter_for(path)
        settings.format = typed.name
        options = {option.name: option.default for option in typed.options}
    if _may_replace(document, services, path):
        _check_title(document, opened, services, path, options)


def _may_replace(document: Document, services: Services, path: Path) -> bool:
    """Ask about the file of a second page, which the file dialog does not check."""
    from mazeeditor.page.formats import targets

    _first, *further = targets(path, document.page)
    existing = [file for file in further if file.exists()]
    return not existing or services.ui.dialogs.confirm(
        _("Replace {name}?").format(name=existing[0].name),
        _("The solution goes to this file, which is there already."),
        _("Replace"),
    )


NOT_EXPORTED = _("Nothing was exported yet.")
# After a file is written: commands, and the labels of their buttons
OFFERED = {"open-exported": _("Open"), "show-exported": _("Show in Folder")}


def _check_title(
    document: Document,
    opened: OpenDocument,
    services: Services,
    path: Path,
    options: dict[str, Any],
) -> None:
    """Ask whether to go on where no typeface has some characters of the title, then export."""
    from mazeeditor.app.printing.snapshot import Print
    from mazeeditor.page.formats import exporter_for

    print_ = Print.of(document)
    if print_.page.title.isascii() or not exporter_for(path).drawn:
        start_export(document, opened, services, path, options)
        return

    def decide(warning: str) -> None:
        if not warning or _leaves_out(services, warning):
            start_export(document, opened, services, path, options)

    services.background.run(lambda _job: print_.warning(), decide, services.report)


def _leaves_out(services: Services, warning: str) -> bool:
    actions = {"export": _("Export Without Them")}
    title = _("Export without some characters of the title?")
    return services.ui.dialogs.ask(title, warning, actions, _("Cancel")) == "export"


def start_export(
    document: Document,
    opened: OpenDocument,
    services: Services,
    path: Path,
    options: dict[str, Any],
) -> None:
    """Write the maze as it is now, in the background."""
    from mazeeditor.app.errors.collected_warnings import collected_warnings, with_warnings
    from mazeeditor.app.printing.snapshot import Print

    print_ = Print.of(document)

    def run(job: Job) -> tuple[list[Path], list[str]]:
        with collected_warnings() as warnings:
            return print_.write(path, options, job), warnings

    def done(written: tuple[list[Path], list[str]]) -> None:
        opened.exported, warnings = written
        names = ", ".join(file.name for file in opened.exported)
        text = with_warnings(_("Exported {names}").format(names=names), warnings)
        services.ui.show_status(text, OFFERED)

    services.jobs.start(_("Exporting {name}").format(name=path.name), run, done)


def _has_exported(opened: OpenDocument) -> bool:
    return bool(opened.exported)


@command(
    "open-exported",
    _("Open the Exported File"),
    menu="file",
    order=32,
    group=_("Exported File"),
    keys=("Mod+Shift+E",),
    enabled=_has_exported,
    reason=NOT_EXPORTED,
    in_play=True,
)
def open_exported(opened: OpenDocument, services: Services) -> None:
    """Open the file exported last with the program that the desktop has for it."""
    from mazeeditor.app.files.desktop_programs import open_file

    files = opened.exported
    services.background.run(lambda _job: open_file(files[0]), ignore, services.report)


@command(
    "show-exported",
    _("Show in Folder"),
    menu="file",
    order=33,
    group=_("Exported File"),
    keys=("Mod+Shift+F",),
    enabled=_has_exported,
    reason=NOT_EXPORTED,
    in_play=True,
)
def show_exported(opened: OpenDocument, services: Services) -> None:
    """Show the file exported last in the file manager."""
    from mazeeditor.app.files.desktop_programs import show_in_folder

    files = opened.exported
    services.background.run(lambda _job: show_in_folder(files), ignore, services.report)


@command("close", _("Close Window"), menu="file", order=41, keys=("Mod+W",), in_play=True)
def close(opened: OpenDocument, services: Services) -> None:
    """Close this window; the other ones stay open."""
    opened.gate.leave(services.ui.close)
