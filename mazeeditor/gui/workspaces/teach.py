"""Teach: see how mazes are generated and solved, compare algorithms, and read figures.

::

    +------------------------+--------------------------+---------+
    | The maze               | the maze                 | panel   |
    | Watch generating       +--------------------------+---------+
    | ...                    | films with their code, or a table  |
    | Play                   |                                    |
    +------------------------+------------------------------------+
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.chosen_workspace import TEACH
from mazeeditor.core.translation import _
from mazeeditor.gui.context import Context
from mazeeditor.gui.look import current
from mazeeditor.gui.widgets.buttons import ListButton
from mazeeditor.gui.widgets.focus_order import RovingFocus
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.view_frame import ViewFrame
from mazeeditor.gui.workspaces import Actions, HandOnly, WorkspaceContent, workspace

PLAY = "play"
NARROW_PX = 900  # px at 96 dpi: the width of the window below which the list has no labels
COMPARE_SOLVERS, COMPARE_GENERATORS = "compare", "compare-generators"


@dataclass(frozen=True)
class ListEntry:
    """What can be seen, by the name of its command; "" is the maze."""

    name: str
    label: str
    icon: str


ENTRIES = (
    ListEntry("", _("The maze"), "generate"),
    ListEntry("watch-generating", _("Watch generating"), "teach-generating"),
    ListEntry("watch-solving", _("Watch solving"), "teach-solving"),
    ListEntry("watch-generators", _("Generators side by side"), "teach-generators"),
    ListEntry("watch-solvers", _("Solvers side by side"), "teach-solvers"),
    ListEntry(COMPARE_SOLVERS, _("Compare solvers"), "compare"),
    ListEntry(COMPARE_GENERATORS, _("Compare generators"), "teach-measures"),
    ListEntry(PLAY, _("Play"), "play"),
)
THE_MAZE = _("See the maze, its figures and the answers of solvers")


class TeachList(ttk.Frame):
    """The list of what can be seen; ``choose`` is called with the name of an entry."""

    def __init__(self, context: Context, choose: Callable[[str], object]) -> None:
        px = current(context.root).px
        super().__init__(context.root, padding=(px(6), px(8)))
        self._context = context
        self.chosen = tk.StringVar(self)
        self.buttons: dict[str, ListButton] = {}
        for entry in ENTRIES:
            button = self.buttons[entry.name] = ListButton(
                self,
                context.icons,
                entry.icon,
                entry.label,
                self.chosen,
                entry.name,
                lambda name=entry.name: choose(name),  # type: ignore[misc]
            )
            self._add_tip(button, entry)
        self._focus = RovingFocus(
            self.buttons.values(), lambda: self.buttons.get(self.chosen.get())
        )
        self._labelled, self._columns = True, 0
        self._edge, self._gap = px(8), px(1)
        self._lay_out(1)
        for widget in (context.root, self):
            widget.bind("<Configure>", self._fit, add=True)

    def _add_tip(self, button: ListButton, entry: ListEntry) -> None:
        if not entry.name:
            Tooltip(button, lambda: THE_MAZE if self._labelled else entry.label, "")
            return
        command, key = COMMANDS[entry.name], lambda: self._context.keys.label(entry.name)
        Tooltip(button, lambda: command.summary if self._labelled else entry.label, key)

    def show(self, name: str) -> None:
        """Highlight an entry."""
        self.chosen.set(name)
        self._focus.forget()
        self.fit(self._context.root.winfo_width())

    def _fit(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget in (self._context.root, self):
            self.fit(self._context.root.winfo_width())

    def fit(self, width: int) -> None:
        """Show the labels where a window of some width, px, has room for them.

        In a window that is too low for all pictures they stand in two columns.
        """
        labelled = width >= current(self).px(NARROW_PX)
        if labelled != self._labelled:
            self._labelled = labelled
            for button in self.buttons.values():
                button.show_label(labelled)
        room = self.winfo_height()
        needed = sum(button.winfo_reqheight() + 2 * self._gap for button in self.buttons.values())
        is_low = 1 < room < needed + 2 * self._edge
        self._lay_out(2 if is_low and not labelled else 1)

    def _lay_out(self, columns: int) -> None:
        """Place the entries in so many columns, row by row."""
        if columns == self._columns:
            return
        self._columns = columns
        for place, button in enumerate(self.buttons.values()):
            row, column = divmod(place, columns)
            button.grid(row=row, column=column, sticky="ew", pady=self._gap)


@workspace(
    TEACH,
    _("Teach"),
    order=5,
    manual="teach-and-watch",
    keys=("Alt+5",),
    buttons=("save-film",),
    tabs=("solve", "inspect"),
    views=dict.fromkeys(
        (COMPARE_SOLVERS, COMPARE_GENERATORS), Actions((), manual="teach-and-watch#compare")
    )
    | {"": Actions(("solve",))},  # there is no film to save
)
class TeachWorkspace(WorkspaceContent):
    """See how mazes are generated and solved; nothing here edits the maze."""

    def __init__(self, context: Context, view: View) -> None:
        super().__init__(context)
        self._chosen, self._hand = view.workspaces, HandOnly(view.toolbox)
        self.list = self.left = TeachList(context, self._choose)
        self.views: dict[str, ViewFrame] = {}
        self._shown: ViewFrame | None = None

    @property
    def middle(self) -> ttk.Frame | None:
        """The view that is chosen, made when it is first shown."""
        return self._view

    @property
    def _view(self) -> ViewFrame | None:
        name = self._chosen.views.get(TEACH, "")
        if name and name not in self.views:
            self.views[name] = self._made(name)
        return self.views.get(name)

    def _made(self, name: str) -> ViewFrame:
        call = self.context.parts.call
        if name == COMPARE_SOLVERS:
            from mazeeditor.gui.comparing.solvers_view import SolversView

            return call(SolversView)
        if name == COMPARE_GENERATORS:
            from mazeeditor.gui.comparing.generators_view import GeneratorsView

            return call(GeneratorsView)
        from mazeeditor.gui.watching.film_view import FilmView

        return call(FilmView, name)

    def _choose(self, name: str) -> None:
        """Show an entry of the list: films as they were left, where there are any."""
        if name == PLAY:
            self.list.show(self._chosen.view)
            self.context.run(COMMANDS[PLAY])
        else:
            self.context.show_workspace(TEACH, name)

    def enter(self) -> None:
        self._hand.take()
        self._shown = self._view
        self.list.show(self._chosen.view)
        if self._shown:
            self._shown.enter()

    def leave(self) -> None:
        """Pause the films."""
        self._hand.give_back()
        if self._shown:
            self._shown.leave()
        self._shown = None

    def focus(self) -> None:
        """Give the keyboard to the maze, or to the view in its place."""
        if self._shown:
            self._shown.take_keyboard()
        else:
            super().focus()

    def press(self, chord: str) -> bool:
        """Run the command of a key that the view has for itself."""
        return self._shown is not None and self._shown.press(chord)
