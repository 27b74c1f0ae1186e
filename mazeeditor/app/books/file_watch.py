"""Notices that the file of the open book was changed or removed by somebody else, and asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from mazeeditor.app.books.draft import BookDraft
from mazeeditor.app.jobs import ignore
from mazeeditor.core.disk.file_state import FileState, check_unchanged, look
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.app.workspace import Workspace

PAUSE = 1.0  # s at least between two looks
OVERWRITE, SAVE_AS, RELOAD = "overwrite", "save-as", "reload"
Action = Callable[[], object]


class BookFileWatch:
    """The file of a draft; ``reload`` reads it again, and what was changed since is lost."""

    def __init__(self, workspace: Workspace, draft: BookDraft, reload: Action) -> None:
        self._workspace, self._draft, self._reload = workspace, draft, reload
        self._asked: FileState | None = None  # what was asked about last
        self._vanished = self._looking = False
        self._next = 0.0

    def check(self, path: Path, target: Path, job: Job) -> None:
        """Raise ``FileChangedError`` where a save to ``path`` would overwrite what others wrote."""
        state = self._draft.file_state
        if state and path == self._draft.path:
            check_unchanged(target, [state], job)

    def look(self) -> None:
        """Look at the file in the background: the window has got the focus."""
        path, state = self._draft.path, self._draft.file_state
        if not path or not state or self._looking or monotonic() < self._next:
            return
        self._looking, self._next = True, monotonic() + PAUSE
        background, draft = self._workspace.background, self._draft

        def seen(now: FileState | None) -> None:
            self._looking = False
            if draft.file_state is state and draft.path == path and not self._workspace.jobs.busy:
                self._compare(path, state, now)

        def fail(_problem: Exception) -> None:  # one that cannot be looked at counts as unchanged
            self._looking = False

        background.run(lambda job: look(path, state, job), seen, fail)

    def _compare(self, path: Path, state: FileState, now: FileState | None) -> None:
        if now is None:
            if not self._vanished:
                self._vanished = True
                self._draft.file_changed()
                self._workspace.ui.dialogs.show_message(
                    _("{name} has vanished").format(name=path.name),
                    _("Somebody has moved or removed it. Save writes it anew."),
                )
            return
        self._vanished = False
        if now.same_bytes(state) or (self._asked and now.same_bytes(self._asked)):
            return
        self._asked = now
        text = _("Another program or window has written to it.")
        if self._draft.dirty:
            text += " " + _("Reload loses what you have changed since the last save.")
        default = None if self._draft.dirty else RELOAD
        self._draft.file_changed()
        self._ask(path, text, {RELOAD: (_("Reload"), self._reload)}, _("Keep Mine"), default)

    def ask_before_save(
        self, path: Path, now: FileState, overwrite: Action, save_as: Action
    ) -> None:
        """Ask before a changed file is written over; nothing is done after Cancel."""
        self._asked = now

        def write() -> None:
            self._draft.file_state = now
            overwrite()

        text = _(
            "Another program or window has written to it since it was opened here. "
            "Overwrite loses what that has written, Reload what you have changed."
        )
        actions = {
            OVERWRITE: (_("Overwrite"), write),
            SAVE_AS: (_("Save As…"), save_as),
            RELOAD: (_("Reload"), self._reload),
        }
        self._ask(path, text, actions, _("Cancel"), None)

    def _ask(
        self,
        path: Path,
        text: str,
        actions: dict[str, tuple[str, Action]],
        cancel: str,
        default: str | None,
    ) -> None:
        title = _("{name} has changed on the disk").format(name=path.name)
        labels = {name: label for name, (label, _action) in actions.items()}
        answer = self._workspace.ui.dialogs.ask(title, text, labels, cancel, default)
        actions.get(answer or "", ("", ignore))[1]()
