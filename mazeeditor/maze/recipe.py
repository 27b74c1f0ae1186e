"""The recipe of a maze: generator, options, seed, shape, sizes and masks; and how to make it.

In a project file a recipe is one object. Its shape and sizes are those of the maze, above it::

    {"generator": "prim", "seed": 7, "braid": 0.5, "bias": 0.2,
     "mask": [{"name": "heart"}, {"name": "hole", "combine": "cut-out"}], "pieces": "each"}

All keys but those of ``OWN_OPTIONS`` are options of the generator. Older files have a single mask,
which also contains what is done with its pieces. Where parts of the maze were generated again, or
all of it around a route, ``parts`` says how, the last one last::

    {"generator": "prim", "seed": 7, "parts": [
      {"generator": "kruskal", "seed": 3, "cells": 120, "rows": [2, 9], "columns": [0, 14]},
      {"generator": "wilson", "seed": 4, "cells": 900, "rows": [0, 29], "columns": [0, 29],
       "route": 85}]}

``subject`` is what the maze shows, such as ``{"name": "qr", "qr": "Hello"}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import check_all
from mazeeditor.core.translation import _
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice, alike
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.masks.cutting import PAINTED, Cut, MaskStep, cut, mask_steps, sized_by
from mazeeditor.maze.masks.readable import show_letters
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.random import new_seed
from mazeeditor.maze.subjects import SUBJECTS, ChosenSubject
from mazeeditor.maze.walls import free_walls

if TYPE_CHECKING:
    from mazeeditor.maze.completing import Growth

Json = Mapping[str, Any]
MASK_KEY, PIECES_KEY, PARTS_KEY, SYMMETRY_KEY = "mask", "pieces", "parts", "symmetry"
SUBJECT_KEY = "subject"
OWN_OPTIONS = (
    "generator",
    "seed",
    "braid",
    MASK_KEY,
    PIECES_KEY,
    PARTS_KEY,
    SYMMETRY_KEY,
    SUBJECT_KEY,
)
BY_HAND = MaskStep(PAINTED)
RECTANGULAR = "rectangular"
_MISSING = object()


@dataclass(frozen=True)
class RecipePart:
    """How a part of a maze was made: by which generator, with which seed and options, and where.

    It has ``cells`` cells, from the first to the last of ``rows`` and ``columns``; ``route`` is how
    many of these are on the route around which it was made, 0 where there was none. This is a
    record: what else was there when the part was made is not known any more.
    """

    generator: str
    seed: int
    cells: int
    rows: tuple[int, int]
    columns: tuple[int, int]
    route: int = 0
    options: Json = field(default_factory=dict)

    @classmethod
    def of(
        cls, recipe: Recipe, lattice: Lattice, cells: NDArray[np.bool_], route: int = 0
    ) -> RecipePart:
        """Return the part with ``cells`` bool[n], one at least, that a recipe with a seed made.

        It was made around a route of so many cells, 0 for none.
        """
        places = lattice.places(np.flatnonzero(cells).astype(np.int64))
        (row, column), (last_row, last_column) = places.min(0).tolist(), places.max(0).tolist()
        where = len(places), (row, last_row), (column, last_column)
        return cls(recipe.generator, recipe.seed or 0, *where, route, dict(recipe.options))

    @classmethod
    def from_json(cls, values: object) -> RecipePart | None:
        """Return the part in an object of a file, None where it is invalid."""
        if not isinstance(values, Mapping):
            return None
        rows, columns = (_pair(values.get(name)) for name in ("rows", "columns"))
        numbers = [_number(values.get(name, 0), int) for name in ("seed", "cells", "route")]
        generator, options = _text(values.get("generator")), values.get("options", {})
        if not (rows and columns and generator and isinstance(options, Mapping)):
            return None
        if None in numbers:
            return None
        seed, cells, route = numbers
        return cls(generator, seed, cells, rows, columns, route, dict(options))

    def to_json(self) -> dict[str, Any]:
        where = {"cells": self.cells, "rows": list(self.rows), "columns": list(self.columns)}
        route = {"route": self.route} if self.route else {}
        options = {"options": dict(self.options)} if self.options else {}
        return {"generator": self.generator, "seed": self.seed, **where, **route, **options}

    def replaces(self, other: RecipePart) -> bool:
        """Whether nothing is left of another part, which has the same cells as far as is known."""
        return (self.cells, self.rows, self.columns) == (other.cells, other.rows, other.columns)


@dataclass(frozen=True)
class Recipe:
    """What a maze is made from; immutable.

    ``generator`` is "" for a maze that was not generated. ``options`` are those chosen of the
    generator and ``sizes`` those of the shape; what is missing has its default. ``seed`` and
    ``braid`` are ``None`` where they are not given: any seed, no braid. ``masks`` are applied in
    their order, and ``pieces`` is what is done with several pieces, ``None`` what is usual.
    ``parts`` are those that were made otherwise later, which ``maze_of`` does not make.
    ``symmetry`` is the one that the maze has, but for the fewest walls, ``None`` for none.
    ``subject`` is what the maze shows, and may decide about its size; ``None`` for nothing.
    ``source`` is the object that it was read from, of which ``to_json`` keeps unknown keys;
    comparing recipes ignores it.
    """

    generator: str = ""
    options: Json = field(default_factory=dict)
    seed: int | None = None
    braid: float | None = None
    shape: str = RECTANGULAR
    sizes: Json = field(default_factory=dict)
    masks: tuple[MaskStep, ...] = ()
    pieces: str | None = None
    parts: tuple[RecipePart, ...] = ()
    symmetry: str | None = None
    subject: ChosenSubject | None = None
    source: Json = field(default_factory=dict, compare=False, repr=False)

    @property
    def fakes(self) -> int:
        """How many of the exits must not be reached."""
        return self.subject.fakes if self.subject else 0

    @property
    def is_read(self) -> bool:
        """Whether people or cameras read its maze or its outline, so that it is never mirrored."""
        return bool(self.subject and self.subject.is_read) or show_letters(self.masks)

    def __post_init__(self) -> None:
        for name in ("options", "sizes", "source"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled, for other processes: ``MappingProxyType`` cannot be."""
        plain = {name: dict(getattr(self, name)) for name in ("options", "sizes", "source")}
        return {**vars(self), **plain}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.__post_init__()

    # Reading and writing

    @classmethod
    def from_json(cls, values: Json) -> Recipe:
        """Return the recipe in an object of a file, which may hold any values.

        Invalid values are ignored, and still written by ``to_json``; what ``without_files`` leaves
        out is not. Whether the generator and the masks exist is checked where the recipe is used.
        """
        values, _left_out = without_files(values)
        masks, pieces = _read_masks(values)
        braid = values.get("braid")
        return cls(
            generator=_text(values.get("generator")) or "",
            options={key: value for key, value in values.items() if key not in OWN_OPTIONS},
            seed=_number(values.get("seed"), int),
            braid=_number(braid, int, float),
            masks=masks,
            pieces=pieces,
            parts=_read_parts(values.get(PARTS_KEY)),
            symmetry=_text(values.get(SYMMETRY_KEY)),
            subject=_read_subject(values.get(SUBJECT_KEY)),
            source=values,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the object for a file.

        A value that is the same as in ``source`` keeps its position and spelling there.
        """
        now, result = self._values(), dict(self.source)
        before = Recipe.from_json(self.source)._values() if result else {}
        changed = [
            key for key in before | now if before.get(key, _MISSING) != now.get(key, _MISSING)
        ]
        if MASK_KEY in changed or PIECES_KEY in changed:  # older files have one in the other
            changed += [MASK_KEY, PIECES_KEY]
        for key in changed:
            if key in now:
                result[key] = now[key]
            else:
                result.pop(key, None)
        return result

    def _values(self) -> dict[str, Any]:
        values: dict[str, Any] = {"generator": self.generator} if self.generator else {}
        values |= {} if self.seed is None else {"seed": self.seed}
        values |= {} if self.braid is None else {"braid": self.braid}
        values |= self.options
        values |= {MASK_KEY: [step.to_json() for step in self.masks]} if self.masks else {}
        values |= {} if self.pieces is None else {PIECES_KEY: self.pieces}
        values |= {} if self.symmetry is None else {SYMMETRY_KEY: self.symmetry}
        values |= {SUBJECT_KEY: self.subject.to_json()} if self.subject else {}
        return values | ({PARTS_KEY: [part.to_json() for part in self.parts]} if self.parts else {})

    # Other recipes

    def kept(self) -> Recipe:
        """Return the recipe with its files as texts, as ``ChosenEntry.kept`` does."""
        subject = self.subject and self.subject.kept()
        return replace(self, masks=tuple(step.kept() for step in self.masks), subject=subject)

    def sized(self) -> Recipe:
        """Return the recipe with the sizes that follow from its masks; raises ``UsageError``."""
        step = sized_by(self.masks)
        sizes = MASKS[step.name].sizes if step else None
        if step is None or sizes is None:
            return self
        if self.shape != RECTANGULAR:
            text = _("{mask} is for rectangular mazes only, not for those of the shape {shape}.")
            raise UsageError(text.format(mask=step.label, shape=self.shape))
        return replace(self, sizes={**self.sizes, **sizes(step.checked().options)})

    def at(self, lattice: Lattice) -> Recipe:
        """Return the recipe with the shape and sizes of a lattice."""
        shape, sizes = lattice.shape, dict(lattice.parameters)
        if (self.shape, self.sizes) == (shape, sizes):
            return self
        return replace(self, shape=shape, sizes=sizes)

    def painted(self) -> Recipe:
        """Return the recipe with an outline painted by hand, whatever it was before.

        A mask that decides about the size stays before that: it says where the maze lies.
        """
        sized = sized_by(self.masks)
        return replace(self, masks=(sized, BY_HAND) if sized else (BY_HAND,), pieces=None)

    def after(self, before: Lattice, after: Lattice) -> Recipe:
        """Return the recipe once a maze has got another lattice.

        An outline that has changed counts as painted by hand, and what the maze shows is not known
        any more; the rest stays as it is.
        """
        if before is after:
            return self
        if alike(before, after) and sized_by(self.masks):
            return replace(self.painted(), subject=None)
        painted = replace(self, masks=(), pieces=None) if after.whole else self.painted()
        result = replace(painted, masks=painted.masks[-1:])
        return replace(result, subject=None).at(after)

    def with_part(self, part: RecipePart, lattice: Lattice) -> Recipe:
        """Return the recipe of a maze on ``lattice`` of which a part was made anew.

        A part that covers all cells leaves nothing of what was made before.
        """
        if part.cells == lattice.cells:
            anew = replace(self, generator="", options={}, seed=None, braid=None)
            return replace(anew, symmetry=None, subject=None, parts=(part,))
        kept = tuple(other for other in self.parts if not part.replaces(other))
        return replace(self, parts=(*kept, part))

    def by_hand(self) -> Recipe:
        """Return the recipe of a grid of its shape, sizes and outline, to be drawn by hand."""
        grid = replace(self, generator="", options={}, seed=None, braid=None, parts=())
        return replace(grid, symmetry=None, subject=None)

    def growth(self) -> Growth:
        """Return what completes a maze in the texture of this recipe, which has a seed."""
        from mazeeditor.maze.completing import Growth

        return Growth(self.generator, self.seed or 0, self.options)

    def seeded(self) -> Recipe:
        return replace(self, seed=new_seed()) if self.seed is None else self

    @property
    def typefaces(self) -> list[str]:
        chosen = [*self.masks, *([self.subject] if self.subject else [])]
        return [name for one in chosen for name in one.typefaces]

    # What it can make

    def why_not(self, generator: str = "") -> str:
        """Return why its generator, or another, cannot make such mazes, "" where it can.

        Raises ``UsageError`` for an unknown one.
        """
        from mazeeditor.maze.generators import GENERATORS

        if self.subject and (reason := self._why_no_subject(self.subject)):
            return reason
        entry = GENERATORS[generator or self.generator]
        return entry.why_not(self.shape, whole=not self.masks)

    def _why_no_subject(self, subject: ChosenSubject) -> str:
        entry = SUBJECTS[subject.name]
        reason = ""
        if self.shape not in entry.shapes:
            reason = _("it is for {shapes} only").format(shapes=", ".join(entry.shapes))
        elif self.masks and not entry.masked:
            reason = _("it needs a whole maze: leave out the outline")
        elif self.symmetry is not None:
            reason = _("it is not symmetric: leave out the symmetry")
        elif self.braid:
            reason = _("it has no loops: leave out the braid")
        return f"{entry.label}: {reason}." if reason else ""


def without_files(values: Json) -> tuple[Json, list[str]]:
    """Return the object of a recipe without what names files, and a sentence for each of these.

    A document opens no file: what it needs of one is in it, as ``Recipe.kept`` puts it there.
    """
    left_out: list[str] = []

    def is_whole(value: object, kind: type[MaskStep | ChosenSubject]) -> bool:
        with suppress(UsageError):
            if reason := kind.of(value).why_left_out():
                left_out.append(reason)
                return False
        return True  # or invalid, but kept in the file

    masks, subject = values.get(MASK_KEY), values.get(SUBJECT_KEY)
    several = isinstance(masks, list)
    steps = masks if isinstance(masks, list) else [] if masks is None else [masks]
    kept = [step for step in steps if is_whole(step, MaskStep)]
    result = dict(values)
    if left_out:
        result[MASK_KEY] = kept if several else []
    if subject is not None and not is_whole(subject, ChosenSubject):
        del result[SUBJECT_KEY]
    return result, left_out


def _read_subject(values: object) -> ChosenSubject | None:
    try:
        return None if values is None else ChosenSubject.of(values)
    except UsageError:  # invalid, but kept in the file
        return None


def _read_masks(values: Json) -> tuple[tuple[MaskStep, ...], str | None]:
    """Return the masks, and what is done with pieces, of an object of a file."""
    try:
        steps = mask_steps(values.get(MASK_KEY) or [])
    except UsageError:  # invalid, but kept in the file
        return (), None
    pieces = _text(values.get(PIECES_KEY))
    for step in steps:
        pieces = pieces or _text(step.options.get(PIECES_KEY))
    return tuple(map(_newer, steps)), pieces


def _newer(step: MaskStep) -> MaskStep:
    """Return a mask of an older file as it is written today."""
    options = {key: step.options[key] for key in step.options if key not in (PIECES_KEY, "cut_out")}
    if step.options.get("cut_out") is True:
        options["combine"] = "cut-out"
    if "font" in options:
        options["typeface"] = options.pop("font")
    return MaskStep(step.name, options)


def _read_parts(values: object) -> tuple[RecipePart, ...]:
    parts = map(RecipePart.from_json, values if isinstance(values, list) else ())
    return tuple(part for part in parts if part)


def _pair(value: object) -> tuple[int, int] | None:
    """Return the first and the last number of a range."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    first, last = (_number(number, int) for number in value)
    return None if first is None or last is None else (first, last)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: Any, *kinds: type) -> Any:
    return value if isinstance(value, kinds) and not isinstance(value, bool) else None


