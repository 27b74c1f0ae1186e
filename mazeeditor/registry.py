"""Adds a generator, solver, shape, exporter or tool by adding one file: what registers is found.

A room's ``__init__`` makes one ``Registry`` and a decorator that calls ``add``. The files of the
room are imported when somebody first asks, so that starting the program stays cheap.
"""

from __future__ import annotations

import difflib
import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from mazeeditor.errors import UsageError
from mazeeditor.words import _, quoted


class Named(Protocol):
    """Anything that can be registered: people type ``name``; menus follow ``order``."""

    @property
    def name(self) -> str:
        """The name people type."""

    @property
    def order(self) -> int:
        """The place in menus and lists: small numbers come first."""


N = TypeVar("N", bound=Named)


class Registry(Generic[N]):
    """The things of one kind, found in the files of one package."""

    def __init__(self, kind: str, package: str) -> None:
        self.kind = kind
        self._package = package
        self._things: dict[str, N] = {}
        self._discovered = False

    def add(self, thing: N) -> N:
        """Register ``thing``; raises ``ValueError`` where its name is taken."""
        if thing.name in self._things:
            raise ValueError(f"two {self.kind}s are named {thing.name!r}")
        self._things[thing.name] = thing
        return thing

    def _discover(self) -> None:
        if self._discovered:
            return
        for module in pkgutil.iter_modules(import_module(self._package).__path__):
            import_module(f"{self._package}.{module.name}")
        self._discovered = True

    def __iter__(self) -> Iterator[N]:
        self._discover()
        return iter(sorted(self._things.values(), key=lambda thing: (thing.order, thing.name)))

    def __len__(self) -> int:
        self._discover()
        return len(self._things)

    def __contains__(self, name: object) -> bool:
        self._discover()
        return name in self._things

    def __getitem__(self, name: str) -> N:
        """Return the thing of that name; raises ``UsageError`` with the nearest names."""
        self._discover()
        if name in self._things:
            return self._things[name]
        near = difflib.get_close_matches(name, self._things, n=1)
        raise UsageError(
            _("There is no {kind} named {name}. Did you mean {near}?").format(
                kind=self.kind, name=quoted(name), near=near[0]
            )
            if near
            else _("There is no {kind} named {name}. Known are: {known}.").format(
                kind=self.kind, name=quoted(name), known=", ".join(self.names())
            )
        )

    def names(self) -> list[str]:
        """Return every name, in menu order."""
        return [thing.name for thing in self]


class Suffixed(Protocol):
    """A format whose files end with ``suffix``: ``.svg``."""

    @property
    def suffix(self) -> str:
        """The end of the names of its files."""


S = TypeVar("S", bound=Suffixed)


def of_suffix(known: Iterable[S], path: Path, complaint: str) -> S:
    """Return the format of a file's name.

    Raises ``UsageError`` with ``complaint``, in which ``{file}`` and ``{known}`` are filled in.
    """
    formats = list(known)
    for one in formats:
        if one.suffix == path.suffix.lower():
            return one
    suffixes = ", ".join(one.suffix for one in formats)
    raise UsageError(complaint.format(file=path.name or path, known=suffixes))
