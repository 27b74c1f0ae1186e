"""Openings: where the maze is entered and left, to read and to type."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk
from typing import Any

from mazeeditor.editing import entrances
from mazeeditor.editing.content import Change
from mazeeditor.editing.edits import SetOpenings
from mazeeditor.editing.entrances import MIDDLE, place
from mazeeditor.errors import UsageError
from mazeeditor.gui.boxes import Box
from mazeeditor.gui.context import Context
from mazeeditor.gui.panels import SectionContent, section
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.options import Option
from mazeeditor.shapes import axes_of
from mazeeditor.translation import _
from mazeeditor.workspace.commands import COMMANDS

WIDEST = 13  # characters of a side: more would push the numbers out of the panel


@section("openings", _("Openings"), order=2, opened=False)
class OpeningsPanel(SectionContent):
    """A line for the entrance and one for every exit."""

    def __init__(self, parent: ttk.Frame, context: Context) -> None:
        super().__init__(parent, context)
        self.lines: list[Line] = []
        self.table = ttk.Frame(self)
        self.table.columnconfigure(1, weight=1)
        self.table.pack(fill="x")
        self.error = ttk.Label(
            self, style="Error.TLabel", wraplength=self.theme.panel_width - self.theme.px(36)
        )
        self.error.pack(fill="x")
        self.foot = ttk.Frame(self)
        self.foot.pack(fill="x", pady=(self.theme.px(6), 0))
        self._add_buttons()

    def _add_buttons(self) -> None:
        gap = self.theme.px(6)
        self.add = ttk.Button(self.foot, text=_("Add Exit"), command=self.add_exit)
        self.swap = self._button(_("Swap"), "swap")
        self.corners = self._button(_("Opposite Ends"), "corners")
        self.middle = self._button(_("Border to Middle"), "middle")
        for number, button in enumerate((self.add, self.swap, self.corners, self.middle)):
            row, column = divmod(number, 2)
            button.grid(row=row, column=column, sticky="ew", padx=(0, gap), pady=(0, gap))
            self.foot.columnconfigure(column, weight=1, uniform="buttons")

    def _button(self, label: str, command: str) -> ttk.Button:
        return self.command_button(self.foot, label, command)

    def follow(self, change: Change) -> None:
        """Show the openings that the maze has now."""
        if not (change.openings or change.maze):
            return
        self.error.configure(text="")
        maze = self.workspace.document.maze
        listed: list[tuple[str, Opening | None]] = [(_("Entrance"), maze.entrance)]
        listed += [(_("Exit"), each) for each in maze.exits or (None,)]
        if change.maze or len(listed) != len(self.lines):
            self._rebuild(len(listed))
        for line, (label, opening) in zip(self.lines, listed, strict=True):
            line.show(label, opening)

    def refresh(self) -> None:
        """Show which buttons can be pressed."""
        enabled = COMMANDS["swap"].enabled(self.workspace)
        self.swap.state(["!disabled" if enabled else "disabled"])

    def _rebuild(self, number: int) -> None:
        for child in self.table.winfo_children():
            child.destroy()
        axes = [word.capitalize() for word in axes_of(self.workspace.document.maze.lattice)]
        for column, label in enumerate((_("Side"), *axes), 1):
            head = ttk.Label(self.table, text=label, style="Small.TLabel")
            head.grid(row=0, column=column, sticky="w")
        lattice = self.workspace.document.maze.lattice
        self.lines = [
            Line(self, row, lattice, lambda opening, row=row: self.put(row, opening))  # type: ignore[misc]
            for row in range(number)
        ]

    def put(self, row: int, opening: Opening | None) -> None:
        """Set, move or remove the entrance (row 0) or an exit."""
        maze = self.workspace.document.maze
        exits: list[Opening | None] = list(maze.exits) or [None]
        entrance = opening if row == 0 else maze.entrance
        if row:
            exits[row - 1] = opening
        self._apply(SetOpenings(maze, entrance, tuple(each for each in exits if each)))

    def add_exit(self) -> None:
        """Add an exit in the first corner that is free."""
        maze, lattice = self.workspace.document.maze, self.workspace.document.maze.lattice
        taken = {maze.entrance, *maze.exits}
        ends = (lattice.last.cell, lattice.first.cell)
        free = [each for cell in ends for each in entrances.choices(lattice, cell)]
        for opening in free:
            if opening not in taken:
                self._apply(entrances.add_exit(maze, opening))
                return
        self.error.configure(text=_("Use the Exit tool with Shift to add further exits."))

    def _apply(self, edit: SetOpenings) -> None:
        try:
            self.workspace.document.apply(edit)
        except UsageError as problem:
            self.error.configure(text=str(problem))

    def complain(self, sentence: str) -> None:
        """Show what is wrong with the typed text."""
        self.error.configure(text=sentence)


class Line:
    """One opening: the side of a cell, its row and its column."""

    def __init__(
        self,
        owner: OpeningsPanel,
        row: int,
        lattice: Lattice,
        put: Callable[[Opening | None], None],
    ) -> None:
        self.owner, self.row, self.lattice, self.put = owner, row, lattice, put
        table, theme = owner.table, owner.theme
        self.label = ttk.Label(table)
        self.label.grid(row=row + 1, column=0, sticky="w", padx=(0, theme.px(8)))
        options = (
            Option("side", str, MIDDLE, choices=(MIDDLE, *lattice.sides)),
            Option("row", int, 0, low=0, high=lattice.rows - 1),
            Option("column", int, 0, low=0, high=lattice.columns - 1),
        )
        words = {MIDDLE: _("middle")}
        words |= {side: _(side.replace("-", " ")) for side in lattice.sides}
        self.boxes = {option.name: self._box(option, words) for option in options}
        longest = max(map(len, words.values()))
        for column, box in enumerate(self.boxes.values(), 1):
            width = min(longest + 1, WIDEST) if column == 1 else 5
            box.widget.configure(width=width)  # type: ignore[call-arg]
            box.widget.grid(
                row=row + 1, column=column, sticky="ew", padx=(0, theme.px(4)), pady=theme.px(2)
            )
        self._add_remove()

    def _box(self, option: Option, words: dict[str, str]) -> Box:
        return Box(
            self.owner.table,
            option,
            words,
            self._changed,
            self.owner.complain,
            lambda: None,
            steps=False,
        )

    def _add_remove(self) -> None:
        image = self.owner.context.icons.get("cross", 16)
        self.remove = ttk.Button(
            self.owner.table, image=image, style="Flat.TButton", command=lambda: self.put(None)
        )
        self.remove.grid(row=self.row + 1, column=4)
        Tooltip(self.remove, _("Remove"))

    def show(self, label: str, opening: Opening | None) -> None:
        """Show an opening, or that there is none."""
        self.label.configure(text=label)
        self.remove.state(["!disabled" if opening else "disabled"])
        if opening is None:
            for box in self.boxes.values():
                box.clear()
            return
        row, column = self.lattice.place(opening.cell)
        side = MIDDLE if opening.slot is None else self.lattice.side(opening.cell, opening.slot)
        for name, value in {"side": side, "row": row, "column": column}.items():
            self.boxes[name].show(value)

    def _changed(self, _value: Any) -> None:
        try:
            side, row, column = (
                box.option.default if box.empty else box.read() for box in self.boxes.values()
            )
            cell = self.lattice.cell(row, column)
        except UsageError as problem:
            self.owner.complain(str(problem))
            return
        self.put(place(self.lattice, cell, side))
