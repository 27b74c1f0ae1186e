"""Adds calls to kernels that report their current cell, so that a film can show it.

Every kernel names the cell that it works on ``cell`` and a neighbour of it ``other``. A watched
kernel is the same code, interpreted, with a call after each line that assigns to ``cell``::

    cell = other                moves(cell)     a step to a neighbour, and
    cell += offsets[...]        moves(cell)     a step back to one
    cell = anything else        stands(cell)    so do ``for cell in`` and an argument ``cell``
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from functools import cache
from types import CodeType
from typing import Any, Protocol

CELL, NEIGHBOUR = "cell", "other"
STANDS, MOVES = "watcher_stands", "watcher_moves"


class Watcher(Protocol):
    """Runs kernels in place of a plain call; called with the kernel and its arguments."""

    def __call__(self, kernel: Any, *args: Any) -> Any:
        """Run a kernel."""

    def within(self, part: Any) -> AbstractContextManager[None]:
        """Return a context for work on a piece of the lattice, whose arrays are shorter."""


WATCHER: ContextVar[Watcher | None] = ContextVar("WATCHER", default=None)  # of this thread


def is_watched() -> bool:
    return WATCHER.get() is not None


def within(part: Any) -> AbstractContextManager[None]:
    """Notify the watcher that the kernels in this context run on a piece of the lattice."""
    watcher = WATCHER.get()
    return watcher.within(part) if watcher else nullcontext()


@cache
def watched_code(function: Callable[..., Any]) -> CodeType:
    """Return the code of a kernel's function with its calls of ``STANDS`` and ``MOVES``.

    Where Python finds no source, as in a program frozen into one file, it is the code as it is.
    """
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return function.__code__
    (tree,) = ast.parse(textwrap.dedent("".join(lines))).body
    assert isinstance(tree, ast.FunctionDef)
    _plain(tree)
    _CallInserter().visit(tree)
    module = ast.fix_missing_locations(ast.Module([tree], []))
    ast.increment_lineno(module, first - 1)
    namespace: dict[str, Any] = {}
    exec(compile(module, function.__code__.co_filename, "exec"), namespace)
    code: CodeType = namespace[tree.name].__code__
    return code


def _plain(function: ast.FunctionDef) -> None:
    """Remove what would be evaluated where the function is defined."""
    function.decorator_list, function.returns = [], None
    for argument in function.args.args:
        argument.annotation = None


class _CallInserter(ast.NodeTransformer):
    """Inserts the calls of the watcher."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Report an argument."""
        self.generic_visit(node)
        if any(argument.arg == CELL for argument in node.args.args):
            node.body.insert(0, _call(STANDS, node))
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        """Report each iteration of a loop."""
        self.generic_visit(node)
        if _binds(node.target):
            node.body.insert(0, _call(STANDS, node))
        return node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        if not any(map(_binds, node.targets)):
            return [node]
        to_neighbour = isinstance(node.value, ast.Name) and node.value.id == NEIGHBOUR
        return [node, _call(MOVES if to_neighbour else STANDS, node)]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        """Report a step along a passage."""
        return [node, _call(MOVES, node)] if _binds(node.target) else [node]


def _binds(target: ast.expr) -> bool:
    inner = target.elts if isinstance(target, ast.Tuple) else [target]
    return any(isinstance(name, ast.Name) and name.id == CELL for name in inner)


def _call(name: str, place: ast.stmt) -> ast.stmt:
    """Return the call, in the line of a statement: films read off it which one runs."""
    call = ast.Expr(ast.Call(ast.Name(name, ast.Load()), [ast.Name(CELL, ast.Load())], []))
    call.lineno = call.end_lineno = place.lineno
    call.col_offset = call.end_col_offset = place.col_offset
    return call
