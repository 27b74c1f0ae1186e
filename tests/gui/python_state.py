"""Brings objects of Python back to what they were: what they hold, and all that they lead to.

    state = PythonState([window], held_by_modules())
    ...                           # anything may happen to it
    state.restore()

No class is asked how: attributes, lists, dictionaries, sets, arrays and the variables of functions
are noted and put back. What came since is nobody's then, and what went is there again. Modules,
classes and what these hold are left alone: they belong to the process. ``ModuleState`` tells where
that has changed.
"""

from __future__ import annotations

import sys
import threading
import types
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from functools import partial
from operator import is_
from pathlib import PurePath
from typing import Any
from weakref import ReferenceType

import numpy as np

# Modules whose classes keep what they hold in attributes that may change.
OWN = ("mazeeditor.", "tests.", "tkinter", "PIL.ImageTk", "weakref", "_weakrefset")
# What never changes, and what cannot be brought back.
FIXED: tuple[type, ...] = (
    *(str, bytes, int, float, complex, type(None), range, slice, Enum, PurePath, property),
    *(type, types.ModuleType, types.BuiltinFunctionType, types.CodeType, ReferenceType),
    *(threading.Thread, np.generic, np.dtype),
)


class PythonState:
    """What some objects, and all that they lead to, held when this was made."""

    def __init__(self, roots: Iterable[object], left_alone: set[int]) -> None:
        self._undo: list[Callable[[], object]] = []
        self._pairs: list[tuple[dict[object, object], dict[object, object]]] = []
        self._values: list[tuple[Any, list[object]]] = []
        self.objects: dict[int, object] = {}
        waiting = list(roots)
        while waiting:
            item = waiting.pop()
            if not (id(item) in self.objects or id(item) in left_alone or isinstance(item, FIXED)):
                self.objects[id(item)] = item
                waiting += self._note(item)

    def restore(self) -> None:
        """Let each object hold that again."""
        for undo in self._undo:
            undo()
        for item, pairs in self._pairs:
            if not (_same(item, pairs) and _same(item.values(), pairs.values())):
                item.clear()
                item.update(pairs)
        for collection, values in self._values:
            if not _same(collection, values):
                collection.clear()
                add = collection.update if isinstance(collection, set) else collection.extend
                add(values)

    def _note(self, item: Any) -> list[object]:
        """Note what an object holds; return that."""
        if isinstance(item, types.FunctionType):
            if item.__module__ == "tests.windows":  # of ``Watch``, which leads to all windows
                return []
            return [*(item.__closure__ or ()), *(item.__defaults__ or ()), item.__dict__]
        if isinstance(item, types.MethodType):
            return [item.__self__, item.__func__]
        if isinstance(item, partial):
            return [item.func, *item.args, *item.keywords.values()]
        if isinstance(item, types.CellType):
            return self._note_variable(item)
        if isinstance(item, np.ndarray):
            if item.flags.writeable and item.dtype != object:
                self._undo.append(partial(np.copyto, item, item.copy()))
            return []
        held: list[object] = []
        if isinstance(item, (tuple, frozenset)):
            held += item
        elif isinstance(item, dict):
            held += self._note_pairs(item)
        elif isinstance(item, (list, set, deque)):
            held += self._note_values(item)
        if type(item).__module__.startswith(OWN):
            if hasattr(item, "__dict__"):
                held += self._note_pairs(item.__dict__)
            held += self._note_slots(item)
        return held

    def _note_variable(self, cell: types.CellType) -> list[object]:
        try:
            value = cell.cell_contents
        except ValueError:  # it has no value yet
            return []
        self._undo.append(partial(setattr, cell, "cell_contents", value))
        return [value]

    def _note_pairs(self, item: dict[object, object]) -> list[object]:
        self._pairs.append((item, dict(item)))
        return [*item, *item.values()]

    def _note_values(self, item: Any) -> list[object]:
        values = list(item)
        self._values.append((item, values))
        return values

    def _note_slots(self, item: object) -> list[object]:
        values = []
        for kind in type(item).__mro__:
            slots = kind.__dict__.get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                if not name.startswith("__") and hasattr(item, name):
                    values.append(getattr(item, name))
                    self._undo.append(partial(object.__setattr__, item, name, values[-1]))
        return values


def _same(some: Collection[object], others: Collection[object]) -> bool:
    """Whether these are the same objects in the same order, and not only equal ones."""
    return len(some) == len(others) and all(map(is_, some, others))


def held_by_modules() -> set[int]:
    """Return the numbers of the objects that the modules and classes of the program hold."""
    roots = [value for held in _namespaces().values() for value in held.values()]
    return set(PythonState(roots, set()).objects)


class ModuleState:
    """What the modules and classes of the program held when this was made, functions left out."""

    def __init__(self) -> None:
        self._known: list[tuple[str, Mapping[str, object], dict[str, object]]] = []
        self._collections: list[tuple[str, object, list[object]]] = []
        self._modules = len(sys.modules) - _being_imported()
        for place, held in _namespaces().items():
            values = {name: value for name, value in held.items() if not callable(value)}
            self._known.append((place, held, values))
            self._collections += [
                (f"{place}.{name}", value, _content(value))
                for name, value in values.items()
                if isinstance(value, (list, dict, set)) and not name.startswith("__")
            ]

    def difference(self) -> str:
        """Say which names stand for something else, or for a collection that holds something else.

        Where modules were imported since, collections may hold more: these add to registries.
        """
        imported = len(sys.modules) > self._modules
        changed = [
            f"{place}.{name} stands for something else"
            for place, held, before in self._known
            if not all(map(is_, map(held.get, before), before.values()))
            for name, value in before.items()
            if held.get(name) is not value
        ]
        for name, value, before in self._collections:
            content = _content(value)
            grown = imported and len(content) > len(before)
            if not (grown or _same(content, before)):
                changed.append(f"{name} holds something else")
        return "\n".join(changed)


def _being_imported() -> int:
    """Return how many modules a worker is importing now: their registries are not full yet."""
    specs = [getattr(module, "__spec__", None) for module in list(sys.modules.values())]
    return sum(bool(getattr(spec, "_initializing", False)) for spec in specs)


def _content(value: Any) -> list[object]:
    return [*value, *value.values()] if isinstance(value, dict) else [*value]


def _namespaces() -> dict[str, Mapping[str, object]]:
    """Return what the modules and the classes of the program hold, by their names."""
    found: dict[str, Mapping[str, object]] = {}
    for name, module in list(sys.modules.items()):
        if name.startswith("mazeeditor") and isinstance(module, types.ModuleType):
            found[name] = vars(module)
            for value in list(vars(module).values()):
                if isinstance(value, type) and value.__module__ == name:
                    found[f"{name}.{value.__name__}"] = vars(value)
    return found
