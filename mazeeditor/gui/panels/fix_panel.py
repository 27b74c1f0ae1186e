"""Fix and finish: what the maze is to be; the canvas shows which walls that would change.

::

    (o) Make solvable    ( ) Make one route      what is chosen
    ( ) ...              ( ) Tweak
    Loops  [ 0 ]                                 its options
    - - To open: 12   ---- To close: 3           what would change, in the colours of the canvas
    Then: Exactly one route, 143 cells long      what the maze would be
    [Another]  [Cancel]  [Apply]
"""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import font as tkfont
from tkinter import ttk
from typing import NamedTuple

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.parts.view import View
from mazeeditor.app.shown.fixing import TWEAK
from mazeeditor.core.translation import _, ngettext
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms.forms import Form
from mazeeditor.gui.panels import SectionContent, section
from mazeeditor.gui.widgets import follow, jump_at_click
from mazeeditor.gui.widgets.modal import press_by_enter
from mazeeditor.gui.widgets.scrolled_panel import ScrolledPanel
from mazeeditor.gui.widgets.tooltip import Tooltip

STEP, FAR = 0.02, 0.2  # of a slider: the arrow keys, Page Up and Page Down
KEYS = {"Left": -STEP, "Down": -STEP, "Right": STEP, "Up": STEP, "Prior": FAR, "Next": -FAR}
POLL_MS = 300  # ms from one look at the progress to the next; most are done before the first
LINES = 4  # of the note at least
FIGURES, FEWER_FIGURES = 13, 9  # characters that those of a slider take at least, the panel narrow
SNAP_SHARE = 0.03  # of the middle, where a slider that is dragged rests


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


