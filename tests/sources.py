"""The package's own source, parsed: who imports what, and where."""

from __future__ import annotations

import ast
import gc
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "mazeeditor"
Function = ast.FunctionDef | ast.AsyncFunctionDef
LONG_TEXT = re.compile(r'"""(?:\\.|(?!""").)*"""', re.DOTALL)
STATEMENT = re.compile(
    r"^ *(?:from +[\w.]+ +import +(?:\([^)]*\)|[^\n(]+)|import +[^\n]+)", re.MULTILINE
)


@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: Path

    @property
    def place(self) -> str:
        """The file as a user names it: ``mazeeditor/maze/maze.py``."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def module(self) -> str:
        """The name it is imported by: ``mazeeditor.maze.maze``."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def room(self) -> str:
        """The folder or single file right below the package: ``maze``, ``api``, ``__init__``."""
        return self.path.relative_to(PACKAGE).with_suffix("").parts[0]

    @property
    def text(self) -> str:
        """The whole file."""
        return self.path.read_text(encoding="utf-8")

    @property
    def tree(self) -> ast.Module:
        """The whole file, parsed."""
        return _parse(self.path)

    def nodes(self, *words: str) -> Iterator[ast.AST]:
        """Yield every node of a file that has one of ``words`` in its text, of others none.

        To look through all trees takes a second.
        """
        text = self.text
        if any(word in text for word in words):
            yield from ast.walk(self.tree)

    def functions(self) -> Iterator[Function]:
        """Yield every function and method."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))


@dataclass(frozen=True)
class Import:
    """``source`` imports ``module`` at ``line``; ``late`` where that is inside a function."""

    source: Source
    module: str
    line: int
    late: bool
    for_types: bool

    @property
    def place(self) -> str:
        """Where it stands: ``mazeeditor/api.py:10``."""
        return f"{self.source.place}:{self.line}"

    @property
    def room(self) -> str:
        """The room imported from, of a module of this package."""
        return [*self.module.split("."), "__init__"][1]


@cache
def _parse(path: Path) -> ast.Module:
    """Return the tree of a file, through which the collector never looks: that took most time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"), str(path))
    finally:
        gc.freeze()
        if collecting:
            gc.enable()


def forget() -> None:
    """Free all trees, a million objects, through which each collection looks."""
    _parse.cache_clear()


@cache
def sources(folder: Path = PACKAGE) -> tuple[Source, ...]:
    """Return every Python file of the package, or of another folder."""
    return tuple(Source(path) for path in sorted(folder.rglob("*.py")))


@cache
def imports() -> tuple[Import, ...]:
    """Return every import of the package, also those in functions and for types only."""
    return tuple(one for source in sources() for one in imports_of(source))


def imports_of(source: Source) -> Iterator[Import]:
    """Yield the imports of a file; each name of ``from a import b, c`` by itself.

    Of a file that calls no ``import_module`` only the statements are parsed: all trees take 2 s.
    """
    text = source.text
    if "import_module" in text or "__import__" in text:
        yield from imports_in_tree(source.tree, source)
        return
    code = LONG_TEXT.sub(lambda found: "\n" * found[0].count("\n"), text)
    lines = code.split("\n")
    for statement in STATEMENT.finditer(code):
        line = code.count("\n", 0, statement.start())
        around = list(_around(lines, line))
        late = any(one.startswith(("def ", "async def ", ") ->")) for one in around)
        for_types = any(one.startswith("if TYPE_CHECKING") for one in around)
        for name in _imported(source, ast.parse(statement[0].strip()).body[0]):
            yield Import(source, name, line + 1, late, for_types)


def _around(lines: list[str], number: int) -> Iterator[str]:
    """Yield the lines that begin the blocks around a line, from the inside to the outside."""
    indent = len(lines[number]) - len(lines[number].lstrip())
    while indent and number:
        number -= 1
        words = lines[number].lstrip()
        if words and len(lines[number]) - len(words) < indent:
            indent = len(lines[number]) - len(words)
            yield words


def imports_in_tree(tree: ast.Module, source: Source) -> Iterator[Import]:
    """Yield the imports of a file, calls of ``import_module`` too."""
    waiting: list[tuple[ast.AST, bool, bool]] = [(tree, False, False)]
    while waiting:
        node, late, for_types = waiting.pop()
        line = getattr(node, "lineno", 0)
        for name in _imported(source, node):
            yield Import(source, name, line, late, for_types)
        late = late or isinstance(node, Function | ast.Lambda)
        for_types = for_types or (isinstance(node, ast.If) and _name(node.test) == "TYPE_CHECKING")
        children = list(ast.iter_child_nodes(node))
        waiting += ((child, late, for_types) for child in reversed(children))


def _imported(source: Source, node: ast.AST) -> list[str]:
    """Return what a node itself imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return _names_from(source, node)
    if isinstance(node, ast.Call) and _name(node.func) in ("import_module", "__import__"):
        return [str(arg.value) for arg in node.args[:1] if isinstance(arg, ast.Constant)]
    return []


def _names_from(source: Source, node: ast.ImportFrom) -> list[str]:
    base = node.module or ""
    if node.level:
        inner = source.path.name == "__init__.py"
        parts = source.module.split(".")
        kept = parts[: len(parts) - node.level + inner]
        base = ".".join([*kept, *filter(None, [node.module])])
    if base.partition(".")[0] != "mazeeditor":
        return [base, *(f"{base}.{alias.name}" for alias in node.names)]
    below = [f"{base}.{alias.name}" for alias in node.names]
    return [name if _is_module(name) else base for name in below]


@cache
def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def _name(node: ast.AST) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


@cache
def project_files() -> tuple[Path, ...]:
    """Return every file of the project, without what ``.gitignore`` names."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    return tuple(_files_below(ROOT, [".git", *(line.rstrip("/") for line in lines)]))


def _files_below(folder: Path, ignored: list[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if any(fnmatch(path.name, pattern) for pattern in ignored):
            continue
        if path.is_dir():
            yield from _files_below(path, ignored)
        else:
            yield path
