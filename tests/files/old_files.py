"""The files that each version of the program has written, which every later one opens.

A folder of this package for each version, ``0.1.0/`` the first, holds them, and beside each file
what was read from it then, as JSON. They are never changed. ``python -m tests.files.old_files``
writes the folder of a new version, once its version number stands in the program::

    0.1.0/keys.maze   0.1.0/keys.maze.truth
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from mazeeditor import __version__
from mazeeditor.api import recipe_of
from mazeeditor.app.drafts.new_maze import read_preset
from mazeeditor.app.settings import Settings
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import HERE
from mazeeditor.files import Project
from mazeeditor.files.project import load, save
from mazeeditor.making.presets.machines import MACHINE_FILES
from mazeeditor.making.presets.materials import MATERIAL_FILES
from mazeeditor.making.tabs.places import KINDS, HandTabs
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from mazeeditor.maze.subjects import ChosenSubject
from mazeeditor.page.page import Page
from mazeeditor.page.underlay import Underlay
from mazeeditor.prepress.rule_sets import read_rule_set
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import read_book

FOLDER = Path(__file__).parent
TRUTH = ".truth"  # behind the name of a file
DOT = (  # a picture of 2 x 2 pixels, a PNG
    "data:image/png;name=dot.png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGNg+M/0nw"
    "EABgYCAX4eAgoAAAAASUVORK5CYII="
)


def digest_of(maze: Maze) -> str:
    """Return the sha256 of shape, mask, walls, openings and locks of a maze."""
    lattice = maze.lattice
    openings = [
        [*lattice.place(gap.cell), None if gap.slot is None else lattice.side(gap.cell, gap.slot)]
        if gap
        else None
        for gap in (maze.entrance, *maze.exits)
    ]
    head = [lattice.shape, dict(lattice.parameters), openings]
    locks = b"" if maze.locks is None else maze.locks.tobytes()
    parts = [json.dumps(head).encode(), lattice.inside.tobytes(), maze.walls.tobytes(), locks]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


# What is read from a file of each kind, as JSON values


def of_project(path: Path) -> dict[str, Any]:
    """Return what a project holds; where its recipe has a seed, also what that makes."""
    project = load(path)
    made = project.recipe.generator and not project.recipe.parts
    return {
        "maze": digest_of(project.maze),
        "cells": project.maze.lattice.cells,
        "made again": digest_of(maze_of(project.recipe)) if made else "",
        "recipe": project.recipe.to_json(),
        "page": Page.from_dict(project.page).to_dict(),
        "underlay": project.underlay.to_json(),
        "tabs": dict(project.tabs),
        "extra": project.extra,
        "warnings": project.warnings,
    }


def of_book(path: Path) -> dict[str, Any]:
    """Return the pages of a book and its mazes, each with the number of its page."""
    book = read_book(path)
    printing = BookPrinting.of(book, Job(), workers=HERE)
    mazes = [
        [printing.page_of[one.puzzle.number], digest_of(one.puzzle.maze(Job()))]
        for one in printing.mazes
    ]
    return {
        "pages": [page.kind for page in printing.pages],
        "mazes": mazes,
        "title": book.style.title,
        "author": book.style.author,
        "trim": book.style.trim,
        "looks": [chapter.page.to_dict() for chapter in book.chapters],
    }


def of_preset(path: Path) -> dict[str, Any]:
    """Return what a preset makes."""
    preset = read_preset(path)
    page, recipe = preset.page.to_dict(), preset.recipe
    return {"label": preset.label, "recipe": recipe.to_json(), "sizes": recipe.sizes, "page": page}


def of_settings(path: Path) -> dict[str, Any]:
    """Return what the window remembers."""
    settings = Settings.load(path)
    kept = {name: value for name, value in vars(settings).items() if not name.startswith("_")}
    return {name: value for name, value in kept.items() if name != "path"}


def of_rules(path: Path) -> dict[str, Any]:
    """Return the values of the rules of a print shop."""
    rules = read_rule_set(path)
    return {name: dict(rule.values) for name, rule in rules.rules.items()}


READ: dict[str, Callable[[Path], dict[str, Any]]] = {
    "*.maze": of_project,
    "*.mazebook": of_book,
    "*.mazepreset": of_preset,
    "settings.json": of_settings,
    "*-machine.json": lambda path: asdict(MACHINE_FILES.read(path)),
    "*-material.json": lambda path: asdict(MATERIAL_FILES.read(path)),
    "*-rules.json": of_rules,
}


def truth_of(path: Path) -> dict[str, Any]:
    """Return what is read from a file, as it comes back from JSON."""
    read = next(read for kind, read in READ.items() if path.match(kind))
    values: dict[str, Any] = json.loads(json.dumps(_plain(read(path)), default=str))
    return values


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(getattr(key, "value", key)): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


# What the files of this version hold

SIZES = {"rows": 9, "columns": 12}
SQUARES = {"rows": 16, "columns": 16}
# shape, mask, generator, its options with the sizes, braid
MAZES: dict[str, tuple[str, Any, str, dict[str, Any], float]] = {
    "squares": ("rectangular", None, "prim", SIZES, 0.3),
    "hexagons": ("hexagonal", "heart", "kruskal", {"rows": 12, "columns": 12}, 0.0),
    "triangles": ("triangular", None, "wilson", {"rows": 8, "columns": 19}, 0.0),
    "rings": ("polar", None, "growing-tree", {"rings": 6, "hole": 2, "pick": "oldest"}, 0.0),
    "two-masks": (
        "rectangular",
        ["star", {"name": "hole", "combine": "cut-out"}],
        "backtracker",
        {"rows": 20, "columns": 20},
        0.0,
    ),
}
SUBJECTS: dict[str, dict[str, Any]] = {
    "picture": {"name": "picture", "figure": "star", "pixels": 12},
    "route-word": {"name": "route-word", "route_word": "HI"},
    "qr": {"name": "qr", "qr": "Hello", "correction": "low"},
    "fake-exits": {"name": "fake-exits", "fake_exits": 2},
    "goals": {"name": "goals", "goals": 3},
}
PAGES: dict[str, dict[str, Any]] = {
    "squares": {
        "page": "148x210mm",
        "orientation": "portrait",
        "margin": 9.5,
        "cell": 7.25,
        "wall": 0.4,
        "walls": "rounded",
        "colour": "#224466",
        "title": "Grüße, 迷路\nשלום",
        "marks": "word",
        "start_text": "Hin",
        "goal_text": "Da",
        "solution": "page",
    },
    "hexagons": {"theme": "ocean", "coloured": True},
    "triangles": {"walls": "dashed", "background": "#ffeedd", "along": "pictures"},
    "rings": {"walls": "double", "marks": "picture", "start_picture": "mouse"},
    "two-masks": {"logo": DOT, "poster": "2x2", "overlap": 12.0},
    "goals": {"along": "riddle", "questions": "Who barks? = dog | cat | cow"},
    "stops": {"stops": "3", "stops_order": "any"},
    "doors": {"keys": "2", "theme": "pirates"},
    "letters": {"along": "letters", "sentence": "Well done"},
}


def projects() -> Iterator[tuple[str, Project]]:
    """Yield small projects by name, which together hold what the format can."""
    for seed, (name, (shape, mask, generator, options, braid)) in enumerate(MAZES.items(), 11):
        yield name, _project(name, recipe_of(generator, options, seed, braid, shape, mask))
    for seed, (name, subject) in enumerate(SUBJECTS.items(), 21):
        recipe = _simple(seed, SQUARES)
        yield name, _project(name, replace(recipe, subject=ChosenSubject.of(subject).kept()))
    for seed, name in enumerate(("stops", "doors", "letters"), 31):
        yield name, _project(name, _simple(seed))
    yield "symmetric", _project("symmetric", replace(_simple(41), symmetry="left-right"))
    yield "locked", _locked(_project("locked", _simple(42)))
    traced = Underlay(picture=DOT, opacity=55, left=1.5, top=-2, width=7, shown=False)
    yield "traced", replace(_project("traced", _simple(43)), underlay=traced)
    tabbed = _project("tabs", _simple(44))
    hand = HandTabs.of({}, tabbed.maze).changed(KINDS[0], "1.5 2; 3 0.5")
    yield "tabs", replace(tabbed, tabs=hand.to_json())
    drawn = _project("drawn", _simple(45))
    drawn.maze.set_openings(None, ())
    yield "drawn", replace(drawn, recipe=Recipe(), extra={"later": {"a": [1, None]}})


def _simple(seed: int, sizes: dict[str, Any] = SIZES) -> Recipe:
    return recipe_of("backtracker", sizes, seed, 0.0, "rectangular", None)


def _project(name: str, recipe: Recipe) -> Project:
    page = Page(**PAGES.get(name, {})).to_dict()
    return Project(maze_of(recipe), recipe, page)


def _locked(project: Project) -> Project:
    """Lock the left walls of all cells of the fourth column, seen from both sides."""
    lattice = project.maze.lattice
    locks = np.zeros(lattice.size, np.uint8)
    for row in range(lattice.rows):
        for column, side in ((3, "left"), (2, "right")):
            cell = lattice.cell(row, column)
            locks[cell] |= 1 << lattice.slot(cell, side)
    project.maze.set_locks(locks)
    return project


CHAPTERS: list[dict[str, Any]] = [
    {
        "title": "Squares",
        "text": "Begin here.",
        "count": 3,
        "per_page": "2",
        "sizes": {"rows": 8, "columns": 8},
        "to": {"rows": 10, "columns": 10},
        "recipe": {"generator": "prim"},
        "page": {"walls": "rounded"},
    },
    {
        "title": "Hearts",
        "count": 2,
        "shape": "hexagonal",
        "page": {"theme": "farm"},
        "sizes": {"rows": 14, "columns": 14},
        "recipe": {"generator": "kruskal", "mask": [{"name": "heart"}]},
    },
]
BOOKS: dict[str, dict[str, Any]] = {
    "book": {
        "title": "Mazes",
        "author": "A. Author",
        "trim": "6x9in",
        "seed": 5,
        "ramp": "cells",
        "chapters": CHAPTERS,
        "replaced": {"2": {"seed": 77}, "5": {"file": "squares.maze"}},
    },
    "one-maze": {
        "title": "One",
        "one_maze": True,
        "seed": 6,
        "chapters": [{"count": 4, "sizes": SIZES, "recipe": {"generator": "backtracker"}}],
    },
}
OTHERS: dict[str, dict[str, Any]] = {
    "own.mazepreset": {
        "format": "mazeeditor preset",
        "version": 1,
        "name": "Mine",
        "shape": "triangular",
        "sizes": {"rows": 7, "columns": 15},
        "recipe": {"generator": "prim", "braid": 0.2},
        "page": {"page": "A5", "walls": "double"},
    },
    "own-machine.json": {
        "format": "mazeeditor machine",
        "version": 1,
        "name": "Shed",
        "about": "Ours",
        "hairline": 0.25,
    },
    "own-material.json": {
        "format": "mazeeditor material",
        "version": 1,
        "name": "Cork",
        "thickness": 4,
        "kerf": 0.31,
    },
    "own-rules.json": {
        "format": "mazeeditor rules",
        "version": 1,
        "name": "Shop",
        "about": "Ours",
        "rules": {"page-count": {"least": 77}, "line-width": {"least": 0.3}},
    },
}


def write(folder: Path) -> None:
    """Write the folder of this version; raises ``FileExistsError`` where there is one."""
    folder.mkdir()
    for name, project in projects():
        save(project, folder / f"{name}.maze")
    for name, values in BOOKS.items():
        head = {"format": "mazeeditor book", "version": 1}
        write_json(folder / f"{name}.mazebook", head | values)
    for name, values in OTHERS.items():
        write_json(folder / name, values)
    settings = Settings(theme="dark", width=900, wheel_scrolls=True, recent=["/mazes/a.maze"])
    settings.shortcuts = {"undo": ["Mod+U"]}
    settings.sheet, settings.making = {"count": 12, "per_page": "4"}, {"job": "stencil"}
    settings.printer, settings.new_maze = {"copies": 2}, {"shape": "polar"}
    settings.path = folder / "settings.json"
    settings.save()
    for path in files_of(folder):
        write_json(path.with_name(path.name + TRUTH), truth_of(path))


def write_json(path: Path, values: dict[str, Any]) -> None:
    """Write an object as a file that people can read."""
    text = json.dumps(values, indent=1, ensure_ascii=False, sort_keys=path.suffix == TRUTH)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")


def files_of(folder: Path) -> list[Path]:
    """Return the files of a version, without what was read from them."""
    return [path for path in sorted(folder.iterdir()) if path.suffix != TRUTH]


def versions() -> list[Path]:
    """Return the folders of all versions, the first one first."""
    folders = [path for path in FOLDER.iterdir() if path.name[:1].isdigit()]
    return sorted(folders, key=lambda path: [int(part) for part in path.name.split(".")])


if __name__ == "__main__":
    write(FOLDER / __version__)
    sys.stdout.write(f"{FOLDER / __version__}\n")
