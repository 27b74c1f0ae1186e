"""Makes sample sheets, a poster and sample books, to be looked at page by page.

    .venv/bin/python docs/samples.py FOLDER

The files are the same each time.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import mazeeditor
from mazeeditor.sheets.books.book_reader import new_book, templates

NAMES = [{"name": name} for name in ("Anna", "Björn", "Chloë", "田中さくら")]
SHEETS: dict[str, dict[str, Any]] = {
    "small-children": {
        "rows": 6,
        "columns": 6,
        "seed": 11,
        "marks": "picture",
        "walls": "rounded",
        "title": "Help the mouse",
        "wall": 1.6,
        "name_line": True,
        "instructions": "Show the mouse the way to the cheese.",
        "answers": "end",
        "answer_style": "dots",
    },
    "class": {
        "rows": 14,
        "columns": 11,
        "seed": 30,
        "count": 4,
        "per_page": "4",
        "names": NAMES,
        "title": "Mazes for {name}",
        "footer": "Maze of the week",
        "date_line": True,
        "instructions": "Find the way from arrow to arrow.",
        "stars": 2,
        "answers": "file",
        "page_numbers": True,
    },
    "answers-on-the-back": {
        "shape": "hexagonal",
        "rows": 9,
        "columns": 8,
        "seed": 70,
        "count": 9,
        "per_page": "9",
        "title": "Nine hexagons",
        "numbers": "id",
        "answers": "back",
        "answer_style": "shading",
    },
    "hidden-sentence": {
        "rows": 14,
        "columns": 11,
        "seed": 21,
        "along": "letters",
        "title": "What does the route say?",
        "sentence": "Well done, you are a star",
        "instructions": "Write down the letters that you pass.",
        "answers": "next",
    },
    "sums": {
        "rows": 9,
        "columns": 10,
        "seed": 4,
        "count": 2,
        "per_page": "2",
        "along": "numbers",
        "along_count": 6,
        "title": "Add up the numbers on your way",
        "answers": "end",
    },
    "round": {
        "shape": "polar",
        "rings": 14,
        "seed": 5,
        "walls": "hand-drawn",
        "background": "#eeeeee",
        "title": "Into the middle",
        "title_style": 'top left 30pt "DejaVu Serif"',
        "answers": "next",
        "answer_style": "dashes",
    },
}
POSTER = {"page": "A4", "poster": "2x3", "title": "With love", "solution": "page"}


def main(folder: Path) -> list[Path]:
    """Make all samples in a folder; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, options in SHEETS.items():
        files += mazeeditor.sheet(folder / f"sheet-{name}.pdf", **options)
    heart = mazeeditor.generate("wilson", rows=40, columns=40, mask="heart", seed=8)
    files += mazeeditor.export(heart, folder / "poster.pdf", **POSTER)
    for name in templates():
        recipe = folder / f"book-{name}.mazebook"
        recipe.write_bytes(new_book(name, 1))
        files += mazeeditor.book(recipe, recipe.with_suffix(".pdf"))
    return files


if __name__ == "__main__":
    print("\n".join(map(str, main(Path(sys.argv[1])))))
