"""Names a kernel by all that its machine code depends on: it is compiled again when that changes.

That is its code, the types of its arguments, and the values of the globals that it reads, of which
kernels count with all that they depend on. Where these stand in which file does not matter, nor do
comments and docstrings. ``compiler_key`` names what all kernels depend on.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, ModuleType
from typing import Any, get_args, get_type_hints

import numpy as np

LENGTH = 24  # hexadecimal digits
PLAIN = (int, float, complex, bool, str, type(None))
LIBRARIES = ("math", "numpy")  # what is read from them changes only with their versions


def kernel_key(
    function: Callable[..., Any], hints: Mapping[str, Any], values: Mapping[str, Any]
) -> str:
    """Return the key of a kernel that is compiled for arguments annotated with ``hints``.

    ``values`` are the values of its globals, in which a kernel is replaced by a ``CalledKernel``.
    Raises ``TypeError`` where it reads something whose changes would not be noticed.
    """
    code = function.__code__
    read = {
        name: _described_global(function, name, values[name])
        for name in code.co_names
        if name in values
    }
    types = [_described_hint(hint) for hint in hints.values()]
    place = function.__module__, function.__qualname__
    return _digest([repr((place, _described_code(function), types, read)).encode()])


class CalledKernel(str):
    """The key of a kernel, in the place of the kernel."""

    __slots__ = ()


@cache
def compiler_key() -> str:
    """Return a key of what compiles kernels: numba, Python, and the files beside this one."""
    from importlib.metadata import version

    files = sorted(Path(__file__).parent.glob("*.py"))
    versions = f"{version('numba')} {sys.version_info[:2]}"
    return _digest([versions.encode(), *(file.read_bytes() for file in files)])


@cache
def program_key() -> str:
    files = sorted(Path(__file__).parents[2].rglob("*.py"))
    return _digest(file.read_bytes() for file in files)


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:LENGTH]


def _described_code(function: Callable[..., Any]) -> tuple[object, ...]:
    """Return all of a function's code but its name, its place and its docstring."""
    code, constants = function.__code__, function.__code__.co_consts
    if function.__doc__ is not None and constants[:1] == (function.__doc__,):
        constants = (None, *constants[1:])
    return (
        code.co_code,
        [_describe(constant) for constant in constants],
        code.co_names,
        code.co_varnames,
        (code.co_freevars, code.co_cellvars),
        (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
        getattr(code, "co_exceptiontable", b""),  # since Python 3.11
    )


def _described_global(function: Callable[..., Any], name: str, value: Any) -> object:
    try:
        return _describe(value)
    except TypeError as error:
        if not _reads(function.__code__, name):  # an attribute has the same name
            return None
        raise TypeError(f"the kernel {function.__qualname__} reads {name}: {error}") from None


def _reads(code: CodeType, name: str) -> bool:
    import dis

    steps = dis.get_instructions(code)
    return any(step.opname == "LOAD_GLOBAL" and step.argval == name for step in steps)


def _describe(value: Any) -> object:
    """Return what distinguishes a value from others by its ``repr``."""
    kind = type(value)
    if kind in PLAIN or kind is CalledKernel:
        return kind.__name__, value
    if kind is tuple:
        return "tuple", [_describe(each) for each in value]
    if isinstance(value, np.generic | np.ndarray):
        whole = np.asarray(value)
        contents = hashlib.sha256(whole.tobytes()).hexdigest()
        return kind.__name__, whole.dtype.str, whole.shape, whole.strides, contents
    if isinstance(value, ModuleType) and value.__name__ in LIBRARIES:
        return "module", value.__name__
    if isinstance(value, BuiltinFunctionType) and value.__module__ in LIBRARIES:
        return "function", value.__module__, value.__qualname__
    kinds = "numbers, tuples of them, arrays, kernels, and functions of math or numpy"
    raise TypeError(f"kernels may read {kinds}, but not {value!r}")


@cache
def _described_hint(hint: Any) -> object:
    if hint in (int, float, bool):
        return hint.__name__
    if isinstance(hint, type) and issubclass(hint, tuple):
        fields = get_type_hints(hint, include_extras=True)
        inner = {name: _described_hint(field) for name, field in fields.items()}
        return hint.__module__, hint.__qualname__, inner
    _array, *described = get_args(hint)
    return described
