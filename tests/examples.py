"""Finds the examples of README, help and docstrings in these themselves, and runs them.

What is an example, so that nothing is left out unseen:

- a line of a fenced ``sh`` block, or text between backquotes, that begins with ``mazeeditor`` and
  the name of a command, alone or as the first of a pipeline; so is ``mazeeditor ...`` between
  quotation marks of either kind in a help, and the example below it;
- a fenced ``python`` block, text between backquotes that begins with ``mazeeditor.`` or
  ``import mazeeditor``, and what follows ``>>>`` in a docstring.

A command without arguments (`mazeeditor diff`) is only named. Where a word in capital letters
stands for others (``mazeeditor recover --restore ID``), the flags must be known. Other lines of
``sh`` blocks set the program up and are not run here. A fenced block of another language is the
file that the next text between backquotes names which ends with it.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import doctest
import io
import json
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from mazeeditor.cli import main
from mazeeditor.cli.commands import SUBCOMMANDS, Subcommand
from tests.sources import ROOT, sources

PROGRAM = "mazeeditor"
PLACEHOLDER = re.compile(r"\[?[A-Z]{2,}(\.[a-z]+)?\]?")
LINKED = re.compile(r"\]\(([\w-]+\.md)\)")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"``?([^`]+)``?")
QUOTED = re.compile(r"['`](mazeeditor [^'`]+)['`]")
SET_UP = (  # how a line that sets the program up begins
    *("./run", "./test", "python3 -m venv .venv", ".venv/bin/pip install", "pipx install"),
    *("sudo apt install ./dist/", ".venv/bin/python -m pytest", ".venv/bin/mazeeditor"),
)
# How an example begins that takes over a tenth of a second: it is run with --full.
DEAR = (
    *(
        "mazeeditor film ",
        "mazeeditor compare kruskal backtracker",
        "mazeeditor search --seeds 500",
    ),
    *("mazeeditor export maze.maze -o maze.gcode", "mazeeditor sheet --count 12"),
    *("mazeeditor sheet --count 24", "mazeeditor sheet --count 30", "mazeeditor bench "),
    *("mazeeditor book mazes.mazebook", "mazeeditor.book", "mazeeditor preflight book.pdf"),
    *('mazeeditor.preflight("book.pdf")', "import mazeeditor\n\nmaze = mazeeditor.generate("),
    *("mazeeditor export maze.maze -o maze.dxf", "mazeeditor export maze.maze -o maze.lbrn2"),
    *("mazeeditor generate --shape hexagonal", "mazeeditor generate --for 7-9"),
    *("mazeeditor sheet --names class.csv", "mazeeditor export round.maze"),
    *("mazeeditor export maze.maze -o poster.pdf", "import mazeeditor\n\nmaze = mazeeditor.load"),
    *("mazeeditor info scan.png", "mazeeditor solve scan.png", "mazeeditor export scan.png"),
    *("mazeeditor completion ", "mazeeditor generate --stops 5", "mazeeditor compare kruskal prim"),
    *("mazeeditor generate --preset", "mazeeditor export goals.maze", "mazeeditor sheet --count 4"),
    *("mazeeditor export maze.maze -o maze.html", "mazeeditor generate --width 300mm"),
    *("mazeeditor generate --rows 20 --columns 30 -o play.html", "mazeeditor generate --qr"),
    *("mazeeditor generate --route-word", "mazeeditor transform maze.maze repair --goal one"),
)


@dataclass(frozen=True)
class Example:
    """Something to be run: a ``command``, ``python``, or a ``file`` that others read.

    ``source`` is where it stands.
    """

    source: str
    kind: str
    text: str
    name: str = ""

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text, comments=True)

    @property
    def arguments(self) -> list[str]:
        """What the program gets: not its name, nor the file to which a shell writes."""
        words = self.words[1:]
        return words[: words.index(">")] if ">" in words else words

    @property
    def names_a_command_only(self) -> bool:
        return len(self.words) == 2

    @property
    def template(self) -> bool:
        """Whether it has a word that stands for others."""
        return any(map(PLACEHOLDER.fullmatch, self.words))

    @property
    def dear(self) -> bool:
        """Whether it takes long."""
        return self.text.startswith(DEAR) and not (
            self.kind == "command" and (self.names_a_command_only or self.template)
        )


def is_command(text: str) -> bool:
    """Whether a text begins with the program and the name of a command."""
    words = text.split()
    return len(words) > 1 and words[0] == PROGRAM and words[1] in SUBCOMMANDS


# README


def of_readme() -> list[Example]:
    """Return the examples of the README and the manual, in the order of reading."""
    return [
        example
        for page in pages()
        for example in of_markdown(page.read_text(encoding="utf-8"), page.name)
    ]


def pages() -> list[Path]:
    """Return the README and the pages of the manual, in the order in which its index has them."""
    manual = ROOT / "docs" / "manual"
    index = (manual / "index.md").read_text(encoding="utf-8")
    return [ROOT / "README.md", *(manual / name for name in LINKED.findall(index))]


def of_markdown(text: str, source: str = "README.md") -> list[Example]:
    """Return the examples of a text, by their places in it; ``source`` is what it is called."""
    found: list[tuple[int, Example]] = []
    for fence in FENCE.finditer(text):
        found += [(fence.start(), example) for example in _of_fence(fence, text, source)]
    for span in SPAN.finditer(FENCE.sub(lambda fence: " " * len(fence[0]), text)):
        found += [(span.start(), example) for example in _of_span(source, span[1])]
    return [example for _place, example in sorted(found, key=lambda one: one[0])]


def _of_fence(fence: re.Match[str], text: str, source: str) -> Iterator[Example]:
    language, body = fence[1], fence[2]
    if language == "python":
        yield Example(source, "python", body)
    elif language == "sh":
        for line in filter(str.strip, body.splitlines()):
            yield Example(source, "command" if is_command(line) else "set-up", line)
    else:
        name = re.compile(rf"`([^`]*\.{language})`").search(text, fence.end())
        assert name, f"no text between backquotes after a block names the file of: {body}"
        yield Example(source, "file", body, name[1])


def _of_span(source: str, text: str) -> Iterator[Example]:
    if is_command(text):
        yield Example(source, "command", text)
    elif text.startswith((f"{PROGRAM}.", f"import {PROGRAM}")):
        yield Example(source, "python", text)


# Help


def of_help() -> list[Example]:
    """Return the examples of ``--help`` of all commands, in the order in which they are listed."""
    return [
        example
        for command in SUBCOMMANDS
        for example in _of_command(command, parsers()[command.name])
    ]


@cache
def parsers() -> Mapping[str, argparse.ArgumentParser]:
    """Return a parser with the arguments of each command, by its name."""
    result = {command.name: argparse.ArgumentParser() for command in SUBCOMMANDS}
    for command in SUBCOMMANDS:
        command.configure(result[command.name])
    return result


def _of_command(command: Subcommand, parser: argparse.ArgumentParser) -> Iterator[Example]:
    helps = " ".join(action.help or "" for action in parser._actions)
    for text in (*QUOTED.findall(f"{command.label} {helps}"), command.example):
        assert is_command(text), f"{command.name} --help: there is no command {text}"
        yield Example(f"{command.name} --help", "command", text)


# Docstrings


def of_docstrings() -> list[Example]:
    """Return the commands and Python between backquotes in all docstrings."""
    return [
        example
        for place, docstring in _docstrings(f"`{PROGRAM}", f"`import {PROGRAM}")
        for span in SPAN.finditer(docstring)
        for example in _of_span(place, " ".join(span[1].split()))
    ]


def modules_with_sessions() -> list[str]:
    """Return the modules in whose docstrings something follows ``>>>``."""
    with_prompt = {place for place, docstring in _docstrings(">>> ") if ">>> " in docstring}
    return [source.module for source in sources() if source.place in with_prompt]


def _docstrings(*marks: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each docstring of the files that hold one of ``marks``.

    Each process of the suite asks for them while it collects: others are not worth parsing.
    """
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for source in sources():
        if not any(mark in source.text for mark in marks):
            continue
        for node in ast.walk(source.tree):
            if isinstance(node, documented) and (docstring := ast.get_docstring(node)):
                yield source.place, docstring


