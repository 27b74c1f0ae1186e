"""Flags made from the options of registered things, checked by the options themselves."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from mazeeditor.options import Option
from mazeeditor.words import _


def add_flags(
    parser: argparse.ArgumentParser, options: Iterable[Option], *, in_order: str = ""
) -> None:
    """Add a flag for each option; what several options of one name say is put together.

    With ``in_order`` all are kept under that name as pairs of an option's name and what was given,
    in the order of the command line.
    """
    named: dict[str, list[Option]] = {}
    for option in options:
        named.setdefault(option.name, []).append(option)
    for alike in named.values():
        _add(parser, alike[0], _told(alike), in_order)


def _told(alike: list[Option]) -> str:
    """Return the help of a flag, whose default is not told where it depends on the shape."""
    helps, wanted = (
        _(", or ").join(dict.fromkeys(words))
        for words in ([each.help for each in alike], [each.wanted() for each in alike])
    )
    if len({each.described() for each in alike}) == 1:
        wanted = alike[0].described()
    return f"{helps} ({wanted})".replace("%", "%%")


def _add(parser: argparse.ArgumentParser, option: Option, told: str, in_order: str) -> None:
    metavar = option.unit.upper() or (_("FILE") if option.file else option.kind.__name__.upper())
    name = option.name
    if in_order and option.kind is bool:
        parser.add_argument(
            option.flag, dest=in_order, action="append_const", const=(name, True), help=told
        )
    elif in_order:
        parser.add_argument(
            option.flag,
            dest=in_order,
            action="append",
            type=lambda text: (name, text),
            metavar=metavar,
            help=told,
        )
    elif option.kind is bool:
        parser.add_argument(
            option.flag, dest="option_" + name, action=argparse.BooleanOptionalAction, help=told
        )
    else:
        parser.add_argument(option.flag, dest="option_" + name, metavar=metavar, help=told)


def read_flags(parsed: argparse.Namespace, options: Iterable[Option]) -> dict[str, Any]:
    """Return the values of the flags that were given; raises ``UsageError``."""
    values = {}
    for option in options:
        given = vars(parsed).get("option_" + option.name)
        if given is not None:
            values[option.name] = option.parse(given) if isinstance(given, str) else given
    return values


def refuse_others(
    parsed: argparse.Namespace, taken: Iterable[Option], of_whom: str, offered: Iterable[Option]
) -> None:
    """Raise ``UsageError`` where a flag was given that only others of its kind understand."""
    from mazeeditor.errors import UsageError

    names = {option.name for option in taken}
    for option in offered:
        if option.name not in names and vars(parsed).get("option_" + option.name) is not None:
            raise UsageError(
                _("{whom} has no option {flag}.").format(whom=of_whom, flag=option.flag)
            )
