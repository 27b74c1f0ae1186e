"""Keeps a snapshot of a draft on the disk: of an open book, of what is typed into Sheets and Make.

::

    characters, changes   x x x x x x x x x x            x
    snapshot                |--s |--s |--s |--s          |--s    never put off by further changes

What was typed into Sheets and Make is kept also once they are hidden, until it is printed or made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from mazeeditor.app.drafts.field_values import part_of
from mazeeditor.app.jobs import Background, Latest, ignore
from mazeeditor.app.ui import Ui
from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.app.drafts.form_draft import FormChoice, FormDraft
    from mazeeditor.core.disk.file_state import FileState
    from mazeeditor.editing.content import Change
    from mazeeditor.editing.document import Document
    from mazeeditor.files.snapshots import SnapshotFolder
    from mazeeditor.files.unsaved_work import Origin


PAUSE_MS = 700  # ms after the first change that no snapshot holds


class Kept(Protocol):
    """What a snapshot is taken of; ``name``, ``path`` and ``file_state`` are of its file.

    ``changed`` is notified of every change but the characters that are being typed.
    """

    @property
    def changed(self) -> Listeners[[]]:
        """Who is notified."""

    @property
    def name(self) -> str:
        """The name for users."""

    @property
    def path(self) -> Path | None:
        """The file, None where there is none yet."""

    @property
    def file_state(self) -> FileState | None:
        """What the file was when it was read or written last."""

    def unsaved_values(self) -> dict[str, Any]:
        """Return what is to be kept, as JSON values, empty where nothing is unsaved."""


class _Taken(NamedTuple):
    """What a snapshot will hold, in the order of ``number``."""

    number: int
    values: dict[str, Any]
    origin: Origin

    def same_as(self, other: _Taken) -> bool:
        """Whether both hold the same, but for the time."""
        (_number, values, one), (_other, others, two) = self, other
        return (values, one.title, one.file, one.state) == (others, two.title, two.file, two.state)


class DraftRecovery:
    """The snapshot of one draft, of a ``kind`` of ``files/unsaved_work.py``, in a folder.

    ``note`` says that the draft may have changed. That a snapshot cannot be written is reported
    once, until one is written again.
    """

    def __init__(
        self,
        kept: Kept,
        kind: str,
        folder: Callable[[], SnapshotFolder],
        background: Background,
        ui: Ui,
    ) -> None:
        self._kept, self._kind, self._folder, self._ui = kept, kind, folder, ui
        self._numbers = count(1)
        self._last: _Taken | None = None  # what is on the disk
        self._failing = False
        self._then: Callable[[], object] = ignore
        self._writing = Latest(
            *(background, self._take, self._write, self._done, self._failed),
            delay=PAUSE_MS,
            wait_for_pause=False,
        )

    @property
    def unsaved(self) -> bool:
        """Whether there is anything that a crash would lose without a snapshot."""
        return bool(self._kept.unsaved_values())

    def note(self) -> None:
        """Take a snapshot soon, where anything has changed."""
        self._writing.request()

    def write_soon(self, then: Callable[[], object] = ignore) -> None:
        """Take one now, and call ``then`` once it is on the disk."""
        self._then = then
        self._writing.request(0)

    def _take(self) -> _Taken:
        from mazeeditor.files.unsaved_work import Origin

        kept = self._kept
        origin = Origin(datetime.now().astimezone(), kept.name, kept.path, kept.file_state)
        return _Taken(next(self._numbers), kept.unsaved_values(), origin)

    def _write(self, taken: _Taken, _job: Job) -> bool:
        """Write a snapshot to its end; returns whether there is one."""
        if taken.values or self._last:
            self._store(taken)
        return bool(taken.values)

    def _store(self, taken: _Taken) -> None:
        from mazeeditor.files.unsaved_work import KINDS

        if self._last and self._last.same_as(taken):
            return
        kind = KINDS[self._kind]
        data = kind.to_bytes(taken.origin, taken.values) if taken.values else b""
        self._folder().write_bytes(kind.file, taken.number, data)
        self._last = taken

    def keep(self, origin: Origin, values: dict[str, Any]) -> None:
        """Write what was read from another snapshot, before the draft has it; in a worker.

        Raises ``MazeError``.
        """
        self._store(_Taken(next(self._numbers), values, origin))

    def _done(self, kept: bool) -> None:
        self._failing = False
        if kept:
            then, self._then = self._then, ignore
            then()

    def _failed(self, problem: Exception) -> None:
        if isinstance(problem, MazeError) and not self._failing:  # others are shown as internal
            self._failing = True
            text = _("{reason} Save your work: after a crash it could not be recovered.")
            self._ui.dialogs.show_message(
                _("Unsaved work is not protected"), text.format(reason=problem)
            )

    def write_now(self) -> bool:
        """Write a snapshot before this returns; returns whether unsaved work is safe."""
        try:
            self._write(self._take(), Job())
        except MazeError:
            return False
        return True

    def close(self) -> None:
        """Take no further snapshot."""
        self._writing.stop()


class DraftRecoveries:
    """The snapshots of all drafts of a window; ``typed`` is notified of each character typed."""

    def __init__(self, background: Background, ui: Ui) -> None:
        self._parts = background, ui
        self.typed: Listeners[[]] = Listeners()
        self._all: dict[DraftRecovery, list[Callable[[], None]]] = {}

    def add(self, kept: Kept, kind: str, folder: Callable[[], SnapshotFolder]) -> DraftRecovery:
        """Keep snapshots of one more draft, until ``remove``."""
        recovery = DraftRecovery(kept, kind, folder, *self._parts)
        ends = [listeners.subscribe(recovery.note) for listeners in (self.typed, kept.changed)]
        self._all[recovery] = ends
        return recovery

    def remove(self, recovery: DraftRecovery) -> None:
        """Keep no further snapshots of a draft."""
        for end in self._all.pop(recovery, ()):
            end()
        recovery.close()

    @property
    def unsaved(self) -> bool:
        return any(recovery.unsaved for recovery in self._all)

    def write_now(self) -> bool:
        """Write all before this returns; returns whether unsaved work is safe."""
        return all(list(map(DraftRecovery.write_now, self._all)))

    def close(self) -> None:
        """Keep no further snapshots."""
        for recovery in tuple(self._all):
            self.remove(recovery)


SHEET, MAKE = "sheet", "make"
# the commands that show what was typed
SHOWN_BY = {SHEET: "workspace-sheets", MAKE: "workspace-make"}
LABELS = {SHEET: _("Sheets"), MAKE: _("Make")}  # for users


class KeptForms:
    """The records of the forms of a document by their names; ``changed`` is notified of others.

    A form that is shown is asked for its record, so what is typed at the moment is part of it.
    ``report`` gets what is left out of a record, as it names files.
    """

    def __init__(self, document: Document, report: Callable[[str], object] = ignore) -> None:
        self._document, self._report = document, report
        self.changed: Listeners[[]] = Listeners()
        self._records: dict[str, dict[str, Any]] = {}
        self._shown: dict[str, FormDraft[Any]] = {}

    def keep(self, name: str, draft: FormDraft[Any]) -> None:
        """Let a draft take over what was left of it, and keep what it has from now on."""
        self._take(draft, self._records.pop(name, {}))
        self._shown[name] = draft
        draft.steps.changed.subscribe(self.changed.notify)

    def forget(self, name: str, used: FormChoice | None = None) -> None:
        """Keep nothing of a form any more: it was printed or made.

        A draft that is there still is kept once it differs from what was ``used``.
        """
        self._records.pop(name, None)
        if used and name in self._shown:
            self._shown[name].used(used)
        self.changed.notify()

    def take(self, records: Mapping[str, Any]) -> None:
        """Take over the records of a process that has crashed."""
        for name in records:
            record = dict(part_of(records, name))
            if name in self._shown:
                self._take(self._shown[name], record)
            else:
                self._records[name] = record
        self.changed.notify()

    def _take(self, draft: FormDraft[Any], record: dict[str, Any]) -> None:
        if left_out := draft.take(record):
            self._report(" ".join(left_out))

    def follow(self, change: Change) -> None:
        """Drop what belongs to the page and the walls of another document."""
        if self._records and change.maze and change.file:
            from mazeeditor.app.drafts.form_draft import OF_THE_MAZE  # who has records has it

            for record in self._records.values():
                for key in OF_THE_MAZE:
                    record.pop(key, None)
        if change.maze and change.file:
            for draft in self._shown.values():
                draft.steps.forget()
        if change.file:
            self.changed.notify()

    # What a snapshot is taken of

    @property
    def name(self) -> str:
        return self._document.name

    @property
    def path(self) -> Path | None:
        return self._document.path

    @property
    def file_state(self) -> FileState | None:
        """What that was when it was read or written last."""
        return self._document.file_state

    def unsaved_values(self) -> dict[str, Any]:
        """Return the records that are not empty."""
        now = {name: draft.record() for name, draft in self._shown.items()}
        return {name: record for name, record in (self._records | now).items() if record}
