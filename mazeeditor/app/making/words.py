"""A maze in the shape of a word, for a sign: as many cells as its letters need."""

from __future__ import annotations

from math import ceil

from mazeeditor.app.parts.services import Services
from mazeeditor.core.translation import _
from mazeeditor.editing.document import Document
from mazeeditor.editing.work import generating
from mazeeditor.maze.masks import MASKS
from mazeeditor.maze.masks.cutting import MaskStep
from mazeeditor.maze.recipe import Recipe

ROWS = 22  # of cells in a line of letters: three or four fit into the stroke of a letter
MOST_COLUMNS = 400
WEIGHT = "heavy"


def word_recipe(word: str) -> Recipe:
    """Return the recipe of a maze in the shape of a word; raises ``UsageError``."""
    step = MaskStep("text", {"text": word, "weight": WEIGHT})
    aspect = MASKS["text"].run(text=word, weight=WEIGHT).aspect or 1.0
    sizes = {"rows": ROWS, "columns": min(MOST_COLUMNS, ceil(ROWS * aspect))}
    return Recipe("backtracker", shape="rectangular", sizes=sizes, masks=(step,)).seeded()


def make_word(document: Document, services: Services, word: str) -> None:
    """Make a maze of a word, as one step of the document."""

    def start(recipe: Recipe) -> None:
        services.start(_("Making a maze of {word}").format(word=word), generating(document, recipe))

    services.background.run(lambda _job: word_recipe(word), start, services.report)
