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
    """Add a flag for each option; of several options with one name the first is described.

    With ``in_order`` all are kept under that name as pairs of an option's name and what was given,
    in the order of the command line.
    """
    known: set[str] = set()
    for option in options:
        if option.name not in known:
            known.add(option.name)
            _add(parser, option, in_order)


def _add(parser: argparse.ArgumentParser, option: Option, in_order: str) -> None:
    words = option.help.replace("%", "%%")
    told = f"{words} ({option.wanted()})"
    if option.default not in (None, ""):
        told = told[:-1] + _("; default {default})").format(default=option.default)
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
