"""Flags made from options, which check their values, and the flags of commands with many tasks."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from mazeeditor.cli.topics import GENERAL, Note, Topic, note
from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.options import Option
from mazeeditor.core.processes.worker_count import WORKERS
from mazeeditor.core.translation import _

if TYPE_CHECKING:
    from mazeeditor.core.processes.workers import Workers

Parser = argparse.ArgumentParser | argparse._ArgumentGroup

FILE_KIND = Topic("file", _("Kind of file"))


class Owned(NamedTuple):
    """An option, and what it is about."""

    option: Option
    topic: Topic


def owned_by(entries: Iterable[Any], flag: str = "", topic: Topic | None = None) -> list[Owned]:
    """Return the options of all entries of a registry, each of which ``flag`` chooses.

    They are about ``topic``, else each about its entry.
    """
    return [
        Owned(
            option,
            (topic or Topic(entry.name, entry.label))._replace(
                owner=f"{flag} {entry.name}" if flag else ""
            ),
        )
        for entry in entries
        for option in entry.options
    ]


def of_formats(
    formats: Iterable[Any], options_of: Callable[[Any], Iterable[Option]]
) -> list[Owned]:
    return [
        Owned(option, FILE_KIND._replace(owner=f"-o FILE{each.suffix}"))
        for each in formats
        for option in options_of(each)
    ]


def add_flags(parser: Parser, options: Iterable[Option | Owned], *, in_order: str = "") -> None:
    """Add a flag for each option; options of the same name share a flag and its help.

    What has no topic is about its section. With ``in_order`` all are kept under that name as pairs
    of an option's name and its text, in the order of the command line.
    """
    named: dict[str, list[Owned]] = {}
    for one in options:
        owned = one if isinstance(one, Owned) else Owned(one, _section_of(one))
        named.setdefault(owned.option.name, []).append(owned)
    for alike in named.values():
        all_ = [one.option for one in alike]
        notes = [Note(one.topic, _text_of(one.option, all_)) for one in alike]
        note(_add(parser, all_[0], _help(notes), in_order), notes)


def _section_of(option: Option) -> Topic:
    return Topic.titled(option.sections[0].title) if option.sections else GENERAL


def _text_of(option: Option, alike: Sequence[Option]) -> str:
    """Return what a flag is for, with its default unless others of its name have another one."""
    same = len({one.default for one in alike if one.help == option.help}) == 1
    return explain_option(option, default=same)


def explain_option(option: Option, *, default: bool = True) -> str:
    """Return the help of an option, and in brackets what is allowed and the ``default``."""
    brackets = option.described(default=default)
    return f"{option.help} ({brackets})" if brackets else option.help


def _help(notes: Sequence[Note]) -> str:
    """Return the help of a flag as one text; each kind that it serves has a sentence of its own."""
    texts: dict[str, list[str]] = {}
    for one in notes:
        texts.setdefault(one.text, []).append(one.topic.owner)
    parts = list(texts)
    if len(texts) > 1:
        with_ = _("with {owners}: {text}")
        parts = [
            with_.format(owners=_(" or ").join(dict.fromkeys(owners)), text=text)
            if all(owners)
            else text
            for text, owners in texts.items()
        ]
    return "; ".join(parts).replace("%", "%%")


def _metavar_of(option: Option) -> str:
    if option.unit:
        return option.unit.upper()
    if option.file:
        return _("FILE")
    if option.typeface:
        return _("TYPEFACE")
    if option.written and option.written.colour:
        return _("COLOUR")
    if option.choices and "_" in option.name:
        return _("CHOICE")
    if (option.choices or option.written or option.or_file) and "_" not in option.name:
        return _(option.name.upper())
    return {int: _("N"), float: _("NUMBER"), str: _("TEXT")}.get(option.kind, "")


def _add(parser: Parser, option: Option, help_text: str, in_order: str) -> argparse.Action:
    metavar, name = _metavar_of(option), option.name
    if in_order and option.kind is bool:
        return parser.add_argument(
            option.flag, dest=in_order, action="append_const", const=(name, True), help=help_text
        )
    if in_order:
        return parser.add_argument(
            option.flag,
            dest=in_order,
            action="append",
            type=lambda text: (name, text),
            metavar=metavar,
            help=help_text,
        )
    dest = "option_" + name
    if option.kind is bool:
        boolean = argparse.BooleanOptionalAction
        return parser.add_argument(option.flag, dest=dest, action=boolean, help=help_text)
    return parser.add_argument(option.flag, dest=dest, metavar=metavar, help=help_text)


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
        "address of the scheduler of a Dask cluster whose workers do the work, such as "
        "tcp://10.0.0.5:8786"
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
    from mazeeditor.core.processes.cluster import connect_workers

    with connect_workers(parsed.cluster, check_workers(parsed), job) as workers:
        yield workers
