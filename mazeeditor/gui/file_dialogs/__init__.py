"""Asks for a file in the desktop's own dialog; where there is none, in the program's.

::

    FileDialogs.ask ---- the window is blocked, and goes on drawing -----> answer
        worker:  portal? -> zenity? or kdialog? -> none of them: own_dialog.py

``MAZEEDITOR_FILE_DIALOG`` names one of ``portal``, ``zenity``, ``kdialog`` and ``own``. On Windows
and macOS Tk's dialog is the system's.
"""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mazeeditor.app.jobs import Background
from mazeeditor.gui.desktop.blocking import Blocker
from mazeeditor.gui.desktop.system import client_window
from mazeeditor.gui.file_dialogs import desktop_dialogs, tk_file_dialog
from mazeeditor.gui.file_dialogs.desktop_dialogs import FileQuestion, UnusableError
from mazeeditor.gui.look import current
from mazeeditor.gui.look.icons import Icons

if TYPE_CHECKING:
    from mazeeditor.core.job import Job


__all__ = ["FileDialogs", "FileQuestion"]

VARIABLE = "MAZEEDITOR_FILE_DIALOG"
OWN_VALUES = ("own", "tk")  # the latter is what earlier versions had
OUTSIDE = {
    "portal": desktop_dialogs.ask_portal,
    "zenity": desktop_dialogs.ask_zenity,
    "kdialog": desktop_dialogs.ask_kdialog,
}


def order(environment: dict[str, str]) -> list[str]:
    """Return the dialogs to try, the best first, without the program's own.

    A session over the network may have the portal of somebody who sits at that computer.
    """
    name = environment.get(VARIABLE, "").strip().lower()
    if name in OUTSIDE or name in OWN_VALUES:
        return [name] if name in OUTSIDE else []
    programs_first = ["zenity", "kdialog"]
    if "KDE" in environment.get("XDG_CURRENT_DESKTOP", "").upper().split(":"):
        programs_first.reverse()
    return programs_first if environment.get("SSH_CONNECTION") else ["portal", *programs_first]


class FileDialogs:
    """The file dialogs of a window; one that cannot be used is not tried again.

    ``recent`` returns the files that were in use lately; ``may_replace`` asks whether a file may be
    replaced, which the dialogs of others ask themselves.
    """

    def __init__(
        self,
        root: tk.Misc,
        recent: Callable[[], Sequence[str]],
        may_replace: Callable[[Path], bool],
    ) -> None:
        self._root, self._recent, self._may_replace = root, recent, may_replace
        self._unusable: set[str] = set()
        self._icons: Icons | None = None

    def ask(self, question: FileQuestion, over: tk.Misc) -> Path | None:
        """Return the chosen file; None where the dialog was closed without one."""
        if self._root.tk.call("tk", "windowingsystem") != "x11":
            return tk_file_dialog.ask(question, over)
        names = [name for name in order(dict(os.environ)) if name not in self._unusable]
        with suppress(UnusableError):
            return self._ask_outside(question, over, names)
        from mazeeditor.gui.file_dialogs import own_dialog  # where it is needed

        if self._icons is None:
            self._icons = Icons(self._root, current(self._root))
        recent = [Path(text) for text in self._recent()]
        return own_dialog.ask(question, over, self._icons, recent, self._may_replace)

    def _ask_outside(self, question: FileQuestion, over: tk.Misc, names: list[str]) -> Path | None:
        """Return the answer of the first dialog that can be used; raises ``UnusableError``."""
        if not names:
            raise UnusableError
        blocker, background = Blocker(over), Background(self._root)
        question.window = client_window(over)
        answers: list[Path | Exception | None] = []

        def work(job: Job) -> Path | None:
            for name in names:
                with suppress(UnusableError):
                    return OUTSIDE[name](question, job)
                self._unusable.add(name)
            raise UnusableError

        def deliver(answer: Path | Exception | None) -> None:
            answers.append(answer)
            blocker.end()

        task = background.run(work, deliver, deliver)
        if blocker.wait():
            task.cancel()  # after Escape; nothing to do after an answer
        else:
            background.close()  # the program ends, and the dialog with it
        answer = answers[0] if answers else None
        if isinstance(answer, Exception):
            raise answer
        return answer
