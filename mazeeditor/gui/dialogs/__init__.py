"""Every question that the window asks, in one class, so that tests can answer instead."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.app.files.user_folders import holds
from mazeeditor.app.ui import Kinds, P, Recover, Running, Unsaved
from mazeeditor.core.translation import _
from mazeeditor.gui.desktop.blocking import window_in_use
from mazeeditor.gui.look.units import units_of
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.modal import Modal, room_on_screen

if TYPE_CHECKING:
    from mazeeditor.app.drafts.field_draft import FieldDraft
    from mazeeditor.app.drafts.maze_size import OverallSize
    from mazeeditor.app.drafts.picture_review import PictureReview
    from mazeeditor.app.drafts.size_request import SizeRequest
    from mazeeditor.app.jobs import Background, Jobs
    from mazeeditor.app.printing.system_printing import PrintDraft, PrintRequest
    from mazeeditor.app.recovery.left_behind import UnsavedWork
    from mazeeditor.gui.file_dialogs import FileDialogs
    from mazeeditor.maze.transforms import Transform
    from mazeeditor.page.field import FieldFormat
    from mazeeditor.page.formats import Exporter
    from mazeeditor.page.page import Page


WIDTH = 420  # px at 96 dpi in which a text is wrapped
AROUND = 40  # px at 96 dpi of a dialog beside its text


class Dialogs:
    """The questions of one window, each in a dialog over the window or dialog in use.

    ``recent`` returns the files that were in use lately.
    """

    def __init__(self, root: tk.Misc, recent: Callable[[], Sequence[str]] = tuple) -> None:
        self._root, self._recent = root, recent
        self._file_dialogs: FileDialogs | None = None

    @property
    def _over(self) -> tk.Misc:
        """The dialog in use, else the window: a dialog below another one could not be seen."""
        return window_in_use(self._root)

    def show_error(self, text: str, report: Callable[[], None] | None = None) -> None:
        """Show what went wrong; ``report`` opens what can be sent to the developers."""
        modal = _message(self._over, _("That did not work"), units_of(self._over).shown(text))
        if report:
            modal.add_button(_("Report a problem…"), report, left=True)
        modal.show(modal.add_button(_("OK"), modal.destroy, primary=True))

    def show_message(self, title: str, text: str) -> None:
        """Show a text that needs no answer."""
        modal = _message(self._over, title, text)
        modal.show(modal.add_button(_("OK"), modal.destroy, primary=True))

    def ask_unsaved(self, name: str) -> Unsaved:
        """Ask what to do with the unsaved changes of a document."""
        modal = _message(
            self._over,
            _("Save the changes to {name}?").format(name=name),
            _("Without saving, everything changed since the last save is lost."),
        )
        save = modal.add_button(_("Save"), lambda: modal.close_with(Unsaved.SAVE), primary=True)
        modal.add_button(_("Cancel"), modal.destroy)
        modal.add_button(_("Don't save"), lambda: modal.close_with(Unsaved.DISCARD), left=True)
        return modal.show(save) or Unsaved.KEEP

    def ask_running(self, jobs: Jobs) -> Running | None:
        """Ask whether to wait for the job that runs, and show how far it is."""
        from mazeeditor.gui.statusbar import JobProgress

        modal = _message(
            self._over,
            _("{title} is not done yet").format(title=jobs.title),
            _("Wait, and the window closes once it is done. Stop it, and its result is lost."),
        )
        progress = JobProgress(modal.body, modal.theme, jobs, bare=True)
        progress.pack(anchor="w", pady=(modal.theme.px(12), 0))
        progress.follow()
        follow(modal, jobs.changed, lambda: modal.close_with(Running.WAIT))
        wait = modal.add_button(_("Wait"), lambda: modal.close_with(Running.WAIT), primary=True)
        modal.add_button(_("Cancel"), modal.destroy)
        stop = _("Stop it and close")
        modal.add_button(stop, lambda: modal.close_with(Running.STOP), left=True)
        answer: Running | None = modal.show(wait)
        return answer

    def confirm(self, title: str, text: str, action: str) -> bool:
        """Ask whether to do something that cannot be undone; ``action`` is on the button."""
        modal = _message(self._over, title, text)
        modal.add_button(action, lambda: modal.close_with(True))
        cancel = modal.add_button(_("Cancel"), modal.destroy, primary=True)
        return bool(modal.show(cancel))

    def ask(
        self,
        title: str,
        text: str,
        actions: Mapping[str, str],
        cancel: str,
        default: str | None = None,
    ) -> str | None:
        """Ask which of several ``actions`` (name: label on its button) to take, if any.

        Returns its name; None for the button ``cancel`` and for Escape. Enter takes ``default``,
        where None is ``cancel``.
        """
        modal = _message(self._over, title, text)

        def add(name: str | None, label: str) -> ttk.Button:
            return modal.add_button(label, lambda: modal.close_with(name), primary=name == default)

        buttons = {name: add(name, label) for name, label in actions.items()}
        last = add(None, cancel)
        answer: str | None = modal.show(buttons[default] if default else last)
        return answer

    def choose(self, title: str, text: str, choices: Mapping[str, str]) -> str | None:
        """Ask for one of several things (name: label), each a button of a column.

        Enter takes the first, arrows lead to the others. Returns its name; None where none is
        chosen.
        """
        modal = _message(self._over, title, text)
        buttons = [
            modal.add_choice(label, lambda name=name: modal.close_with(name))  # type: ignore[misc]
            for name, label in choices.items()
        ]
        modal.add_button(_("Cancel"), modal.destroy)
        answer: str | None = modal.show(buttons[0])
        return answer

    def file_to_open(self, title: str, kinds: Kinds, folder: Path | None = None) -> Path | None:
        return self._ask_file(title, kinds, folder)

    def file_to_save(self, title: str, kinds: Kinds, proposal: Path) -> Path | None:
        """Ask for a file to write; an existing one is only returned after a question."""
        kinds = list(kinds)
        path = self._ask_file(title, kinds, proposal.parent, proposal.name)
        if path is None or path.suffix:
            return path
        path = Path(f"{path}{kinds[0][1][0]}")  # a name that the dialog has not asked about
        return path if not holds(path.exists) or self.may_replace(path) else None

    def may_replace(self, path: Path) -> bool:
        return self.confirm(
            _("Replace {name}?").format(name=path.name),
            _("There is a file of this name already."),
            _("Replace"),
        )

    def _ask_file(
        self, title: str, kinds: Kinds, folder: Path | None, name: str = ""
    ) -> Path | None:
        from mazeeditor.gui.file_dialogs import FileDialogs, FileQuestion  # when first needed

        if self._file_dialogs is None:
            self._file_dialogs = FileDialogs(self._root, self._recent, self.may_replace)
        return self._file_dialogs.ask(FileQuestion(title, list(kinds), folder, name), self._over)

    def review_picture(self, review: PictureReview, background: Background) -> bool:
        """Let the maze that was read in a picture be corrected; whether it is to be used."""
        from mazeeditor.gui.dialogs.picture_review_dialog import PictureReviewDialog

        return bool(PictureReviewDialog(self._over, review, background).show())

    def ask_recovery(self, offered: Sequence[UnsavedWork]) -> tuple[Recover, UnsavedWork] | None:
        """Ask what to do with unsaved work that was left behind; one answer, or ``None``."""
        from mazeeditor.gui.dialogs.recovery_dialog import RecoveryDialog

        chosen: tuple[Recover, UnsavedWork] | None = RecoveryDialog(self._over, offered).show()
        return chosen

    def ask_picture(self, title: str, offered: Sequence[P], chosen: int = 0) -> P | None:
        """Ask for one of several things, by picture and name."""
        from mazeeditor.gui.dialogs.picture_chooser import PictureChooser

        answer: P | None = PictureChooser(self._over, title, offered, chosen).show()
        return answer

    def ask_transform(
        self, transform: Transform, values: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """Ask for the options of a transform; ``values`` are shown at first."""
        from mazeeditor.gui.dialogs.option_dialogs import TransformDialog

        chosen: dict[str, Any] | None = TransformDialog(self._over, transform, values).show()
        return chosen

    def ask_size(
        self, shape: str, sizes: Mapping[str, Any], request: SizeRequest
    ) -> tuple[SizeRequest, OverallSize] | None:
        """Ask how large a maze of a shape is to be, in mm; ``request`` is shown at first."""
        from mazeeditor.gui.dialogs.option_dialogs import SizeDialog

        chosen: tuple[SizeRequest, OverallSize] | None
        chosen = SizeDialog(self._over, shape, sizes, request).show()
        return chosen

    def ask_print(self, draft: PrintDraft) -> PrintRequest | None:
        """Ask for printer, copies and pages."""
        from mazeeditor.gui.dialogs.option_dialogs import PrintDialog

        chosen: PrintRequest | None = PrintDialog(self._over, draft).show()
        return chosen

    def ask_export(self, proposed: str, page: Page) -> tuple[Exporter, dict[str, Any]] | None:
        """Ask for a format and its options."""
        from mazeeditor.gui.dialogs.option_dialogs import ExportDialog

        chosen: tuple[Exporter, dict[str, Any]] | None
        chosen = ExportDialog(self._over, proposed, page).show()
        return chosen

    def ask_field(
        self, draft: FieldDraft, background: Background
    ) -> tuple[FieldFormat, dict[str, Any]] | None:
        """Ask what is written of a field, and its options."""
        from mazeeditor.gui.dialogs.field_dialog import FieldDialog

        chosen: tuple[FieldFormat, dict[str, Any]] | None
        chosen = FieldDialog(self._over, draft, background).show()
        return chosen


def _message(root: tk.Misc, title: str, text: str) -> Modal:
    modal = Modal(root, title)
    wrap = min(modal.theme.px(WIDTH), room_on_screen(modal)[0] - modal.theme.px(AROUND))
    heading = ttk.Label(modal.body, text=title, style="Bold.TLabel", wraplength=wrap)
    heading.pack(anchor="w")
    body = ttk.Label(modal.body, text=text, wraplength=wrap)
    body.pack(anchor="w", pady=(modal.theme.px(8), 0))
    return modal
