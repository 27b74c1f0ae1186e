"""Checks what programs give to the functions of ``import mazeeditor``, by their annotations.

::

    @checked
    def solve(maze: Maze, solver: str = "breadth-first", ...)

    solve(maze, 3)      UsageError: solver must be a text, not 3 (int).

Whole numbers of numpy become those of Python, and so do its numbers, texts and truth values.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, wraps
from numbers import Real
from operator import index
from os import PathLike
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin

from mazeeditor.core.errors import UsageError
from mazeeditor.core.translation import _, quote_value

P = ParamSpec("P")
T = TypeVar("T")
_UNION = (Union, type(int | None))
_NAMES: dict[Any, str] = {
    bool: _("True or False"),
    int: _("a whole number"),
    float: _("a number"),
    str: _("a text"),
    type(None): "None",
    PathLike: _("a path"),
    tuple: _("a tuple"),
    Mapping: _("a dictionary"),
}
_LISTS = (Sequence, Iterable, list)


class _WrongError(Exception):
    """A value is not of a type; ``place`` is where it is in what was given: ``[2]``."""

    def __init__(self, value: Any, hint: Any, place: str = "") -> None:
        super().__init__()
        self.value, self.hint, self.place = value, hint, place

    def within(self, place: str) -> _WrongError:
        return _WrongError(self.value, self.hint, place + self.place)


def check_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """Let a function raise ``UsageError`` that names the parameter whose value has a wrong type.

    Values of ``**options`` are left to the options, those of numpy as those of Python. So is what
    is not annotated by a class, a union, a list or a dictionary.
    """
    signature = inspect.signature(function)

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        bound = signature.bind(*args, **kwargs)
        for name, value in bound.arguments.items():
            parameter = signature.parameters[name]
            if parameter.kind is parameter.VAR_KEYWORD:
                bound.arguments[name] = _without_numpy(value)
            elif value is not parameter.default:
                bound.arguments[name] = _convert_value(
                    name, value, _hint(function, parameter.annotation)
                )
        return function(*bound.args, **bound.kwargs)

    return run


def _without_numpy(value: Any) -> Any:
    """Return a value with the numbers, texts and truth values of numpy in it as those of Python."""
    if isinstance(value, Mapping):
        return {key: _without_numpy(each) for key, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map(_without_numpy, value))
    return value.item() if _is_of_numpy(value) and not hasattr(value, "__len__") else value


def _is_of_numpy(value: Any) -> bool:
    return type(value).__module__ == "numpy"


def whole(value: Any) -> int:
    """Return a whole number of Python or numpy as one of Python; raises ``TypeError``."""
    if type(value).__name__ in ("bool", "bool_", "ndarray"):
        raise TypeError(value)
    return index(value)


def plain(value: Any, kind: type) -> Any:
    """Return a value of numpy as one of Python where that is of ``kind``, any other as it is."""
    if isinstance(value, kind) and not _is_of_numpy(value):
        return value
    try:
        return _of_class(value, kind)
    except _WrongError:
        return value


@cache
def _hint(function: Callable[..., Any], annotation: str) -> Any:
    """Return the type that an annotation, which is a text, stands for."""
    inner = inspect.unwrap(function)
    return eval(annotation, dict(inner.__globals__))


def _convert_value(name: str, value: Any, hint: Any) -> Any:
    """Return a value as a function takes it; raises ``UsageError``."""
    try:
        return _convert(value, hint)
    except _WrongError as wrong:
        text = _("{name} must be {allowed}, not {value} ({kind}).")
        known = {"name": name + wrong.place, "allowed": _name_type(wrong.hint)}
        kind = type(wrong.value).__name__
        raise UsageError(text.format(**known, value=quote_value(wrong.value), kind=kind)) from None


def _convert(value: Any, hint: Any) -> Any:
    origin = get_origin(hint)
    if hint is Any or origin is tuple:
        return value
    if origin in _UNION:
        return _one_of(value, hint)
    if origin in _LISTS:
        return _list(value, hint)
    if origin is Mapping and isinstance(value, Mapping):
        inner = get_args(hint)[1]
        return {key: _inner(each, inner, f"[{quote_value(key)}]") for key, each in value.items()}
    kind = type(None) if hint is None else origin or hint
    return _of_class(value, kind) if isinstance(kind, type) else value


def _one_of(value: Any, hint: Any) -> Any:
    """Return a value as the first type of a union has it that it is of; raises ``_WrongError``."""
    wrong: list[_WrongError] = []
    for one in get_args(hint):
        with _naming_parameter(wrong):
            return _convert(value, one)
    inner = (error for error in wrong if error.place)
    raise next(inner, _WrongError(value, hint))


@contextmanager
def _naming_parameter(errors: list[_WrongError]) -> Iterator[None]:
    try:
        yield
    except _WrongError as error:
        errors.append(error)


def _inner(value: Any, hint: Any, place: str) -> Any:
    """Return a part of a value that was given, at a ``place`` in it."""
    try:
        return _convert(value, hint)
    except _WrongError as error:
        raise error.within(place) from None


def _list(value: Any, hint: Any) -> list[Any]:
    if isinstance(value, str | bytes | Mapping):
        raise _WrongError(value, hint)
    try:
        parts = list(value)
    except TypeError:
        raise _WrongError(value, hint) from None
    inner = get_args(hint)[0]
    return [_inner(each, inner, f"[{at}]") for at, each in enumerate(parts)]


def _of_class(value: Any, kind: type) -> Any:
    if kind is int:
        try:
            return whole(value)
        except TypeError:
            raise _WrongError(value, kind) from None
    if kind is float and isinstance(value, Real) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            raise _WrongError(value, kind) from None
    if kind is bool and type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    if kind is str and isinstance(value, str):
        return str(value) if _is_of_numpy(value) else value
    if kind in (float, bool, str) or not isinstance(value, kind):
        raise _WrongError(value, kind)
    return value


def _name_type(hint: Any) -> str:
    """Return what messages call a type: ``a whole number or None``."""
    origin = get_origin(hint)
    if origin in _UNION:
        names = dict.fromkeys(map(_name_type, get_args(hint)))
        return _(" or ").join(name for name in names if name)
    if origin in _LISTS:
        return _("a list")
    kind = type(None) if hint is None else origin or hint
    return _NAMES.get(kind) or _("a {kind}").format(kind=getattr(kind, "__name__", kind))