# Running


class Runner:
    """Runs examples in the current folder, one after the other; Python keeps its names."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = {}
        exec(f"import {PROGRAM}", self._names)

    def failures(self, examples: Iterable[Example]) -> list[str]:
        """Run examples; return what is wrong with those that do not work."""
        return [error for error in map(self._error, examples) if error]

    def _error(self, example: Example) -> str:
        try:
            self.run(example)
        except AssertionError as error:
            return str(error)
        return ""

    def run(self, example: Example) -> None:
        """Run an example; raises ``AssertionError`` where it does not work."""
        try:
            self._run(example)
        except (Exception, SystemExit) as error:
            raise AssertionError(f"{example.source}: {example.text}: {error!r}") from error

    def _run(self, example: Example) -> None:
        if example.kind == "command":
            check_flags(example)
            if not (example.template or example.names_a_command_only):
                self._run_pipeline(example)
        elif example.kind == "python":
            code = compile(example.text, example.source, "exec")
            exec(code, self._names)
        elif example.kind == "file":
            Path(example.name).write_text(example.text, encoding="utf-8")
        else:
            assert example.text.startswith(SET_UP), "what is no command is a line of SET_UP"

    def _run_pipeline(self, example: Example) -> None:
        """Run commands, each of which reads what the one before prints.

        What is written to a file by ``>`` gets into the current folder, whatever its folder is.
        """
        words, printed = example.words, ""
        target = words[words.index(">") + 1] if ">" in words else ""
        words = words[: words.index(">")] if target else words
        for command in _split(words):
            assert command[0] == PROGRAM
            feed = io.TextIOWrapper(io.BytesIO(printed.encode()), encoding="utf-8")
            with (
                contextlib.redirect_stdout(io.StringIO()) as out,
                pytest.MonkeyPatch.context() as own,
            ):
                own.setattr(sys, "stdin", feed)
                status = main(command[1:])
            printed = out.getvalue()
            assert _worked(command, status, printed), f"status {status}"
        if target:
            assert printed
            Path(Path(target).name).write_text(printed, encoding="utf-8")


def _worked(command: list[str], status: int, printed: str) -> bool:
    """Whether a command did what it is for: that two mazes differ is what ``diff`` may find."""
    if command[1] == "diff" and status == 1:
        return bool(json.loads(printed)["comparable"]) if "--json" in command else "wall" in printed
    return status == 0


def _split(words: list[str]) -> Iterator[list[str]]:
    while "|" in words:
        at = words.index("|")
        yield words[:at]
        words = words[at + 1 :]
    yield words


def check_flags(example: Example) -> None:
    """Raise ``AssertionError`` for a flag that its command does not have."""
    for command in _split(example.words):
        known = parsers()[command[1]]._option_string_actions
        flags = [word.partition("=")[0] for word in command[2:] if re.match(r"--?[a-z]", word)]
        assert [flag for flag in flags if flag not in known] == [], example


def run_session(module: str) -> None:
    """Run what follows ``>>>`` in the docstrings of a module; raises ``AssertionError``."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        names = {PROGRAM: import_module(PROGRAM)}
        failed, attempted = doctest.testmod(import_module(module), extraglobs=names)
    assert attempted
    assert not failed, output.getvalue()