def outline_of(recipe: Recipe, like: Lattice | None = None, job: Job | None = None) -> Cut:
    """Return the lattice of a recipe, cut to its masks; raises ``UsageError``, ``CancelledError``.

    ``like`` is the lattice of a maze that exists already: an outline painted by hand is taken from
    it, and it is returned itself where the result is the same.
    """
    from mazeeditor.maze.shapes import SHAPES, build

    recipe = recipe.sized()
    size = recipe.shape, check_all(SHAPES[recipe.shape].options, recipe.sizes)
    known = like if like and like.whole else None
    same = known and size == (known.shape, dict(known.parameters))
    whole = known if known and same else build(recipe.shape, **recipe.sizes)
    if not recipe.masks:
        return Cut(whole)
    return cut(recipe.masks, whole, pieces=recipe.pieces, like=like, job=job)


def maze_of(recipe: Recipe, lattice: Lattice | None = None, job: Job | None = None) -> Maze:
    """Return the maze of a recipe, with the default openings of its lattice.

    ``lattice`` is the result of ``outline_of`` where that is known already. A maze that shows
    something may have another lattice, openings and locks. The same recipe with a seed gives the
    same maze for ever. Raises ``UsageError``, ``MazeError`` and ``CancelledError``.
    """
    from mazeeditor.maze.generators import GENERATORS, generate

    lattice = lattice or outline_of(recipe, job=job).lattice
    recipe, braid = recipe.seeded(), recipe.braid or 0.0
    if recipe.subject is not None:
        return _showing(recipe, recipe.subject, lattice, job or Job())
    if recipe.symmetry is not None:
        from mazeeditor.maze.transforms.symmetry.symmetric_maze import symmetric_maze

        return symmetric_maze(lattice, recipe.growth(), recipe.symmetry, braid, job)
    options = check_all(GENERATORS[recipe.generator].options, recipe.options)
    seed = recipe.seed or 0
    return generate(recipe.generator, lattice, seed, braid=braid, job=job, **options)


