"""Closes windows: work that runs is waited for or stopped, before unsaved changes are asked about.

::

    close --> no work ------------------------------> unsaved changes? (gate) --> closed
          --> work runs: Wait --- it is done ---> close
                         Stop it and close ---------> unsaved changes? (gate) --> closed
                         Cancel, or it has failed: the window stays
"""

from __future__ import annotations

from collections.abc import Callable

from mazeeditor.app.jobs import Jobs, Timer
from mazeeditor.app.ui import Running, Ui
from mazeeditor.core.translation import _


class Closing:
    """Asks about the job of one window before that closes."""

    def __init__(self, jobs: Jobs, ui: Ui, timer: Timer) -> None:
        self._jobs, self._ui, self._timer = jobs, ui, timer
        self._then: Callable[[], object] | None = None  # what waits for the end of the job
        jobs.changed.subscribe(self._follow)

    def leave_work(self, then: Callable[[], object]) -> None:
        """Call ``then`` once no job runs, or where the user agrees that it is stopped.

        ``then`` stops it, where the window is not kept by other questions. What was waited for
        before is forgotten: the user is asked anew.
        """
        self._then = None
        if not self._jobs.busy:
            then()
            return
        answer = self._ui.dialogs.ask_running(self._jobs)
        if answer is Running.STOP:
            then()
        elif answer is Running.WAIT and self._jobs.busy:
            self._then = then
            self._ui.show_status(_("The window closes when this is done"))
        elif answer is Running.WAIT and self._jobs.delivered:
            self.leave_work(then)

    def _follow(self) -> None:
        """Go on once the job is done; where it has failed or was cancelled, the window stays."""
        if self._then and not self._jobs.busy:
            then, self._then = self._then, None
            if self._jobs.delivered:
                self._timer.after(0, lambda: self.leave_work(then))
