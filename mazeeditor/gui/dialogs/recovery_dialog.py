"""Offers the unsaved work of windows that have crashed: a picture, a name and a time for each.

::

    +---------+
    | picture |  Castle.maze                          [Open] [Save as…] [Discard]
    |         |  30 × 40, today at 10:15
    +---------+  in ~/mazes

What was typed into Sheets and Make alone has no picture.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from tkinter import ttk

from PIL import Image, ImageTk

from mazeeditor.app.files.user_folders import with_tilde
from mazeeditor.app.recovery.draft_recovery import LABELS
from mazeeditor.app.recovery.left_behind import UnsavedWork
from mazeeditor.app.ui import Recover
from mazeeditor.core.translation import _
from mazeeditor.gui.widgets.modal import ScrolledModal, press_by_enter

PICTURE = 96  # px at 96 dpi
WIDTH = 560  # px at 96 dpi
TEXT = 200  # px at 96 dpi in which a name is wrapped


class RecoveryDialog(ScrolledModal):
    """Returns what to do with which unsaved work."""

    manual = "problems#get-back-unsaved-work"

    def __init__(self, parent: tk.Misc, offered: Sequence[UnsavedWork]) -> None:
        super().__init__(parent, _("Recover unsaved work"))
        px = self.theme.px
        heading = ttk.Label(self.page, text=_("There is unsaved work"), style="Bold.TLabel")
        heading.pack(anchor="w")
        text = _("A window closed without saving it. What you leave here is offered again.")
        ttk.Label(self.page, text=text, wraplength=px(WIDTH)).pack(anchor="w", pady=(px(4), px(8)))
        self._photos: list[ImageTk.PhotoImage] = []  # Tk alone does not keep them
        for work in offered:
            self._add(work)
        self.add_button(_("Later"), self.destroy)

    def _add(self, work: UnsavedWork) -> None:
        px = self.theme.px
        row = ttk.Frame(self.page)
        row.pack(fill="x", pady=px(6))
        picture = ttk.Label(row, image=self._photo(work))
        picture.grid(row=0, column=0, rowspan=2, padx=(0, px(12)))
        wrap = px(TEXT)
        name = ttk.Label(row, text=_name(work), style="Bold.TLabel", wraplength=wrap)
        name.grid(row=0, column=1, sticky="sw")
        about = ttk.Label(row, text=_about(work), style="Soft.TLabel", wraplength=wrap)
        about.grid(row=1, column=1, sticky="nw")
        row.columnconfigure(1, weight=1)
        row.rowconfigure((0, 1), weight=1)
        self._add_actions(row, work)

    def _add_actions(self, row: ttk.Frame, work: UnsavedWork) -> None:
        actions = [(Recover.DISCARD, _("Discard"))]
        if not work.problem:
            whole = work.is_maze or work.is_book
            save = [(Recover.SAVE_AS, _("Save as…"))] if whole else []
            actions = [(Recover.OPEN, _("Open")), *save, *actions]
        for column, (action, label) in enumerate(actions, 2):
            button = ttk.Button(row, text=label, command=partial(self.close_with, (action, work)))
            button.grid(row=0, column=column, rowspan=2, padx=(self.theme.px(8), 0))
            press_by_enter(button)
            if self.first is self:
                self.first = button

    def _photo(self, work: UnsavedWork) -> ImageTk.PhotoImage:
        """Return the picture in the middle of a square."""
        side = self.theme.px(PICTURE)
        square = Image.new("RGBA", (side, side))
        if work.picture is not None:
            height, width = work.picture.shape
            pixels = work.picture.tobytes()
            image = Image.frombuffer("RGBA", (width, height), pixels, "raw", "RGBA", 0, 1)
            image.thumbnail((side, side), Image.Resampling.LANCZOS)
            square.paste(image, ((side - image.width) // 2, (side - image.height) // 2))
        photo = ImageTk.PhotoImage(square, master=self)
        self._photos.append(photo)
        return photo


def _name(work: UnsavedWork) -> str:
    return work.origin.title if work.origin else _("Damaged")


def _about(work: UnsavedWork) -> str:
    """Return size, or what it is, time, what was typed into forms, and folder."""
    if work.origin is None:
        return _("This snapshot cannot be read any more.")
    rows, columns = work.size
    forms = ", ".join(LABELS.get(name, name) for name in work.forms)
    typed = _("what was typed into {forms}").format(forms=forms)
    what = _("{rows} × {columns}").format(rows=rows, columns=columns)
    if not work.is_maze:
        what = _("Book") if work.is_book else typed[:1].upper() + typed[1:]
    lines = [f"{what}, {time_in_words(work.origin.time)}"]
    lines += [_("with {typed}").format(typed=typed)] if work.is_maze and forms else []
    lines += [_folder_in_words(work.origin.file.parent)] if work.origin.file else []
    lines += [work.warning] if work.warning else []
    return "\n".join(lines)


def _folder_in_words(folder: Path) -> str:
    """Return where the file is: a "~" alone in its line would be taken for a part of the time."""
    name = with_tilde(folder)
    return _("in your home folder") if name == "~" else _("in {folder}").format(folder=name)


def time_in_words(time: datetime) -> str:
    """Return a time as people say it: ``today at 10:15``, ``12 March 2026 at 10:15``."""
    now, clock = datetime.now().astimezone(), time.strftime("%H:%M")
    days = (now.date() - time.date()).days
    if days == 0:
        return _("today at {clock}").format(clock=clock)
    if days == 1:
        return _("yesterday at {clock}").format(clock=clock)
    return _("{date} at {clock}").format(date=time.date().isoformat(), clock=clock)