def _showing(recipe: Recipe, subject: ChosenSubject, lattice: Lattice, job: Job) -> Maze:
    if reason := recipe.why_not():
        raise UsageError(reason)
    entry, options = SUBJECTS[subject.name], subject.checked().options
    return entry.run(lattice, recipe.growth(), job, **options)


def refuse_openings(recipe: Recipe, around_route: bool) -> None:
    """Raise ``UsageError`` where entrance and exit follow from a subject, or from a route."""
    if recipe.subject is not None:
        raise UsageError(_("What the maze shows has its own entrance and exit: leave these out."))
    if around_route:
        raise UsageError(_("A route has its own entrance and exit: leave these out."))


def maze_around(
    recipe: Recipe, lattice: Lattice, route: Ids, job: Job | None = None
) -> tuple[Maze, Recipe]:
    """Return the maze of a recipe around ``route`` int64[k], its only one, and what made it.

    Entrance and exit are at its ends. The same recipe with a seed gives the same maze for ever.
    Raises ``UsageError`` and ``CancelledError``.
    """
    from mazeeditor.maze.completing import around_route

    if recipe.symmetry is not None:
        raise UsageError(_("A maze around a route is not symmetric: leave one of them out."))
    if recipe.subject is not None:
        raise UsageError(_("What the maze shows has a route of its own: leave one of them out."))
    if recipe.braid:
        raise UsageError(_("A route that is the only one needs a maze without loops: no braid."))
    recipe = recipe.seeded()
    free = free_walls(lattice, job=job)
    maze = around_route(Maze(lattice), route, recipe.growth(), free, job).maze
    part = RecipePart.of(recipe, lattice, lattice.inside, len(route))
    return maze, recipe.with_part(part, lattice)
