"""Openings: where the maze is entered and left, to read and to type."""

from __future__ import annotations

from tkinter import ttk

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.parts.open_document import OpenDocument
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms.fields import Box
from mazeeditor.gui.panels import SectionContent, section
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.shapes import axes_of

NAME_BESIDE_PX = 290  # px at 96 dpi from which on the name of an opening stands beside its fields
NAME_BESIDE_PX = 290  # px at 96 dpi from which on the name of an opening stands beside its fields
MAX_CHARACTERS = 13  # characters of a side: more would push the numbers out of the panel


@section(
    "openings",
    _("Openings"),
    words=_("entrance exit start goal doors"),
    order=2,
    manual="draw-and-repair#the-route-and-the-openings",
    tab="draw",
    opened=False,
)
class OpeningsPanel(SectionContent):
    """A line for the entrance and one for every exit."""

    def __init__(self, parent: ttk.Frame, context: Context, opened: OpenDocument) -> None:
        super().__init__(parent, context)
        self.opened = opened
        self.openings = self.opened.opening_fields
        self.lines: list[Line] = []
        self._fields: list[FieldValues] = []  # those that the lines show
        self.table = ttk.Frame(self)
        self.table.columnconfigure(1, weight=1)
        self.table.pack(fill="x")
        self.table.bind("<Configure>", lambda _event: self._lay_out(), add=True)
        self.error = ttk.Label(
            self, style="Error.TLabel", wraplength=self.theme.panel_width - self.theme.px(36)
        )
        self.error.pack(fill="x")
        self.foot = ttk.Frame(self)
        self.foot.pack(fill="x", pady=(self.theme.px(6), 0))
        self._add_buttons()
        self._follow_openings()
        follow(self, self.openings.changed, self._follow_openings)

    def _add_buttons(self) -> None:
        gap = self.theme.px(6)
        self.add = ttk.Button(self.foot, text=_("Add exit"), command=self.openings.add_exit)
        self.swap = self.command_button(self.foot, _("Swap"), "swap")
        self.corners = self.command_button(self.foot, _("Opposite ends"), "corners")
        self.middle = self.command_button(self.foot, _("Border to middle"), "middle")
        for number, button in enumerate((self.add, self.swap, self.corners, self.middle)):
            row, column = divmod(number, 2)
            button.grid(row=row, column=column, sticky="ew", padx=(0, gap), pady=(0, gap))
            button.configure(style="Beside.TButton")  # the longest has room in a narrow panel
            self.foot.columnconfigure(column, weight=1)

    def _follow_openings(self) -> None:
        """Show the openings that the maze has now, and why the last edit was not done."""
        if self._fields is not self.openings.lines:
            self._fields = self.openings.lines
            self._rebuild()
        for line in self.lines:
            line.refresh()
        self.error.configure(text=self.openings.problem)

    def refresh(self) -> None:
        """Show which buttons can be pressed."""
        enabled = self.context.parts.call(COMMANDS["swap"].enabled)
        self.swap.state(["!disabled" if enabled else "disabled"])

    def _rebuild(self) -> None:
        for child in self.table.winfo_children():
            child.destroy()
        axes = [axis.capitalize() for axis in axes_of(self.openings.lattice)]
        for column, label in enumerate((_("Side"), *axes), 1):
            head = ttk.Label(self.table, text=label, style="Small.TLabel")
            head.grid(row=0, column=column, sticky="w")
        self.lines = [Line(self, row, fields) for row, fields in enumerate(self._fields)]
        self._lay_out()

    def _lay_out(self) -> None:
        """Put the name of an opening above its fields where these have no room beside it."""
        beside = self.table.winfo_width() >= self.theme.px(NAME_BESIDE_PX)
        for row, line in enumerate(self.lines):
            line.place(2 * row + 1, beside=beside)


class Line:
    """One opening: the side of a cell, its row and its column, and a button that removes it."""

    def __init__(self, panel: OpeningsPanel, row: int, fields: FieldValues) -> None:
        self._fields = fields
        table, px = panel.table, panel.theme.px
        self._gap = px(8)
        self.label = ttk.Label(table, text=_("Exit") if row else _("Entrance"))
        self.boxes = {
            name: Box(table, fields, name, panel.openings.show_problem, steps=False)
            for name in fields.options
        }
        longest = max(map(len, fields.options["side"].labels.values()))
        for column, box in enumerate(self.boxes.values(), 1):
            width = min(longest + 1, MAX_CHARACTERS) if column == 1 else 5
            box.widget.configure(width=width)  # type: ignore[call-arg]
            box.widget.grid(column=column, sticky="ew", padx=(0, px(4)), pady=px(2))
        self.remove = ttk.Button(
            table,
            image=panel.context.icons.get("cross", 16),
            style="Flat.TButton",
            command=lambda: panel.openings.put(row, None),
        )
        self.remove.grid(column=4)
        Tooltip(self.remove, _("Remove"))

    def place(self, row: int, *, beside: bool) -> None:
        """Put the fields into a row after ``row``, and the label beside them or into ``row``."""
        at, span, gap = (row + 1, 1, self._gap) if beside else (row, 4, 0)
        self.label.grid(
            row=at, column=0 if beside else 1, columnspan=span, padx=(0, gap), sticky="w"
        )
        for widget in (*(box.widget for box in self.boxes.values()), self.remove):
            widget.grid(row=row + 1)

    def refresh(self) -> None:
        """Enable the button where there is such an opening."""
        self.remove.state(["disabled" if self._fields["side"] is None else "!disabled"])
