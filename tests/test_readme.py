"""The README is correct: its table, its pictures, its commands, its Python."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import mazeeditor
from mazeeditor.cli import main
from tests.breadth import stress

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the code blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def script(name: str) -> Any:
    """Return a script of the folder docs as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_table_is_of_today() -> None:
    assert script("make").readme_with_table(README) == README, "run docs/make.py --table"


def test_pictures_and_links_exist() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_commands_of_the_tour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("mazeeditor ")]
    assert len(commands) >= 4
    assert [main(command) for command in commands] == [0] * len(commands)


def test_python_of_the_tour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (program,) = blocks("python")
    exec(compile(program, "README.md", "exec"), {})
    assert (tmp_path / "maze.svg").exists()


@pytest.mark.skipif(not stress(), reason="runs with --stress: it takes seconds")
def test_the_samples_are_made_and_a_print_shop_takes_the_books(tmp_path: Path) -> None:
    files = script("samples").main(tmp_path)
    books = [file for file in files if file.stem.startswith("book-")]
    assert len(books) == 4
    for book in books:
        assert mazeeditor.preflight(book).findings == ()
