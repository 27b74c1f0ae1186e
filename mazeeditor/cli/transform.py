"""``mazeeditor transform``: a maze turned, cut, widened, thinned out or put right."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from mazeeditor.cli import COMMANDS, DONE, Command
from mazeeditor.cli.flags import add_flags, read_flags, refuse_others
from mazeeditor.cli.input import open_project
from mazeeditor.cli.output import check_target, write
from mazeeditor.cli.progress import follow
from mazeeditor.drawing.style import Page
from mazeeditor.editing.transforming import recipe_after
from mazeeditor.options import Option
from mazeeditor.transforms import TRANSFORMS, transformed
from mazeeditor.words import _, count


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the file, the transform and the flags of all."""
    parser.add_argument("file", metavar=_("FILE"), help=_("a project or a text file"))
    parser.add_argument("name", metavar=_("NAME"), help=", ".join(TRANSFORMS.names()))
    parser.add_argument("-o", "--output", metavar=_("FILE"), required=True)
    add_flags(parser, _options())


def _options() -> list[Option]:
    return [option for each in TRANSFORMS for option in each.options]


def run(parsed: argparse.Namespace) -> int:
    """Read, change, write; page and recipe of a project go along."""
    output = Path(parsed.output)
    check_target(output)
    chosen = TRANSFORMS[parsed.name]
    refuse_others(parsed, chosen.options, chosen.label, _options())
    options = read_flags(parsed, chosen.options)
    project = follow(lambda job: open_project(parsed.file, job))
    page = Page.from_dict(project.page)
    maze = follow(lambda job: transformed(chosen.name, project.maze, job=job, **options))
    recipe = dict(recipe_after(project.recipe, project.maze, maze))
    changed = replace(project, maze=maze, recipe=recipe)
    follow(lambda job: write(changed, output, job, page=page))
    lattice = maze.lattice
    print(
        _("{path}: {rows}, {columns}").format(
            path=output,
            rows=count(lattice.rows, _("row"), _("rows")),
            columns=count(lattice.columns, _("column"), _("columns")),
        )
    )
    return DONE


COMMANDS.add(
    Command(
        "transform",
        _("Change a whole maze: braid, sparse, perfect, flip, rotate, resize."),
        "mazeeditor transform maze.maze rotate --by 90 -o turned.maze",
        configure,
        run,
        order=3,
    )
)
