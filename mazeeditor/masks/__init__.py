"""The outlines to which a maze can be cut: a heart, a word, a picture; each file registers some."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from mazeeditor.masks.stencil import Stencil
from mazeeditor.options import Between, Option, options_of
from mazeeditor.registry import Entry, Registry
from mazeeditor.translation import _


@dataclass(frozen=True)
class Mask(Entry[Callable[..., Stencil]]):
    """A registered source: ``run`` returns its stencil from keyword options."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the source, then ``MASK_OPTIONS``."""
        return (*options_of(self.run), *MASK_OPTIONS)


MASKS: Registry[Mask] = Registry("mask", __name__)
mask = MASKS.decorator(Mask)

Pieces = Literal["bridges", "largest", "each"]


def _common(
    *,
    scale: Annotated[float, Between(0.05, 1), _("how large, as a share of the maze")] = 1.0,
    combine: Annotated[
        Literal["keep", "cut-out", "add"],
        _("keep only what the mask covers, cut that out, or add it to the masks before"),
    ] = "keep",
) -> None:
    """Define the options of every mask; see ``MASK_OPTIONS``."""


def _all_together(
    *,
    pieces: Annotated[
        Pieces,
        _("of several pieces: join them by bridges, keep the largest, or make a maze in each"),
    ] = "bridges",
) -> None:
    """Define the option of all masks together; see ``PIECES``."""


MASK_OPTIONS = options_of(_common)
(PIECES,) = options_of(_all_together)
