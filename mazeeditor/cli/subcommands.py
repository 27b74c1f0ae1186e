"""The subcommands: each file of this package that ends with ``_command`` registers one."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from mazeeditor import __version__
from mazeeditor.errors import MazeError, UsageError
from mazeeditor.registry import Entry, Registry
from mazeeditor.translation import _, one_line

DONE, FAILED, USAGE, NO_ROUTE = 0, MazeError.status, UsageError.status, 3


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line that refers to the help."""
        line = _("{program}: {message} (try {program} --help)")
        self.exit(USAGE, one_line(line.format(program=self.prog, message=message)) + "\n")


@dataclass(frozen=True, kw_only=True)
class Subcommand(Entry[Callable[[argparse.Namespace], int]]):
    """A sub-command: ``configure`` adds its arguments, ``run`` returns the exit status.

    Its label is printed after its name by ``--help``, and ``example`` below its own help.
    """

    example: str
    configure: Callable[[argparse.ArgumentParser], None]


SUBCOMMANDS: Registry[Subcommand] = Registry("command", "mazeeditor.cli")
subcommand = SUBCOMMANDS.decorator(Subcommand)


def build_parser() -> Parser:
    """Return the parser of all subcommands."""
    parser = Parser(
        prog="mazeeditor",
        description=_("Generate, edit, solve and print mazes. Without a command: open the window."),
        epilog=_(
            "mazeeditor [FILE] opens the window. mazeeditor COMMAND --help describes a command."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mazeeditor {__version__}")
    commands = parser.add_subparsers(metavar=_("COMMAND"), required=True)
    for command in SUBCOMMANDS:
        subparser = commands.add_parser(
            command.name,
            help=command.label,
            description=command.label,
            epilog=_("Example: {example}").format(example=command.example),
            allow_abbrev=False,
        )
        command.configure(subparser)
        subparser.set_defaults(command=command)
    return parser
