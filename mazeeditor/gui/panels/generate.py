"""Generate: which maze the next press of Generate makes."""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.editing.change import Change
from mazeeditor.editing.work import beginning, generating
from mazeeditor.errors import UsageError
from mazeeditor.generators import BRAID, GENERATORS, Generator
from mazeeditor.gui.forms import Form
from mazeeditor.gui.kinds import kind_form
from mazeeditor.gui.masking import MaskChoice
from mazeeditor.gui.panels import Content, section
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.maze.random import SEED, new_seed
from mazeeditor.options import Option
from mazeeditor.shapes import SHAPES
from mazeeditor.words import _

if TYPE_CHECKING:
    from mazeeditor.gui.window import Window

# Recipe, shape and sizes; it is None where something is wrong, which the form says then.
Chosen = tuple[dict[str, Any], str, dict[str, Any]]
KEEP = Option("keep_seed", bool, False, _("Generate uses this seed; otherwise it draws a new one"))


@section("generate", _("Generate"), order=1)
class Generate(Content):
    """The generator and all it can be told; the button is in the command bar, above."""

    def __init__(self, parent: ttk.Frame, window: Window) -> None:
        super().__init__(parent, window)
        shape, generator = next(iter(SHAPES)), next(iter(GENERATORS))
        self._able = generator.name  # the one chosen last that can do what is chosen
        self.choice = kind_form(self, self._chosen, self.run, self._why_not)
        self.summary = ttk.Label(self, style="Small.TLabel", wraplength=self.wrap)
        self.sizes = Form(self, shape.options, {}, submit=self.run)
        self.mask = MaskChoice(self, window, self._size, self._check_generator)
        self.options = Form(self, generator.options, {}, submit=self.run)
        self.recipe = Form(self, (BRAID, SEED, KEEP), {}, self._changed, self.run)
        self.watch = self.command_button(self, _("Watch"), "watch-generating")
        self._add_die()
        self._lay_out()
        self._show_summary()

    def _add_die(self) -> None:
        image = self.window.icons.get("dice", 18)
        die = ttk.Button(self.recipe, image=image, style="Flat.TButton", command=self.throw)
        Tooltip(die, _("Draw a new seed and generate"))
        self.recipe.put_beside("seed", die)
        self.die = die

    def _lay_out(self) -> None:
        self.choice.pack(fill="x")
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0), pady=(0, self.theme.px(4)))
        for form in (self.sizes, self.mask, self.options, self.recipe):
            form.pack(fill="x")
        self.watch.pack(fill="x", pady=(self.theme.px(6), 0))

    # What is chosen

    @property
    def shape(self) -> str:
        """The name of the chosen shape."""
        return str(self.choice.values().get("shape", next(iter(SHAPES)).name))

    @property
    def generator(self) -> str:
        """The name of the chosen generator."""
        return str(self.choice.values()["generator"])

    def _size(self) -> tuple[str, dict[str, Any]] | None:
        """Return the shape and its options; None where one is wrong, which the form says."""
        try:
            return self.shape, self.sizes.values()
        except UsageError:
            return None

    def _why_not(self, generator: Generator) -> str:
        """Return why a generator cannot make what is chosen, "" where it can."""
        return generator.why_not(self.shape, whole=not self.mask.masks)

    def _chosen(self, name: str, value: Any) -> None:
        """Show the options of another shape or generator."""
        if name == "shape":
            self.sizes = self._renewed(self.sizes, SHAPES[value].options)
        elif reason := self._why_not(GENERATORS[value]):
            self.choice.show({"generator": self._able})
            self._show_summary(reason)
            return
        else:
            self._take_generator(value)
        self._check_generator()

    def _take_generator(self, name: str) -> None:
        self._able = name
        self.choice.show({"generator": name})
        self.options = self._renewed(self.options, GENERATORS[name].options)
        self._show_summary()

    def _check_generator(self) -> None:
        """Take another generator where the chosen one cannot make the shape, and say why."""
        if reason := self._why_not(GENERATORS[self.generator]):
            other = next(each for each in GENERATORS if not self._why_not(each))
            self._take_generator(other.name)
            self._show_summary(reason)

    def _renewed(self, old: Form, options: tuple[Option, ...]) -> Form:
        form = Form(self, options, {}, submit=self.run)
        form.pack(fill="x", after=old)
        old.destroy()
        return form

    def _show_summary(self, reason: str = "") -> None:
        """Show what the generator does, or why another one does it not."""
        style = "Error.TLabel" if reason else "Small.TLabel"
        self.summary.configure(text=reason or GENERATORS[self.generator].summary, style=style)

    def _changed(self, name: str, _value: Any) -> None:
        if name == "seed":  # who types a seed means it
            self.recipe.show({"keep_seed": True})

    # Generating

    def throw(self) -> None:
        """Draw a new seed and generate."""
        if not self.window.jobs.busy:
            self.run(fresh=True)

    def run(self, *, fresh: bool = False) -> None:
        """Make the chosen maze, as one step; ``fresh`` draws a new seed in any case."""
        chosen = self._read(fresh=fresh)
        if chosen:
            work = generating(self.window.document, *chosen, self.mask.tell)
            self.window.start(_("Generating"), work)
            self.window.view.canvas.focus_set()

    def chosen(self) -> Chosen | None:
        """Return what to make with the seed that is shown, the one of the last maze."""
        return self._read(fresh=False, shown=True)

    def new(self) -> None:
        """Begin a new document with the chosen maze."""
        chosen = self._read(fresh=False)
        if chosen:
            work = beginning(self.window.document, *chosen, self.mask.tell)
            self.window.start(_("Generating"), work)

    def _read(self, *, fresh: bool, shown: bool = False) -> Chosen | None:
        """Read the forms; the seed is a new one if it is not kept, nor to be the one ``shown``."""
        try:
            values = self.recipe.values()
            sizes, options = self.sizes.values(), self.options.values()
        except UsageError:
            self.window.layout.unfold("generate")
            return None
        if fresh or values["seed"] is None or not (shown or values["keep_seed"]):
            values["seed"] = new_seed()
            self.recipe.show({"seed": values["seed"]})
        recipe = {"generator": self.generator, "seed": values["seed"], "braid": values["braid"]}
        return recipe | options | self.mask.value, self.shape, sizes

    # What the document says

    def follow(self, change: Change) -> None:
        """Show how the maze that is there now was made."""
        if not change.maze:
            return
        document = self.window.document
        lattice, recipe = document.maze.lattice, document.recipe
        if lattice.shape != self.shape:
            self.choice.show({"shape": lattice.shape})
            self.sizes = self._renewed(self.sizes, SHAPES[lattice.shape].options)
        self.sizes.show(lattice.parameters)
        self.mask.show(recipe, whole=lattice.whole)
        if recipe.get("generator") in GENERATORS:
            self._take_generator(recipe["generator"])
            for form in (self.options, self.recipe):
                form.show_right(recipe)
        self._check_generator()

    def choose(self, generator: str) -> None:
        """Choose a generator, and show where that is."""
        self._chosen("generator", generator)
        self.window.layout.unfold("generate")
