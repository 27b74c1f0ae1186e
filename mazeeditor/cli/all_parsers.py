"""The commands as their own parsers describe them, for manual pages and completion."""

from __future__ import annotations

import argparse
import re
from functools import cache

from mazeeditor.cli.commands import SUBCOMMANDS
from mazeeditor.cli.parser import Parser, build_parser

LISTED = re.compile(r"[^\s,()]+(?:, [^\s,()]+)+(?= \(default [^)]*\)$|$)")
ONE_OF = re.compile(r"\(one of ([^;()]+)")
FILE = "FILE"  # what is typed where a file is meant


@cache
def program() -> argparse.ArgumentParser:
    return build_parser()


@cache
def command_parsers() -> dict[str, argparse.ArgumentParser]:
    found: dict[str, argparse.ArgumentParser] = {}
    for command in SUBCOMMANDS:
        parser = Parser(
            prog=f"mazeeditor {command.name}", description=command.label, epilog=command.example
        )
        command.configure(parser)
        found[command.name] = parser
    return found


def arguments(parser: argparse.ArgumentParser) -> list[tuple[str, list[argparse.Action]]]:
    """Return the arguments that help shows, by its headings."""
    groups = []
    for group in parser._action_groups:
        shown = [action for action in group._group_actions if action.help != argparse.SUPPRESS]
        if shown:
            groups.append(((group.title or "options").capitalize(), shown))
    return groups


def flags(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [one for _, group in arguments(parser) for one in group if one.option_strings]


def explain(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Return the help of an argument with its default filled in."""
    formatter = parser._get_formatter()
    return formatter._expand_help(action) if action.help else ""


def takes_file(action: argparse.Action) -> bool:
    return FILE in (action.metavar if isinstance(action.metavar, tuple) else (action.metavar,))


def values(action: argparse.Action) -> list[str]:
    """Return the values that an argument may have, as far as its help lists them."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    text = action.help or ""
    one_of = ONE_OF.search(text)
    listed = LISTED.search(text)
    names = one_of[1] if one_of else listed[0] if listed else ""
    return [name for name in names.split(", ") if name and " " not in name]
