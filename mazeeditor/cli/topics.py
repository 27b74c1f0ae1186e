"""The help of a command: what most people need on one screen, and the rest topic by topic.

::

    mazeeditor sheet --help            how it is called, ten flags, the names of topics, examples
    mazeeditor sheet --help texts      the flags of a topic
    mazeeditor sheet --help all        all flags, each topic in a block of its own
"""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, NoReturn

from mazeeditor.core.translation import _, quote_value

WIDTH, INDENT = 79, 24
MAX_LINES = 60  # lines of a help that is shown as a whole
ALL = "all"
NOTES = "notes"  # the attribute of an argument that holds its notes
NAMED_FLAGS = 3  # flags that are named behind a topic


class Topic(NamedTuple):
    """What flags are about: its ``name`` is typed, ``title`` is its heading.

    ``owner`` is with what its flags are used, as "--mask heart", "" if they need nothing.
    """

    name: str
    title: str
    owner: str = ""

    @classmethod
    def titled(cls, title: str) -> Topic:
        """Return the topic of a title: "Start and goal" is typed as start-and-goal."""
        return cls(re.sub(r"\W+", "-", title.lower()).strip("-"), title)


class Note(NamedTuple):
    """What a flag is for in a topic."""

    topic: Topic
    text: str


GENERAL = Topic("general", _("General"))


def note(action: argparse.Action, notes: Iterable[Note]) -> None:
    setattr(action, NOTES, [*notes])


def notes_of(action: argparse.Action, formatter: argparse.HelpFormatter) -> list[Note]:
    """Return what a flag is for: by its topics, else its help in the general one."""
    if kept := getattr(action, NOTES, None):
        return list(kept)
    text = formatter._expand_help(action) if action.help else ""
    return [Note(GENERAL, text)]


class CommandHelp:
    """The help of the parser of a command; ``main`` are the flags that most people need."""

    def __init__(
        self, parser: argparse.ArgumentParser, main: Sequence[str], examples: Sequence[str]
    ) -> None:
        self._parser, self._examples = parser, examples
        self._formatter = argparse.HelpFormatter(parser.prog, width=WIDTH)
        actions = [one for one in parser._actions if one.help != argparse.SUPPRESS]
        self._files = [one for one in actions if not one.option_strings]
        self._flags = [one for one in actions if one.option_strings]
        by_flag = {flag: one for one in self._flags for flag in one.option_strings}
        self._main = [by_flag[flag] for flag in main]
        self._topics: dict[str, list[tuple[argparse.Action, Note]]] = {}
        for action in self._flags:
            for one in notes_of(action, self._formatter):
                self._topics.setdefault(one.topic.name, []).append((action, one))

    @property
    def topics(self) -> list[str]:
        return sorted(self._topics, key=lambda name: name == GENERAL.name)

    def topic_of(self, flag: str) -> str:
        return next(
            name
            for name in self.topics
            if any(flag in one.option_strings for one, _note in self._topics[name])
        )

    def text(self, topic: str = "") -> str:
        """Return the help on a topic, on ``ALL`` of them, or for "" on what most people need.

        Raises ``KeyError`` for an unknown topic.
        """
        if topic and topic != ALL:
            return "\n".join([*self._head(), "", *self._block(topic), ""])
        whole = [*self._head(), *self._arguments()]
        for name in self.topics:
            whole += ["", *self._block(name)]
        whole += [*self._foot(), ""]
        if topic == ALL or len(whole) <= MAX_LINES or not self._main:
            return "\n".join(whole)
        return "\n".join([*self._head(), *self._arguments(), *self._overview(), *self._foot(), ""])

    def _head(self) -> Iterator[str]:
        names = [self._formatter._format_args(one, one.metavar or one.dest) for one in self._files]  # type: ignore[arg-type]
        usage = [_("usage: {program} [FLAGS]").format(program=self._parser.prog), *names]
        yield from textwrap.wrap(
            " ".join(usage).replace(",", ", "), WIDTH, subsequent_indent="    "
        )
        yield ""
        yield from textwrap.wrap(self._parser.description or "", WIDTH)

    def _arguments(self) -> Iterator[str]:
        if self._files:
            yield ""
        for one in self._files:
            text = self._formatter._expand_help(one) if one.help else ""
            yield from _row(str(one.metavar or one.dest), text)

    def _overview(self) -> Iterator[str]:
        yield ""
        yield _("What most people need:")
        for action in self._main:
            texts = [_shorten(one.text) for one in notes_of(action, self._formatter)]
            yield from self._rows(action, list(dict.fromkeys(texts))[:1])
        yield ""
        text = _("The rest: {program} --help TOPIC, or --help {all}")
        yield text.format(program=self._parser.prog, all=ALL)
        for name in self.topics:
            flags = list(dict.fromkeys(_name_of(action) for action, _note in self._topics[name]))
            named = ", ".join(flags[:NAMED_FLAGS])
            if more := len(flags) - NAMED_FLAGS:
                named += _(" and {count} more").format(count=more) if more > 0 else ""
            yield from _row(name, named)

    def _block(self, name: str) -> Iterator[str]:
        found = self._topics[name]
        yield f"{found[0][1].topic.title}:"
        texts: dict[argparse.Action, dict[str, list[str]]] = {}
        for action, one in found:
            texts.setdefault(action, {}).setdefault(one.text, []).append(one.topic.owner)
        for action, own in texts.items():
            lines = list(own)
            if len(own) > 1:  # each kind has its own
                with_ = _("with {owner}: {text}")
                lines = [
                    with_.format(owner=_join(owners), text=text) if all(owners) else text
                    for text, owners in own.items()
                ]
            yield from self._rows(action, lines)

    def _rows(self, action: argparse.Action, texts: Sequence[str]) -> Iterator[str]:
        first, *others = texts
        yield from _row(self._formatter._format_action_invocation(action), first)
        for text in others:
            yield from _wrap(text)

    def _foot(self) -> Iterator[str]:
        yield ""
        yield _("Examples:") if len(self._examples) > 1 else _("Example:")
        for example in self._examples:
            yield f"  {example}"


