"""The parser of the command line: it knows all subcommands, but imports the chosen one alone.

Each of them needs a large part of the program, ``--help`` and ``--version`` none of it.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any, NoReturn

from mazeeditor.core.declarations import Declaration, declarations
from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, one_line


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Return the value of ``--title=--`` too, which argparse takes for no value at all."""
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            value = self._get_value(action, arg_strings[0])
            self._check_value(action, value)
            return value
        return super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line that refers to the help."""
        line = _("{program}: {message} (try {program} --help)")
        line = one_line(line.format(program=self.prog, message=message))
        self.exit(UsageError.status, line + "\n")


def commands() -> dict[str, Declaration]:
    """Return all subcommands by name, none of them imported."""
    return declarations("mazeeditor.cli.commands", "subcommand")


class CommandParser(Parser):
    """The parser of a subcommand, whose file is imported once there are arguments for it."""

    def __init__(self, *, declaration: Declaration, **settings: Any) -> None:
        super().__init__(
            description=declaration.label, allow_abbrev=False, add_help=False, **settings
        )
        self._declaration: Declaration | None = declaration

    def parse_known_args(self, *args: Any, **kwargs: Any) -> Any:
        """Parse as any parser does; add the arguments of the subcommand first."""
        if self._declaration:
            self._configure(self._declaration)
            self._declaration = None
        parsed, others = super().parse_known_args(*args, **kwargs)
        for word in others:
            if word.startswith("-") and (near := self._nearest(word)):
                text = _("unrecognized arguments: {word} (did you mean {near}?)")
                self.error(text.format(word=word, near=near))
        return parsed, others

    def _nearest(self, word: str) -> str:
        """Return the flag that was likely meant, with the topic that explains it, "" for none."""
        import difflib  # few need it

        flags = [flag for flag in self._option_string_actions if flag.startswith("--")]
        near = difflib.get_close_matches(word.partition("=")[0], flags, 1, 0.7)
        if not near:
            return ""
        topic = vars(self)["command_help"]().topic_of(near[0])
        return _("{flag}, see --help {topic}").format(flag=near[0], topic=topic)

    def _configure(self, declaration: Declaration) -> None:
        import_module(declaration.module)
        from mazeeditor.cli.commands import SUBCOMMANDS

        command = SUBCOMMANDS[declaration.name]
        from mazeeditor.cli.topics import CommandHelp, HelpAction

        text = _("show this help, or that on a topic, and exit")
        names = "-h", "--help"
        self.add_argument(*names, action=HelpAction, nargs="?", metavar=_("TOPIC"), help=text)
        command.configure(self)
        examples = [command.example, *command.further]
        vars(self)["command_help"] = lambda: CommandHelp(self, command.main, examples)
        self.set_defaults(command=command)


class _Version(argparse.Action):
    """Prints the versions, one a line, that of the program first; found only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_others: object) -> NoReturn:
        from mazeeditor.core.versions import in_lines, versions

        print(in_lines(versions()))
        parser.exit()


def build_parser() -> Parser:
    parser = Parser(
        prog="mazeeditor",
        description=_("Generate, edit, solve and print mazes. Without a command: open the window."),
        epilog=_(
            "mazeeditor [FILE] opens the window. mazeeditor COMMAND --help describes a command."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help=_("show the versions and exit"))
    subparsers = parser.add_subparsers(
        metavar=_("COMMAND"), required=True, parser_class=CommandParser
    )
    for name, declaration in commands().items():
        subparsers.add_parser(name, help=declaration.label, declaration=declaration)
    return parser
