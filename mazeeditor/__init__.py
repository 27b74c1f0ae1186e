"""Generate, edit, solve and export mazes from Python.

>>> import mazeeditor
>>> maze = mazeeditor.generate("backtracker", rows=30, columns=40, seed=7)
>>> solution = mazeeditor.solve(maze, "dead-end-filling")
>>> files = mazeeditor.export(maze, "a.svg", page="A4", solution=solution)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mazeeditor.core import VERSION
from mazeeditor.core.errors import MazeError, UsageError

if TYPE_CHECKING:
    from mazeeditor.api import (
        book,
        book_cover,
        export,
        facts,
        field_plan,
        film,
        find_repair,
        finish,
        generate,
        load,
        preflight,
        repair,
        save,
        search,
        sheet,
        solve,
        transform,
    )

__all__ = [
    "MazeError",
    "UsageError",
    "book",
    "book_cover",
    "export",
    "facts",
    "field_plan",
    "film",
    "find_repair",
    "finish",
    "generate",
    "load",
    "preflight",
    "repair",
    "save",
    "search",
    "sheet",
    "solve",
    "transform",
]
__version__ = VERSION


def __getattr__(name: str) -> Any:
    """Import the functions when they are first used: the window opens without most of them."""
    if name in __all__:
        return getattr(import_module("mazeeditor.api"), name)
    raise AttributeError(f"module 'mazeeditor' has no attribute {name!r}")
