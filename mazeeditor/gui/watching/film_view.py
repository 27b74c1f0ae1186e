"""A view of films: the stage, and the choice of what to watch beside it.

::

    +---------------------------+----------------+
    | films, legend, controls   | Algorithms     |     in a narrow window one of the two,
    |                           | names          |     O changes between them
    +---------------------------+----------------+
    | the progress of saving                     |
    +--------------------------------------------+
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import TYPE_CHECKING

from mazeeditor.app.commands import COMMANDS, perform
from mazeeditor.app.shown.film_shows import BY_GENERATORS, BY_SOLVERS, GENERATING, SOLVING
from mazeeditor.app.shown.kind_pictures import picture_of_generator, picture_of_solver
from mazeeditor.core.errors import MazeError
from mazeeditor.core.translation import _
from mazeeditor.gui.look import current
from mazeeditor.gui.watching.film_choice import FilmChoice, can_be_watched
from mazeeditor.gui.watching.film_stage import FilmStage
from mazeeditor.gui.watching.save_film_dialog import FilmSaver
from mazeeditor.gui.watching.start_watching import show_solvers, watch_generators
from mazeeditor.gui.widgets import follow, keyboard_within, on_destroy
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.gui.widgets.view_frame import ViewFrame
from mazeeditor.gui.widgets.waiting_keys import take_keyboard
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.solvers import SOLVERS, check_ends

if TYPE_CHECKING:
    from mazeeditor.app.parts.open_document import OpenDocument
    from mazeeditor.app.parts.services import Services
    from mazeeditor.app.parts.view import View
    from mazeeditor.app.shown.film_shows import FilmShow
    from mazeeditor.editing.document import Document
    from mazeeditor.gui.context import Context

SAVE, CHOOSE = "Mod+S", "O"  # chords
BOTH = 860  # px at 96 dpi: the width from which on films and choice have room beside each other
BY_ITSELF = 40_000  # cells: a larger maze is recorded only when somebody asks for it
NOTHING_YET = _("Choose an algorithm to see it at work.")
TEXTS = {
    GENERATING: _("It makes a maze of the size, shape outline and seed of the workspace Draw."),
    BY_GENERATORS: _(
        "Choose two to six. They make mazes of the size, shape outline and seed of the "
        "workspace Draw."
    ),
    BY_SOLVERS: _("Choose two to six. They solve your maze, all at the same time."),
}
ONE_SOLVER = _("It solves your maze, with the options of the tab Solve.")


class FilmView(ViewFrame):
    """The view ``name`` of the workspace Teach."""

    def __init__(
        self,
        name: str,
        context: Context,
        document: Document,
        opened: OpenDocument,
        view: View,
        services: Services,
    ) -> None:
        super().__init__(context.root)
        self.name = name
        self._context, self._document = context, document
        self._view, self._services = view, services
        self._shows = view.film_shows
        self._shown = False
        self._begins = ""  # the timer of the first film
        self._choosing = False  # the choice has the keyboard, and in a narrow window the room
        self._width = 0  # px
        self._was_beside = False
        self.stage: FilmStage | None = None
        self.other: ttk.Button | None = None  # leads to the choice where that is not shown
        self.choice = self._choice()
        self._line = ttk.Separator(self, orient="vertical")
        self.empty = ttk.Label(self, style="Soft.TLabel", anchor="center", justify="center")
        self.saver = FilmSaver(context, opened, services, self, self._refresh)
        self.saver.progress.grid(row=1, column=0, columnspan=3, sticky="ew")
        self.saver.progress.grid_remove()
        self.rowconfigure(0, weight=1)
        self.bind("<Configure>", self._resized)
        follow(self, self._shows.changed, self._changed)
        follow(self, self._shows.save_requested, self._save_if_shown)
        follow(self, services.updated, self._follow_settings)
        on_destroy(self, self._stop)

    def _stop(self) -> None:
        if self._begins:
            self.after_cancel(self._begins)

    # What to watch

    def _choice(self) -> FilmChoice:
        by_generators = self.name in (GENERATING, BY_GENERATORS)
        draft = self._view.draft if by_generators else None
        several = self.name in (BY_GENERATORS, BY_SOLVERS)
        return FilmChoice(
            self,
            TEXTS.get(self.name, ONE_SOLVER),
            [*GENERATORS] if by_generators else [*SOLVERS],
            picture_of_generator if by_generators else picture_of_solver,
            self._watch,
            several=several,
            stays=lambda: self._beside,
            on_choose=self._choose,
            why_not=draft.why_not if draft else lambda _name: "",
        )

    def _choose(self, name: str) -> None:
        """Choose one for this view, and for Generate or Solve."""
        if self.name == GENERATING:
            self._view.draft.choose_generator(name)
        elif self.name == SOLVING:
            self._view.solver.kind.edit("solver", name)

    def _chosen(self) -> Sequence[str]:
        """Return what is chosen elsewhere: for the next maze, to solve it, or in former times."""
        settings = self._services.settings
        if self.name in self._shows.proposed:
            proposed = self._shows.proposed.pop(self.name)
            if can_be_watched(proposed):
                return proposed
        if self.name == BY_GENERATORS:
            return settings.watched_generators
        if self.name == BY_SOLVERS:
            return settings.watched
        return [self._view.draft.generator if self.name == GENERATING else self._view.solver.name]

    def _watch(self, names: list[str]) -> None:
        context, settings = self._context, self._services.settings
        document, view, services = self._document, self._view, self._services
        if self.name == BY_GENERATORS:
            settings.watched_generators = names
            perform(
                document,
                services,
                lambda: watch_generators(context, document, view, services, names),
            )
        elif self.name == BY_SOLVERS:
            settings.watched = names
            solvers = {name: dict[str, object]() for name in names}
            perform(document, services, lambda: show_solvers(context, document, view, solvers))
        else:
            context.run(COMMANDS[self.name])

    # The films

    def _changed(self, name: str) -> None:
        if name == self.name and self._shown:
            self._follow_show()
            stays = self._beside and self.choice.going_on and keyboard_within(self.choice)
            if not stays:
                self.take_keyboard()

    def _follow_show(self) -> None:
        """Show the films that there are now, and what is proposed."""
        show = self._shows.shows.get(self.name)
        if self.name in self._shows.proposed:
            watchable = can_be_watched(self._shows.proposed[self.name])
            self.choice.choose(self._chosen())
            self._choosing = not watchable
            if watchable:
                self._begin_soon(self.choice.go)
        if self.stage and self.stage.film_show is not show:
            self.stage.destroy()
            self.stage = self.other = None
        if show and self.stage is None:
            self._choosing = False
            self.stage = self._stage(show)
        self._place()

    def _stage(self, show: FilmShow) -> FilmStage:
        stage = FilmStage(
            self, self._context, self._services, show, lambda: self.saver.busy, self._fail
        )
        self.other = ttk.Button(stage.controls, text=_("Choose…"), command=self._change_over)
        Tooltip(self.other, _("Choose what to watch"), CHOOSE)
        press_by_enter(self.other)
        stage.enter()
        return stage

    def _fail(self, problem: Exception) -> None:
        self._shows.remove(self.name)
        self._services.report(problem)

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self and event.width != self._width:
            self._width = event.width
            self._place()

    def _follow_settings(self) -> None:
        """Show or hide the choice where the panel is shown or hidden."""
        if self._shown and self._beside != self._was_beside:
            self._place()

    @property
    def _panel_width(self) -> int:
        """How wide the choice is beside the films, px: as the panel beside the maze."""
        return current(self).with_bar(self._context.panel_room)

    @property
    def _beside(self) -> bool:
        """Whether films and choice have room beside each other, and the panel is not hidden."""
        return self._width >= current(self).px(BOTH) and self._services.settings.panel

    def _place(self) -> None:
        beside = self._was_beside = self._beside
        over = not beside and (self.stage is None or self._choosing)  # the choice
        self.columnconfigure(0, weight=0 if over else 1)
        self.columnconfigure(2, weight=1 if over else 0, minsize=self._panel_width if beside else 0)
        _show(self.empty, self.stage is None and not over, column=0)
        if self.stage:
            _show(self.stage, not over, column=0)
        if self.other and beside:
            self.other.grid_remove()
        elif self.other:
            self.other.grid(row=0, column=2, padx=(current(self).px(8), 0))
        _show(self._line, beside and not over, column=1)
        _show(self.choice, over or beside, column=2)

    # The view

    def enter(self) -> None:
        """Show the films where they were left."""
        self._shown = True
        several = self.name in (BY_GENERATORS, BY_SOLVERS)
        if not (several and self.choice.chosen):
            self.choice.choose(self._chosen())
        self.choice.refresh()
        stage = self.stage
        self._follow_show()
        if self.stage and self.stage is stage:
            stage.enter()
        elif self.stage is None:
            self._begin_soon(self._begin)

    def _begin_soon(self, begin: Callable[[], None]) -> None:
        """Begin films once the view is on the screen."""
        if self._begins:
            return

        def run() -> None:
            self._begins = ""
            if self._shown:
                begin()

        self._begins = self.after_idle(run)

    def _begin(self) -> None:
        """Watch what is chosen, unless that cannot be, or takes long."""
        if self.stage:
            return
        reason = self._why_not_begun()
        self.empty.configure(text=reason, wraplength=max(self._width - self._panel_width, 1) // 2)
        if not reason:
            self.choice.go()

    def _why_not_begun(self) -> str:
        """Return why no film begins by itself, "" if one does."""
        maze = self._document.maze
        if self.name in (SOLVING, BY_SOLVERS):
            try:
                check_ends(maze)
            except MazeError as problem:
                return str(problem)
        named = self.choice.chosen and all(self.choice.chosen)
        small = maze.lattice.cells <= BY_ITSELF
        return "" if named and small and not self._choosing else NOTHING_YET

    def leave(self) -> None:
        self._shown = False
        if self.stage:
            self.stage.leave()

    def take_keyboard(self) -> None:
        """Give the keyboard to the films, else to the choice."""
        if self.stage and self.stage.winfo_manager():
            take_keyboard(self.stage)
        else:
            self.choice.take_keyboard()

    def press(self, chord: str) -> bool:
        """Run the command of a key; returns whether there is one."""
        if chord == SAVE:  # not the project: whoever looks at a film means the film
            self.save()
            return True
        if self.stage is None:
            return False
        if chord == CHOOSE or (chord == "Escape" and self._at_choice):
            self._change_over()
            return True
        return bool(self.stage.winfo_manager()) and self.stage.press(chord)

    @property
    def _at_choice(self) -> bool:
        """Whether the user went to the choice by O, and is there still."""
        return self._choosing and (keyboard_within(self.choice) or not self._beside)

    def _change_over(self) -> None:
        """Go to the choice, or from there back to the films."""
        self._choosing = not self._at_choice
        self._place()
        if self._choosing:
            self.choice.take_keyboard()
        else:
            self.take_keyboard()

    # Saving

    def _refresh(self) -> None:
        """Let a film be saved again."""
        if self._shown and self.stage:
            self.stage.frames.wake()

    def _save_if_shown(self) -> None:
        if self._shown:
            self.save()

    def save(self) -> None:
        """Ask for a file for the films, where they are complete."""
        if self.stage and self.stage.film_show.savable:
            self.saver.ask(self.stage.playback)
        else:
            self._services.ui.show_status(self._why_not_saved())

    def _why_not_saved(self) -> str:
        if self.stage is None:
            return _("There is no film to save yet: choose what to watch.")
        if self.saver.busy:
            return _("A film is being saved: wait for its end.")
        return _("The film is still being recorded: it can be saved when it is complete.")


def _show(widget: tk.Widget, shown: bool, column: int) -> None:
    """Put a widget into a column, or take it out."""
    if shown:
        widget.grid(row=0, column=column, sticky="nsew")
    else:
        widget.grid_remove()
