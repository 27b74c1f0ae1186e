"""What is installed is whole: every module, icon and font, and a command that starts."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.sources import ROOT, project_files

STARTS = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import mazeeditor.cli
import mazeeditor.icons
assert mazeeditor.cli.__file__.startswith(sys.path[0])
assert mazeeditor.icons.__file__.startswith(sys.path[0])
sys.exit(mazeeditor.cli.main())
"""


def parts() -> list[Path]:
    """Return the files of the program, from the top of the checkout."""
    inside = [path.relative_to(ROOT) for path in project_files()]
    return [path for path in inside if path.parts[0] in ("mazeeditor", "icons")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """What ``pip install`` makes of a fresh checkout."""
    checkout, made = tmp_path_factory.mktemp("checkout"), tmp_path_factory.mktemp("wheel")
    about = map(Path, ("setup.cfg", "pyproject.toml", "README.md", "LICENSE"))
    for path in [*about, *parts()]:
        (checkout / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, checkout / path)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    command += ["--no-index", "--wheel-dir", str(made), str(checkout)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return zipfile.ZipFile(next(made.glob("mazeeditor-*.whl")))


def installed(path: Path) -> str:
    """Return where a file of the checkout is installed: icons are a part of the package."""
    return path.as_posix() if path.parts[0] == "mazeeditor" else f"mazeeditor/{path.as_posix()}"


def test_nothing_is_left_out(wheel: zipfile.ZipFile) -> None:
    missing = {installed(path) for path in parts()} - set(wheel.namelist())
    assert not missing, f"setup.cfg leaves out (packages, package_data): {sorted(missing)}"


def test_nothing_else_is_put_in(wheel: zipfile.ZipFile) -> None:
    program = {installed(path) for path in parts()}
    others = {name for name in wheel.namelist() if ".dist-info/" not in name} - program
    assert not others


def test_what_is_installed_starts(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    command = [sys.executable, "-c", STARTS, str(tmp_path), "list", "generators"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "backtracker" in done.stdout
