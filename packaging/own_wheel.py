"""The source archive of the program, and the wheel that is made of it."""

from __future__ import annotations

import os
import sys
import tarfile
from functools import cache
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

from tools import DIST, ROOT, even_modes, run, say, version, whole, write_tar

SOURCES = ("mazeeditor", "icons")
FILES = ("setup.cfg", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE")
SETUPTOOLS = Path(__file__).with_name("setuptools.txt")
MANUAL = Path(__file__).with_name("manual.txt")
BUILD = "import setuptools.build_meta as build; build.build_{kind}({target!r})"


@cache
def build_sdist() -> list[str]:
    """Build the source archive from a copy of the sources alone; returns its name."""
    name = f"mazeeditor-{version()}"
    with TemporaryDirectory() as folder:
        work = Path(folder)
        copy = work / "copy"
        for source in SOURCES:
            copytree(ROOT / source, copy / source, ignore=ignore_patterns("__pycache__", "manual"))
        _build_manual(work / "sphinx", copy / "mazeeditor" / "app" / "manual")
        for file in FILES:
            (copy / file).write_bytes((ROOT / file).read_bytes())
        say("Building the source archive")
        (copy / "MANIFEST.in").write_text("include CHANGELOG.md\n")
        _build("sdist", copy, work / "made")
        with tarfile.open(work / "made" / f"{name}.tar.gz") as made:
            made.extractall(work / "unpacked", filter="data")
        even_modes(work / "unpacked")
        write_tar(DIST / f"{name}.tar.gz", work / "unpacked")
    return [f"{name}.tar.gz"]


@cache
def build_wheel() -> list[str]:
    """Build the wheel of what the source archive holds; returns its name."""
    (archive,) = build_sdist()
    with TemporaryDirectory() as folder:
        work = Path(folder)
        say("Building the wheel")
        with tarfile.open(DIST / archive) as packed:
            packed.extractall(work, filter="data")
        _build("wheel", work / archive.removesuffix(".tar.gz"), work / "made")
        (wheel,) = (work / "made").glob("*.whl")
        with whole(DIST / wheel.name) as part:
            part.write_bytes(wheel.read_bytes())
    return [wheel.name]


def _build_manual(tools: Path, target: Path) -> None:
    """Let the Sphinx that ``manual.txt`` pins build the manual."""
    say("Building the manual")
    _install(MANUAL, tools)
    script = ROOT / "docs" / "manual_site.py"
    run(sys.executable, script, target, PYTHONPATH=os.pathsep.join([str(tools), str(ROOT)]))


def _install(wanted: Path, place: Path) -> None:
    """Install what a list pins into a folder of its own."""
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--only-binary", ":all:"]
    run(*pip, "--require-hashes", "-r", wanted, "--target", place)


def _build(kind: str, source: Path, target: Path) -> None:
    """Let the setuptools that ``setuptools.txt`` pins build one kind of archive."""
    target.mkdir()
    tools = target.with_name("setuptools")
    _install(SETUPTOOLS, tools)
    code = BUILD.format(kind=kind, target=str(target))
    run(sys.executable, "-c", code, folder=source, PYTHONPATH=tools)
