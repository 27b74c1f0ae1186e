"""``mazeeditor transform``: rotates, mirrors, resizes or braids a whole maze."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import add_flags, owned_by, read_flags, refuse_others
from mazeeditor.cli.maze_files import (
    MAZE_FILE,
    add_reading_flags,
    check_maze_target,
    expected_of,
    open_project,
    summary_stream,
    write,
)
from mazeeditor.cli.terminal import follow
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _, count
from mazeeditor.maze.lattice import alike
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms import TRANSFORMS, apply_transform
from mazeeditor.page.page import Page
from mazeeditor.page.shown_page import page_with, placed_on


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file, the transform and the flags of all."""
    parser.add_argument("file", metavar=_("FILE"), help=MAZE_FILE)
    text = _("change to make: {names}").format(names=", ".join(TRANSFORMS.names()))
    parser.add_argument("name", metavar=_("NAME"), help=text)
    parser.add_argument(
        "-o",
        "--output",
        metavar=_("FILE"),
        required=True,
        help=_("file to write; - prints a project"),
    )
    add_flags(parser, owned_by(TRANSFORMS))
    add_reading_flags(parser)


def _options() -> list[Option]:
    return [option for transform in TRANSFORMS for option in transform.options]


@subcommand(
    "transform",
    _("Change a whole maze: braid, sparse, perfect, finish, repair, flip, rotate, resize."),
    order=3,
    example="mazeeditor transform maze.maze braid --share 0.5 -o braided.maze",
    further=("mazeeditor transform maze.maze rotate -o turned.maze",),
    main=("--output", "--share", "--by", "--direction", "--goal", "--seed"),
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Read, change, write; a project keeps its page and recipe."""
    output = Path(parsed.output)
    check_maze_target(output, parsed.file)
    chosen = TRANSFORMS[parsed.name]
    refuse_others(parsed, chosen.options, chosen.label, _options())
    options = read_flags(parsed, chosen.options)
    expected = expected_of(parsed)
    project = follow(lambda job: open_project(parsed.file, job, expected))
    page = Page.from_dict(project.page)
    maze, note = follow(lambda job: _transform(chosen.name, project.maze, job, options))
    recipe = project.recipe.after(project.maze.lattice, maze.lattice)
    lines = chosen.lines_of(project.maze.lattice, **options)
    recipe = replace(recipe, subject=None) if lines else recipe
    underlay = project.underlay.moved(*lines.shift) if lines else project.underlay
    changed = replace(project, maze=maze, recipe=recipe, underlay=underlay)
    moved = not alike(project.maze.lattice, maze.lattice)
    if moved and (places := placed_on(maze, page, anew=True)):
        page = page_with(page, places)
        changed = replace(changed, page=page.to_dict(project.page))
    follow(lambda job: write(changed, output, job, page=page))
    lattice, report = maze.lattice, summary_stream(output)
    print(
        _("{path}: {rows}, {columns}").format(
            path=output,
            rows=count(lattice.rows, _("row"), _("rows")),
            columns=count(lattice.columns, _("column"), _("columns")),
        ),
        file=report,
    )
    if note:
        print(note, file=report)
    return DONE


def _transform(name: str, maze: Maze, job: Job, options: dict[str, Any]) -> tuple[Maze, str]:
    return apply_transform(name, maze, job=job, **options), job.note
