"""Asks what to do where somebody else has changed the file of the document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Jobs
from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.editing.base_document import BaseDocument

if TYPE_CHECKING:
    from mazeeditor.core.disk.file_state import FileState

OVERWRITE, SAVE_AS, RELOAD, COMPARE = "overwrite", "save-as", "reload", "compare"
Action = Callable[[], None]


@dataclass(frozen=True)
class Question:
    """A question about a file; ``actions`` are names with label and what they do."""

    path: Path
    text: str
    actions: Mapping[str, tuple[str, Action]]
    cancel: str
    default: str | None = None


class FileConflicts:
    """The questions about the file of one document, and what it should be."""

    def __init__(
        self, document: BaseDocument, jobs: Jobs, ui: Ui, reload: Callable[[Path], None]
    ) -> None:
        """``reload`` reads a file in the place of the document, whose changes are lost."""
        self._document, self._jobs, self._ui, self._reload = document, jobs, ui, reload
        self._written: tuple[Path, FileState | None] | None = None
        self._asked: set[tuple[Path, int, str]] = set()  # the contents that were asked about

    def note_written(self, path: Path, state: FileState | None) -> None:
        """Note what a worker has written, also where Cancel came too late to keep it from that."""
        self._written = path, state
        self._asked.clear()

    def first_question(self, path: Path, state: FileState) -> bool:
        """Whether the contents of a file were not asked about yet; from now on they were."""
        contents = path, state.size, state.digest
        first = contents not in self._asked
        self._asked.add(contents)
        return first

    def known(self, path: Path) -> list[FileState]:
        """Return the states of the document's file that nobody else has made."""
        states = [self._document.file_state]
        if self._written and self._written[0] == path:
            states.append(self._written[1])
        return [state for state in states if state]

    def ask_before_save(
        self, path: Path, state: FileState, *, overwrite: Action, save_as: Action
    ) -> None:
        """Ask before a changed file is written over; nothing is done after Cancel.

        ``state`` is what the file is now.
        """
        self.first_question(path, state)
        self._ask(
            Question(
                path,
                _(
                    "Another program or window has written to it since it was opened here. "
                    "Overwrite loses what that has written, Reload what you have changed."
                ),
                {
                    OVERWRITE: (_("Overwrite"), overwrite),
                    SAVE_AS: (_("Save As…"), save_as),
                    RELOAD: (_("Reload"), lambda: self._reload(path)),
                },
                _("Cancel"),
            )
        )

    def ask_after_change(self, path: Path, *, unsaved: bool) -> None:
        """Ask whether to reload a changed file; ``unsaved`` changes would be lost by that."""
        text = _("Another program or window has written to it.")
        if unsaved:
            text += " " + _("Reload loses what you have changed since the last save.")
        reload = {RELOAD: (_("Reload"), lambda: self._reload(path))}
        default = None if unsaved else RELOAD
        self._ask(Question(path, text, reload, _("Keep Mine"), default))

    def _ask(self, question: Question, comparison: str = "") -> None:
        labels = {name: label for name, (label, _action) in question.actions.items()}
        if not comparison:
            labels[COMPARE] = _("Compare")
        answer = self._ui.dialogs.ask(
            _("{name} has changed on the disk").format(name=question.path.name),
            f"{question.text}\n\n{comparison}".strip(),
            labels,
            question.cancel,
            question.default,
        )
        if answer == COMPARE:
            self._compare(question)
        elif answer:
            question.actions[answer][1]()

    def _compare(self, question: Question) -> None:
        """Ask again with the differences between the document and the file."""
        compare = self._document.comparing(question.path)

        def run(job: Job) -> str:
            try:
                return "\n".join(compare(job))
            except MazeError as problem:
                return str(problem)

        title = _("Comparing {name}").format(name=question.path.name)
        self._jobs.start(title, run, lambda text: self._ask(question, text))
