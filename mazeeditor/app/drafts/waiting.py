"""What has been chosen for the next maze and is not in the open one: it waits for Generate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mazeeditor.app.drafts.draft import OUTLINE, Draft, complete_recipe
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.maze.generators import BRAID, GENERATORS
from mazeeditor.maze.recipe import Recipe
from mazeeditor.maze.shapes import SHAPES, size_in_words

SHAPE, GENERATOR = "shape", "generator"
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Waiting:
    """The names of options of the draft whose values are others, and what Generate will change.

    ``text`` is "" where nothing waits: "7 × 7 → 19 × 7".
    """

    kinds: frozenset[str] = NONE
    sizes: frozenset[str] = NONE
    options: frozenset[str] = NONE
    rest: frozenset[str] = NONE
    text: str = ""

    @classmethod
    def of(cls, draft: Draft, document: Document) -> Waiting:
        """Return what waits; of a maze that no generator has made, only its shape and size."""
        lattice, now = document.maze.lattice, draft.wanted
        made = complete_recipe(document.recipe, whole=lattice.whole)
        known = bool(document.recipe.generator or document.recipe.parts)
        kinds = _names({SHAPE: made.shape != now.shape})
        sizes = _differing(made.sizes, now.sizes) if not kinds else NONE
        options = rest = NONE
        if known:
            kinds |= _names({GENERATOR: made.generator != now.generator})
            options = _differing(made.options, now.options) if not kinds else NONE
            rest = _names({BRAID.name: (made.braid or 0.0) != (now.braid or 0.0)})
        text = ", ".join(_changes(made, now, kinds, sizes, options | rest, known=known))
        return cls(kinds, sizes, options, rest, text)


NOTHING_WAITS = Waiting()


def _differing(made: Mapping[str, Any], now: Mapping[str, Any]) -> frozenset[str]:
    return _names({name: made.get(name) != value for name, value in now.items()})


def _names(differ: Mapping[str, bool]) -> frozenset[str]:
    return frozenset(name for name, other in differ.items() if other)


def _changes(
    made: Recipe,
    now: Recipe,
    kinds: frozenset[str],
    sizes: frozenset[str],
    others: frozenset[str],
    *,
    known: bool,
) -> Iterator[str]:
    """Yield what becomes what, and the labels of what cannot be said in a few letters."""
    change = _("{before} → {after}")
    if SHAPE in kinds:
        labels = SHAPES.labels()
        yield change.format(before=labels[made.shape], after=labels[now.shape])
    elif sizes:
        before, after = (size_in_words(now.shape, recipe.sizes) for recipe in (made, now))
        yield change.format(before=before, after=after)
    if GENERATOR in kinds:
        yield GENERATORS[now.generator].label
    options: tuple[Option, ...] = (*GENERATORS[now.generator].options, BRAID)
    yield from (option.label for option in options if option.name in others)
    if known and made.masks != now.masks:
        yield OUTLINE
    if known and made.subject != now.subject:
        yield _("Shows")
