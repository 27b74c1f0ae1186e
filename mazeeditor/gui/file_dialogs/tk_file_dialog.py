"""Tk's file dialog, which is the system's on Windows and macOS."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter.filedialog import askopenfilename, asksaveasfilename

from mazeeditor.gui.file_dialogs.desktop_dialogs import ALL_FILES, FileQuestion


def ask(question: FileQuestion, over: tk.Misc) -> Path | None:
    """Return the chosen file; None where the dialog was closed without one."""
    if question.saves:
        chosen = asksaveasfilename(
            parent=over,
            title=question.title,
            filetypes=list(question.kinds),
            initialdir=question.folder,
            initialfile=question.name,
            defaultextension=question.kinds[0][1][0],
        )
    else:
        kinds = [*question.kinds, ALL_FILES]
        chosen = askopenfilename(
            parent=over, title=question.title, filetypes=kinds, initialdir=question.folder
        )
    return Path(chosen) if chosen else None
