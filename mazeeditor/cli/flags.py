"""Flags made from options, which check their values, and the flags of commands with many tasks."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.core.processes.worker_count import WORKERS
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.core.processes.workers import Workers

Parser = argparse.ArgumentParser | argparse._ArgumentGroup


def add_flags(parser: Parser, options: Iterable[Option], *, in_order: str = "") -> None:
    """Add a flag for each option; options of the same name share a flag and its help.

    With ``in_order`` all are kept under that name as pairs of an option's name and its text, in
    the order of the command line.
    """
    named: dict[str, list[Option]] = {}
    for option in options:
        named.setdefault(option.name, []).append(option)
    for alike in named.values():
        _add(parser, alike[0], _help(alike), in_order)


def _help(alike: list[Option]) -> str:
    """Return the help of a flag, without a default where that depends on the shape."""
    helps, allowed = (
        _(", or ").join(dict.fromkeys(texts))
        for texts in ([option.help for option in alike], [option.allowed() for option in alike])
    )
    if len({option.described() for option in alike}) == 1:
        allowed = alike[0].described()
    return f"{helps} ({allowed})".replace("%", "%%")


def _add(parser: Parser, option: Option, help_text: str, in_order: str) -> None:
    metavar = option.unit.upper() or (_("FILE") if option.file else option.kind.__name__.upper())
    name = option.name
    if in_order and option.kind is bool:
        parser.add_argument(
            option.flag, dest=in_order, action="append_const", const=(name, True), help=help_text
        )
    elif in_order:
        parser.add_argument(
            option.flag,
            dest=in_order,
            action="append",
            type=lambda text: (name, text),
            metavar=metavar,
            help=help_text,
        )
    elif option.kind is bool:
        parser.add_argument(
            option.flag,
            dest="option_" + name,
            action=argparse.BooleanOptionalAction,
            help=help_text,
        )
    else:
        parser.add_argument(option.flag, dest="option_" + name, metavar=metavar, help=help_text)


def read_flags(parsed: argparse.Namespace, options: Iterable[Option]) -> dict[str, Any]:
    """Return the values of the flags that were given; raises ``UsageError``."""
    values = {}
    for option in options:
        given = vars(parsed).get("option_" + option.name)
        if given is not None:
            values[option.name] = option.parse(given) if isinstance(given, str) else given
    return values


def refuse_others(
    parsed: argparse.Namespace, taken: Iterable[Option], owner: str, offered: Iterable[Option]
) -> None:
    """Raise ``UsageError`` for a given flag that is ``offered``, but not ``taken``."""
    names = {option.name for option in taken}
    for option in offered:
        if option.name not in names and vars(parsed).get("option_" + option.name) is not None:
            raise UsageError(
                _("{owner} has no option {flag}.").format(owner=owner, flag=option.flag)
            )


# Processes of this computer, or the workers of a cluster:
#     mazeeditor book maze.mazebook --cluster tcp://10.0.0.5:8786 -o book.pdf


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the number of processes, and the address of a cluster."""
    add_flags(parser, (WORKERS,))
    text = _(
        "do the work on the workers of a Dask cluster, by the address of its scheduler, as in "
        "--cluster tcp://10.0.0.5:8786"
    )
    parser.add_argument("--cluster", metavar=_("ADDRESS"), help=text)


def check_workers(parsed: argparse.Namespace) -> int | None:
    """Return the number of processes; raises ``UsageError``."""
    count: int | None = read_flags(parsed, (WORKERS,)).get(WORKERS.name)
    if count is not None and parsed.cluster is not None:
        raise UsageError(_("A cluster has workers of its own: leave out --workers."))
    return count


@contextmanager
def chosen_workers(parsed: argparse.Namespace, job: Job) -> Iterator[Workers]:
    """Yield the workers of the flags; raises ``UsageError``, ``MazeError``, ``CancelledError``."""
    from mazeeditor.core.processes.cluster import connected

    with connected(parsed.cluster, check_workers(parsed), job) as workers:
        yield workers
