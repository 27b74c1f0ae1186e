"""What Generate will make, while the user changes it; the forms of the panel are bound to it.

::

    fields --- edit ---> Draft --- recipe() ---> Recipe ---> job ---> document
                           ^                                             |
                           +------------------ follow -------------------+
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mazeeditor.app.drafts.field_values import FieldValues, OptionsOf
from mazeeditor.app.drafts.maze_size import MazeScale
from mazeeditor.app.drafts.subject_draft import SubjectDraft
from mazeeditor.core.errors import UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Option, Rare
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.masks import PIECES
from mazeeditor.maze.masks.cutting import Cut, MaskStep, usual_pieces
from mazeeditor.maze.random import SEED, new_seed
from mazeeditor.maze.recipe import BY_HAND, Recipe
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.maze.solvers import SOLVERS

KEEP = Option(
    "keep_seed",
    bool,
    False,
    _("Generate uses this seed; otherwise it draws a new one"),
    rare=Rare(),
)
OUTLINE = _("Shape outline")  # the field of the first mask
DRAWN_SEED = replace(SEED, rare=Rare(noted=False))  # another one after each Generate
KINDS = (
    Option("shape", str, SHAPES.names()[0], _("What the cells look like")).offering(
        SHAPES.labels()
    ),
    Option("generator", str, GENERATORS.names()[0]).offering(GENERATORS.labels()),
)


class Draft:
    """A recipe in the making; ``changed`` is notified of every change.

    ``kinds`` are shape and generator, ``rest`` braid, seed and whether the seed is kept; ``scale``
    changes the sizes together, and ``subject`` is what the maze is to show. Where the chosen
    generator cannot make the shape or the masks, another one is taken, and ``reason`` is why.
    ``shape_by_hand`` is whether the user has chosen the shape that is shown, and no maze has
    brought it.
    """

    def __init__(self) -> None:
        self.changed: Listeners[[]] = Listeners()
        self.kinds = FieldValues(KINDS)
        self.rest = FieldValues((BRAID, DRAWN_SEED, KEEP))
        self.masks = MaskList()
        self.subject = SubjectDraft()
        self.reason = ""
        self.shape_by_hand = False
        self.scale = MazeScale(lambda: self.shape, lambda: self.sizes)
        self._sizes, self._options = OptionsOf(SHAPES), OptionsOf(GENERATORS)
        self._able = self.generator  # the generator chosen last that can make what is chosen
        self.kinds.edited.subscribe(self._kind_edited)
        self.rest.edited.subscribe(self._rest_edited)
        self.masks.changed.subscribe(self._masks_changed)
        self.subject.changed.subscribe(self.changed.notify)

    @property
    def shape(self) -> str:
        """The name of the chosen shape."""
        return str(self.kinds["shape"])

    @property
    def generator(self) -> str:
        """The name of the chosen generator."""
        return str(self.kinds["generator"])

    @property
    def sizes(self) -> FieldValues:
        """The options of the chosen shape."""
        return self._sizes[self.shape]

    @property
    def options(self) -> FieldValues:
        """The options of the chosen generator."""
        return self._options[self.generator]

    # Shape and generator

    def why_not(self, generator: str) -> str:
        """Return why a generator cannot make what is chosen, "" where it can."""
        return GENERATORS[generator].why_not(self.shape, whole=not self.masks.masks)

    def choose_shape(self, name: str) -> None:
        """Choose a shape; raises ``UsageError`` for an unknown one."""
        self.kinds.edit("shape", SHAPES[name].name)

    def choose_generator(self, name: str) -> None:
        """Choose a generator, unless it cannot make the shape; raises ``UsageError``."""
        self.kinds.edit("generator", GENERATORS[name].name)

    def _masks_changed(self) -> None:
        self.reason = ""  # it was about other masks
        self._check_generator()

    def _kind_edited(self, name: str, value: Any) -> None:
        self.shape_by_hand |= name == "shape"
        self.reason = ""  # it was about what was chosen before
        if name == "generator" and (reason := self.why_not(value)):
            self.kinds.update({"generator": self._able})
            self.reason = reason
        elif name == "generator":
            self._take_generator(value)
        self._check_generator()

    def _take_generator(self, name: str, reason: str = "") -> None:
        self._able, self.reason = name, reason
        self.kinds.update({"generator": name})

    def _check_generator(self) -> None:
        """Take another generator where the chosen one cannot make the shape."""
        if reason := self.why_not(self.generator):
            able = next(
                generator.name for generator in GENERATORS if not self.why_not(generator.name)
            )
            self._take_generator(able, reason)
        self.changed.notify()

    def _rest_edited(self, name: str, _value: Any) -> None:
        if name == "seed":  # a seed that was typed is to be used
            self.rest.update({"keep_seed": True})
        self.changed.notify()

    # Recipes

    def recipe(self, *, fresh: bool = False, shown: bool = False) -> Recipe:
        """Return the recipe, with a new seed where the seed is not kept.

        ``fresh`` draws a new seed in any case, ``shown`` takes the one that is shown. Raises
        ``UsageError`` where the text in a field is invalid.
        """
        sizes, options, rest = self.sizes.read(), self.options.read(), self.rest.read()
        seed = rest["seed"]
        if fresh or seed is None or not (shown or rest["keep_seed"]):
            seed = new_seed()
            self.rest.update({"seed": seed})
        masks = self.masks
        return Recipe(
            self.generator,
            options,
            seed,
            rest["braid"],
            self.shape,
            sizes,
            masks.masks,
            masks.pieces,
            subject=self.subject.read(),
        )

    def follow(self, document: Document) -> None:
        """Take over how the maze of a document was made."""
        self.take(document.recipe, whole=document.maze.lattice.whole)

    def take(self, recipe: Recipe, *, whole: bool) -> None:
        """Take over a recipe, of a ``whole`` lattice where no outline cuts it."""
        if recipe.shape in SHAPES:
            self.shape_by_hand &= recipe.shape == self.shape
            self.kinds.update({"shape": recipe.shape})
            self.sizes.update(recipe.sizes)
        self.masks.follow(recipe, whole=whole)
        self.subject.take(recipe.subject)
        made = recipe.parts[-1] if recipe.parts else recipe  # the generator that was used last
        if made.generator in GENERATORS:
            self._take_generator(made.generator)
            self.options.reset(made.options)
            rest = {"seed": made.seed, "braid": recipe.braid}
            known = {name: value for name, value in rest.items() if value is not None}
            self.rest.update_valid(known)
        self._check_generator()


class SolverChoice:
    """Which solver Solve will use, and its options."""

    def __init__(self) -> None:
        labels = SOLVERS.labels()
        self.kind = FieldValues((Option("solver", str, next(iter(labels))).offering(labels),))
        self._options = OptionsOf(SOLVERS)

    @property
    def name(self) -> str:
        """The name of the chosen solver."""
        return str(self.kind["solver"])

    @property
    def options(self) -> FieldValues:
        """The options of the chosen solver."""
        return self._options[self.name]


class MaskList:
    """Masks in their order, and what is done with several pieces.

    ``report`` is what became of the masks of the maze made last; ``changed`` is notified of every
    change.
    """

    def __init__(self) -> None:
        self.masks: tuple[MaskStep, ...] = ()
        self.report = ""
        self.changed: Listeners[[]] = Listeners()
        self._pieces: str | None = None
        self._last: list[dict[str, MaskStep]] = []  # by place and name, as chosen last

    @property
    def pieces(self) -> str | None:
        """What is done with several pieces, ``None`` for what is usual."""
        usual = not self.masks or self._pieces == usual_pieces(self.masks)
        return None if usual else self._pieces

    def last(self, place: int, name: str) -> MaskStep:
        """Return a mask with the options that were chosen last at its place."""
        at_place = self._last[place] if place < len(self._last) else {}
        return at_place.get(name, MaskStep(name))

    def put(self, place: int, mask: MaskStep) -> None:
        """Use a mask at a place: instead of the one there, or after the last."""
        self._set((*self.masks[:place], mask, *self.masks[place + 1 :]), self._pieces)

    def remove(self, place: int) -> None:
        """Use the other masks only."""
        self._set((*self.masks[:place], *self.masks[place + 1 :]), self._pieces)

    def choose_pieces(self, pieces: str | None) -> None:
        """Choose what is done with several pieces, ``None`` for what is usual."""
        self._pieces = pieces

    def show_outline(self, outline: Cut) -> None:
        """Keep what became of the masks of the maze just made."""
        if outline.report != self.report:
            self.report = outline.report
            self.changed.notify()

    def follow(self, recipe: Recipe, *, whole: bool) -> None:
        """Take over the masks of a maze; an outline without a known mask counts as painted."""
        try:
            masks = tuple(mask.checked() for mask in recipe.masks)
            pieces = None if recipe.pieces is None else PIECES.check(recipe.pieces)
        except UsageError:
            masks, pieces = (), None
        self._set(masks if masks or whole else (BY_HAND,), pieces)

    def _set(self, masks: tuple[MaskStep, ...], pieces: str | None) -> None:
        before = self.masks, self.report, self.pieces
        self.report, self._pieces = "", pieces if masks else None
        for place, mask in enumerate(masks):
            if place == len(self._last):
                self._last.append({})
            self._last[place][mask.name] = mask
        self.masks = tuple(mask.without_defaults() for mask in masks)
        if before != (self.masks, self.report, self.pieces):
            self.changed.notify()
