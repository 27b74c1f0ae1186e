"""The application for macOS, with a framework that only looks like Python's; no Mac runs it."""

from __future__ import annotations

import plistlib
import stat
import struct
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from shutil import which

import pytest
from PIL import Image

import mazeeditor
from icons.render import MAC_SIZE, MADE_FROM, digest
from tests.sources import ROOT

PACKAGING = ROOT / "packaging"
OLD = "/Library/Frameworks/Python.framework/Versions/3.13"
NEW = "@rpath/Python.framework/Versions/3.13"
SYSTEM = "/usr/lib/libSystem.B.dylib"
LOAD, OWN, SEGMENT = 0x0C, 0x0D, 0x19
HEADERS = """
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>
typedef struct { const char *err_msg; } PyStatus;
typedef struct { int utf8_mode; } PyPreConfig;
typedef struct {
    wchar_t *home, *executable, *run_module, *pycache_prefix;
    int parse_argv, write_bytecode;
} PyConfig;
int PyStatus_Exception(PyStatus);
void PyPreConfig_InitIsolatedConfig(PyPreConfig *);
void PyPreConfig_InitPythonConfig(PyPreConfig *);
void PyConfig_InitIsolatedConfig(PyConfig *);
void PyConfig_InitPythonConfig(PyConfig *);
void PyConfig_Clear(PyConfig *);
PyStatus Py_PreInitialize(const PyPreConfig *);
PyStatus Py_PreInitializeFromBytesArgs(const PyPreConfig *, long, char **);
PyStatus PyConfig_SetString(PyConfig *, wchar_t **, const wchar_t *);
PyStatus PyConfig_SetBytesString(PyConfig *, wchar_t **, const char *);
PyStatus PyConfig_SetBytesArgv(PyConfig *, long, char **);
PyStatus Py_InitializeFromConfig(const PyConfig *);
void Py_ExitStatusException(PyStatus);
int Py_RunMain(void);
"""


@pytest.fixture(autouse=True)
def _scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the scripts of ``packaging/`` be imported, which import each other by name."""
    monkeypatch.setattr(sys, "path", [str(PACKAGING), *sys.path])


def mach_o(*libraries: tuple[int, str]) -> bytes:
    """Return a file for one processor that names libraries, and no more."""
    commands = struct.pack("<II", SEGMENT, 16) + bytes(8)
    for kind, name in libraries:
        text = name.encode() + bytes(8 - len(name) % 8)
        commands += struct.pack("<IIIIII", kind, 24 + len(text), 24, 0, 0, 0) + text
    head = struct.pack("<IIIIIIII", 0xFEEDFACF, 0x0100000C, 0, 6, 1 + len(libraries), 0, 0, 0)
    return head + commands


def fat(*parts: bytes) -> bytes:
    """Return a file for several processors, which each part names."""
    page, table, data = 1 << 14, b"", b""
    for part in parts:
        processor = struct.unpack_from("<II", part, 4)
        table += struct.pack(">IIIII", *processor, page + len(data), len(part), 14)
        data += part + bytes(-len(part) % page)
    return (struct.pack(">II", 0xCAFEBABE, len(parts)) + table).ljust(page, b"\0") + data


def make_framework(place: Path) -> Path:
    """Make what python.org's installer would, in small."""
    framework = place / "Python.framework"
    python = framework / "Versions" / "3.13"
    tk = mach_o((OWN, f"{OLD}/lib/libtk8.6.dylib"), (LOAD, f"{OLD}/lib/libtcl8.6.dylib"))
    files = {
        "Python": fat(mach_o((OWN, f"{OLD}/Python"), (LOAD, SYSTEM)), mach_o((LOAD, SYSTEM))),
        "lib/libtk8.6.dylib": fat(tk, tk),
        "lib/tcl8.6/init.tcl": b"# Tcl\n",
        "lib/tk8.6/tk.tcl": b"# Tk\n",
        "lib/tk8.6/demos/widget": b"# demo\n",
        "lib/python3.13/os.py": b"# os\n",
        "lib/python3.13/__pycache__/os.cpython-313.pyc": b"date",
        "lib/python3.13/test/test_os.py": b"# test\n",
        "lib/python3.13/site-packages/pip/__init__.py": b"",
        "include/python3.13/Python.h": HEADERS.encode(),
        "bin/python3.13": mach_o((LOAD, f"{OLD}/Python")),
        "Resources/Info.plist": b"<plist/>",
        "Resources/Python.app/Contents/MacOS/Python": mach_o((LOAD, f"{OLD}/Python")),
        "_CodeSignature/CodeResources": b"signed",
    }
    for name, data in files.items():
        (python / name).parent.mkdir(parents=True, exist_ok=True)
        (python / name).write_bytes(data)
    (python / "Headers").symlink_to("include/python3.13")
    return framework


