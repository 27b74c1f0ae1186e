"""Guards the plan of the house: imports go down only, nothing heavy comes early.

A room is a folder or a file right below the package. It may import itself and the rooms on the
floors below; rooms on the same floor do not know each other, but for those of ``NEIGHBOURS``. In
the rooms of ``ORDERS`` the parts, folders and files, are in an order as well.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, TypeGuard

import networkx
import pytest

from tests.sources import (
    ROOT,
    Import,
    Source,
    forget,
    imports,
    imports_in_tree,
    project_files,
    sources,
)

FLOORS: tuple[frozenset[str], ...] = (
    frozenset({"core"}),
    frozenset({"maze"}),
    frozenset({"page", "screen", "recognition"}),
    frozenset({"prepress"}),
    frozenset({"files"}),
    frozenset({"sheets", "making", "films", "editing"}),
    frozenset({"api"}),
    frozenset({"app"}),
    frozenset({"gui", "cli"}),
    frozenset({"__main__", "__init__"}),
)
NEIGHBOURS = {
    ("page", "files"): "the export as text is the text form of a maze, which is read as well",
    ("cli", "gui"): "the command without a subcommand opens the window",
}
# Parts of a room, folders and files: each imports only itself and those before it.
ORDERS = {
    "maze": (
        *("random", "order", "geometry", "links", "tiling", "lattice", "walls", "pieces", "maze"),
        *("block_grid", "mirrored_openings"),
        *("search", "portals", "braid", "shapes", "facts", "repairs", "generators", "completing"),
        "solvers",
        *("ground", "codes", "masks", "photo", "subjects", "transforms", "recipe", "comparing"),
        *("playing", "collecting"),
    ),
    "recognition": (
        *(
            "choices",
            "runs",
            "ink",
            "dots",
            "straightening",
            "sharpening",
            "lines",
            "grid_map",
            "wall_samples",
            "outlines",
        ),
        *(
            "ink_pieces",
            "wall_reading",
            "signs",
            "openings",
            "drawn_route",
            "squares",
            "slanted",
            "rings",
            "recognise",
        ),
    ),
    "gui": (
        *("desktop", "look", "empty_window", "canvas", "widgets", "forms", "statusbar"),
        *("navigation", "window_keys", "context", "layers", "playing", "file_dialogs"),
        *("dialogs", "panels", "watching", "comparing", "sheets", "books", "making"),
        *("workspaces", "window", "app"),
    ),
}
WINDOW_ONLY = {"tkinter", "_tkinter", "sv_ttk", "PIL.ImageTk"}
ASKS_TCL = "mazeeditor.core.versions", "_tkinter"  # for its number; it makes no widget
HOMES = {  # of libraries that take their time: imported by the functions that need them
    "numba": {"core"},
    "fpdf": {"core"},
    "psutil": {"core"},
    "segno": {"maze"},
    "pikepdf": {"page", "prepress"},
}
WHOLE = {  # what builds windows, or closes and checks all of them, knows all that a window has
    *("app/errors/error_reports.py", "gui/app.py", "gui/window/window.py"),
    "gui/window/open_windows.py",
}
CHANGERS = {"append", "add", "clear", "extend", "insert", "pop", "popitem", "remove", "discard"}
CHANGERS |= {"setdefault", "update", "appendleft", "popleft"}
MAKERS = {"list", "dict", "set", "defaultdict", "deque", "Counter", "OrderedDict"}
TABLE = re.compile(rf"^(\w+)(?:: [^=\n]+)? = (?:[\[{{]|(?:{'|'.join(MAKERS)})\()", re.MULTILINE)
MAY_CHANGE = {
    (
        "mazeeditor.core.kernels.compiled",
        "KERNELS",
    ): "the decorator collects what is to be compiled later",
}
BREAK = b"\n"
FOREIGN = ["/" + "work/", "/" + "root/", "pypi" + ".org", "npmjs" + ".org", "debian" + ".org"]
FOREIGN += ["pythonhosted" + ".org", "." + "library", "DESIGN" + ".md"]


@pytest.fixture(scope="module", autouse=True)
def trees() -> Iterator[None]:
    """Keep the trees of the sources no longer than these tests need them."""
    yield
    forget()


def complain(advice: str, problems: Iterable[str]) -> None:
    """Fail with what to do, and one problem a line."""
    result = list(problems)
    assert not result, "\n".join(["", advice, *result])


def patterns() -> Iterator[tuple[str, str | bytes]]:
    """Yield each regular expression of the package that its module can build, and its place."""
    for source in sources():
        for node in source.nodes("import re\n"):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            function = node.func
            if isinstance(function, ast.Attribute) and ast.unparse(function.value) == "re":
                code = compile(ast.Expression(node.args[0]), source.place, "eval")
                names = {name.id for name in ast.walk(node.args[0]) if isinstance(name, ast.Name)}
                known = vars(import_module(source.module))
                if names <= known.keys() and isinstance(text := eval(code, known), str | bytes):
                    yield f"{source.place}:{node.lineno}", text


def ranges_in(parsed: Any) -> Iterator[tuple[str, str]]:
    """Yield both ends of each range in a parsed regular expression."""
    if len(parsed) == 2 and str(parsed[0]) == "RANGE":
        yield chr(parsed[1][0]), chr(parsed[1][1])
        return
    for part in parsed:
        if hasattr(part, "__len__") and not isinstance(part, str):
            yield from ranges_in(part)


@pytest.mark.slow
def test_ranges_of_patterns_are_of_digits_or_letters() -> None:
    """``[+-X]`` is no choice of three signs, but all that Unicode has from ``+`` to ``X``."""
    parser: Any = getattr(re, "_parser", None) or import_module("sre_parse")
    alphabets = string.digits, string.ascii_lowercase, string.ascii_uppercase
    # ASCII, controls, halves, pictures
    meant = {("!", "~"), ("\0", "\x1f"), ("\ud800", "\udfff"), ("\U0001f300", "\U0001faff")}
    found = list(patterns())
    assert len(found) > 100
    complain(
        "Put a minus that is meant as a sign first: [-+].",
        (
            f"{place}: {first}-{last}"
            for place, text in found
            for first, last in ranges_in(parser.parse(text))
            if (first, last) not in meant and not any({first, last} <= {*a} for a in alphabets)
        ),
    )


def floor(room: str) -> int:
    """Return the floor of a room, from 1; 0 where it has none."""
    return next((n for n, rooms in enumerate(FLOORS, 1) if room in rooms), 0)


def own_imports() -> list[Import]:
    return [one for one in imports() if one.module.partition(".")[0] == "mazeeditor"]


@pytest.mark.slow
def test_imports_are_read_as_the_parser_reads_them() -> None:
    parsed = {one for source in sources() for one in imports_in_tree(source.tree, source)}
    assert {*imports()} == parsed, "tests/sources.py reads import statements without the parser"


def test_every_file_is_on_a_floor() -> None:
    complain(
        "Put the folder on a floor of FLOORS: above all that it imports.",
        (f"{one.place}: no floor for {one.room!r}" for one in sources() if not floor(one.room)),
    )


@pytest.mark.slow
def test_the_table_names_nothing_that_is_gone() -> None:
    rooms = {source.room for source in sources()}
    used = {(one.source.room, one.room) for one in own_imports()}
    gone = [room for rooms_of in FLOORS for room in rooms_of - rooms]
    complain(
        "Remove what is gone from FLOORS and NEIGHBOURS.",
        [*gone, *(f"{one} imports {other}" for one, other in NEIGHBOURS.keys() - used)],
    )


def may_import(one: Import) -> bool:
    here, there = one.source.room, one.room
    if there == "__init__":  # from mazeeditor import __version__: a text, whatever the floor
        return True
    return here == there or (here, there) in NEIGHBOURS or floor(there) < floor(here)


def test_imports_go_down_only() -> None:
    complain(
        "Move what is shared to a lower floor (FLOORS), or let the upper room pass it down.",
        (
            f"{one.place}: {one.source.room} (floor {floor(one.source.room)}) imports "
            f"{one.module} (floor {floor(one.room)})"
            for one in own_imports()
            if not may_import(one)
        ),
    )


def test_only_the_version_is_taken_from_the_package_itself() -> None:
    complain(
        "Import it from the module that defines it.",
        (
            f"{source.place}:{node.lineno}: {alias.name}"
            for source in sources()
            for node in source.nodes("from mazeeditor import")
            if isinstance(node, ast.ImportFrom) and node.module == "mazeeditor"
            for alias in node.names
            if alias.name != "__version__" and not floor(alias.name)
        ),
    )


def test_no_imports_go_round_in_a_circle() -> None:
    """Not even those for type checkers: such files could only be understood together."""
    graph = networkx.DiGraph()
    for one in own_imports():
        if one.module != one.source.module and one.room != "__init__":
            graph.add_edge(one.source.module, one.module, place=one.place)
    for ring in networkx.simple_cycles(graph):
        steps = zip(ring, [*ring[1:], ring[0]], strict=True)
        complain(
            "Move what these need of each other to a module of its own.",
            (f"{graph.edges[a, b]['place']}: {a} imports {b}" for a, b in steps),
        )


def part_of(room: str, module: str) -> str:
    """Return the part of a room that a module belongs to, "" for those elsewhere."""
    _package, _dot, rest = module.partition(f"mazeeditor.{room}.")
    return rest.partition(".")[0]


@pytest.mark.parametrize("room", ORDERS)
def test_the_parts_of_a_room_are_in_order(room: str) -> None:
    order = ORDERS[room]
    parts = {part_of(room, source.module) for source in sources()} - {""}
    complain("Remove these from ORDERS: they are gone.", set(order) - parts)
    complain("Name these in ORDERS, after all that they import.", parts - set(order))
    complain(
        "Let a part import only those before it in ORDERS, or move what both need.",
        (
            f"{one.place}: {here} imports {there}, which comes after it"
            for one in own_imports()
            for here, there in [(part_of(room, one.source.module), part_of(room, one.module))]
            if here and there and order.index(there) > order.index(here)
        ),
    )


def test_only_the_window_knows_tkinter() -> None:
    complain(
        "Only gui/ may import these: all else works without a screen.",
        (
            f"{one.place}: imports {one.module}"
            for one in imports()
            if one.source.room != "gui"
            if (one.source.module, one.module) != ASKS_TCL
            if one.module in WINDOW_ONLY or one.module.partition(".")[0] in WINDOW_ONLY
        ),
    )


def test_only_what_builds_windows_takes_the_whole_session() -> None:
    """All others take the parts that they use: the open document, the view, the services."""
    used = {
        (str(source.place).removeprefix("mazeeditor/"), node.lineno)
        for source in sources()
        for node in source.nodes("session")
        if (isinstance(node, ast.Attribute) and node.attr in {"session", "_session"})
        or (isinstance(node, ast.ImportFrom) and node.module == "mazeeditor.app.session")
    }
    complain(
        "Take the parts that are used: the open document, the view, the services.",
        (f"{file}:{line}" for file, line in sorted(used) if file not in WHOLE),
    )
    complain("Remove these from WHOLE.", WHOLE - {file for file, _line in used})


def test_heavy_libraries_are_imported_late_and_in_one_place() -> None:
    heavy = [
        one for one in imports() if one.module.partition(".")[0] in HOMES and not one.for_types
    ]
    complain(
        "Import these in the function that needs them.",
        (f"{one.place}: {one.module}" for one in heavy if not one.late),
    )
    complain(
        "Only one room has to do with each of these, see HOMES: call what it offers.",
        (
            f"{one.place}: {one.module}"
            for one in heavy
            if one.source.room not in HOMES[one.module.partition(".")[0]]
        ),
    )


def test_no_star_imports() -> None:
    complain(
        "Name what you import: else nobody sees where a name comes from.",
        (
            f"{source.place}:{node.lineno}"
            for source in all_sources()
            for node in source.nodes("import *")
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
        ),
    )


@pytest.mark.slow
def test_values_are_made_distinct_by_sorting() -> None:
    """``np.unique`` alone fills a hash table and holds Python's lock: the window stands still."""
    complain(
        "Use distinct() of core/distinct.py.",
        (
            f"{source.place}:{node.lineno}"
            for source in sources()
            for node in source.nodes("np.unique")
            if isinstance(node, ast.Call)
            and ast.unparse(node.func) == "np.unique"
            and not node.keywords
        ),
    )


