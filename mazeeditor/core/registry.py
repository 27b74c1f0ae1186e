"""Adds a generator, solver, shape, exporter or tool by adding one file.

A package makes one ``Registry`` and takes its decorator from it. The registered kind adds to
``Entry`` only what no other kind has:

    @dataclass(frozen=True, kw_only=True)
    class Solver(Entry[Callable[..., SearchResult]]):
        shortest: bool = False

    SOLVERS: Registry[Solver] = Registry("solver", __name__)
    solver = SOLVERS.decorator(Solver)

Then each file of the package registers a function or class, whose keyword-only arguments are the
options and whose docstring is the summary:

    @solver("breadth-first", _("Breadth first"), order=4, shortest=True)
    def breadth_first(maze: Maze, job: Job) -> SearchResult:
        '''Explore all directions at once.'''

The files are imported at the first access to the registry, unless it is to an entry whose file has
been imported already; so starting the program stays cheap.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from mazeeditor.core.declarations import Declaration, declarations
from mazeeditor.core.errors import UsageError
from mazeeditor.core.options import Option, options_of
from mazeeditor.core.translation import _, printable, quote_value

R = TypeVar("R", bound=Callable[..., Any])


@dataclass(frozen=True)
class Entry(Generic[R]):
    """A registered function or class, ``run``; what it takes and returns, the kind specifies.

    ``name`` is what users type, ``label`` what they read; small ``order`` comes first in menus and
    lists. ``manual`` is its topic in the manual, a page or ``page#heading``, "" for that of what it
    stands in. ``words`` are others that people use for it, by which the palette finds it.
    """

    name: str
    label: str
    run: R
    order: int = 100
    manual: str = ""
    words: str = ""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options to choose: the keyword-only arguments of ``run``."""
        return options_of(self.run)

    @property
    def summary(self) -> str:
        """One line for users: the first of the docstring of ``run``."""
        line = (self.run.__doc__ or "").strip().partition("\n")[0]
        return _(line) if line else ""  # gettext of "" is the head of the catalogue


@dataclass(frozen=True, kw_only=True)
class Algorithm(Entry[R]):
    """An entry that films show at work.

    ``code`` is its pseudo-code, at most 10 lines in plain English. Comments in its source specify
    which line runs, see ``films/code_lines.py``.
    """

    code: str

    @property
    def code_lines(self) -> tuple[str, ...]:
        return tuple(self.code.splitlines())


@dataclass(frozen=True, kw_only=True)
class FileFormat(Entry[R]):
    """An entry that writes files whose names end with ``suffix``: ``.svg``."""

    suffix: str


E = TypeVar("E", bound=Entry[Any])
F = TypeVar("F", bound=FileFormat[Any])
P = ParamSpec("P")


class Registry(Generic[E]):
    """The entries of one kind, found in the files of one package and of the folders in it."""

    def __init__(self, kind: str, package: str, decorator: str = "") -> None:
        """Where ``decorator`` is its name, the names of all entries are read without importing.

        Then of the files of the package only those are imported that register something.
        """
        self.kind = kind
        self._decorator = decorator
        self._package = package
        self._entries: dict[str, E] = {}
        self._discovered = False

    def decorator(
        self, entry: Callable[Concatenate[str, str, R, P], E]
    ) -> Callable[Concatenate[str, str, P], Callable[[R], R]]:
        """Return ``@kind(name, label, ...)``, which registers what it decorates as ``entry``."""

        def kind(name: str, label: str, /, *args: P.args, **own: P.kwargs) -> Callable[[R], R]:
            def register(run: R) -> R:
                self.add(entry(name, label, run, *args, **own))
                return run

            return register

        return kind

    def add(self, entry: E) -> E:
        """Register ``entry``; raises ``ValueError`` where its name is taken."""
        if entry.name in self._entries:
            raise ValueError(f"two {self.kind}s are named {entry.name!r}")
        self._entries[entry.name] = entry
        return entry

    def _discover(self) -> None:
        if self._discovered:
            return
        if self._decorator:  # only the files that register something
            modules = sorted({known.module for known in self._declared().values()})
        else:
            folders = import_module(self._package).__path__
            found = pkgutil.walk_packages(folders, f"{self._package}.")
            modules = [module.name for module in found]
        for module in modules:
            import_module(module)
        self._discovered = True

    def _declared(self) -> dict[str, Declaration]:
        return declarations(self._package, self._decorator)

    def __iter__(self) -> Iterator[E]:
        self._discover()
        return iter(sorted(self._entries.values(), key=lambda entry: (entry.order, entry.name)))

    def __len__(self) -> int:
        self._discover()
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        self._discover()
        return isinstance(name, str) and name in self._entries

    def __getitem__(self, name: str) -> E:
        """Return the entry of that name; raises ``UsageError`` with the nearest name."""
        if not isinstance(name, str):
            text = _("The name of a {kind} must be a text, not {value} ({type}).")
            kind = type(name).__name__
            raise UsageError(text.format(kind=self.kind, value=quote_value(name), type=kind))
        if name not in self._entries:
            self._discover()
        if name in self._entries:
            return self._entries[name]
        import difflib  # here: most names are right

        nearest = difflib.get_close_matches(name, self._entries, n=1)
        raise UsageError(
            _("There is no {kind} named {name}. Did you mean {near}?").format(
                kind=self.kind, name=quote_value(name), near=nearest[0]
            )
            if nearest
            else _("There is no {kind} named {name}. Choose one of: {known}.").format(
                kind=self.kind, name=quote_value(name), known=", ".join(self.names())
            )
        )

    def names(self) -> list[str]:
        """Return every name, in menu order."""
        return list(self.labels())

    def labels(self) -> dict[str, str]:
        """Return what users read of each entry, by names, in menu order."""
        if self._decorator and not self._discovered:
            return {name: declaration.label for name, declaration in self._declared().items()}
        return {entry.name: entry.label for entry in self}


def suffixed_labels(formats: Iterable[F]) -> dict[str, str]:
    """Return what users read where they choose a format, by names: ``SVG (.svg)``."""
    return {entry.name: f"{entry.label} ({entry.suffix})" for entry in formats}


def of_suffix(
    known: Iterable[F], path: Path, complaint: str, beside: Iterable[FileFormat[Any]] = ()
) -> F:
    """Return the format of a file's name.

    Raises ``UsageError`` with ``complaint``, in which ``{file}`` and ``{known}`` are filled in:
    what others take ``beside`` these formats is among the known ones.
    """
    formats = list(known)
    for entry in formats:
        if entry.suffix == path.suffix.lower():
            return entry
    known_ones: list[FileFormat[Any]] = [*formats, *beside]
    suffixes = ", ".join(dict.fromkeys(entry.suffix for entry in known_ones))
    raise UsageError(complaint.format(file=printable(path.name or path), known=suffixes))
