"""New, Open, Save and Quit: nothing is lost without a question, nothing is half done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.drawing.style import Page
from mazeeditor.editing.work import saving
from mazeeditor.errors import MazeError
from mazeeditor.gui.dialogs import Unsaved
from mazeeditor.gui.jobs import ignore
from mazeeditor.job import Job
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.files.project import Project
    from mazeeditor.gui.window import Window

SUFFIX = ".maze"


class Filing:
    """The files of one window."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def when_saved(self, then: Callable[[], None]) -> None:
        """Do ``then`` when what is not saved has been saved, or may go; else never."""
        document = self._window.document
        document.settle()
        if not document.dirty:
            then()
            return
        answer = self._window.dialogs.ask_unsaved(document.name)
        if answer is Unsaved.SAVE:
            self._window.jobs.cancel()
            self.save(then)
        elif answer is Unsaved.DISCARD:
            then()

    # Reading

    def open(self) -> None:
        """Ask for a file and open it."""
        self._ask(_("Open"), [(_("Mazes"), _all()), *_kinds()])

    def import_text(self) -> None:
        """Ask for a file of another program and open it as a new document."""
        self._ask(_("Import"), [kind for kind in _kinds() if SUFFIX not in kind[1]])

    def _ask(self, title: str, kinds: list[tuple[str, tuple[str, ...]]]) -> None:
        window = self._window

        def ask() -> None:
            path = window.dialogs.file_to_open(title, kinds, self._folder())
            if path:
                self.load(path)

        self.when_saved(ask)

    def open_recent(self, path: Path) -> None:
        """Open a file of the list; one that is gone is taken off it."""
        if not path.exists():
            self._window.settings.forget(path)
        self.when_saved(lambda: self.load(path))

    def load(self, path: Path) -> None:
        """Read a file and take it over; where it cannot be read the document stays as it was."""
        from mazeeditor.files import read

        def work(job: Job) -> Project:
            project = read(path, job)
            with suppress(MazeError):  # which taking over tells
                Page.from_dict(project.page)  # its logo is decoded here, not in the window
            return project

        title = _("Opening {name}").format(name=path.name)
        self._window.jobs.start(title, work, lambda project: self.take_over(project, path))

    def take_over(self, project: Project, path: Path) -> None:
        """Begin with what a file held; only a project is what Save writes later."""
        window = self._window
        own = path.suffix.lower() == SUFFIX
        window.document.open(project, path if own else None, "" if own else path.stem)
        window.settings.remember(path)
        if project.warnings:
            window.dialogs.tell(
                _("Opened {name}").format(name=path.name), "\n".join(project.warnings)
            )

    def new(self) -> None:
        """Begin a new document with a maze as the Generate section has it."""
        self.when_saved(self._window.generate.new)

    # Writing

    def save(self, then: Callable[[], None] = ignore) -> None:
        """Write the project to its file, asking for one where there is none; ``then`` go on."""
        path = self._window.document.path
        if path:
            self._write(path, then)
        else:
            self.save_as(then)

    def save_as(self, then: Callable[[], None] = ignore) -> None:
        """Ask for a file and write the project to it."""
        document = self._window.document
        proposal = document.path or self.proposal(SUFFIX)
        kinds = [(_("mazeeditor project"), (SUFFIX,))]
        path = self._window.dialogs.file_to_save(_("Save As"), kinds, proposal)
        if path:
            self._write(path if path.suffix else path.with_suffix(SUFFIX), then)

    def _write(self, path: Path, then: Callable[[], None]) -> None:
        window = self._window

        def written() -> None:
            window.settings.remember(path)
            window.status.say(_("Saved {name}").format(name=path.name))
            then()

        title = _("Saving {name}").format(name=path.name)
        window.start(title, saving(window.document, path), written)

    def ask_file(self, title: str, label: str, suffix: str) -> Path | None:
        """Ask where a file of one format goes; its name ends with the ``suffix`` of that."""
        kinds = [(label, (suffix,))]
        path = self._window.dialogs.file_to_save(title, kinds, self.proposal(suffix))
        if path is None or path.suffix.lower() == suffix:
            return path
        return Path(f"{path}{suffix}")

    def proposal(self, suffix: str) -> Path:
        """Return a name for a file of the document that is not there yet."""
        return (self._folder() / Path(self._window.document.name).stem).with_suffix(suffix)

    def _folder(self) -> Path:
        """Return where files were last."""
        if self._window.document.path:
            return self._window.document.path.absolute().parent
        recent = [Path(each).parent for each in self._window.settings.recent]
        return next((each for each in recent if each.is_dir()), Path.home())

    def quit(self) -> None:
        """Close the window, unless something unsaved is to be kept."""
        self.when_saved(self._window.close)


def _kinds() -> list[tuple[str, tuple[str, ...]]]:
    """Return the formats that can be read."""
    from mazeeditor.files import IMPORTERS

    return [(form.label, form.suffixes) for form in IMPORTERS]


def _all() -> tuple[str, ...]:
    """Return the suffixes of all formats that can be read."""
    return tuple(dict.fromkeys(suffix for _label, suffixes in _kinds() for suffix in suffixes))
