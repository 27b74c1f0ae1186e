"""What becomes of an error that no command has handled: log, one dialog, a check of the document.

::

    error --+-- internal --> log --> document checked --> after_error
            |
            +--> shown now, or collected while a dialog is open --> one more dialog
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from mazeeditor.core.errors import CancelledError, MazeError
from mazeeditor.core.translation import _, ngettext

if TYPE_CHECKING:
    from mazeeditor.app.errors.error_log import ErrorLog
    from mazeeditor.app.session import Session
    from mazeeditor.maze.maze import Maze

QUIET_S = 5.0  # s without an internal error, after which an equal one is shown in a dialog again
REPEATED_WITHIN_S = 0.5  # s between two equal errors that no user has caused by repeating something
MINUTE_S = 60.0  # s
MAX_DIALOGS = 3  # dialogs of internal errors in a minute; further ones go to the status bar
LISTED = 3  # errors in one dialog
CELLS_AT_ONCE = 2_000_000  # cells that are checked without a worker: in 2 ms


class ErrorReports:
    """The errors of one process, shown once there is a window: ``show_in``."""

    def __init__(self, log: ErrorLog) -> None:
        self.log = log
        self._session: Session | None = None
        self._all: Callable[[], list[Session]] = list
        self._waiting: dict[object, tuple[str, int]] = {}  # text and number of errors by kind
        self._latest: dict[object, float] = {}  # when an error of a kind came last
        self._dialogs: deque[float] = deque(maxlen=MAX_DIALOGS)  # when they were shown
        self._status_shown = -QUIET_S
        self._showing = False

    def report(self, error: BaseException) -> None:
        """Show an error as a message, and write an internal one to the log.

        For the thread of the event loop.
        """
        if isinstance(error, CancelledError):
            return
        if isinstance(error, MazeError):
            self._report_expected(str(error))
        else:
            self._report_internal(error)
        self.show()

    def _report_expected(self, text: str) -> None:
        again = self._came_within(REPEATED_WITHIN_S, text)
        if again and text not in self._waiting:  # a timer or a motion raises it
            self._show_status(text)
        else:
            self._collect(text, text)

    def _came_within(self, seconds: float, kind: object) -> bool:
        """Whether an error of a kind has come just before, and note that one comes now."""
        now = monotonic()
        before, self._latest[kind] = self._latest.get(kind, -seconds), now
        return now - before < seconds

    def _report_internal(self, error: BaseException) -> None:
        from mazeeditor.app.errors.error_log import kind_of

        text = _("Internal error: {name}: {text}.").format(name=type(error).__name__, text=error)
        harmless = [each for each in self._sessions() if each.services.harmless is error]
        if harmless:
            text = _("{error} The maze has not changed.").format(error=text)
        for session in harmless:
            session.services.harmless = None  # it holds the frames that it went through
        kind = kind_of(error)
        again = self._came_within(QUIET_S, kind)
        if self.log.add(error):
            self._look_after_document()
        crowded = len(self._dialogs) == MAX_DIALOGS and monotonic() - self._dialogs[0] < MINUTE_S
        if (again and kind not in self._waiting) or (crowded and not self._showing):
            self._show_status(text)
        else:
            self._collect(kind, text)

    def _collect(self, kind: object, text: str) -> None:
        number = self._waiting[kind][1] if kind in self._waiting else 0
        self._waiting[kind] = text, number + 1

    def _show_status(self, text: str) -> None:
        """Show a text in the status bar; drawing it at each frame would make the window slow."""
        now = monotonic()
        if self._session and now - self._status_shown > QUIET_S:
            self._status_shown = now
            self._session.services.ui.show_status(text)

    def show_in(
        self, session: Session | None, sessions: Callable[[], list[Session]] = list
    ) -> None:
        """Show errors in the window of ``session`` from now on.

        ``workspaces`` returns those of all windows, whose documents an error may have damaged.
        """
        self._session, self._all = session, sessions
        self.show()

    def _sessions(self) -> list[Session]:
        return self._all() or ([self._session] if self._session else [])

    def show(self) -> None:
        """Show what waits, in one dialog; what comes meanwhile is in the next one."""
        if self._session is None or self._showing:
            return
        self._showing = True
        try:
            while self._waiting:
                shown = self._waiting.copy()
                internal = any(not isinstance(kind, str) for kind in shown)
                if internal:
                    self._dialogs.append(monotonic())
                self._session.services.ui.dialogs.show_error(
                    in_one_text([*shown.values()]), self._open_report if internal else None
                )
                for kind in shown:
                    del self._waiting[kind]
        except Exception as error:  # the dialog itself
            self._waiting.clear()
            self.log.add(error)
        finally:
            self._showing = False

    def _open_report(self) -> None:
        from mazeeditor.app.commands import COMMANDS

        if self._session:
            COMMANDS["report-problem"].perform(self._session.parts)

    def _look_after_document(self) -> None:
        """Check each document after an internal error, then notify ``after_error``."""
        for session in self._sessions():
            try:
                self._check(session)
            except Exception as error:
                self._report_contradiction(error)
            try:
                session.services.after_error.notify()
            except Exception as error:
                self.log.add(error)

    def _check(self, session: Session) -> None:
        document = session.document
        document.history.check()
        if document.maze.lattice.size <= CELLS_AT_ONCE:
            check_maze(document.maze)
            return
        copy = document.maze.copy()
        session.services.background.run(
            lambda _job: check_maze(copy), bool, self._report_contradiction
        )

    def _report_contradiction(self, error: Exception) -> None:
        if self.log.add(error):
            text = _(
                "The maze is damaged: {error}. Undo the last step, or save under another name."
            )
            self._collect(type(error).__name__, text.format(error=error))


def check_maze(maze: Maze) -> None:
    """Raise ``ContradictionError`` where a maze contradicts itself."""
    try:
        maze.check()
    except MazeError as problem:
        raise ContradictionError(str(problem).rstrip(".")) from problem


class ContradictionError(Exception):
    """The walls of the maze contradict each other: an internal error has left them so."""


def in_one_text(errors: list[tuple[str, int]]) -> str:
    """Return errors, each a text and how often it came, as one text."""
    lines = [
        text if number == 1 else _("{error} ({number:,} times)").format(error=text, number=number)
        for text, number in errors[:LISTED]
    ]
    more = len(errors) - LISTED
    if more > 0:
        text = ngettext(
            "{number:,} more error: see Help > Report a problem.",
            "{number:,} more errors: see Help > Report a problem.",
            more,
        )
        lines.append(text.format(number=more))
    return "\n\n".join(lines)
