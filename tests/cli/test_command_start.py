"""Starting a command: it imports its own file, and of the program only what its work needs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

from mazeeditor.cli.commands import SUBCOMMANDS
from mazeeditor.cli.parser import commands
from mazeeditor.core.registry import Registry
from mazeeditor.files import IMPORTERS
from mazeeditor.making.jobs import JOBS
from mazeeditor.page.wall_styles import WALL_STYLES

PROGRAM = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from mazeeditor.cli import program
program()
"""
# What takes longer to import than most commands take, and is needed by few.
HEAVY = {
    *("numba", "llvmlite", "fpdf", "fontTools", "PIL", "ezdxf", "pikepdf", "rustworkx"),
    *("uharfbuzz", "psutil", "multiprocessing", "tkinter", "asyncio"),
}
UNUSED = {"concurrent", "decimal", "difflib", "numpy.ma"}  # by the commands below
KEPT = {"files.snapshots", "files.change_journal", "files.unsaved_work"}  # of what is unsaved
ARRAYS = {"numpy", "dataclasses", "inspect", "typing_extensions", "json", "subprocess"}
# Python's own reader of the versions of packages imports these from 3.13 on.
OF_METADATA = {"inspect", "json"} if sys.version_info >= (3, 13) else set[str]()


def imported(*arguments: str, folder: Path) -> set[str]:
    """Return the names of all modules that a command has imported when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "COVERAGE_PROCESS_START": ""},
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def packages(modules: Iterable[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def rooms(modules: Iterable[str]) -> set[str]:
    """Return the packages and files right below ``mazeeditor``."""
    return {name.split(".")[1] for name in modules if name.startswith("mazeeditor.")}


def commands_in(modules: set[str]) -> set[str]:
    """Return the names of the subcommands whose files were imported."""
    return {name for name, known in commands().items() if known.module in modules}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with ``a.maze`` in it."""
    folder = tmp_path_factory.mktemp("start")
    imported("generate", "--rows", "20", "--seed", "1", "-o", "a.maze", folder=folder)
    return folder


@pytest.mark.parametrize("flag", ["--version", "--help"])
def test_what_is_known_without_any_command_needs_none(flag: str, tmp_path: Path) -> None:
    modules = imported(flag, folder=tmp_path)
    read = OF_METADATA if flag == "--version" else set[str]()
    assert not packages(modules) & ((HEAVY | ARRAYS) - read)
    assert rooms(modules) <= {"cli", "core", "app"}
    own = {name for name in modules if name.startswith(("mazeeditor.app.", "mazeeditor.core."))}
    assert own <= {
        *("mazeeditor.app.files", "mazeeditor.app.files.user_folders"),
        *("mazeeditor.core.declarations", "mazeeditor.core.errors", "mazeeditor.core.translation"),
        *("mazeeditor.core.processes", "mazeeditor.core.versions"),
    }


@pytest.mark.slow(4)
@pytest.mark.parametrize("command", list(commands()))
def test_the_help_of_a_command_imports_no_other(command: str, tmp_path: Path) -> None:
    modules = imported(command, "--help", folder=tmp_path)
    assert commands_in(modules) == {command}
    assert not packages(modules) & (HEAVY - {"multiprocessing"})


NO_PAGES = {"page.formats", "page.page", "editing", "maze.solvers", "files.project"}
NO_PRODUCTS = {"page.formats", "editing", "making", "sheets", "prepress", "films"}
NOT_IMPORTED = {
    **{f"list {kind}": NO_PRODUCTS for kind in ("shapes", "generators", "solvers", "masks")},
    "generate --rows 20": NO_PAGES | {"sheets", "prepress", "making", "films", "screen"},
    "generate --rows 9 -o b.maze": {"page.formats", "editing", *KEPT},
    "generate --rows 9 -o b.svg": {"files.project", "editing", *KEPT},
    "info a.maze": {"page.formats", "editing", "maze.generators", *KEPT},
    "solve a.maze": {"page.formats", "editing", "maze.generators", *KEPT},
    "recover --list": {"page.formats", "editing", "maze.generators"},
    "export a.maze -o a.svg": {"editing", "making.parts", "making.sheets", *KEPT},
    "export a.maze -o a.txt": {"editing", "making.parts", "making.sheets", *KEPT},
}


@pytest.mark.slow(4)
@pytest.mark.parametrize("command", NOT_IMPORTED)
def test_commands_do_not_import_what_others_need(command: str, folder: Path) -> None:
    modules = imported(*command.split(), folder=folder)
    assert not packages(modules) & HEAVY
    assert not {f"mazeeditor.{name}" for name in NOT_IMPORTED[command]} & modules
    assert not UNUSED & modules or command.startswith("list")
    assert commands_in(modules) == {command.split()[0]}


def test_the_package_is_imported_without_arrays(tmp_path: Path) -> None:
    program = "import sys, mazeeditor; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert not packages(done.stdout.split()) & (HEAVY | ARRAYS)


def test_what_is_read_in_files_is_what_they_register() -> None:
    """Names are read without importing; here all files are imported, and say the same."""
    registries: list[Registry[Any]] = [SUBCOMMANDS, JOBS, IMPORTERS, WALL_STYLES]
    for registry in registries:
        package = registry._package
        fresh: Registry[Any] = Registry(registry.kind, package, registry._decorator)
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
        assert fresh.names() == [entry.name for entry in registry]


def test_labels_of_commands_are_those_that_they_register() -> None:
    read = [(known.order, known.name, known.label) for known in commands().values()]
    assert read == [(entry.order, entry.name, entry.label) for entry in SUBCOMMANDS]
