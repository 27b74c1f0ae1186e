"""The logo in the Page section: choose a picture for the hole in the middle, or remove it.

::

    | Logo ........... | [Choose…] [Remove] |
    | otto.png, 320 × 200 px                |
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

from mazeeditor.drawing.page import page_options
from mazeeditor.drawing.pictures import load_logo, logo_of
from mazeeditor.gui.panels import SectionContent
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.job import Job
from mazeeditor.translation import _
from mazeeditor.workspace.document_fields import LOGO


class LogoField(ttk.Frame):
    """The row of a form; ``changed`` gets the new value, "" for no logo."""

    def __init__(self, owner: SectionContent, changed: Callable[[str], None]) -> None:
        super().__init__(owner)
        theme = owner.theme
        option = next(option for option in page_options() if option.name == LOGO)
        self._workspace, self._option, self._changed = owner.workspace, option, changed
        self._shown = ""
        self.columnconfigure(0, minsize=theme.label_width)
        self.columnconfigure((1, 2), weight=1, uniform="buttons")
        label = ttk.Label(self, text=option.label)
        self.choose = ttk.Button(self, text=_("Choose…"), command=self.ask)
        self.remove = ttk.Button(self, text=_("Remove"), command=lambda: changed(""))
        self.words = ttk.Label(self, style="Small.TLabel", wraplength=owner.wrap)
        label.grid(row=0, column=0, sticky="w")
        self.choose.grid(row=0, column=1, sticky="ew", pady=theme.px(3))
        self.remove.grid(row=0, column=2, sticky="ew", padx=(theme.px(6), 0))
        self.words.grid(row=1, column=1, columnspan=2, sticky="w")
        for widget in (label, self.choose):
            Tooltip(widget, option.help[:1].upper() + option.help[1:])
        self._say()

    def show(self, text: str) -> None:
        """Show the logo of a page."""
        if text is not self._shown:
            self._shown = text
            self._say()

    def _say(self) -> None:
        self.remove.state(["!disabled" if self._shown else "disabled"])
        if not self._shown:
            self.words.grid_remove()
            return
        logo = logo_of(self._shown)
        words = _("{name}, {width} × {height} px")
        self.words.configure(
            text=words.format(name=logo.name, width=logo.width, height=logo.height)
        )
        self.words.grid()

    def ask(self) -> None:
        """Let the user choose a picture, and read it in the background."""
        file = self._option.file
        assert file
        workspace = self._workspace
        path = workspace.ui.dialogs.file_to_open(
            _("Choose a Picture"), [(file.kind, file.suffixes)]
        )
        if path:
            title = _("Reading {name}").format(name=path.name)
            workspace.jobs.start(title, lambda job: _read(path, job), self._changed)


def _read(path: Path, job: Job) -> str:
    """Return what is kept of a picture, which is known from now on to be whole."""
    text = load_logo(path)
    job.check()
    logo_of(text)
    return text
