"""What all kinds of packages need: places, the version, programs, and archives without a date."""

from __future__ import annotations

import gzip
import os
import stat
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree, rmtree, which

from mazeeditor.core import VERSION

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
EPOCH = 1_767_225_600  # s: the start of 2026 is the time of each file, so that bytes stay the same
DAY = "2026-01-01"
ZIP_TIME = (2026, 1, 1, 0, 0, 0)
# Of wheels: what tests them, compiles with them, and packs programs.
NEEDLESS = ("**/tests", "**/test", "numpy/_core/include", "tkinterdnd2/__pyinstaller")
PATIENCE = 60  # s until a program that still runs is mentioned
UNIX = 3  # as ZIP archives number the system whose modes and links they have


def version() -> str:
    """Return the version of the program, which only ``mazeeditor/core/__init__.py`` says."""
    return VERSION


def say(step: str) -> None:
    """Say which step begins, and when: some take minutes without a line of their own."""
    print(f"{time.strftime('%H:%M:%S')} {step}", file=sys.stderr, flush=True)


def run(*command: object, folder: Path | None = None, **variables: object) -> str:
    """Run a program and return what it prints; ends with that where it fails, or is missing."""
    words = [str(word) for word in command]
    if which(words[0]) is None:
        raise SystemExit(f"{words[0]} is not installed.")
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    began = time.monotonic()
    with subprocess.Popen(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while True:
            try:
                out, errors = process.communicate(timeout=PATIENCE)
                break
            except subprocess.TimeoutExpired:
                say(f"  {words[0]} has run for {(time.monotonic() - began) / 60:.0f} min")
    if process.returncode:
        raise SystemExit(f"{' '.join(words)}\n{out}{errors}")
    return out


@contextmanager
def whole(target: Path) -> Iterator[Path]:
    """Give a name to write a file to; it becomes ``target`` once all is written."""
    part = target.with_name(f".{target.name}")
    try:
        yield part
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def unpack_wheels(wheels: list[Path], place: Path, machine: str) -> None:
    """Unpack wheels into a folder of packages, without what the program never uses of them.

    Of tkdnd, which comes for all machines, only that for one is kept, as ``linux-x64``.
    """
    for wheel in sorted(wheels):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(place)
    for data in sorted(place.glob("*.data")):
        for kind in ("purelib", "platlib"):
            if (data / kind).is_dir():
                copytree(data / kind, place, dirs_exist_ok=True)
        rmtree(data)
    remove_matching(place, NEEDLESS)
    for folder in place.glob("tkinterdnd2/tkdnd/*-*"):
        if not folder.name.startswith(machine):
            rmtree(folder)


def remove_matching(folder: Path, patterns: Iterable[str]) -> None:
    """Remove the files and folders below a folder that match patterns."""
    for path in sorted({path for pattern in patterns for path in folder.glob(pattern)}):
        if path.is_dir() and not path.is_symlink():
            rmtree(path)
        else:
            path.unlink(missing_ok=True)  # its folder may be gone already


def write_zip(target: Path, folder: Path, inside: str) -> None:
    """Pack a folder as ``inside``, links as such; the same files give the same bytes."""
    files = sorted(path for path in folder.rglob("*") if path.is_symlink() or path.is_file())
    with (
        whole(target) as part,
        zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed,
    ):
        for path in files:
            name = f"{inside}/{path.relative_to(folder).as_posix()}"
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.create_system = UNIX
            entry.compress_type = zipfile.ZIP_DEFLATED
            if path.is_symlink():
                mode, data = stat.S_IFLNK | 0o755, os.fsencode(path.readlink())
            else:
                runs = path.stat().st_mode & stat.S_IXUSR
                mode, data = stat.S_IFREG | (0o755 if runs else 0o644), path.read_bytes()
            entry.external_attr = mode << 16
            packed.writestr(entry, data)


def write_tar(target: Path, folder: Path) -> None:
    """Pack what is in a folder as ``.tar.gz``; the same files give the same bytes."""

    def anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = EPOCH
        return entry

    with (
        whole(target) as part,
        part.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=EPOCH) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            archive.add(path, name, recursive=False, filter=anonymous)


def write_gzip(target: Path, text: str) -> None:
    """Write a text packed as Debian's pages and changes are: without name and date."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(text.encode())


def even_modes(folder: Path) -> None:
    """Give each file the mode that it has for everybody, whatever the umask of the builder."""
    for path in [folder, *folder.rglob("*")]:
        if path.is_symlink():
            continue
        runs = path.is_dir() or path.stat().st_mode & 0o100
        path.chmod(0o755 if runs else 0o644)
