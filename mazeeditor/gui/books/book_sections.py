"""Which fields of books and chapters stand together, and how their choices are called."""

from __future__ import annotations

from mazeeditor.core.translation import _
from mazeeditor.gui.dialogs.sheet_dialog import LABELS as OF_SHEETS
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.shapes import SHAPES

BOOK = {
    _("Book"): ("title", "subtitle", "author"),
    _("Pages"): (
        *("trim", "rules", "facing", "binding", "bleed", "margin", "gutter"),
        *("typeface", "pdfx"),
    ),
    _("From Easy to Hard"): ("ramp", "ramp_over"),
    _("Answers"): ("answers", "answers_per_page", "answer_style"),
    _("Further Pages"): (
        *("cover", "how_to", "how_to_text", "chapter_pages", "chapters_start"),
        *("page_numbers", "figures"),
    ),
    _("Mazes"): ("seed",),
}
OF_BOOKS = {
    "binding": {
        "automatic": _("By the title"),
        "left": _("Left of the cover"),
        "right": _("Right of the cover"),
    },
    "chapters_start": {"right": _("On a right page"), "next": _("On the next page")},
    "page_numbers": {"outside": _("Outside"), "center": _("In the middle"), "none": _("None")},
    "ramp": {
        "none": _("As the seeds come"),
        "cells": _("Cells"),
        "decisions": _("Decisions on the route"),
        "route": _("Length of the route"),
        "walk": _("Steps of a random walk"),
    },
    "ramp_over": {"chapter": _("In each chapter anew"), "book": _("Through the book")},
    "answers": {
        "none": _("None"),
        "chapter": _("Behind each chapter"),
        "end": _("All at the end"),
    },
    "answer_style": OF_SHEETS["answer_style"],
}
CHAPTER = {_("Chapter"): ("title", "text", "count", "per_page", "stars", "numbers")}
TEXTS = {_("Texts and Seed"): ("heading", "instructions", "footer", "seed")}
OF_CHAPTERS = {
    "numbers": {name: OF_SHEETS["numbers"][name] for name in ("number", "id", "none")},
}
KINDS = {
    "shape": {shape.name: shape.label for shape in SHAPES},
    "generator": {generator.name: generator.label for generator in GENERATORS},
}
