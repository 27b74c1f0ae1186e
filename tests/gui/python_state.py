"""Brings objects of Python back to what they were: what they hold, and all that they lead to.

    state = PythonState([window])
    ...                           # anything may happen to it
    state.restore()

No class is asked how: attributes, lists, dictionaries, sets, arrays and the variables of closures are
noted, and put back. What came since is nobody's then, and what went is there again. Left alone are
modules, classes, and what these lead to: they belong to the process and not to a window.
"""

from __future__ import annotations

import sys
import threading
import types
from collections import deque
from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial
from pathlib import PurePath
from typing import Any
from weakref import ReferenceType

import numpy as np

OWN = ("mazeeditor.", "tests.", "tkinter", "PIL.ImageTk", "weakref", "_weakrefset")
FIXED = (str, bytes, int, float, complex, type(None), range, slice, type, types.ModuleType)
FIXED += (types.BuiltinFunctionType, types.CodeType, ReferenceType, Enum, PurePath)
FIXED += (threading.Thread, np.generic, np.dtype, property)
CONTAINERS = (dict, list, set, deque)
SEQUENCES = (tuple, frozenset)


class PythonState:
    """What all objects held that some objects led to when this was made."""

    def __init__(self, roots: Iterable[object], process: set[int]) -> None:
        self._undo: list[Callable[[], None]] = []
        self._kept: list[object] = []  # so that no id is used again
        self._walk(list(roots), process)

    def restore(self) -> None:
        """Let each object hold that again."""
        for undo in self._undo:
            undo()

    def _walk(self, waiting: list[object], process: set[int]) -> None:
        seen = set[int]()
        while waiting:
            item = waiting.pop()
            if id(item) in seen or id(item) in process or isinstance(item, FIXED):
                continue
            seen.add(id(item))
            self._kept.append(item)
            waiting += self._note(item)

    def _note(self, item: object) -> list[object]:
        """Note what an object holds; return that."""
        if isinstance(item, types.FunctionType):
            if item.__module__ == "tests.windows":  # a patch of the case, which leads to all windows
                return []
            return [*(item.__closure__ or ()), *(item.__defaults__ or ()), item.__dict__]
        if isinstance(item, types.MethodType):
            return [item.__self__, item.__func__]
        if isinstance(item, partial):
            return [item.func, *item.args, *item.keywords.values()]
        if isinstance(item, types.CellType):
            return self._note_cell(item)
        if isinstance(item, np.ndarray):
            if item.flags.writeable and item.dtype != object:
                self._undo.append(partial(np.copyto, item, item.copy()))
            return []
        if isinstance(item, SEQUENCES):
            return list(item)
        held = list[object]()
        if isinstance(item, CONTAINERS):
            held += self._note_container(item)
        if hasattr(item, "__dict__") and type(item).__module__.startswith(OWN):
            held += self._note_container(item.__dict__)
        return held + self._note_slots(item)

    def _note_cell(self, cell: types.CellType) -> list[object]:
        try:
            value = cell.cell_contents
        except ValueError:  # it is empty
            return []
        self._undo.append(partial(setattr, cell, "cell_contents", value))
        return [value]

    def _note_container(self, item: Any) -> list[object]:
        if isinstance(item, dict):
            pairs = dict(item)
            self._undo.append(lambda: _put_pairs(item, pairs))
            return [*pairs, *pairs.values()]
        values = list(item)
        self._undo.append(lambda: _put_values(item, values))
        return values

    def _note_slots(self, item: object) -> list[object]:
        if not type(item).__module__.startswith("mazeeditor."):
            return []
        values = []
        for kind in type(item).__mro__:
            slots = kind.__dict__.get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                if not name.startswith("__") and hasattr(item, name):
                    value = getattr(item, name)
                    values.append(value)
                    self._undo.append(partial(_put_slot, item, name, value))
        return values

    def __len__(self) -> int:
        return len(self._kept)


def _put_pairs(item: dict[object, object], pairs: dict[object, object]) -> None:
    if len(item) == len(pairs) and all(
        key is other and value is item[key]
        for (key, value), other in zip(pairs.items(), item, strict=True)
    ):
        return
    item.clear()
    item.update(pairs)


def _put_values(item: Any, values: list[object]) -> None:
    if len(item) != len(values) or any(a is not b for a, b in zip(item, values, strict=True)):
        item.clear()
        getattr(item, "update" if isinstance(item, set) else "extend")(values)


def _put_slot(item: object, name: str, value: object) -> None:
    if getattr(item, name, item) is not value:
        object.__setattr__(item, name, value)


def of_process() -> set[int]:
    """Return the ids of what the modules of the program and its classes lead to."""
    roots = list[object]()
    for name, module in list(sys.modules.items()):
        if name.startswith("mazeeditor") and isinstance(module, types.ModuleType):
            for value in list(vars(module).values()):
                roots.append(value)
                if isinstance(value, type) and value.__module__.startswith("mazeeditor"):
                    roots += vars(value).values()
    return {id(item) for item in PythonState(roots, set())._kept}