@pytest.mark.slow
def test_no_function_changes_a_global() -> None:
    complain(
        "Keep it in an object that the function is given: a second window shares no state.",
        (
            f"{source.place}:{line}: {name} is changed by a function"
            for source in sources()
            if may_change_globals(source.text)
            for line, name in sorted(changed_globals(source))
            if (source.module, name) not in MAY_CHANGE
        ),
    )


def may_change_globals(text: str) -> bool:
    """Whether it is worth while to parse a file: all trees take two seconds."""
    change = rf"\.(?:{'|'.join(CHANGERS)})\(|\[.*\] \S?\S?=[^=]"
    names = "|".join(TABLE.findall(text))
    inside = rf"^ .*\b(?:global |del (?:{names})\[|(?:{names})(?:{change}))"
    return bool(re.search(inside, text, re.MULTILINE)) if names else "global " in text


def changed_globals(source: Source) -> set[tuple[int, str]]:
    """Return where functions rebind a global or change a list, dictionary or set of the module."""
    tables, result = global_tables(source.tree), set[tuple[int, str]]()
    if not tables and "global " not in source.text:
        return result
    for function in source.functions():
        local = {n.arg for n in ast.walk(function) if isinstance(n, ast.arg)}
        local |= {n.id for n in ast.walk(function) if is_name(n) and isinstance(n.ctx, ast.Store)}
        for node in ast.walk(function):
            if isinstance(node, ast.Global):
                result |= {(node.lineno, name) for name in node.names}
            elif changed_name(node) in tables - local:
                result.add((function.lineno, changed_name(node)))
    return result