@section(
    "fix",
    _("Fix and finish"),
    order=6,
    manual="draw-and-repair#let-the-program-finish-or-repair",
    tab="draw",
    opened=False,
)
class FixPanel(SectionContent):
    """One choice of what to do, its options, and what it would change before that is applied."""

    def __init__(self, parent: ttk.Frame, context: Context, view: View) -> None:
        super().__init__(parent, context)
        self.view, self.fixing, self.repair = view, view.fixing, view.repair
        self._timer = ""
        self._shown: str | None = None  # the choice whose options are there
        self.columnconfigure(0, weight=1)
        self._chosen = tk.StringVar(self)
        self.choices: dict[str, ttk.Radiobutton] = {}
        self.scales: dict[str, ttk.Scale] = {}
        self.figures: dict[str, ttk.Label] = {}
        self.form: Form | None = None
        self._add_choices()
        self._holder = ttk.Frame(self)
        self._holder.grid(row=1, column=0, sticky="ew")
        self._add_counts()
        self.note = ttk.Label(self, style="Small.TLabel", wraplength=self._width)
        self.note.grid(row=3, column=0, sticky="nw", pady=self.theme.px(3))
        self._add_buttons()
        follow(self, self.fixing.changed, self._show)
        follow(self, self.fixing.entered, self._enter)
        follow(self, self.view.selection.changed, self._show)
        self.bind("<Configure>", lambda _event: self.after_idle(self._see), add=True)
        self._show()

    def _see(self) -> None:
        """Keep the whole section in view while something is chosen, or else its buttons."""
        if not self.winfo_exists() or self.fixing.choice is None:
            return
        part: tk.Misc | None = self
        while part is not None and not isinstance(part, ScrolledPanel):
            part = part.master
        if isinstance(part, ScrolledPanel):
            part.see(self)
            part.see(self.buttons["apply"])

    @property
    def _width(self) -> int:
        return self.theme.panel_width - self.theme.px(40)

    def _add_choices(self) -> None:
        px, grid = self.theme.px, ttk.Frame(self)
        grid.grid(row=0, column=0, sticky="ew", pady=(0, px(4)))
        grid.columnconfigure((0, 1), weight=1, uniform="choices")
        for place, fix in enumerate(self.fixing.fixes.values()):
            button = ttk.Radiobutton(
                grid,
                text=fix.label,
                variable=self._chosen,
                value=fix.name,
                command=partial(self.fixing.choose, fix.name),
            )
            Tooltip(button, fix.summary)
            self._bind_enter(button)
            row, column = divmod(place, 2)
            button.grid(row=row, column=column, sticky="w")
            self.choices[fix.name] = button
        needed = {name: button.winfo_reqwidth() for name, button in self.choices.items()}
        grid.bind("<Configure>", lambda event: self._break_labels(needed, event.width // 2))

    def _break_labels(self, needed: dict[str, int], width: int) -> None:
        """Break the labels that need more px than ``width`` before their last word."""
        for name, button in self.choices.items():
            words = self.fixing.fixes[name].label.rpartition(" ")
            text = "\n".join(filter(str.strip, words)) if needed[name] > width else "".join(words)
            if text != button.cget("text"):
                button.configure(text=text)

    def _add_counts(self) -> None:
        counts = ttk.Frame(self)
        counts.grid(row=2, column=0, sticky="ew")
        self.opened = ttk.Label(counts, foreground=self.theme.exit, style="Bold.TLabel")
        self.closed = ttk.Label(counts, foreground=self.theme.entrance, style="Bold.TLabel")

    def _add_buttons(self) -> None:
        px, foot = self.theme.px, ttk.Frame(self)
        foot.grid(row=4, column=0, sticky="ew", pady=(px(4), 0))
        foot.columnconfigure((0, 1, 2), weight=1, uniform="buttons")
        again = ttk.Button(foot, text=_("Another"), command=self.fixing.draw_again)
        cancel = ttk.Button(foot, text=_("Cancel"), command=self.fixing.leave)
        apply = self.command_button(foot, _("Apply"), "accept-repair")
        apply.configure(style="Accent.TButton")
        Tooltip(again, _("Reach the same by other changes"))
        Tooltip(cancel, _("Leave the maze as it is"), lambda: "Esc")
        self.buttons = {"again": again, "cancel": cancel, "apply": apply}
        for column, button in enumerate(self.buttons.values()):
            press_by_enter(button)
            button.grid(row=0, column=column, sticky="ew", padx=(px(6) if column else 0, 0))

    def _bind_enter(self, widget: tk.Misc) -> None:
        for key in ("Return", "KP_Enter"):
            widget.bind(f"<{key}>", self._apply)

    def _apply(self, _event: tk.Event[tk.Misc]) -> str:
        self.context.run(COMMANDS["accept-repair"])
        return "break"

    def _enter(self) -> None:
        """Give the keyboard to the first slider, where there are some, or to the choice."""
        self._show()
        chosen = self.choices[self.fixing.choice or next(iter(self.choices))]
        (self.scales["route"] if self.scales else chosen).focus_set()

    # Options

    def _show_options(self) -> None:
        """Show the options of another choice."""
        choice = self.fixing.choice
        if choice == self._shown:
            return
        self._shown = choice
        for child in self._holder.winfo_children():
            child.destroy()
        self.scales, self.figures, self.form = {}, {}, None
        self._holder.configure(height=1)
        if choice == TWEAK:
            self._holder.columnconfigure(0, minsize=self.theme.label_width)
            self._holder.columnconfigure(1, weight=1)
            for name in SLIDERS:
                self._add_slider(name)
        elif choice is not None and self.fixing.fixes[choice].options:
            self._holder.columnconfigure(0, minsize=0, weight=1)
            self._holder.columnconfigure(1, weight=0)
            values = self.fixing.values[choice]
            self.form = Form(self._holder, values, lambda: self.context.run(ACCEPT))
            self.form.grid(row=0, column=0, columnspan=3, sticky="ew")

    def _add_slider(self, name: str) -> None:
        slider, row, px = SLIDERS[name], len(self.scales), self.theme.px
        label = ttk.Label(self._holder, text=slider.label)
        scale = ttk.Scale(self._holder, from_=-1, to=1, command=partial(self._slid, name))
        narrow = self.theme.panel_in(self.winfo_toplevel().winfo_width()) < self.theme.panel_width
        least = FEWER_FIGURES if narrow else FIGURES
        figures = ttk.Label(self._holder, style="Small.TLabel", width=-least, anchor="e")
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
        self._bind_enter(scale)
        self.scales[name], self.figures[name] = scale, figures

    def _slid(self, name: str, position: str) -> None:
        amount = round(float(position), 3)
        self._set(name, 0.0 if abs(amount) < SNAP_SHARE else amount)

    def _step(self, name: str, by: float, _event: tk.Event[tk.Misc]) -> str:
        amount = self.fixing.values[TWEAK][name] + by
        return self._go(name, max(-1.0, min(1.0, round(amount, 3))))

    def _go(self, name: str, amount: float, _event: tk.Event[tk.Misc] | None = None) -> str:
        self._set(name, amount)
        return "break"

    def _set(self, name: str, amount: float) -> None:
        values = self.fixing.values[TWEAK]
        if values[name] != amount:
            values.edit(name, amount)

    # What is shown

    def _reserve(self) -> None:
        """Keep room for what will be said of a choice, so that the buttons stay where they are."""
        chosen = self.fixing.choice is not None
        for row, font, lines in ((2, self.theme.bold, 1), (3, self.theme.small, LINES)):
            line = tkfont.nametofont(font, self).metrics("linespace")
            self.rowconfigure(row, minsize=lines * line if chosen else 0)

    def _show(self) -> None:
        self._chosen.set(self.fixing.choice or "")
        self._show_options()
        self._reserve()
        self._show_sliders()
        self._show_counts()
        self._show_note()
        active = self.fixing.active
        chosen = self.fixing.choice is not None
        applied = active and self.repair.result is not None and self.repair.settled
        states = {"again": active, "cancel": chosen, "apply": applied}
        for name, on in states.items():
            self.buttons[name].state(["!disabled" if on else "disabled"])

    def _show_sliders(self) -> None:
        outcome = self.repair.outcome if self.fixing.active else None
        for name, scale in self.scales.items():
            amount = self.fixing.values[TWEAK][name]
            # else the knob would stick while dragged
            if abs(float(scale.get()) - amount) > SNAP_SHARE:
                scale.configure(value=amount)
            if outcome or not self.fixing.active:
                text = ""
                if outcome:
                    before, after = (
                        _figure(each[name]) for each in (outcome.before, outcome.after)
                    )
                    text = f"{before} → {after}" if before != after else before
                self.figures[name].configure(text=text)

    def _show_counts(self) -> None:
        """Show how many walls open and close, in the colours in which the canvas has them."""
        result = self.repair.result if self.fixing.active else None
        left_out = self.repair.left_out
        for label in (self.opened, self.closed):
            label.pack_forget()
        if result is None:
            return
        opened, closed = (
            len(walls) - (len(left_out & {*walls.tolist()}) if left_out else 0)
            for walls in (result.opened, result.closed)
        )
        opens = _("┄ To open: {number:,}")
        closes = _("━ To close: {number:,}")
        for label, text, number in ((self.opened, opens, opened), (self.closed, closes, closed)):
            if number:
                label.configure(text=text.format(number=number))
                label.pack(side="left", padx=(0, self.theme.px(12)))

    def _show_note(self) -> None:
        """Say what the maze would be; look again soon while that is not known."""
        self.note.configure(text=self._note())
        self._stop()
        if self.fixing.active and not self.repair.settled:
            self._timer = self.after(POLL_MS, self._show_progress)

    def _show_progress(self) -> None:
        if self.fixing.active and not self.repair.settled:
            note = _("Looking for changes: {percent:.0f} %; Escape leaves the maze as it is.")
            self.note.configure(text=note.format(percent=100 * self.repair.progress))
            self._timer = self.after(POLL_MS, self._show_progress)

    def _stop(self) -> None:
        if self._timer:
            self.after_cancel(self._timer)
            self._timer = ""

    def destroy(self) -> None:
        """Leave no timer behind."""
        self._stop()
        super().destroy()

    def _note(self) -> str:
        fixing, repair = self.fixing, self.repair
        if fixing.note:
            return fixing.note
        if fixing.choice is None:
            return _("Choose what to do: the maze shows what would change.")
        if fixing.active and repair.result is None:
            return _("Looking for changes…")
        parts = []
        if fixing.active and repair.result:
            if left_out := len(repair.left_out):
                text = ngettext("{number:,} wall left out.", "{number:,} walls left out.", left_out)
                parts.append(text.format(number=left_out))
            elif bound := repair.result.bound_text():
                parts.append(f"{bound[0].upper()}{bound[1:]}.")
            if outcome := repair.outcome:
                text = _("Then: {verdict}; {figures}.")
                parts.append(text.format(verdict=outcome.verdict, figures=outcome.figures))
                parts += [f"{outcome.breaks}."] if outcome.breaks else []
            if repair.result.stays:
                parts.append(repair.result.stays[0])
        elif fixing.choice == TWEAK:
            parts.append(_("Move a slider."))
        parts.append(self._limits())
        return " ".join(part for part in parts if part)

    def _limits(self) -> str:
        """Return which walls may change."""
        if self.view.selection.active and self.view.symmetry.group:
            return _("Only walls between selected cells, and their images, change.")
        if self.view.selection.active:
            return _("Only walls between selected cells change.")
        return ""


ACCEPT = COMMANDS["accept-repair"]


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"
