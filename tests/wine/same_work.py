"""Work whose files must have the same bytes on every system; prints their digests as JSON.

    python -m tests.wine.same_work FOLDER mazes|exports|books

``mazes`` are 1,000 of all generators and shapes, ``exports`` one of each format of each shape and
one of each job of machines, ``books`` those of five templates, each with three mazes a chapter.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from PIL import Image

import mazeeditor
from mazeeditor.making.jobs import JOBS
from mazeeditor.maze.generators import GENERATORS
from mazeeditor.maze.shapes import SHAPES
from mazeeditor.page.formats import EXPORTERS
from mazeeditor.sheets.books import templates

MAZES = 1000
SIZES: dict[str, dict[str, Any]] = {
    "rectangular": {"rows": 14, "columns": 17},
    "hexagonal": {"rows": 12, "columns": 13},
    "triangular": {"rows": 11, "columns": 21},
    "polar": {"rings": 9},
}
SQUARE: dict[str, Any] = {"rows": 16, "columns": 16}  # which all formats take
BOOKS = ("children", "adults", "dinosaurs", "mixed", "through-the-year")
IN_A_CHAPTER = 3


def digest(path: Path) -> str:
    """Return the digest of a file; of a PNG, of its pixels and of what is said with them.

    Pillow compresses pixels with another library, or another version of it, on each system.
    """
    if path.suffix != ".png":
        return sha256(path.read_bytes()).hexdigest()
    with Image.open(path) as picture:
        about = picture.mode, picture.size, sorted(picture.info.items())
        return sha256(repr(about).encode() + picture.tobytes()).hexdigest()


def mazes(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield a name and a digest of many mazes; each file is a project as it is saved."""
    kinds = [
        (generator.name, shape.name)
        for generator in GENERATORS
        for shape in SHAPES
        if not generator.why_not(shape.name)
    ]
    path = folder / "a.maze"
    for seed, (generator, shape) in enumerate(islice(cycle(kinds), MAZES)):
        braid = seed % 3 / 4
        maze = mazeeditor.generate(generator, shape=shape, seed=seed, braid=braid, **SIZES[shape])
        mazeeditor.save(maze, path)
        yield f"{generator} {shape} {seed}", digest(path)


def exports(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield a name and a digest of each file that is exported."""
    for shape in SHAPES:
        maze = mazeeditor.generate(shape=shape.name, seed=3, **SIZES[shape.name])
        for exporter in EXPORTERS:
            if exporter.draws_any:
                path = folder / f"{shape.name}{exporter.suffix}"
                more = {"title": "Grün"} if exporter.name in ("pdf", "svg", "png") else {}
                for written in mazeeditor.export(maze, path, solution=bool(more), **more):
                    yield written.name, digest(written)
    square = mazeeditor.generate(seed=4, **SQUARE)
    for exporter in EXPORTERS:
        for written in mazeeditor.export(square, folder / f"square{exporter.suffix}"):
            yield written.name, digest(written)
    for job in JOBS:
        path = folder / f"{job.name}{'.stl' if job.solid else '.svg'}"
        for written in mazeeditor.export(square, path, job=job.name):
            yield written.name, digest(written)


def books(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield a name and a digest of each book."""
    for name in BOOKS:
        text = (Path(templates.__path__[0]) / f"{name}.mazebook").read_text(encoding="utf-8")
        book = json.loads(text)
        book["author"] = "Ada Lovelace"
        for chapter in book["chapters"]:
            chapter["count"] = IN_A_CHAPTER
        for written in mazeeditor.book(book, folder / f"{name}.pdf"):
            yield written.name, digest(written)


KINDS = {"mazes": mazes, "exports": exports, "books": books}


def main() -> None:
    """Do the work that the arguments name."""
    folder, kind = sys.argv[1:]
    print(json.dumps(dict(KINDS[kind](Path(folder)))))


if __name__ == "__main__":
    main()
