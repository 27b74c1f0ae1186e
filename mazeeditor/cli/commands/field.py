"""``mazeeditor field``: plan, stakes, rows and paths of a maze in the outline of a field."""

from __future__ import annotations

import argparse
from pathlib import Path

from mazeeditor.cli.commands import DONE, subcommand
from mazeeditor.cli.flags import add_flags, read_flags, refuse_others
from mazeeditor.cli.maze_files import (
    MAZE_FILE,
    add_reading_flags,
    check_folder,
    check_other,
    expected_of,
    open_project,
)
from mazeeditor.cli.terminal import follow
from mazeeditor.core.options import Option
from mazeeditor.core.translation import _
from mazeeditor.page.field import FIELD_FORMATS, field_format_for, write_field


def _options() -> list[Option]:
    return [option for entry in FIELD_FORMATS for option in entry.options]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the files and the flags of every format."""
    parser.add_argument("file", metavar=_("FILE"), help=MAZE_FILE)
    add_reading_flags(parser)
    formats = ", ".join(entry.suffix for entry in FIELD_FORMATS)
    text = _("file to write: {known}").format(known=formats)
    parser.add_argument("-o", "--output", metavar=_("OUT"), required=True, help=text)
    add_flags(parser, _options())


@subcommand(
    "field",
    _("Write the plan, the stakes, the rows or the paths of a maze in a field."),
    order=4,
    example="mazeeditor field FIELD.maze -o plan.pdf --page A3",
    configure=configure,
)
def run(parsed: argparse.Namespace) -> int:
    """Read the project, then write the file."""
    output = Path(parsed.output)
    entry = field_format_for(output)
    check_folder(output)
    check_other(output, parsed.file)
    refuse_others(parsed, entry.options, entry.label, _options())
    chosen = read_flags(parsed, entry.options)
    expected = expected_of(parsed)
    project = follow(lambda job: open_project(parsed.file, job, expected))
    masks = project.recipe.masks
    written = follow(lambda job: write_field(project.maze, masks, output, job, **chosen))
    print("\n".join(map(str, written)))
    return DONE
