"""The files that each version of the program has written, which every later one opens.

A folder of this package for each version, ``0.1.0/`` the first, holds them, and beside each file
what was read from it then, as JSON. They are never changed. ``python -m tests.files.old_files``
writes the folder of a new version, once its version number stands in the program::

    0.1.0/keys.maze   0.1.0/keys.maze.truth
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mazeeditor import __version__
from mazeeditor.app.books.draft import open_book
from mazeeditor.app.drafts.new_maze import read_preset
from mazeeditor.app.settings import Settings
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import HERE
from mazeeditor.files.project import load, save
from mazeeditor.making.presets.machines import MACHINE_FILES
from mazeeditor.making.presets.materials import MATERIAL_FILES
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import maze_of
from mazeeditor.page.page import Page
from mazeeditor.prepress.rule_sets import read_rule_set
from mazeeditor.sheets.books.book_files import BookPrinting
from mazeeditor.sheets.books.book_reader import read_book

FOLDER = Path(__file__).parent
TRUTH = ".truth"  # behind the name of a file


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


SAVED: dict[str, Callable[[Path], object]] = {
    ".maze": lambda path: save(load(path), path),
    ".mazebook": lambda path: path.write_bytes(open_book(path, Job()).data()),
    ".json": lambda path: Settings.load(path).save(),
}


def save_again(path: Path) -> None:
    """Let this version write a file; people write presets, machines, materials and rules."""
    if path.suffix in SAVED and not path.name.startswith("own"):
        SAVED[path.suffix](path)


def write(folder: Path) -> None:
    """Write the folder of this version; raises ``FileExistsError`` where there is one.

    It has the files of the version before, saved by this one. Files with what is new in this
    version are put there by hand first, into ``folder`` with ``.new`` behind its name.
    """
    before, new = versions()[-1], folder.with_name(f"{folder.name}.new")
    folder.mkdir()
    for path in [*files_of(before), *(files_of(new) if new.is_dir() else ())]:
        shutil.copy(path, folder)
    for path in files_of(folder):
        save_again(path)
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