def test_libraries_are_named_from_the_bundle(tmp_path: Path) -> None:
    from macos.mach_o import is_mach_o, libraries, relocate

    path = tmp_path / "libtk.dylib"
    part = mach_o(
        (OWN, f"{OLD}/lib/libtk.dylib"), (LOAD, f"{OLD}/lib/libtcl.dylib"), (LOAD, SYSTEM)
    )
    for data in (part, fat(part, part)):
        path.write_bytes(data)
        assert is_mach_o(path)
        assert relocate(path, OLD, NEW)
        named = [f"{NEW}/lib/libtk.dylib", f"{NEW}/lib/libtcl.dylib", SYSTEM]
        assert libraries(path) == named * (1 if data is part else 2)
        assert path.stat().st_size == len(data)
        assert not relocate(path, OLD, NEW)
    with pytest.raises(ValueError, match="longer"):
        relocate(path, "/a", "/bc")


@pytest.mark.parametrize(
    "data", [b"", b"\xca\xfe", b"#!/bin/sh\n", b"\xca\xfe\xba\xbe\0\0\0\x3d" + bytes(40)]
)
def test_other_files_are_left_alone(tmp_path: Path, data: bytes) -> None:
    from macos.mach_o import is_mach_o, relocate

    (tmp_path / "file").write_bytes(data)  # the last one begins as a class of Java does
    assert not is_mach_o(tmp_path / "file")
    assert not relocate(tmp_path / "file", OLD, NEW)


def test_macos_knows_the_program_and_its_files() -> None:
    from linux.tree import ID, SHARED
    from macos.information import information

    known = plistlib.loads(plistlib.dumps(information()))
    assert known["CFBundleIdentifier"] == ID
    assert known["CFBundleShortVersionString"] == mazeeditor.__version__
    types = {
        one["UTTypeIdentifier"]: one["UTTypeTagSpecification"]
        for one in known["UTExportedTypeDeclarations"]
    }
    opened = [kind for one in known["CFBundleDocumentTypes"] for kind in one["LSItemContentTypes"]]
    assert opened == list(types)
    assert [one["public.filename-extension"] for one in types.values()] == [["maze"], ["mazebook"]]
    of_linux = (SHARED / f"{ID}.mime.xml").read_text()
    assert all(
        f'"{mime}"' in of_linux for one in types.values() for mime in one["public.mime-type"]
    )


@pytest.mark.slow
def test_the_icon_has_all_sizes_and_is_not_stale(tmp_path: Path) -> None:
    from macos.build import HERE, write_icon

    with Image.open(HERE / "app.png") as picture:
        assert picture.info[MADE_FROM] == digest(ROOT / "icons" / "app.svg"), "run icons/render.py"
        assert picture.size == (MAC_SIZE, MAC_SIZE)
    write_icon(tmp_path / "a.icns")
    write_icon(tmp_path / "b.icns")
    assert (tmp_path / "a.icns").read_bytes() == (tmp_path / "b.icns").read_bytes()
    with Image.open(tmp_path / "a.icns") as icon:
        assert icon.size == (1024, 1024)
        assert {(16, 16, 2), (128, 128, 1), (512, 512, 2)} <= set(icon.info["sizes"])
        assert icon.getpixel((5, 512)) == (0, 0, 0, 0)


def test_without_python_one_sentence_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from macos.build import build_macos

    monkeypatch.setenv("PYTHON_FRAMEWORK", str(tmp_path / "none"))
    with pytest.raises(
        SystemExit, match=r"needs Python 3\.13 from python\.org, and .*none has none"
    ):
        build_macos()