def global_tables(tree: ast.Module) -> set[str]:
    """Return the names of the lists, dictionaries and sets made at the top of a module."""
    displays = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
    tables = set()
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            maker = node.value.func if isinstance(node.value, ast.Call) else None
            if isinstance(node.value, displays) or getattr(maker, "id", "") in MAKERS:
                tables |= {target.id for target in targets if is_name(target)}
    return tables


def is_name(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name)


def changed_name(node: ast.AST) -> str:
    """Return what ``name.append(x)``, ``name[i] = x`` or ``del name[i]`` changes, or ""."""
    inner: ast.AST | None = None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        inner = node.func.value if node.func.attr in CHANGERS else None
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        inner = node.value
    return inner.id if inner is not None and is_name(inner) else ""


def all_sources() -> tuple[Source, ...]:
    folders = ("tests", "icons", "benchmarks")
    return sources() + tuple(one for name in folders for one in sources(ROOT / name))


def test_the_first_line_says_what_the_file_is_for() -> None:
    complain(
        "Begin the file with a docstring whose first line says what the file is for.",
        (
            f"{source.place}:1"
            for source in all_sources()
            if not re.match(r'r?"""[^\n]{11}', source.text)
        ),
    )


@pytest.mark.slow
def test_no_file_tells_of_the_machine_it_was_written_on() -> None:
    pattern = re.compile("|".join(map(re.escape, FOREIGN)).encode())
    complain(
        "Name no folders, registries or documents of the machine you work on.",
        (
            f"{path.relative_to(ROOT)}:{1 + data[: match.start()].count(BREAK)}: {match[0]!r}"
            for path in project_files()
            for data in [path.read_bytes()]
            for match in pattern.finditer(data)
        ),
    )
