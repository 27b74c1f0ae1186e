"""Calls functions with the parts of one window that they declare as parameters.

::

    def solve(document: Document, services: Services) -> None: ...

    parts.call(solve)  # solve(document, services)

Commands, sections of the panel and what else is registered in advance are called so: they get what
they use, not all that a window has. Everything else is given the parts by what calls it, which
the type checker follows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

# The parts by the names of the parameters, with their classes.
CLASSES = {
    "book": "OpenBook",
    "context": "Context",  # the window, in `gui/`
    "document": "Document",
    "opened": "OpenDocument",
    "parts": "Parts",
    "services": "Services",
    "view": "View",
}


class Parts:
    """The parts of one window, by the names under which functions declare them."""

    def __init__(self, **parts: object) -> None:
        self._parts = {**parts, "parts": self}

    def add(self, name: str, part: object) -> None:
        self._parts[name] = part

    def call(self, function: Callable[..., T], *given: object) -> T:
        """Call a function with its parts, and with what is ``given`` for its other parameters."""
        arguments, others = [], list(given)
        for name in parameters(function):
            if name in CLASSES:
                arguments.append(self._parts[name])
            elif others:
                arguments.append(others.pop(0))
            else:  # it has a default, as those after it
                break
        return function(*arguments, *others)


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the positional parameters of a function, or of those of a class.

    Of a ``partial`` those that it leaves open.
    """
    if isinstance(function, partial):
        return parameters(function.func)[len(function.args) :]
    called: Any = function
    made = isinstance(called, type)
    code = (called.__init__ if made else called).__code__
    names: tuple[str, ...] = code.co_varnames[: code.co_argcount]
    return names[1:] if made else names


def check_parts(function: Callable[..., object]) -> None:
    """Raise ``TypeError`` where a command has a parameter that is no part, or of another class."""
    for name in parameters(function):
        if name not in CLASSES:
            raise TypeError(f"{function.__qualname__}: there is no part named {name!r}")
        annotation = function.__annotations__.get(name, CLASSES[name])  # lambdas have none
        if annotation != CLASSES[name]:
            raise TypeError(f"{function.__qualname__}: {name} is a {CLASSES[name]}")
