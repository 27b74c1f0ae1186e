"""The File menu: open, save, export and quit; ``new_menu`` has its first group."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazeeditor.app.commands import command, idle, submenu
from mazeeditor.app.files.user_folders import with_tilde
from mazeeditor.app.jobs import ignore
from mazeeditor.app.workspace import Workspace
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _, one_line
from mazeeditor.files import SUFFIX
from mazeeditor.sheets import BOOK_SUFFIX

if TYPE_CHECKING:
    from mazeeditor.app.files.examples import Example
    from mazeeditor.files import Project

LONGEST_NAME = 60  # letters of a name in a menu


@command(
    "open", _("Open…"), menu="file", order=12, keys=("Mod+O",), icon="open", bar=12, enabled=idle
)
def open_file(workspace: Workspace) -> None:
    """Open a maze or a book from a file."""
    formats = [*_formats(), (_("Book of mazes"), (BOOK_SUFFIX,))]
    suffixes = tuple(dict.fromkeys(suffix for _label, own in formats for suffix in own))
    _ask_and_open(workspace, _("Open"), [(_("Mazes and books"), suffixes), *formats])


@submenu("recent", _("Open Recent"), menu="file", order=13)
def recent(workspace: Workspace) -> list[tuple[str, Callable[[], None]]]:
    """Return the files opened and saved last."""

    def opening(path: Path) -> Callable[[], None]:
        return lambda: open_recent(workspace, path)

    paths = [Path(path_text) for path_text in workspace.settings.recent]
    items = [(_recent_label(path), opening(path)) for path in paths]
    return items or [(_("No files yet"), lambda: None)]


def _recent_label(path: Path) -> str:
    name, folder = path.name, with_tilde(path.parent)
    return f"{one_line(name, LONGEST_NAME)}   ({one_line(folder, LONGEST_NAME)})"


def open_recent(workspace: Workspace, path: Path) -> None:
    """Open a file of the list; one that does not exist any more is removed from it."""
    with suppress(OSError, ValueError):  # it may not be looked at: opening it says why
        if not path.exists():
            workspace.settings.forget(path)
    open_chosen(workspace, path)


@command(
    "examples",
    _("Examples…"),
    menu="file",
    order=14,
    keys=("Mod+Shift+O",),
    enabled=idle,
)
def open_example(workspace: Workspace) -> None:
    """Choose one of the finished mazes that come with the program."""
    from mazeeditor.app.files.examples import examples

    if example := workspace.ui.dialogs.ask_picture(_("Examples"), examples()):
        _open_example(workspace, example)


def _open_example(workspace: Workspace, example: Example) -> None:
    """Open an example without a file, in another window where something is unsaved."""
    title = _("Opening {name}").format(name=example.name)

    def take(workspace: Workspace, project: Project) -> None:
        workspace.document.open(project, None)

    if workspace.ui.several_windows and workspace.document.dirty:
        workspace.jobs.start(
            title,
            example.read,
            lambda project: workspace.ui.open_window(lambda other: take(other, project)),
        )
    else:
        workspace.gate.leave(
            lambda: workspace.gate.start(
                title, example.read, lambda project: take(workspace, project)
            )
        )


@command(
    "import", _("Import…"), menu="file", order=15, keys=("Mod+I",), icon="import", enabled=idle
)
def import_text(workspace: Workspace) -> None:
    """Open a maze drawn as text."""
    formats = [file_format for file_format in _formats() if SUFFIX not in file_format[1]]
    _ask_and_open(workspace, _("Import"), formats)


def _formats() -> list[tuple[str, tuple[str, ...]]]:
    """Return the formats that can be read."""
    from mazeeditor.files import IMPORTERS

    return [(form.label, form.suffixes) for form in IMPORTERS]


def _ask_and_open(
    workspace: Workspace, title: str, formats: list[tuple[str, tuple[str, ...]]]
) -> None:
    several = workspace.ui.several_windows  # else no file is asked for before the question

    def ask() -> None:
        folder = workspace.files.folder()
        if path := workspace.ui.dialogs.file_to_open(title, formats, folder):
            (open_chosen if several else open_path)(workspace, path)

    if several:
        ask()
    else:
        workspace.gate.leave(ask)


def open_chosen(workspace: Workspace, *paths: Path) -> None:
    """Open files: the first one here, where nothing is unsaved, the others in further windows.

    A file that another window has open brings that one in front. Books are shown before, one after
    the other.
    """
    document, ui = workspace.document, workspace.ui
    books = [path for path in paths if is_book(path)]
    if books:
        mazes = [path for path in paths if path not in books]
        _show_books(workspace, books, lambda: open_chosen(workspace, *mazes))
        return
    own = document.path
    closed = [path for path in paths if path == own or not ui.show_window_of(path)]
    if not closed:
        return
    if ui.several_windows and document.dirty and closed[0] != own:
        _open_in_new_windows(workspace, closed, ignore)
    else:
        first, *further = closed
        beside = further if ui.several_windows else []
        _open_in_new_windows(
            workspace, beside, lambda: workspace.gate.leave(lambda: open_path(workspace, first))
        )


def _open_in_new_windows(
    workspace: Workspace, paths: list[Path], then: Callable[[], object]
) -> None:
    """Open files in windows of their own, one after the other, then call ``then``."""
    if not paths:
        then()
        return
    first, *rest = paths
    workspace.opener.open_in_new_window(first, lambda: _open_in_new_windows(workspace, rest, then))


def is_book(path: Path) -> bool:
    """Whether a file is a book, by its name."""
    return path.suffix.lower() == BOOK_SUFFIX


def _show_books(workspace: Workspace, books: list[Path], then: Callable[[], object]) -> None:
    """Show books in their window, one after the other, then call ``then``."""
    if not books:
        then()
        return
    first, *rest = books
    workspace.ui.show_book(first, lambda: _show_books(workspace, rest, then))


def open_path(workspace: Workspace, path: Path) -> None:
    """Read a file, then replace the document, or show a book in its window.

    Where it cannot be read nothing changes.
    """
    if is_book(path):
        _show_books(workspace, [path], ignore)
    else:
        workspace.opener.open(path)


@command(
    "save", _("Save"), menu="file", order=21, keys=("Mod+S",), icon="save", bar=13, enabled=idle
)
def save(workspace: Workspace) -> None:
    """Write the maze to its file."""
    workspace.files.save()


@command("save-as", _("Save As…"), menu="file", order=22, keys=("Mod+Shift+S",), enabled=idle)
def save_as(workspace: Workspace) -> None:
    """Write the maze to another file."""
    workspace.files.save_as()


@command(
    "previous",
    _("Keep the Previous Version"),
    menu="file",
    order=23,
    checked=lambda workspace: workspace.settings.previous,
)
def keep_previous(workspace: Workspace) -> None:
    """Let each save keep the file before it as name.maze~, or not."""
    workspace.settings.previous = not workspace.settings.previous


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
def export(workspace: Workspace) -> None:
    """Write the page as SVG, PDF, PNG or text."""
    from mazeeditor.page.formats import EXPORTERS, exporter_for

    settings, page = workspace.settings, workspace.document.page
    usual = "svg" if page.walls == "hairlines" else "pdf"  # for a laser, for a printer
    chosen = workspace.ui.dialogs.ask_export(settings.format or usual, page)
    if chosen is None:
        return
    exporter, options = chosen
    settings.format = exporter.name
    suffixes = [other.suffix for other in EXPORTERS]
    path = workspace.files.ask_file(_("Export"), exporter.label, exporter.suffix, further=suffixes)
    if path is None:
        return
    if path.suffix.lower() != exporter.suffix:  # the name that was typed chooses
        typed = exporter_for(path)
        settings.format = typed.name
        options = {option.name: option.default for option in typed.options}
    if _may_replace(workspace, path):
        _check_title(workspace, path, options)


def _may_replace(workspace: Workspace, path: Path) -> bool:
    """Ask about the file of a second page, which the file dialog does not check."""
    from mazeeditor.page.formats import targets

    _first, *further = targets(path, workspace.document.page)
    existing = [file for file in further if file.exists()]
    return not existing or workspace.ui.dialogs.confirm(
        _("Replace {name}?").format(name=existing[0].name),
        _("The solution goes to this file, which is there already."),
        _("Replace"),
    )


NOT_EXPORTED = _("Nothing was exported yet.")
# After a file is written: commands, and the labels of their buttons
OFFERED = {"open-exported": _("Open"), "show-exported": _("Show in Folder")}


def _check_title(workspace: Workspace, path: Path, options: dict[str, Any]) -> None:
    """Ask whether to go on where no typeface has some characters of the title, then export."""
    from mazeeditor.app.printing.snapshot import Print
    from mazeeditor.page.formats import exporter_for

    print_ = Print.of(workspace.document)
    if print_.page.title.isascii() or not exporter_for(path).drawn:
        start_export(workspace, path, options)
        return

    def decide(warning: str) -> None:
        if not warning or _leaves_out(workspace, warning):
            start_export(workspace, path, options)

    workspace.background.run(lambda _job: print_.warning(), decide, workspace.report)


def _leaves_out(workspace: Workspace, warning: str) -> bool:
    actions = {"export": _("Export Without Them")}
    title = _("Export without some characters of the title?")
    return workspace.ui.dialogs.ask(title, warning, actions, _("Cancel")) == "export"


def start_export(workspace: Workspace, path: Path, options: dict[str, Any]) -> None:
    """Write the maze as it is now, in the background."""
    from mazeeditor.app.errors.collected_warnings import collected_warnings, with_warnings
    from mazeeditor.app.printing.snapshot import Print

    print_ = Print.of(workspace.document)

    def run(job: Job) -> tuple[list[Path], list[str]]:
        with collected_warnings() as warnings:
            return print_.write(path, options, job), warnings

    def done(written: tuple[list[Path], list[str]]) -> None:
        workspace.exported, warnings = written
        names = ", ".join(file.name for file in workspace.exported)
        text = with_warnings(_("Exported {names}").format(names=names), warnings)
        workspace.ui.show_status(text, OFFERED)

    workspace.jobs.start(_("Exporting {name}").format(name=path.name), run, done)


def _has_exported(workspace: Workspace) -> bool:
    return bool(workspace.exported)


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
def open_exported(workspace: Workspace) -> None:
    """Open the file exported last with the program that the desktop has for it."""
    from mazeeditor.app.files.desktop_programs import open_file

    files = workspace.exported
    workspace.background.run(lambda _job: open_file(files[0]), ignore, workspace.report)


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
def show_exported(workspace: Workspace) -> None:
    """Show the file exported last in the file manager."""
    from mazeeditor.app.files.desktop_programs import show_in_folder

    files = workspace.exported
    workspace.background.run(lambda _job: show_in_folder(files), ignore, workspace.report)


@command("close", _("Close Window"), menu="file", order=41, keys=("Mod+W",), in_play=True)
def close(workspace: Workspace) -> None:
    """Close this window; the other ones stay open."""
    workspace.gate.leave(workspace.ui.close)
