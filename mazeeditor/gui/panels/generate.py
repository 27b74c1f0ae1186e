"""Generate: which maze the next press of Generate makes."""

from __future__ import annotations

from collections.abc import Mapping
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from mazeeditor.editing.change import Change
from mazeeditor.editing.work import Work, generating, made
from mazeeditor.errors import UsageError
from mazeeditor.generators import BRAID, GENERATORS
from mazeeditor.gui.forms import Form
from mazeeditor.gui.panels import Content, section
from mazeeditor.gui.widgets.tooltip import Tooltip
from mazeeditor.job import Job
from mazeeditor.maze.maze import Maze
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
        self.choice = self._choice(shape.name, generator.name)
        self.summary = ttk.Label(self, style="Small.TLabel", wraplength=self.wrap)
        self.sizes = Form(self, shape.options, {}, submit=self.run)
        self.options = Form(self, generator.options, {}, submit=self.run)
        self.recipe = Form(self, (BRAID, SEED, KEEP), {}, self._changed, self.run)
        self.watch = self.command_button(self, _("Watch"), "watch-generating")
        self._add_die()
        self._lay_out()
        self._show_summary()

    def _choice(self, shape: str, generator: str) -> Form:
        """Return the form that chooses shape and generator; one shape is no choice."""
        shapes = Option("shape", str, shape, choices=tuple(SHAPES.names()))
        generators = Option("generator", str, generator, choices=tuple(GENERATORS.names()))
        labels = {
            "shape": {each.name: each.label for each in SHAPES},
            "generator": {each.name: each.label for each in GENERATORS},
        }
        options = (generators,) if len(SHAPES) == 1 else (shapes, generators)
        return Form(self, options, {}, self._chosen, self.run, labels)

    def _add_die(self) -> None:
        image = self.window.icons.get("dice", 18)
        die = ttk.Button(self.recipe, image=image, style="Flat.TButton", command=self.throw)
        Tooltip(die, _("Draw a new seed and generate"))
        self.recipe.put_beside("seed", die)
        self.die = die

    def _lay_out(self) -> None:
        self.choice.pack(fill="x")
        self.summary.pack(fill="x", padx=(self.theme.label_width, 0), pady=(0, self.theme.px(4)))
        for form in (self.sizes, self.options, self.recipe):
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

    def _chosen(self, name: str, value: Any) -> None:
        """Show the options of another shape or generator."""
        if name == "shape":
            self.sizes = self._renewed(self.sizes, SHAPES[value].options)
        else:
            self.options = self._renewed(self.options, GENERATORS[value].options)
            self._show_summary()

    def _renewed(self, old: Form, options: tuple[Option, ...]) -> Form:
        form = Form(self, options, {}, submit=self.run)
        form.pack(fill="x", after=old)
        old.destroy()
        return form

    def _show_summary(self) -> None:
        self.summary.configure(text=GENERATORS[self.generator].summary)

    def _changed(self, name: str, _value: Any) -> None:
        if name == "seed":  # who types a seed means it
            self.recipe.show({"keep_seed": True})

    def choose(self, generator: str) -> None:
        """Choose a generator, and show where that is."""
        self._pick("generator", generator, self.choice.boxes)
        self.window.layout.unfold("generate")

    # Generating

    def throw(self) -> None:
        """Draw a new seed and generate."""
        if not self.window.jobs.busy:
            self.run(fresh=True)

    def run(self, *, fresh: bool = False) -> None:
        """Make the chosen maze, as one step; ``fresh`` draws a new seed in any case."""
        chosen = self._read(fresh=fresh)
        if chosen:
            recipe, shape, sizes = chosen
            self.window.start(
                _("Generating"), generating(self.window.document, recipe, shape, sizes)
            )
            self.window.view.canvas.focus_set()

    def chosen(self) -> Chosen | None:
        """Return what to make with the seed that is shown, the one of the last maze."""
        return self._read(fresh=False, shown=True)

    def new(self) -> None:
        """Begin a new document with the chosen maze."""
        chosen = self._read(fresh=False)
        if not chosen:
            return
        recipe, shape, sizes = chosen
        document = self.window.document

        def run(job: Job) -> Maze:
            return made(recipe, shape, sizes, None, job)

        def deliver(maze: Maze) -> bool:
            document.new(maze, recipe)
            return True

        self.window.start(_("Generating"), Work(run, deliver))

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
        return recipe | options, self.shape, sizes

    # What the document says

    def follow(self, change: Change) -> None:
        """Show how the maze that is there now was made."""
        if not change.maze:
            return
        document = self.window.document
        lattice, recipe = document.maze.lattice, document.recipe
        self._pick("shape", lattice.shape, self.choice.boxes)
        self.sizes.show(lattice.parameters)
        if recipe.get("generator") in GENERATORS:
            self._pick("generator", recipe["generator"], self.choice.boxes)
            for form in (self.options, self.recipe):
                form.show(_right(form, recipe))

    def _pick(self, name: str, value: str, boxes: Mapping[str, Any]) -> None:
        if name in boxes and boxes[name].read() != value:
            boxes[name].show(value)
            self._chosen(name, value)


def _right(form: Form, recipe: Mapping[str, Any]) -> dict[str, Any]:
    """Return those values of a recipe, which anybody may have written, that the form can show."""
    return {
        name: recipe[name]
        for name, box in form.boxes.items()
        if name in recipe and _allows(box.option, recipe[name])
    }


def _allows(option: Option, value: Any) -> bool:
    try:
        option.check(value)
    except UsageError:
        return False
    return True