def test_a_framework_is_copied_without_what_is_never_used(tmp_path: Path) -> None:
    from macos.build import copy_framework, relocate_libraries, remove_needless
    from macos.mach_o import libraries

    target = tmp_path / "copy" / "Python.framework"
    python = copy_framework(make_framework(tmp_path), target)
    remove_needless(python)
    relocate_libraries(python)
    left = sorted(str(one.relative_to(python)) for one in python.rglob("*") if one.is_file())
    assert left == [
        *("Python", "Resources/Info.plist", "lib/libtk8.6.dylib", "lib/python3.13/os.py"),
        *("lib/python3.13/site-packages/pip/__init__.py", "lib/tcl8.6/init.tcl"),
        "lib/tk8.6/tk.tcl",
    ]
    assert not [one for one in target.rglob("*") if one.is_symlink() and not one.exists()]
    assert (target / "Python").samefile(python / "Python")
    assert libraries(target / "Python") == [f"{NEW}/Python", SYSTEM, SYSTEM]
    assert f"{NEW}/lib/libtcl8.6.dylib" in libraries(python / "lib" / "libtk8.6.dylib")


def test_archives_keep_links_and_what_runs(tmp_path: Path) -> None:
    from tools import write_zip

    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "program").write_text("x")
    (folder / "inner" / "program").chmod(0o700)
    (folder / "link").symlink_to("inner")
    write_zip(tmp_path / "a.zip", folder, "App")
    with zipfile.ZipFile(tmp_path / "a.zip") as packed:
        modes = {one.filename: one.external_attr >> 16 for one in packed.infolist()}
        assert packed.read("App/link") == b"inner"
    assert stat.S_ISLNK(modes["App/link"])
    assert modes["App/inner/program"] == stat.S_IFREG | 0o755
    assert len(modes) == 2


SHIM = """
#include <stdint.h>
#include <unistd.h>
static int _NSGetExecutablePath(char *path, uint32_t *size)
{
    ssize_t length = readlink("/proc/self/exe", path, *size - 1);
    if (length >= 0)
        path[length] = 0;
    return length < 0;
}
"""
VARIABLES = sysconfig.get_config_vars()
HERE_PYTHON = Path(sysconfig.get_path("include"), "Python.h")


@pytest.mark.slow
@pytest.mark.skipif(
    not (which("gcc") and HERE_PYTHON.exists() and VARIABLES.get("Py_ENABLE_SHARED")),
    reason="no compiler, or no Python to link with",
)
def test_the_launcher_starts_the_python_of_its_bundle(tmp_path: Path) -> None:
    """On this system, with the one call of macOS that it needs."""
    number = VARIABLES["py_version_short"]
    contents = tmp_path / "Maze.app" / "Contents"
    framework = contents / "Frameworks" / "Python.framework" / "Versions" / number
    (tmp_path / "shim" / "mach-o").mkdir(parents=True)
    (tmp_path / "shim" / "mach-o" / "dyld.h").write_text(SHIM)
    (contents / "MacOS").mkdir(parents=True)
    framework.mkdir(parents=True)
    (framework / "lib").symlink_to(Path(VARIABLES["LIBDEST"]).parent)
    texts = {"VERSION": number, "TCL": "tcl8.6", "TK": "tk8.6"}
    for name, flags in (("Mazeeditor", ("-DLAUNCH_PROGRAM",)), ("python3", ())):
        subprocess.run(
            (
                *("gcc", *flags, *(f'-D{key}="{value}"' for key, value in texts.items())),
                *("-I", tmp_path / "shim", "-I", HERE_PYTHON.parent),
                *(PACKAGING / "macos" / "launcher.c", "-o", contents / "MacOS" / name),
                *("-L", VARIABLES["LIBDIR"], f"-lpython{VARIABLES['LDVERSION']}"),
            ),
            check=True,
        )
    (tmp_path / "link").symlink_to(contents / "MacOS" / "python3")
    code = "import os, sys; print(sys.executable, sys.prefix, sys.pycache_prefix, sys.argv[1:])"
    code += "; print(sys.flags.isolated, sys.flags.utf8_mode, os.environ['TK_LIBRARY'])"
    done = subprocess.run(
        (tmp_path / "link", "-I", "-c", code, "é"),
        env={"HOME": str(tmp_path), "PYTHONHOME": "/none"},
        capture_output=True,
        text=True,
        check=True,
    )
    cache = tmp_path / "Library" / "Caches" / "org.mazeeditor.mazeeditor"
    python = contents / "MacOS" / "python3"
    assert done.stdout == f"{python} {framework} {cache} ['é']\n1 1 {framework}/lib/tk8.6\n"
    done = subprocess.run(
        (contents / "MacOS" / "Mazeeditor", "list", "generators"),
        env={"PYTHONPATH": str(ROOT)},  # which an isolated Python does not read
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "No module named mazeeditor" in done.stderr
