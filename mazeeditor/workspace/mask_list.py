"""The masks that a maze is to be cut to, while the user chooses them."""

from __future__ import annotations

from mazeeditor.errors import UsageError
from mazeeditor.listeners import Listeners
from mazeeditor.masks import PIECES
from mazeeditor.masks.cutting import Cut, MaskStep, usual_pieces
from mazeeditor.recipe import BY_HAND, Recipe


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
        known = self._last[place] if place < len(self._last) else {}
        return known.get(name, MaskStep(name))

    def put(self, place: int, mask: MaskStep) -> None:
        """Use a mask at a place: instead of the one there, or after the last."""
        self._set((*self.masks[:place], mask, *self.masks[place + 1 :]))

    def remove(self, place: int) -> None:
        """Use the other masks only."""
        self._set((*self.masks[:place], *self.masks[place + 1 :]))

    def choose_pieces(self, pieces: str | None) -> None:
        """Choose what is done with several pieces, ``None`` for what is usual."""
        self._pieces = pieces

    def show_outline(self, outline: Cut) -> None:
        """Keep what became of the masks of the maze just made."""
        self.report = outline.report
        self.changed.notify()

    def follow(self, recipe: Recipe, *, whole: bool) -> None:
        """Take over the masks of a maze; an outline without a known mask counts as painted."""
        try:
            masks = tuple(mask.checked() for mask in recipe.masks)
            pieces = None if recipe.pieces is None else PIECES.check(recipe.pieces)
        except UsageError:
            masks, pieces = (), None
        self._pieces = pieces
        self._set(masks if masks or whole else (BY_HAND,))

    def _set(self, masks: tuple[MaskStep, ...]) -> None:
        self.report = ""
        if not masks:
            self._pieces = None
        for place, mask in enumerate(masks):
            if place == len(self._last):
                self._last.append({})
            self._last[place][mask.name] = mask
        self.masks = tuple(map(_without_defaults, masks))
        self.changed.notify()


def _without_defaults(mask: MaskStep) -> MaskStep:
    chosen = {
        option.name: mask.options[option.name]
        for option in mask.known_options
        if mask.options.get(option.name, option.default) != option.default
    }
    return MaskStep(mask.name, chosen)
