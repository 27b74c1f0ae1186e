"""What the Help menu opens: the first steps, About, and Report a problem."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from pathlib import Path
from tkinter import ttk

from mazeeditor import __version__
from mazeeditor.app.errors.problem_report import as_zip, in_one_text
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _
from mazeeditor.core.versions import in_lines, versions
from mazeeditor.gui.widgets.modal import Modal, ScrolledModal

WIDTH = 560  # px at 96 dpi

PAGES = (
    (
        _("Make a maze"),
        _(
            "Choose a generator, rows and columns in the panel and press Generate. The same seed "
            "with the same options gives the same maze for ever. Loops opens dead ends."
        ),
    ),
    (
        _("Change it by hand"),
        _(
            "With the Wall tool a click adds or removes the wall nearest to the pointer; the mark "
            "under the pointer shows which, and a dashed one would be removed. A drag draws a line "
            "of walls along the grid; begun on a wall, it erases. Click a point and Shift+click "
            "another to join them. The bar above the maze has the options of the tool in use. "
            "Escape takes back the stroke, Undo any step. Cells, Blank takes cells out of the "
            "maze: they are hatched on the screen, and empty on paper."
        ),
    ),
    (
        _("Shape it"),
        _(
            "Draw a route with the Route tool, and the maze is made around it. Select cells and "
            "Generate, Tweak or Repair work on these alone; L locks their walls. Fix and finish "
            "makes the maze perfect, leaves one route or adds what is missing; what would change "
            "is shown before it is applied, and a symmetry is kept. Copy, paste "
            "and stamps drop pieces, which [ and ] turn; Shift+S mirrors all that you draw. A "
            "right click shows what can be done there."
        ),
    ),
    (
        _("Set entrance and exit"),
        _(
            "The Openings tool places them on the border or in a cell, the exit with Shift. The "
            "Openings section takes rows and columns, and further exits."
        ),
    ),
    (
        _("Know where you stand"),
        _(
            "The sign at the lower left says at every moment whether there is exactly one route, "
            "several, or none. A click on it explains that, and shows which walls "
            "to change for exactly one: a click changes one. "
            "Solve draws the route. The workspace Teach shows algorithms at work and compares them."
        ),
    ),
    (
        _("Find your place in a large maze"),
        _(
            "Drag a box after Z to see it large, or type a zoom at the lower right. The overview "
            "in the corner shows where you are; a click in it leads elsewhere. Edit > Go to finds "
            "the entrance, the exits or a cell. The View menu says whether the wheel zooms or "
            "scrolls; with Ctrl it always zooms."
        ),
    ),
    (
        _("Walk it yourself"),
        _(
            "Play lets you walk with the arrow keys or by dragging. It counts time, steps and "
            "detours and gives hints; Escape leaves it. The maze stays as it was."
        ),
    ),
    (
        _("Print or cut it"),
        _(
            "The workspace Page shows the page exactly as it will come out. Export writes SVG, "
            "PDF, PNG, text, or a web page to play; hairlines are for laser cutters."
        ),
    ),
)
REPORT_WIDTH, REPORT_LINES = 92, 24  # characters, lines
SAID = 380  # px at 96 dpi in which what became of a report is wrapped


def show_first_steps(parent: tk.Misc) -> None:
    """Show the first steps until they are closed."""
    dialog = ScrolledModal(parent, _("First steps"))
    px = dialog.theme.px
    wrap = min(px(WIDTH), dialog.room[0])
    for number, (heading, text) in enumerate(PAGES):
        title = ttk.Label(dialog.page, text=heading, style="Bold.TLabel")
        title.pack(anchor="w", pady=(px(14) if number else 0, px(2)))
        ttk.Label(dialog.page, text=text, wraplength=wrap).pack(anchor="w")
    dialog.show(dialog.add_button(_("Close"), dialog.destroy, primary=True))


def show_about(parent: tk.Misc) -> None:
    """Show name, licence and versions, which can be copied, until it is closed."""
    modal = Modal(parent, _("About mazeeditor"))
    px, known = modal.theme.px, versions()
    ttk.Label(modal.body, text="mazeeditor", style="Heading.TLabel").pack(anchor="w")
    version = _("Version {version}").format(version=__version__)
    ttk.Label(modal.body, text=version, style="Soft.TLabel").pack(anchor="w", pady=(0, px(12)))
    text = _("Generate, edit by hand, solve and print mazes.\nFree software under the MIT licence.")
    ttk.Label(modal.body, text=text).pack(anchor="w")
    table = ttk.Frame(modal.body)
    table.pack(anchor="w", pady=(px(12), 0))
    for row, (name, one) in enumerate([*known.items()][1:]):
        ttk.Label(table, text=name, style="Soft.TLabel").grid(row=row, column=0, sticky="w")
        ttk.Label(table, text=one).grid(row=row, column=1, sticky="w", padx=(px(16), 0))
    add_copy(modal, in_lines(known))
    modal.show(modal.add_button(_("Close"), modal.destroy, primary=True))


def add_copy(modal: Modal, text: str) -> ttk.Label:
    """Add a button that copies a text, and return what says so beside it."""

    def copy() -> None:
        modal.clipboard_clear()
        modal.clipboard_append(text)
        copied.configure(text=_("Copied."))

    modal.add_button(_("Copy"), copy, left=True)
    copied = ttk.Label(modal.buttons, style="Soft.TLabel")
    copied.pack(side="left")
    return copied


class ProblemDialog(Modal):
    """Shows the files of a report, which can be copied or saved as a ZIP.

    ``ask`` returns where it is to be saved, None for nowhere.
    """

    manual = "problems#report-it"

    def __init__(
        self, parent: tk.Misc, files: Mapping[str, str], ask: Callable[[], Path | None]
    ) -> None:
        super().__init__(parent, _("Report a problem"))
        self._files, self._ask = files, ask
        self._report = in_one_text(files)
        px = self.theme.px
        text = _(
            "This is all that the report holds: versions, the screen, the last commands, settings "
            "and errors. Names, titles, files and drawings of yours are not in it. Save it, and "
            "send the ZIP to the developers with a line on what you did."
        )
        self.about = ttk.Label(self.body, text=text, wraplength=px(640))
        self.about.pack(anchor="w", pady=(0, px(10)))
        self._add_text().pack(fill="both", expand=True)
        self.add_button(_("Save…"), self.save, primary=True)
        self.add_button(_("Close"), self.destroy)
        self.said = add_copy(self, self._report)

    def _add_text(self) -> ttk.Frame:
        frame = ttk.Frame(self.body)
        text = self.text = tk.Text(
            frame,
            width=REPORT_WIDTH,
            height=REPORT_LINES,
            wrap="word",
            font=self.theme.mono,
            highlightthickness=self.theme.px(1),
            takefocus=True,
        )
        bar = ttk.Scrollbar(frame, orient="vertical", command=text.yview)
        text.configure(yscrollcommand=bar.set)
        text.insert("1.0", self._report)
        text.configure(state="disabled")  # the keys that select and copy still work
        text.bind("<Button-1>", lambda _event: text.focus_set(), add=True)
        # Nothing can be pasted here, and Tk would wait for what is pasted, also while this closes.
        text.bind("<<PasteSelection>>", lambda _event: "break")
        bar.pack(side="right", fill="y")
        text.pack(side="left", fill="both", expand=True)
        return frame

    def save(self) -> None:
        """Write the ZIP where the user says, and say what came of it."""
        path = self._ask()
        if path is None:
            return
        try:
            write_whole(path, as_zip(self._files))
        except MazeError as problem:
            self.said.configure(text=str(problem), wraplength=self.theme.px(SAID))
        else:
            text = _("Saved as {name}.").format(name=path.name)
            self.said.configure(text=text, wraplength=self.theme.px(SAID))
