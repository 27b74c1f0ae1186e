"""Tweak: sliders for the route, corridors, dead ends and loops; the canvas shows what they do.

::

    Route       -----o-----  339 > 507
    Corridors   --o--------  279 > 190
    148 walls change                     [dice] [Cancel] [Apply]
"""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _, ngettext
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.panels import SectionContent, section
from mazeeditor.gui.widgets import follow, jump_at_click
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.tooltip import Tooltip

STEP, FAR = 0.02, 0.2  # of a slider: the arrow keys, Page Up and Page Down
KEYS = {"Left": -STEP, "Down": -STEP, "Right": STEP, "Up": STEP, "Prior": FAR, "Next": -FAR}
LOOK = 300  # ms from one look at the progress to the next; most are done before the first
NEAR = 0.03  # of the middle, where a slider that is dragged rests


class TweakSlider(NamedTuple):
    """The label of a slider, and what it does at either end."""

    label: str
    tip: str


SLIDERS = {
    "route": TweakSlider(_("Route"), _("A shorter route to the left, a longer one to the right")),
    "straight": TweakSlider(
        _("Straights"), _("Rougher corridors to the left, straighter ones to the right")
    ),
    "dead_ends": TweakSlider(_("Dead ends"), _("Fewer dead ends to the left, more to the right")),
    "loops": TweakSlider(
        _("Loops"), _("Fewer loops to the left, more, off the route, to the right")
    ),
}


