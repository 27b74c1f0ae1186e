"""The same bytes on Windows as here: 1,000 mazes, 42 exports and five books."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wine.conftest import installed
from tests.wine.machine import HERE, Machine
from tests.wine.same_work import BOOKS, MAZES

LEAST = {"mazes": MAZES, "exports": 30, "books": len(BOOKS)}


@pytest.mark.parametrize("kind", LEAST)
def test_the_same_bytes(kind: str, computer: Machine, tmp_path: Path) -> None:
    work = HERE / "same_work.py"
    computer.path("work").mkdir(exist_ok=True)
    computer.path("work", "same_work.py").write_bytes(work.read_bytes())
    computer.path("out").mkdir(exist_ok=True)
    python = str(installed(computer) / "python.exe")
    there = computer.run(python, "C:\\work\\same_work.py", "C:\\out", kind, seconds=1200)
    command = [sys.executable, str(work), str(tmp_path), kind]
    here = subprocess.run(command, capture_output=True, text=True, check=True, timeout=1200).stdout
    expected, found = (json.loads(text[text.index("{") :]) for text in (here, there))
    assert len(expected) >= LEAST[kind]
    assert [name for name in expected if expected[name] != found.get(name)] == []
    assert expected.keys() == found.keys()
