"""Generate: which maze the next press of Generate makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any

from mazeeditor.app.commands import COMMANDS
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.gui.context import Context
from mazeeditor.gui.forms.forms import Form, replaced
from mazeeditor.gui.panels import SectionContent, section
from mazeeditor.gui.panels.mask_choice import MaskChoice
from mazeeditor.gui.panels.size_slider import SizeSlider
from mazeeditor.gui.widgets import follow
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.generators import GENERATORS, Generator


@section("generate", _("Generate"), order=1, tab="make")
class GeneratePanel(SectionContent):
    """What Generate will make; the button is in the command bar, above."""

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
        self.choice = Form(self, draft.kinds, self.run)
        self.summary = ttk.Label(self, style="Small.TLabel", wraplength=self.wrap)
        self.slider = SizeSlider(self, draft)
        self.sizes = Form(self, draft.sizes, self.run)
        self.mask = MaskChoice(self, self.document, self.services, draft.masks, self._size)
        self.options = Form(self, draft.options, self.run)
        self.recipe = Form(self, draft.rest, self.run)
        self.foot = ttk.Frame(self)
        self.pictures = self.command_button(self.foot, _("Pictures…"), "choose-generator")
        self.watch = self.command_button(self.foot, _("Watch"), "watch-generating")
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
        self.recipe.put_beside("seed", self.die)

    def _lay_out(self) -> None:
        self.choice.pack(fill="x")
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0), pady=(0, self.theme.px(4)))
        for form in (self.slider, self.sizes, self.mask, self.options, self.recipe):
            form.pack(fill="x")
        gap = self.theme.px(6)
        self.foot.columnconfigure((0, 1), weight=1, uniform="buttons")
        self.pictures.grid(row=0, column=0, sticky="ew", padx=(0, gap))
        self.watch.grid(row=0, column=1, sticky="ew")
        self.foot.pack(fill="x", pady=(gap, 0))

    def _size(self) -> tuple[str, dict[str, Any]] | None:
        try:
            return self.draft.shape, self.draft.sizes.read()
        except UsageError:  # the field shows what is invalid
            return None

    def run(self) -> None:
        """Make the maze of the draft."""
        self.context.run(COMMANDS["generate"])

    def _follow_draft(self) -> None:
        """Show the options of the chosen shape and generator, and what the generator does."""
        draft = self.draft
        self.sizes = replaced(self.sizes, draft.sizes)
        self.slider.follow(draft.sizes)
        self.options = replaced(self.options, draft.options)
        style = "Error.TLabel" if draft.reason else "Small.TLabel"
        text = draft.reason or _described(GENERATORS[draft.generator])
        self.summary.configure(text=text, style=style)


def _described(generator: Generator) -> str:
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
    box.configure(postcommand=lambda: box.after_idle(paint))
