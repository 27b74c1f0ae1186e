"""Makes sample sheets and a sample book, to be looked at page by page.

    .venv/bin/python docs/samples.py FOLDER

The files are the same each time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import mazeeditor
from mazeeditor.printing.book_file import new_book, templates

SAMPLES: dict[str, Callable[[Path], object]] = {}
NAMES = [{"name": name} for name in ("Anna", "Björn", "Chloë", "田中さくら")]


def sample(make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Note a sample: its name with hyphens is that of its file."""
    SAMPLES[make.__name__.replace("_", "-")] = make
    return make


@sample
def sheet_for_small_children(path: Path) -> None:
    """One large maze with pictures and a line for the name."""
    mazeeditor.sheet(
        path,
        rows=6,
        columns=6,
        seed=11,
        title="Help the mouse",
        instructions="Show the mouse the way to the cheese.",
        marks="picture",
        walls="rounded",
        wall=1.6,
        name_line=True,
        answers="end",
        answer_style="dots",
    )


@sample
def sheet_for_a_class(path: Path) -> None:
    """A sheet for each name, four mazes on a page, each with a number and stars."""
    mazeeditor.sheet(
        path,
        names=NAMES,
        count=4,
        per_page="4",
        rows=14,
        columns=11,
        seed=30,
        title="Mazes for {name}",
        instructions="Find the way from arrow to arrow.",
        date_line=True,
        stars=2,
        answers="file",
        page_numbers=True,
        footer="Maze of the week",
    )


@sample
def sheet_with_answers_on_the_back(path: Path) -> None:
    """Nine hexagonal mazes whose answers lie behind them."""
    mazeeditor.sheet(
        path,
        count=9,
        per_page="9",
        shape="hexagonal",
        rows=9,
        columns=8,
        seed=70,
        title="Nine hexagons",
        numbers="id",
        answers="back",
        answer_style="shading",
    )


@sample
def sheet_with_a_hidden_sentence(path: Path) -> None:
    """A maze whose only route spells a sentence, and its answer."""
    mazeeditor.sheet(
        path,
        rows=14,
        columns=11,
        seed=21,
        title="What does the route say?",
        instructions="Write down the letters that you pass.",
        along="letters",
        sentence="Well done, you are a star",
        answers="next",
    )


@sample
def sheet_with_sums(path: Path) -> None:
    """Two mazes with numbers to add up on the way."""
    mazeeditor.sheet(
        path,
        count=2,
        per_page="2",
        rows=9,
        columns=10,
        seed=4,
        title="Add up the numbers on your way",
        along="numbers",
        along_count=6,
        answers="end",
    )


@sample
def sheet_of_styles(path: Path) -> None:
    """A round maze drawn by hand on grey."""
    mazeeditor.sheet(
        path,
        shape="polar",
        rings=14,
        seed=5,
        title="Into the middle",
        title_style='top left 30pt "DejaVu Serif"',
        walls="hand-drawn",
        background="#eeeeee",
        answers="next",
        answer_style="dashes",
    )


@sample
def poster(path: Path) -> None:
    """A heart on six sheets."""
    maze = mazeeditor.generate("wilson", rows=40, columns=40, mask="heart", seed=8)
    mazeeditor.export(maze, path, page="A4", poster="2x3", title="With love", solution="page")


@sample
def book_for_children(path: Path) -> None:
    """The book that ``book --new children`` begins with."""
    _book("children", path)


@sample
def book_for_a_print_shop(path: Path) -> None:
    """The book that ``book --new kdp-8.5x11`` begins with."""
    _book("kdp-8.5x11", path)


def _book(name: str, path: Path) -> None:
    assert name in templates()
    recipe = path.with_suffix(".mazebook")
    recipe.write_bytes(new_book(name, 1))
    mazeeditor.book(recipe, path)


def main(folder: Path) -> None:
    """Make all samples in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in SAMPLES.items():
        make(folder / f"{name}.pdf")
        print(folder / f"{name}.pdf")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
