"""Files handed to the desktop: the right program gets the right name, and a failure is reported."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mazeeditor.app.files import desktop_programs
from mazeeditor.app.files.desktop_programs import open_file, show_in_folder
from mazeeditor.core.errors import MazeError

pytestmark = pytest.mark.skipif("sys.platform != 'linux'", reason="the programs of Linux")

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, real_programs: None, monkeypatch: pytest.MonkeyPatch) -> Install:  # noqa: ARG001
    """Return what puts a program on the path that notes its arguments and ends with a status."""
    folder, log = tmp_path / "bin", tmp_path / "log"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    for name in ("xdg-open", "gdbus"):  # those of this system must not be started
        (folder / name).write_text("#!/bin/sh\nexit 9\n")
        (folder / name).chmod(0o755)

    def program(name: str, status: int = 0, then: str = "") -> Path:
        script = f'#!/bin/sh\nprintf "%s\\n" {name} "$@" >> "{log}"\n{then}\nexit {status}\n'
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
        return log

    return program


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "it's -é\udcff.svg"
    path.write_bytes(b"<svg/>")
    return path


def called(log: Path) -> list[str]:
    return [os.fsdecode(line) for line in log.read_bytes().splitlines()]


def test_it_ends_or_goes_on(install: Install, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = install("xdg-open")
    open_file(file)
    assert called(log) == ["xdg-open", str(file)]
    monkeypatch.setattr(desktop_programs, "TIMEOUT_S", 0.2)
    install("xdg-open", then="sleep 2")
    open_file(file)
    assert called(log) == ["xdg-open", str(file)] * 2


def test_a_relative_name_is_no_option(install: Install, work_folder: Path) -> None:
    log = install("xdg-open")
    Path("-x.svg").write_bytes(b"")
    open_file(Path("-x.svg"))
    assert called(log) == ["xdg-open", str(work_folder / "-x.svg")]


def test_show_in_folder(install: Install, file: Path, tmp_path: Path) -> None:
    log = install("gdbus")
    second = tmp_path / "second.svg"
    second.write_bytes(b"")
    show_in_folder([file, second])
    (addresses,) = [line for line in called(log) if line.startswith("[")]
    assert addresses == f"['file://{tmp_path}/it%27s%20-%C3%A9%FF.svg', '{second.as_uri()}']"
    assert "org.freedesktop.FileManager1.ShowItems" in called(log)
    assert "xdg-open" not in called(log)


def test_a_desktop_whose_file_manager_selects_nothing(install: Install, file: Path) -> None:
    install("gdbus", 1)
    log = install("xdg-open")
    show_in_folder([file])
    assert called(log)[-2:] == ["xdg-open", str(file.parent)]


def test_no_program(install: Install, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install("xdg-open", 3)
    with pytest.raises(MazeError, match="has no program that opens it's"):
        open_file(file)
    with pytest.raises(MazeError, match="has no program that opens"):
        show_in_folder([file])
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MazeError, match="has no program"):
        open_file(file)


def test_a_file_that_is_gone(install: Install, tmp_path: Path) -> None:
    log = install("xdg-open")
    for act in (open_file, lambda path: show_in_folder([path])):
        with pytest.raises(MazeError, match=r"a.svg is not in .* any more"):
            act(tmp_path / "a.svg")
    assert not log.exists()
