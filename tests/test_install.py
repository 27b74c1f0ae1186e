"""What is installed is whole and works from any folder, the checkout it was made of among them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.sources import ROOT, project_files

BUILD_SDIST = "from setuptools.build_meta import build_sdist; print(build_sdist(r'{folder}'))"
WITHOUT_INDEX = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index")
EXPORT = ("export", "a.maze", "-o", "a.svg", "--marks", "picture")
ICONS = (
    "from mazeeditor.core.disk.paths import icons_folder; "
    "print(icons_folder()); (icons_folder() / 'app.png').read_bytes()"
)


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command that must succeed; return what it prints."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    words = list(map(str, command))
    done = subprocess.run(words, cwd=cwd, env=kept, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def pip(*arguments: str | Path, cwd: Path) -> None:
    run(sys.executable, "-m", "pip", *arguments, cwd=cwd)


def parts() -> list[Path]:
    """Return the files of the program, from the top of the checkout."""
    inside = [path.relative_to(ROOT) for path in project_files()]
    return [path for path in inside if path.parts[0] in ("mazeeditor", "icons")]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean clone of the project."""
    folder = tmp_path_factory.mktemp("clone") / "mazeeditor"
    for path in project_files():
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    return folder


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``pip install`` makes of a clean clone."""
    made = tmp_path_factory.mktemp("wheel")
    pip("wheel", *WITHOUT_INDEX, "--wheel-dir", made, checkout, cwd=made)
    return next(made.glob("mazeeditor-*.whl"))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Path], Path]:
    """Return what makes a fresh environment in which a thing is installed, and its Python.

    Requirements come from the environment of the tests, but not this program: a folder in a .pth
    file is only searched, its own .pth files are not read, and it comes last.
    """

    def installed(what: str, source: Path) -> Path:
        folder = tmp_path_factory.mktemp(what)
        run(sys.executable, "-m", "venv", "--without-pip", "venv", cwd=folder)
        programs = "Scripts" if os.name == "nt" else "bin"
        python = folder / "venv" / programs / Path(sys.executable).name
        query = "import sysconfig; print(sysconfig.get_path('purelib'))"
        own = Path(run(python, "-c", query, cwd=folder))
        lines = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        (own / "requirements.pth").write_text("\n".join(sorted(lines)) + "\n")
        editable = ("--editable",) if what == "editable" else ()
        pip("--python", python, "install", *WITHOUT_INDEX, *editable, source, cwd=folder)
        return python

    return installed


@pytest.fixture(scope="module")
def ordinary(environment: Callable[[str, Path], Path], wheel: Path) -> Path:
    """The Python of an environment with an ordinary install, which is not editable."""
    return environment("ordinary", wheel)


def test_setup_cfg_names_the_packages_that_are_there() -> None:
    """Without this, a folder that is gone shows itself only where the next stranger installs."""
    settings = ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    named = settings["options"]["packages"].split()
    folders = {path.parent.as_posix() for path in parts() if path.name == "__init__.py"}
    there = {folder.replace("/", ".") for folder in folders - {"icons"}} | {"mazeeditor.icons"}
    assert named == sorted(there)


def test_setup_cfg_names_all_files_of_the_program() -> None:
    """Of Python it finds all in the packages; what else there is, package_data has to name."""
    settings = ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    folders = {"mazeeditor": ROOT / "mazeeditor", "mazeeditor.icons": ROOT / "icons"}
    found = set[Path]()
    for package, patterns in settings["options.package_data"].items():
        for pattern in patterns.split():
            found |= {path.relative_to(ROOT) for path in folders[package].glob(pattern)}
    missing = [path for path in parts() if path.suffix != ".py" and path not in found]
    assert not missing, f"name them in package_data of setup.cfg, or no user gets them: {missing}"


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as file:
        return set(file.namelist())


def in_package(path: Path) -> str:
    """Return where a file of the checkout is installed: icons are a part of the package."""
    return path.as_posix() if path.parts[0] == "mazeeditor" else f"mazeeditor/{path.as_posix()}"


@pytest.mark.slow
def test_a_wheel_holds_the_program_and_nothing_else(wheel: Path) -> None:
    inside = {name for name in names_in(wheel) if ".dist-info/" not in name}
    assert inside == {in_package(path) for path in parts()}


@pytest.mark.slow
def test_a_source_archive_makes_the_same_wheel(wheel: Path, checkout: Path, tmp_path: Path) -> None:
    name = run(sys.executable, "-c", BUILD_SDIST.format(folder=tmp_path), cwd=checkout)
    archive = tmp_path / name.splitlines()[-1]
    shutil.unpack_archive(archive, tmp_path / "unpacked")
    folder = tmp_path / "unpacked" / archive.name.removesuffix(".tar.gz")
    pip("wheel", *WITHOUT_INDEX, "--wheel-dir", tmp_path, folder, cwd=tmp_path)
    assert names_in(next(tmp_path.glob("*.whl"))) == names_in(wheel)


@pytest.mark.slow
def test_what_is_installed_works_elsewhere(ordinary: Path, tmp_path: Path) -> None:
    program = ordinary.with_name("mazeeditor")
    run(program, "generate", "--rows", "5", "-o", "a.maze", cwd=tmp_path)
    run(program, *EXPORT, cwd=tmp_path)
    assert "backtracker" in run(program, "list", "generators", cwd=tmp_path)
    folder = Path(run(ordinary, "-c", ICONS, cwd=tmp_path))
    assert folder.is_relative_to(ordinary.parents[1])


@pytest.mark.slow
def test_an_editable_install_works_anywhere(
    environment: Callable[[str, Path], Path], checkout: Path, tmp_path: Path
) -> None:
    python = environment("editable", checkout)
    assert Path(run(python, "-c", ICONS, cwd=tmp_path)) == checkout / "icons"
    assert run(python.with_name("mazeeditor"), "--version", cwd=tmp_path)
