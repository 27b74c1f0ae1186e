"""Flags made from the options of registered things, checked by the options themselves."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from mazeeditor.options import Option
from mazeeditor.words import _


def add_flags(parser: argparse.ArgumentParser, options: Iterable[Option]) -> None:
    """Add a flag for each option; of several options with one name the first is described."""
    known: set[str] = set()
    for option in options:
        if option.name not in known:
            known.add(option.name)
            _add(parser, option)


def _add(parser: argparse.ArgumentParser, option: Option) -> None:
    words = option.help.replace("%", "%%")
    told = f"{words} ({option.wanted()})"
    if option.default not in (None, ""):
        told = told[:-1] + _("; default {default})").format(default=option.default)
    dest = "option_" + option.name
    if option.kind is bool:
        parser.add_argument(
            option.flag, dest=dest, action=argparse.BooleanOptionalAction, help=told
        )
    else:
        kind = _("FILE") if option.file else option.kind.__name__.upper()
        metavar = option.unit.upper() or kind
        parser.add_argument(option.flag, dest=dest, metavar=metavar, help=told)


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
