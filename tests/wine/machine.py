r"""A computer with Windows for tests: Wine, and on its drive C what ``packaging/build`` has made.

::

    FOLDER/prefix/drive_c/ ─┬─ mazeeditor\   the portable ZIP, unpacked
                            ├─ tests\        what the tests need beside it, and the shim
                            │  └─ readers\   what starts those of Linux that read files
                            └─ work\main\    the files of this checkout, shared\ beside it
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from configparser import ConfigParser
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
DIST = ROOT / "dist"
COMPILER = "x86_64-w64-mingw32-gcc"
# Numpy imports functions of C that Wine 8 lacks, `platform.platform()` ends the process there,
# and so does copying a file by CopyFile2.
AT_START = """import _ctypes, _winapi, sys
_ctypes.LoadLibrary(r"C:\\tests\\shim.dll")
sys.modules["_wmi"] = None
if hasattr(_winapi, "CopyFile2"):
    del _winapi.CopyFile2
"""
# Programs of Linux by which tests read files; one of Windows starts them (reader.c).
READERS = (
    *("gs", "pdffonts", "pdfimages", "pdfinfo", "pdftocairo", "pdftoppm", "pdftotext"),
    *("qpdf", "rsvg-convert"),
)
SCRIPTS = ("hi", "th", "zh-tw", "ja", "ko", "bn", "ta", "und-zsye")
LATE = 5.0  # s for the rest of the output of a process that has ended
TARGET = (
    *("--platform", "win_amd64", "--python-version", "3.13", "--implementation", "cp"),
    *("--only-binary", ":all:"),
)
# Markers are evaluated for the system that pip runs on: what only Windows needs is named here.
OF_WINDOWS = ("colorama", "tzdata")
NOT_RUN = ("mazeeditor[", "ruff", "mypy", "types-", "setuptools")  # style, types and wheels


def missing() -> list[str]:
    """Return the programs that are needed and not installed."""
    needed = ("wine", "wineserver", "makensis", COMPILER)
    return [name for name in needed if shutil.which(name, path=_path()) is None]


def _path() -> str:
    return os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/lib/wine"])


class Machine:
    """A prefix of Wine; ``run`` starts programs in it and ``path`` finds files of drive C."""

    def __init__(self, folder: Path, display: str = "") -> None:
        self.folder, self.display = folder, display
        self.drive = folder / "prefix" / "drive_c"

    def path(self, *names: str) -> Path:
        """Return where a file of drive C lies here."""
        return self.drive.joinpath(*names)

    @property
    def environment(self) -> dict[str, str]:
        """What programs of Windows find in their environment, and Wine itself."""
        kept = {name: os.environ[name] for name in ("HOME", "LANG", "LC_ALL") if name in os.environ}
        return {
            **kept,
            "PATH": _path(),
            "WINEPREFIX": str(self.folder / "prefix"),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe,winedbg.exe=d",
            "DISPLAY": self.display,
        }

    def start(
        self, *command: str, folder: Path | None = None, more: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Start a program of Windows; its output is a pipe, as Python there takes no file."""
        return subprocess.Popen(
            ["wine", *command],
            cwd=folder or self.drive,
            env={**self.environment, **(more or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )

    def run(
        self,
        *command: str,
        folder: Path | None = None,
        more: Mapping[str, str] | None = None,
        seconds: float = 300,
    ) -> str:
        """Run a program to its end; return what it printed, raise where its status is not 0."""
        process = self.start(*command, folder=folder, more=more)
        try:
            text = text_of(process, seconds)
        except subprocess.TimeoutExpired:
            self.end()
            raise
        if process.returncode:
            raise AssertionError(f"{command} ended with {process.returncode}\n{text}")
        return text

    def begin(self) -> None:
        """Make the drive anew: nothing of an earlier run is left."""
        shutil.rmtree(self.folder / "prefix", ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["wineboot", "--init"],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=300,
        )

    def end(self) -> None:
        """Stop all programs of the machine."""
        subprocess.run(["wineserver", "-k"], env=self.environment, check=False, timeout=60)

    def unpack(self, archive: Path) -> None:
        """Put the portable program onto drive C."""
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(self.drive)

    def mend(self, program: Path) -> None:
        """Give Wine what it lacks of Windows, for one copy of the program."""
        target = self.path("tests", "shim.dll")
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            compile_file("shim.c", target, "-shared", "-lntdll")
        random = program / "bcryptprimitives.dll"
        compile_file("bcryptprimitives.c", random, "-shared", "-ladvapi32")
        place = program / "Lib" / "site-packages"
        (place / "sitecustomize.py").write_text(AT_START)
        (place / "tests.pth").write_text("C:\\tests\\packages\n")

    def add_tests(self) -> None:
        """Put the files of the checkout onto drive C, and what its tests need."""
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).is_file():
                target = self.path("work", "main", name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, target)
        if (ROOT.parent / "shared" / "mazes").is_dir():
            shutil.copytree(ROOT.parent / "shared" / "mazes", self.path("work", "shared", "mazes"))
        self._add_typefaces()
        self._add_readers()
        shutil.copytree(self._packages(), self.path("tests", "packages"), copy_function=os.link)

    def _add_readers(self) -> None:
        """Let tests start the programs of Linux that read what the program has written."""
        place = self.path("tests", "readers")
        place.mkdir()
        reader = self.path("tests", "reader.exe")
        compile_file("reader.c", reader, "-municode")
        for name in filter(shutil.which, READERS):
            shutil.copy(reader, place / f"{name}.exe")

    def _add_typefaces(self) -> None:
        """Give Windows typefaces of the scripts that it has on each computer, and Wine lacks."""
        place = self.path("windows", "Fonts")
        place.mkdir(exist_ok=True)
        for script in SCRIPTS:
            command = ["fc-list", f":lang={script}", "file"]
            found = subprocess.run(command, capture_output=True, check=True, text=True).stdout
            for line in sorted(found.splitlines())[:1]:
                shutil.copy(line.rstrip(": "), place)

    def _packages(self) -> Path:
        """Return the folder with what tests need; it is kept until other packages are needed."""
        needed = requirements()
        kept = self.folder / f"packages-{sha256(repr(needed).encode()).hexdigest()[:16]}"
        if not kept.exists():
            for other in self.folder.glob("packages-*"):
                shutil.rmtree(other)
            new = self.folder / "new"
            shutil.rmtree(new, ignore_errors=True)
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile"]
            subprocess.run([*pip, *TARGET, "--target", new, *needed], check=True)
            new.rename(kept)
        return kept


def compile_file(name: str, target: Path, *options: str) -> None:
    """Compile a file of this folder for Windows."""
    command = [COMPILER, "-O2", "-s", str(HERE / name), *options, "-o", str(target)]
    subprocess.run(command, check=True)


def requirements() -> list[str]:
    """Return what tests need on Windows, without what the program itself needs."""
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    extras = setup["options.extras_require"]
    lines = [*extras["test"].splitlines(), *extras["cluster"].splitlines()]
    lines = [line.partition(";")[0].strip() for line in lines]
    named = [line for line in lines if line and not line.startswith(("#", *NOT_RUN))]
    return [*named, *OF_WINDOWS]


def text_of(process: subprocess.Popen[str], seconds: float | None = None) -> str:
    """Wait for the end of a process and return what it printed; raises ``TimeoutExpired``.

    Services of Wine that the first process starts keep its output open for ever.
    """
    lines: list[str] = []

    def read() -> None:
        assert process.stdout
        with process.stdout:
            for line in process.stdout:
                lines.append(line)  # noqa: PERF402 - what was read counts, not only the whole

    reader = Thread(target=read, daemon=True)
    reader.start()
    process.wait(seconds)
    reader.join(LATE)
    return "".join(lines)


@contextmanager
def machine(folder: Path, display: str = "") -> Iterator[Machine]:
    """Give a new machine; all of its programs are stopped behind the block."""
    made = Machine(folder, display)
    made.begin()
    try:
        yield made
    finally:
        made.end()
