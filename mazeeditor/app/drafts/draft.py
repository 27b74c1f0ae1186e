"""What Generate will make, while the user changes it; the forms of the panel are bound to it.

::

    fields --- edit ---> Draft --- recipe() ---> Recipe ---> job ---> document
                           ^                                             |
                           +------------------ follow -------------------+
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mazeeditor.app.drafts.field_values import (
    FieldValues,
    OptionsOf,
    complete,
    valid_values,
)
from mazeeditor.app.drafts.maze_size import MazeScale
from mazeeditor.app.drafts.state import Part, State
from mazeeditor.app.drafts.subject_draft import SubjectDraft, known_subject
from mazeeditor.core.errors import UsageError
from mazeeditor.core.listeners import Listeners
from mazeeditor.core.options import Advanced, Option
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
    rare=Advanced(),
)
OUTLINE = _("Shape outline")  # the field of the first mask
DRAWN_SEED = replace(SEED, rare=Advanced(noted=False))  # another one after each Generate
KINDS = (
    Option(
        "shape",
        str,
        SHAPES.names()[0],
        _("Form of the cells"),
        manual="first-page#shapes",
    ).offering(SHAPES.labels()),
    Option("generator", str, GENERATORS.names()[0], manual="reference").offering(
        GENERATORS.labels()
    ),
)


def complete_recipe(recipe: Recipe, *, whole: bool = True) -> Recipe:
    """Return a recipe as forms have it: all sizes and options, those that are known and valid.

    Where no known mask cuts a lattice that is not ``whole``, its outline counts as painted.
    """
    shape = recipe.shape if recipe.shape in SHAPES else SHAPES.names()[0]
    made = recipe.parts[-1] if recipe.parts else recipe  # the generator that was used last
    generator = made.generator if made.generator in GENERATORS else GENERATORS.names()[0]
    try:
        masks = tuple(mask.checked().without_defaults() for mask in recipe.masks)
        pieces = None if recipe.pieces is None else PIECES.check(recipe.pieces)
    except UsageError:
        masks, pieces = (), None
    rest = valid_values((BRAID, SEED), {BRAID.name: recipe.braid, SEED.name: made.seed})
    return Recipe(
        generator,
        complete(GENERATORS[generator].options, made.options),
        rest.get(SEED.name),
        rest.get(BRAID.name),
        shape,
        complete(SHAPES[shape].options, recipe.sizes),
        masks if masks or whole else (BY_HAND,),
        pieces,
        subject=known_subject(recipe.subject),
    )


class Draft:
    """A recipe in the making, a ``part`` of a state; ``changed`` is notified of every change.

    ``kinds`` are shape and generator, ``rest`` braid, seed and whether the seed is kept; ``scale``
    changes the sizes together, and ``subject`` is what the maze is to show. Where the chosen
    generator cannot make the shape or the masks, another one is taken, and ``reason`` is why.
    ``shape_by_hand`` is whether the user has chosen the shape that is shown, and no maze has
    brought it. Shapes and generators that were chosen before keep their options.
    """

    def __init__(self, part: Part[Recipe] | None = None) -> None:
        self._part = part or State(complete_recipe(Recipe())).whole
        self._shown, self.reason = self._part.get(), ""
        self.changed: Listeners[[]] = Listeners()
        self._part.changed.subscribe(self._follow)
        changed = self._part.changed
        self.kinds = FieldValues(KINDS, part=Part(self._kinds, self._choose, changed))
        self._keeps_seed = False
        rest = BRAID, DRAWN_SEED, KEEP
        self.rest = FieldValues(rest, part=Part(self._rest, self._put_rest, changed))
        put = lambda recipe: self._put(recipe, "")  # noqa: E731 - the reason was about other masks
        self.masks = MaskList(Part(self._part.get, put, changed))
        self.subject = SubjectDraft(self._part.field("subject"))
        self.shape_by_hand = False
        self.scale = MazeScale(lambda: self.shape, lambda: self.sizes)
        self._sizes = OptionsOf(SHAPES, lambda: self.shape, self._part.field("sizes"))
        self._options = OptionsOf(GENERATORS, lambda: self.generator, self._part.field("options"))
        self.kinds.edited.subscribe(self._note_shape)
        self.rest.edited.subscribe(self._keep_seed)

    def _follow(self) -> None:
        recipe = self._part.get()
        if recipe is not self._shown:
            self._shown = recipe
            self.changed.notify()

    @property
    def wanted(self) -> Recipe:
        """The recipe as it is chosen by now; what is typed may not be in it yet."""
        return self._part.get()

    @property
    def shape(self) -> str:
        return self._part.get().shape

    @property
    def generator(self) -> str:
        return self._part.get().generator

    @property
    def sizes(self) -> FieldValues:
        """The options of the chosen shape."""
        return self._sizes[self.shape]

    @property
    def options(self) -> FieldValues:
        return self._options[self.generator]

    # The parts of the recipe

    def _rest(self) -> Mapping[str, Any]:
        recipe = self._part.get()
        braid = 0.0 if recipe.braid is None else recipe.braid
        return {BRAID.name: braid, SEED.name: recipe.seed, KEEP.name: self._keeps_seed}

    def _put_rest(self, rest: Mapping[str, Any]) -> None:
        self._keeps_seed = rest[KEEP.name]
        recipe = self._part.get()
        self._part.put(replace(recipe, braid=rest[BRAID.name], seed=rest[SEED.name]))

    # Shape and generator

    def why_not(self, generator: str) -> str:
        """Return why a generator cannot make what is chosen, "" where it can."""
        return why_not(generator, self._part.get())

    def choose_shape(self, name: str) -> None:
        """Choose a shape; raises ``UsageError`` for an unknown one."""
        self.kinds.edit("shape", SHAPES[name].name)

    def choose_generator(self, name: str) -> None:
        """Choose a generator, unless it cannot make the shape; raises ``UsageError``."""
        self.kinds.edit("generator", GENERATORS[name].name)

    def _kinds(self) -> Mapping[str, Any]:
        recipe = self._part.get()
        return {"shape": recipe.shape, "generator": recipe.generator}

    def _choose(self, kinds: Mapping[str, Any]) -> None:
        """Take over shape and generator, with their options as they were left."""
        before, shape, reason = self._part.get(), kinds["shape"], ""
        recipe = replace(before, shape=shape, sizes=self._sizes.values(shape))
        if kinds["generator"] != before.generator:
            reason = why_not(kinds["generator"], recipe)
            recipe = recipe if reason else self._with_generator(recipe, kinds["generator"])
        self._put(recipe, reason)

    def _with_generator(self, recipe: Recipe, name: str) -> Recipe:
        return replace(recipe, generator=name, options=self._options.values(name))

    def _put(self, recipe: Recipe, reason: str) -> None:
        """Take over a recipe, with another generator where its own cannot make it."""
        said = self.reason
        self._sizes.leave()
        self._options.leave()
        if refused := why_not(recipe.generator, recipe):
            able = next(each.name for each in GENERATORS if not why_not(each.name, recipe))
            recipe, reason = self._with_generator(recipe, able), refused
        self.reason = reason
        self._part.put(recipe)
        if reason != said:
            self.changed.notify()

    def _note_shape(self, name: str, _value: Any) -> None:
        self.shape_by_hand |= name == "shape"

    def _keep_seed(self, name: str, _value: Any) -> None:
        if name == SEED.name:  # a seed that was typed is to be used
            self.rest.update({KEEP.name: True})

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
        return replace(
            self._part.get(),
            options=options,
            seed=seed,
            braid=rest["braid"],
            sizes=sizes,
            pieces=self.masks.pieces,
            subject=self.subject.read(),
        )

    def follow(self, document: Document) -> None:
        """Take over how the maze of a document was made."""
        self.take(document.recipe, whole=document.maze.lattice.whole)

    def take(self, recipe: Recipe, *, whole: bool) -> None:
        """Take over a recipe, of a ``whole`` lattice where no outline cuts it."""
        before, taken = self._part.get(), complete_recipe(recipe, whole=whole)
        if recipe.shape in SHAPES:
            self.shape_by_hand &= recipe.shape == before.shape
            sizes = valid_values(SHAPES[recipe.shape].options, recipe.sizes)
            taken = replace(taken, sizes={**self._sizes.values(recipe.shape), **sizes})
        else:
            taken = replace(taken, shape=before.shape, sizes=before.sizes)
        made = recipe.parts[-1] if recipe.parts else recipe
        if made.generator not in GENERATORS:
            taken = replace(taken, generator=before.generator, options=before.options)
        seed = before.seed if taken.seed is None else taken.seed
        braid = before.braid if taken.braid is None else taken.braid
        self._put(replace(taken, seed=seed, braid=braid), "")
        for fields in (self.sizes, self.options):
            fields.discard_texts()


def why_not(generator: str, recipe: Recipe) -> str:
    """Return why a generator cannot make a recipe, "" where it can."""
    return GENERATORS[generator].why_not(recipe.shape, whole=not recipe.masks)


class SolverChoice:
    """Which solver Solve will use, and its options."""

    def __init__(self) -> None:
        labels = SOLVERS.labels()
        self.kind = FieldValues(
            (Option("solver", str, next(iter(labels)), manual="reference").offering(labels),)
        )
        self._options = OptionsOf(SOLVERS)

    @property
    def name(self) -> str:
        return str(self.kind["solver"])

    @property
    def options(self) -> FieldValues:
        return self._options[self.name]


class MaskList:
    """Masks in their order, and what is done with several pieces: of a recipe, a ``part``.

    ``report`` is what became of the masks of the maze made last; ``changed`` is notified of every
    change.
    """

    def __init__(self, part: Part[Recipe] | None = None) -> None:
        self._part = part or State(Recipe()).whole
        self.report = ""
        self.changed: Listeners[[]] = Listeners()
        self._last: list[dict[str, MaskStep]] = []  # by place and name, as chosen last
        self._shown = self.masks, self.pieces
        self._part.changed.subscribe(self._follow)
        self._remember(self.masks)

    @property
    def masks(self) -> tuple[MaskStep, ...]:
        return self._part.get().masks

    @property
    def pieces(self) -> str | None:
        """What is done with several pieces, ``None`` for what is usual."""
        return chosen_pieces(self._part.get())

    def last(self, place: int, name: str) -> MaskStep:
        """Return a mask with the options that were chosen last at its place."""
        at_place = self._last[place] if place < len(self._last) else {}
        return at_place.get(name, MaskStep(name))

    def put(self, place: int, mask: MaskStep) -> None:
        """Use a mask at a place: instead of the one there, or after the last."""
        masks = self.masks
        self._set((*masks[:place], mask, *masks[place + 1 :]))

    def remove(self, place: int) -> None:
        self._set((*self.masks[:place], *self.masks[place + 1 :]))

    def choose_pieces(self, pieces: str | None) -> None:
        """Choose what is done with several pieces, ``None`` for what is usual."""
        self._part.put(replace(self._part.get(), pieces=pieces))

    def show_outline(self, outline: Cut) -> None:
        """Keep what became of the masks of the maze just made."""
        self._report(outline.report)

    def _report(self, report: str) -> None:
        if report != self.report:
            self.report = report
            self.changed.notify()

    def _set(self, masks: tuple[MaskStep, ...]) -> None:
        self._remember(masks)
        recipe = self._part.get()
        pieces = recipe.pieces if masks else None
        kept = tuple(mask.without_defaults() for mask in masks)
        self._part.put(replace(recipe, masks=kept, pieces=pieces))
        self._report("")

    def _remember(self, masks: tuple[MaskStep, ...]) -> None:
        for place, mask in enumerate(masks):
            if place == len(self._last):
                self._last.append({})
            self._last[place][mask.name] = mask

    def _follow(self) -> None:
        now = self.masks, self.pieces
        if now != self._shown:
            if now[0] != self._shown[0]:
                self._remember(now[0])
            self._shown, self.report = now, ""
            self.changed.notify()


def chosen_pieces(recipe: Recipe) -> str | None:
    """Return what is done with several pieces, ``None`` for what is usual with its masks."""
    usual = not recipe.masks or recipe.pieces == usual_pieces(recipe.masks)
    return None if usual else recipe.pieces
