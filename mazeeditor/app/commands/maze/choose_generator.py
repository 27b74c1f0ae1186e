"""Choose Generator: all that can make the chosen shape, each by a picture of such a maze."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mazeeditor.app.commands import command, idle
from mazeeditor.app.commands.maze.maze_menu import start_generating
from mazeeditor.app.parts.services import Services
from mazeeditor.app.parts.view import View
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.maze.generators import GENERATORS, Generator
from mazeeditor.maze.recipe import Recipe

if TYPE_CHECKING:
    from PIL.Image import Image

SIZE = 16  # rows and columns of the mazes in the pictures
SEED = 7
MARGIN = 3.0  # mm around the mazes


@dataclass(frozen=True)
class GeneratorPicture:
    """A generator, and a small maze of a shape that it makes."""

    generator: Generator
    shape: str

    @property
    def name(self) -> str:
        """The name, and below it what its mazes look like."""
        return f"{self.generator.label}\n{self.generator.texture}"

    def picture(self, side: int) -> Image:
        """Return a maze on white paper that fits into a square of ``side`` px."""
        from mazeeditor.app.printing.snapshot import picture_of
        from mazeeditor.maze.shapes import sizes_about

        sizes = sizes_about(self.shape, SIZE, {})
        recipe = Recipe(self.generator.name, seed=SEED, shape=self.shape, sizes=sizes)
        return picture_of(recipe, side, MARGIN)


@command(
    "choose-generator",
    _("Choose Generator…"),
    menu="maze",
    order=13,
    keys=("Mod+K",),
    enabled=idle,
    places=("make",),
)
def choose_generator(document: Document, view: View, services: Services) -> None:
    """Choose a generator by a picture of its mazes, and generate with it."""
    draft = view.draft
    able = [generator for generator in GENERATORS if not draft.why_not(generator.name)]
    offered = [GeneratorPicture(generator, draft.shape) for generator in able]
    current = [generator.name for generator in able].index(draft.generator)
    if chosen := services.ui.dialogs.ask_picture(_("Choose Generator"), offered, current):
        draft.choose_generator(chosen.generator.name)
        start_generating(document, view, services)
