"""Every question the window asks, in one place, so that tests can answer them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from tkinter import ttk

from mazeeditor.gui.dialogs.modal import Modal
from mazeeditor.words import _

Kinds = Iterable[tuple[str, tuple[str, ...]]]  # ("Project", (".maze",))
WIDTH = 420  # px at 96 dpi of a sentence before it is broken


class Unsaved(Enum):
    """What to do with changes that are not saved."""

    SAVE = "save"
    DISCARD = "discard"
    KEEP = "keep"  # go back to the window


class Dialogs:
    """The questions of one window."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root

    def error(self, sentence: str) -> None:
        """Say what went wrong."""
        self._say(_("That did not work"), sentence)

    def tell(self, title: str, sentence: str) -> None:
        """Say something that needs no answer."""
        self._say(title, sentence)

    def _say(self, title: str, sentence: str) -> None:
        modal = _message(self._root, title, sentence)
        modal.show(modal.add_button(_("OK"), modal.destroy, primary=True))

    def ask_unsaved(self, name: str) -> Unsaved:
        """Ask what to do with the unsaved changes of a document."""
        modal = _message(
            self._root,
            _("Save the changes to {name}?").format(name=name),
            _("Without saving, everything changed since the last save is lost."),
        )
        save = modal.add_button(_("Save"), lambda: modal.close_with(Unsaved.SAVE), primary=True)
        modal.add_button(_("Cancel"), modal.destroy)
        modal.add_button(_("Don't Save"), lambda: modal.close_with(Unsaved.DISCARD), left=True)
        return modal.show(save) or Unsaved.KEEP

    def confirm(self, title: str, sentence: str, action: str) -> bool:
        """Ask whether to do something that cannot be undone; ``action`` is on the button."""
        modal = _message(self._root, title, sentence)
        modal.add_button(action, lambda: modal.close_with(True))
        cancel = modal.add_button(_("Cancel"), modal.destroy, primary=True)
        return bool(modal.show(cancel))

    def file_to_open(self, title: str, kinds: Kinds, folder: Path | None = None) -> Path | None:
        """Ask for a file to read."""
        from tkinter.filedialog import askopenfilename

        _hide_hidden_files(self._root)
        chosen = askopenfilename(
            parent=self._root,
            title=title,
            filetypes=[*kinds, (_("All files"), "*")],
            initialdir=folder,
        )
        return Path(chosen) if chosen else None

    def file_to_save(self, title: str, kinds: Kinds, proposal: Path) -> Path | None:
        """Ask for a file to write; one that is there is only overwritten after a question."""
        from tkinter.filedialog import asksaveasfilename

        _hide_hidden_files(self._root)
        kinds = list(kinds)
        chosen = asksaveasfilename(
            parent=self._root,
            title=title,
            filetypes=kinds,
            initialdir=proposal.parent,
            initialfile=proposal.name,
            defaultextension=kinds[0][1][0],
        )
        return Path(chosen) if chosen else None


def _hide_hidden_files(root: tk.Misc) -> None:
    """Let Tk's own file dialog, which X11 has for want of another, leave out ``.cache``."""
    if root.tk.call("tk", "windowingsystem") == "x11":
        root.tk.eval("catch {tk_getOpenFile -no-such-option}")  # only loads what the next need
        root.tk.eval("set ::tk::dialog::file::showHiddenBtn 1")
        root.tk.eval("set ::tk::dialog::file::showHiddenVar 0")


def _message(root: tk.Misc, title: str, sentence: str) -> Modal:
    modal = Modal(root, title)
    wrap = modal.theme.px(WIDTH)
    heading = ttk.Label(modal.body, text=title, style="Bold.TLabel", wraplength=wrap)
    heading.pack(anchor="w")
    words = ttk.Label(modal.body, text=sentence, wraplength=wrap)
    words.pack(anchor="w", pady=(modal.theme.px(8), 0))
    return modal