def _name_of(action: argparse.Action) -> str:
    """Return the first long flag: --trim-box, not --no-trim-box."""
    return next(flag for flag in action.option_strings if flag.startswith("--"))


def _shorten(text: str) -> str:
    """Return the first phrase of a text, which the help on its topic has whole."""
    return re.split(r"\. |; | \(|: (?=one of |A4)", text, maxsplit=1)[0].rstrip(".:")


def _join(owners: Sequence[str]) -> str:
    return _(" or ").join(dict.fromkeys(owners))


def _row(name: str, text: str) -> Iterator[str]:
    lines = list(_wrap(text)) or [""]
    if len(name) + 4 <= INDENT:
        yield f"  {name:{INDENT - 2}}{lines.pop(0).strip()}".rstrip()
    else:
        yield f"  {name}"
    yield from filter(None, lines)


def _wrap(text: str) -> Iterator[str]:
    yield from textwrap.wrap(
        text, WIDTH, initial_indent=" " * INDENT, subsequent_indent=" " * INDENT
    )


class HelpAction(argparse.Action):
    """Prints the help, or that on a topic, and ends."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        _namespace: argparse.Namespace,
        values: Any,
        _option_string: str | None = None,
    ) -> NoReturn:
        """Print it; exit with an error for a topic that there is not."""
        own: CommandHelp = vars(parser)["command_help"]()
        topic = str(values or "").lower()
        if topic and topic != ALL and topic not in own.topics:
            import difflib  # few need it

            near = difflib.get_close_matches(topic, own.topics, 1, 0.5)
            text = _("there is no topic {topic} of {program}: it has {topics}")
            if near:
                text = _("there is no topic {topic} of {program}: did you mean {near}?")
            known = {"topic": quote_value(topic, 40), "program": parser.prog}
            known |= {"near": "".join(near), "topics": ", ".join(own.topics)}
            parser.error(text.format(**known))
        print(own.text(topic), end="")
        parser.exit()
