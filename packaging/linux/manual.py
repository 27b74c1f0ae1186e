"""Manual pages, made from the parsers: ``man mazeeditor``, ``man mazeeditor generate``.

argparse-manpage writes one page with the whole synopsis of each command as one paragraph: 90
flags of ``generate`` in a row, and its groups of flags are lost.
"""

from __future__ import annotations

import argparse

from tools import DAY, version

from mazeeditor.cli.all_parsers import arguments, command_parsers, explain, program

FILES = """\
.SH FILES
.TP
.I ~/.config/mazeeditor/
Settings, templates and themes of your own.
.TP
.I ~/.cache/mazeeditor/
Compiled parts of the program. May be removed at any time.
.SH EXIT STATUS
0 where all went well, 1 where a file or a maze stands in the way, 2 where the command line is
wrong, 3 where
.B solve
finds no route, 130 after Ctrl+C. The reason is one line on standard error.
"""
SHORT = 40  # letters of choices that stand in the place of a value: svg|png


def manual_pages() -> dict[str, str]:
    """Return all pages by the names of their files."""
    pages = {"mazeeditor.1": _main_page()}
    for name, parser in command_parsers().items():
        pages[f"mazeeditor-{name}.1"] = _command_page(name, parser)
    return pages


def escaped(text: str) -> str:
    """Return a text as roff prints it, with dashes that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + text if text.startswith(".") else text


def _title(name: str) -> str:
    return f'.TH {name.upper()} 1 {DAY} "mazeeditor {version()}" "User Commands"\n.nh\n.ad l\n'


def _main_page() -> str:
    parts = [
        _title("mazeeditor"),
        ".SH NAME\nmazeeditor \\- generate, edit, solve and print mazes\n",
        ".SH SYNOPSIS\n.B mazeeditor\n.RI [ FILE ]\n.br\n",
        ".B mazeeditor\n.I COMMAND\n.RI [ ARGUMENTS ]\n.br\n.B mazeeditor \\-\\-version\n",
        f".SH DESCRIPTION\n{escaped(program().description or '')}\n",
        "With a project (.maze) or a book (.mazebook), the window shows that.\n",
        ".SH COMMANDS\nEach has a page of its own, which\n.B man mazeeditor COMMAND\nshows.\n",
    ]
    for name, parser in command_parsers().items():
        parts.append(f".TP\n.B {escaped(name)}\n{escaped(parser.description or '')}\n")
    parts += [".SH EXAMPLES\n.nf\n"]
    parts += [f"{escaped(parser.epilog or '')}\n" for parser in command_parsers().values()]
    parts += [".fi\n", FILES, _see_also([f"mazeeditor-{name}" for name in command_parsers()])]
    return "".join(parts)


def _command_page(name: str, parser: argparse.ArgumentParser) -> str:
    own = f"mazeeditor\\-{escaped(name)}"
    parts = [
        _title(f"mazeeditor-{name}"),
        f".SH NAME\n{own} \\- {escaped(_as_name(parser.description or ''))}\n",
        f".SH SYNOPSIS\n.B mazeeditor {escaped(name)}\n.RI [ OPTIONS ]\n",
    ]
    places = [action for _, group in arguments(parser) for action in group]
    words = [_usage(action) for action in places if not action.option_strings]
    parts += [f".I {escaped(word)}\n" for word in words]
    parts.append(f".SH DESCRIPTION\n{escaped(parser.description or '')}\n")
    for title, group in arguments(parser):
        heading = "ARGUMENTS" if title == "Positional arguments" else title.upper()
        parts.append(f".SH {escaped(heading)}\n")
        parts += [_entry(parser, action) for action in group]
    parts += [f".SH EXAMPLE\n.nf\n{escaped(parser.epilog or '')}\n.fi\n", _see_also(["mazeeditor"])]
    return "".join(parts)


def _as_name(sentence: str) -> str:
    """Return a sentence as the line of names in a manual: ``make a new maze``."""
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


def _value(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    choices = "|".join(map(str, action.choices or ()))
    return action.metavar or (choices if len(choices) <= SHORT else "") or action.dest.upper()


def _usage(action: argparse.Action) -> str:
    value = _value(action)
    many = {"*": f"[{value} ...]", "+": f"{value} ...", "?": f"[{value}]"}
    return many.get(str(action.nargs), value)


def _entry(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    value = escaped(_value(action))
    if not action.option_strings:
        head = f"\\fI{escaped(_usage(action))}\\fR"
    else:
        head = ", ".join(f"\\fB{escaped(flag)}\\fR" for flag in action.option_strings)
        head += f" \\fI{value}\\fR" if value else ""
    text = explain(parser, action)
    choices = ", ".join(map(str, action.choices or ()))
    if len(choices) > SHORT:
        text = f"{text} (one of {choices})" if text else f"one of {choices}"
    return f".TP\n{head}\n{escaped(text)}\n"


def _see_also(names: list[str]) -> str:
    pages = [f".BR {escaped(name)} (1)" for name in names]
    return ".SH SEE ALSO\n" + ",\n".join(pages) + "\n"
