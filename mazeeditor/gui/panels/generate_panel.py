"""Generate: which maze the next press of Generate makes, and a slider for its size."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import Any

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.drafts.draft import Draft
from mazeeditor.app.drafts.field_values import FieldValues
from mazeeditor.app.drafts.maze_size import WORDS
from mazeeditor.app.jobs import ignore
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.content import Change
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms.fields import widen_list
from mazeeditor.gui.forms.forms import Form, replace_form
from mazeeditor.gui.look import current
from mazeeditor.gui.panels import SectionContent, section
from mazeeditor.gui.panels.audience_form import AudienceForm
from mazeeditor.gui.panels.mask_choice import MaskChoice
from mazeeditor.gui.panels.subject_choice import SubjectChoice
from mazeeditor.gui.widgets import follow, jump_at_click, on_destroy, wrap_in
from mazeeditor.gui.widgets.flow_row import FlowRow
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.generators import GENERATORS, Generator
from mazeeditor.maze.recipe import RECTANGULAR

PAGE_STEPS = 3  # steps of Page Up and Page Down
KEYS = {"Left": -1, "Down": -1, "Right": 1, "Up": 1, "Prior": PAGE_STEPS, "Next": -PAGE_STEPS}


@section("generate", _("Generate"), order=1, manual="first-page", tab="draw")
class GeneratePanel(SectionContent):
    """What Generate will make; the button is in the command bar, above."""

    kinds = frozenset({"maze"})

    def __init__(
        self,
        parent: ttk.Frame,
        context: Context,
        document: Document,
        view: View,
        services: Services,
    ) -> None:
        super().__init__(parent, context)
        self.document, self.view, self.services = document, view, services
        self.draft = draft = self.view.draft
        self.audience = AudienceForm(self, view.audience, self.run, self.wrap)
        self._waiting = self.view.waiting  # as it is shown
        self.choice = Form(
            self, draft.kinds, self.run, whole=True, waits=lambda name: name in view.waiting.kinds
        )
        self.summary = ttk.Label(self, style="Small.TLabel", wraplength=self.wrap)
        self.slider = SizeSlider(self, draft)
        self.sizes = Form(
            self, draft.sizes, self.run, waits=lambda name: name in view.waiting.sizes
        )
        self.mask = MaskChoice(self, self.document, self.services, draft.masks, self._size)
        self.subject = SubjectChoice(
            self, draft.subject, self.services, self.run, lambda: int(draft.rest["seed"] or 0)
        )
        options = partial(Form, waits=lambda name: name in view.waiting.options)
        self.options = options(self, draft.options, self.run, rare=False)
        self.recipe = Form(
            *(self, draft.rest, self.run),
            more="generate",
            waits=lambda name: name in view.waiting.rest,
        )
        more = self.recipe.more or "generate"
        self.rare_options = options(self, draft.options, self.run, rare=True, more=more)
        self.foot = FlowRow(self, centred=False)
        self.pictures = self.command_button(self.foot, _("See them all…"), "choose-generator")
        self.watch = self.command_button(self.foot, _("Watch"), "watch-generating")
        self.empty = self.command_button(self.foot, _("Empty"), "empty-grid")
        self.foot.add(self.pictures, self.watch, self.empty)
        self.waiting = ttk.Label(self, style="Small.TLabel")
        wrap_in(self, self.waiting)
        self._grey_out_generators()
        self._add_die()
        self._lay_out()
        self._follow_draft()
        follow(self, draft.changed, self._follow_draft)

    def _grey_out_generators(self) -> None:
        box = self.choice.boxes["generator"].widget
        assert isinstance(box, ttk.Combobox)
        box.configure(height=len(GENERATORS))  # all at once: grey entries need no scrolling
        disabled = lambda: [bool(self.draft.why_not(generator.name)) for generator in GENERATORS]  # noqa: E731
        grey_out(box, self.theme.text_soft, disabled)

    def _add_die(self) -> None:
        image = self.context.icons.get("dice", 18)
        new_seed = COMMANDS["new-seed"]
        self.die = ttk.Button(
            self.recipe,
            image=image,
            style="Flat.TButton",
            command=lambda: self.context.run(new_seed),
        )
        Tooltip(self.die, _("Draw a new seed and generate"))
        self.recipe.put_next_to("seed", self.die)

    def _lay_out(self) -> None:
        self.audience.pack(fill="x")
        self.choice.pack(fill="x")
        self.summary.pack(fill="x", pady=(0, self.theme.px(4)))
        self.choice.bind("<Configure>", lambda _event: self._indent_summary(), add=True)
        for form in (
            *(self.slider, self.sizes, self.mask, self.subject, self.options),
            *(self.recipe, self.rare_options),
        ):
            form.pack(fill="x")
        gap = self.theme.px(6)
        self.foot.pack(fill="x", pady=(gap, 0))

    def _indent_summary(self) -> None:
        """Let the summary begin where the list of generators does."""
        indent = 0 if self.choice.is_below_label("generator") else self.theme.label_width
        self.summary.pack_configure(padx=(indent, 0))
        self.summary.configure(wraplength=self.choice.winfo_width() - indent - self.theme.px(12))

    def _size(self) -> tuple[str, dict[str, Any]] | None:
        try:
            return self.draft.shape, self.draft.sizes.read()
        except UsageError:  # the field shows what is invalid
            return None

    def follow(self, change: Change) -> None:  # noqa: ARG002
        """Show what waits, as the maze is another one."""
        self._show_waiting()

    def _show_waiting(self) -> None:
        """Mark what is not in the maze yet, and say what Generate will change."""
        waiting = self.view.waiting
        if waiting != self._waiting:
            self._waiting = waiting
            for form in (self.choice, self.sizes, self.options, self.recipe, self.rare_options):
                form.refresh()
            if waiting.text:
                text = _("Not in the maze yet: {changes}").format(changes=waiting.text)
                self.waiting.configure(text=text)
                self.waiting.pack(anchor="w", pady=(self.theme.px(6), 0))
            else:
                self.waiting.pack_forget()

    def run(self) -> None:
        """Make the maze of the draft."""
        self.context.run(COMMANDS["generate"])

    def _follow_draft(self) -> None:
        """Show the options of the chosen shape and generator, and what the generator does."""
        draft = self.draft
        self._show_waiting()
        self.sizes = replace_form(self.sizes, draft.sizes)
        self.slider.follow(draft.sizes)
        self.subject.sized_by(draft.sizes if draft.shape == RECTANGULAR else None)
        self.options = replace_form(self.options, draft.options)
        self.rare_options = replace_form(self.rare_options, draft.options)
        style = "Error.TLabel" if draft.reason else "Small.TLabel"
        text = draft.reason or _describe(GENERATORS[draft.generator])
        self.summary.configure(text=text, style=style)


def _describe(generator: Generator) -> str:
    """Return what its mazes look like, and how it makes them."""
    texture = generator.texture
    return f"{texture[:1].upper()}{texture[1:]}. {generator.summary}"


def grey_out(box: ttk.Combobox, colour: str, disabled: Callable[[], Sequence[bool]]) -> None:
    """Show those entries of a box in ``colour`` for which ``disabled`` is true when it opens.

    One that is chosen all the same is rejected with the reason: Tk cannot disable entries.
    """

    def paint() -> None:
        window = box.tk.call("ttk::combobox::PopdownWindow", box)
        for place, grey in enumerate(disabled()):
            box.tk.call(f"{window}.f.l", "itemconfigure", place, "-foreground", colour * grey)

    # Tk fills the list after this command, and shows it after what is idle is done
    widen_list(box, lambda: box.after_idle(paint))


class SizeSlider(ttk.Frame):
    """Changes rows and columns, or rings, of the draft together."""

    def __init__(self, parent: tk.Misc, draft: Draft) -> None:
        super().__init__(parent)
        theme = current(self)
        self._scale = draft.scale
        self._unsubscribe: Callable[[], object] = ignore
        self._moving = False
        label = ttk.Label(self, text=_("Size"))
        self.scale = ttk.Scale(self, from_=0, to=1, command=self._slid)
        self.word = ttk.Label(self, style="Small.TLabel", width=max(map(len, WORDS.values())))
        label.grid(row=0, column=0, sticky="w")
        self.scale.grid(row=0, column=1, sticky="ew", pady=theme.px(3))
        self.word.grid(row=0, column=2, sticky="w", padx=(theme.px(6), 0))
        self.columnconfigure(0, minsize=theme.label_width)
        self.columnconfigure(1, weight=1)
        for widget in (label, self.scale):
            Tooltip(widget, self._about)
        self._add_bindings()
        on_destroy(self, lambda: self._unsubscribe())

    def _about(self) -> str:
        return _("How large the maze is: {numbers}, in their proportion").format(
            numbers=self._scale.text
        )

    def _add_bindings(self) -> None:
        for key, step in KEYS.items():
            self.scale.bind(f"<{key}>", lambda _event, step=step: self._step(step))  # type: ignore[misc]
        for key, position in {"Home": 0.0, "End": 1.0}.items():
            self.scale.bind(f"<{key}>", lambda _event, place=position: self._go(place))  # type: ignore[misc]
        jump_at_click(self.scale)

    def _step(self, step: int) -> str:
        for _number in range(abs(step)):
            self._scale.step(1 if step > 0 else -1)
        return "break"

    def _go(self, position: float) -> str:
        self._scale.move_to(position)
        return "break"

    def _slid(self, position: str) -> None:
        """Follow the pointer; the knob does not go where rounded numbers would put it."""
        self._moving = True
        try:
            self._scale.move_to(float(position))
        finally:
            self._moving = False

    def follow(self, fields: FieldValues) -> None:
        """Show the size of a maze of these sizes from now on."""
        self._unsubscribe()
        self._unsubscribe = fields.changed.subscribe(self._show)
        self._show()

    def _show(self) -> None:
        self.word.configure(text=self._scale.word)
        if not self._moving:
            self.scale.configure(value=self._scale.position)
