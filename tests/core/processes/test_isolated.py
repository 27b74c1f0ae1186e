"""A child finds the modules that its parent has, and prints nothing of its own."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import warnings
from pathlib import Path
from zipfile import ZipFile

import pytest

import mazeeditor
from mazeeditor.core.job import Job
from mazeeditor.core.processes import isolated
from mazeeditor.core.processes.workers import run_apart

ROOT = Path(__file__).parents[3]
WHERE = """
import sys
from mazeeditor.core.job import Job
from mazeeditor.core.processes.workers import run_apart
from tests.core.processes.test_isolated import {name}

print(*run_apart(Job(), {name}), sep="\\n")
"""


def where() -> list[str]:
    """Return the process, where it has the program from, and where it looks for modules."""
    file = mazeeditor.__file__
    assert file
    return [str(os.getpid()), file, *sys.path]


def noisy() -> list[str]:
    """Warn in every way there is."""
    logging.getLogger("mazeeditor.tests").warning("ours: %s", "a warning")
    logging.getLogger("elsewhere").error("theirs", exc_info=ValueError("theirs"))
    warnings.warn("theirs", stacklevel=1)
    print("theirs")
    print("theirs", file=sys.stderr)
    os.write(1, b"theirs\n")
    return ["done"]


def ran(name: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script that has no guard for being imported anew, and calls a function apart."""
    script = folder / "script.py"
    script.write_text(WHERE.format(name=name))
    return subprocess.run(
        [sys.executable, script],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.slow
def test_places_come_from_the_parent_and_the_current_folder_last(tmp_path: Path) -> None:
    pid, file, *places = ran("where", tmp_path).stdout.splitlines()
    assert pid != str(os.getpid())
    assert Path(file) == Path(str(mazeeditor.__file__))
    assert places[0] == str(ROOT)
    assert places[-1] == str(tmp_path)
    assert places.count(str(tmp_path)) == 1


@pytest.mark.usefixtures("work_folder")
def test_the_current_folder_is_not_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    assert str(tmp_path) not in isolated.search_path()
    for place in ("", ".", str(tmp_path), str(tmp_path / "link"), f"{tmp_path}/../{tmp_path.name}"):
        monkeypatch.setattr(sys, "path", [place, "/a", "b"])
        first, *others = isolated.search_path()
        assert first == "/a"
        assert {Path(other).resolve() for other in others} == {tmp_path, tmp_path / "b"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no current folder")
def test_the_current_folder_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    monkeypatch.setattr(sys, "path", ["", "/a"])
    assert isolated.search_path() == ["/a"]


@pytest.mark.slow
def test_a_program_in_a_zip(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "program.zip", "w") as archive:
        for file in [*ROOT.glob("mazeeditor/**/*.py"), *ROOT.glob("tests/*.py")]:
            archive.write(file, file.relative_to(ROOT))
        archive.write(__file__, "tests/core/processes/test_isolated.py")
        for folder in ("tests/core", "tests/core/processes"):
            archive.writestr(f"{folder}/__init__.py", "")
    found = ran("where", tmp_path, PYTHONPATH=str(tmp_path / "program.zip"))
    assert found.stdout.splitlines()[1].startswith(str(tmp_path / "program.zip"))


@pytest.mark.slow
def test_what_a_child_prints_is_nothing_and_what_it_warns_of_comes_back(tmp_path: Path) -> None:
    noise = ran("noisy", tmp_path)
    assert (noise.stdout, noise.stderr) == ("done\n", "ours: a warning\n")


@pytest.mark.slow
def test_warnings_come_to_the_thread_that_waits(caplog: pytest.LogCaptureFixture) -> None:
    assert run_apart(Job(), noisy) == ["done"]
    (record,) = caplog.records
    assert (record.name, record.getMessage()) == ("mazeeditor.tests", "ours: a warning")


def test_a_program_that_is_no_python_does_the_work_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("frozen", True), ("executable", None)):
        with monkeypatch.context() as frozen:
            frozen.setattr(sys, name, value, raising=False)
            assert run_apart(Job(), os.getpid) == os.getpid()
    assert run_apart(Job(), os.getpid) != os.getpid()