@section("tweak", _("Tweak"), order=6, tab="draw", opened=False)
class TweakPanel(SectionContent):
    """A slider for each figure; the maze changes when Apply is pressed, and not before."""

    def __init__(self, parent: ttk.Frame, context: Context, document: Document, view: View) -> None:
        super().__init__(parent, context)
        self.document, self.view = document, view
        self.tweaks = view.tweaks
        self._timer = ""
        self.columnconfigure(0, minsize=self.theme.label_width)
        self.columnconfigure(1, weight=1)
        self.scales: dict[str, ttk.Scale] = {}
        self.figures: dict[str, ttk.Label] = {}
        for name in SLIDERS:
            self._add(name)
        self.note = ttk.Label(self, style="Small.TLabel", wraplength=self.wrap)
        self.note.grid(columnspan=3, sticky="w", pady=self.theme.px(4))
        self._add_buttons()
        follow(self, self.tweaks.changed, self._show)
        follow(self, self.view.symmetry.changed, self._show)
        follow(self, self.tweaks.entered, self.scales["route"].focus_set)
        self._show()

    def _add(self, name: str) -> None:
        slider, row, px = SLIDERS[name], len(self.scales), self.theme.px
        label = ttk.Label(self, text=slider.label)
        scale = ttk.Scale(self, from_=-1, to=1, command=partial(self._slid, name))
        figures = ttk.Label(self, style="Small.TLabel", width=13, anchor="e")
        label.grid(row=row, column=0, sticky="w")
        scale.grid(row=row, column=1, sticky="ew", pady=px(3))
        figures.grid(row=row, column=2, sticky="e", padx=(px(6), 0))
        for widget in (label, scale, figures):
            Tooltip(widget, lambda: slider.tip)
        for key, step in KEYS.items():
            scale.bind(f"<{key}>", partial(self._step, name, step))
        scale.bind("<Home>", partial(self._go, name, -1.0))
        scale.bind("<End>", partial(self._go, name, 1.0))
        scale.bind("<Key-0>", partial(self._go, name, 0.0))
        scale.bind("<Double-Button-1>", partial(self._go, name, 0.0))
        jump_at_click(scale)
        for key in ("Return", "KP_Enter"):
            scale.bind(f"<{key}>", self._apply)
        self.scales[name], self.figures[name] = scale, figures

    def _add_buttons(self) -> None:
        px, foot = self.theme.px, ttk.Frame(self)
        foot.grid(columnspan=3, sticky="ew", pady=(px(4), 0))
        foot.columnconfigure((0, 1, 2), weight=1, uniform="buttons")
        again = ttk.Button(foot, text=_("Another"), command=self.tweaks.draw_again)
        cancel = ttk.Button(foot, text=_("Cancel"), command=self.tweaks.leave)
        apply = self.command_button(foot, _("Apply"), "apply-tweaks")
        apply.configure(style="Accent.TButton")
        Tooltip(again, _("Reach the same figures by other changes"))
        Tooltip(cancel, _("Leave the maze as it is"), lambda: "Esc")
        self.buttons = {"again": again, "cancel": cancel, "apply": apply}
        for column, button in enumerate(self.buttons.values()):
            press_by_enter(button)
            button.grid(row=0, column=column, sticky="ew", padx=(px(6) if column else 0, 0))

    # Sliders

    def _slid(self, name: str, position: str) -> None:
        amount = round(float(position), 3)
        self.tweaks.set(name, 0.0 if abs(amount) < NEAR else amount)

    def _step(self, name: str, by: float, _event: tk.Event[tk.Misc]) -> str:
        amount = getattr(self.tweaks.amounts, name) + by
        return self._go(name, max(-1.0, min(1.0, round(amount, 3))))

    def _go(self, name: str, amount: float, _event: tk.Event[tk.Misc] | None = None) -> str:
        self.tweaks.set(name, amount)
        return "break"

    def _apply(self, _event: tk.Event[tk.Misc]) -> str:
        self.context.run(COMMANDS["apply-tweaks"])
        return "break"

    # What is shown

    def _show(self) -> None:
        tweaks, result = self.tweaks, self.tweaks.result
        for name, scale in self.scales.items():
            amount = getattr(tweaks.amounts, name)
            if abs(float(scale.get()) - amount) > NEAR:  # else the knob would stick while dragged
                scale.configure(value=amount)
            text = ""
            if result:
                before, after = (
                    _figure(figures[name]) for figures in (result.before, result.after)
                )
                text = f"{before} → {after}" if before != after else before
            self.figures[name].configure(text=text)
        self._show_note()
        for button in self.buttons.values():
            button.state(["!disabled" if tweaks.active else "disabled"])
        self._show_maze()

    def _show_note(self) -> None:
        """Say what changes; look again soon while that is not known."""
        note = f"{self._note()} {self.view.symmetry.not_kept}"
        self.note.configure(text=note.strip())
        self._stop()
        if not self.tweaks.settled:
            self._timer = self.after(LOOK, self._show_progress)

    def _show_progress(self) -> None:
        if not self.tweaks.settled:
            note = _("Looking for changes: {percent:.0f} %; Escape leaves the maze as it is.")
            self.note.configure(text=note.format(percent=100 * self.tweaks.progress))
            self._timer = self.after(LOOK, self._show_progress)

    def _stop(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    def destroy(self) -> None:
        """Leave no timer behind."""
        self._stop()
        super().destroy()

    def _note(self) -> str:
        tweaks = self.tweaks
        if not tweaks.active:
            if self.view.selection.active:
                return _("Only the selected cells change; locked walls stay.")
            return _("Locked walls stay as they are.")
        if tweaks.result is None:
            return _("Looking for changes…")
        number = tweaks.result.changed
        text = ngettext("{number:,} wall changes.", "{number:,} walls change.", number)
        return text.format(number=number)

    def _show_maze(self) -> None:
        """Show the tweaked maze on the canvas, or that of the document again."""
        maze_view = self.context.maze_view
        result = self.tweaks.result
        maze = result.maze if result else self.document.maze
        if maze_view.maze is maze:
            return
        if result:
            self.context.show_maze()
        maze_view.show(maze, fit=False)
        maze_view.selection.select(maze.lattice, self.view.selection.cells)
        if not result:
            self.context.show_solution()


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"
