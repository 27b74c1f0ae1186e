"""The command line: everything the window does, for scripts and machines without a screen."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from mazeeditor import __version__
from mazeeditor.errors import CancelledError, MazeError, UsageError
from mazeeditor.registry import Registry
from mazeeditor.words import _, quoted

DONE, FAILED, USAGE, NO_ROUTE, INTERRUPTED = 0, 1, 2, 3, 130


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with status 2 and one line that says where to read on."""
        line = _("{program}: {message} (try {program} --help)")
        self.exit(USAGE, line.format(program=self.prog, message=message) + "\n")


@dataclass(frozen=True)
class Command:
    """A sub-command: ``configure`` adds its arguments, ``run`` does it and returns the status."""

    name: str
    help: str
    example: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    order: int = 100


COMMANDS: Registry[Command] = Registry("command", __name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; every failure is one line on stderr."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(given)
    except UsageError as error:
        return _complain(error, USAGE)
    except MazeError as error:
        return _complain(error, FAILED)
    except (KeyboardInterrupt, CancelledError):
        return _complain(_("Interrupted; nothing was written."), INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except MemoryError:
        return _complain(_("There is not enough memory for this maze."), FAILED)


def _complain(problem: object, status: int) -> int:
    line = " ".join(str(problem).split())
    print(f"mazeeditor: {line}", file=sys.stderr)
    return status


def _run(given: list[str]) -> int:
    if len(given) == 1 and Path(given[0]).suffix and Path(given[0]).is_file():
        return _open_window(Path(given[0]))  # before all commands are imported: it opens sooner
    if given and (given[0].startswith("-") or given[0] in COMMANDS):
        parsed = _parser().parse_args(given)
        status = parsed.command.run(parsed)
        sys.stdout.flush()
        return int(status)
    if len(given) > 1:
        raise UsageError(
            _("There is no command {name}. Known are: {known}.").format(
                name=quoted(given[0]), known=", ".join(COMMANDS.names())
            )
        )
    return _open_window(Path(given[0]) if given else None)


def _open_window(path: Path | None) -> int:
    if path is not None and not path.exists():
        near = difflib.get_close_matches(str(path), COMMANDS.names(), n=1)
        hint = _(" Did you mean the command {near}?").format(near=near[0]) if near else ""
        raise MazeError(_("There is no file {path}.").format(path=path) + hint)
    try:
        from mazeeditor.gui.app import run
    except ImportError as error:
        raise MazeError(
            _(
                "The window needs tkinter ({error}); on Debian: apt install python3-tk. "
                "The command line works without: mazeeditor --help."
            ).format(error=error)
        ) from None
    return run(path)


def _parser() -> Parser:
    parser = Parser(
        prog="mazeeditor",
        description=_("Generate, edit, solve and print mazes. Without a command: open the window."),
        epilog=_("mazeeditor [FILE] opens the window. mazeeditor COMMAND --help tells more."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mazeeditor {__version__}")
    commands = parser.add_subparsers(metavar=_("COMMAND"), required=True)
    for command in COMMANDS:
        one = commands.add_parser(
            command.name,
            help=command.help,
            description=command.help,
            epilog=_("Example: {example}").format(example=command.example),
            allow_abbrev=False,
        )
        command.configure(one)
        one.set_defaults(command=command)
    return parser


def given_options(parsed: argparse.Namespace, names: Sequence[str]) -> dict[str, Any]:
    """Return those of the options that were given on the command line, still as texts."""
    return {name: vars(parsed)[name] for name in names if vars(parsed).get(name) is not None}
