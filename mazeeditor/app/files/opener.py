"""Opens a file in the place of a document, once the gate allows that, or in another window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from mazeeditor.app.gate import Gate
from mazeeditor.app.jobs import Jobs, ignore
from mazeeditor.app.settings import Settings
from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _
from mazeeditor.editing.work import Work


class ReadFile(Protocol):
    """What was read from a file; ``warnings`` name what was not read as it stands there."""

    @property
    def warnings(self) -> Sequence[str]:
        """Sentences for users."""


T = TypeVar("T", bound=ReadFile)


class Opener(Generic[T]):
    """Opens files in one window, or from it in another one.

    ``reading`` returns the work that reads a file, and whose ``deliver`` puts what was read in the
    place of the document.
    """

    def __init__(
        self,
        reading: Callable[[Path], Work[T]],
        gate: Gate,
        jobs: Jobs,
        settings: Settings,
        ui: Ui,
    ) -> None:
        self._reading, self._gate, self._jobs = reading, gate, jobs
        self._settings, self._ui = settings, ui

    def open(self, path: Path) -> None:
        """Read a file, then replace the document; where it cannot be read nothing changes.

        Unsaved changes are lost: what asks about them is ``Gate.leave``.
        """
        self._gate.start(
            opening_title(path), self._reading(path).run, lambda result: self.take(path, result)
        )

    def open_in_new_window(self, path: Path, then: Callable[[], object] = ignore) -> None:
        """Read a file, then open a window with it; where it cannot be read there is none.

        ``then`` is called at the end, also after an error.
        """

        def deliver(result: T) -> None:
            self._ui.open_window(lambda opened: opened.opener.take(path, result))
            then()

        self._jobs.start(opening_title(path), self._reading(path).run, deliver, then)

    def take(self, path: Path, result: T) -> None:
        """Replace the document with what was read from a file."""
        try:
            self._reading(path).deliver(result)
        except MazeError as problem:
            self._ui.dialogs.show_error(str(problem))
            return
        self._settings.remember(path)
        if result.warnings:
            title = _("Opened {name}").format(name=path.name)
            self._ui.dialogs.show_message(title, "\n".join(result.warnings))


def opening_title(path: Path) -> str:
    """Return the title of the job that reads a file."""
    return _("Opening {name}").format(name=path.name)
